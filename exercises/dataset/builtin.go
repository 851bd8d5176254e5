package dataset

import (
	"embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed data/*.csv
var files embed.FS

// builtins lists the built-in sets in the order of the curriculum: their name, and their
// title in a sentence.
var builtins = [...]struct{ name, title string }{
	{"worksheet1d", "nine points on a line"},
	{"worksheet1d_sym", "nine points, a mirror at 0"},
	{"xor4", "four points of XOR"},
	{"circles", "two circles"},
	{"moons", "two moons"},
	{"parabola", "both sides of a parabola"},
	{"blobs_sep", "separable blobs"},
	{"blobs_overlap", "overlapping blobs"},
	{"odd_line", "opposite labels, a line between"},
	{"odd_wave", "opposite labels, a wave between"},
	{"sine_reg", "a noisy sine"},
	{"sine_gap", "a noisy sine with a gap"},
	{"digits", "zeros and ones of 28 × 28 pixels"},
	{"iris_setosa_versicolor", "iris, setosa and versicolor"},
	{"iris_versicolor_virginica", "iris, versicolor and virginica"},
}

// Title returns the title of the set for use in a sentence, such as "two moons". A set
// that is not built in has its name as title.
func (s *Set) Title() string { return Title(s.Name()) }

// Title returns the title of a built-in set for use in a sentence. It returns any other
// name unchanged.
func Title(name string) string {
	for _, b := range builtins {
		if b.name == name {
			return b.title
		}
	}
	return name
}

// Names returns the names of the built-in sets in the order of the curriculum.
func Names() []string {
	out := make([]string, len(builtins))
	for i, b := range builtins {
		out[i] = b.name
	}
	return out
}

// Builtin returns the built-in set with the given name. An unknown name is an
// error that lists the known ones.
func Builtin(name string) (*Set, error) {
	if !slices.Contains(Names(), name) {
		return nil, fmt.Errorf("no built-in data set %q; there are %s", name, strings.Join(Names(), ", "))
	}
	if name == "digits" {
		return Digits(40, 1), nil // drawing 784 columns is faster than reading them
	}
	f, err := files.Open("data/" + name + ".csv")
	if err != nil {
		return nil, fmt.Errorf("built-in data set: %w", err)
	}
	defer f.Close()
	return Read(name, f, Options{})
}

// MustBuiltin is like [Builtin] but panics if the name is unknown.
func MustBuiltin(name string) *Set {
	s, err := Builtin(name)
	if err != nil {
		panic("dataset: " + err.Error())
	}
	return s
}

// Worksheet1D draws the nine points of the lifting exercise in rising order. With u = x
// + 1, three of class −1 are around 0 (|u| ≤ 0.6) and three of class +1 on either side
// (1.2 ≤ |u| ≤ 3). All are multiples of 0.1.
//
// All seeds are equally hard. The best threshold errs on three points. (x + 1)² ≷ 1
// separates the classes, and so does a line over (x, x²), (x, exp x) or (x, x³). No two
// points have the same |u|, so there are no ties.
func Worksheet1D(seed uint64) *Set {
	r := newSource(seed, streamWorksheet)
	near := pick(r, []float64{12, 13, 14}, 2)
	mid := pick(r, []float64{18, 19, 20, 21, 22}, 2)
	far := pick(r, []float64{27, 28, 29, 30}, 2)
	in := pick(r, []float64{4, 5, 6}, 2)
	centre := pick(r, []float64{-2, -1, 1, 2}, 1)
	tenths := []float64{-far[0], -mid[0], -near[0], -in[0], centre[0], in[1], near[1], mid[1], far[1]}
	points, labels := make([][]float64, 0, 9), make([]float64, 0, 9)
	for i, u := range tenths {
		points = append(points, []float64{(u - 10) / 10})
		labels = append(labels, 1)
		if i/3 == 1 {
			labels[i] = -1
		}
	}
	return NewClassification("worksheet1d", slices.Clip(points), labels)
}

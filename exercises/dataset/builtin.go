package dataset

import (
	"embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed data/*.csv
var files embed.FS

// Title is what the set is called in a sentence: "two moons". One that is not
// built in is called by its name.
func (s *Set) Title() string { return Title(s.Name()) }

// Title is what the built-in set of a name is called in a sentence; any other
// name as it is.
func Title(name string) string {
	switch name {
	case "worksheet1d":
		return "nine points on a line"
	case "worksheet1d_sym":
		return "nine points, a mirror at 0"
	case "xor4":
		return "four points of XOR"
	case "circles":
		return "two circles"
	case "moons":
		return "two moons"
	case "parabola":
		return "both sides of a parabola"
	case "blobs_sep":
		return "separable blobs"
	case "blobs_overlap":
		return "overlapping blobs"
	case "sine_reg":
		return "a noisy sine"
	case "iris_setosa_versicolor":
		return "iris, setosa and versicolor"
	case "iris_versicolor_virginica":
		return "iris, versicolor and virginica"
	}
	return name
}

// Names lists the built-in sets in the order of the curriculum.
func Names() []string {
	return []string{
		"worksheet1d", "worksheet1d_sym", "xor4", "circles", "moons", "parabola",
		"blobs_sep", "blobs_overlap", "sine_reg",
		"iris_setosa_versicolor", "iris_versicolor_virginica",
	}
}

// Builtin returns the built-in set with the given name. An unknown name is an
// error that lists the known ones.
func Builtin(name string) (*Set, error) {
	if !slices.Contains(Names(), name) {
		return nil, fmt.Errorf("no built-in data set %q; there are %s", name, strings.Join(Names(), ", "))
	}
	f, err := files.Open("data/" + name + ".csv")
	if err != nil {
		return nil, fmt.Errorf("built-in data set: %w", err)
	}
	defer f.Close()
	return Read(name, f, Options{})
}

// MustBuiltin is [Builtin] for a name known to be built in; it panics on any
// other.
func MustBuiltin(name string) *Set {
	s, err := Builtin(name)
	if err != nil {
		panic("dataset: " + err.Error())
	}
	return s
}

package dataset

import (
	"embed"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// Every generator returns a new set that depends only on its arguments. The set is the same on
// every platform, with values rounded to six decimals. In sets for classification, except
// [Worksheet1D], the classes alternate, so each has half of the points, and +1 has one more if n is
// odd. A generator panics if n < 2 or if the noise is negative or not finite.

// Moons returns n random points from two interleaving half circles of radius 1 with normal noise of
// the given standard deviation. Class +1 is the upper half circle, around (0, 0). Class −1 is the
// lower half circle, around (1, ½). The built-in set has noise 0.15.
func Moons(n int, noise float64, seed uint64) *Set {
	return generate("moons", n, noise, newSource(seed, streamMoons), func(r *rand.Rand, y float64) []float64 {
		t := math.Pi * r.Float64()
		x, z := math.Cos(t), math.Sin(t)
		if y < 0 {
			x, z = 1-x, 0.5-z
		}
		return []float64{x + float64(noise*r.NormFloat64()), z + float64(noise*r.NormFloat64())}
	})
}

// Circles returns n random points from two rings around the origin with normal noise. Class +1 is
// the inner ring, of radius 1, and class −1 the outer ring, of radius 2.2. The built-in set has
// noise 0.15.
func Circles(n int, noise float64, seed uint64) *Set {
	return generate("circles", n, noise, newSource(seed, streamCircles), func(r *rand.Rand, y float64) []float64 {
		t, radius := 2*math.Pi*r.Float64(), 1.0
		if y < 0 {
			radius = 2.2
		}
		return []float64{
			float64(radius*math.Cos(t)) + float64(noise*r.NormFloat64()),
			float64(radius*math.Sin(t)) + float64(noise*r.NormFloat64()),
		}
	})
}

// BlobsOverlapping returns n random points from two normal distributions with standard deviation
// 1.3 around (−1, −1) and (1, 1). If n is large, no line separates them: about one
// point in seven lies on the wrong side of the best line, x₁ + x₂ = 0.
func BlobsOverlapping(n int, seed uint64) *Set {
	return generate("blobs_overlap", n, 0, newSource(seed, streamOverlapping), func(r *rand.Rand, y float64) []float64 {
		return []float64{y + float64(1.3*r.NormFloat64()), y + float64(1.3*r.NormFloat64())}
	})
}

// ParabolaSides returns n random points from 0 ≤ x₁ ≤ 16, −3 ≤ x₂ ≤ 3. Class +1 is to the right of
// the curve x₁ = x₂² + 5, class −1 to its left. Along x₁, every point is at least 0.6 from the
// curve.
func ParabolaSides(n int, seed uint64) *Set {
	return generate("parabola", n, 0, newSource(seed, streamParabola), func(r *rand.Rand, y float64) []float64 {
		for {
			x, z := 16*r.Float64(), 6*r.Float64()-3
			if y*(x-float64(z*z)-5) >= 0.6 {
				return []float64{x, z}
			}
		}
	})
}

// SineReg returns n random targets sin(2x) + 0.3x + noise, in rising order of x. The points x are
// evenly spaced over [−3, 3] except for a little jitter. The built-in set has noise 0.15.
func SineReg(n int, noise float64, seed uint64) *Set {
	checkSize(n, noise)
	r := newSource(seed, streamSine)
	points, targets := make([][]float64, n), make([]float64, n)
	for i := range points {
		x := roundTo6(-3 + 6*(float64(i)+r.Float64())/float64(n))
		points[i] = []float64{x}
		targets[i] = roundTo6(math.Sin(2*x) + float64(0.3*x) + float64(noise*r.NormFloat64()))
	}
	return NewRegression("sine_reg", points, targets)
}

func generate(name string, n int, noise float64, r *rand.Rand, draw func(*rand.Rand, float64) []float64) *Set {
	checkSize(n, noise)
	points, labels := make([][]float64, n), make([]float64, n)
	for i := range points {
		labels[i] = 1 - 2*float64(i%2)
		points[i] = draw(r, labels[i])
		for j, v := range points[i] {
			points[i][j] = roundTo6(v)
		}
	}
	return NewClassification(name, points, labels)
}

func checkSize(n int, noise float64) {
	if n < 2 {
		panic("dataset: fewer than two points")
	}
	if !(noise >= 0) || math.IsInf(noise, 0) {
		panic("dataset: noise is negative or not finite")
	}
}

// DigitSide is the side of the picture of a digit, in pixels, as in MNIST.
const DigitSide = 28

// Digits returns n random pictures of DigitSide × DigitSide pixels, row by row from the upper
// left, each pixel a multiple of 0.01 from 0 (paper) to 1 (ink). Ones (class +1) and
// zeros (class −1) alternate. Each has its own slant, size, position and stroke width.
func Digits(n int, seed uint64) *Set {
	return generate("digits", n, 0, newSource(seed, streamDigits), func(r *rand.Rand, y float64) []float64 {
		h := newHandwriting(r)
		if y > 0 {
			return h.picture(h.distanceToOne)
		}
		return h.picture(h.distanceToZero)
	})
}

// handwriting describes the shape of one digit.
type handwriting struct {
	slant, halfWidth, halfHeight float64 // halfWidth and halfHeight are in pixels
	x, y                         float64 // position of its middle
	stroke                       float64 // half the width of the stroke, in pixels
	serif                        float64 // the flag of a one, relative to halfWidth
}

func newHandwriting(r *rand.Rand) handwriting {
	uniform := func(a, b float64) float64 { return a + (b-a)*r.Float64() }
	return handwriting{
		slant: uniform(-0.25, 0.25), halfWidth: uniform(5.5, 7.5), halfHeight: uniform(8, 10.5),
		x: uniform(12.5, 14.5), y: uniform(12.5, 14.5), stroke: uniform(0.9, 1.6), serif: uniform(0.4, 0.9),
	}
}

// picture returns the pixels. distance returns the distance, in pixels, of a point from the
// strokes, which decides how dark a pixel is.
func (h handwriting) picture(distance func(x, y float64) float64) []float64 {
	out := make([]float64, 0, DigitSide*DigitSide)
	for row := range DigitSide {
		for col := range DigitSide {
			y := float64(row) - h.y
			d := distance(float64(col)-h.x+float64(h.slant*y), y) / h.stroke
			out = append(out, math.Round(100*math.Exp(-float64(d*d)))/100)
		}
	}
	return out
}

// distanceToZero returns the approximate distance from an ellipse.
func (h handwriting) distanceToZero(x, y float64) float64 {
	u, v := x/h.halfWidth, y/h.halfHeight
	r := math.Hypot(u, v)
	if r < 0.1 {
		return h.halfWidth
	}
	// The distance along the ray from the middle.
	return math.Abs(1-1/r) * math.Hypot(x, y)
}

// distanceToOne returns the distance from an upright stroke with a flag at its upper end.
func (h handwriting) distanceToOne(x, y float64) float64 {
	strokeDistance := segmentDistance(x, y, -h.halfHeight, 0, h.halfHeight)
	flagDistance := segmentDistance(x, y, -h.halfHeight, -h.serif*h.halfWidth, -h.halfHeight+h.serif*h.halfWidth)
	return min(strokeDistance, flagDistance)
}

// segmentDistance returns the distance of (x, y) from the segment between (0, ay) and (bx, by).
func segmentDistance(x, y, ay, bx, by float64) float64 {
	dy := by - ay
	t := (float64(x*bx) + float64((y-ay)*dy)) / (float64(bx*bx) + float64(dy*dy))
	t = min(max(t, 0), 1)
	return math.Hypot(x-float64(t*bx), y-ay-float64(t*dy))
}

// Texts are strings with labels −1 or +1, for string kernels. Half of each class is for training
// and half is held out for testing.
type Texts struct{ Train, HeldOut []Text }

// Text is a string with its label.
type Text struct {
	Letters string
	Label   float64
}

// Families returns n random strings of 16 to 24 letters A, C, G, T, half of them for training.
// The classes alternate. All letters are equally likely. Each string contains the motif
// of its family once, with one of its eight letters redrawn, so neither a length nor a
// position nor a letter distinguishes the families. The two motifs consist of the same
// letters. It panics if n is below 4.
func Families(n int, seed uint64) (t Texts, motifs [2]string) {
	if n < 4 {
		panic("dataset: too few strings for two families")
	}
	r := newSource(seed, streamFamilies)
	motifs[0] = shuffle(r, "AACCGGTT")
	for motifs[1] == "" || commonLength(motifs[0], motifs[1]) > 2 {
		motifs[1] = shuffle(r, motifs[0])
	}
	for i := range n {
		t.addString(i, withMotif(r, motifs[i%2]))
	}
	return t, motifs
}

// addString adds string i. The classes alternate, and two of every four strings are for training.
func (t *Texts) addString(i int, letters string) {
	text := Text{letters, 1 - 2*float64(i%2)}
	if i%4 < 2 {
		t.Train = append(t.Train, text)
	} else {
		t.HeldOut = append(t.HeldOut, text)
	}
}

// commonLength returns the length of the longest common substring.
func commonLength(x, z string) int {
	for n := min(len(x), len(z)); n > 0; n-- {
		for i := 0; i+n <= len(x); i++ {
			if strings.Contains(z, x[i:i+n]) {
				return n
			}
		}
	}
	return 0
}

func shuffle(r *rand.Rand, letters string) string {
	out := []byte(letters)
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return string(out)
}

// withMotif returns a random string that contains a motif with one of its letters redrawn.
func withMotif(r *rand.Rand, motif string) string {
	word := []byte(motif)
	word[r.IntN(len(word))] = "ACGT"[r.IntN(4)]
	n := 8 + r.IntN(9)
	lettersBefore := r.IntN(n + 1)
	return Letters(r, lettersBefore) + string(word) + Letters(r, n-lettersBefore)
}

// Letters returns n random letters A, C, G, T, all equally likely.
func Letters(r *rand.Rand, n int) string {
	out := make([]byte, n)
	for i := range out {
		out[i] = "ACGT"[r.IntN(4)]
	}
	return string(out)
}

// Languages returns common words of English (+1) and Italian (−1), collected for this
// lab, in pairs with the same meaning. They do not depend on a seed.
func Languages() Texts {
	const words = `house casa bridge ponte thought pensiero window finestra weather tempo winter inverno
		kitchen cucina street strada friend amico knight cavaliere daughter figlia shoulder spalla
		breakfast colazione school scuola bright luminoso church chiesa thunder tuono whisper sussurro
		strength forza laughter risata feather piuma stone pietra morning mattina forest foresta
		rich ricco white bianco bread pane butter burro sheep pecora ship nave
		worth valore earth terra length lunghezza shadow ombra wheel ruota brother fratello`
	var t Texts
	for i, w := range strings.Fields(words) {
		t.addString(i, w)
	}
	return t
}

// Streams separate the generators: the same seed gives each of them unrelated numbers.
const (
	streamMoons uint64 = iota + 1
	streamCircles
	_ // each _ is the number of a removed generator
	streamOverlapping
	_
	streamWorksheet
	streamSine
	streamParabola
	_
	_
	_
	streamDigits
	streamFamilies
	streamSplit = 100
	streamFolds = 200
)

// newSource returns a PCG generator for a seed and a stream. math/rand/v2 guarantees
// the same numbers on all platforms.
func newSource(seed, stream uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, stream)) }

// roundTo6 returns v rounded to six decimals. Generators round all numbers, so that differences in
// the last bit between the math libraries of two platforms have no effect.
func roundTo6(v float64) float64 { return math.Round(v*1e6) / 1e6 }

// pickDistinct returns k different values of choices, in random order.
func pickDistinct(r *rand.Rand, choices []float64, k int) []float64 {
	out := make([]float64, k)
	for i, j := range r.Perm(len(choices))[:k] {
		out[i] = choices[j]
	}
	return out
}

//go:embed data/*.csv
var dataFiles embed.FS

// builtins lists the built-in sets in the order of the curriculum, each with its name and
// its title for use in a sentence.
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
	f, err := dataFiles.Open("data/" + name + ".csv")
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

// Worksheet1D returns nine random points for the lifting exercise, in rising order. With u = x
// + 1, three of class −1 are around 0 (|u| ≤ 0.6) and three of class +1 on either side
// (1.2 ≤ |u| ≤ 3). All are multiples of 0.1.
//
// All seeds are equally hard. The best threshold errs on three points. (x + 1)² ≷ 1
// separates the classes, and so does a line over (x, x²), (x, exp x) or (x, x³). No two
// points have the same |u|, so there are no ties.
func Worksheet1D(seed uint64) *Set {
	r := newSource(seed, streamWorksheet)
	nearTenths := pickDistinct(r, []float64{12, 13, 14}, 2)
	middleTenths := pickDistinct(r, []float64{18, 19, 20, 21, 22}, 2)
	farTenths := pickDistinct(r, []float64{27, 28, 29, 30}, 2)
	innerTenths := pickDistinct(r, []float64{4, 5, 6}, 2)
	centreTenths := pickDistinct(r, []float64{-2, -1, 1, 2}, 1)
	allTenths := []float64{-farTenths[0], -middleTenths[0], -nearTenths[0], -innerTenths[0],
		centreTenths[0], innerTenths[1], nearTenths[1], middleTenths[1], farTenths[1]}
	points, labels := make([][]float64, 0, 9), make([]float64, 0, 9)
	for i, u := range allTenths {
		points = append(points, []float64{(u - 10) / 10})
		labels = append(labels, 1)
		if i/3 == 1 {
			labels[i] = -1
		}
	}
	return NewClassification("worksheet1d", slices.Clip(points), labels)
}

package unit5

import (
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/kernels"
	"kernellab/solvers"
	"kernellab/testdata/support/lessontest"
)

// TestFeatureSums_areTheClosedForms checks for 5.6 that the sums of many features approach the
// closed forms on the stage.
func TestFeatureSums_areTheClosedForms(t *testing.T) {
	e := lessontest.Open(t, threeGrams, "5.6", 1)
	for _, c := range []struct {
		step, slider string
		from, to     int
		most         float64
	}{{"bumps", "bumps", 8, 24, 0.05}, {"taylor", "terms3", 24, 24, 1e-13}} {
		for n := c.from; n <= c.to; n++ {
			scene := lessontest.Task(t, e, c.step).Scene(t.Context(), exercises.Answers{c.slider: strconv.Itoa(n)})
			sum, closed := scene.Figures[0].Plot.(ascii.Heatmap), scene.Figures[1].Plot.(ascii.Heatmap)
			for i := range sum.Rows {
				for j := range sum.Cols {
					if a, b := sum.At(i, j), closed.At(i, j); !(math.Abs(a-b) <= c.most) {
						t.Fatalf("%s, %d features: %v at (%d, %d), want %v by the closed form", c.step, n, a, i, j, b)
					}
				}
			}
		}
	}
	if got := termsNeeded(3, 1e-6); got != 27 {
		t.Errorf("%d terms at 3σ, want 27", got)
	}
	if e := taylorError(3, 10); math.Abs(e-0.41) > 0.005 {
		t.Errorf("ten terms lack %v at 3σ, want 0.41", e)
	}
}

// TestWithoutPenalty_findsSingularMatrices checks 5.4. The K of the quadratic kernel in the plane is
// singular for more than six points. In 16 digits, two points 10⁻⁹ apart make the K of an RBF
// singular, unless λ is large enough.
func TestWithoutPenalty_findsSingularMatrices(t *testing.T) {
	for seed := range uint64(30) {
		twice, grow := lessontest.OpenTask(t, Unit(), "5.4", "twice", seed).Scene, lessontest.OpenTask(t, Unit(), "5.4", "break", seed).Scene
		singular := func(s exercises.Scene) bool { return strings.Contains(s.Notes[0].String(), "singular") }
		if singular(grow(t.Context(), exercises.Answers{"n": "5"})) {
			t.Errorf("seed %d: five points: got a singular K, want a regular one", seed)
		}
		if s := grow(t.Context(), exercises.Answers{"n": "3", "largest": "6"}); !singular(s) ||
			s.Controls[0].Value != "8" {
			t.Errorf("seed %d: six points found: got the stage with %s points and %v, want 8 and a singular K", seed,
				s.Controls[0].Value, s.Notes)
		}
		for _, c := range []struct {
			apart, lambda string
			want          bool
		}{{"1", "1e-18", false}, {"1e-09", "1e-18", true}, {"1e-09", "1e-06", false}} {
			if got := singular(twice(t.Context(), exercises.Answers{"apart": c.apart, "lambda": c.lambda})); got !=
				c.want {
				t.Errorf("seed %d: distance %s, λ %s: singular: got %v, want %v", seed, c.apart, c.lambda, got, c.want)
			}
		}
		r := rand.New(rand.NewPCG(seed, 54))
		var x [][]float64
		for range 7 {
			x = append(x, []float64{r.NormFloat64(), r.NormFloat64()})
			r.NormFloat64()
		}
		k := kernels.Poly{Degree: 2, C: 1}
		six, seven := spectrumOf(kernels.Gram(k, x[:6])), spectrumOf(kernels.Gram(k, x))
		if six[0] < 1e-9 || seven[0] > 1e-12 {
			t.Errorf("seed %d: got the smallest eigenvalues %v with six points and %v with seven, want only the second 0",
				seed, six[0], seven[0])
		}
	}
}

// TestWorksheet_counterexamplesAreInRange checks that the distance in a counterexample
// lies between 0 and 1.
func TestWorksheet_counterexamplesAreInRange(t *testing.T) {
	task := lessontest.OpenTask(t, Unit(), "5.5", "formula", 7)
	for _, wrong := range []string{"d/h + 1", "1/h^d", "(1/h + d)^2", "(1 + h)^d", "2^d/h"} {
		said := lessontest.Text(lessontest.Report(task, task.Info().Reference.With("formula", wrong)).Fact)
		for _, m := range regexp.MustCompile(`h = ([0-9./]+)`).FindAllStringSubmatch(said, -1) {
			if !strings.HasPrefix(m[1], "0.") && !strings.Contains(m[1], "/") {
				t.Errorf("Check(%s): got %q, want distances h in [0, 1]", wrong, said)
			}
		}
	}
}

// TestWorksheet_wantsOneTermInTheExponent checks that the sum of the question is not
// accepted if typed back.
func TestWorksheet_wantsOneTermInTheExponent(t *testing.T) {
	task := lessontest.OpenTask(t, Unit(), "5.6", "bumps", 7)
	for text, accepted := range map[string]bool{
		"-(x-mu)^2/(2sigma^2) - (z-mu)^2/(2sigma^2) + (x-z)^2/(4sigma^2)": false,
		"-(mu - (x+z)/2)^2/sigma^2":                                       true, "-(x+z-2mu)^2/(4sigma^2)": true,
	} {
		if r := lessontest.Report(task, exercises.Answers{"bump": text}); r.Accepted != accepted {
			t.Errorf("Check(%s): got accepted %v, want %v", text, r.Accepted, accepted)
		}
	}
}

func spectrumOf(g *mat.SymDense) []float64 { return solvers.Eigenvalues(g.SymmetricDim(), g.At) }

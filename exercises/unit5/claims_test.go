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

// TestFeatureSums_areTheClosedForms checks the sums of features of 5.6. Powers and
// bumps give the closed forms exactly, the Taylor map in the limit.
func TestFeatureSums_areTheClosedForms(t *testing.T) {
	e := lessontest.Open(t, threeGrams, "5.6", 1)
	for _, c := range []struct {
		step, slider string
		from, to     int
		most         float64
	}{{"powers", "terms", 1, 16, 1e-11}, {"bumps", "bumps", 2, 24, 1e-13}, {"taylor", "terms3", 24, 24, 1e-13}} {
		for n := c.from; n <= c.to; n++ {
			scene := lessontest.Step(t, e, c.step).Scene(t.Context(), exercises.Answers{c.slider: strconv.Itoa(n)})
			sum, closed := scene.Figures[0].Plot.(ascii.Heatmap), scene.Figures[1].Plot.(ascii.Heatmap)
			for i := range sum.Rows {
				for j := range sum.Cols {
					if a, b := sum.At(i, j), closed.At(i, j); !(math.Abs(a-b) <= c.most) {
						t.Fatalf("%s, %d features: got %v at (%d, %d), want %v by the closed form", c.step, n, a, i,
							j, b)
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

// TestBumpSum_tendsToAWiderKernel checks that dense bumps give a kernel √2 times as
// wide, up to a factor.
func TestBumpSum_tendsToAWiderKernel(t *testing.T) {
	wide := kernels.RBF{Sigma: math.Sqrt2}
	bumps := func(x, z float64) (sum float64) {
		for mu := -3.0; mu <= 3; mu += 0.03 {
			sum += math.Exp(-(x-mu)*(x-mu)/2 - (z-mu)*(z-mu)/2)
		}
		return sum
	}
	for _, x := range []float64{-0.5, 0.2, 0.6} {
		for _, z := range []float64{-0.4, 0, 0.5} {
			if a, b := bumps(x, z)/bumps(0, 0), wide.Eval([]float64{x}, []float64{z}); math.Abs(a-b) > 1e-3 {
				t.Errorf("at (%v, %v): got %v, want %v as with the wide kernel", x, z, a, b)
			}
		}
	}
}

// TestLostDigits_findsSingularMatrices checks 5.4: the quadratic kernel of the plane
// takes at most six points, and two points 10⁻⁹ apart make the K of an RBF singular in
// 53 bits, unless λ is large enough.
func TestLostDigits_findsSingularMatrices(t *testing.T) {
	for seed := range uint64(30) {
		twice, grow := step(t, "5.4", "twice", seed).Scene, step(t, "5.4", "break", seed).Scene
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
				t.Errorf("seed %d: distance %s, λ %s: singular: got %v, want %v", seed, c.apart, c.lambda, got,
					c.want)
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
	step := step(t, "5.5", "formula", 7)
	for _, wrong := range []string{"d/h + 1", "1/h^d", "(1/h + d)^2", "(1 + h)^d", "2^d/h"} {
		said := lessontest.Text(
			lessontest.Report(step, lessontest.Over(step.Info().Reference, exercises.Answers{"formula": wrong})).Fact,
		)
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
	step := step(t, "5.6", "bumps", 7)
	for text, accepted := range map[string]bool{
		"-(x-mu)^2/(2sigma^2) - (z-mu)^2/(2sigma^2) + (x-z)^2/(4sigma^2)": false,
		"-(mu - (x+z)/2)^2/sigma^2":                                       true, "-(x+z-2mu)^2/(4sigma^2)": true,
	} {
		if r := lessontest.Report(step, exercises.Answers{"bump": text}); r.Accepted != accepted {
			t.Errorf("Check(%s): got accepted %v, want %v", text, r.Accepted, accepted)
		}
	}
}

func spectrumOf(g *mat.SymDense) []float64 { return solvers.Eigenvalues(g.SymmetricDim(), g.At) }

// Two points a distance δ apart: the smallest eigenvalue of an RBF's K goes like δ², and is at
// most δ²/2. A kernel with infinitely many features may be singular at distinct points.
func TestNearPoints(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 54))
		var x [][]float64
		for range 5 {
			x = append(x, []float64{r.NormFloat64(), r.NormFloat64()})
		}
		least := func(delta float64) float64 {
			near := append(x[:5:5], []float64{x[0][0] + delta, x[0][1]})
			return spectrumOf(kernels.Gram[[]float64](kernels.RBF{Sigma: 1}, near))[0]
		}
		if a, b := least(1e-3), least(1e-4); a > 1e-6/2 || b > 1e-8/2 || math.Abs(a/b/100-1) > 0.05 {
			t.Errorf("seed %d: smallest eigenvalues %v and %v at distances 10⁻³ and 10⁻⁴", seed, a, b)
		}
	}
	cosh := func(x, z float64) float64 { return math.Cosh(x * z) }
	if det := cosh(1, 1)*cosh(-1, -1) - cosh(1, -1)*cosh(-1, 1); det != 0 {
		t.Errorf("the determinant of cosh(xz) at 1 and −1 is %v, want 0", det)
	}
}

package unit9

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"kernellab/exercises"
	"kernellab/exercises/worksheets"
	"kernellab/testdata/support/check"

	"kernellab/testdata/support/lessontest"
)

// TestSpectralFactor_hasTheInnerProducts checks that the rows of UΛ^½ have the inner products in K.
func TestSpectralFactor_hasTheInnerProducts(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 2))
	for range 50 {
		b := mat.NewDense(3, 1+r.IntN(3), nil)
		b.Apply(func(_, _ int, _ float64) float64 { return r.NormFloat64() }, b)
		var k mat.SymDense
		k.SymOuterK(1, b)
		rows, ok := spectralFactor(&k)
		check.Must(t, ok, "factor(%v): got no factor, want one", mat.Formatted(&k))
		for i := range 3 {
			for j := range 3 {
				if math.Abs(floats.Dot(rows[i], rows[j])-k.At(i, j)) > 1e-9 {
					t.Errorf("φ%d·φ%d = %v, want %v as in K", i+1, j+1, floats.Dot(rows[i], rows[j]), k.At(i, j))
				}
			}
		}
	}
	if _, ok := spectralFactor(mat.NewSymDense(2, []float64{0, 1, 1, 0})); ok {
		t.Error("factor with a negative eigenvalue: got a factor, want none")
	}
}

// TestSample_refutesOnlyNonKernels checks that the sample never refutes a kernel. It must refute
// the last of the six similarities exactly if it has at least as many points as the task asks for.
func TestSample_refutesOnlyNonKernels(t *testing.T) {
	for _, seed := range lessontest.FiftySeeds() {
		s := newSample(rand.New(rand.NewPCG(seed, 92)))
		for i, c := range similarities() {
			for n := 2; n <= len(s.points); n++ {
				scene := s.firstPoints(n).similarityScene(context.Background(), c.Value, nil)
				if refuted := len(scene.Figures) > 2; i < 3 && refuted || i == 5 && refuted != (n >= s.refutingCount) {
					t.Errorf("seed %d: %s with %d points: refuted %v, want only the last to be refuted, from %d points on",
						seed, c.Label, n, refuted, s.refutingCount)
				}
			}
		}
	}
}

// similarity is an answer with its expected verdict and misconception. kernel is set if the task
// asks for a kernel, and not for a function that is not one.
type similarity struct {
	kernel  bool
	text    string
	verdict exercises.Verdict
	known   string
}

func (c similarity) check(t *testing.T, judge worksheets.Judge) {
	t.Helper()
	r := judge.Check(t.Context(), c.text)
	if r.Verdict != c.verdict || r.Misconception != c.known || r.Accepted != (c.verdict == exercises.Equal) {
		t.Errorf("kernel %v, %s: got %s %q %v, want %s %q", c.kernel, c.text, r.Verdict.Words(), r.Misconception, r.Fact,
			c.verdict.Words(), c.known)
	}
}

func TestSimilarityTask_judgesKernels(t *testing.T) {
	s := newSample(rand.New(rand.NewPCG(7, 92)))
	for _, c := range []similarity{
		{true, "(x-1)(z-1)", exercises.Equal, ""}, {true, "cos(2(x-z))", exercises.Equal, ""},
		{true, "x z", exercises.NotEqual, "positive"},
		{true, "x - z", exercises.NotEqual, "asymmetric"}, {true, "x z - 5", exercises.NotEqual, ""},
		{true, "min(z, x)", exercises.NotEqual, "given"}, {false, "|x-z|", exercises.Equal, ""},
		{false, "x + z", exercises.Equal, ""}, {false, "max(x, z)", exercises.Equal, ""},
		{false, "(1 - x z)^2", exercises.NotEqual, "given"},
		{false, "-|x-z|", exercises.NotEqual, "negative"},
		{false, "x z", exercises.NotEqual, ""},
		{false, "exp(-(x-z)^4)", exercises.Equal, ""},
		{false, "", exercises.Empty, ""},
		{true, "x +", exercises.Unreadable, ""},
	} {
		c.check(t, s.newTask("own", c.kernel).judges()["own"])
	}
}

// TestPlaneSample_judgesKernels checks that the judge distinguishes functions that all pairs of the
// points pass from functions that one or two points refute. It must also distinguish kernels of
// both dot and dist from kernels of only one of them.
func TestPlaneSample_judgesKernels(t *testing.T) {
	s := newPlaneSample(rand.New(rand.NewPCG(7, 921)), 7)
	for _, c := range []similarity{
		{false, "exp(-dist^3)", exercises.Equal, ""},
		{false, "exp(-dist^4)", exercises.Equal, ""},
		{false, "3cos(dist)", exercises.NotEqual, "given"},
		{false, "-2dist", exercises.NotEqual, "given"},
		{false, "1 - dist", exercises.NotEqual, "two"},
		{false, "exp(-dist)", exercises.NotEqual, "proved"},
		{false, "dot - 100", exercises.NotEqual, "one"},
		{false, "1/(1 + dist^2)", exercises.Undecided, ""},
		{false, "x1 z2", exercises.NotEqual, "asymmetric"},
		{true, "dot + exp(-dist)", exercises.Equal, ""},
		{true, "(1 + dot) exp(-9dist^2)", exercises.Equal, ""},
		{true, "dot + exp(-100dist^2)", exercises.Equal, ""},
		{true, "x1 z1 + 1", exercises.Equal, ""},
		{true, "cos(x1 - z1)", exercises.Equal, ""},
		{true, "exp(-dist)/2", exercises.NotEqual, "dist"},
		{true, "exp(dot)", exercises.NotEqual, "dot"},
		{true, "2", exercises.NotEqual, "dot"},
		{true, "(1+dot)(1+dot)^2", exercises.NotEqual, "given"},
		{true, "dot - dist", exercises.NotEqual, "refuted"},
		{true, "dot/(1 + dist^2)", exercises.Undecided, ""},
		{true, "", exercises.Empty, ""},
		{true, "dott", exercises.Unreadable, ""},
	} {
		c.check(t, s.newTask("own", c.kernel).judges()["own"])
	}
}

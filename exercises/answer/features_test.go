package answer

import (
	"context"
	"testing"

	"kernellab/exercises"
)

// phiCases are answers to 3.2 with what has to be said of them.
var phiCases = []struct {
	text    string
	verdict exercises.Verdict
	mistake string
}{
	{"[1, √2x1, √2x2, x1², x2², √2x1x2]", exercises.Equal, ""},
	{"1, sqrt(2)*x_1, √2 x₂, x1**2, x2^2, √(2)·x1·x2", exercises.Equal, ""},
	{"(√2x1x2, x2², x1², √2x2, √2x1, 1)", exercises.Equal, ""},
	{"[-1, -√2x1, √2x2, -x1², x2², √2x1x2]", exercises.Equal, ""},
	{"[1, √2x1, √2x2, x1², x2², x1x2, x2x1]", exercises.Equal, ""},
	{"[1, x1, x1, x2, x2, x1², x2², x1x2, x1x2]", exercises.Equal, ""},
	{"[1, √2x1, √2x2, (x1²+x2²)/√2, (x1²-x2²)/√2, √2x1x2]", exercises.Equal, ""},
	{"[1, x1+x2, x1-x2, x1², x2², 2x1x2/√2]", exercises.Equal, ""},
	{"1\n√2x1\n√2x2\nx1²\nx2²\n√2x1x2\n", exercises.Equal, ""},
	{"[3/5, 4/5, √2x1, √2x2, x1², x2², √2x1x2]", exercises.Equal, ""},
	{"[0, 1, √2x1, √2x2, x1², x2², √2x1x2]", exercises.Equal, ""},
	{"[1, √2x1, √2x2, x1², x2², x1x2]", exercises.NotEqual, "cross-one"},
	{"[1, √2x1, √2x2, x1², x2², 2x1x2]", exercises.NotEqual, "cross-two"},
	{"[1, x1, x2, x1², x2², √2x1x2]", exercises.NotEqual, "linear-one"},
	{"[1, 2x1, 2x2, x1², x2², √2x1x2]", exercises.NotEqual, "linear-two"},
	{"[1, x1, x2, x1², x2², x1x2]", exercises.NotEqual, "roots-missing"},
	{"[1, 2x1, 2x2, x1², x2², 2x1x2]", exercises.NotEqual, "twos-for-roots"},
	{"[√2x1, √2x2, x1², x2², √2x1x2]", exercises.NotEqual, "constant-missing"},
	{"[1, x1², x2², √2x1x2]", exercises.NotEqual, "linear-missing"},
	{"[x1², x2², √2x1x2]", exercises.NotEqual, "homogeneous"},
	{"[1, √2x1, √2x2, x1², x2²]", exercises.NotEqual, "cross-missing"},
	{"[c, √2x1, √2x2, x1², x2², √2x1x2]", exercises.NotEqual, "free-constant"},
	{"[1, √2x1z1, √2x2, x1², x2², √2x1x2]", exercises.NotEqual, "contains-z"},
	{"[1, 1.414x1, 1.414x2, x1², x2², 1.414x1x2]", exercises.Close, "decimals"},
	{"[1, √2x1, √2x2, x1², x2², 1.4142x1x2]", exercises.Close, "decimals"},
	{"[1, √2x1, √2x2, x1², x2², √3x1x2]", exercises.NotEqual, ""},
	{"[1, √2x1, √2x2, x1², x2², √2x1x2, x1]", exercises.NotEqual, ""},
	{"", exercises.Empty, ""},
	{"   ", exercises.Empty, ""},
	{"[1, √2x1", exercises.Unreadable, ""},
	{"[1, √2y1, √2x2, x1², x2², √2x1x2]", exercises.Unreadable, ""},
	{"[(x1+x2+1)^60]", exercises.Undecided, ""},
	{"[9^9^9^9]", exercises.Undecided, ""},
}

func TestQuadraticFeatures(t *testing.T) {
	for _, c := range phiCases {
		r := JudgeFeatures(context.Background(), c.text, QuadraticFeatures())
		if r.Verdict != c.verdict || r.Misconception != c.mistake {
			t.Errorf("%s: %s %q, want %s %q (%v)", c.text, r.Verdict.Words(), r.Misconception, c.verdict.Words(), c.mistake, r.Fact)
		}
	}
}

// TestOtherKernels: the same judge with a parameter, in three dimensions, and
// for all ordered products.
func TestOtherKernels(t *testing.T) {
	withC := FeatureTask{
		X: []string{"x1", "x2"}, Z: []string{"z1", "z2"}, Params: []string{"c"},
		Kernel:    "(x1 z1 + x2 z2 + c)^2",
		Canonical: []string{"c", "√(2c) x1", "√(2c) x2", "x1^2", "x2^2", "√2 x1 x2"},
	}
	ordered := FeatureTask{
		X: []string{"x1", "x2", "x3"}, Z: []string{"z1", "z2", "z3"},
		Kernel:    "(x1 z1 + x2 z2 + x3 z3)^2",
		Canonical: []string{"x1^2", "x2^2", "x3^2", "√2 x1 x2", "√2 x1 x3", "√2 x2 x3"},
	}
	cubic := FeatureTask{
		X: []string{"x1"}, Z: []string{"z1"},
		Kernel: "(1 + x1 z1)^3", Canonical: []string{"1", "√3 x1", "√3 x1^2", "x1^3"},
	}
	for _, c := range []struct {
		task    FeatureTask
		text    string
		verdict exercises.Verdict
	}{
		{withC, "[c, √(2c)x1, √(2c)x2, x1², x2², √2x1x2]", exercises.Equal},
		{withC, "[c, √2√c x1, √c√2x2, x1², x2², x1x2, x2x1]", exercises.Equal},
		{withC, "[c, √c x1, √c x1, √(2c)x2, x1², x2², √2x1x2]", exercises.Equal},
		{withC, "[c, √2c x1, √(2c)x2, x1², x2², √2x1x2]", exercises.Ambiguous},
		{withC, "[√c, √(2c)x1, √(2c)x2, x1², x2², √2x1x2]", exercises.NotEqual},
		{ordered, "[x1x1, x1x2, x1x3, x2x1, x2x2, x2x3, x3x1, x3x2, x3x3]", exercises.Equal},
		{ordered, "[x1x1, x1x2, x1x3, x2x2, x2x3, x3x3]", exercises.NotEqual},
		{cubic, "[1, √3x1, √3x1², x1³]", exercises.Equal},
		{cubic, "[1, x1, x1², x1³]", exercises.NotEqual},
		{cubic, "[1, 1.732x1, 1.732x1², x1³]", exercises.Close},
	} {
		if r := JudgeFeatures(context.Background(), c.text, c.task); r.Verdict != c.verdict {
			t.Errorf("%s: %s %v, want %s", c.text, r.Verdict.Words(), r.Fact, c.verdict.Words())
		}
	}
}

// QuadraticFeatures is the task for (xᵀz + 1)² in two dimensions.
func QuadraticFeatures() FeatureTask {
	return FeatureTask{
		X: []string{"x1", "x2"}, Z: []string{"z1", "z2"},
		Kernel:    "(x1 z1 + x2 z2 + 1)^2",
		Canonical: []string{"1", "√2 x1", "√2 x2", "x1^2", "x2^2", "√2 x1 x2"},
	}
}

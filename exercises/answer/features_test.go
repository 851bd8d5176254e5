package answer

import (
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
		r := JudgeFeatures(c.text, QuadraticFeatures())
		if r.Verdict != c.verdict || r.Misconception != c.mistake {
			t.Errorf("%s: %s %q, want %s %q (%v)", c.text, r.Verdict.Words(), r.Misconception, c.verdict.Words(), c.mistake, r.Fact)
		}
	}
}

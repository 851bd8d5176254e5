package answer

import (
	"context"
	"testing"

	"kernellab/exercises"
)

// Families are written out for two, three and four components and compared as
// polynomials.
func TestFamilies(t *testing.T) {
	task := FamilyTask{Kernel: "(u + c)^2", Params: []string{"c"}, Families: []string{"c", "√(2c) x_i", "x_i x_j"}}
	for _, c := range []struct {
		text    string
		verdict exercises.Verdict
	}{
		{"[c, √(2c) x_i, x_i x_j]", exercises.Equal},
		{"x_j x_i, -c, √(2c)·x_j", exercises.Equal},
		{"[c, √2√c x_l, x_l x_i]", exercises.Equal},
		{"[c, √c x_i, √c x_i, x_i x_j]", exercises.Equal},
		{"[c, x_i √(2c), 3/5 x_i x_j, 4/5 x_i x_j]", exercises.Equal},
		{"[c, √(2c) x_i, √2 x_i x_j]", exercises.NotEqual},
		{"[c, √(2c) x_i, x_i^2, x_i x_j]", exercises.NotEqual},
		{"[c, √(2c) x_i, x_i^2]", exercises.NotEqual},
		{"[1, √2 x_i, x_i x_j]", exercises.NotEqual},
		{"[√c, √(2c) x_i, x_i x_j]", exercises.NotEqual},
		{"[c, 2c x_i, x_i x_j]", exercises.NotEqual},
		{"[c, √(2c) x1, √(2c) x2, x_i x_j]", exercises.NotEqual}, // right for d = 2
		{"[c, √(2c) x1, √(2c) x2, x1^2, x2^2, √2 x1 x2]", exercises.NotEqual},
		{"c + √(2c) x_i + x_i x_j", exercises.NotEqual},
		{"(u + c)^2", exercises.Unreadable},
		{"", exercises.Empty},
		{"[c, √(2c) x_i, x_i x_j", exercises.Unreadable},
		{"[x_i^60^60]", exercises.Undecided},
	} {
		r := JudgeFamily(context.Background(), c.text, task)
		if r.Verdict != c.verdict {
			t.Errorf("%s: %s, want %s (%v)", c.text, r.Verdict.Words(), c.verdict.Words(), r.Fact)
		}
	}
}

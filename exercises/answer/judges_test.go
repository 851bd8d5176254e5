package answer

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kernellab/exercises"
)

func TestHalves(t *testing.T) {
	s := sumScope()
	for typed, want := range map[string]bool{
		"Σ_{i,j} (x_i x_j)(z_i z_j) + Σ_i (√(2c) x_i)(√(2c) z_i) + c c": true,
		"c^2 + Σ_i √(2c) x_i √(2c) z_i":                                 true,
		"Σ_i x_i^2 z_i^2 + Σ_{i<j} (√2 x_i x_j)(√2 z_i z_j)":            true,
		"Σ_i (x_i/c)(z_i/c)":                                            true,
		"x_1 z_1 + 4 x_2 z_2/4":                                         false,
		// 4 in the numerator and 4 in the denominator
		"Σ_i e^(x_i) e^(z_i)":        true,
		"(x'z)^2":                    false,
		"(Σ_i x_i z_i)(Σ_j x_j z_j)": false,
		"2c Σ_i x_i z_i":             false,
		"Σ_i 2c x_i z_i":             false,
		"Σ_i x_i z_i - c c":          false,
		"Σ_i x_i^2 z_i":              false,
		"Σ_{i,j} x_i x_j z_i z_i":    false,
		"Σ_i (x_i + c) (z_i + c)":    true,
		"Σ_i (x_i + c) (z_i - c)":    false,
		"c":                          false,
	} {
		if e := MustParse(typed, s); Halves.holds(e) != want {
			t.Errorf("%s is in halves: %v", typed, !want)
		}
	}
	if Halves.holds(MustParse("c c", Scope{Vars: []string{"c"}})) {
		t.Error("halves of nothing")
	}
}

// The lines of a chain follow up to the first that breaks it or cannot be read. A
// chain with the right end also needs enough lines and the required form.
func TestDerivationTask_lines(t *testing.T) {
	task := DerivationTask{Scope: sumScope(), From: "(x'z + c)^2", To: "(x'z)^2 + 2c x'z + c^2", Form: Halves, Least: 2}
	const right, ends = "(x'z)^2 + 2c x'z + c^2", "Σ_{i,j} x_i x_j z_i z_j + Σ_i √(2c)x_i √(2c)z_i + c c"
	for _, c := range []struct {
		text     string
		stand    string // f follows, b broken, . neither
		accepted bool
		id       string
	}{
		{right + "; " + ends, "ff", true, ""},
		{right + "\n= " + ends, "ff", true, ""},
		{ends, "f", false, "leap"},
		{right + "; " + right, "ff", false, "form"},
		{right + "; x'z; " + ends, "fb.", false, ""},
		{right + "; (x'z; " + ends, "fb.", false, ""},
		{"", "", false, ""},
		{right + "; ", "f", false, "form"},
	} {
		got := ""
		for _, l := range task.Lines(context.Background(), c.text) {
			got += map[[2]bool]string{{true, false}: "f", {false, true}: "b"}[[2]bool{l.Follows, l.Broken}]
			if !l.Follows && !l.Broken {
				got += "."
			}
		}
		r := task.Judge(context.Background(), c.text)
		if got != c.stand || r.Accepted != c.accepted || r.Misconception != c.id ||
			c.accepted && r.Verdict != exercises.Equal {
			t.Errorf("Lines(%q) = %q, accepted %v as %q, want %q, %v, %q", c.text, got, r.Accepted, r.Misconception,
				c.stand, c.accepted, c.id)
		}
	}
}

// With d ≤ n ≤ m, a term counts if it is the largest for some such sizes. The test
// checks this by definition, along rays d = t^e₁, n = t^e₂, m = t^e₃.
func TestGrowthTask_orderedVariables(t *testing.T) {
	task := func(want string) GrowthTask {
		return GrowthTask{Vars: []string{"d", "n", "m"}, Order: []string{"d", "n", "m"}, Want: want}
	}
	rapid.Check(t, func(t *rapid.T) {
		power := rapid.IntRange(0, 3)
		a := []int{power.Draw(t, "a1"), power.Draw(t, "a2"), power.Draw(t, "a3")}
		b := []int{power.Draw(t, "b1"), power.Draw(t, "b2"), power.Draw(t, "b3")}
		text := func(p []int) string { return fmt.Sprintf("d^%d n^%d m^%d", p[0], p[1], p[2]) }
		same := task(text(a)).Judge(t.Context(), text(a)+" + "+text(b)).Accepted
		ever := true // a is at least b along every ray
		for e1 := range 4 {
			for e2 := e1; e2 < 5; e2++ {
				for e3 := e2; e3 < 6; e3++ {
					ever = ever && a[0]*e1+a[1]*e2+a[2]*e3 >= b[0]*e1+b[1]*e2+b[2]*e3
				}
			}
		}
		if same != ever {
			t.Fatalf("%s + %s like %s: %v, along rays %v", text(a), text(b), text(a), same, ever)
		}
	})
}

// A wrong rate is told which letter has another power, and not which power it needs.
func TestGrowthTask_slips(t *testing.T) {
	for _, c := range []struct{ text, id, says string }{
		{"d n^2", "letters", "n and d"}, {"n d^3", "power-large", "becomes 8 times"},
		{"n d^1.5", "power-small", "2.83 times"}, {"d^2", "letter-missing", "with n"}, {"n d^2 m", "letter-extra", "with m"},
		{"n d^2 log d", "logarithm", "logarithm"}, {"n + d^2", "sum", "a product is needed"},
	} {
		r := GrowthTask{Vars: []string{"n", "d", "m"}, Want: "n d^2"}.Judge(t.Context(), "O("+c.text+")")
		if r.Accepted || r.Misconception != c.id || !strings.Contains(r.Fact[0].String(), c.says) {
			t.Errorf("Judge(O(%s)) = %q, %v, want %q, %q", c.text, r.Misconception, r.Fact, c.id, c.says)
		}
	}
}

func vectorOf(text string) []Expr { return MustParse(text, Scope{}).List() }

// Integer combinations lie in the span. With a multiple of the normal added they do
// not.
func TestSpanTask_combinations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(-5, 5)
		a, b, u, v, w := n.Draw(t, "a"), n.Draw(t, "b"), n.Draw(t, "u"), n.Draw(t, "v"), n.Draw(t, "w")
		task := SpanTask{Of: [][]Expr{vectorOf(fmt.Sprintf("[1, 0, %d]", a)), vectorOf(fmt.Sprintf("[0, 1, %d]", b))}}
		text := fmt.Sprintf("[%d, %d, %d]", u-a*w, v-b*w, u*a+v*b+w)
		if got, want := task.Judge(t.Context(), text).Accepted, w == 0; got != want {
			t.Fatalf("%s in the span of (1, 0, %d) and (0, 1, %d): %v", text, a, b, got)
		}
	})
}

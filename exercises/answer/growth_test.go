package answer

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"kernellab/exercises"
)

// With d ≤ n ≤ m a term counts that is largest for some such sizes: decided
// here along rays d = t^e₁, n = t^e₂, m = t^e₃, as the definition says.
func TestGrowthInOrder(t *testing.T) {
	task := func(want string) GrowthTask {
		return GrowthTask{Vars: []string{"d", "n", "m"}, Order: []string{"d", "n", "m"}, Want: want}
	}
	for _, c := range []struct {
		want, text string
		verdict    exercises.Verdict
	}{
		{"m^3", "O(n m^2 + m^3)", exercises.Equal},
		{"m^3", "O(m^3)", exercises.Equal},
		{"n m^2 + m^3", "m^3", exercises.Equal},
		{"m^3", "O(n m^2)", exercises.NotEqual},
		{"n^3", "O(n^2 d + n^3)", exercises.Equal},
		{"n^3", "O(n^2 m)", exercises.NotEqual},
		{"n d", "O(n d + d^2)", exercises.Equal},
		{"n d", "O(n^2)", exercises.NotEqual},
		{"n d", "O(m)", exercises.NotEqual},
		{"m", "O(m + n)", exercises.Equal},
		{"m", "O(m log(m))", exercises.NotEqual},
	} {
		r := JudgeGrowth(t.Context(), c.text, task(c.want))
		if r.Verdict != c.verdict {
			t.Errorf("%s for %s: %s %v, want %s", c.text, c.want, r.Verdict.Words(), r.Fact, c.verdict.Words())
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		power := rapid.IntRange(0, 3)
		a := []int{power.Draw(t, "a1"), power.Draw(t, "a2"), power.Draw(t, "a3")}
		b := []int{power.Draw(t, "b1"), power.Draw(t, "b2"), power.Draw(t, "b3")}
		text := func(p []int) string { return fmt.Sprintf("d^%d n^%d m^%d", p[0], p[1], p[2]) }
		same := JudgeGrowth(t.Context(), text(a)+" + "+text(b), task(text(a))).Accepted
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

// d2 is d² for some and 2d for others, and they are asked where it matters.
func TestGrowthOfANameWithADigit(t *testing.T) {
	for _, c := range []struct {
		want, text string
		verdict    exercises.Verdict
	}{
		{"d", "O(d2)", exercises.Ambiguous}, {"d^2", "O(d2)", exercises.Ambiguous}, {"n", "O(d2)", exercises.NotEqual},
		{"d^2", "O(d^2)", exercises.Equal}, {"d", "O(2d)", exercises.Equal}, {"d^2", "O(2d)", exercises.NotEqual},
	} {
		r := JudgeGrowth(t.Context(), c.text, GrowthTask{Vars: []string{"n", "d"}, Want: c.want})
		if r.Verdict != c.verdict || c.verdict == exercises.Ambiguous && len(r.Readings) != 2 {
			t.Errorf("%s for %s: %s %v", c.text, c.want, r.Verdict.Words(), r.Readings)
		}
	}
}

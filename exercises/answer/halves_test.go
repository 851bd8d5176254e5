package answer

import (
	"context"
	"testing"

	"kernellab/exercises"
)

func TestHalves(t *testing.T) {
	s := sumScope()
	for typed, want := range map[string]bool{
		"Σ_{i,j} (x_i x_j)(z_i z_j) + Σ_i (√(2c) x_i)(√(2c) z_i) + c c": true,
		"c^2 + Σ_i √(2c) x_i √(2c) z_i":                                 true,
		"Σ_i x_i^2 z_i^2 + Σ_{i<j} (√2 x_i x_j)(√2 z_i z_j)":            true,
		"Σ_i (x_i/c)(z_i/c)":                                            true,
		"x_1 z_1 + 4 x_2 z_2/4":                                         false, // 4 above and 4 below
		"Σ_i e^(x_i) e^(z_i)":                                           true,
		"(x'z)^2":                                                       false,
		"(Σ_i x_i z_i)(Σ_j x_j z_j)":                                    false,
		"2c Σ_i x_i z_i":                                                false,
		"Σ_i 2c x_i z_i":                                                false,
		"Σ_i x_i z_i - c c":                                             false,
		"Σ_i x_i^2 z_i":                                                 false,
		"Σ_{i,j} x_i x_j z_i z_i":                                       false,
		"Σ_i (x_i + c) (z_i + c)":                                       true,
		"Σ_i (x_i + c) (z_i - c)":                                       false,
		"c":                                                             false,
	} {
		if e := MustParse(typed, s); Halves.holds(e) != want {
			t.Errorf("%s is in halves: %v", typed, !want)
		}
	}
	if Halves.holds(MustParse("c c", Scope{Vars: []string{"c"}})) {
		t.Error("halves of nothing")
	}
}

// The lines of a chain stand up to the first that breaks it or cannot be read; one
// that ends right needs as many as are asked for, and the form.
func TestDerivationLines(t *testing.T) {
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
		r := JudgeDerivation(context.Background(), c.text, task)
		if got != c.stand || r.Accepted != c.accepted || r.Misconception != c.id || c.accepted && r.Verdict != exercises.Equal {
			t.Errorf("%q stands %q, accepted %v as %q", c.text, got, r.Accepted, r.Misconception)
		}
	}
}

package answer

import (
	"strings"
	"testing"
)

// sumScope is two vectors of any length d.
func sumScope() Scope {
	return Scope{
		Vars: []string{"c", "d"}, Positive: []string{"c"}, Indices: []string{"i", "j", "l"}, N: 3,
		Arrays: []Array{{Name: "x", Dims: []int{3}}, {Name: "z", Dims: []int{3}}},
	}.AnySize("d")
}

// A sum over two indices is one over each, in every spelling, and that over i < j has
// each pair once.
func TestSumsOverTwoIndices(t *testing.T) {
	s := sumScope()
	for _, c := range []struct{ typed, same, shown string }{
		{"Σ_{i,j} x_i z_j", "(Σ_i x_i)(Σ_j z_j)", "Σᵢ Σⱼ xᵢ·zⱼ"},
		{"Σ_{i j} x_i z_j", "(Σ_i x_i)(Σ_j z_j)", "Σᵢ Σⱼ xᵢ·zⱼ"},
		{"Σ_ij x_i z_j", "(Σ_i x_i)(Σ_j z_j)", "Σᵢ Σⱼ xᵢ·zⱼ"},
		{"Σᵢⱼ xᵢzⱼ", "(Σ_i x_i)(Σ_j z_j)", "Σᵢ Σⱼ xᵢ·zⱼ"},
		{"ΣᵢΣⱼ xᵢzⱼ", "(Σ_i x_i)(Σ_j z_j)", "Σᵢ Σⱼ xᵢ·zⱼ"},
		{"sum_{i,j} x_i z_j", "(Σ_i x_i)(Σ_j z_j)", "Σᵢ Σⱼ xᵢ·zⱼ"},
		{"sum(i, j, x_i z_j)", "(Σ_i x_i)(Σ_j z_j)", "Σᵢ Σⱼ xᵢ·zⱼ"},
		{`\sum_{i,j} x_i z_j`, "(Σ_i x_i)(Σ_j z_j)", "Σᵢ Σⱼ xᵢ·zⱼ"},
		{"Σ_{i,j,l} x_i z_j x_l", "(Σ_i x_i)^2 Σ_j z_j", "Σᵢ Σⱼ Σₗ xᵢ·zⱼ·xₗ"},
		{"Σ_i x_i^2 + 2 Σ_{i<j} x_i x_j", "(Σ_i x_i)^2", "Σᵢ xᵢ² + 2·(Σ_{i<j} xᵢ·xⱼ)"},
		{"Σ_i x_i^2 + 2 sum(i < j, x_i x_j)", "(Σ_i x_i)^2", "Σᵢ xᵢ² + 2·(Σ_{i<j} xᵢ·xⱼ)"},
		{"Σ_{i<j} (x_i - x_j)^2", "d Σ_i x_i^2 - (Σ_i x_i)^2", "Σ_{i<j} (xᵢ − xⱼ)²"},
	} {
		e, err := Parse(t.Context(), c.typed, s)
		if err != nil {
			t.Errorf("%s: %v", c.typed, err)
			continue
		}
		if got := e.String(); got != c.shown {
			t.Errorf("%s is read as %s, not %s", c.typed, got, c.shown)
		}
		if !provedEqual(e, MustParse(c.same, s)) {
			t.Errorf("%s is not %s", c.typed, c.same)
		}
		again, err := Parse(t.Context(), e.String(), s)
		if err != nil || again.String() != e.String() {
			t.Errorf("%s read again is %s, %v", e, again, err)
		}
	}
	for typed, says := range map[string]string{
		"Σ_{i,i} x_i": "twice", "Σ_{i<} x_i": "", "Σ_{i<j<l} x_i x_j x_l": "", "Σ_{} x_i": "",
	} {
		if e, err := Parse(t.Context(), typed, s); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s is read as %v, %v", typed, e, err)
		}
	}
}

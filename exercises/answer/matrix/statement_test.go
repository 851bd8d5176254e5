package matrix

import (
	"fmt"
	"math/big"
	"os"
	"regexp"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"kernellab/exercises"
	"kernellab/kernels/expr"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// weakDuality returns the derivation of g ≤ ½‖w‖² for a hard margin.
func weakDuality(t testing.TB) PointDerivation {
	t.Helper()
	w, err := NewPointDerivation(PointDerivationSpec{
		Letters: []string{"w: m", "b: 1", "phi_i: m", "t: n", "f: n", "alpha: n", "L(w, b, alpha): 1", "g(alpha): 1"},
		Signs:   []string{"t"},
		Aliases: map[string]string{"min L": "g", "a": "alpha"},
		Given: []string{"f_i = w^T phi_i + b", "t_i f_i >= 1", "sum_i alpha_i t_i = 0",
			"L = 1/2 w^T w - sum_i alpha_i (t_i f_i - 1)"},
		Facts: []Fact{
			{"alpha_i >= 0", "the sign of the multipliers"},
			{"L <= 1/2 w^T w", "how L compares with ½‖w‖²"},
			{"g <= L", "how the minimum of L compares with L"},
		},
	}, "g <= 1/2 w^T w", nil, false)
	check.OK(t, err)
	return w
}

// TestPointDerivation_weakDuality judges the answers of testdata/weak_duality.tsv, whose verdicts were
// written before the judge could read an inequality.
func TestPointDerivation_weakDuality(t *testing.T) {
	src := must.Value(os.ReadFile("testdata/weak_duality.tsv"))
	w := weakDuality(t)
	for i, line := range strings.Split(strings.TrimSpace(string(src)), "\n")[1:] {
		cells := strings.Split(line, "\t")
		r := w.Judge(t.Context(), strings.ReplaceAll(cells[0], "⏎", "\n"))
		said := fmt.Sprint(r.Headline, r.Fact)
		got := "unfinished"
		switch n := 0; {
		case r.Accepted:
			got = "right"
		case r.Verdict == exercises.Unreadable:
			got = "unreadable"
		case strings.Contains(said, "too early"):
			fmt.Sscanf(r.Headline, "Line %d", &n)
			got = fmt.Sprint("early ", n)
		case r.Headline == "":
			fmt.Sscanf(r.Fact[0].String(), "Line %d", &n)
			got = fmt.Sprint("wrong ", n)
		}
		check.That(t, got == cells[1],
			"line %d: %s is %s %v, want %s: %s", i+2, cells[0], got, said, cells[1], cells[2])
	}
}

// square returns the derivation of vᵀKv ≥ 0 from features.
func square(t testing.TB) PointDerivation {
	t.Helper()
	w, err := NewPointDerivation(PointDerivationSpec{
		Letters: []string{"Phi: n×m", "phi_i: m", "K: n×n", "v: n"},
		Given:   []string{"phi_i = Phi_i"},
		Facts: []Fact{
			{"K = Phi Phi^T", "what K is made of"},
			{"K^T = K", "that K is symmetric"},
			{"v^T K v = v^T Phi Phi^T v", "vᵀKv with the features in it"},
		},
	}, "v^T K v >= 0", nil, false)
	check.OK(t, err)
	return w
}

// If an inequality holds because a square is not negative, some line must contain the square.
func TestPointDerivation_square(t *testing.T) {
	const begun = "K = ΦΦᵀ; Kᵀ = K; "
	for text, want := range map[string]string{
		begun + "v^T K v = v^T Φ Φ^T v = (Φ^T v)^T (Φ^T v) = ||Φ^T v||^2 >= 0":                 "",
		"K = ΦΦ^T; K^T = (ΦΦ^T)^T = ΦΦ^T = K; v^T K v = v^T ΦΦ^T v = ‖Φᵀv‖² ≥ 0":               "",
		"K = ΦΦᵀ; v^T K v = v^T ΦΦ^T v = ‖Φᵀv‖² ≥ 0; K^T = (ΦΦ^T)^T = ΦΦ^T = K":                "",
		begun + "v^T K v = ‖Φᵀv‖²; v^T K v >= 0":                                               "",
		begun + "v^T K v = ‖Φᵀv‖²; 0 <= v^T K v":                                               "",
		"K_ij = φ_i^T φ_j; K_ij = K_ji; vᵀKv = Σ_i Σ_j v_i v_j φ_i^T φ_j = ‖Σ_i v_i φ_i‖² ≥ 0": "",
		"K = ΦΦᵀ; K = Kᵀ; vᵀKv = vᵀΦΦᵀv; vᵀΦΦᵀv = |Φᵀv|²; vᵀKv ≥ 0":                            "",
		"v^T K v >= 0":                         "First state what K is made of",
		"K = ΦΦᵀ; v^T K v >= 0":                "First write by which square the two sides differ",
		begun + "v^T K v = v^T Φ Φ^T v >= 0":   "First write by which square the two sides differ",
		begun + "v^T K v = ‖Φv‖²; v^T K v ≥ 0": "n×m times n×1",
		begun + "v^T K v = ‖Φᵀv‖² > 0":         "does not hold. For example",
		begun + "v^T K v = ‖Φᵀv‖²":             "Not written yet: the statement that was to be shown",
		begun + "‖Φᵀv‖² ≥ 0; vᵀKv ≥ 0":         "Not written yet: vᵀKv with the features in it",
		"K = ΦΦᵀ; v^T K v = ‖Φᵀv‖² ≥ 0":        "Not written yet: that K is symmetric",
		"K = ΦᵀΦ":            "and",
		begun + "K_ij ≥ 0":   "does not hold",
		begun + "v^T v > 0":  "does not hold",
		begun + "v^T v >= 1": "does not hold",
		begun + "v^T K v = v^T ΦΦ^T v = ‖v^T Φ‖² >= 0": "",
		begun + "v^T K v = Σ_k (Σ_i v_i Φ_ik)^2 >= 0":  "only points have indices here",
		begun + "v^T K v = ‖Φᵀv‖ ≥ 0":                  "needs its square",
		begun + "v^T K v = ‖Φᵀv‖² = ‖Φ‖² ‖v‖²":         "is m×m",
	} {
		r := square(t).Judge(t.Context(), text)
		said := fmt.Sprint(r.Headline, r.Fact)
		check.That(t, r.Accepted == (want == "") && strings.Contains(said, want),
			"%s: %s %s, want %q", text, r.Verdict.Words(), said, want)
	}
}

// representer returns the derivation of the representer theorem.
func representer(t testing.TB) PointDerivation {
	t.Helper()
	w, err := NewPointDerivation(PointDerivationSpec{
		Letters: []string{"phi_i: m", "w: m", "v: m", "u: m", "a: n"},
		Given:   []string{"v = sum_i a_i phi_i"},
		Facts: []Fact{
			{"w = v + u", "the two parts of w"},
			{"u^T phi_i = 0", "what u is perpendicular to"},
			{"w^T phi_i = v^T phi_i", "that the points see only v"},
			{"w^T w = v^T v + u^T u", "the square of the length of w"},
			{"w^T w >= v^T v", "which of the two is longer"},
		},
	}, "sum_i ℓ(w^T phi_i) + Ω(‖w‖) >= sum_i ℓ(v^T phi_i) + Ω(‖v‖)", nil, false)
	check.OK(t, err)
	return w
}

func TestPointDerivation_representer(t *testing.T) {
	const begun = "w = v + u; u^T φ_i = 0; w^T φ_i = v^T φ_i; "
	const lengths = "‖w‖² = ‖v‖² + ‖u‖² ≥ ‖v‖²; "
	for text, want := range map[string]string{
		begun + lengths + "Σ_i ℓ(w^T φ_i) + Ω(‖w‖) ≥ Σ_i ℓ(v^T φ_i) + Ω(‖v‖)":                                                                               "",
		begun + lengths + "Σ_i ℓ(w^T φ_i) = Σ_i ℓ(v^T φ_i); Ω(‖w‖) >= Ω(‖v‖); Σ_i ℓ(v^T φ_i) + Ω(‖v‖) <= Σ_i ℓ(w^T φ_i) + Ω(‖w‖)":                           "",
		"w = v + u; φ^T u = 0; wᵀφ = vᵀφ + uᵀφ = vᵀφ; ‖w‖² = vᵀv + 2 vᵀu + uᵀu = ‖v‖² + ‖u‖²; ‖w‖ ≥ ‖v‖; Σ_i ℓ(w^T φ_i) + Ω(‖w‖) ≥ Σ_i ℓ(v^T φ_i) + Ω(‖v‖)": "",
		begun + "‖w‖ ≥ ‖v‖":                                          "First write by which square the two sides differ",
		begun + lengths + "Ω(‖w‖) ≥ Ω(‖v‖) + Ω(‖u‖)":                 "does not hold",
		begun + lengths + "Ω(‖w‖) ≥ Ω(‖v‖) + ‖u‖²":                   "does not hold",
		begun + lengths + "Ω(‖w‖) ≥ 0":                               "does not hold",
		begun + lengths + "Ω(‖w‖) ≥ ‖w‖²":                            "does not hold",
		begun + lengths + "2Ω(‖w‖) ≥ Ω(‖v‖)":                         "does not hold",
		begun + lengths + "Σ_i ℓ(w^T φ_i) + Ω(‖w‖) ≥ Σ_i ℓ(v^T φ_i)": "does not hold",
		`w = v + u; u^T φ_i = 0 for all i; w^T φ_i = v^T φ_i by u ⊥ φ; ` + lengths +
			`\sum_i \ell_i(w^T φ_i) + \Omega(\|w\|) \geqslant \sum_i \ell_i(v^T φ_i) + \Omega(\|v\|)`: "",
		"(w^T w)^12 = 0": "whole numbers from 1 to 9",
		begun + lengths + "Ω(‖w‖) > Ω(‖v‖)":                  "does not hold",
		begun + lengths + "Σ_i ℓ(w^T φ_i) + Ω(‖w‖) ≥ Ω(‖v‖)": "does not hold",
		"w = v + u; w^T φ_i = v^T φ_i":                       "First state what u is perpendicular to",
		"w = v":                                              "does not hold",
		"w = v + u; u = 0":                                   "does not hold",
		"w = v + u; ‖w‖² = ‖v‖² + ‖u‖²":                      "First state",
		begun + lengths:                                      "Not written yet: the statement that was to be shown",
		begun + "‖w‖ = ‖v‖ + ‖u‖":                            "needs its square",
		begun + "Ω(wᵀw) ≥ Ω(vᵀv)":                            "takes a length",
	} {
		r := representer(t).Judge(t.Context(), text)
		said := fmt.Sprint(r.Headline, r.Fact)
		check.That(t, r.Accepted == (want == "") && strings.Contains(said, want),
			"%s: %s %s, want %q", text, r.Verdict.Words(), said, want)
	}
}

// A counterexample contains all numbers that are needed to compute both sides, also if one side is
// a letter and the student has chosen the sign of the multipliers.
func TestPointDerivation_counterexample(t *testing.T) {
	const goal = "L = 1/2 w^T w - sum_i alpha_i (t_i (w^T phi_i + b) - 1)"
	walk, err := NewPointDerivation(PointDerivationSpec{
		Letters: []string{"w: m", "b: 1", "phi_i: m", "t: n", "alpha: n", "L(w, b, alpha): 1"},
		Signs:   []string{"t"}, EitherSign: []string{"alpha"}, Aliases: map[string]string{"a": "alpha"},
		Given: []string{"t_i (w^T phi_i + b) >= 1"},
		Facts: []Fact{{"alpha_i >= 0", "the sign of the multipliers"}, {goal, "what L is"}},
	}, goal, nil, false)
	check.OK(t, err)
	for text, sign := range map[string]float64{"a_i >= 0; L = 1/2 w^T w": -1, "a_i <= 0; L = 1/2 w^T w": 1} {
		said := strings.ReplaceAll(fmt.Sprint(walk.Judge(t.Context(), text).Fact), "−", "-")
		numbers := map[string][]float64{}
		for _, m := range regexp.MustCompile(`(\S+) = \(?([-\d/, ]*\d)\)?[, ]`).FindAllStringSubmatch(said, -1) {
			for n := range strings.SplitSeq(m[2], ", ") {
				q, _ := new(big.Rat).SetString(n)
				x, _ := q.Float64()
				numbers[m[1]] = append(numbers[m[1]], x)
			}
		}
		w := numbers["w"]
		want := floats.Dot(w, w) / 2
		for i, a := range numbers["α"] {
			score := floats.Dot(w, numbers["φ"+expr.Subscript(fmt.Sprint(i+1))]) + numbers["b"][0]
			want += sign * a * (numbers["t"][i]*score - 1)
		}
		var num, den float64 = 0, 1
		_, after, _ := strings.Cut(said, "the left side is ")
		fmt.Sscanf(after, "%g/%g", &num, &den)
		check.That(t, num/den == want && len(numbers["α"]) >= 2 && want != floats.Dot(w, w)/2,
			"%s: %s, but L = %g", text, said, want)
	}
}

package answer

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"kernellab/exercises"
)

// Whether a product or a sum is proved to be a kernel does not depend on the order
// or the bracketing of its parts.
func TestKernelTask_productsInAnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(92, 1))
	plain := KernelTask{X: []string{"x"}, Z: []string{"z"}}
	for _, c := range []struct {
		sign  string
		parts []string
	}{
		{"*", []string{"exp(-x)", "exp(-z)", "x", "z"}},
		{"*", []string{"sin(x)", "sin(z)", "(x z + 1)"}},
		{"*", []string{"cos(x)", "exp(x z)", "cos(z)", "2"}},
		{"*", []string{"x", "(1 + x)", "z", "(1 + z)", "exp(-(x-z)^2)"}},
		{"*", []string{"exp(x z - x^2)", "exp(-z^2)", "3"}},
		{"*", []string{"(x - 1)", "|x|", "(z - 1)", "|z|"}},
		{"*", []string{"x^3", "cos(x - z)", "z^3"}},
		{"*", []string{"exp(x z)", "exp(-|x - z|)", "exp(-(x - z)^2)", "x z"}},
		{"*", []string{"(-sin(x))", "(-1)", "2", "(-sin(z))", "(-1)"}},
		{"*", []string{"(x z + x)", "exp(x z)", "(z x + z)", "x z"}},
		{"+", []string{"exp(x z)", "x z", "(-1)", "1"}},
		{"+", []string{"x^2", "z^2 x^2", "(-x^2)", "sin(x) sin(z)"}},
	} {
		for range 20 {
			text := bracketed(r, c.sign, shuffledTexts(r, c.parts))
			if f := JudgeKernel(t.Context(), text, plain); !f.Accepted {
				t.Errorf("%s: %s %v", text, f.Verdict.Words(), f.Fact)
			}
		}
	}
	for _, text := range []string{"-sin(x) sin(z)", "sin(x) * 2 * z", "(-1) * exp(x) * exp(z)", "exp(x) - exp(z)",
		"x z - exp(x z)", "(x z - 1) exp(x z) (x z - 1) (x z - 2)",
		"exp(x z) exp(|x - z|)", "exp(-x z) exp(-|x - z|)", "exp(x z) exp(-|x - z|^3)"} {
		if f := JudgeKernel(t.Context(), text, plain); f.Accepted {
			t.Errorf("%s: %v", text, f.Fact)
		}
	}
	for _, text := range []string{"sqrt(x z)", "exp(x z)/((1 + x)(1 + z))", "sqrt(x) min(x, z) sqrt(z)",
		"x exp(x z)/exp(x) z/exp(z)", "min(x, z)/2/(1+x)/(1+z)", "exp(x + z)", "(x + z + x z + 1) exp(x z)"} {
		if f := JudgeKernel(t.Context(), text,
			KernelTask{X: []string{"x"}, Z: []string{"z"}, NonNegative: true}); !f.Accepted {
			t.Errorf("%s: %s %v", text, f.Verdict.Words(), f.Fact)
		}
	}
}

func shuffledTexts(r *rand.Rand, texts []string) []string {
	out := make([]string, len(texts))
	for i, k := range r.Perm(len(texts)) {
		out[i] = texts[k]
	}
	return out
}

// bracketed joins texts with a sign, in random brackets.
func bracketed(r *rand.Rand, sign string, texts []string) string {
	if len(texts) == 1 {
		return texts[0]
	}
	cut := 1 + r.IntN(len(texts)-1)
	return "(" + strings.Join([]string{bracketed(r, sign, texts[:cut]), bracketed(r, sign, texts[cut:])},
		" "+sign+" ") + ")"
}

// A positive factor makes a multiple; another function or a negative factor does
// not.
func TestExpr_isMultipleOf(t *testing.T) {
	s := KernelTask{X: []string{"x"}, Z: []string{"z"}, NonNegative: true}.Scope()
	for _, c := range []struct {
		given, text string
		want        bool
	}{
		{"exp(-(x-z)^2)", "2exp(-(x-z)^2)", true},
		{"exp(-(x-z)^2)", "exp(1 - (x-z)^2)", true},
		{"exp(-(x-z)^2)", "exp(-2(x-z)^2)", false},
		{"(1 + x z)^2", "(2 + 2x z)^2/3", true},
		{"(1 + x z)^2", "(1 + 2x z)^2", false},
		{"min(x, z)", "√2 min(z, x)", true},
		{"min(x, z)", "min(x, z)^2", false},
		{"(x z - 1)^2", "0.1 (1 - x z)^2", true},
		{"tanh(x z + 1)", "-tanh(x z + 1)", false},
		{"tanh(x z + 1)", "tanh(x z + 1) / 7", true},
		{"exp(-|x-z|^3)", "5 exp(-|z-x|^3)", true},
		{"exp(-|x-z|^3)", "0", false},
	} {
		if got := MustParse(c.text, s).IsMultipleOf(MustParse(c.given, s)); got != c.want {
			t.Errorf("%s of %s: %v", c.text, c.given, got)
		}
	}
}

// The same holds for functions of two vectors.
func TestExpr_isMultipleOfVectors(t *testing.T) {
	s := KernelTask{X: []string{"x1", "x2"}, Z: []string{"z1", "z2"}}.Scope()
	for text, want := range map[string]bool{"2cos(dist)": true, "-cos(dist)": false, "cos(||z - x||)": true,
		"dot cos(dist)": false, "x1 z1 + x2 z2": false} {
		e, err := Parse(t.Context(), text, s)
		if err != nil || e.IsMultipleOf(MustParse("cos(dist)", s)) != want {
			t.Errorf("%s is a multiple of cos(dist): not %v (%v)", text, want, err)
		}
	}
}

// Elimination agrees with the definition: BBᵀ is positive semidefinite for every B,
// and a matrix that is not has a vector v as evidence.
func TestIsPSD_matchesDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	for range 300 {
		m := make([][]*big.Rat, 3)
		for i := range m {
			m[i] = make([]*big.Rat, 3)
		}
		for i := range m {
			for j := range i + 1 {
				m[i][j] = big.NewRat(int64(r.IntN(9)-4), 1)
				m[j][i] = m[i][j]
			}
		}
		least := math.Inf(1)
		for range 2000 {
			v := []float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
			form := 0.0
			for i, row := range m {
				for j, entry := range row {
					f, _ := entry.Float64()
					form += v[i] * f * v[j]
				}
			}
			least = min(least, form)
		}
		if isPSD(m) != (least >= -1e-9) && math.Abs(least) > 1e-2 {
			t.Errorf("isPSD(%v) = %v, want it to agree with the least vᵀMv, %v", m, isPSD(m), least)
		}
		if isPSD(m) {
			continue
		}
		if v := negativeDirection(inFloats(m), 1e-12); v == nil || quadraticForm(m, v).Sign() >= 0 {
			t.Errorf("%v: no witness, got %v", m, v)
		}
	}
}

// A witness at given points is exact, and kernels have none.
func TestKernelTask_refutedAtPoints(t *testing.T) {
	task := KernelTask{X: []string{"x"}, Z: []string{"z"}, NonNegative: true}
	points := [][]float64{{0.5}, {1.5}, {0}, {2.25}, {3}, {1}}
	for text, want := range map[string]bool{
		"(x z - 1)^2": true, "tanh(x z + 1)": true, "exp(-|x-z|^3)": true, "|x-z|": true,
		"exp(-(x-z)^2)": false, "(1 + x z)^2": false, "min(x, z)": false,
	} {
		e := MustParse(text, task.Scope())
		f, ok := task.RefutedAt(e, points)
		if ok != want {
			t.Errorf("RefutedAt(%s) = %v, want %v", text, ok, want)
		}
		if ok && f.Value >= 0 {
			t.Errorf("RefutedAt(%s): vᵀKv = %v, want it below 0", text, f.Value)
		}
	}
}

// JudgeKernel returns the finding of Decide about a text as the result of a field.
func JudgeKernel(ctx context.Context, text string, t KernelTask) Result {
	return Judged(ctx, text, t.Scope(), func(e Expr) Result { return t.result(t.Decide(e, nil)) })
}

func (t KernelTask) result(f KernelFinding) Result {
	switch {
	case f.Proved:
		r := newResult(exercises.Equal, "%s", f.Derivation[0])
		for _, line := range f.Derivation[1:] {
			r = r.withFact("%s", line)
		}
		return r
	case f.Refuted:
		return newResult(exercises.NotEqual, "%s", f.Why)
	case f.Why != "":
		return newResult(exercises.Undecided, "%s", f.Why)
	}
	return newResult(exercises.Undecided, "No negative vᵀKv at the %d sets of points I tried, which proves nothing.",
		len(t.trials()))
}

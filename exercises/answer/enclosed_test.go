package answer

import (
	"strings"
	"testing"

	"kernellab/exercises"
)

// TestNoFalseRefutation: what floating point has differ, and does not, is never
// wrong; and no fact tells a value that floating point got wrong.
func TestNoFalseRefutation(t *testing.T) {
	s := Scope{Vars: []string{"x"}}
	for _, tt := range []struct{ want, text string }{
		{"x", "1e17 (sin(2x) - 2 sin(x) cos(x)) + x"},
		{"x", "ln(exp(1000x))/1000"},
		{"x", "ln(exp(1000x^2))/(1000x)"},
		{"0", "sin(x)^2 + cos(x)^2 - 1"},
		{"0", "1e20 (sin(x)^2 + cos(x)^2 - 1)"},
		{"cosh(x)", "(exp(x) + exp(-x))/2"},
		{"1", "tanh(x)^2 + 1/cosh(x)^2"},
		{"tan(x)", "sin(x)/cos(x)"},
		{"sin(1e9 x)", "2 sin(5e8 x) cos(5e8 x)"},
		{"exp(800x)", "exp(400x)^2 + sin(x) - sin(x)"},
	} {
		r := JudgeExpr(t.Context(), tt.text, ExprTask{Scope: s, Want: tt.want})
		if r.Verdict != exercises.Equal && r.Verdict != exercises.Undecided {
			t.Errorf("%s for %s: %s %v", tt.text, tt.want, r.Verdict.Words(), r.Fact)
		}
	}
	for _, tt := range []struct{ want, text, fact string }{
		{"sin(x)", "sin(x) + 1e-13", "needed is 0.909297426825"},
		{"sin(x) + x", "sin(x) + (x + 1e20) - 1e20 + 1e-13 x", "x: yours has"},
		{"ln(exp(1000x)) + sin(x)", "ln(exp(1001x)) + sin(x)", "At x = "},
		{"abs(sin(x))", "abs(sin(x)) + exp(-1000)", ""},
	} {
		r := JudgeExpr(t.Context(), tt.text, ExprTask{Scope: s, Want: tt.want})
		if r.Accepted || len(r.Fact) == 0 || r.Verdict == exercises.NotEqual && !strings.Contains(r.Fact[0].String(), tt.fact) {
			t.Errorf("%s for %s: %s %v", tt.text, tt.want, r.Verdict.Words(), r.Fact)
		}
	}
}

// TestNumbersAreSharp: a number that floating point gets wrong is judged by its
// digits.
func TestNumbersAreSharp(t *testing.T) {
	for text, right := range map[string]bool{
		"1e17 (sin(1)^2 + cos(1)^2 - 1) + 2.83": true,
		"exp(800)/exp(800) + 1.83":              true,
		"ln(exp(1000))/1000 + 1.83":             true,
		"1e20 (sin(2) - 2sin(1)cos(1)) + 2.84":  false,
	} {
		r := JudgeNumber(t.Context(), text, NumberTask{Want: MustParse("2√2", Scope{}), Digits: 3})
		if r.Accepted != right {
			t.Errorf("%s: %s %v", text, r.Verdict.Words(), r.Fact)
		}
	}
}

// TestKernelWitnessIsCertain: a kernel is not refuted by rounding, and a
// witness counts by the sign of its sum however small that is.
func TestKernelWitnessIsCertain(t *testing.T) {
	task := KernelTask{X: []string{"x"}, Z: []string{"z"}}
	for _, text := range []string{"1e12 (1 + x^2/1000) (1 + z^2/1000) exp(-abs(x-z)/100)", "1e15 exp(-(x-z)^2/1e6)", "exp(-(x-z)^2/1e12)"} {
		if r := JudgeKernel(t.Context(), text, task); r.Verdict == exercises.NotEqual {
			t.Errorf("%s: %v", text, r.Fact)
		}
	}
	tiny := WitnessTask{KernelTask: task, Kernel: "1e-20 (x z - 1)"}
	if r := JudgeWitness(t.Context(), "0 | 1", tiny); !r.Accepted {
		t.Errorf("%s %v", r.Verdict.Words(), r.Fact)
	}
	if r := JudgeWitness(t.Context(), "1 | 1", tiny); r.Accepted {
		t.Errorf("%s %v", r.Verdict.Words(), r.Fact)
	}
}

package kernels

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"kernellab/testdata/support/bombs"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

func TestParse_readsString(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"linear", "linear"}, {" Linear ( ) ", "linear"}, {"poly(degree=2,c=1)", "poly(degree=2,c=1)"},
		{"poly(3)", "poly(degree=3,c=1)"}, {"poly(p=3, coef0=.5)", "poly(degree=3,c=0.5)"},
		{"rbf(sigma=1)", "rbf(sigma=1)"}, {"rbf(2)", "rbf(sigma=2)"},
		{"gaussian(σ=0.1)", "rbf(sigma=0.1)"}, {"rbf(gamma=.5)", "rbf(sigma=1)"},
		{"rbf(g=2)", "rbf(sigma=0.5)"}, {"rbf(s=2)", "rbf(sigma=1.414213562373095)"},
		{"0.3*rbf(sigma=1)+0.7*linear", "0.3*rbf(sigma=1)+0.7*linear"},
		{"linear*2", "2*linear"},
		{"2·linear×linear*3", "6*linear*linear"},
		{"(linear+rbf(1))*poly(2)", "(linear+rbf(sigma=1))*poly(degree=2,c=1)"},
		{"(linear+linear)+linear", "(linear+linear)+linear"},
		{"2*(3*linear)", "2*(3*linear)"},
		{"(2*linear)*linear", "(2*linear)*linear"},
		{`expr(" exp(-dist) ")`, `expr("exp(-dist)")`},
		{`expr('dot^2 − 1')`, `expr("dot^2 − 1")`},
		{`features("x","(x+1)^2")`, `features("x","(x+1)^2")`},
	} {
		k, err := Parse(c.in)
		if err != nil {
			t.Errorf("Parse(%q): got error %v, want none", c.in, err)
			continue
		}
		check.Equal(t, k.String(), c.want, "Parse(%q)", c.in)
	}
}

func TestParse_errors(t *testing.T) {
	for _, c := range []struct {
		in  string
		pos int
		msg string
	}{
		{"", 0, `no kernel is given`},
		{"rfb(sigma=1)", 0, `there is no kernel "rfb"`},
		{"linaer", 0, `there is no kernel "linaer"`},
		{"sigmoid", 0, `there is no kernel "sigmoid"`},
		{"rbf(sigma=0)", 10, `sigma must be greater than 0, not 0`},
		{"rbf(gamma=-1)", 10, `gamma must be greater than 0, not -1`},
		{"rbf", 0, `rbf needs a width`},
		{"rbf(width=1)", 4, `rbf has no "width"`},
		{"rbf(sigma=1e300)", 10, `sigma=1e+300 is out of range: σ may be 1e-100 to 1e+100`},
		{"poly(degree=50)", 12, `the degree must be a whole number from 1 to 30, not 50`},
		{"poly(degree=2.5)", 12, `the degree must be a whole number from 1 to 30, not 2.5`},
		{"poly(2,-1)", 7, `c must be 0 or more, not -1: with c < 0 this is not a kernel`},
		{"poly(2,p=3)", 7, `degree is given twice`},
		{"poly", 0, `a polynomial kernel needs a degree`},
		{"-2*linear", 0, `a negative multiple of a kernel is not positive semidefinite`},
		{"0*linear", 0, `a multiple of a kernel must be positive and finite, not 0`},
		{"1+linear", 0, `a number alone is not a kernel`},
		{"linear-linear", 6, `"-" was not expected here`},
		{"linear^2", 6, `"^" was not expected here`},
		{"(linear", 0, `this parenthesis is not closed before the end`},
		{"1e999*linear", 0, `"1e999" is not a number that can be held`},
		{`expr("exp(-dits)")`, 11, `"dits" is not a variable here`},
		{`expr("x-z")`, 6, `a kernel must be symmetric, and here swapping x and z changes the value`},
		{`expr("2dot")`, 7, `"dot" was not expected after a complete formula`},
		{`expr("")`, 6, `the formula is empty`},
		{`expr("dot`, 5, `the quoted text does not end`},
		{`expr("sinh(dot)")`, 6, `"sinh" is not a function here`},
		{`expr("exp(1,2)")`, 6, `exp cannot take 2 values`},
		{"σ$", 1, `"$" means nothing here`},
	} {
		k, err := Parse(c.in)
		var pe *ParseError
		if !errors.As(err, &pe) || k != nil {
			t.Errorf("Parse(%q) = %v, %v; want a ParseError", c.in, k, err)
			continue
		}
		want := fmt.Sprintf("kernel %q, character %d: %s; ", c.in, c.pos+1, c.msg)
		check.That(t, pe.Pos == c.pos && strings.HasPrefix(pe.Error(), want),
			"Parse(%q):\n got %d %s\nwant %d %s", c.in, pe.Pos, pe, c.pos, want)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"linear", "poly(degree=2,c=1)", "rbf(gamma=.5)", "rbf(s=2)", "0.3*rbf(sigma=1)+0.7*linear",
		`(linear+linear)*expr("exp(-dist^2/3)")`, `features("x","abs(x1+1)")`, `expr("min(x,z)")`,
		"rbf(sigma=0)", "((", "1e999", `expr("`, "σ·−²",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		k, err := Parse(s)
		var pe *ParseError
		if err != nil {
			check.Must(t, errors.As(err, &pe) && k == nil,
				"Parse(%q) = %v, error %v, want a ParseError alone", s, k, err)
			if pe.Pos < 0 || pe.Pos > len([]rune(s)) || pe.Msg == "" || pe.Hint == "" {
				t.Fatalf("Parse(%q): got error %+v, want a place, a message and a hint", s, pe)
			}
			return
		}
		back, err := Parse(k.String())
		check.Must(t, err == nil && back.String() == k.String(),
			"Parse(%q) = %q, read back as %v, error %v, want the same", s, k, back, err)
	})
}

// typed parses a formula as a kernel.
func typed(t check.T, formula string) *Expr {
	k := must.Value(Parse(`expr("` + formula + `")`))
	return k.(*Expr)
}

func TestExpr_formulas(t *testing.T) {
	for _, c := range []struct {
		formula string
		want    float64 // at x = (3), z = (−1): dot −3, dist 4, dist2 16
	}{
		{"dot", -3}, {"dist", 4}, {"dist2", 16}, {"x*z", -3}, {"min(x,z)", -1}, {"max(x,z,2)", 3},
		{"2+3*4", 14}, {"2-3-4", -5}, {"24/4/2", 3}, {"2^3^2", 512}, {"-2^2", -4}, {"2^-1", 0.5},
		{"-dist²+dist³", 48}, {"(1+dot)^2", 4}, {"exp(-dist)", math.Exp(-4)}, {"sqrt(dist2)", 4},
		{"abs(dot)", 3}, {"cos(dot)+sin(dist)", math.Cos(3) + math.Sin(4)}, {"tanh(dot)", math.Tanh(-3)},
		{"log(dist)", math.Log(4)}, {"pow(dist,0.5)", 2}, {"+-+dot", 3}, {"1e-3*dist", 0.004},
	} {
		if got := typed(t, c.formula).Eval([]float64{3}, []float64{-1}); got != c.want && math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%q = %v, want %v", c.formula, got, c.want)
		}
	}
}

// Formulas with x1, z1, … have the values of the equivalent kernels and survive
// printing and parsing.
func TestExpr_coordinatesAgreeWithKernels(t *testing.T) {
	points := normalPoints(12, 2)
	for formula, other := range map[string]string{
		"x1*z1 + x2*z2":                     "linear",
		"(x1*z1 + x2*z2 + 1)^2":             "poly(2, 1)",
		"exp(-((x1-z1)^2 + (x2-z2)^2)/2)":   "rbf(sigma=1)",
		"x1*z1*(x2*z2)^2":                   `features("x1*x2^2")`,
		"x2 * z2 + dot - x1*z1 - x2*z2":     `features("x2")`,
		"dist2 - (x1 - z1)^2 - (x2 - z2)^2": `0.5*expr("dot - dot")`,
	} {
		k := mustParse(t, `expr("`+formula+`")`)
		if again := mustParse(t, k.String()); again.String() != k.String() {
			t.Errorf("Parse(%s) = %s, read back as %s, want the same", formula, k, again)
		}
		if got, want := Gram(k, points), Gram(mustParse(t, other), points); !mat.EqualApprox(got, want, 1e-12) {
			t.Errorf("Gram of %s = %v, want that of %s, %v", formula, mat.Formatted(got), other, mat.Formatted(want))
		}
	}
}

// Parse refuses formulas that are not symmetric or mix x with x1, and CheckDim
// refuses points with fewer coordinates.
func TestExpr_coordinatesRefused(t *testing.T) {
	for typed, want := range map[string]string{
		"x1 + z2": "symmetric", "x1*z1 + x": "points in 1-D", "x0*z0": "not a variable", "x10*z10": "not a " +
			"variable", "x1": "symmetric", "x1 z1": "not expected",
	} {
		if _, err := Parse(`expr("` + typed + `")`); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want “%s”", typed, err, want)
		}
	}
	k := must.Value(Parse(`linear + expr("x3*z3")`))
	check.That(t, CheckDim(k, 2) != nil && CheckDim(k, 3) == nil,
		"CheckDim: got %v for 2, %v for 3, want an error for 2 alone", CheckDim(k, 2), CheckDim(k, 3))
}

// typedBombs returns short texts of kernels whose values are expensive.
func typedBombs() map[string]string {
	run := func(text, between string, n int) string {
		return strings.TrimSuffix(strings.Repeat(text+between, n), between)
	}
	nest := func(open, core, closing string, n int) string {
		return strings.Repeat(open, n) + core + strings.Repeat(closing, n)
	}
	return map[string]string{
		"exponentials":    `expr("` + run("exp(-dist)", "*", 170) + `")`,
		"long sum":        `expr("` + run("dot", "+", 480) + `")`,
		"nested":          `expr("` + nest("exp(", "-dist", ")", 90) + `")`,
		"deep":            `expr("` + nest("(", "dot", ")", 900) + `")`,
		"tower":           `expr("` + run("dot", "^", 95) + `")`,
		"min":             `expr("` + nest("min(dot,", "1", ")", 90) + `")`,
		"powers":          `expr("` + nest("pow(", "dot", ",30)", 90) + `")`,
		"sum of kernels":  run("rbf(1)", "+", 280),
		"product":         run("rbf(1)", "*", 280),
		"polynomials":     run("poly(30,1)", "*", 170),
		"sum of products": run("rbf(1)*rbf(2)*linear", "+", 90),
		"huge multiple":   strings.Repeat("1e300*", 300) + "linear",
		"features":        `features(` + run(`"x"`, ",", 480) + `)`,
		"feature":         `features("` + run("exp(x)", "*", 280) + `")`,
		"far coordinate":  `features("x999999999")`,
		"long":            strings.Repeat("linear+", 9000) + "linear",
		"just allowed":    `expr("` + run("exp(-dist)", "+", 28) + `")`,
	}
}

func TestParse_expensiveKernels(t *testing.T) {
	points := [][]float64{{0, 0}, {1, 0}, {0, 1}, {-1, 2}, {2, -1}, {1, 1}, {-2, -2}, {0.5, 0.25}}
	for name, text := range typedBombs() {
		bombs.CheckLimits(t, name, func() { probeTyped(t, name, text, points) })
	}
}

func probeTyped(t *testing.T, name, text string, points [][]float64) {
	k, err := Parse(text)
	var bad *ParseError
	switch {
	case err != nil && (!errors.As(err, &bad) || bad.Msg == "" || len([]rune(err.Error())) > 4000):
		t.Errorf("Parse of %s: got error %.200q, want a short ParseError", name, err)
	case err == nil && CheckDim(k, 2) == nil:
		Gram(k, points)
		axis := make([]float64, 120)
		for i := range axis {
			axis[i] = float64(i)/30 - 2
		}
		Expansion{Kernel: k, Points: points, Coef: []float64{1, -1, 1, -1, 1, -1, 1, -1}}.Sample(make([]float64,
			len(axis)*len(axis)), axis, axis)
	}
}

func TestParse_refusesExpensiveKernels(t *testing.T) {
	for _, text := range []string{`expr("exp(-dist)+exp(-dist2)*cos(dist)")`, "0.3*rbf(1)+0.7*poly(30,1)*linear"} {
		if _, err := Parse(text); err != nil {
			t.Errorf("Parse(%s): got error %v, want none", text, err)
		}
	}
	for _, name := range []string{"exponentials", "long sum", "sum of kernels", "feature"} {
		_, err := Parse(typedBombs()[name])
		if err == nil || !strings.Contains(err.Error(), "operations") || !strings.Contains(err.Error(),
			"fewer terms works") {
			t.Errorf("Parse of %s: got error %.200v, want one that says what would work", name, err)
		}
	}
}

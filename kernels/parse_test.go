package kernels

import (
	"errors"
	"testing"

	"pgregory.net/rapid"
)

func TestParsePrints(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"linear", "linear"},
		{" Linear ( ) ", "linear"},
		{"poly(degree=2,c=1)", "poly(degree=2,c=1)"},
		{"poly(3)", "poly(degree=3,c=1)"},
		{"poly(p=3, coef0=.5)", "poly(degree=3,c=0.5)"},
		{"rbf(sigma=1)", "rbf(sigma=1)"},
		{"rbf(2)", "rbf(sigma=2)"},
		{"gaussian(σ=0.1)", "rbf(sigma=0.1)"},
		{"rbf(gamma=.5)", "rbf(sigma=1)"},
		{"rbf(g=2)", "rbf(sigma=0.5)"},
		{"rbf(s=2)", "rbf(sigma=1.414213562373095)"},
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
			t.Errorf("Parse(%q): %v", c.in, err)
			continue
		}
		if got := k.String(); got != c.want {
			t.Errorf("Parse(%q) prints %q, want %q", c.in, got, c.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		in  string
		pos int
		msg string
	}{
		{"", 0, `kernel "", character 1: no kernel is given; ` + whatWorks()},
		{"rfb(sigma=1)", 0, `kernel "rfb(sigma=1)", character 1: there is no kernel "rfb"; did you mean rbf(sigma=1)?`},
		{"linaer", 0, `kernel "linaer", character 1: there is no kernel "linaer"; did you mean linear?`},
		{"sigmoid", 0, `kernel "sigmoid", character 1: there is no kernel "sigmoid"; ` + whatWorks()},
		{"rbf(sigma=0)", 10, `kernel "rbf(sigma=0)", character 11: sigma must be greater than 0, not 0; use a positive width like rbf(sigma=1)`},
		{"rbf(gamma=-1)", 10, `kernel "rbf(gamma=-1)", character 11: gamma must be greater than 0, not -1; use a positive width like rbf(sigma=1)`},
		{"rbf", 0, `kernel "rbf", character 1: rbf needs a width; write rbf(sigma=1), rbf(s=1.4) with s² = 2σ², or rbf(gamma=0.5) with gamma = 1/(2σ²)`},
		{"rbf(width=1)", 4, `kernel "rbf(width=1)", character 5: rbf has no "width"; it has sigma, s or gamma, as in rbf(sigma=1)`},
		{"rbf(sigma=1e300)", 10, `kernel "rbf(sigma=1e300)", character 11: sigma=1e+300 is out of range: σ may be 1e-100 to 1e+100; use a width near the distances between the points`},
		{"poly(degree=50)", 12, `kernel "poly(degree=50)", character 13: the degree must be a whole number from 1 to 30, not 50; write poly(degree=2,c=1)`},
		{"poly(degree=2.5)", 12, `kernel "poly(degree=2.5)", character 13: the degree must be a whole number from 1 to 30, not 2.5; write poly(degree=2,c=1)`},
		{"poly(2,-1)", 7, `kernel "poly(2,-1)", character 8: c must be 0 or more, not -1: with c < 0 this is no kernel; use c=1, or c=0 for only the products of full degree`},
		{"poly(2,p=3)", 7, `kernel "poly(2,p=3)", character 8: degree is given twice; give it once`},
		{"poly", 0, `kernel "poly", character 1: a polynomial kernel needs a degree; write poly(degree=2,c=1)`},
		{"-2*linear", 0, `kernel "-2*linear", character 1: a negative multiple of a kernel is not positive semidefinite; use a positive multiple, as in 0.5*linear`},
		{"0*linear", 0, `kernel "0*linear", character 1: a multiple of a kernel must be positive and finite, not 0; use a multiple like 0.5`},
		{"1+linear", 0, `kernel "1+linear", character 1: a number alone is no kernel; multiply a kernel by it, as in 1*linear`},
		{"linear-linear", 6, `kernel "linear-linear", character 7: "-" was not expected here; a difference of kernels need not be a kernel; sums with positive multiples are`},
		{"linear^2", 6, `kernel "linear^2", character 7: "^" was not expected here; a power is a product, as in linear*linear, or poly(degree=2,c=0)`},
		{"(linear", 0, `kernel "(linear", character 1: this parenthesis is not closed before the end; close it with )`},
		{"1e999*linear", 0, `kernel "1e999*linear", character 1: "1e999" is not a number that can be held; write it like 2, 0.5 or 1e-3`},
		{`expr("exp(-dits)")`, 11, `kernel "expr(\"exp(-dits)\")", character 12: "dits" is not a variable here; did you mean dist?`},
		{`expr("x-z")`, 6, `kernel "expr(\"x-z\")", character 7: a kernel must be symmetric, and here swapping x and z changes the value; use x and z alike, as in min(x,z) or x*z`},
		{`expr("2dot")`, 7, `kernel "expr(\"2dot\")", character 8: "dot" was not expected after a complete formula; put an operator + - * / ^ there, as in 2*dist`},
		{`expr("")`, 6, `kernel "expr(\"\")", character 7: the formula is empty; write one over dot, dist, dist2 (and x, z in 1-D; x1, z1, … in more)`},
		{`expr("dot`, 5, `kernel "expr(\"dot", character 6: the quoted text does not end; close it with another "`},
		{`expr("sinh(dot)")`, 6, `kernel "expr(\"sinh(dot)\")", character 7: "sinh" is not a function here; did you mean sin?`},
		{`expr("exp(1,2)")`, 6, `kernel "expr(\"exp(1,2)\")", character 7: exp cannot take 2 values; give exp 1`},
		{"σ$", 1, `kernel "σ$", character 2: "$" means nothing here; a kernel is written with letters, numbers and + * ( ) , =`},
	} {
		k, err := Parse(c.in)
		var pe *ParseError
		if !errors.As(err, &pe) || k != nil {
			t.Errorf("Parse(%q) = %v, %v; want a ParseError", c.in, k, err)
			continue
		}
		if pe.Pos != c.pos || pe.Error() != c.msg {
			t.Errorf("Parse(%q):\n got %d %s\nwant %d %s", c.in, pe.Pos, pe, c.pos, c.msg)
		}
	}
}

// anyKernel draws kernels of every kind, nested.
func anyKernel(depth int) *rapid.Generator[Kernel[[]float64]] {
	return rapid.Custom(func(t *rapid.T) Kernel[[]float64] {
		kinds := 5
		if depth > 0 {
			kinds = 8
		}
		parts := func() []Kernel[[]float64] {
			return rapid.SliceOfN(anyKernel(depth-1), 2, 3).Draw(t, "parts")
		}
		switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
		case 1:
			return Poly{rapid.IntRange(1, 6).Draw(t, "degree"), rapid.Float64Range(0, 3).Draw(t, "c")}
		case 2:
			return RBF{rapid.Float64Range(0.05, 20).Draw(t, "sigma")}
		case 3:
			return RBFFromGamma(rapid.Float64Range(1e-3, 50).Draw(t, "gamma"))
		case 4:
			return typed(t, rapid.SampledFrom([]string{"exp(-dist)", "dot^2+1", "cos(dist2)/2"}).Draw(t, "formula"))
		case 5:
			return Sum[[]float64](parts())
		case 6:
			return Product[[]float64](parts())
		case 7:
			return Scaled[[]float64]{rapid.Float64Range(1e-3, 1e3).Draw(t, "factor"), anyKernel(depth-1).Draw(t, "kernel")}
		}
		return Linear{}
	})
}

func drawPoint(t *rapid.T, d int) []float64 {
	return rapid.SliceOfN(rapid.Float64Range(-3, 3), d, d).Draw(t, "point")
}

func TestParseInvertsString(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := anyKernel(3).Draw(t, "kernel")
		back, err := Parse(k.String())
		if err != nil {
			t.Fatal(err)
		}
		if back.String() != k.String() {
			t.Fatalf("%q printed back as %q", k, back)
		}
		x, z := drawPoint(t, 2), drawPoint(t, 2)
		if a, b := k.Eval(x, z), back.Eval(x, z); a != b {
			t.Fatalf("%s: %v became %v", k, a, b)
		}
	})
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
			if !errors.As(err, &pe) || k != nil {
				t.Fatalf("Parse(%q) = %v, %v", s, k, err)
			}
			if pe.Pos < 0 || pe.Pos > len([]rune(s)) || pe.Msg == "" || pe.Hint == "" {
				t.Fatalf("Parse(%q): poor error %+v", s, pe)
			}
			return
		}
		back, err := Parse(k.String())
		if err != nil || back.String() != k.String() {
			t.Fatalf("Parse(%q) prints %q, read back as %v, %v", s, k, back, err)
		}
	})
}

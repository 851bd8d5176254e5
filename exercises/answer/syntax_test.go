package answer

import (
	"context"
	"strings"
	"testing"
)

// TestSyntaxErrors: each names the rune, and where it can, a text that would
// be read.
func TestSyntaxErrors(t *testing.T) {
	s := Scope{Vars: []string{"x1", "x2", "eta"}, Alias: map[string]string{"x": "x1"}}
	for _, c := range []struct {
		text string
		at   int
		says string
		fix  string
	}{
		{"3*", 2, "after 3*: expected a number, a name or ( — found the end", ""},
		{"√2·*x1", 3, "expected a number, a name or ( — found *", "√2·x1"},
		{"(x1+1", 5, "expected an operator, a comma or ) — found the end", "(x1+1)"},
		{"x1)", 2, "closes nothing", "x1"},
		{"sin x1", 4, "expected (", "sin(x1)"},
		{"ln*x1 + 1", 2, "expected (", "ln(x1) + 1"},
		{"ln x1^2 + 1", 3, "expected (", "ln(x1^2) + 1"},
		{"cos 2x1", 4, "expected (", "cos(2x1)"},
		{"exp -(x1-x2)^2", 4, "expected (", "exp(-(x1-x2)^2)"},
		{"sin x1 + cos x2", 4, "expected (", "sin(x1) + cos(x2)"},
		{"(1, x1]", 6, "expected an operator, a comma or )", "(1, x1)"},
		{"sin^2(x1)", 3, "after the parenthesis", "sin(x1)^2"},
		{"2 3x1, 1", 2, "expected an operator, as + or * — found 3", ""},
		{"etta", 0, "did you mean η?", "eta"},
		{"x1 + y", 5, "You may use x₁, x₂, η.", ""},
		{"x1 # 2", 3, "\"#\" has no meaning", ""},
		{"3 = x1", 2, "right of the equals sign", "x1"},
		{"min()", 4, "expected a number", ""},
		{"exp(1, 2)", 0, "exp takes one argument, not 2", ""},
		{"|x1", 3, "the closing |", "|x1|"},
		{"[1,2]+3", 0, "cannot be added", ""},
		{"1e999", 0, "powers of ten from -330 to 307", ""},
		{"1e-331", 0, "powers of ten from -330 to 307", ""},
		{strings.Repeat("1", 200), 0, "200 digits", ""},
		{strings.Repeat("(", 200) + "1", 64, "deeper than 64", ""},
		{strings.Repeat("√", 200) + "1", 63, "deeper than 64", ""},
		{strings.Repeat("x1+", 2000), 0, "6000 bytes", ""},
	} {
		_, err := Parse(context.Background(), c.text, s)
		e, ok := err.(*SyntaxError)
		if !ok {
			t.Errorf("%.20q is read", c.text)
			continue
		}
		if e.At != c.at || !strings.Contains(e.Error(), c.says) || e.Fix != c.fix {
			t.Errorf("%.20q: at %d %q fix %q; want at %d %q fix %q", c.text, e.At, e, e.Fix, c.at, c.says, c.fix)
		}
		if c.fix == "" {
			continue
		}
		if _, err := Parse(context.Background(), c.fix, s); err != nil {
			t.Errorf("%.20q: the fix %q is not read: %v", c.text, c.fix, err)
		}
	}
}

// TestReadings: a text as students write it, and how it is echoed.
func TestReadings(t *testing.T) {
	s := everyScope()
	for _, c := range []struct{ text, reading string }{
		{"√2x1x2", "√2·x₁·x₂"},
		{"√(2c) x_1", "√(2·c)·x₁"},
		{"2x1**2", "2·x₁²"},
		{"3(x1+1)", "3·(x₁ + 1)"},
		{"−x1²", "−x₁²"},
		{"(−x1)²", "(−x₁)²"},
		{"x1^-2", "x₁⁻²"},
		{"2^x1^2", "2^(x₁²)"},
		{"1/3", "1/3"},
		{".5", "0.5"},
		{"3![x2]", "3!·x₂"},
		{"x1^{2}[x2 + 1]", "x₁²·(x₂ + 1)"},
		{"|x1|[x2]", "|x₁|·x₂"},
		{"2e-3", "0.002"},
		{"2e−3", "0.002"},
		{"-6.1160e-68", "−6.116e−68"},
		{"12e300", "1.2e301"},
		{"123456789012345678901234567.5", "1.234567890123456789012345675e26"},
		{"e^(-x1)", "e^(−x₁)"},
		{"exp(-eta*x1)", "exp(−η·x₁)"},
		{"|x1 - 5|", "|x₁ − 5|"},
		{"log(x1)", "ln(x₁)"},
		{"binom(5,2)", "choose(5, 2)"},
		{"5!", "5!"},
		{"(1, 2)", "[1, 2]"},
		{"1\n2", "[1, 2]"},
		{"{3,1}", "{3, 1}"},
		{"[[1,2],[3,4]]", "[[1, 2], [3, 4]]"},
		{"a_i + K_ij a_j", "aᵢ + Kᵢⱼ·aⱼ"},
		{"K_{i,j}", "Kᵢⱼ"},
		{"K[i,j]", "Kᵢⱼ"},
		{"a[2]", "a₂"},
		{"sum_j a_j y_j", "Σⱼ aⱼ·yⱼ"},
		{"Σⱼ aⱼ + 1", "Σⱼ aⱼ + 1"},
		{"y^T K y", "yᵀ·K·y"},
		{"<a,y>", "⟨a, y⟩"},
		{"||a-y||^2", "‖a − y‖²"},
		{"σ(−x1)", "s(−x₁)"},
		{"x₁\u00a0·\u2009x₂", "x₁·x₂"},
		{"½x₁", "1/2·x₁"},
		{"𝑥₁", "x₁"},
	} {
		e, err := Parse(context.Background(), c.text, s)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if e.String() != c.reading {
			t.Errorf("%q is read as %s, want %s", c.text, e, c.reading)
		}
	}
}

// TestPraise: what is said of a right φ.
func TestPraise(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{"[√2x1, 1, √2x2, x1², x2², √2x1x2]", "in another order:"},
		{"[-1, √2x1, √2x2, -x1², x2², √2x1x2]", "Yours has other signs:"},
		{"[√2x1, -1, √2x2, x1², x2², √2x1x2]", "another order and has other signs"},
		{"[1, √2x1, √2x2, x1², x2², x1x2, x2x1]", "7 in place of 6"},
		{"[0, 1, √2x1, √2x2, x1², x2², √2x1x2]", "A feature that is 0 adds nothing"},
		{"[1, √2x1, √2x2, (x1²+x2²)/√2, (x1²-x2²)/√2, √2x1x2]", "a rotation of the usual φ"},
		{"[1, √2x1, √2x2, x1², x2², √2x1x2]", "Another right φ has 3/5 and 4/5"},
	} {
		r := JudgeFeatures(context.Background(), c.text, QuadraticFeatures())
		if !strings.Contains(r.Fact[1].String(), c.says) {
			t.Errorf("%s: %q does not say %q", c.text, r.Fact[1].String(), c.says)
		}
	}
}

func TestDomainErrors(t *testing.T) {
	s := Scope{Vars: []string{"x1"}}
	for _, c := range []struct {
		text string
		x    float64
		want string
	}{
		{"ln(x1)", -2, "ln of −2 is not defined, at x₁ = −2"},
		{"sqrt(x1 - 1) + 1", -2, "the square root of −3 is not defined, at x₁ = −2"},
		{"1/(x1+2)", -2, "1/0 is not defined, at x₁ = −2"},
		{"x1^(1/2)", -2, "−2 to the power 0.5 is not defined, at x₁ = −2"},
		{"exp(exp(x1))", 10, "exp of 22026.5 is not defined, at x₁ = 10"},
	} {
		_, err := MustParse(c.text, s).Eval(map[string]float64{"x1": c.x})
		if err == nil || err.Error() != c.want {
			t.Errorf("%s at %v: %v, want %s", c.text, c.x, err, c.want)
		}
	}
}

// TestInnerProductsOfTwoShapes are refused with both shapes.
func TestInnerProductsOfTwoShapes(t *testing.T) {
	for _, text := range []string{"<K, y>", "<y, K>", "<K, a>"} {
		_, err := Parse(context.Background(), text, everyScope())
		if e, ok := err.(*SyntaxError); !ok || !strings.Contains(e.Error(), "3 rows and 3 columns") || !strings.Contains(e.Error(), "3 entries") {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := Parse(context.Background(), "<K, K>", everyScope()); err != nil {
		t.Error(err)
	}
}

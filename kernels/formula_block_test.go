package kernels

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// anyFormula draws a formula over variables, some levels deep.
func anyFormula(t *rapid.T, vars []string, depth int) string {
	if depth == 0 || rapid.IntRange(0, 4).Draw(t, "leaf") == 0 {
		if rapid.Bool().Draw(t, "number") {
			return rapid.SampledFrom([]string{"0", "1", "2", "0.5", "3", "710"}).Draw(t, "value")
		}
		return rapid.SampledFrom(vars).Draw(t, "variable")
	}
	a, b := anyFormula(t, vars, depth-1), anyFormula(t, vars, depth-1)
	switch rapid.IntRange(0, 2).Draw(t, "kind") {
	case 0:
		f := rapid.SampledFrom([]string{"exp", "sqrt", "abs", "cos", "sin", "tanh", "log", "-"}).Draw(t, "function")
		return f + "(" + a + ")"
	case 1:
		return rapid.SampledFrom([]string{"min", "max", "pow"}).Draw(t, "of two") + "(" + a + "," + b + ")"
	}
	return "(" + a + ")" + rapid.SampledFrom([]string{"+", "-", "*", "/", "^"}).Draw(t, "operator") + "(" + b + ")"
}

// anyTyped draws a typed kernel. Of x and z it takes what stays the same when
// they are exchanged.
func anyTyped(t *rapid.T, d int) *Expr {
	vars := []string{"dot", "dist", "dist2"}
	if d == 1 {
		vars = append(vars, "x*z", "(x+z)", "min(x,z)", "abs(x-z)")
	}
	return typed(t, anyFormula(t, vars, 4))
}

// typed reads a formula as a kernel.
func typed(t interface{ Fatal(...any) }, formula string) *Expr {
	k, err := Parse(`expr("` + formula + `")`)
	if err != nil {
		t.Fatal(err)
	}
	return k.(*Expr)
}

// TestARowIsEval, also of more points than a block holds, to the bit.
func TestARowIsEval(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(1, 3).Draw(t, "d")
		k := anyTyped(t, d)
		e := randomExpansion(k, rapid.SampledFrom([]int{1, 7, blockLen, 2*blockLen + 3}).Draw(t, "n"), d, rapid.Uint64().Draw(t, "seed"))
		p := pack(e.Points)
		from := rapid.IntRange(0, len(e.Points)-1).Draw(t, "from")
		got := make([]float64, len(e.Points)-from)
		evalRow(got, k, e.Points[0], p, from)
		for j, v := range got {
			want := k.Eval(e.Points[0], e.Points[from+j])
			if v != want && !(math.IsNaN(v) && math.IsNaN(want)) {
				t.Fatalf("%s at point %d: %v, want %v", k, from+j, v, want)
			}
		}
	})
}

// TestFoldingKeepsTheValue of any formula, to the bit.
func TestFoldingKeepsTheValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := []rune(anyFormula(t, []string{"dot", "dist", "dist2"}, 5))
		n := parseFormula(text, 0, len(text), exprScope())
		var vars [numSlots]float64
		for i := range vars {
			vars[i] = rapid.Float64Range(-9, 9).Draw(t, "value")
		}
		got, want := n.folded().eval(vars[:]), n.eval(vars[:])
		if got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Fatalf("%s: %v, want %v", string(text), got, want)
		}
	})
}

// TestATypedField agrees with Eval at every pixel, with more support points
// than a block holds.
func TestATypedField(t *testing.T) {
	xs, ys := pixels(-2, 2, 6), pixels(-2, 2, 5)
	for _, c := range []struct {
		formula string
		d       int
	}{
		{"exp(-dist2/2)", 2}, {"exp(-dist)", 2}, {"(1+dot)^3", 2}, {"dot+dist*dist2", 2}, {"1/(1+dist2)", 2}, {"tanh(dot-1)", 2},
		{"pow(abs(dot),0.7)", 2}, {"2-dist", 2}, {"cos(dist)*exp(-dist/3)", 2}, {"max(0,1-dist,dot)", 2}, {"4", 2}, {"-dist2", 2},
		{"min(x,z)", 1}, {"exp(-abs(x-z))", 1}, {"x*z+dist", 1}, {"exp(dot)", 2},
	} {
		k := typed(t, c.formula)
		e := randomExpansion(k, blockLen+40, c.d, 3)
		for i := range e.Coef {
			e.Coef[i] += 0.1 // none is 0
		}
		got := make([]float64, len(xs)*len(ys))
		e.Sample(got, xs, ys)
		s := Slice{0, 1, []float64{0, 0}}
		if c.d == 1 {
			s = Slice{0, -1, []float64{0}}
		}
		checkField(t, c.formula, e, s, got, xs, ys)
	}
}

// TestThePicturesExponential goes where e^x overflows, vanishes and is no
// number.
func TestThePicturesExponential(t *testing.T) {
	for _, x := range []float64{0, 1, -1, 0.3, 250, -250, 699, 700, 709.7, 710, -707, math.Inf(1), math.Inf(-1), math.NaN()} {
		v := []float64{x, x, x, x, x}
		pictureExp(v)
		want := math.Exp(x)
		for _, got := range v {
			if got != want && !(math.Abs(got-want) <= 1e-14*want) && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("e^%v = %v, want %v", x, got, want)
			}
		}
	}
}

func BenchmarkTypedField(b *testing.B) {
	for _, formula := range []string{"exp(-dist2/2)", "(1+dot)^3", "exp(-dist)+0.5*cos(dot)"} {
		for _, n := range []int{50, 200, 1000} {
			b.Run(fmt.Sprintf("%s/160x100/%d", formula, n), func(b *testing.B) {
				e := randomExpansion(mustParse(b, `expr("`+formula+`")`), n, 2, 1)
				for i := range e.Coef {
					e.Coef[i] += 0.1
				}
				xs, ys := pixels(-3, 3, 160), pixels(-3, 3, 100)
				dst := make([]float64, len(xs)*len(ys))
				for b.Loop() {
					e.Sample(dst, xs, ys)
				}
			})
		}
	}
}

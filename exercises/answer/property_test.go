package answer

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"kernellab/exercises"

	"pgregory.net/rapid"
)

// polyTree draws a polynomial expression in x1, x2 with rational and root
// coefficients, as a text.
func polyTree(t *rapid.T, depth int) string {
	if depth == 0 {
		return rapid.SampledFrom([]string{"x1", "x2", "2", "3", "√2", "1/3", "√6", "0.5", "x1^2"}).Draw(t, "leaf")
	}
	a, b := polyTree(t, depth-1), polyTree(t, depth-1)
	switch rapid.IntRange(0, 4).Draw(t, "op") {
	case 0:
		return "(" + a + " + " + b + ")"
	case 1:
		return "(" + a + " - " + b + ")"
	case 2:
		return "(" + a + ")^2"
	}
	return "(" + a + ")*(" + b + ")"
}

// rewrite applies a law of arithmetic somewhere in the tree.
func rewrite(t *rapid.T, n *node) *node {
	out := *n
	out.args = slices.Clone(n.args)
	for i, a := range out.args {
		if rapid.Bool().Draw(t, "deeper") {
			out.args[i] = rewrite(t, a)
		}
	}
	law := rapid.IntRange(0, 5).Draw(t, "law")
	switch {
	case law == 0 && (n.op == opAdd || n.op == opMul): // commute
		out.args[0], out.args[1] = out.args[1], out.args[0]
	case law == 1 && n.op == opMul && out.args[1].op == opAdd: // expand
		s := out.args[1]
		return binary(opAdd, binary(opMul, out.args[0], s.args[0]), binary(opMul, out.args[0], s.args[1]))
	case law == 2 && n.op == opPow && isInt(n.args[1], 2):
		return binary(opMul, out.args[0], out.args[0])
	case law == 3: // 1 in disguise
		return binary(opMul, &out, binary(opMul, call("sqrt", intNode(2)), binary(opDiv, intNode(1), call("sqrt", intNode(2)))))
	case law == 4: // 0 in disguise
		return binary(opAdd, &out, binary(opSub, nameNode("x2"), nameNode("x2")))
	case law == 5 && n.op == opSub:
		return binary(opAdd, out.args[0], &node{op: opNeg, args: []*node{out.args[1]}})
	}
	return &out
}

// TestRewritingKeepsEquality: the laws of arithmetic never change a verdict,
// adding a term always does.
func TestRewritingKeepsEquality(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := polyTree(t, 3)
		e := MustParse(want, polyScope)
		other := Expr{root: rewrite(t, e.root), scope: e.scope}.String()
		r := JudgeExpr(context.Background(), other, ExprTask{Scope: polyScope, Want: want})
		if r.Verdict != exercises.Equal {
			t.Fatalf("%s for %s: %s %v", other, want, r.Verdict.Words(), r.Fact)
		}
		off := rapid.SampledFrom([]string{"1/7", "√3", "x1/100", "x1^3 x2", "0.001", "√5 x2"}).Draw(t, "off")
		wrong := "(" + other + ") + " + off
		if r := JudgeExpr(context.Background(), wrong, ExprTask{Scope: polyScope, Want: want}); r.Accepted || !r.Verdict.Counts() {
			t.Fatalf("%s for %s: %s %v", wrong, want, r.Verdict.Words(), r.Fact)
		}
	})
}

// TestFeatureFreedom: order, signs, splitting and rotation of features never
// change a verdict; another weight on one of them always does.
func TestFeatureFreedom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		features := rapid.Permutation(QuadraticFeatures().Canonical).Draw(t, "order")
		for i := range features {
			if rapid.Bool().Draw(t, "sign") {
				features[i] = "-(" + features[i] + ")"
			}
		}
		if rapid.Bool().Draw(t, "split") {
			f := features[0]
			features = append(features, "3/5*("+f+")")
			features[0] = "4/5*(" + f + ")"
		}
		if rapid.Bool().Draw(t, "rotate") {
			f, g := features[1], features[2]
			features[1] = fmt.Sprintf("((%s)+(%s))/√2", f, g)
			features[2] = fmt.Sprintf("((%s)-(%s))/√2", f, g)
		}
		if r := judgeList(features); r.Verdict != exercises.Equal {
			t.Fatalf("%v: %s %v", features, r.Verdict.Words(), r.Fact)
		}
		k := rapid.IntRange(0, len(features)-1).Draw(t, "which")
		by := rapid.SampledFrom([]string{"2", "1/2", "√2", "99/100", "0", "x1"}).Draw(t, "by")
		features[k] = by + "*(" + features[k] + ")"
		if r := judgeList(features); r.Accepted || !r.Verdict.Counts() {
			t.Fatalf("%v: %s %v", features, r.Verdict.Words(), r.Fact)
		}
	})
}

func judgeList(features []string) Result {
	text := "["
	for i, f := range features {
		if i > 0 {
			text += ", "
		}
		text += f
	}
	return JudgeFeatures(context.Background(), text+"]", QuadraticFeatures())
}

// drawSurd draws a number of ℚ(√2, √3, √5).
func drawSurd(t *rapid.T) surd {
	var s surd
	for _, k := range []int64{1, 2, 3, 5, 6, 10, 15, 30} {
		if rapid.IntRange(0, 2).Draw(t, "has") > 0 {
			continue
		}
		q := big.NewRat(rapid.Int64Range(-9, 9).Draw(t, "p"), rapid.Int64Range(1, 9).Draw(t, "q"))
		if q.Sign() != 0 {
			s = s.add(surd{{k, q}})
		}
	}
	return s
}

// TestSurdsAreAField: the laws of a field, and agreement with floating point.
func TestSurdsAreAField(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := drawSurd(t), drawSurd(t), drawSurd(t)
		if !a.mul(b.add(c)).add(a.mul(b).add(a.mul(c)).neg()).isZero() {
			t.Fatalf("a(b+c) ≠ ab+ac for %v, %v, %v", a, b, c)
		}
		if !agree(a.mul(b).float(), a.float()*b.float(), 1e-9) {
			t.Fatalf("%v·%v = %v", a, b, a.mul(b))
		}
		if a.isZero() {
			return
		}
		inv, ok := a.inv()
		if !ok || !a.mul(inv).isOne() {
			t.Fatalf("%v has the inverse %v", a, inv)
		}
	})
}

// TestCanonicalValue: the canonical form has the value of the expression.
func TestCanonicalValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := MustParse(polyTree(t, 3), polyScope)
		x, y := rapid.IntRange(-3, 3).Draw(t, "x"), rapid.IntRange(-3, 3).Draw(t, "y")
		got, err := e.Eval(map[string]float64{"x1": float64(x), "x2": float64(y)})
		if err != nil {
			t.Fatal(err)
		}
		n := substitute(substitute(e.root, "x1", int64(x)), "x2", int64(y))
		c, err := newRing(e.scope).canon(n)
		if err != nil {
			t.Fatal(err)
		}
		exact, ok := c.number()
		if !ok || !agree(exact.float(), got, 1e-9) {
			t.Fatalf("%s at (%d, %d): exactly %v, by evaluation %v", e, x, y, exact, got)
		}
	})
}

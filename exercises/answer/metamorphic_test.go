package answer

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/budget"
)

// thorough returns the number of trials: night for .ci/nightly, which sets
// THOROUGH=1, and otherwise gate.
func thorough(gate, night int) int {
	if os.Getenv("THOROUGH") != "" {
		return night
	}
	return gate
}

// Rewriting an answer by the laws of arithmetic never changes its verdict, and
// changing one coefficient always does. A failure prints the seed of the pair.
func TestMetamorphic(t *testing.T) {
	for k := range thorough(2000, 200_000) {
		if problem := checkPair(k); problem != "" {
			t.Fatalf("pair %d: %s", k, problem)
		}
	}
}

// checkPair returns the problem of pair k, or "". It repeats the pair if the machine is
// too busy.
func checkPair(k int) (problem string) {
	for range 5 {
		problem = mutator{rand.New(rand.NewPCG(uint64(k), 3))}.pair(k)
		if !strings.Contains(problem, budget.ErrBusy.Error()[1:]) {
			break
		}
	}
	return problem
}

// mutator rewrites answers.
type mutator struct{ *rand.Rand }

// pair tests an answer of the kind that k selects.
func (m mutator) pair(k int) string {
	switch k % 5 {
	case 0, 1:
		return m.polynomial()
	case 2:
		return m.features()
	case 3:
		return m.update()
	}
	return m.gaussian()
}

// polynomial tests a random polynomial over ℚ[√2, √3, …], or a quotient of two.
func (m mutator) polynomial() string {
	want := m.tree(2 + m.IntN(2))
	e := MustParse(want, polyScope)
	task := ExprTask{Scope: polyScope, Want: want}
	if m.IntN(4) == 0 {
		task.Want = "(" + want + ")/(x1^2 + 3)"
		e = MustParse(task.Want, polyScope)
	}
	right := m.surface(Expr{root: m.rewrite(e.root, 3), scope: e.scope})
	if r := task.Judge(context.Background(), right); r.Verdict != exercises.Equal {
		return fmt.Sprintf("%s for %s: %s %v", right, task.Want, r.Verdict.Words(), r.Fact)
	}
	c, err := newRing(&polyScope).canonicalForm(MustParse(want, polyScope).root)
	if err != nil || len(c.num) == 0 {
		return ""
	}
	off := ExprTask{Scope: polyScope, Want: want}
	wrong := MustParse(m.changed(c.num).String(), polyScope)
	text := m.surface(Expr{root: m.rewrite(wrong.root, 2), scope: wrong.scope})
	if r := off.Judge(context.Background(), text); r.Accepted || !r.Verdict.CountsAsAttempt() {
		return fmt.Sprintf("%s for %s: %s %v", text, want, r.Verdict.Words(), r.Fact)
	}
	return ""
}

// changed returns a poly with one coefficient changed.
func (m mutator) changed(p poly) poly {
	terms := p.terms()
	t := terms[m.IntN(len(terms))]
	by := []string{"1/1000", "-1", "1/3", "√2/50", "2"}[m.IntN(5)]
	c, _ := newRing(&Scope{}).canonicalForm(MustParse(by, Scope{}).root)
	n, _ := c.number()
	return p.add(poly{t.mono.key(): {t.mono, n}})
}

// tree returns a random polynomial expression as text.
func (m mutator) tree(depth int) string {
	if depth == 0 {
		return []string{"x1", "x2", "2", "3", "√2", "1/3", "√6", "0.5", "x1^2", "c", "√c"}[m.IntN(11)]
	}
	a, b := m.tree(depth-1), m.tree(depth-1)
	switch m.IntN(5) {
	case 0:
		return "(" + a + " + " + b + ")"
	case 1:
		return "(" + a + " - " + b + ")"
	case 2:
		return "(" + a + ")^2"
	}
	return "(" + a + ")*(" + b + ")"
}

// rewrite applies random laws at random nodes, at most the given number of times.
func (m mutator) rewrite(n *node, times int) *node {
	for range 1 + m.IntN(times) {
		n = m.once(n)
	}
	return n
}

func (m mutator) once(n *node) *node {
	if len(n.args) > 0 && n.op != opArray && n.op != opSum && m.IntN(3) > 0 {
		out := *n
		out.args = slices.Clone(n.args)
		i := m.IntN(len(out.args))
		if n.op == opPow && i == 1 {
			i = 0
		}
		out.args[i] = m.once(out.args[i])
		return &out
	}
	return m.law(n)
}

// law rewrites a node by one law of arithmetic.
func (m mutator) law(n *node) *node {
	half := binary(opDiv, intNode(1), intNode(2))
	root := call("sqrt", intNode(2))
	switch k := m.IntN(9); {
	case k < 3 && (n.op == opAdd || n.op == opMul):
		return binary(n.op, n.args[1], n.args[0])
	case k < 3 && n.op == opSub:
		return binary(opAdd, &node{op: opNeg, args: []*node{n.args[1]}}, n.args[0])
	case k == 3 && n.op == opMul && (n.args[1].op == opAdd || n.args[1].op == opSub): // expand
		s := n.args[1]
		return binary(s.op, binary(opMul, n.args[0], s.args[0]), binary(opMul, n.args[0], s.args[1]))
	case k == 3 && n.op == opAdd && n.args[0].op == opMul && n.args[1].op == opMul &&
		sameNode(n.args[0].args[0], n.args[1].args[0]): // factor
		return binary(opMul, n.args[0].args[0], binary(opAdd, n.args[0].args[1], n.args[1].args[1]))
	case k == 4 && n.op == opPow && isInt(n.args[1], 2):
		return binary(opMul, n.args[0], n.args[0])
	case k == 5: // 1 in disguise
		return binary(opDiv, binary(opMul, root, n), root)
	case k == 6:
		return binary(opMul, n, binary(opMul, intNode(2), half))
	case k == 7: // 0 in disguise
		return binary(opSub, binary(opAdd, n, intNode(7)), intNode(7))
	case k == 8:
		return &node{op: opNeg, args: []*node{{op: opNeg, args: []*node{n}}}}
	}
	return n
}

// surface returns an expression in one of the spellings that students use.
func (m mutator) surface(e Expr) string {
	text := e.String()
	for _, swap := range [][2]string{{"·", "*"}, {"²", "^2"}, {"²", "**2"}, {"−", "-"}, {"·", " · "}, {"₁", "1"},
		{"₂", "_2"}, {"η", "eta"}, {"σ", "sigma"}, {" + ", "+"}, {"√2", "sqrt(2)"}} {
		if m.IntN(3) == 0 {
			text = strings.ReplaceAll(text, swap[0], swap[1])
		}
	}
	return text
}

// features tests a φ of the quadratic kernel that is permuted, split, rotated,
// scaled by 1 in disguise, or has other signs.
func (m mutator) features() string {
	fs := QuadraticFeatures().Canonical
	m.Shuffle(len(fs), func(i, j int) { fs[i], fs[j] = fs[j], fs[i] })
	for i := range fs {
		e := MustParse(fs[i], QuadraticFeatures().Scope())
		fs[i] = m.surface(Expr{root: m.rewrite(e.root, 2), scope: e.scope})
		if m.IntN(3) == 0 {
			fs[i] = "-(" + fs[i] + ")"
		}
	}
	if m.IntN(2) == 0 {
		f := fs[0]
		fs[0] = "4/5*(" + f + ")"
		fs = append(fs, "3/5*("+f+")")
	}
	if m.IntN(2) == 0 {
		f, g := fs[1], fs[2]
		fs[1], fs[2] = fmt.Sprintf("((%s)+(%s))/√2", f, g), fmt.Sprintf("((%s)-(%s))/√2", f, g)
	}
	if r := judgeList(fs); r.Verdict != exercises.Equal {
		return fmt.Sprintf("%v: %s %v", fs, r.Verdict.Words(), r.Fact)
	}
	k := m.IntN(len(fs))
	fs[k] = []string{"2", "1/2", "√2", "99/100", "0", "1.001"}[m.IntN(6)] + "*(" + fs[k] + ")"
	if r := judgeList(fs); r.Accepted || !r.Verdict.CountsAsAttempt() {
		return fmt.Sprintf("%v: %s %v", fs, r.Verdict.Words(), r.Fact)
	}
	return ""
}

// update tests a dual update with renamed indices, and with factors and indices
// exchanged.
func (m mutator) update() string {
	write := func(coefs [3]string) string {
		j := []string{"j", "l"}[m.IntN(2)]
		sum := []string{"Σ_%s a_%s K_i%s", "sum(%s, K_i%s a_%s)", "sum_%s a_%s k(x_%s, x_i)",
			"Σ_%s k(x_i, x_%s)·a_%s"}[m.IntN(4)]
		s := fmt.Sprintf(sum, j, j, j)
		t := coefs[0] + "·t_i"
		inner := t + " − " + coefs[1] + "·(" + s + ")"
		if m.IntN(2) == 0 {
			inner = "−" + coefs[1] + "·(" + s + ") + " + t
		}
		rate := []string{"2η/n", "η·2/n", "(2/n)η", "η/(n/2)"}[m.IntN(4)]
		step := []string{"a_i + %s·%s·(%s)", "a_i − %s·%s·(−(%s))"}[m.IntN(2)]
		return fmt.Sprintf(step, rate, coefs[2], inner)
	}
	task := ExprTask{Scope: lsScope, Want: lsWant}
	coefs := [3]string{"1", "1", "1"}
	if m.IntN(2) == 0 {
		coefs = [3]string{"√2", "√2", "1/√2"}
	}
	right := write(coefs)
	if r := task.Judge(context.Background(), right); r.Verdict != exercises.Equal {
		return fmt.Sprintf("%s: %s %v", right, r.Verdict.Words(), r.Fact)
	}
	k := m.IntN(3)
	coefs[k] = []string{"2", "(-1)", "1/2", "(101/100)", "√3"}[m.IntN(5)] + "·" + coefs[k]
	wrong := write(coefs)
	if r := task.Judge(context.Background(), wrong); r.Accepted || !r.Verdict.CountsAsAttempt() {
		return fmt.Sprintf("%s: %s %v", wrong, r.Verdict.Words(), r.Fact)
	}
	return ""
}

// gaussian tests an RBF kernel whose exponent is split over several factors.
func (m mutator) gaussian() string {
	write := func(a, b, c string) string {
		parts := []string{"exp(-" + a + "·x²/(2σ²))", "exp(-" + b + "·z²/(2σ²))", "exp(" + c + "·x z/σ²)"}
		m.Shuffle(3, func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		if m.IntN(3) == 0 {
			return "e^(-" + a + "·x²/(2σ²) - " + b + "·z²/(2σ²) + " + c + "·x z/σ²)"
		}
		return strings.Join(parts, "·")
	}
	task := ExprTask{Scope: rbfScope, Want: rbfWant}
	right := write("1", "1", "1")
	if r := task.Judge(context.Background(), right); r.Verdict != exercises.Equal {
		return fmt.Sprintf("%s: %s %v", right, r.Verdict.Words(), r.Fact)
	}
	coefs := []string{"1", "1", "1"}
	coefs[m.IntN(3)] = []string{"2", "1/2", "(11/10)", "√2", "0"}[m.IntN(5)]
	wrong := write(coefs[0], coefs[1], coefs[2])
	if r := task.Judge(context.Background(), wrong); r.Accepted || !r.Verdict.CountsAsAttempt() {
		return fmt.Sprintf("%s: %s %v", wrong, r.Verdict.Words(), r.Fact)
	}
	return ""
}

func judgeList(features []string) Result {
	text := "["
	for i, f := range features {
		if i > 0 {
			text += ", "
		}
		text += f
	}
	return QuadraticFeatures().Judge(context.Background(), text+"]")
}

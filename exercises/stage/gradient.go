package stage

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/solvers"
)

// DescentPainter shows gradient descent, least squares or logistic: the
// picture of f, the loss, a as bars, and primal and dual side by side.
type DescentPainter struct {
	Model Model
	// Logistic: shade by probability, and write the residuals as y − s(f).
	Logistic bool
	Form     solvers.LogisticForm
}

var _ Painter = DescentPainter{}

// NewLogistic starts dual logistic regression on a model, with the primal in
// lockstep where the kernel has a finite feature map.
func NewLogistic(m Model, s solvers.Logistic) (TraceRun, error) {
	p, err := m.Dual()
	if err != nil {
		return TraceRun{}, err
	}
	return lockstep(m, s, p, DescentPainter{Model: m, Logistic: true, Form: s.Form})
}

// NewLeastSquares starts dual least squares by gradient descent on a model,
// with the primal in lockstep where the kernel has a finite feature map.
func NewLeastSquares(m Model, s solvers.LeastSquares) (TraceRun, error) {
	p, err := m.Dual()
	if err != nil {
		return TraceRun{}, err
	}
	return lockstep(m, s, p, DescentPainter{Model: m})
}

// Paint makes frame i.
func (p DescentPainter) Paint(traces []solvers.Trace, i int) exercises.Frame {
	now := traces[0].At(i)
	f := exercises.Frame{
		Figures: p.figures(traces, i),
		Status:  descentStatus(now),
		Formula: p.formula(traces[0], i),
		Inspect: func(i int) []ascii.Line {
			if i < 0 || i >= p.Model.Set.Len() {
				return nil
			}
			return p.inspect(now, i)
		},
	}
	if len(traces) > 1 && i < traces[1].Len() {
		f.Why = Lockstep(p.Model, now, traces[1].At(i))
	}
	if now.Status.Done() {
		var end pen
		f.Notes = []ascii.Line{end.text("%s", now.Sentence).line}
	}
	return f
}

func descentStatus(s solvers.Step) ascii.Line {
	var p pen
	p.text("step %d  loss %s", s.N, num(s.Objective, 5))
	if s.N > 0 {
		p.text("  gradient %s", num(s.Violation, 2))
	}
	switch s.Status {
	case solvers.Running:
	case solvers.Converged, solvers.IterationLimit:
		p.ink(ascii.Good, "  "+s.Status.String())
	default:
		p.ink(ascii.Bad, "  "+s.Status.String())
	}
	return p.line
}

// formula shows the update of the coefficient that changed most.
func (p DescentPainter) formula(t solvers.Trace, i int) []ascii.Line {
	if i == 0 {
		var start pen
		return []ascii.Line{start.text("start: a = 0, so f = 0 at every point").line}
	}
	d, ok := t.At(i).Detail.(*solvers.GradientDetail)
	if !ok {
		return nil
	}
	return DescentFormula(p, t.Problem(), t.At(i-1), t.At(i), largest(d.Change()))
}

func largest(v solvers.Vector) int {
	best := 0
	for i, x := range v.All() {
		if math.Abs(x) > math.Abs(v.At(best)) {
			best = i
		}
	}
	return best
}

// DescentFormula is the update of aᵢ from before to now, in symbols, numbers
// and result.
func DescentFormula(p DescentPainter, problem *solvers.Problem, before, now solvers.Step, i int) []ascii.Line {
	d := now.Detail.(*solvers.GradientDetail)
	sub := Sub(i + 1)
	f, y := before.F(i), problem.Y(i)
	var law, numbers pen
	law.ink(inkA, "a"+sub).text(" ← ").ink(inkA, "a"+sub).text(" + ")
	switch {
	case !p.Logistic:
		law.ink(inkRate, "(2η/n)").text(" (t%s − (Ka)%s)", sub, sub)
	case p.Form == solvers.PlusMinus:
		law.ink(inkRate, "γ").text(" s(−y%s(Ka)%s) y%s", sub, sub, sub)
	default:
		law.ink(inkRate, "γ").text(" (y%s − s((Ka)%s))", sub, sub)
	}
	numbers.text("= ").ink(inkA, Num(before.Coef().At(i))).text(" + ").ink(inkRate, Num(d.Rate))
	switch {
	case !p.Logistic:
		numbers.text(" (%s − %s)", Num(y), Paren(f))
	case p.Form == solvers.PlusMinus:
		numbers.text(" s(%s) (%s)", Num(-pm(y)*f), label(pm(y)))
	default:
		numbers.text(" (%s − %s)", Num((pm(y)+1)/2), Num(solvers.Sigmoid(f)))
	}
	numbers.text(" = ").ink(inkA, Num(now.Coef().At(i)))
	return []ascii.Line{law.line, numbers.line}
}

// pm reads a label 0/1 or −1/+1 as −1/+1.
func pm(y float64) float64 {
	if y > 0 {
		return 1
	}
	return -1
}

func (p DescentPainter) inspect(s solvers.Step, i int) []ascii.Line {
	var a, f pen
	a.ink(inkA, fmt.Sprintf("a%s = %s", Sub(i+1), Num(s.Coef().At(i))))
	if p.Logistic {
		f.text("f = %s   s(f) = %s", Num(s.F(i)), Num(solvers.Sigmoid(s.F(i))))
	} else {
		f.text("f = %s   t − f = %s", Num(s.F(i)), Num(p.Model.Set.Label(i)-s.F(i)))
	}
	return []ascii.Line{inspectPoint(p.Model.Set, i), a.line, f.line}
}

// lockstepRows is how many weights the lockstep table shows.
const lockstepRows = 8

// Lockstep is the table of w beside Φᵀa (labels folded in where the solver
// keeps them apart), and their largest difference.
func Lockstep(m Model, dual, primal solvers.Step) []ascii.Line {
	rows, ok := m.Features()
	if !ok {
		return nil
	}
	pulled := make([]float64, primal.Coef().Len())
	for i, c := range dual.Weights() {
		for j, v := range rows[i] {
			pulled[j] += c * v
		}
	}
	var worst float64
	var cells [][]string
	for j, w := range primal.Coef().All() {
		worst = math.Max(worst, math.Abs(w-pulled[j]))
		if j < lockstepRows {
			cells = append(cells, []string{strconv.Itoa(j + 1), num(w, 8), num(pulled[j], 8)})
		}
	}
	var p pen
	p.text("primal and dual in lockstep: the largest difference of ").ink(inkW, "w").text(" and ").ink(inkA, "Φᵀa").text(" is %s", num(worst, 2))
	out := []ascii.Line{p.line}
	return append(out, table([]string{"j", "w", "Φᵀa"}, cells, func(int) ascii.Ink { return ascii.Text })...)
}

// Event names a rise of the loss, or the end.
func (p DescentPainter) Event(prev, now solvers.Step) string {
	switch {
	case now.Status.Done():
		return now.Status.String()
	case now.Objective > prev.Objective:
		return "the loss rises"
	}
	return ""
}

// Breaks lists the breaks: the loss rises, and its thousandths.
func (p DescentPainter) Breaks() []exercises.Break {
	return []exercises.Break{
		{Name: "rise", Label: "the loss rises"},
		{Name: "slow", Label: "a step gains less than a thousandth of the loss"},
	}
}

// Holds reports whether a break holds.
func (p DescentPainter) Holds(name string, prev, now solvers.Step) bool {
	switch strings.ToLower(name) {
	case "rise":
		return now.Objective > prev.Objective
	case "slow":
		return math.Abs(prev.Objective-now.Objective) < 1e-3*prev.Objective
	}
	return false
}

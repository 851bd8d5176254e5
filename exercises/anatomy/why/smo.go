package why

import (
	"fmt"
	"math"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// state is SMO at a step, computed from its α and b.
type state struct {
	view
	anatomy.Machine
	rule anatomy.Rule
}

func (v view) state(s solvers.SMO, at solvers.Step) state {
	return state{view: v, Machine: v.Machine(s.C, at), rule: anatomy.RuleOf(s.Rule)}
}

// pair is by how much a pair violates, 0 where it cannot move uphill.
func (s state) pair(k, i int) float64 { return math.Max(0, s.Violation(k, i)) }

// smo is the panel of an update of SMO.
func (v view) smo(s solvers.SMO) []ascii.Line {
	now := v.state(s, v.now())
	out := []ascii.Line{heading("The rule: " + now.rule.Title), sentence("%s", now.rule.Words), dim("%s", now.rule.Symbols)}
	m, ok := v.move(s)
	if !ok {
		out = append(out, sentence("No pair has been taken here. The next step chooses one from these points."))
		return append(out, now.candidates(nil)...)
	}
	out = append(out, m.state.candidates(&m)...)
	out = append(out, m.lost())
	out = append(out, heading("The arithmetic"))
	out = append(out, m.update()...)
	out = append(out, m.biases(now)...)
	if line, ok := now.early(s, v.now()); ok {
		out = append(out, line)
	}
	return append(out, m.cause())
}

// early contradicts a step that says it has converged and has not.
func (s state) early(solver solvers.SMO, now solvers.Step) (ascii.Line, bool) {
	tol := solver.Tol
	if tol == 0 {
		tol = 1e-3
	}
	up, low, _, _ := s.Thresholds()
	if now.Status != solvers.Converged || low-up < tol*(1+1e-6)+1e-9 {
		return nil, false
	}
	text := fmt.Sprintf("b_low − b_up = %s is not below %s, and the step has converged", anatomy.Num(low-up), anatomy.Num(tol))
	return ascii.Line{{Text: text, Ink: ascii.Bad}}, true
}

// candidates is the table of all points as the rule sees them; m is nil where
// no pair has been taken.
func (s state) candidates(m *move) []ascii.Line {
	second := -1
	header := []string{"", "i", "t", "α", "f", "E", "tα can", "KKT"}
	if m != nil {
		header = append(header, "pair", "promise")
		second, _ = s.rule.Best(s.Machine, m.K, m.L)
	}
	rows := make([]row, len(s.Alpha))
	for i := range rows {
		r := row{point: i, ink: ascii.Text, worth: s.KKT(i)}
		r.cells = []string{"", fmt.Sprint(i + 1), anatomy.Label(s.Y[i]), cell(s.Alpha[i]), cell(s.Score[i] + s.Bias), cell(s.E(i)), s.sets(i), cell(s.KKT(i))}
		if m != nil {
			score, ok := s.rule.Score(s.Machine, m.K, i)
			r.worth = score
			if !ok {
				r.worth, r.ink = -1, ascii.Dim
			}
			r.cells = append(r.cells, cell(s.pair(m.K, i)), cell(s.Promise(m.K, i)))
			switch i {
			case m.K:
				r.cells[0], r.ink, r.keep = "k", anatomy.InkK, true
			case m.L:
				r.cells[0], r.ink, r.keep = "ℓ", ascii.Select, true
			case second:
				r.cells[0], r.keep = "2nd", true
			}
		}
		rows[i] = r
	}
	return table(header, rows)
}

// sets says where tα of a point can go.
func (s state) sets(i int) string {
	switch {
	case s.Up(i) && s.Low(i):
		return "↑↓"
	case s.Up(i):
		return "↑"
	case s.Low(i):
		return "↓"
	}
	return "–"
}

// lost says by how much the runner-up lost, or what the rule would have taken.
func (m move) lost() ascii.Line {
	s := m.state
	chosen, ok := s.rule.Score(s.Machine, m.K, m.L)
	second, score := s.rule.Best(s.Machine, m.K, m.L)
	what := s.rule.Looks
	switch {
	case s.rule.PairRule == solvers.Random:
		return sentence("ℓ = %d was drawn; |Ek − Eℓ| = %s.", m.L+1, anatomy.Num(chosen))
	case second < 0:
		return sentence("ℓ = %d %s %s; no other point can be its rival.", m.L+1, what, anatomy.Num(chosen))
	case !ok || score > chosen && !anatomy.Same(score, chosen):
		return ascii.Line{{Text: fmt.Sprintf("By the rule ℓ would be %d, which %s %s; this pair was chosen otherwise.", second+1, what, anatomy.Num(score)), Ink: ascii.Warn}}
	case score == chosen:
		return sentence("ℓ = %d %s %s; the runner-up, %d, has the same.", m.L+1, what, anatomy.Num(chosen), second+1)
	case math.Abs(chosen-score) <= dust*(1+math.Abs(chosen)):
		return sentence("ℓ = %d %s %s; the runner-up, %d, has the same but for rounding.", m.L+1, what, anatomy.Num(chosen), second+1)
	}
	return sentence("ℓ = %d %s %s; the runner-up, %d, has %s and lost by %s.", m.L+1, what, anatomy.Num(chosen), second+1, anatomy.Num(score), anatomy.Num(math.Max(0, chosen-score)))
}

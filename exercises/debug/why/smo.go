package why

import (
	"fmt"
	"math"

	"kernellab/ascii"
	"kernellab/exercises/stage"
	"kernellab/solvers"
)

// tinyKappa stands in for a κ that is not positive.
const tinyKappa = 1e-12

// state is SMO at a step, computed from its α and b.
type state struct {
	view
	c     float64
	alpha []float64
	bias  float64
	f     []float64 // Σ αtk, without b
}

func (v view) state(c float64, s solvers.Step) state {
	alpha := s.CoefCopy()
	weights := make([]float64, len(alpha))
	for i, a := range alpha {
		weights[i] = a * v.y[i]
	}
	return state{view: v, c: c, alpha: alpha, bias: s.Bias, f: v.scores(weights)}
}

// F is the error without bias, E with it.
func (s state) F(i int) float64 { return s.f[i] - s.y[i] }
func (s state) E(i int) float64 { return s.F(i) + s.bias }

// up and low report whether tα of a point can grow, can shrink.
func (s state) up(i int) bool {
	return s.y[i] > 0 && s.alpha[i] < s.c || s.y[i] < 0 && s.alpha[i] > 0
}

func (s state) low(i int) bool {
	return s.y[i] > 0 && s.alpha[i] > 0 || s.y[i] < 0 && s.alpha[i] < s.c
}

// kkt is by how much a point violates its own condition, 0 or more.
func (s state) kkt(i int) float64 {
	var v float64
	if s.up(i) {
		v = math.Max(v, -s.E(i))
	}
	if s.low(i) {
		v = math.Max(v, s.E(i))
	}
	return v
}

// pair is by how much the pair (k, i) violates, 0 where it cannot move uphill.
func (s state) pair(k, i int) float64 {
	var v float64
	if i == k {
		return 0
	}
	if s.up(k) && s.low(i) {
		v = math.Max(v, s.F(i)-s.F(k))
	}
	if s.low(k) && s.up(i) {
		v = math.Max(v, s.F(k)-s.F(i))
	}
	return v
}

func (s state) kappa(k, l int) float64 {
	return s.gram.At(k, k) + s.gram.At(l, l) - 2*s.gram.At(k, l)
}

// gain is what the unclipped step of the pair promises, 0 where it cannot move.
func (s state) gain(k, i int) float64 {
	v := s.pair(k, i)
	return v * v / (2 * math.Max(s.kappa(k, i), tinyKappa))
}

// W is the dual objective.
func (s state) W() float64 {
	var w float64
	for i, a := range s.alpha {
		w += a - a*s.y[i]*s.f[i]/2
	}
	return w
}

// thresholds are b_up and b_low, and the points that have them.
func (s state) thresholds() (up, low float64, atUp, atLow int) {
	up, low = math.Inf(1), math.Inf(-1)
	for i := range s.alpha {
		if s.up(i) && s.F(i) < up {
			up, atUp = s.F(i), i
		}
		if s.low(i) && s.F(i) > low {
			low, atLow = s.F(i), i
		}
	}
	return up, low, atUp, atLow
}

// score is what a rule looks at in a partner ℓ of k; not ok where it may not
// be one.
func (s state) score(rule solvers.PairRule, k, i int) (float64, bool) {
	if i == k {
		return 0, false
	}
	v := s.pair(k, i)
	switch rule {
	case solvers.SecondOrder:
		return s.gain(k, i), v > 0 && s.low(i) && s.F(i) > s.F(k)
	case solvers.MaxViolation:
		return v, v > 0 && s.low(i) && s.F(i) > s.F(k)
	case solvers.MaxErrorLiteral:
		return math.Abs(s.F(k) - s.F(i)), true
	}
	return math.Abs(s.F(k) - s.F(i)), v > 0
}

// best is the partner with the highest score but for one, −1 where there is
// none.
func (s state) best(rule solvers.PairRule, k, but int) (at int, score float64) {
	at = -1
	for i := range s.alpha {
		if v, ok := s.score(rule, k, i); ok && i != but && (at < 0 || v > score) {
			at, score = i, v
		}
	}
	return at, score
}

// smo is the panel of an update of SMO.
func (v view) smo(s solvers.SMO) []ascii.Line {
	out := ruleOf(s.Rule)
	d, ok := v.now().Detail.(*solvers.SMODetail)
	if !ok || v.i == 0 || d.K == d.L || min(d.K, d.L) < 0 || max(d.K, d.L) >= len(v.y) {
		st := v.state(s.C, v.now())
		out = append(out, sentence("No pair has been taken here. The next step chooses one from these points."))
		return append(out, st.candidates(s.Rule, nil)...)
	}
	was := v.state(s.C, v.before())
	out = append(out, was.candidates(s.Rule, d)...)
	out = append(out, was.lost(s.Rule, d))
	out = append(out, heading("The arithmetic"))
	out = append(out, was.update(d)...)
	after := v.state(s.C, v.now())
	out = append(out, was.biases(d, after)...)
	if line, ok := after.early(s, v.now()); ok {
		out = append(out, line)
	}
	return append(out, was.cause(d))
}

// early contradicts a step that says it has converged and has not.
func (s state) early(solver solvers.SMO, now solvers.Step) (ascii.Line, bool) {
	tol := solver.Tol
	if tol == 0 {
		tol = 1e-3
	}
	up, low, _, _ := s.thresholds()
	if now.Status != solvers.Converged || low-up < tol*(1+1e-6)+1e-9 {
		return nil, false
	}
	text := fmt.Sprintf("b_low − b_up = %s is not below %s, and the step has converged", stage.Num(low-up), stage.Num(tol))
	return ascii.Line{{Text: text, Ink: ascii.Bad}}, true
}

// ruleOf is a pair rule in words and symbols.
func ruleOf(rule solvers.PairRule) []ascii.Line {
	words, symbols := "", ""
	switch rule {
	case solvers.SecondOrder:
		words = "k has the lowest F of the points whose tα can grow; ℓ promises the largest gain."
		symbols = "k = argmin F over I_up,  ℓ = argmax (Fℓ − Fk)²/2κ over I_low, Fℓ > Fk"
	case solvers.MaxViolation:
		words = "The pair that violates its conditions most: the lowest F that can grow, the highest that can shrink."
		symbols = "k = argmin F over I_up,  ℓ = argmax F over I_low"
	case solvers.MaxError:
		words = "k is the next point that violates; ℓ has the farthest error of those that can move."
		symbols = "k: violation > tol/2,  ℓ = argmax |Ek − Eℓ|, the pair can move uphill"
	case solvers.MaxErrorLiteral:
		words = "k is the next point in order that violates; ℓ has the farthest error of all points."
		symbols = "k: violation > tol/2,  ℓ = argmax |Ek − Eℓ| over all ℓ"
	case solvers.Random:
		words = "k is drawn from the points that violate, ℓ from those that can move with it."
		symbols = "k, ℓ drawn, the pair can move uphill"
	}
	return []ascii.Line{heading("The rule: " + rule.String()), sentence("%s", words), dim("%s", symbols)}
}

// candidates is the table of all points as the rule sees them; d is nil where
// no pair has been taken.
func (s state) candidates(rule solvers.PairRule, d *solvers.SMODetail) []ascii.Line {
	second := -1
	header := []string{"", "i", "t", "α", "f", "E", "tα can", "KKT"}
	if d != nil {
		header = append(header, "pair", "gain")
		second, _ = s.best(rule, d.K, d.L)
	}
	rows := make([]row, len(s.alpha))
	for i := range rows {
		r := row{point: i, ink: ascii.Text, worth: s.kkt(i)}
		r.cells = []string{"", fmt.Sprint(i + 1), label(s.y[i]), cell(s.alpha[i]), cell(s.f[i] + s.bias), cell(s.E(i)), s.sets(i), cell(s.kkt(i))}
		if d != nil {
			score, ok := s.score(rule, d.K, i)
			r.worth = score
			if !ok {
				r.worth, r.ink = -1, ascii.Dim
			}
			r.cells = append(r.cells, cell(s.pair(d.K, i)), cell(s.gain(d.K, i)))
			switch i {
			case d.K:
				r.cells[0], r.ink, r.keep = "k", inkK, true
			case d.L:
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
	case s.up(i) && s.low(i):
		return "↑↓"
	case s.up(i):
		return "↑"
	case s.low(i):
		return "↓"
	}
	return "–"
}

// lost says by how much the runner-up lost, or what the rule would have taken.
func (s state) lost(rule solvers.PairRule, d *solvers.SMODetail) ascii.Line {
	chosen, ok := s.score(rule, d.K, d.L)
	second, score := s.best(rule, d.K, d.L)
	what := map[solvers.PairRule]string{solvers.SecondOrder: "gain", solvers.MaxViolation: "violation"}[rule]
	if what == "" {
		what = "|Ek − Eℓ|"
	}
	switch {
	case rule == solvers.Random:
		return sentence("ℓ = %d was drawn; |Ek − Eℓ| = %s.", d.L+1, stage.Num(chosen))
	case second < 0:
		return sentence("ℓ = %d has %s %s; no other point can be its rival.", d.L+1, what, stage.Num(chosen))
	case !ok || score > chosen && !same(score, chosen):
		return ascii.Line{{Text: fmt.Sprintf("By the rule ℓ would be %d, with %s %s; this pair was chosen otherwise.", second+1, what, stage.Num(score)), Ink: ascii.Warn}}
	case score == chosen:
		return sentence("ℓ = %d has %s %s; the runner-up, %d, has the same.", d.L+1, what, stage.Num(chosen), second+1)
	case math.Abs(chosen-score) <= dust*(1+math.Abs(chosen)):
		return sentence("ℓ = %d has %s %s; the runner-up, %d, has the same but for rounding.", d.L+1, what, stage.Num(chosen), second+1)
	}
	return sentence("ℓ = %d has %s %s; the runner-up, %d, has %s and lost by %s.", d.L+1, what, stage.Num(chosen), second+1, stage.Num(score), stage.Num(math.Max(0, chosen-score)))
}

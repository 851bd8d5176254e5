package anatomy

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/solvers"
)

// pairUpdate is an update of SMO together with the state before it.
type pairUpdate struct {
	SMOState   // the state before the update
	transition Transition
	smo        solvers.SMO
	rule       RuleRow
	pair       Pair // the pair that the step updates
}

// explainSMO completes the [Account] of an update, the data from which its explanation is built.
func explainSMO(transition Transition, a *Account) {
	smo := transition.Solver.(solvers.SMO)
	u := pairUpdate{SMOState: transition.SMOState(smo.C, transition.Before), transition: transition,
		smo: smo, rule: RuleOf(smo.Rule)}
	a.Rule = Rule{Title: u.rule.Title, Sentences: []string{u.rule.Words}, Formula: strings.Join(u.rule.Formula, ",  "),
		Start: "No pair has been updated here. The next step chooses a pair from these points."}
	a.Objective = ""
	a.Points.Rank = u.KKTViolation
	pair, ok := PairOf(u.SMOState, transition.Now)
	a.Laws = func() Laws { return u.laws(ok && !transition.IsStart) }
	if !ok {
		return
	}
	pair.MaxGram, u.pair = transition.LargestGram, pair
	a.Derivation = pair.Derivation()
	u.addCandidateColumns(a.Points)
	a.Choice = func() []ascii.Line { return []ascii.Line{u.explainChoice()} }
	a.Chosen = func() []ascii.Line {
		return []ascii.Line{line("k = %d, with F = %s", pair.K+1, Num(u.F(pair.K))), u.explainChoice()}
	}
	a.Remarks = u.remarks
	a.Questions, a.Move, a.HandMove = u.questions, u.moveQuestion, u.byHand
	if pair.ClipOmitted { // no questions about an unclipped step, and no blanks (nil would mean all)
		a.Questions, a.Move, a.HandMove, a.Blanks = func() []Question { return nil }, nil, nil, []string{}
	}
}

// addCandidateColumns adds two columns to the table of points. They show how good each point would
// be as l.
func (u pairUpdate) addCandidateColumns(t *PointTable) {
	k := u.pair.K
	t.MoreColumns = []Column{
		numberColumn("pair", func(_ solvers.Step, i int) float64 { return u.positiveViolation(k, i) }),
		numberColumn("promise", func(_ solvers.Step, i int) float64 { return u.UnclippedGain(k, i) }),
	}
	t.Rank = func(i int) float64 {
		if !u.rule.MayChoose(u.SMOState, k, i) {
			return -1
		}
		return u.rule.Merit(u.SMOState, k, i)
	}
	if t.RunnerUp, _ = u.rule.Best(u.SMOState, k, u.pair.L); u.rule.Random {
		t.RunnerUp = -1
	}
}

// explainChoice compares the chosen l with the second best l. If the rule would have chosen another
// l, the line names that point.
func (u pairUpdate) explainChoice() ascii.Line {
	k, l, verb := u.pair.K, u.pair.L, u.rule.MeritVerb
	merit := u.rule.Merit(u.SMOState, k, l)
	runnerUp, runnerUpMerit := u.rule.Best(u.SMOState, k, l)
	choice := fmt.Sprintf("l = %d %s %s", l+1, verb, Num(merit))
	switch {
	case u.rule.Random:
		return line("l = %d was drawn; %s %s.", l+1, u.rule.MeritIntro, Num(merit))
	case runnerUp < 0:
		return line("%s; the rule allows no other point.", choice)
	case !u.rule.MayChoose(u.SMOState, k, l) || runnerUpMerit > merit && !LooksEqual(runnerUpMerit, merit):
		return ascii.Inked(
			fmt.Sprintf("By the rule, l would be %d, which %s %s. This pair was not chosen by the rule.", runnerUp+1,
				verb,
				Num(runnerUpMerit)), ascii.Warn,
		)
	case math.Abs(merit-runnerUpMerit) <= 1e-13*(1+math.Abs(merit)):
		return line("%s; the runner-up, %d, has the same%s.", choice, runnerUp+1,
			textUnless(runnerUpMerit == merit, " up to rounding"))
	}
	return line("%s; the runner-up, %d, has %s and lost by %s.", choice, runnerUp+1, Num(runnerUpMerit),
		Num(max(0, merit-runnerUpMerit)))
}

// remarks returns a warning if the step wrongly claims to have converged.
func (u pairUpdate) remarks() []ascii.Line {
	after := u.transition.SMOState(u.C, u.transition.Now)
	if up, low, _, _ := after.Thresholds(); u.transition.Now.Status == solvers.Converged &&
		low-up >= u.tol()*(1+1e-6)+1e-9 {
		return []ascii.Line{
			{{Text: fmt.Sprintf("b_low − b_up = %s is not below %s, but the step has converged", Num(low-up),
				Num(u.tol())), Ink: ascii.Bad}},
		}
	}
	return nil
}

// tol returns the violation below which the run has converged.
func (u pairUpdate) tol() float64 { return cmp.Or(u.smo.Tol, Tol) }

// smoColumns returns the columns of SMO: the error of each point, the directions in which its tα can
// move, and its KKT condition.
func smoColumns(y []float64, solver solvers.Solver) PointColumns {
	smo := solver.(solvers.SMO)
	// onePointState returns a state that contains only point i.
	onePointState := func(s solvers.Step, i int) SMOState {
		return SMOState{Points: Points{Y: y[i : i+1]}, C: smo.C, Alpha: []float64{s.Coef().At(i)},
			Score: []float64{s.F(i)}}
	}
	violation := func(s solvers.Step, i int) float64 {
		if v := onePointState(s, i).KKTViolation(0); v > cmp.Or(smo.Tol, Tol) {
			return v
		}
		return 0
	}
	directions := Column{
		Head: "may", Width: 3, Legend: "↑ ↓ tα may rise, fall",
		Cell: func(s solvers.Step, i int) ascii.Line {
			signs, _ := onePointState(s, i).Directions(0)
			return ascii.Plain(signs)
		},
		Words: func(s solvers.Step, i int) string { _, words := onePointState(s, i).Directions(0); return words },
	}
	kkt := verdictColumn("KKT", 8, func(s solvers.Step, i int) (bool, string, string) {
		if v := Digits(violation(s, i), 2); v != "0" {
			return false, " " + v, "KKT violated by " + v
		}
		return true, "", "KKT satisfied"
	})
	kkt.Legend = "✗ size of the violation"
	return PointColumns{
		Label: targetColumn("t", y),
		Columns: []Column{numberColumn("E", func(s solvers.Step, i int) float64 { return s.F(i) - y[i] }), directions,
			kkt},
		Movers: func(s solvers.Step) []Mover {
			if d, ok := s.Detail.(*solvers.SMODetail); ok {
				return []Mover{{d.K, ascii.Span{Text: "k", Ink: InkK}}, {d.L, ascii.Span{Text: "l", Ink: InkL}}}
			}
			return nil
		},
		Violation: violation,
	}
}

// laws returns the laws that must hold after an update or, if updated is false, in an initial state.
func (u pairUpdate) laws(updated bool) (l Laws) {
	now, spectrum := u.transition.Now, u.transition.Spectrum()
	after := u.transition.SMOState(u.C, now)
	tol, tolG := after.ScoreRounding(spectrum.Largest), after.ObjectiveRounding(spectrum.Largest)
	after.addFeasibilityLaws(&l, now)
	if updated {
		u.updateLaws(&l, after, max(tolG, u.ObjectiveRounding(spectrum.Largest)))
	}
	l.equalVectors("f", "f = Σαtk + b", "f(x#) without b", after.Score, now.Scores().At, tol)
	l.equal("g", "g = Σα − ½ΣΣααttK", now.Objective, after.DualObjective(), 10*tolG)
	up, low, _, _ := after.Thresholds()
	l.condition("b", "b = −(b_up + b_low)/2", Rounded(now.Bias, 2*tol),
		now.Bias == after.BiasFromThresholds() || math.Abs(now.Bias-after.BiasFromThresholds()) <= 2*tol,
		"b_up = %s and b_low = %s, so b should be %s, but the step has %s.", Num(up), Num(low),
		Num(after.BiasFromThresholds()), Num(now.Bias))
	gap := Law{Name: "gap", Formula: "primal − dual ≥ 0", Got: after.PrimalObjective() - after.DualObjective(),
		Relation: AtLeast, Tol: 100 * tolG,
		Note: fmt.Sprintf("The primal objective %s lies below the dual one, %s.", Num(after.PrimalObjective()),
			Num(after.DualObjective()))}
	// With a bound C, weak duality holds for any symmetric K. For the hard margin it
	// requires ‖w‖² ≥ 0.
	gap.WhyWaived = textUnless(spectrum.PSD() || !math.IsInf(after.C, 1), "K has an eigenvalue below 0")
	l = append(l, gap)
	l.condition("claim", "converged ⇒ b_low − b_up < "+Num(u.tol()),
		ifElse(now.Status == solvers.Converged, Rounded(low-up, 2*tol), "not converged yet"),
		now.Status != solvers.Converged || low-up < u.tol()+2*tol,
		"The run claims to have converged, but a pair still violates its conditions by %s.", Num(low-up))
	return l
}

// addFeasibilityLaws adds the laws Σαt = 0 and 0 ≤ α ≤ C.
func (m SMOState) addFeasibilityLaws(l *Laws, now solvers.Step) {
	balance := floats.Dot(m.Alpha, m.Y)
	*l = append(*l, Law{
		Name: "sum", Formula: "Σαt = 0", Got: balance, Tol: rounding * m.sumAlpha() * max(1, float64(now.Updates)/100),
		Note: fmt.Sprintf("Σαt is %s: the equality constraint is violated.", Num(balance)),
	})
	lowest, highest := floats.MinIdx(m.Alpha), floats.MaxIdx(m.Alpha)
	box := ifElse(math.IsInf(m.C, 1), "0 ≤ α", "0 ≤ α ≤ C")
	value := fmt.Sprintf("%s … %s", Num(ZeroIfRounding(m.Alpha[lowest], m.Alpha[highest])), Num(m.Alpha[highest]))
	if m.Alpha[lowest] < 0 || math.IsNaN(m.Alpha[lowest]) {
		l.condition("box", box, value, false, "α%s = %s lies below 0.", Sub(lowest+1), Num(m.Alpha[lowest]))
		return
	}
	l.condition("box", box, value, m.Alpha[highest] <= m.C, "α%s = %s lies above C = %s.", Sub(highest+1),
		Num(m.Alpha[highest]), Num(m.C))
}

// updateLaws adds two laws: an update does not lower g by more than tolG, and it changes no α
// outside its pair. Both hold even if κ is negative. after is the state after the update.
func (u pairUpdate) updateLaws(l *Laws, after SMOState, tolG float64) {
	gain := after.DualObjective() - u.DualObjective()
	*l = append(*l, Law{Name: "rise", Formula: "g does not fall", Got: gain, Relation: AtLeast, Tol: tolG,
		Shown: "Δg = " + Rounded(gain, tolG),
		Note:  fmt.Sprintf("g falls from %s to %s.", Num(u.DualObjective()), Num(after.DualObjective()))})
	largestChange, at := largest(after.Len(), func(i int) float64 {
		if i == u.pair.K || i == u.pair.L {
			return 0
		}
		return after.Alpha[i] - u.Alpha[i]
	})
	l.difference("others", "αⱼ stays, j ≠ k, l", largestChange, 0,
		"α%s changed from %s to %s, but is not in the pair.", Sub(at+1), Num(u.Alpha[at]), Num(after.Alpha[at]))
}

// The values of the choice "clip".
const (
	clipOn  = "on"
	clipOff = "off"
)

// studentPair is the [StepChooser] of SMO. The student chooses the two points and whether to clip
// the step.
type studentPair struct{}

func (studentPair) Names() []string { return []string{"k", "l", "clip"} }

func (studentPair) MoveOf(s solvers.Step) Move {
	d, ok := s.Detail.(*solvers.SMODetail)
	if !ok {
		return Move{}
	}
	return Move{K: d.K + 1, L: d.L + 1, ClipOmitted: d.ClipOmitted}
}

// update returns the detail of the clipped step of the pair (k, l), counted from 1.
func (studentPair) update(fork ForkPosition, k, l int) *solvers.SMODetail {
	return fork.Solver.(solvers.SMO).Update(fork.Problem, fork.Step, k-1, l-1).Detail.(*solvers.SMODetail)
}

// smoState returns the state of SMO at a position, with the recorded scores.
func smoState(fork ForkPosition) SMOState {
	points := Points{Gram: fork.Problem.Gram(), Y: fork.Problem.Labels()}
	return SMOState{Points: points, C: fork.Solver.(solvers.SMO).C, Alpha: fork.Step.CoefCopy(), Bias: fork.Step.Bias,
		Score: fork.Step.Scores().Copy()}
}

// Suggestion returns the pair that violates the KKT conditions most: the points that attain
// b_up and b_low.
func (studentPair) Suggestion(fork ForkPosition) Move {
	_, _, k, l := smoState(fork).Thresholds()
	if k == l { // one point attains both, or no point can move
		l = (k + 1) % fork.Problem.Len()
	}
	return Move{K: k + 1, L: l + 1}
}

func (p studentPair) Read(fork ForkPosition, solverMove Move, a exercises.Answers) (Move, error) {
	n := fork.Problem.Len()
	k, err := readPoint("k", a["k"], n, solverMove.K)
	if err != nil {
		return solverMove, err
	}
	partner := solverMove.L
	if k != solverMove.K {
		partner = partnerOfLargestGain(fork, k-1) + 1
	}
	l, err := readPoint("l", a["l"], n, partner)
	if err != nil {
		return solverMove, err
	}
	if k == l {
		return solverMove, fmt.Errorf("k and l are both %d: a pair needs two different points", k)
	}
	unclipped, err := p.readUnclipped(fork, k, l, a["clip"],
		solverMove.ClipOmitted && k == solverMove.K && l == solverMove.L)
	return Move{K: k, L: l, ClipOmitted: unclipped}, err
}

// readUnclipped parses the answer for the choice "clip" and reports whether the step is to be left
// unclipped. If the text is empty, it uses fallback. If clipping would have no effect, it returns
// false.
func (p studentPair) readUnclipped(fork ForkPosition, k, l int, text string, fallback bool) (bool, error) {
	unclipped := fallback
	switch text = strings.TrimSpace(text); text {
	case "":
	case clipOn, clipOff:
		unclipped = text == clipOff
	default:
		return false, fmt.Errorf("clip = %q: want %q, or %q to leave the clip out", text, clipOn, clipOff)
	}
	if !unclipped {
		return false, nil
	}
	d := p.update(fork, k, l)
	if d.Kappa <= 0 {
		return false, fmt.Errorf(
			"without the clip the pair (%d, %d) cannot make a step: κ = %s, so g has no maximum along its line", k, l,
			Num(d.Kappa),
		)
	}
	return d.Clipped, nil
}

// partnerOfLargestGain returns the l whose pair with k has the largest unclipped gain. If no l can
// raise g, it returns the point whose error differs most from the error of k. k and l count from 0.
func partnerOfLargestGain(fork ForkPosition, k int) int {
	m, best := smoState(fork), -1
	distance := func(i int) float64 { return math.Abs(m.F(k) - m.F(i)) }
	for i := range m.Y {
		if i != k && (best < 0 ||
			cmp.Or(cmp.Compare(m.UnclippedGain(k, i), m.UnclippedGain(k, best)), cmp.Compare(distance(i),
				distance(best))) > 0) {
			best = i
		}
	}
	return best
}

func (studentPair) Take(fork ForkPosition, m Move) solvers.Step {
	s := fork.Solver.(solvers.SMO)
	if m.ClipOmitted {
		return s.UpdateUnclipped(fork.Problem, fork.Step, m.K-1, m.L-1)
	}
	return s.Update(fork.Problem, fork.Step, m.K-1, m.L-1)
}

func (p studentPair) Options(fork ForkPosition, m Move) []exercises.Control {
	k := exercises.Control{Name: "k", Label: "k", Value: strconv.Itoa(m.K)}
	l := exercises.Control{Name: "l", Label: "l", Value: strconv.Itoa(m.L)}
	now := smoState(fork)
	for i := range now.Y {
		k.Choices = append(k.Choices, pointChoice(i, "E = "+Num(now.E(i))))
		switch {
		case i == m.K-1:
		case now.PairViolation(m.K-1, i) > 0:
			l.Choices = append(l.Choices, pointChoice(i, "promises "+Num(now.UnclippedGain(m.K-1, i))))
		default:
			l.Choices = append(l.Choices, pointChoice(i, "cannot raise g"))
		}
	}
	out := []exercises.Control{k, l}
	if d := p.update(fork, m.K, m.L); d.Clipped && d.Kappa > 0 {
		c := exercises.Control{Name: "clip", Label: "clip", Value: clipOn, Choices: []exercises.Choice{
			{Value: clipOn, Label: "to [L, H]"}, {Value: clipOff, Label: "left out"},
		}}
		if m.ClipOmitted {
			c.Value = clipOff
		}
		out = append(out, c)
	}
	return out
}

// pairEffect describes the clip and Δg of a step. If alternative is not zero, it compares Δg with
// the gain of that move.
func pairEffect(fork ForkPosition, step solvers.Step, alternative Move) []ascii.Line {
	d, ok := step.Detail.(*solvers.SMODetail)
	if !ok {
		return nil
	}
	ink := ascii.Good
	if !(d.Gain > 0) {
		ink = ascii.Warn
	}
	out := []ascii.Line{
		clipSentence(d),
		{{Text: fmt.Sprintf("Pair (%d, %d): ", d.K+1, d.L+1), Ink: ascii.Text}, {Text: "Δg = " + Num(d.Gain),
			Ink: ink}},
	}
	if alternative == (Move{}) {
		return out
	}
	subject := "P" + alternative.String()[1:]
	if alternative.K == d.K+1 && alternative.L == d.L+1 && !alternative.ClipOmitted {
		subject = "With the clip it"
	}
	return append(out, line("%s would gain Δg = %s.", subject,
		Num(studentPair{}.Take(fork, alternative).Detail.(*solvers.SMODetail).Gain)))
}

// clipSentence describes the position of αₗ* and the effect of the clip.
func clipSentence(d *solvers.SMODetail) ascii.Line {
	star, lo, hi := Num(d.Unclipped), Num(d.Lo), Num(d.Hi)
	switch at := clippedAt(d); {
	case d.Unchanged:
		return line("This pair cannot move: αₗ* = %s, and [L, H] = [%s, %s] holds αₗ where it is.", star, lo, hi)
	case d.ClipOmitted:
		return line("αₗ* = %s lies outside [L, H] = [%s, %s]. Without the clip αₗ goes there, and αₖ = %s: a multiplier leaves [0, C].", star, lo, hi, Num(d.NewAk))
	case at == 2:
		return line("αₗ* = %s lies above H = %s: clipped at H.", star, hi)
	case at == 1:
		return line("αₗ* = %s lies below L = %s: clipped at L.", star, lo)
	}
	return line("αₗ* = %s lies within [L, H] = [%s, %s]: no clip.", star, lo, hi)
}

// summarizeUpdate summarizes an update.
func summarizeUpdate(s solvers.Step, _ bool) (t Summary) {
	if d, ok := s.Detail.(*solvers.SMODetail); ok {
		al := "αₗ = " + Num(d.NewAl) + [...]string{"", " clipped at L", " clipped at H"}[int(clippedAt(d))] +
			textUnless(!d.ClipOmitted, " without the clip")
		t.addDone("%s", studentPair{}.MoveOf(s))
		t.addDone("%s", ifElse(d.Unchanged, "nothing moves", al))
	}
	t.addNow("g = %s, gap %s, b = %s", Num(s.Objective), Num(s.Gap), Num(s.Bias))
	return t
}

func pairEntries(s solvers.Step) []Entry {
	d, ok := s.Detail.(*solvers.SMODetail)
	if !ok {
		return nil
	}
	return []Entry{
		{"k", d.K + 1}, {"l", d.L + 1}, {"E_k", d.Ek}, {"E_l", d.El}, {"s", d.S}, {"gamma", d.Gamma}, {"lo", d.Lo},
		{"hi", d.Hi},
		{"kappa", d.Kappa}, {"unclipped", d.Unclipped}, {"clipped", d.Clipped}, {"alpha_k", d.NewAk},
		{"alpha_l", d.NewAl}, {"gain", d.Gain}, {"null", d.Unchanged},
	}
}

func pairDetails(s solvers.Step) []float64 {
	d, ok := s.Detail.(*solvers.SMODetail)
	if !ok {
		return nil
	}
	return []float64{d.Ek, d.El, d.Lo, d.Hi, d.Kappa, d.Unclipped}
}

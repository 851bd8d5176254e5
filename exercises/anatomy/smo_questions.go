package anatomy

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/solvers"
)

// kappaEvery is the number of steps between two questions about the sign of κ. A step with κ ≤ 0
// has this question anyway.
const kappaEvery = 4

// questions returns the questions about the numbers of the update.
func (u pairUpdate) questions() []Question {
	d, n := u.pair.Derivation(), u.pair.Derivation().Values()
	given := []exercises.Block{
		paragraph("The pair is %s, so k = %d and l = %d.", pairName(u.pair.K, u.pair.L), u.pair.K+1, u.pair.L+1),
		d.ValuesBlock("ak", "al", "tk", "tl", "c"), d.ValuesBlock("ek", "el"), d.ValuesBlock("kkk", "kll", "kkl"),
	}
	target := paragraph("αₗ* = αₗ + tₗ(Eₖ − Eₗ)/κ, clipped to [L, H].")
	var out []Question
	frame := u.transition.Frame - 1
	negligible := 1e-12 * (math.Abs(n["kkk"]) + math.Abs(n["kll"])) // a κ up to this size counts as 0
	if n["kappa"] <= negligible || frame%kappaEvery == kappaEvery-1 {
		out = append(out, u.kappaQuestion(n, negligible, given))
	}
	change := "rises"
	if math.Abs(n["delta"]) <= 2.220446049250313e-16*max(n["ak"], n["al"]) || n["dW"] <= 0 {
		change = "stays"
	}
	out = append(out,
		Question{
			Name: "clip", Title: "The clip", Text: "Will αₗ be clipped, and at which bound?",
			Given: append(slices.Clone(given), target),
			Label: "it is clipped at",
			Options: []exercises.Choice{{Value: "L", Label: "L"}, {Value: "H", Label: "H"},
				{Value: "none", Label: "neither"}}, Accept: acceptedClips(n),
			Right: fmt.Sprintf("αₗ* = %s and [L, H] = [%s, %s].",
				FiveDigits(n["star"]), FiveDigits(n["lo"]), FiveDigits(n["hi"])),
			Wrong: fmt.Sprintf("Compare αₗ* with L and H: s = tₖ·tₗ = %s decides which rule gives the two.",
				answer.SignedDecimal(n["s"])),
		},
		Question{
			Name: "alpha", Title: "The new αₗ", Text: fmt.Sprintf("What is α%s after the step?", Sub(u.pair.L+1)),
			Given:  append(slices.Clone(given), target),
			Number: d.Fixed("alnew", "no-clip", "errors-swapped"),
			Right: fmt.Sprintf("αₗ* = %s, clipped to [%s, %s], is %s.",
				FiveDigits(n["star"]), FiveDigits(n["lo"]), FiveDigits(n["hi"]), FiveDigits(n["alnew"])),
		},
		Question{
			Name: "rise", Title: "The objective", Text: "Does g rise with this step, or stay the same?", Given: given,
			Label: "g", Options: exercises.Choices("rises", "stays"), Accept: []string{change},
			Right: ifElse(change == "rises", fmt.Sprintf("g gains %s.", FiveDigits(n["dW"])),
				fmt.Sprintf("α%s stays where it is, and so does g.", Sub(u.pair.L+1))),
			Wrong: "g changes if αₗ moves. Where does the clip leave it?",
		})
	for i := range out {
		out[i].Scene = func() exercises.Scene {
			return exercises.Scene{Points: map[int]string{u.pair.K: "k", u.pair.L: "l"}}
		}
	}
	return out
}

// kappaQuestion asks for the sign of κ. A κ up to negligible may be a rounding error.
func (u pairUpdate) kappaQuestion(n Numbers, negligible float64, given []exercises.Block) Question {
	accept, explanation := []string{"positive"}, "κ = ‖φₖ − φₗ‖², and the two points differ in feature space."
	switch {
	case n["kappa"] < 0:
		accept[0], explanation = "negative", "No squared distance is negative: this kernel is not positive semidefinite."
	case n["kappa"] == 0:
		accept[0], explanation = "zero", "The two points coincide in feature space."
	}
	if math.Abs(n["kappa"]) <= negligible && n["kappa"] != 0 {
		accept = append(accept, "zero")
	}
	return Question{
		Name: "kappa", Title: "The sign of κ",
		Text: "Is κ = Kₖₖ + Kₗₗ − 2Kₖₗ of this pair positive, zero or negative?", Given: given,
		Label: "κ is", Options: exercises.Choices("positive", "zero", "negative"), Accept: accept,
		Right: fmt.Sprintf("κ = %s. %s", FiveDigits(n["kappa"]), explanation), Wrong: "Insert the three entries of K.",
	}
}

// acceptedClips returns the accepted answers to the question which bound clips αₗ*, the best answer
// first. There are several if αₗ* equals a bound up to rounding, or if it is clipped and L = H.
func acceptedClips(n Numbers) []string {
	accept := []string{"none"}
	clipped := n["star"] < n["lo"] || n["star"] > n["hi"]
	switch {
	case n["star"] < n["lo"]:
		accept[0] = "L"
	case clipped:
		accept[0] = "H"
	}
	tolerance := 1e-9 * (1 + math.Abs(n["star"]))
	if math.Abs(n["star"]-n["lo"]) <= tolerance {
		accept = append(accept, "none", "L")
	}
	if math.Abs(n["star"]-n["hi"]) <= tolerance {
		accept = append(accept, "none", "H")
	}
	if clipped && n["lo"] == n["hi"] {
		accept = append(accept, "L", "H")
	}
	return accept
}

// pairName writes a pair of points, which count from 0 here and from 1 for the student.
func pairName(k, l int) string { return fmt.Sprintf("(%d, %d)", k+1, l+1) }

// isPair reports whether two points, in either order, are the pair of the update.
func (u pairUpdate) isPair(k, l int) bool {
	return k == u.pair.K && l == u.pair.L || k == u.pair.L && l == u.pair.K
}

// isChosenByRule reports whether the solver's rule chooses the pair of the update. If a student
// chose the pair, the rule may choose another pair.
func (u pairUpdate) isChosenByRule() bool {
	next, err := u.smo.Next(u.transition.Problem, u.transition.Before)
	if err != nil {
		return false
	}
	d, ok := next.Detail.(*solvers.SMODetail)
	return ok && d.K == u.pair.K && d.L == u.pair.L
}

// moveQuestion asks at odd steps for the pair that the rule chooses, and at even steps for any pair
// that violates the KKT conditions. Where only one of these questions is possible, it asks that one.
// It returns nil if neither is.
func (u pairUpdate) moveQuestion() *MoveQuestion {
	valid := u.PairViolation(u.pair.K, u.pair.L) > 0
	switch odd := (u.transition.Frame-1)%2 == 0; {
	case !u.rule.Random && (odd || !valid) && u.isChosenByRule():
		return u.pairQuestion("Which pair does the rule take next?", u.rule.Task, u.ruleScene, u.judgeRule)
	case valid:
		task := "Any pair whose update can raise g counts, in either order: tα of one can grow, tα of the other can shrink, and F of the first is below F of the second."
		return u.pairQuestion("Name a pair that violates the KKT conditions.", task,
			func(Move, TypedNumber) exercises.Scene { return u.scene(u.extremes()) }, u.judgeValid)
	}
	return nil
}

// pairQuestion returns a question with two fields for the points k and l.
func (u pairUpdate) pairQuestion(text, task string, scene func(Move, TypedNumber) exercises.Scene,
	judge func(Move) Judgement) *MoveQuestion {
	field := func(name, label string) exercises.Field {
		return exercises.Field{Name: name, Label: label, Width: 5, Group: "pair", AsksPoint: true}
	}
	return &MoveQuestion{
		Name: "pair", Title: "The pair", Text: text, Given: []exercises.Block{paragraph("%s", task)},
		Fields: []exercises.Field{field("k", "k ="), field("l", "l =")},
		Want:   Move{K: u.pair.K + 1, L: u.pair.L + 1}, Scene: scene, Judge: judge,
	}
}

// judgeRule judges whether the pair m is the choice of the rule, or as good by the rule.
func (u pairUpdate) judgeRule(m Move) Judgement {
	k, l, wantK, wantL := m.K-1, m.L-1, u.pair.K, u.pair.L
	merit := u.rule.Merit(u.SMOState, wantK, wantL)
	runnerUp, runnerUpMerit := u.rule.Best(u.SMOState, wantK, wantL)
	explanation := fmt.Sprintf("For %s %s %s", pairName(wantK, wantL), u.rule.MeritIntro, FiveDigits(merit))
	if runnerUp >= 0 {
		explanation += fmt.Sprintf("; for the runner-up l = %d it is %s", runnerUp+1, FiveDigits(runnerUpMerit))
	}
	switch {
	case k == wantK && l == wantL:
		return Judgement{Right: true, Fact: explanation + "."}
	case u.isPair(k, l):
		return Judgement{Headline: "These are the two points, but k and l are swapped.",
			Fact: "The rule chooses k and l in different ways, so their order matters."}
	case u.rule.Tied(u.SMOState, wantK, wantL, k, l):
		return Judgement{Right: true,
			Fact: fmt.Sprintf("It is as good as %s, which comes first in order. %s.", pairName(wantK, wantL),
				explanation)}
	}
	return Judgement{Headline: "It is another pair.", Fact: u.whyNot(k, l)}
}

// judgeValid judges whether the pair m violates the KKT conditions.
func (u pairUpdate) judgeValid(m Move) Judgement {
	k, l := m.K-1, m.L-1
	v := u.PairViolation(k, l)
	if v <= 0 {
		return Judgement{Headline: "This pair cannot raise g.", Fact: u.whyNot(k, l)}
	}
	fact := fmt.Sprintf("Pair %s violates the conditions by %s", pairName(k, l), FiveDigits(v))
	if u.isPair(k, l) {
		return Judgement{Right: true, Fact: fact + ", and it is the one that the solver takes."}
	}
	return Judgement{Right: true,
		Fact: fmt.Sprintf("%s; the solver takes %s, with %s.", fact, pairName(u.pair.K, u.pair.L),
			FiveDigits(u.PairViolation(u.pair.K, u.pair.L)))}
}

// whyNot explains why a pair is not accepted.
func (u pairUpdate) whyNot(k, l int) string {
	v := u.PairViolation(k, l)
	switch {
	case math.IsInf(v, -1):
		return fmt.Sprintf("Pair %s can move in neither direction: an α that would have to change is at a bound.", pairName(k, l))
	case v <= 0:
		return fmt.Sprintf(
			"An update of %s cannot raise g: the errors differ by %s, and in the only direction in which the two can move, g falls.",
			pairName(k, l), FiveDigits(errorDistance(u.SMOState, k, l)),
		)
	}
	return fmt.Sprintf("Pair %s violates the conditions too, by %s.", pairName(k, l), FiveDigits(v))
}

// byHand asks the student to choose a pair and to update it by hand.
func (u pairUpdate) byHand() *MoveQuestion {
	q := u.pairQuestion("Perform the update: choose a pair that violates the KKT conditions, and fill in every number.",
		u.rule.Task+" Any other pair that violates the conditions is also accepted, in either order.", u.handScene,
		u.judgeUpdate)
	q.Title, q.Blanks = "One update by hand", func(m Move) Derivation { return u.blanks(m.K-1, m.L-1) }
	q.Given = append(q.Given,
		formula("s = tₖ·tₗ, γ = αₖ + sαₗ, κ = Kₖₖ + Kₗₗ − 2Kₖₗ, E = f − t"),
		formula("s = +1: L = max(0, αₖ + αₗ − C), H = min(C, αₖ + αₗ)"),
		formula("s = −1: L = max(0, αₗ − αₖ), H = min(C, C + αₗ − αₖ)"),
		formula("αₗ* = αₗ + tₗ(Eₖ − Eₗ)/κ, clipped to [L, H]; αₖ ← αₖ + s(αₗ old − αₗ new)"),
		paragraph("b is the middle of the thresholds after the step: −(b_up + b_low)/2, with b_up the least F = Σαtk − t of the points whose tα can grow, and b_low the largest of those whose tα can shrink."))
	return q
}

// judgeUpdate judges whether updating the pair m can raise g.
func (u pairUpdate) judgeUpdate(m Move) Judgement {
	k, l := m.K-1, m.L-1
	gain := func(k, l int) string { return FiveDigits(u.otherPair(k, l).Derivation().Values()["dW"]) }
	done := fmt.Sprintf("Σαt is still 0, and g rises by %s.", gain(k, l))
	switch {
	case u.isPair(k, l):
		return Judgement{Right: true, Done: done}
	case u.PairViolation(k, l) > 0:
		return Judgement{Right: true,
			Done: done +
				fmt.Sprintf(" The solver takes %s, which raises g by %s; yours is a step of SMO as well.",
					pairName(u.pair.K, u.pair.L), gain(u.pair.K, u.pair.L))}
	}
	return Judgement{Headline: "The pair cannot raise g.", Fact: u.whyNot(k, l)}
}

// otherPair returns the update of the pair (k, l) from the same state.
func (u pairUpdate) otherPair(k, l int) Pair { return Pair{SMOState: u.SMOState, K: k, L: l} }

// blanks returns the numbers to fill in for the update of the pair (k, l). αₗ* is not among them if
// κ is not positive, for this pair or for the pair of the solver.
func (u pairUpdate) blanks(k, l int) Derivation {
	d := u.otherPair(k, l).Derivation()
	n := d.Values()
	form := d.Pick("s", "gamma", "kappa", "ek", "el", "lo", "hi", "star", "alnew", "aknew", "b")
	star, alnew, aknew, b := &form[7], &form[8], &form[9], &form[10]
	alnew.Symbol, aknew.Symbol = "αₗ new", "αₖ new"
	computeB := b.Compute
	b.Compute = func(typed Numbers) float64 {
		return computeB(Numbers{"aknew": u.snapTyped(typed["aknew"], n["aknew"]),
			"alnew": u.snapTyped(typed["alnew"], n["alnew"])})
	}
	switch {
	case kappaNotPositive(n):
		alnew.Inputs, alnew.Slips = []string{"ek", "el", "lo", "hi"}, nil
		alnew.Compute = func(typed Numbers) float64 { return uphillBound(n, typed) }
	case kappaNotPositive(u.pair.Derivation().Values()):
		// The form was made for the solver's pair and has no blank for αₗ*.
		computeStar, computeClip := star.Compute, alnew.Compute
		alnew.Inputs, alnew.Slips = []string{"ek", "el", "kappa", "lo", "hi"}, nil
		alnew.Compute = func(typed Numbers) float64 {
			return computeClip(Numbers{"star": computeStar(typed), "lo": typed["lo"], "hi": typed["hi"]})
		}
	default:
		return form
	}
	return slices.Delete(form, 7, 8)
}

// kappaNotPositive reports whether κ is negative or 0 up to rounding. Then the step ends at
// a bound.
func kappaNotPositive(n Numbers) bool {
	return n["kappa"] <= 1e-9*(math.Abs(n["kkk"])+math.Abs(n["kll"]))
}

// uphillBound returns the new αₗ of a step with κ ≤ 0: the bound in the direction in which g rises,
// or the old αₗ if the slope is 0. If that bound is infinite, it returns the correct αₗ. ownNumbers
// are the numbers of the student.
func uphillBound(rightNumbers, ownNumbers Numbers) float64 {
	slope := rightNumbers["tl"] * (ownNumbers["ek"] - ownNumbers["el"])
	switch {
	case slope < 0:
		return ownNumbers["lo"]
	case slope == 0:
		return rightNumbers["al"]
	case math.IsInf(ownNumbers["hi"], 1):
		return rightNumbers["alnew"]
	}
	return ownNumbers["hi"]
}

// snapTyped undoes the rounding of a number a that a student typed. If a is close enough to
// rightValue, to 0 or to C, it returns that value, and otherwise a.
func (u pairUpdate) snapTyped(a, rightValue float64) float64 {
	for _, exact := range []float64{rightValue, 0, u.C} {
		if !math.IsInf(exact, 0) && (Demand{Want: exact, Scale: max(math.Abs(rightValue),
			math.Abs(exact))}).IsMetBy(a) {
			return exact
		}
	}
	return a
}

// handScene shows the numbers for the update of the pair m: the points and the entries of K. When
// both α are filled in, it also shows F after the update.
func (u pairUpdate) handScene(m Move, typed TypedNumber) exercises.Scene {
	if m.K == 0 || m.L == 0 || m.K == m.L {
		return u.scene(u.extremes())
	}
	p := u.otherPair(m.K-1, m.L-1)
	n := p.Derivation().Values()
	s := u.scene(u.extremes(p.K, p.L))
	s.Notes = append(s.Notes, p.Derivation().ValuesBlock("kkk", "kll", "kkl").Text)
	if kappaNotPositive(n) {
		s.Notes = append(s.Notes,
			line("κ is not positive here: the step goes to the bound that raises g, so there is no αₗ* to fill in."))
	}
	ak, okK := typed("aknew")
	al, okL := typed("alnew")
	if okK && okL && finite(ak, al) {
		next := u
		next.SMOState = p.After(u.snapTyped(ak, n["aknew"]), u.snapTyped(al, n["alnew"]))
		s.Figures = next.scene(next.extremes(p.K, p.L)).Figures
		s.Figures[0].Title = strings.Replace(s.Figures[0].Title, "before the step",
			"after your step "+pairName(p.K, p.L), 1)
	}
	return s
}

// extremeCount is the number of points with the lowest F, and of points with the highest F, that a
// long table shows.
const extremeCount = 12

// extremes returns, in ascending order, extraPoints, the points with the lowest F whose tα can
// grow, and the points with the highest F whose tα can shrink. If there are few points, it returns
// all of them. Among points with the same F it prefers the first, as the rules do.
func (u pairUpdate) extremes(extraPoints ...int) []int {
	all := allPoints(len(u.Y))
	if len(all) <= 2*extremeCount {
		return all
	}
	first := func(sign float64, allowed func(i int) bool) []int {
		candidates := slices.DeleteFunc(slices.Clone(all), func(i int) bool { return !allowed(i) })
		slices.SortStableFunc(candidates, func(i, j int) int { return cmp.Compare(sign*u.F(i), sign*u.F(j)) })
		return candidates[:min(extremeCount, len(candidates))]
	}
	out := slices.Concat(first(1, u.InUp), first(-1, u.InLow), extraPoints)
	slices.Sort(out)
	return slices.Compact(out)
}

// scene returns a table of the numbers by which a pair is chosen, for the given points, with
// extraColumns after the others.
func (u pairUpdate) scene(points []int, extraColumns ...pointColumn) exercises.Scene {
	title := "The points before the step"
	if n := len(points); n < len(u.Y) {
		title += fmt.Sprintf(", the %d of %d with the most extreme F", n, len(u.Y))
	}
	resolution := u.pair.ErrorDistance() / 200
	columns := append([]pointColumn{
		labelColumn("t", u.Y), shownColumn("α", func(i int) float64 { return u.Alpha[i] }),
		{"F", func(i int) string { return FiveDigitsOrMore(u.F(i), resolution) }},
		{"tα may", func(i int) string { return ifElse(u.InUp(i), "up ", "   ") + ifElse(u.InLow(i), "low", "   ") }},
	}, extraColumns...)
	return exercises.SceneOf(
		pointTable(title, points, columns...),
		line("b = %s, C = %s; F = f − b − t", FiveDigitsOrMore(u.transition.Before.Bias, resolution), FiveDigits(u.C)))

}

// ruleScene returns a table of the numbers that the rule compares. m holds the points that the
// student has filled in so far.
func (u pairUpdate) ruleScene(m Move, _ TypedNumber) exercises.Scene {
	all := allPoints(len(u.Y))
	s := u.scene(all)
	switch {
	case u.rule.UsesKappa && m.K > 0:
		s = u.scene(all, shownColumn("κ", func(l int) float64 { return u.Kappa(m.K-1, l) }))
	case u.rule.UsesKappa:
		s.Notes = append(s.Notes, line("Once you have filled in k, the table shows κ = Kₖₖ + Kₗₗ − 2Kₖₗ of k with every point."))
	case u.rule.Extreme:
		return u.scene(u.extremes())
	}
	if !u.rule.Extreme {
		half, start := FiveDigits(u.tol()/2), 0
		if d, ok := u.transition.Before.Detail.(*solvers.SMODetail); ok {
			start = (d.K + 1) % len(u.Y)
		}
		s.Notes = append(s.Notes,
			line("A point violates its condition where E = F + b lies below −%s and tα may grow (up), or above %s and tα may shrink (low). The search goes on from point %d, and from 1 again after %d.",
				half, half, start+1, len(u.Y)))
	}
	return s
}

// allPoints returns the points 0 … n−1.
func allPoints(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func pointNumber(i int) string { return strconv.Itoa(i + 1) }

package anatomy

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/solvers"
)

// perceptronStep is a step of the perceptron together with the state before it. A visit checks
// whether a point is a mistake. A step visits the next point, or all points up to the next mistake.
type perceptronStep struct {
	PerceptronState // the state before the step
	transition      Transition
	solver          solvers.Perceptron
	detail          *solvers.PerceptronDetail
	visitsBefore    int // number of visits before the step
}

// explainPerceptron completes the [Account] of a step, the data from which its explanation is built.
func explainPerceptron(transition Transition, a *Account) {
	s := perceptronStep{transition: transition, solver: transition.Solver.(solvers.Perceptron)}
	s.PerceptronState = transition.PerceptronState(s.solver, transition.Before)
	a.Rule = Rule{
		Title: "learn from mistakes",
		Sentences: []string{
			ifElse(s.solver.Seed == 0, "The points are visited in order, again and again.",
				"The points are visited in an order drawn for each pass."),
			"A point that is not strictly on its side is added.",
		},
		Formula: "y·f ≤ 0:  α ← α + 1" + textUnless(s.NoBias, ",  b ← b + y") + "       y·f > 0:  nothing changes",
		Start:   "No point has been visited yet. At α = 0 and b = 0 every y·f is 0: a mistake.",
	}
	a.Objective = ""
	a.Points.Rank = func(i int) float64 { return -math.Abs(s.Margin(i)) }
	a.Laws = func() Laws { return s.laws(!transition.IsStart) }
	s.detail, s.visitsBefore = visitDetail(transition.Now), visitDetail(transition.Before).Visits
	d := s.detail
	if d.Point < 0 || d.Visits == s.visitsBefore && transition.Now.N == transition.Before.N {
		return // no visit led here: the state is the initial one, or was recomputed by a fork
	}
	a.Derivation = s.Derivation(d.Point)
	a.Chosen = func() []ascii.Line { return []ascii.Line{line("i = %d", d.Point+1)} }
	a.Blanks = s.blanks()
	a.Scene = func() exercises.Scene { return s.termsScene(d.Point) }
	a.Questions = func() []Question { return nil }
	if s.isUnambiguous() {
		a.Questions = s.questions
	}
	if !s.solver.EveryVisit {
		if a.HandMove = s.byHand; s.isUnambiguous() {
			a.Move = s.moveQuestion
		}
	}
}

// perceptronColumns returns the columns in tables of points: y·f of each point, and whether the
// point is a mistake.
func perceptronColumns(y []float64, _ solvers.Solver) PointColumns {
	margin := func(s solvers.Step, i int) float64 { return y[i] * s.F(i) }
	return PointColumns{
		Label: targetColumn("y", y),
		Columns: []Column{numberColumn("y·f", margin), verdictColumn("", 11, func(s solvers.Step, i int) (bool,
			string, string) {
			word := ifElse(margin(s, i) > 0, "right", "a mistake")
			return margin(s, i) > 0, " " + word, word
		})},
		Movers: func(s solvers.Step) []Mover {
			if d := visitDetail(s); d.Point >= 0 {
				return singleMover(d.Point)
			}
			return nil
		},
		Violation: func(s solvers.Step, i int) float64 {
			if m := margin(s, i); m <= 0 {
				return max(-m, math.SmallestNonzeroFloat64)
			}
			return 0
		},
	}
}

// nearTie reports whether a margin is so close to 0 that rounding decides its sign.
func (s perceptronStep) nearTie(i int) bool {
	m := math.Abs(s.Margin(i))
	return m != 0 && m <= rounding*s.TermSize(i)
}

// stepPoints returns the points that the step visits, in order. If every visit is a step, this is one
// point. Otherwise it is all points up to the next mistake or the end of the run.
func (s perceptronStep) stepPoints() []int {
	return s.VisitedPoints(s.solver, s.visitsBefore, s.detail.Visits)
}

// isUnambiguous reports whether rounding cannot change the outcome of the step.
func (s perceptronStep) isUnambiguous() bool { return !slices.ContainsFunc(s.stepPoints(), s.nearTie) }

// nextMistake returns the first visited point with y·f ≤ 0, or −1 if there is none.
func (s perceptronStep) nextMistake() int {
	for _, i := range s.stepPoints() {
		if s.Margin(i) <= 0 {
			return i
		}
	}
	return -1
}

// questions returns questions about whether the next point is a mistake, and about the
// update for a mistake.
func (s perceptronStep) questions() []Question {
	var out []Question
	if s.solver.EveryVisit {
		out = append(out, s.mistakeQuestion())
	}
	i := s.nextMistake()
	if i < 0 {
		return out
	}
	d := s.Derivation(i)
	if s.Alpha != nil {
		out = append(out,
			Question{Name: "alpha", Given: []exercises.Block{paragraph("Point %d is a mistake.", i+1),
				d.ValuesBlock("old")},
				Number: d.Fixed("alpha", "plus-y")})
	}
	if !s.NoBias {
		out = append(out,
			Question{Name: "bias",
				Given:  []exercises.Block{paragraph("Point %d is a mistake.", i+1), d.ValuesBlock("bold", "y")},
				Number: d.Fixed("b", "minus-y")})
	}
	return out
}

// mistakeQuestion asks whether the next point is a mistake.
func (s perceptronStep) mistakeQuestion() Question {
	i := s.detail.Point
	sub := Sub(i + 1)
	return Question{
		Name: "mistake", Title: "Is it a mistake?",
		Text: fmt.Sprintf("Point %d is visited next. Is it a mistake?", i+1),
		Given: []exercises.Block{
			paragraph("A point is a mistake where y·f ≤ 0. Point %d has %s.", i+1,
				s.Derivation(i).ValuesBlock("y").Text),
		},
		Label: "a mistake", Options: exercises.Choices("yes", "no"),
		Accept: []string{ifElse(s.Margin(i) <= 0, "yes", "no")},
		Right:  fmt.Sprintf("y%s·f(x%s) = %s.", sub, sub, FiveDigits(s.Margin(i))),
		Wrong:  fmt.Sprintf("Look at the sign of y%s·f(x%s); 0 counts as a mistake.", sub, sub),
		Scene:  s.scene,
	}
}

// moveQuestion asks which point is the next mistake.
func (s perceptronStep) moveQuestion() *MoveQuestion {
	next := s.nextMistake()
	return &MoveQuestion{
		Name: "next", Title: "The next mistake", Text: "Which point is the next mistake?",
		Given: []exercises.Block{
			paragraph("The points are visited in the order of the table%s. The first with y·f ≤ 0 is the next mistake. Answer none if there is no such point.",
				textUnless(s.solver.Seed == 0, ", which was drawn")),
		},
		Fields: []exercises.Field{
			{Name: "answer", Label: "point", Placeholder: "7, or none", Width: 8, AsksPoint: true}},
		Want: Move{K: next + 1}, Judge: func(m Move) Judgement { return s.judge(m, next) },
		Scene: func(Move, TypedNumber) exercises.Scene { return s.scene() },
	}
}

// judge judges an answer to moveQuestion. rightPoint is −1 if there is no further mistake.
func (s perceptronStep) judge(m Move, rightPoint int) Judgement {
	i := m.K - 1
	if i < 0 {
		return Judgement{Right: rightPoint < 0,
			Fact: ifElse(rightPoint < 0, "Every point still to be visited is on its side.", "There is such a point.")}
	}
	margin := fmt.Sprintf("y%s·f(x%s) = %s", Sub(i+1), Sub(i+1), FiveDigits(s.Margin(i)))
	switch {
	case i == rightPoint:
		return Judgement{Right: true, Fact: margin + " is not above 0, but all earlier ones are."}
	case s.Margin(i) > 0:
		return Judgement{Fact: fmt.Sprintf("%s is above 0: point %d is on its side.", margin, i+1)}
	}
	return Judgement{Fact: fmt.Sprintf("Point %d is on the wrong side, but another one comes before it.", i+1)}
}

// byHand asks for the next mistake and its update.
func (s perceptronStep) byHand() *MoveQuestion {
	q := s.moveQuestion()
	q.Title, q.Text = "To the next mistake by hand", "Find the next mistake, and make the update."
	q.Given = append(q.Given,
		paragraph("f = Σⱼ αⱼyⱼK + b. If y·f ≤ 0, the point is a mistake: α ← α + 1 and b ← b + y. Otherwise both stay the same."))
	q.Fields[0].Name = "point"
	if s.nextMistake() >= 0 {
		q.Blanks = func(m Move) Derivation { return s.Derivation(m.K - 1).Pick(s.blanks()...) }
	}
	return q
}

// blanks names the numbers to fill in for a visit.
func (s perceptronStep) blanks() []string {
	names := []string{"margin", "mistake", "alpha", "b"}
	if s.Alpha == nil {
		names = slices.Delete(names, 2, 3)
	}
	if s.NoBias {
		names = names[:len(names)-1]
	}
	return names
}

// termsScene returns the table of the terms of f at a point, or the result of scene in the primal.
func (s perceptronStep) termsScene(i int) exercises.Scene {
	if s.Alpha == nil {
		return s.scene()
	}
	sub := Sub(i + 1)
	return exercises.SceneOf(
		s.sum(i).table(math.Abs(s.Margin(i))/20),
		line("b = %s, %s, α%s = %s", FiveDigits(s.Bias), s.Derivation(i).ValuesBlock("y").Text, sub,
			FiveDigits(s.Alpha[i])))

}

// scene returns a table of the points in the order of the visits, with the
// values before the step.
func (s perceptronStep) scene() exercises.Scene {
	columns := []pointColumn{labelColumn("y", s.Y), shownColumn("f", func(i int) float64 { return s.F[i] })}
	if s.Alpha != nil {
		columns = append(columns, shownColumn("α", func(i int) float64 { return s.Alpha[i] }))
	}
	visits := min(s.visitsBefore+s.Len(), s.solver.PassLimit()*s.Len()) // the run stops at the end of the last pass
	out := exercises.SceneOf(
		pointTable("The points before the step, in their order", s.VisitedPoints(s.solver, s.visitsBefore, visits),
			columns...),
	)
	if !s.NoBias {
		out.Notes = []ascii.Line{line("b = %s", FiveDigits(s.Bias))}
	}
	return out
}

// laws returns the laws that must hold after a step or, if stepped is false, in an initial state.
func (s perceptronStep) laws(stepped bool) (l Laws) {
	now := s.transition.Now
	after := s.transition.PerceptronState(s.solver, now)
	tol := after.ScoreRounding(s.transition.Spectrum().Largest)
	if stepped && s.detail.Point >= 0 {
		s.visitLaws(&l)
	}
	maxError, at := largest(len(after.Alpha),
		func(i int) float64 { return max(-after.Alpha[i], math.Abs(after.Alpha[i]-math.Round(after.Alpha[i]))) })
	sum := floats.Norm(after.Alpha, 1)
	l.condition("count", "α = 0, 1, 2, …", "Σα = "+Num(sum), maxError <= 0 && sum == float64(now.Updates),
		"α%s = %s and Σα = %s, but the number of updates is %d.", Sub(at+1), Num(after.Alpha[at]), Num(sum),
		now.Updates)
	l.equal("b", ifElse(after.NoBias, "b = 0", "b = Σαy"), now.Bias, after.BiasFromAlpha(), 0)
	l.equalVectors("f", "f = Σαyk + b", "f(x#)", after.F, now.F, tol)
	if now.Status == solvers.Converged {
		lowest, at := math.Inf(1), 0
		for i := range after.F {
			if after.Margin(i) < lowest {
				lowest, at = after.Margin(i), i
			}
		}
		l.condition("claim", "converged ⇒ y·f > 0 everywhere", Rounded(lowest, tol), lowest > 0,
			"The run claims to have converged, but y·f = %s at point %d.", Num(lowest), at+1)
	}
	return l
}

// visitLaws adds three laws: the point was next in order, no point visited before it in this step
// was a mistake, and no other α changed. The first two laws do not apply to a point that a student
// chose.
func (s perceptronStep) visitLaws(l *Laws) {
	d := s.detail
	if d.Visits != s.visitsBefore {
		points := s.VisitedPoints(s.solver, s.visitsBefore, d.Visits)
		due := len(points) > 0 && points[len(points)-1] == d.Point
		l.condition("order",
			ifElse(s.solver.Seed == 0, "points in order, 1 … n, again and again",
				"each point once a pass, in the order drawn"),
			fmt.Sprintf("visit %d: point %d", d.Visits, d.Point+1), due, "Point %d was not due at visit %d.", d.Point+1,
			d.Visits)
		if len(points) > 1 {
			missedIndex := slices.IndexFunc(points[:len(points)-1], func(i int) bool { return s.Margin(i) <= 0 })
			at := points[max(0, missedIndex)]
			l.condition("skipped", "y·f > 0 at the points before it", ascii.Count(len(points)-1, "point"),
				missedIndex < 0,
				"y·f = %s at point %d is not above 0: a mistake, but α%s did not grow.", Num(s.Margin(at)), at+1,
				Sub(at+1))
		}
	}
	maxError, at := largest(len(s.Alpha), func(i int) float64 {
		if i == d.Point {
			return 0
		}
		return s.transition.Now.Coef().At(i) - s.Alpha[i]
	})
	l.difference("others", "αⱼ stays at other points", maxError, 0,
		"α%s changed from %s to %s in a visit of point %d.", Sub(at+1),
		Num(s.Alpha[at]), Num(s.transition.Now.Coef().At(at)), d.Point+1)
}

// perceptronDrift returns a bound of the difference between primal and dual that rounding can
// cause, or the reason why there is no bound. There is no bound after a visit with a margin that is
// 0 up to rounding, because only one of the two runs may have counted it as a mistake.
func perceptronDrift(l Lockstep) (tol float64, whyNoBound string) {
	s, _ := ClaimedSolver(l.Dual.Solver()).(solvers.Perceptron)
	for j := 1; j <= l.Frame; j++ {
		dual, primal := visitDetail(l.Dual.At(j)), visitDetail(l.Primal.At(j))
		if dual.Visits == primal.Visits && dual.Mistake == primal.Mistake {
			continue
		}
		visits := min(dual.Visits, primal.Visits)
		points, state := l.VisitedPoints(s, visits-1, visits), l.PerceptronState(s, l.Dual.At(j-1))
		if len(points) == 1 && math.Abs(state.F[points[0]]) <= state.ScoreRounding(l.Spectrum.Largest) {
			return 0, "the runs differ after a tie"
		}
		break
	}
	return 1e-15 * float64(l.Frame+10+l.Len()), ""
}

package unit7

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// stuckRule builds the Go part of exercise 7.8: why SMO stalls with a rule for choosing the pair that is
// taken literally from printed pseudo-code (the printed rule), and a comparison of four rules that do
// not stall. A scene is what a task shows next to its text.
func stuckRule(input worksheets.LessonInput) worksheets.LessonOutput {
	watchedStall, race, results := newWatchedRun(input.Seed)
	askedStall := newStall(input.Seed+1<<32, 3, stall.isClear)
	vars := watchedStall.stallVars()
	for _, taskVars := range []worksheets.Vars{askedStall.vars(), askedStall.flags().vars(), results.vars()} {
		maps.Copy(vars, taskVars)
	}
	candidates := func(showMarks bool) worksheets.SceneFunc {
		return func(ctx context.Context, a exercises.Answers) exercises.Scene {
			out := askedStall.flagScene(ctx, a)
			out.Figures = append(out.Figures,
				askedStall.candidateTable(showMarks, !a.IsUnjudged("chosen") && isPoint(ctx, a["chosen"],
					askedStall.stuckStep.L)))
			return out
		}
	}
	return worksheets.LessonOutput{
		Vars: vars,
		Sets: map[string]exercises.Data{"nine": watchedStall.set},
		Tasks: worksheets.Tasks{
			"believe": {FocusesStage: true},
			"stall":   {FocusesStage: true},
			"candidates": {Judges: worksheets.Judges{"chosen": askedStall.partnerJudge(askedStall.stuckStep.L, false)},
				Scene: candidates(false)},
			"guess":    {Scene: lesson.FixedFigures(lesson.PointsAlone(watchedStall.set, "The nine points"))},
			"partners": {Tables: askedStall.flagBlanks(), Scene: askedStall.flagScene, Check: askedStall.flags().check},
			"who": {Judges: worksheets.Judges{"better": askedStall.partnerJudge(askedStall.repairedL, true)},
				Scene: candidates(true)},
			"race": {Scene: race.scene},
		},
	}
}

// newWatchedRun draws the points of the run that the student watches. On these points, the numbers of
// updates of the four working rules must clearly differ.
func newWatchedRun(seed uint64) (stall, ruleComparison, results) {
	for try := seed; ; try += 1 << 34 {
		watchedStall := newStall(try, 5, func(stall) bool { return true })
		race := newRuleComparison(watchedStall.set)
		if nineResults := race[0].runs(); nineResults.clearlyDiffer() {
			return watchedStall, race, nineResults
		}
	}
}

// stuckC is C of every run of 7.8. A run has converged if its maximum violation is at most stuckTol.
const (
	stuckC   = 10
	stuckTol = 1e-3
)

// stall holds nine points on a line for which SMO with the printed rule stalls: it chooses a pair
// (k, l) that cannot move.
type stall struct {
	set              *dataset.Set
	trace            solvers.Trace      // ends with the step that moves nothing
	stuckStep        *solvers.SMODetail // the step that moves nothing
	repairedL        int                // the partner l that the repaired rule chooses for the same k
	anatomy.SMOState                    // the state before the step that moves nothing
}

// newStall draws random points until the rule stalls after at least minUpdates updates and accept
// returns true.
func newStall(seed uint64, minUpdates int, accept func(stall) bool) stall {
	for try := seed; ; try += 1 << 33 {
		s := stall{set: dataset.Worksheet1D(try)}
		s.trace = lesson.Trace(stage.TrainingData{Set: s.set, Kernel: lesson.Quadratic()},
			s.solver(solvers.MaxErrorLiteral),
			200)
		last := s.trace.Last()
		if d, ok := last.Detail.(*solvers.SMODetail); ok && last.Status == solvers.Stuck && last.Updates >= minUpdates {
			points := anatomy.Points{Gram: s.trace.Problem().Gram(), Y: s.set.Labels()}
			s.stuckStep, s.SMOState = d, points.SMOState(stuckC, s.trace.At(s.trace.Len()-2))
			s.repairedL, _ = anatomy.RuleOf(solvers.MaxError).Best(s.SMOState, d.K, -1)
			if s.repairedL >= 0 && accept(s) {
				return s
			}
		}
	}
}

func (stall) solver(rule solvers.PairRule) solvers.SMO {
	return solvers.SMO{C: stuckC, Tol: stuckTol, Rule: rule, Seed: 1}
}

// isClear reports whether the questions have clear answers. The digits of the table must suffice to
// find the partners that the repaired rule and the printed rule choose. The step must clearly need the
// clip, k must be able to move in only one direction, and each wrong rule for the flags (see the method
// flags) must be recognisable by the flags that it gives.
func (s stall) isClear() bool {
	k, repairedL := s.stuckStep.K, s.repairedL
	distance := math.Abs(s.F(k) - s.F(repairedL))
	_, runnerUp := anatomy.RuleOf(solvers.MaxError).Best(s.SMOState, k, repairedL)
	_, literalRunnerUp := anatomy.RuleOf(solvers.MaxErrorLiteral).Best(s.SMOState, k, s.stuckStep.L)
	outside := s.stuckStep.Unclipped < s.stuckStep.Lo-1e-3 || s.stuckStep.Unclipped > s.stuckStep.Hi+1e-3
	return repairedL != s.stuckStep.L && distance > runnerUp+minLead &&
		math.Abs(s.F(k)-s.F(s.stuckStep.L)) > literalRunnerUp+minLead &&
		outside &&
		s.InUp(k) != s.InLow(k) && s.flags().slipsDiffer()
}

// stallVars returns the numbers of the watched run and of the optimum.
func (s stall) stallVars() worksheets.Vars {
	best := lesson.Trace(stage.TrainingData{Set: s.set, Kernel: lesson.Quadratic()},
		s.solver(solvers.SecondOrder), 5000)
	xorTrace := lesson.Trace(stage.TrainingData{Set: dataset.MustBuiltin("xor4"), Kernel: lesson.Quadratic()},
		s.solver(solvers.MaxErrorLiteral), 100)
	last, optimum := s.trace.Last(), best.Last().Objective
	stalledG, bestG := math.Round(last.Objective*1000)/1000, math.Round(optimum*1000)/1000 // as the text has them
	return worksheets.Vars{
		"xor": xorTrace.Last().Updates, "stuck": last.Updates,
		"w": stalledG, "best": bestG, "percent": anatomy.Digits(100*stalledG/bestG, 2),
	}
}

// vars returns the variables in the text of the exercise that describe the candidates for l.
func (s stall) vars() worksheets.Vars {
	k, l := s.stuckStep.K, s.stuckStep.L
	wrongSide, otherSide := "below", "above"
	if s.stuckStep.Unclipped > s.stuckStep.Hi {
		wrongSide, otherSide = otherSide, wrongSide
	}
	// The partner of k needs an F on partnerSide of Fₖ, and the mark partnerMark.
	kChange, partnerSide, partnerMark := "grow", "above", "low"
	if !s.InUp(k) || s.E(k) > 0 {
		kChange, partnerSide, partnerMark = "shrink", "below", "up"
	}
	return worksheets.Vars{
		"k": lesson.PointNumber(k), "l": lesson.PointNumber(l), "better": lesson.PointNumber(s.repairedL),
		"side":      wrongSide,
		"otherSide": otherSide, "al": s.Alpha[l],
		"ak": s.Alpha[k], "farthest": math.Abs(s.F(k) - s.F(l)),
		"fk": threeDecimals(s.F(k)), "fl": threeDecimals(s.F(l)), "tl": answer.SignedDecimal(s.Y[l]),
		"slope":     anatomy.Num(s.Y[l] * (s.F(k) - s.F(l))),
		"starValue": anatomy.Num(s.stuckStep.Unclipped), "kWay": kChange, "fWay": partnerSide, "mark": partnerMark,
	}
}

// partnerJudge returns the judge of the point l that is updated with k. If explainRoom is set, it
// gives reasons against points that cannot move in the required direction.
func (s stall) partnerJudge(want int, explainRoom bool) worksheets.Judge {
	k := s.stuckStep.K
	return lesson.OnePointJudge(want, s.Len(), func(i int) string {
		number, sub := lesson.PointNumber(i), anatomy.Sub(i+1)
		switch {
		case i == k:
			return "Point " + number + " is k itself."
		case explainRoom && s.E(i) > s.E(k) != (s.E(s.repairedL) > s.E(k)):
			return "F" + sub + " = " + threeDecimals(s.F(i)) + " lies on the wrong side of Fₖ = " +
				threeDecimals(s.F(k)) +
				": g would fall."
		case explainRoom && s.InUp(s.stuckStep.K) && !s.InLow(i) || explainRoom && s.InLow(k) && !s.InUp(i):
			return "Point " + number + " lacks the mark that l needs: its tα has no room for the right move."
		}
		return "|Fₖ − F" + sub + "| = " + threeDecimals(math.Abs(s.F(k)-s.F(i))) + ", but another one is larger."
	})
}

// candidateTable shows the candidates. If showMarks is set, it also shows which way tα of each
// point may change. If showL is set, l is highlighted.
func (s stall) candidateTable(showMarks, showL bool) exercises.Figure {
	pair := map[int]ascii.Ink{s.stuckStep.K: ascii.Symbol1}
	if showL {
		pair[s.stuckStep.L] = ascii.Symbol2
	}
	ink := func(i int) ascii.Ink { return max(ascii.Text, pair[i]) }
	extraColumns := []lesson.Column{
		{Title: "|Fₖ − Fᵢ|", Text: func(i int) string { return threeDecimals(math.Abs(s.F(s.stuckStep.K) - s.F(i))) }},
	}
	if showMarks {
		extraColumns = append(extraColumns, mayMoveColumn(s.SMOState))
	}
	return candidateTable("Candidates for l, k = "+lesson.PointNumber(s.stuckStep.K), s.SMOState, s.set, ink,
		extraColumns...)
}

// ruleComparison runs SMO with four pair rules on each of some sets.
type ruleComparison []comparedSet

// comparedSet is a data set on which the rules are run. runs computes the results on its first call.
type comparedSet struct {
	name exercises.Choice // entry of the control that selects the set
	runs func() results
}

// results are the runs of the rules on a set.
type results struct {
	traces []solvers.Trace // in the order of comparedRules
	best   float64         // the largest final g
}

// comparedRules returns the rules with their names in answers.
func comparedRules() (rules []solvers.PairRule, names []string) {
	return []solvers.PairRule{solvers.MaxError, solvers.MaxViolation, solvers.SecondOrder, solvers.Random},
		[]string{"repaired", "violation", "second", "random"}
}

// newRuleComparison returns the comparison on the given nine points, the moons, and two more sets.
func newRuleComparison(ninePoints *dataset.Set) ruleComparison {
	var r ruleComparison
	add := func(name, label string, set *dataset.Set, kernel kernels.Kernel[[]float64]) {
		m := stage.TrainingData{Set: set, Kernel: kernel}
		r = append(r,
			comparedSet{exercises.Choice{Value: name, Label: label},
				sync.OnceValue(func() results { return runRules(m) })})
	}
	add("nine", "nine points of a line", ninePoints, lesson.Quadratic())
	add("moons", "two moons", dataset.MustBuiltin("moons"), kernels.RBF{Sigma: 0.5})
	add("circles", "two circles", dataset.MustBuiltin("circles"), lesson.Quadratic())
	add("blobs_sep", "two clouds", dataset.MustBuiltin("blobs_sep"), kernels.Linear{})
	return r
}

// runRules runs SMO with every rule until it ends.
func runRules(data stage.TrainingData) results {
	rules, _ := comparedRules()
	var out results
	for _, rule := range rules {
		t := lesson.Trace(data, stall{}.solver(rule), 5000)
		out.traces = append(out.traces, t)
		out.best = max(out.best, t.Last().Objective)
	}
	return out
}

// vars returns the numbers of updates, and the rules with the fewest and the most.
func (r results) vars() worksheets.Vars {
	rules, names := comparedRules()
	vars := worksheets.Vars{}
	fewest, most := 0, 0
	for i, name := range names {
		n := r.updates(i)
		vars[name] = n
		if n < r.updates(fewest) {
			fewest = i
		}
		if n > r.updates(most) {
			most = i
		}
	}
	vars["fewest"], vars["most"] = names[fewest], names[most]
	vars["few"], vars["fewWords"] = r.updates(fewest), anatomy.RuleOf(rules[fewest]).Title
	vars["many"], vars["manyWords"] = r.updates(most), anatomy.RuleOf(rules[most]).Title
	vars["ratio"] = anatomy.Digits(float64(r.updates(3))/float64(r.updates(2)), 3)
	return vars
}

// clearlyDiffer reports whether a single rule takes the fewest updates, by more than a tenth, a
// single rule takes the most, and the random rule takes clearly more than the rule of the largest
// gain.
func (r results) clearlyDiffer() bool {
	_, names := comparedRules()
	var n []int
	for i := range names {
		n = append(n, r.updates(i))
	}
	random, gain := float64(n[3]), float64(n[2])
	slices.Sort(n)
	return 10*n[1] > 11*n[0] && n[3] > n[2] && random > 1.5*gain
}

func (r results) updates(i int) int { return r.traces[i].Last().Updates }

// scene shows the convergence curves on a set in one chart.
func (r ruleComparison) scene(_ context.Context, a exercises.Answers) exercises.Scene {
	control, set := stage.DataControl("raceset", r, func(e comparedSet) exercises.Choice { return e.name }, a)
	scene := exercises.Scene{Controls: []exercises.Control{control}}
	results := set.runs()
	rules, _ := comparedRules()
	chart := ascii.Chart{XLabel: "updates", Log: true}
	for i, rule := range rules {
		s := results.curve(i)
		title := anatomy.RuleOf(rule).Title
		s.Name, s.Ink = fmt.Sprintf("%s %d", title[strings.LastIndex(title, " ")+1:], results.updates(i)),
			ascii.Series(i)
		chart.Series = append(chart.Series, s)
		scene.Notes = append(scene.Notes,
			ascii.Line{{Text: title, Ink: s.Ink},
				{Text: fmt.Sprintf(": %d updates", results.updates(i)), Ink: ascii.Text}})
	}
	scene.Figures = []exercises.Figure{stage.Main("g* − g against updates, "+set.name.Label, chart)}
	return scene
}

// curve returns how far g is below the best g after each update of run i. It omits differences that
// are within rounding errors.
func (r results) curve(i int) ascii.ChartSeries {
	var out ascii.ChartSeries
	t := r.traces[i]
	for n := range t.Len() {
		if difference := r.best - t.Summary(n).Objective; difference > 1e-7*r.best {
			out.Add(float64(n), difference)
		}
	}
	return out
}

// flags returns the task of finding the points that may be chosen with k. The tα of such a point
// can change in the direction opposite to that of k, and this raises g.
func (s stall) flags() flagTask {
	k := s.stuckStep.K
	kMustGrow := s.InUp(k) && s.E(k) <= 0 // k must grow its tα
	raisesG := func(i int) bool { return kMustGrow && s.F(i) > s.F(k) || !kMustGrow && s.F(i) < s.F(k) }
	movesAgainstK := func(i int) bool { return kMustGrow && s.InLow(i) || !kMustGrow && s.InUp(i) }
	movesWithK := func(i int) bool { return kMustGrow && s.InUp(i) || !kMustGrow && s.InLow(i) }
	yesIf := func(conditions ...func(int) bool) func(int) string {
		return func(i int) string {
			for _, holds := range conditions {
				if !holds(i) {
					return "no"
				}
			}
			return "yes"
		}
	}
	isNotK := func(i int) bool { return i != k }
	return flagTask{
		field: "go", n: s.Len(), flag: yesIf(movesAgainstK, raisesG),
		question: func(i int) string {
			if i == k {
				return "This is k itself."
			}
			return "Is F = " + threeDecimals(s.F(i)) + " on the right side of " + threeDecimals(s.F(k)) +
				"? And does its tα have room for the move opposite to k's?"
		},
		slips: []flagSlip{
			{id: "by-error", explainsAll: true, flag: yesIf(raisesG),
				feedback: lesson.Constant("Does its tα have room for the opposite move?")},
			{id: "by-mark", flag: yesIf(movesAgainstK, isNotK), feedback: lesson.Constant("Would g rise?")},
			{id: "same-way", flag: yesIf(movesWithK, raisesG),
				feedback: lesson.Constant("Which way would its tα have to go?")},
		},
	}
}

// flagBlanks returns the table of the candidates with a blank for every flag.
func (s stall) flagBlanks() map[string]exercises.FieldTable {
	return flagTable(s.SMOState, "may go with k", s.flags().blank, lesson.Column{Title: "i",
		Text: func(i int) string { return lesson.PointNumber(i) + map[int]string{s.stuckStep.K: " k"}[i] },
		Ink:  func(i int) ascii.Ink { return max(ascii.Text, map[int]ascii.Ink{s.stuckStep.K: ascii.Symbol1}[i]) }})
}

// flagScene shows every point at its F, with a line at Fₖ. It highlights points that are
// flagged as partners of k, and dims points that are flagged as unsuitable.
func (s stall) flagScene(_ context.Context, a exercises.Answers) exercises.Scene {
	k, fk := s.stuckStep.K, s.F(s.stuckStep.K)
	picture := ascii.Map{XLabel: "x₁", YLabel: "F",
		Curves: []ascii.CurveLine{
			{F: func(float64) float64 { return fk }, Dotted: true, Ink: ascii.Symbol1, Name: "Fₖ"},
		}}
	xs, fs := []float64{}, []float64{}
	for i := range s.Len() {
		x := s.set.Point(i)[0]
		xs, fs = append(xs, x), append(fs, s.F(i))
		m := ascii.Mark{X: x, Y: s.F(i), Class: int(s.Y[i]), Label: lesson.PointNumber(i)}
		if s.Alpha[i] > 0 {
			m.Kind = ascii.FreeSV
		}
		switch flag := a[s.flags().fieldName(i)]; {
		case i == k:
			m.Label, m.Ink = "k", ascii.Symbol1
		case flag == "yes":
			m.Focus = true
		case flag == "no":
			m.Ink = ascii.Dim
		}
		picture.Marks = append(picture.Marks, m)
	}
	picture.X, picture.Y = ascii.RangeOf(xs...).Pad(.12), ascii.RangeOf(fs...).Pad(.12)
	return exercises.Scene{
		Figures: []exercises.Figure{stage.SideFigure("F of every point, with a line at Fₖ", picture)},
		Notes:   ascii.PlainLines("C = " + answer.DisplayDecimal(s.C)),
	}
}

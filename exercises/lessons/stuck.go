package lessons

import (
	"context"
	"maps"
	"math"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/solvers"
)

// stuckRule is 7.8: the rule of printed pseudo-code, why it stalls, and four
// rules that do not.
func stuckRule(b worksheets.Brief) worksheets.Parts {
	watched, race, nine := newRun(b.Seed)
	asked := newStall(b.Seed+1<<32, 3, stall.plain)
	vars := watched.stallVars()
	for _, more := range []worksheets.Vars{asked.vars(), asked.flags().vars(), nine.vars()} {
		maps.Copy(vars, more)
	}
	return worksheets.Parts{
		Vars: vars,
		Sets: map[string]exercises.Data{"nine": watched.set},
		Steps: map[string]worksheets.Behaviour{
			"candidates": {Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene {
				return exercises.Scene{Figures: []exercises.Figure{asked.table(false, !a.Awaits("chosen") && isPoint(ctx, a["chosen"], asked.null.L))}}
			}},
			"partners": {Tables: asked.toBeFlagged(), Scene: asked.flagScene, Check: asked.flags().check},
			"who": {Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene {
				return exercises.Scene{Figures: []exercises.Figure{asked.table(true, !a.Awaits("chosen") && isPoint(ctx, a["chosen"], asked.null.L))}}
			}},
			"race": {Scene: race.scene},
		},
	}
}

// newRun draws the points that are watched, until four rules that work can be
// told apart on them as well.
func newRun(seed uint64) (stall, race, results) {
	for try := seed; ; try += 1 << 34 {
		watched := newStall(try, 5, func(stall) bool { return true })
		race := newRace(watched.set)
		if nine := race.on("nine"); nine.apart() {
			return watched, race, nine
		}
	}
}

// stuckC is C of every run of 7.8, and stuckTol the violation at which they have
// converged.
const (
	stuckC   = 10
	stuckTol = 1e-3
)

// stall is nine points of a line where the printed rule stands still.
type stall struct {
	set             *dataset.Set
	trace           solvers.Trace // ends at the step that moves nothing
	null            *solvers.SMODetail
	better          int // the ℓ that the repaired rule takes with the same k
	anatomy.Machine     // before that step
}

// newStall draws points until the rule stalls after so many updates at the
// least, at a place that suits.
func newStall(seed uint64, least int, suits func(stall) bool) stall {
	for try := seed; ; try += 1 << 33 {
		s := stall{set: dataset.Worksheet1D(try)}
		s.trace = walked(stage.Model{Set: s.set, Kernel: quadratic()}, s.solver(solvers.MaxErrorLiteral), 200)
		last := s.trace.Last()
		if d, ok := last.Detail.(*solvers.SMODetail); ok && last.Status == solvers.Stuck && last.Updates >= least {
			points := anatomy.Points{Gram: s.trace.Problem().Gram(), Y: s.set.Labels()}
			s.null, s.Machine = d, points.Machine(stuckC, s.trace.At(s.trace.Len()-2))
			s.better, _ = anatomy.RuleOf(solvers.MaxError).Best(s.Machine, d.K, -1)
			if s.better >= 0 && suits(s) {
				return s
			}
		}
	}
}

func (stall) solver(rule solvers.PairRule) solvers.SMO {
	return solvers.SMO{C: stuckC, Tol: stuckTol, Rule: rule, Seed: 1}
}

// plain reports whether the better partner and the printed rule's stand out by
// more than the table's digits hide, and each wrong rule for partners by a flag.
func (s stall) plain() bool {
	k, at := s.null.K, s.better
	far := math.Abs(s.F(k) - s.F(at))
	_, next := anatomy.RuleOf(solvers.MaxError).Best(s.Machine, k, at)
	_, second := anatomy.RuleOf(solvers.MaxErrorLiteral).Best(s.Machine, k, s.null.L)
	outside := s.null.Unclipped < s.null.Lo-1e-3 || s.null.Unclipped > s.null.Hi+1e-3
	return at != s.null.L && far > next+apart && math.Abs(s.F(k)-s.F(s.null.L)) > second+apart && outside && s.Up(k) != s.Low(k) && s.flags().shows()
}

// stallVars are the numbers of the watched run beside the optimum.
func (s stall) stallVars() worksheets.Vars {
	best := walked(stage.Model{Set: s.set, Kernel: quadratic()}, s.solver(solvers.SecondOrder), 5000)
	corners := walked(stage.Model{Set: dataset.MustBuiltin("xor4"), Kernel: quadratic()}, s.solver(solvers.MaxErrorLiteral), 100)
	last, top := s.trace.Last(), best.Last().Objective
	w, g := math.Round(last.Objective*1000)/1000, math.Round(top*1000)/1000 // as the text has them
	return worksheets.Vars{
		"xor": corners.Last().Updates, "stuck": last.Updates,
		"w": w, "best": g, "percent": anatomy.Digits(100*w/g, 2),
	}
}

// vars are those of the candidates.
func (s stall) vars() worksheets.Vars {
	k, l := s.null.K, s.null.L
	side, other := "below", "above"
	if s.null.Unclipped > s.null.Hi {
		side, other = other, side
	}
	kWay, fWay, mark := "grow", "above", "low"
	if !s.Up(k) || s.E(k) > 0 {
		kWay, fWay, mark = "shrink", "below", "up"
	}
	return worksheets.Vars{
		"k": number(k), "l": number(l), "better": number(s.better), "side": side, "otherSide": other, "al": s.Alpha[l],
		"fk": threeDecimals(s.F(k)), "fl": threeDecimals(s.F(l)), "tl": answer.Signed(s.Y[l]), "slope": anatomy.Num(s.Y[l] * (s.F(k) - s.F(l))),
		"starValue": anatomy.Num(s.null.Unclipped), "kWay": kWay, "fWay": fWay, "mark": mark,
	}
}

// table is the candidates, with what may move or without; once ℓ is known it
// stands out.
func (s stall) table(marks, known bool) exercises.Figure {
	ink := func(i int) ascii.Ink {
		switch {
		case i == s.null.K:
			return ascii.Symbol1
		case known && i == s.null.L:
			return ascii.Symbol2
		}
		return ascii.Text
	}
	columns := []column{
		{title: "i", of: number, ink: ink},
		{title: "x₁", of: func(i int) string { return answer.Shown(s.set.Point(i)[0]) }},
		{title: "t", of: each(s.Y, answer.Signed)},
		{title: "α", of: each(s.Alpha, threeDecimals)},
		{title: "F", of: written(s.F, threeDecimals), ink: ink},
		{title: "|Fₖ − Fᵢ|", of: func(i int) string { return threeDecimals(math.Abs(s.F(s.null.K) - s.F(i))) }},
	}
	if marks {
		may := func(i int) string {
			return map[bool]string{true: "up ", false: "   "}[s.Up(i)] + map[bool]string{true: "low"}[s.Low(i)]
		}
		columns = append(columns, column{title: "tα may", of: may, ink: always(ascii.Dim), left: true})
	}
	return pointTable("Candidates for ℓ, k = "+number(s.null.K), s.Len(), columns...)
}

package lessons

import (
	"context"
	"maps"
	"math"
	"strconv"

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
func stuckRule(b worksheets.Brief) (worksheets.Parts, error) {
	watched, race, nine, err := newRun(b.Seed)
	if err != nil {
		return worksheets.Parts{}, err
	}
	asked, err := newStall(b.Seed+1<<32, 3, stall.plain)
	if err != nil {
		return worksheets.Parts{}, err
	}
	vars, err := watched.stallVars()
	if err != nil {
		return worksheets.Parts{}, err
	}
	for _, more := range []map[string]string{asked.vars(), asked.flags().vars(), nine.vars()} {
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
	}, nil
}

// newRun draws the points that are watched, until four rules that work can be
// told apart on them as well.
func newRun(seed uint64) (watched stall, race race, nine results, err error) {
	for try := seed; ; try += 1 << 34 {
		if watched, err = newStall(try, 5, func(stall) bool { return true }); err != nil {
			return watched, race, nine, err
		}
		race = newRace(watched.set)
		if nine, err = race.on("nine"); err != nil || nine.apart() {
			return watched, race, nine, err
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
func newStall(seed uint64, least int, suits func(stall) bool) (stall, error) {
	for try := seed; ; try += 1 << 33 {
		s := stall{set: dataset.Worksheet1D(try)}
		var err error
		if s.trace, err = walked(context.Background(), stage.Model{Set: s.set, Kernel: quadratic()}, s.solver(solvers.MaxErrorLiteral), 200); err != nil {
			return s, err
		}
		last := s.trace.Last()
		if d, ok := last.Detail.(*solvers.SMODetail); ok && last.Status == solvers.Stuck && last.Updates >= least {
			points := anatomy.Points{Gram: s.trace.Problem().Gram(), Y: s.set.Labels()}
			s.null, s.Machine = d, points.Machine(stuckC, s.trace.At(s.trace.Len()-2))
			s.better, _ = anatomy.RuleOf(solvers.MaxError).Best(s.Machine, d.K, -1)
			if s.better >= 0 && suits(s) {
				return s, nil
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
func (s stall) stallVars() (map[string]string, error) {
	best, err := walked(context.Background(), stage.Model{Set: s.set, Kernel: quadratic()}, s.solver(solvers.SecondOrder), 5000)
	if err != nil {
		return nil, err
	}
	corners, err := walked(context.Background(), stage.Model{Set: dataset.MustBuiltin("xor4"), Kernel: quadratic()}, s.solver(solvers.MaxErrorLiteral), 100)
	if err != nil {
		return nil, err
	}
	last, top := s.trace.Last(), best.Last().Objective
	w, g := math.Round(last.Objective*1000)/1000, math.Round(top*1000)/1000 // as the text has them
	return map[string]string{
		"xor": strconv.Itoa(corners.Last().Updates), "stuck": strconv.Itoa(last.Updates),
		"w": answer.Decimal(w), "best": answer.Decimal(g), "percent": anatomy.Digits(100*w/g, 2),
	}, nil
}

// vars are those of the candidates.
func (s stall) vars() map[string]string {
	k, l := s.null.K, s.null.L
	side, other := "below", "above"
	if s.null.Unclipped > s.null.Hi {
		side, other = other, side
	}
	kWay, fWay, mark := "grow", "above", "low"
	if !s.Up(k) || s.E(k) > 0 {
		kWay, fWay, mark = "shrink", "below", "up"
	}
	return map[string]string{
		"k": number(k), "l": number(l), "better": number(s.better), "side": side, "otherSide": other, "al": answer.Decimal(s.Alpha[l]),
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
		{title: "t", of: func(i int) string { return answer.Signed(s.Y[i]) }},
		{title: "α", of: func(i int) string { return threeDecimals(s.Alpha[i]) }},
		{title: "F", of: func(i int) string { return threeDecimals(s.F(i)) }, ink: ink},
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

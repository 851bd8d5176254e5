package unit7

import (
	"context"
	"fmt"
	"maps"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/submission"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// ownCode builds exercise 7.9: a task for the student's own program, and the trace of a program
// with a mistake. Both depend on the seed.
func ownCode(b worksheets.Brief) worksheets.Parts {
	task := submission.NewTask(b.Seed)
	run := lesson.Must(task.Solved())
	planted := lesson.Must(submission.Plant(b.Seed, task))
	p := plantedTrace{task, planted}
	vars := worksheets.Vars{
		"badStep": p.Step, "badNext": p.Step + 1, "badBefore": p.Step - 1,
		"badGroup": p.Group(), "badWords": strings.Join(p.Words, " "),
	}
	maps.Copy(vars, firstVars(run))
	maps.Copy(vars, otherVars(b.Seed))
	again := newRerun(b.Seed, task)
	maps.Copy(vars, again.vars())
	vars["seed"], vars["C"] = strconv.FormatUint(b.Seed, 10), boundC(task)
	return worksheets.Parts{
		Vars: vars,
		Sets: map[string]exercises.Data{"six": task.Set},
		Tasks: worksheets.Tasks{
			"first": {Judges: firstPairJudges(task.Set, run.At(1).Detail.(*solvers.SMODetail)),
				Scene: lesson.FixedFigures(lesson.PointsAlone(task.Set, "Your points"),
					lesson.PointTable("", task.Set.Len(), lesson.NumberColumn(),
						lesson.FormattedColumn("x", task.Set.Point, lesson.Coordinates).AlignLeft(),
						lesson.FormattedColumn("t", task.Set.Label, answer.Signed)))},
			"planted":  {Scene: p.scene},
			"logistic": {Judges: worksheets.Judges{"early": inPlace(b.Seed)}},
			"own":      {Check: again.check},
		},
	}
}

// boundC returns the bound C on every α in a task for SMO.
func boundC(t submission.Task) float64 { return t.Solver.(solvers.SMO).C }

// rerun is the last task: the student runs the program once more, and then computes f at a new point
// z. SMO has a new C, and logistic regression makes more steps than before.
type rerun struct {
	c            float64
	z            []float64
	bias, weight float64 // b and Σα of SMO
	// runs holds the outcomes of both algorithms, "smo" and "logistic", and the outcomes of their
	// first runs, "before" and "five".
	runs map[string]outcome
}

// outcome holds the two numbers that the student enters. The final value is the number that the
// program prints after the last step: the objective g of SMO, or a₁ of logistic regression. f is
// f(z).
type outcome struct{ finalValue, f float64 }

// rerunTol is the tolerance of SMO in the last run. It is so small that the digits of g and f do
// not depend on how a program breaks ties between pairs.
const rerunTol = 1e-8

// rerunSteps is the number of steps of logistic regression in the last run.
const rerunSteps = 10

// newRerun draws C and z. It prefers an instructive rerun.
func newRerun(seed uint64, task submission.Task) (again rerun) {
	r, first := lesson.Rand(seed, 791), submission.NewLogistic(seed).Solver.(solvers.Logistic)
	end := func(s solvers.Solver) solvers.Step {
		return lesson.Must(submission.Task{Set: task.Set, Kernel: task.Kernel, Solver: s}.Solved()).Last()
	}
	at := func(s solvers.Step, last float64) outcome {
		f := stage.Model{Set: task.Set, Kernel: task.Kernel}.Expansion(s).Eval(again.z)
		return outcome{last, math.Round(1e9*f) / 1e9}
	}
	five, ten := end(first), end(solvers.Logistic{Gamma: first.Gamma, MaxSteps: rerunSteps})
	before := end(task.Solver)
	for _, i := range r.Perm(5 * 81) { // 5 values of C, and 9 × 9 points z
		again.c = []float64{0.05, 0.1, 0.3, 0.4, 0.7}[i%5]
		again.z = []float64{float64(i/5%9 - 4), float64(i/45 - 4)}
		smo := end(solvers.SMO{C: again.c, Tol: rerunTol, Rule: solvers.MaxViolation})
		again.bias, again.weight = smo.Bias, floats.Sum(smo.CoefCopy())
		again.runs = map[string]outcome{
			"smo": at(smo, smo.Objective), "before": at(before, before.Objective),
			"logistic": at(ten, ten.Coef().At(0)), "five": at(five, five.Coef().At(0))}
		if smo.Updates < 500 && again.isInstructive() {
			break
		}
	}
	return again
}

// isInstructive reports whether g and a₁ differ from their values in the first runs, and whether
// g, a₁ and f are clearly not 0.
func (r rerun) isInstructive() bool {
	for name, first := range map[string]string{"smo": "before", "logistic": "five"} {
		got, old := r.runs[name], r.runs[first].finalValue
		if math.Abs(got.finalValue) < 0.01 || math.Abs(got.f) < 0.05 ||
			math.Abs(got.finalValue-old) < 0.01*math.Abs(old) {
			return false
		}
	}
	return true
}

// vars returns what the task shows, and its right and wrong answers.
func (r rerun) vars() worksheets.Vars {
	v := worksheets.Vars{"newC": r.c, "z": lesson.Coordinates(r.z), "rerunSteps": rerunSteps,
		"smoB": r.bias, "smoSum": r.weight}
	for name, run := range r.runs {
		v[name+"Last"], v[name+"F"] = run.finalValue, run.f
	}
	return v
}

// check judges the numbers that the student's program has printed. The choice between SMO and
// logistic regression is not judged.
func (r rerun) check(ctx context.Context, a exercises.Answers) exercises.Report {
	run, chosen := r.runs[a["own"]]
	if !chosen {
		return answer.JudgeForm(ctx, a, []answer.Blank{{Name: "own", Label: "your program",
			Judge: func(_ context.Context, text string) answer.Result { return answer.JudgeChoice(text, "smo") }}})
	}
	number := func(v float64) func(context.Context, string) answer.Result {
		return answer.NumberTask{Want: answer.Float(v), Digits: 3}.Judge
	}
	return answer.JudgeForm(ctx, a, []answer.Blank{
		{Name: "last", Label: "the number after the last step", Judge: number(run.finalValue)},
		{Name: "new", Label: "f(z)", Judge: number(run.f)}})
}

// firstPairJudges returns the judges of the pair in the first step: k of class +1 and l of class −1.
func firstPairJudges(set *dataset.Set, d *solvers.SMODetail) worksheets.Judges {
	first := func(want int, class float64, way string) worksheets.Judge {
		return lesson.OnePointJudge(want, set.Len(), func(i int) string {
			point, other := "Point "+lesson.PointNumber(i), answer.Signed(-class)
			if set.Label(i) != class {
				return point + " has t = " + other + ": from α = 0 its tα cannot " + way + "."
			}
			return point + " has F = " + other + ", but so has an earlier point. If several points have the same F, take the first."
		})
	}
	return worksheets.Judges{"k": first(d.K, 1, "grow"), "l": first(d.L, -1, "shrink")}
}

// inPlace returns the judge of this question: if the program updates each a in place, what is the
// first point at which f is wrong?
func inPlace(seed uint64) worksheets.Judge {
	task := submission.NewLogistic(seed)
	early, _ := task.InPlace()
	return lesson.OnePointJudge(early-1, task.Set.Len(), func(i int) string {
		if i < early-1 {
			return "f of point " + lesson.PointNumber(i) + " is still 0, as it should be."
		}
		return "A point before point " + lesson.PointNumber(i) + " already has a wrong f."
	})
}

// firstVars returns the numbers of the first update of a run and of its first clipped update.
func firstVars(run solvers.Trace) worksheets.Vars {
	d := run.At(1).Detail.(*solvers.SMODetail)
	vars := worksheets.Vars{"k": lesson.PointNumber(d.K), "l": lesson.PointNumber(d.L), "kappa": d.Kappa,
		"kkk": d.Kkk, "kll": d.Kll, "kkl": d.Kkl, "stepsInAll": run.Last().Updates,
		"star": anatomy.Num(d.Unclipped), "al": d.NewAl}
	for i := 1; i < run.Len(); i++ {
		if d := run.At(i).Detail.(*solvers.SMODetail); d.Clipped {
			vars["clipStep"], vars["clipStar"], vars["clipEnd"] = i, d.Unclipped, d.NewAl
			vars["clipLo"], vars["clipHi"] = anatomy.Num(d.Lo), anatomy.Num(d.Hi)
			break
		}
	}
	return vars
}

// otherVars returns the numbers of the task of logistic regression, and of the first step of a
// program that updates each a in place.
func otherVars(seed uint64) worksheets.Vars {
	task := submission.NewLogistic(seed)
	gamma := task.Solver.(solvers.Logistic).Gamma
	y := func(i int) float64 { return anatomy.ZeroOne(task.Set.Label(i)) }
	early, wrong := task.InPlace()
	var terms []string
	k := kernels.Gram(task.Kernel, task.Set.Points())
	for j := range early - 1 {
		terms = append(terms,
			fmt.Sprintf("(%s)·(%s)", answer.DisplayDecimal(gamma*(y(j)-.5)), answer.DisplayDecimal(k.At(early-1, j))))
	}
	before := ""
	if early > 2 {
		before = fmt.Sprintf("For the points before point %d, f is 0 as it should be, and a changes by ±η/2. ", early)
	}
	at := map[string]float64{"step": 1}
	for i := range early - 1 {
		at["f"+strconv.Itoa(i+1)] = 0
	}
	at["f"+strconv.Itoa(early)] = wrong
	var says []string
	if p, err := submission.Compare(context.Background(), task, []submission.Row{{Line: 1, Values: at}}, 1e-5); err ==
		nil {
		says = append([]string{fmt.Sprintf("“step %d is the first that is wrong.", p.Step)}, p.Words...)
	}
	return worksheets.Vars{
		"gamma": gamma, "y1": y(0), "moved": gamma * (y(0) - .5),
		"sZero": gamma * y(0), "early": early, "wrong": wrong, "sum": strings.Join(terms, " + "),
		"before": before, "says": strings.Join(says, " ") + "”",
	}
}

// plantedTrace is the trace of a task with a planted mistake. The student looks for it step by step.
type plantedTrace struct {
	task submission.Task
	submission.Planted
}

// scene shows a step of the trace and the state before the step. Once the student has found the
// mistake, scene describes it in the words of the command kernellab diff.
func (p plantedTrace) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	slider := stage.Slider("tracestep", "step", 1, float64(p.Trace.Len()-1), 1, a, "1")
	at := int(math.Round(slider.Number()))
	before, now := p.Trace.At(at-1), p.Trace.At(at)
	points := anatomy.Points{Gram: p.Trace.Problem().Gram(), Y: p.task.Set.Labels()}
	m, d := points.SMOState(boundC(p.task), before), now.Detail.(*solvers.SMODetail)
	ink := func(i int) ascii.Ink {
		return max(ascii.Text, map[int]ascii.Ink{d.K: ascii.Symbol1, d.L: ascii.Symbol2}[i])
	}
	state := lesson.PointTable(fmt.Sprintf("Before step %d: b = %s, C = %s", at, stage.FourDecimals(before.Bias),
		answer.DisplayDecimal(m.C)), points.Len(),
		lesson.NumberColumn().WithInk(ink),
		lesson.ValuesColumn("t", m.Y, answer.Signed),
		lesson.ValuesColumn("α", m.Alpha, stage.FourDecimals),
		lesson.FormattedColumn("F", m.F, stage.FourDecimals).WithInk(ink))
	scene := exercises.Scene{
		Controls: []exercises.Control{slider},
		Figures:  []exercises.Figure{state, p.written(d, now)},
	}
	if !a.Awaits("at") && !a.Awaits("quantity") && answer.Exactly(float64(p.Step))(ctx, a["at"]).Accepted &&
		a["quantity"] == p.Group() {
		for _, words := range append([]string{fmt.Sprintf("step %d is the first that is wrong", p.Step)}, p.Words...) {
			scene.Notes = append(scene.Notes, ascii.Plain(words))
		}
	}
	return scene
}

// written shows what the program wrote in a step.
func (plantedTrace) written(d *solvers.SMODetail, now solvers.Step) exercises.Figure {
	t := ascii.Table{Columns: ascii.Columns("number", "written")}
	for _, e := range []struct {
		name string
		v    float64
		ink  ascii.Ink
	}{
		{"k", float64(d.K + 1), ascii.Symbol1}, {"l", float64(d.L + 1), ascii.Symbol2}, {"Eₖ", d.Ek, ascii.Text},
		{"Eₗ", d.El, ascii.Text}, {"s", d.S, ascii.Text},
		{"L", d.Lo, ascii.Text}, {"H", d.Hi, ascii.Text}, {"κ", d.Kappa, ascii.Text}, {"αₗ*", d.Unclipped, ascii.Text},
		{"αₗ", d.NewAl, ascii.Text}, {"αₖ", d.NewAk, ascii.Text}, {"b", now.Bias, ascii.Text},
	} {
		t.Add(ascii.Inked(e.name, e.ink), ascii.Inked(stage.FourDecimals(e.v), e.ink))
	}
	return stage.Table(fmt.Sprintf("Written; Kₖₖ %s, Kₗₗ %s, Kₖₗ %s", anatomy.Num(d.Kkk), anatomy.Num(d.Kll),
		anatomy.Num(d.Kkl)), t)
}

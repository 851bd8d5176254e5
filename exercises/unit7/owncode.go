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

// ownCode builds the Go part of exercise 7.9: a task for the student's own program, and the
// trace of a program with a mistake. Both depend on the seed in the input. A scene is what a task
// shows next to its text.
func ownCode(input worksheets.LessonInput) worksheets.LessonOutput {
	task := submission.NewTask(input.Seed)
	run := lesson.Must(task.Solved())
	planted := lesson.Must(submission.Plant(input.Seed, task))
	p := plantedTrace{task, planted}
	vars := worksheets.Vars{
		"badStep": p.Step, "badNext": p.Step + 1, "badBefore": p.Step - 1,
		"badGroup": p.Group(), "badWords": strings.Join(p.Words, " "),
	}
	maps.Copy(vars, updateVars(run))
	maps.Copy(vars, logisticVars(input.Seed))
	rerun := newRerun(input.Seed, task)
	maps.Copy(vars, rerun.vars())
	vars["seed"], vars["C"] = strconv.FormatUint(input.Seed, 10), boundC(task)
	return worksheets.LessonOutput{
		Vars: vars,
		Sets: map[string]exercises.Data{"six": task.Set},
		Tasks: worksheets.Tasks{
			"first": {Judges: firstPairJudges(task.Set, run.At(1).Detail.(*solvers.SMODetail)),
				Scene: lesson.FixedFigures(lesson.PointsAlone(task.Set, "Your points"),
					lesson.PointTable("", task.Set.Len(), lesson.NumberColumn(),
						lesson.FormattedColumn("x", task.Set.Point, lesson.Coordinates).AlignLeft(),
						lesson.FormattedColumn("t", task.Set.Label, answer.SignedDecimal)))},
			"planted":  {Scene: p.scene},
			"logistic": {Judges: worksheets.Judges{"early": firstWrongPointJudge(input.Seed)}},
			"own":      {Check: rerun.check},
		},
	}
}

// boundC returns the bound C on every α in a task for SMO.
func boundC(t submission.Task) float64 { return t.Solver.(solvers.SMO).C }

// rerun is the last task: the student runs the program once more, and then computes f at a new point
// z. SMO has a new C, and logistic regression makes more steps than before.
type rerun struct {
	c              float64
	z              []float64
	bias, alphaSum float64 // b and Σα of SMO
	// runs holds the outcomes of the last runs of both algorithms, "smo" and "logistic", and of their
	// first runs: "before" is the first run of SMO, and "five" is logistic regression after 5 steps.
	runs map[string]outcome
}

// outcome holds the two numbers that the student enters. The final value is the number that the
// program prints after the last step: the objective g of SMO, or a₁ of logistic regression. f is
// f(z).
type outcome struct{ finalValue, f float64 }

// rerunTol is the tolerance of SMO in the last run. It is so small that the digits that
// the student enters do not depend on how a program breaks ties between pairs.
const rerunTol = 1e-8

// rerunSteps is the number of steps of logistic regression in the last run.
const rerunSteps = 10

// newRerun draws C and z until the rerun is instructive. If none is, it returns the last one drawn.
func newRerun(seed uint64, task submission.Task) (next rerun) {
	r, first := lesson.Rand(seed, 791), submission.NewLogistic(seed).Solver.(solvers.Logistic)
	lastStep := func(s solvers.Solver) solvers.Step {
		return lesson.Must(submission.Task{Set: task.Set, Kernel: task.Kernel, Solver: s}.Solved()).Last()
	}
	outcomeAt := func(s solvers.Step, last float64) outcome {
		f := stage.TrainingData{Set: task.Set, Kernel: task.Kernel}.Expansion(s).Eval(next.z)
		return outcome{last, math.Round(1e9*f) / 1e9}
	}
	afterFive, afterTen := lastStep(first), lastStep(solvers.Logistic{Gamma: first.Gamma, MaxSteps: rerunSteps})
	firstSMO := lastStep(task.Solver)
	for _, i := range r.Perm(5 * 81) { // 5 values of C, and 9 × 9 points z
		next.c = []float64{0.05, 0.1, 0.3, 0.4, 0.7}[i%5]
		next.z = []float64{float64(i/5%9 - 4), float64(i/45 - 4)}
		smo := lastStep(solvers.SMO{C: next.c, Tol: rerunTol, Rule: solvers.MaxViolation})
		next.bias, next.alphaSum = smo.Bias, floats.Sum(smo.CoefCopy())
		next.runs = map[string]outcome{
			"smo": outcomeAt(smo, smo.Objective), "before": outcomeAt(firstSMO, firstSMO.Objective),
			"logistic": outcomeAt(afterTen, afterTen.Coef().At(0)), "five": outcomeAt(afterFive,
				afterFive.Coef().At(0))}
		if smo.Updates < 500 && next.isInstructive() {
			break
		}
	}
	return next
}

// isInstructive reports whether g and a₁ differ from their values in the first runs, and whether
// g, a₁ and f are clearly not 0.
func (r rerun) isInstructive() bool {
	for name, first := range map[string]string{"smo": "before", "logistic": "five"} {
		got, previous := r.runs[name], r.runs[first].finalValue
		if math.Abs(got.finalValue) < 0.01 || math.Abs(got.f) < 0.05 ||
			math.Abs(got.finalValue-previous) < 0.01*math.Abs(previous) {
			return false
		}
	}
	return true
}

// vars returns what the task shows, and its right answers. The outcomes of the first runs are known
// wrong answers.
func (r rerun) vars() worksheets.Vars {
	v := worksheets.Vars{"newC": r.c, "z": lesson.Coordinates(r.z), "rerunSteps": rerunSteps,
		"smoB": r.bias, "smoSum": r.alphaSum}
	for name, run := range r.runs {
		v[name+"Last"], v[name+"F"] = run.finalValue, run.f
	}
	return v
}

// check judges the numbers that the student's program has printed. The choice between SMO and
// logistic regression is not judged.
func (r rerun) check(ctx context.Context, a exercises.Answers) exercises.Report {
	run, found := r.runs[a["own"]]
	if !found {
		return answer.JudgeForm(ctx, a, []answer.Blank{{Name: "own", Label: "your program",
			Judge: func(_ context.Context, text string) answer.Result { return answer.JudgeChoice(text, "smo") }}})
	}
	numberJudge := func(v float64) func(context.Context, string) answer.Result {
		return answer.NumberTask{Want: answer.Float(v), Digits: 3}.Judge
	}
	return answer.JudgeForm(ctx, a, []answer.Blank{
		{Name: "last", Label: "the number after the last step", Judge: numberJudge(run.finalValue)},
		{Name: "new", Label: "f(z)", Judge: numberJudge(run.f)}})
}

// firstPairJudges returns the judges of k and l, the two points of the first step. k has class +1,
// and l has class −1.
func firstPairJudges(set *dataset.Set, d *solvers.SMODetail) worksheets.Judges {
	pointJudge := func(want int, class float64, change string) worksheets.Judge {
		return lesson.OnePointJudge(want, set.Len(), func(i int) string {
			point, other := "Point "+lesson.PointNumber(i), answer.SignedDecimal(-class)
			if set.Label(i) != class {
				return point + " has t = " + other + ": from α = 0 its tα cannot " + change + "."
			}
			return point + " has F = " + other + ", but so has an earlier point. If several points have the same F, take the first."
		})
	}
	return worksheets.Judges{"k": pointJudge(d.K, 1, "grow"), "l": pointJudge(d.L, -1, "shrink")}
}

// firstWrongPointJudge returns the judge of this question: if the program overwrites the coefficients
// aᵢ one by one, what is the first point at which f is wrong?
func firstWrongPointJudge(seed uint64) worksheets.Judge {
	task := submission.NewLogistic(seed)
	firstWrongPoint, _ := task.InPlace()
	return lesson.OnePointJudge(firstWrongPoint-1, task.Set.Len(), func(i int) string {
		if i < firstWrongPoint-1 {
			return "f of point " + lesson.PointNumber(i) + " is still 0, as it should be."
		}
		return "A point before point " + lesson.PointNumber(i) + " already has a wrong f."
	})
}

// updateVars returns the numbers of the first update of a run and of its first clipped update.
func updateVars(run solvers.Trace) worksheets.Vars {
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

// logisticVars returns the numbers of the task of logistic regression, and of the first step of a
// program that overwrites the coefficients aᵢ one by one.
func logisticVars(seed uint64) worksheets.Vars {
	task := submission.NewLogistic(seed)
	gamma := task.Solver.(solvers.Logistic).Gamma
	y := func(i int) float64 { return anatomy.ZeroOne(task.Set.Label(i)) }
	firstWrongPoint, wrongValue := task.InPlace()
	var terms []string
	k := kernels.Gram(task.Kernel, task.Set.Points())
	for j := range firstWrongPoint - 1 {
		terms = append(terms,
			fmt.Sprintf("(%s)·(%s)", answer.DisplayDecimal(gamma*(y(j)-.5)),
				answer.DisplayDecimal(k.At(firstWrongPoint-1, j))))
	}
	correctText := ""
	if firstWrongPoint > 2 {
		correctText = fmt.Sprintf("For the points before point %d, f is 0 as it should be, and a changes by ±η/2. ",
			firstWrongPoint)
	}
	row := submission.Row{"step": 1}
	for i := range firstWrongPoint - 1 {
		row["f"+strconv.Itoa(i+1)] = 0
	}
	row["f"+strconv.Itoa(firstWrongPoint)] = wrongValue
	var diffOutput []string
	if p, err := submission.Compare(context.Background(), task, []submission.Row{row}, 1e-5); err == nil {
		diffOutput = append([]string{fmt.Sprintf("“step %d is the first that is wrong.", p.Step)}, p.Words...)
	}
	return worksheets.Vars{
		"gamma": gamma, "y1": y(0), "moved": gamma * (y(0) - .5),
		"sZero": gamma * y(0), "early": firstWrongPoint, "wrong": wrongValue, "sum": strings.Join(terms, " + "),
		"before": correctText, "says": strings.Join(diffOutput, " ") + "”",
	}
}

// plantedTrace is the trace of a task with a planted mistake. The student looks for it step by step.
type plantedTrace struct {
	task submission.Task
	submission.Planted
}

// scene shows a step of the trace and the state before the step. Once the student has found the
// mistake, scene describes it as the command "kernellab diff" would print it.
func (p plantedTrace) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	slider := stage.Slider("tracestep", "step", 1, float64(p.Trace.Len()-1), 1, a, "1")
	step := int(math.Round(slider.Number()))
	before, after := p.Trace.At(step-1), p.Trace.At(step)
	points := anatomy.Points{Gram: p.Trace.Problem().Gram(), Y: p.task.Set.Labels()}
	m, d := points.SMOState(boundC(p.task), before), after.Detail.(*solvers.SMODetail)
	ink := func(i int) ascii.Ink {
		return max(ascii.Text, map[int]ascii.Ink{d.K: ascii.Symbol1, d.L: ascii.Symbol2}[i])
	}
	state := lesson.PointTable(fmt.Sprintf("Before step %d: b = %s, C = %s", step, stage.FourDecimals(before.Bias),
		answer.DisplayDecimal(m.C)), points.Len(),
		lesson.NumberColumn().WithInk(ink),
		lesson.ValuesColumn("t", m.Y, answer.SignedDecimal),
		lesson.ValuesColumn("α", m.Alpha, stage.FourDecimals),
		lesson.FormattedColumn("F", m.F, stage.FourDecimals).WithInk(ink))
	scene := exercises.Scene{
		Controls: []exercises.Control{slider},
		Figures:  []exercises.Figure{state, p.writtenTable(d, after)},
	}
	if !a.IsUnjudged("at") && !a.IsUnjudged("quantity") && answer.ExactJudge(float64(p.Step))(ctx, a["at"]).Accepted &&
		a["quantity"] == p.Group() {
		for _, words := range append([]string{fmt.Sprintf("step %d is the first that is wrong", p.Step)}, p.Words...) {
			scene.Notes = append(scene.Notes, ascii.Plain(words))
		}
	}
	return scene
}

// writtenTable shows what the program wrote in a step.
func (plantedTrace) writtenTable(d *solvers.SMODetail, now solvers.Step) exercises.Figure {
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

package unitd

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/solvers"
)

// errata builds the Go part of exercise D.3, in which students refute errors of a printed
// text. Its variable stallG is the value of g at which a run stalls, on a set that depends on the
// seed. Only an older version of the exercise, whose answers may be saved, asks for it. A scene is
// what a task shows next to its text.
func errata(input worksheets.LessonInput) worksheets.LessonOutput {
	name := []string{"worksheet1d", "circles"}[input.Seed%2]
	model := stage.TrainingData{Set: dataset.MustBuiltin(name), Kernel: lesson.Quadratic()}
	trace := lesson.Trace(model, solvers.SMO{C: 10, Tol: 1e-3, Rule: solvers.MaxErrorLiteral}, 100)
	return worksheets.LessonOutput{Vars: worksheets.Vars{"stallG": anatomy.Plain(trace.Last().Objective, 8)},
		Tasks: refutationTasks(input.Numbers)}
}

// refutationTasks returns the tasks in which the student refutes a claim by numbers, and one task
// with only a scene.
func refutationTasks(n map[string]float64) worksheets.Tasks {
	quadraticForm := func(c []float64, cross float64) float64 {
		return n["p"]*c[0]*c[0] + cross*n["q"]*c[0]*c[1] + n["s"]*c[1]*c[1]
	}
	nearMargin := func(v []float64) float64 { return n["near"]*v[0] + v[1] }
	farMargin := func(v []float64) float64 { return n["far"]*v[0] - v[1] }
	halfSquare := func(v []float64) float64 { return v[0] * v[0] / 2 }
	doubledCross := refutation{
		field: "refute1", letters: []string{"c1", "c2"}, names: [2]string{"‖w‖²", "the printed line"},
		reference: "1, 1",
		sides:     func(c []float64) (left, right float64) { return quadraticForm(c, 2), quadraticForm(c, 4) },
		table: formulaTable{"‖w‖² and the printed line, at your c", []formula{
			{"‖w‖², all four terms of ΣΣ", func(c []float64) float64 { return quadraticForm(c, 2) }},
			{"the line as printed", func(c []float64) float64 { return quadraticForm(c, 4) }},
		}},
	}
	objectiveBound := refutation{
		field: "refute4", letters: []string{"w", "b"}, names: [2]string{"½w²", "the number to beat"},
		reference: "40, " + answer.Decimal(n["shift"]),
		sides:     func(v []float64) (left, right float64) { return halfSquare(v), n["big"] }, isInequality: true,
		conditions: []formula{{answer.DisplayDecimal(n["near"]) + " w + b ≥ 1", nearMargin},
			{answer.DisplayDecimal(n["far"]) + " w − b ≥ 1", farMargin}},
		table: formulaTable{"At your w and b",
			[]formula{{"t₁(w·x₁ + b), at least 1", nearMargin}, {"t₂(w·x₂ + b), at least 1", farMargin}, {"½w²",
				halfSquare}}},
	}
	products := formulaTable{"Products of a pass", []formula{
		{"with K stored", func(v []float64) float64 { return v[0] * v[0] }},
		{"on features, n·d² with d = " + answer.DisplayDecimal(n["d"]),
			func(v []float64) float64 { return v[0] * n["dd"] }},
	}}
	return worksheets.Tasks{"twice": doubledCross.lessonTask(), "most": objectiveBound.lessonTask(),
		"cheap": {Scene: products.scene("refute6", 1)}}
}

// formulaTable is a table of formulas and their values at the numbers typed into a field.
type formulaTable struct {
	title string
	rows  []formula
}

type formula struct {
	name  string
	value func(v []float64) float64
}

func (s formulaTable) scene(field string, letters int) worksheets.SceneFunc {
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		v, rejection := answer.ParseNumbers(ctx, a[field], letters)
		table := ascii.Table{Columns: ascii.Columns("", "at your numbers")}
		for _, r := range s.rows {
			cell := ascii.Inked("…", ascii.Dim)
			if rejection == nil {
				cell = ascii.Plain(anatomy.Num(r.value(v)))
			}
			table.Add(ascii.Inked(r.name, ascii.Dim), cell)
		}
		return exercises.SceneOf(stage.Table(s.title, table))
	}
}

// refutation asks for numbers that refute a claim. The claim is left = right or, if isInequality is
// set, left ≤ right. At the numbers, each condition must have a value of at least 1.
type refutation struct {
	field        string
	letters      []string
	names        [2]string
	sides        func(v []float64) (left, right float64)
	isInequality bool // the claim is left ≤ right
	conditions   []formula
	reference    string
	table        formulaTable
}

func (t refutation) lessonTask() worksheets.LessonTask {
	j := worksheets.ExprJudge(answer.Scope{Entries: len(t.letters)}, t.reference, t.check)
	j.Name = "counterexample"
	return worksheets.LessonTask{Scene: t.table.scene(t.field, len(t.letters)), Judges: worksheets.Judges{t.field: j}}
}

// nearlyEqual reports whether the two sides of a claim are equal up to rounding. They were computed
// from the numbers v. The tolerance is relative to the sides and to min(1, max|vᵢ|²), an estimate of
// the size of terms that may cancel.
func nearlyEqual(left, right float64, v []float64) bool {
	largest := floats.Norm(v, math.Inf(1))
	return math.Abs(left-right) <= 1e-9*(min(1, largest*largest)+math.Abs(left)+math.Abs(right))
}

func (t refutation) check(ctx context.Context, text string) answer.Result {
	v, rejection := answer.ParseNumbers(ctx, text, len(t.letters))
	if rejection != nil {
		return *rejection
	}
	out := answer.Result{Verdict: exercises.NotEqual, At: -1}
	for i, x := range v {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			out.Headline, out.Fact = "Another number.",
				ascii.Linesf("%s = %s is not allowed here.", t.letters[i], anatomy.Num(x))
			return out
		}
	}
	for _, c := range t.conditions {
		if left := c.value(v); !(left >= 1) && !nearlyEqual(left, 1, v) {
			out.Headline = "A condition is broken."
			out.Fact = ascii.Linesf("%s is needed, but here the left side is %s.", c.name,
				anatomy.Num(left))
			return out
		}
	}
	left, right := t.sides(v)
	comparison := fmt.Sprintf("Here %s is %s, and %s is %s", t.names[0], anatomy.Num(left), t.names[1],
		anatomy.Num(right))
	switch {
	case math.IsNaN(left) || math.IsNaN(right):
		out.Headline, out.Fact = "No value.", ascii.PlainLines("One of the two sides has no value here.")
	case nearlyEqual(left, right, v) || t.isInequality && left <= right:
		out.Headline = "That refutes nothing."
		out.Fact = ascii.PlainLines(comparison + ". Find numbers that refute what is printed.")
	default:
		out.Verdict, out.Accepted, out.Headline = exercises.Equal, true, "Refuted."
		out.Fact = ascii.PlainLines(comparison + ".")
	}
	return out
}

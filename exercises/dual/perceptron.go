package dual

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// kernelPerceptron is 6.5: α counts mistakes.
func kernelPerceptron(b worksheets.Brief) (worksheets.Parts, error) {
	four, err := newFourPoints(b.Seed)
	if err != nil {
		return worksheets.Parts{}, err
	}
	count, err := newMistakeCount(b.Seed)
	if err != nil {
		return worksheets.Parts{}, err
	}
	sets := map[string]*dataset.Set{"xor4": four.set}
	vars := four.vars()
	vars["onStage"] = onStage(b.Data)
	return worksheets.Parts{
		Vars: vars,
		Steps: map[string]worksheets.Behaviour{
			"zero":    {Check: worksheets.Choice("zero", "mistake"), Scene: four.tableOf(0)},
			"next":    four.nextStep(),
			"watch":   on(watchMistakes(), b.Data, sets),
			"count":   count.step(),
			"forever": {Check: worksheets.Prediction("forever"), Scene: four.plainPicture},
			"endless": on(endless(), b.Data, sets),
		},
	}, nil
}

// onStage says which points the stage begins with.
func onStage(data exercises.Data) string {
	if _, _, ok := stage.OwnSet(data, 0); !ok {
		return "The stage holds the four points."
	}
	return "Your own points are on the stage; choose the four points under data for the run you foretold."
}

// quadratic is the kernel of the exercise.
func quadratic() kernels.Kernel[[]float64] { return kernels.Poly{Degree: 2, C: 1} }

// fourPoints are the points of xor4 in an order of the student's own, with the
// perceptron's run on them and a place in it.
type fourPoints struct {
	set       *dataset.Set
	trace     solvers.Trace
	known     int                       // updates made so far: 1 or 2
	was, next *solvers.PerceptronDetail // the last of them, and the next mistake
}

// newFourPoints draws the order, and whether one mistake has been made or two.
// After one, the next point may be right or wrong; after two it lies on the
// boundary, where y·f = 0.
func newFourPoints(seed uint64) (fourPoints, error) {
	r := rand.New(rand.NewPCG(seed, 65))
	return fourPointsIn(r.Perm(4), 1+r.IntN(2))
}

// fourPointsIn is the task of an order and a number of updates made.
func fourPointsIn(order []int, known int) (fourPoints, error) {
	f := fourPoints{set: dataset.MustBuiltin("xor4").Subset(order), known: known}
	problem, err := f.model().Dual()
	if err != nil {
		return f, err
	}
	trace, err := solvers.NewTrace(solvers.Perceptron{}, problem)
	if err != nil {
		return f, err
	}
	if f.trace, err = trace.Extend(context.Background(), 20, nil); err != nil {
		return f, err
	}
	f.was = f.trace.At(known).Detail.(*solvers.PerceptronDetail)
	f.next = f.trace.At(known + 1).Detail.(*solvers.PerceptronDetail)
	return f, nil
}

func (f fourPoints) model() stage.Model { return stage.Model{Set: f.set, Kernel: quadratic()} }

// now is the state that the student goes on from, after the state that is
// asked for.
func (f fourPoints) now() solvers.Step   { return f.trace.At(f.known) }
func (f fourPoints) after() solvers.Step { return f.trace.At(f.known + 1) }

// y is the label of point i, counted from 0, as text.
func (f fourPoints) y(i int) string {
	if f.set.Label(i) > 0 {
		return "+1"
	}
	return "−1"
}

func (f fourPoints) vars() map[string]string {
	k, first := f.next.Point, (f.was.Point+1)%f.set.Len()
	made := "the first mistake"
	if f.known == 2 {
		made = "two mistakes"
	}
	return map[string]string{
		"y1": f.y(0), "yk": f.y(k), "k": strconv.Itoa(k + 1), "kSub": stage.Sub(k + 1), "made": made,
		"alphaNow": vector(f.now().CoefCopy()), "bNow": answer.Shown(f.now().Bias),
		"alphaAfter": vector(f.after().CoefCopy()), "bAfter": answer.Shown(f.after().Bias),
		"first": strconv.Itoa(first + 1), "firstSub": stage.Sub(first + 1), "firstScore": f.score(first),
		"walk": f.walk(), "misjudged": f.misjudgement(),
	}
}

// score is f at point i with its numbers in place.
func (f fourPoints) score(i int) string {
	var terms []string
	for j, a := range f.now().Coef().All() {
		if a > 0 {
			terms = append(terms, fmt.Sprintf("(%s)·%s", f.y(j), answer.Shown(f.trace.Problem().K(j, i))))
		}
	}
	return fmt.Sprintf("f(x%s) = %s + (%s) = %s", stage.Sub(i+1), strings.Join(terms, " + "), answer.Shown(f.now().Bias), answer.Shown(f.now().F(i)))
}

// margin is yᵢf(xᵢ) as a sentence begins with it.
func (f fourPoints) margin(i int) string {
	sub, m := stage.Sub(i+1), f.set.Label(i)*f.now().F(i)
	if m > 0 {
		return fmt.Sprintf("y%s·f(x%s) = %s > 0", sub, sub, answer.Shown(m))
	}
	return fmt.Sprintf("y%s·f(x%s) = %s ≤ 0", sub, sub, answer.Shown(m))
}

// walk tells the visits up to the next mistake.
func (f fourPoints) walk() string {
	var out []string
	for v := f.was.Visits; v < f.next.Visits; v++ {
		i := v % f.set.Len()
		word := "right"
		if i == f.next.Point {
			word = "a mistake"
		}
		out = append(out, fmt.Sprintf("%s, so %s: %s.", f.score(i), f.margin(i), word))
	}
	return strings.Join(out, " ")
}

// misjudged is a point that is not the next mistake and may be taken for it: the
// one passed over, or the one after a mistake that was overlooked.
func (f fourPoints) misjudged() int {
	if passed := f.was.Visits % f.set.Len(); passed != f.next.Point {
		return passed
	}
	return f.next.Visits % f.set.Len()
}

func (f fourPoints) misjudgement() string {
	if i := f.misjudged(); i == f.was.Visits%f.set.Len() {
		return fmt.Sprintf("Point %d is right already: %s, and then neither α nor b changes.", i+1, f.margin(i))
	}
	return fmt.Sprintf("Point %d comes before it and is a mistake: %s.", f.next.Point+1, f.margin(f.next.Point))
}

// nextStep asks for the next mistake and what it does.
func (f fourPoints) nextStep() worksheets.Behaviour {
	after := f.after()
	point := strconv.Itoa(f.next.Point + 1)
	blanks := []answer.Blank{
		{Name: "point", Label: "the next mistake", Judge: answer.Exactly(float64(f.next.Point + 1))},
		{Name: "alpha", Label: "α", Judge: func(ctx context.Context, text string) answer.Result {
			return answer.JudgeVector(ctx, text, exactVector(after.CoefCopy(), "α₁", "α₂", "α₃", "α₄"))
		}},
		{Name: "b", Label: "b", Judge: answer.Exactly(after.Bias)},
	}
	return worksheets.Behaviour{
		Scene: f.tableOf(f.known),
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			r := answer.JudgeForm(ctx, a, blanks)
			if r.Accepted {
				r.Fact = []ascii.Line{ascii.Plain(f.margin(f.next.Point) + ": point " + point + " is added.")}
			}
			return r
		},
		Same:      answer.SameText(answer.Scope{}),
		Echo:      echo(answer.Scope{}),
		Reference: exercises.Answers{"point": point, "alpha": vector(after.CoefCopy()), "b": answer.Decimal(after.Bias)},
		Examples:  f.slips(),
	}
}

// slips are the wrong updates that are recognised.
func (f fourPoints) slips() map[string]exercises.Answers {
	k, i, now := f.next.Point, f.misjudged(), f.now()
	wrong, alone, signed := now.CoefCopy(), make([]float64, f.set.Len()), f.after().CoefCopy()
	wrong[i]++
	alone[k] = 1
	signed[k] = -1
	return map[string]exercises.Answers{
		"misjudged":       {"point": strconv.Itoa(i + 1), "alpha": vector(wrong), "b": answer.Decimal(now.Bias + f.set.Label(i))},
		"bias-forgotten":  {"b": answer.Decimal(now.Bias)},
		"label-sign":      {"b": answer.Decimal(now.Bias - f.set.Label(k))},
		"started-over":    {"alpha": vector(alone)},
		"negative-weight": {"alpha": vector(signed)},
	}
}

// tableOf shows points, kernel values and α after some updates, beside the
// decision picture.
func (f fourPoints) tableOf(updates int) func(context.Context, exercises.Answers) exercises.Scene {
	now := f.trace.At(updates)
	table := ascii.Table{Columns: []ascii.Column{{Title: "i", Right: true}, {Title: "x"}, {Title: "y", Right: true}, {Title: "α", Right: true}}}
	for j := range f.set.Len() {
		table.Columns = append(table.Columns, ascii.Column{Title: "k(x" + stage.Sub(j+1) + ",·)", Right: true})
	}
	for i := range f.set.Len() {
		x := f.set.Point(i)
		row := []ascii.Line{
			ascii.Plain(strconv.Itoa(i + 1)), ascii.Plain("(" + answer.Shown(x[0]) + ", " + answer.Shown(x[1]) + ")"), ascii.Plain(f.y(i)),
			{{Text: answer.Shown(now.Coef().At(i)), Ink: ascii.Symbol1}},
		}
		for j := range f.set.Len() {
			row = append(row, ascii.Plain(answer.Shown(f.trace.Problem().K(j, i))))
		}
		table.Rows = append(table.Rows, row)
	}
	title := fmt.Sprintf("The four points, and α after %d updates", updates)
	switch updates {
	case 0:
		title = "The four points, before the first update"
	case 1:
		title = "The four points, and α after the first update"
	}
	scene := exercises.Scene{Figures: []exercises.Figure{
		{Title: title, Role: exercises.Table, Plot: table},
		pointsAlone(f.set, "The four points"),
	}}
	return func(context.Context, exercises.Answers) exercises.Scene { return scene }
}

// plainPicture is the points alone.
func (f fourPoints) plainPicture(context.Context, exercises.Answers) exercises.Scene {
	return exercises.Scene{Figures: []exercises.Figure{
		pointsAlone(f.set, "The four points"),
	}}
}

// pointsAlone is the picture of a set before anything has been learned; where
// the points are few they are numbered.
func pointsAlone(set *dataset.Set, title string) exercises.Figure {
	m := stage.Model{Set: set, Kernel: kernels.Linear{}}
	fig := m.Map(kernels.Expansion{Kernel: m.Kernel}, stage.MapOptions{Title: title})
	if picture, ok := fig.Plot.(ascii.Map); ok {
		picture.Field = nil
		for i := range picture.Marks {
			if len(picture.Marks) < 10 {
				picture.Marks[i].Label = strconv.Itoa(i + 1)
			}
		}
		fig.Plot = picture
	}
	return fig
}

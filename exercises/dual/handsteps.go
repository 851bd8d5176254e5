package dual

import (
	"context"
	"fmt"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// working lists a′ after one step, f = Ka′, and a″ after two steps.
func (p threePoints) working() answer.Working {
	var out answer.Working
	for i := range 3 {
		out = append(out, p.firstBlank(i))
	}
	for i := range 3 {
		out = append(out, p.scoreBlank(i))
	}
	for i := range 3 {
		out = append(out, p.secondBlank(i))
	}
	return out
}

func firstName(i int) string  { return fmt.Sprint("first", i+1) }
func scoreName(i int) string  { return fmt.Sprint("score", i+1) }
func secondName(i int) string { return fmt.Sprint("second", i+1) }

// firstBlank is aᵢ after the step from a = 0.
func (p threePoints) firstBlank(i int) answer.Quantity {
	times := func(factor float64) func(answer.Numbers) float64 {
		return func(answer.Numbers) float64 { return factor * p.rate * p.t[i] }
	}
	return answer.Quantity{
		Name: firstName(i), Label: "a" + stage.Sub(i+1) + "′", Value: times(1),
		Slips: []answer.Slip{{ID: "no-two", Value: times(0.5)}, {ID: "no-n", Value: times(3)}, {ID: "uphill", Value: times(-1)}},
	}
}

// scoreBlank is fᵢ = (Ka′)ᵢ.
func (p threePoints) scoreBlank(i int) answer.Quantity {
	return answer.Quantity{
		Name: scoreName(i), Label: "f" + stage.Sub(i+1), From: []string{firstName(0), firstName(1), firstName(2)},
		Value: func(e answer.Numbers) float64 {
			return p.score([3]float64{e[firstName(0)], e[firstName(1)], e[firstName(2)]}, i)
		},
		Slips: []answer.Slip{
			{ID: "row-sum", Value: func(answer.Numbers) float64 { return p.k(i, 0) + p.k(i, 1) + p.k(i, 2) }},
			{ID: "own-only", Value: func(e answer.Numbers) float64 { return p.k(i, i) * e[firstName(i)] }},
		},
	}
}

// secondBlank is aᵢ after two steps.
func (p threePoints) secondBlank(i int) answer.Quantity {
	step := func(e answer.Numbers) float64 { return p.rate * (p.t[i] - e[scoreName(i)]) }
	return answer.Quantity{
		Name: secondName(i), Label: "a" + stage.Sub(i+1) + "″", From: []string{firstName(i), scoreName(i)},
		Value: func(e answer.Numbers) float64 { return e[firstName(i)] + step(e) },
		Slips: []answer.Slip{
			{ID: "restart", Value: step},
			{ID: "same-again", Value: func(e answer.Numbers) float64 { return e[firstName(i)] + p.rate*p.t[i] }},
			{ID: "uphill", Value: func(e answer.Numbers) float64 { return e[firstName(i)] - step(e) }},
		},
	}
}

// handStep asks for two steps of gradient descent on the dual weights.
func (p threePoints) handStep() worksheets.Behaviour {
	work := p.working()
	return worksheets.Behaviour{
		Scene:     func(ctx context.Context, a exercises.Answers) exercises.Scene { return p.handScene(ctx, a) },
		Check:     func(ctx context.Context, a exercises.Answers) exercises.Report { return p.judgeSteps(ctx, a) },
		Echo:      echo(answer.Scope{}),
		Reference: work.Reference(),
		Examples:  work.Examples(),
	}
}

// handScene shows the points with the lines that the student's numbers make,
// and the table of K.
func (p threePoints) handScene(ctx context.Context, a exercises.Answers) exercises.Scene {
	picture := ascii.Map{X: ascii.RangeOf(p.x[:]...).With(0).Pad(.15), Y: ascii.RangeOf(p.t[:]...).With(0).Pad(.15), XLabel: "x", YLabel: "t"}
	for i := range p.x {
		picture.Marks = append(picture.Marks, ascii.Mark{X: p.x[i], Y: p.t[i], Label: fmt.Sprint(i + 1)})
	}
	for _, step := range []struct {
		words  string
		name   func(int) string
		dotted bool
	}{{"after one step", firstName, true}, {"after two steps", secondName, false}} {
		if w, ok := p.line(ctx, a, step.name); ok {
			picture.Curves = append(picture.Curves, ascii.CurveLine{F: func(x float64) float64 { return w * x }, Dotted: step.dotted, Name: step.words})
		}
	}
	return exercises.Scene{
		Figures: []exercises.Figure{{Title: "The points, and your lines f(x) = wx", Role: exercises.Main, Plot: picture}, p.table()},
		Formula: []ascii.Line{{
			{Text: "aᵢ", Ink: ascii.Symbol1}, {Text: " ← ", Ink: ascii.Text}, {Text: "aᵢ", Ink: ascii.Symbol1}, {Text: " + ", Ink: ascii.Text},
			{Text: "(2η/n)", Ink: ascii.Symbol3}, {Text: " (tᵢ − (Ka)ᵢ)", Ink: ascii.Text}, {Text: ",   2η/n = " + answer.Shown(p.rate), Ink: ascii.Symbol3},
		}},
	}
}

// line is w = Σ aᵢxᵢ for the three numbers the student has typed; not ok while
// one of them cannot be read.
func (p threePoints) line(ctx context.Context, a exercises.Answers, name func(int) string) (w float64, ok bool) {
	var numbers [3]float64
	for i := range numbers {
		v, problem := answer.Values(ctx, a[name(i)], 1)
		if problem != nil {
			return 0, false
		}
		numbers[i] = v[0]
	}
	return p.weight(numbers), true
}

// judgeSteps judges each blank on its own; what follows from an own earlier
// slip is called consistent with it.
func (p threePoints) judgeSteps(ctx context.Context, a exercises.Answers) exercises.Report {
	r := p.working().Judge(ctx, a)
	for name, f := range r.Fields {
		if f.Verdict == exercises.Equal { // the mark says it all
			f.Message = ""
			r.Fields[name] = f
		}
	}
	if r.Accepted {
		r.Fact = []ascii.Line{ascii.Plain(fmt.Sprintf("w = Σ aᵢxᵢ goes 0, %s, %s: exactly what the primal does.", answer.Shown(p.weight(p.first)), answer.Shown(p.weight(p.second))))}
	}
	return r
}

package kit

import (
	"context"
	"errors"
	"fmt"
	"math"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// liftScene is a set on a line, lifted by the feature that is typed or chosen.
func liftScene(p *worksheets.Params) worksheets.SceneFunc {
	set, field, notes := onLine(p, "lift"), p.Field("field"), livesOf(p, "notes", levers{})
	var offered []exercises.Choice
	for _, c := range p.Parts("choices", "value", "label") {
		offered = append(offered, exercises.Choice{Value: c.Needed("value"), Label: c.Needed("label")})
	}
	if (field == "") == (len(offered) == 0) {
		p.Fail("lift", "name the field of the feature, or choices", "either field or choices is needed")
		return nil
	}
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		text := a[field]
		var controls []exercises.Control
		if len(offered) > 0 {
			c := stage.ChoiceControl("shown", "x₂ =", a, offered[0].Value, offered...)
			text, controls = c.Value, []exercises.Control{c}
		}
		s := liftedScene(ctx, text, set)
		s.Controls, s.Notes = controls, append(shown(ctx, notes, a), s.Notes...)
		return s
	}
}

// liftedScene is the lifted set for a feature as typed so far; the number line
// alone while there is no feature.
func liftedScene(ctx context.Context, text string, set *dataset.Set) exercises.Scene {
	marks, span := stage.OnLine(set)
	l, err := liftText(ctx, text, set)
	if err != nil {
		line := ascii.NumberLine{X: span, Marks: marks, Label: "x₁"}
		s := exercises.Scene{Figures: []exercises.Figure{stage.Main("The number line, waiting for a second coordinate", line)}}
		var syntax *answer.SyntaxError
		if !errors.As(err, &syntax) {
			s.Notes = []ascii.Line{stage.Warning(err.Error())}
		}
		return s
	}
	picture := ascii.Lift{X: span, F: func(x float64) float64 { return l.f.Value(x) }, Marks: marks, XLabel: "x₁", YLabel: "x₂"}
	if m := l.margin; l.verdict == separable && m.drawable() {
		picture.HasLine, picture.W1, picture.W2, picture.B = true, m.w1, m.w2, m.b
	}
	title, note := l.summary()
	return exercises.Scene{
		Figures: []exercises.Figure{stage.Main(title, picture)},
		Notes:   []ascii.Line{note},
		Inspect: l.inspect,
	}
}

// summary says in a title and in a note whether a line separates.
func (l lifted) summary() (title string, note ascii.Line) {
	title = "x₂ = " + l.feature.String()
	switch {
	case l.verdict == undecided:
		return title + ": not decided", ascii.Inked("I cannot decide whether a line separates.", ascii.Dim)
	case l.verdict == inseparable:
		return title + ": no line separates", ascii.Inked("Not separable yet.", ascii.Dim)
	case !l.margin.drawable():
		return title + ": a line separates", ascii.Plain("A line separates; its numbers are beyond what can be drawn.")
	}
	return title + ": a line separates", ascii.Line{{Text: "A line separates, with margin ", Ink: ascii.Text}, {Text: anatomy.Num(l.margin.width), Ink: ascii.Strong}, {Text: ".", Ink: ascii.Text}}
}

// inspect describes a lifted point.
func (l lifted) inspect(i int) []ascii.Line {
	if i < 0 || i >= l.set.Len() {
		return nil
	}
	x, h := l.set.Point(i)[0], l.heights[i]
	out := plain(fmt.Sprintf("point %d: x₁ = %s, x₂ = %s, class %s", i+1, anatomy.Num(x), anatomy.Num(h), answer.Signed(l.set.Label(i))))
	if m := l.margin; l.verdict == separable && m.drawable() {
		f := m.w1*x + m.w2*h + m.b
		out = append(out, plain(fmt.Sprintf("f = %s, at distance %s from the line", anatomy.Num(f), anatomy.Num(math.Abs(f)*m.width)))...)
	}
	return out
}

// numberLine is a set on a line.
func numberLine(p *worksheets.Params) worksheets.SceneFunc {
	marks, span := stage.OnLine(onLine(p, "number-line"))
	return func(context.Context, exercises.Answers) exercises.Scene {
		line := ascii.NumberLine{X: span, Marks: marks, Label: "x₁"}
		return exercises.Scene{Figures: []exercises.Figure{stage.Main("The number line", line)}}
	}
}

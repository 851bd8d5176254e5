package kit

import (
	"context"
	"fmt"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// derivationScene shows the lines of a calculation that appear as the student finds
// them. When the task is repeated, half or all of the given lines are left out.
func derivationScene(p *worksheets.Params) worksheets.SceneFunc {
	title, by := p.Needed("derivation"), levers{laws: map[string]answer.Func{}}
	lines, notes := template{title, livesOf(p, "lines", by)}, livesOf(p, "notes", by)
	wrap := p.Flag("wrap")
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		given, slider, faded := lines.shown(ctx, a)
		block := ascii.TextBlock{Lines: given, Wrap: wrap}
		return exercises.Scene{Figures: []exercises.Figure{stage.Main(trueMinus(title), block)}, Controls: slider,
			Notes: append(faded, shown(ctx, notes, a)...)}
	}
}

// template holds the lines of a derivation. Some of the given lines are left out when
// the task is repeated. A line is given if it does not wait for fields.
type template struct {
	title string
	lines []live
}

// given returns the number of given lines.
func (t template) given() (n int) {
	for _, l := range t.lines {
		if len(l.once) == 0 {
			n++
		}
	}
	return n
}

// slider returns the control for the number of given lines. Its name consists of the
// words of the title in ASCII letters, so every derivation has its own.
func (t template) slider(a exercises.Answers, begin int) exercises.Control {
	words := strings.FieldsFunc("given "+strings.ToLower(t.title),
		func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	name := strings.Join(words, "-")
	return stage.Slider(name, "lines given", 0, float64(t.given()), 1, a, fmt.Sprint(begin))
}

// shown returns the lines for some answers, with the slider that restores lines and a
// remark. There is neither slider nor remark if all given lines are shown.
func (t template) shown(ctx context.Context,
	a exercises.Answers) (lines []ascii.Line, more []exercises.Control, note []ascii.Line) {
	if a.Fading() == exercises.Whole || t.given() == 0 {
		return shown(ctx, t.lines, a), nil, nil
	}
	begin, says := 0, "You have done this on another day, so the page is blank."
	if a.Fading() == exercises.Half {
		begin, says = (t.given()+1)/2, "You have done this before, so half of the lines are left out."
	}
	by := t.slider(a, begin)
	return t.upTo(ctx, a, int(by.Number())), []exercises.Control{by},
		ascii.PlainLines(says + " The slider “lines given” brings them back, one by one.")
}

// upTo returns the given lines up to the first omitted one, and the lines after it that
// the student has found. Dots replace omitted lines.
func (t template) upTo(ctx context.Context, a exercises.Answers, stand int) []ascii.Line {
	var out []ascii.Line
	left, dotted := false, false
	for _, l := range t.lines {
		if len(l.once) == 0 {
			stand--
		}
		left = left || stand < 0
		switch {
		case !left || l.isFound(ctx, a):
			out, dotted = append(out, l.at(ctx, a)...), false
		case len(l.once) == 0 && !dotted:
			out, dotted = append(out, ascii.Inked("…", ascii.Dim)), true
		}
	}
	return out
}

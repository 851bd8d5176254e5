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

// derivationScene is lines of a calculation that appear as the student finds
// them. Where it is done again they are left out, half of them or all.
func derivationScene(p *worksheets.Params) worksheets.SceneFunc {
	title, by := p.Needed("derivation"), levers{laws: map[string]answer.Func{}}
	lines, notes := template{title, livesOf(p, "lines", by)}, livesOf(p, "notes", by)
	count, of, wrap := p.Fields("count"), p.Text("of"), p.Flag("wrap")
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		given, slider, faded := lines.shown(ctx, a)
		block := ascii.TextBlock{Lines: given, Wrap: wrap}
		s := exercises.Scene{Figures: []exercises.Figure{stage.Main(trueMinus(title), block)}, Controls: slider, Notes: faded}
		if len(count) > 0 {
			stand := 0
			for _, f := range count {
				if p.Right(ctx, a, f) {
					stand++
				}
			}
			s.Notes = append(s.Notes, ascii.Plainf("%d of %d %s stand.", stand, len(count), of))
		}
		s.Notes = append(s.Notes, shown(ctx, notes, a)...)
		return s
	}
}

// template is the lines of a derivation, of which some are left out where it is done
// again. A line that waits for fields is none that is given.
type template struct {
	title string
	lines []live
}

// given is how many lines stand from the start.
func (t template) given() (n int) {
	for _, l := range t.lines {
		if len(l.once) == 0 {
			n++
		}
	}
	return n
}

// slider is how many of the given lines stand, by its own name for every derivation:
// the words of its title in letters.
func (t template) slider(a exercises.Answers, begin int) exercises.Control {
	words := strings.FieldsFunc("given "+strings.ToLower(t.title), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	name := strings.Join(words, "-")
	return stage.Slider(name, "lines given", 0, float64(t.given()), 1, a, fmt.Sprint(begin))
}

// shown is the lines for some answers, with the slider that brings lines back and what
// is said of it; none where everything is given.
func (t template) shown(ctx context.Context, a exercises.Answers) (lines []ascii.Line, more []exercises.Control, note []ascii.Line) {
	if a.Fading() == exercises.Whole || t.given() == 0 {
		return shown(ctx, t.lines, a), nil, nil
	}
	begin, says := 0, "You have done this on another day, so the page is blank."
	if a.Fading() == exercises.Half {
		begin, says = (t.given()+1)/2, "You have done this before, so half of the lines are left out."
	}
	by := t.slider(a, begin)
	return t.upTo(ctx, a, int(by.Number())), []exercises.Control{by}, ascii.PlainLines(says + " The slider “lines given” brings them back, one by one.")
}

// upTo is the first lines up to the one that is left out first, and behind it those
// that the student has found. Dots stand where given lines lack.
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

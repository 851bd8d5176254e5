package lab

import (
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
)

const controlLabel = 12

// drawControl writes a slider, a choice or a button on one row.
func drawControl(p pen, r ascii.Rect, c exercises.Control, focused bool) {
	ink := ascii.Dim
	if focused {
		ink = ascii.Accent
	}
	label := c.Label
	if label == "" {
		label = c.Name
	}
	if c.IsButton() {
		p.write(r.X, r.Y, r.W, ascii.Line{{Text: "[ ", Ink: ink}, {Text: label, Ink: buttonInk(focused)}, {Text: " ]", Ink: ink}})
		return
	}
	p.write(r.X, r.Y, controlLabel, line(label, ink))
	if c.IsChoice() {
		drawOption(p, r, c, focused)
		return
	}
	track := sliderTrack(r)
	drawTrack(p, track, c.Fraction(), focused)
	p.write(track.X+track.W+2, r.Y, 9, line(strings.ReplaceAll(exercises.Typeset(c.Value), "-", "−"), ascii.Strong))
}

// buttonInk is that of the words on a button.
func buttonInk(focused bool) ascii.Ink {
	if focused {
		return ascii.Accent
	}
	return ascii.Text
}

// sliderTrack is the part of a slider's row that the knob moves on.
func sliderTrack(r ascii.Rect) ascii.Rect {
	return ascii.Rect{X: r.X + controlLabel + 1, Y: r.Y, W: max(1, min(40, r.W-controlLabel-13)), H: 1}
}

func drawTrack(p pen, r ascii.Rect, t float64, focused bool) {
	knob := r.X + int(t*float64(r.W-1)+0.5)
	done, ahead, ink := p.glyph('━', '='), p.glyph('─', '-'), ascii.Dim
	if focused {
		ink = ascii.Accent
	}
	for x := r.X; x < r.X+r.W; x++ {
		switch {
		case x < knob:
			p.grid.Put(x, r.Y, done, ink)
		case x == knob:
			p.grid.Put(x, r.Y, p.glyph('●', 'O'), ink)
		default:
			p.grid.Put(x, r.Y, ahead, ascii.Faint)
		}
	}
}

// drawOption shows the choices in a row with the one in force marked, or that
// one alone where they do not fit.
func drawOption(p pen, r ascii.Rect, c exercises.Control, focused bool) {
	ink := ascii.Strong
	if focused {
		ink = ascii.Accent
	}
	var all ascii.Line
	now := ""
	for i, o := range c.Choices {
		if i > 0 {
			all = append(all, ascii.Span{Text: "  "})
		}
		if o.Value == c.Value {
			now = o.Label
			all = append(all, ascii.Span{Text: "(•) " + o.Label, Ink: ink})
			continue
		}
		all = append(all, ascii.Span{Text: "( ) " + o.Label, Ink: ascii.Dim})
	}
	room := r.W - controlLabel - 1
	if p.say(all).Width() > room {
		all = line("‹ "+now+" ›", ink)
	}
	p.write(r.X+controlLabel+1, r.Y, room, all)
}

// optionAt is the value of the option in column x of the row of a choice; where they do
// not fit, and beside them, the one after that in force.
func optionAt(p pen, r ascii.Rect, c exercises.Control, x int) string {
	from := r.X + controlLabel + 1
	spans := make([]int, len(c.Choices))
	for i, o := range c.Choices {
		spans[i] = p.say(line("( ) "+o.Label, ascii.Dim)).Width()
	}
	total := 2 * (len(spans) - 1)
	for _, w := range spans {
		total += w
	}
	if total > r.W-controlLabel-1 {
		if x == from {
			return c.Nudge(-1)
		}
		return c.Nudge(1)
	}
	for i, w := range spans {
		if x >= from && x < from+w {
			return c.Choices[i].Value
		}
		from += w + 2
	}
	return c.Nudge(1)
}

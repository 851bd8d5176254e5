package debug

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/lab/core"
	"kernellab/lab/pictures"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// Overlay returns the view of a scene with the run on top.
func (d *Debugger) Overlay(v pictures.View) pictures.View {
	v.Watched = d.watched()
	if d.Player.Run() != nil {
		v = d.overlayRun(v)
	}
	switch {
	case d.WhatIf.Open:
		v = overlayWhatIf(&d.WhatIf, v)
	case d.Compare.Open:
		v = overlayComparison(&d.Compare, v)
	}
	return v
}

// overlayRun returns the view of a scene with the frame of the run on top.
func (d *Debugger) overlayRun(v pictures.View) pictures.View {
	p, f := &d.Player, d.Player.Frame()
	v.HasRun, v.Key.Run = true, p.Here().Key()
	v.Figures, v.Facts, v.Formula = f.Figures, f.Notes, p.Formula()
	v.ShownLines, _ = p.Towards()
	v.FirstStep = p.FirstStep()
	if f.Inspect != nil {
		v.Inspect = f.Inspect
	}
	if b := &p.Branches; b.Forked() {
		v.Status = ascii.Inked(b.Current()+"  ", ascii.Accent)
	} else if n := d.WaitingBranches(); n > 0 {
		v.Status = ascii.Inked(fmt.Sprintf("branches waiting: %d  ", n), ascii.Dim)
	}
	v.Status, v.Event = append(v.Status, p.Status()...), p.Event()
	if stop := d.Breakpoints.Here(p.Here().Run, p.Here().At); stop != "" {
		v.Event, v.AtBreakpoint = strings.TrimSuffix("condition: "+stop+"; "+v.Event, "; "), true
	}
	return v
}

// watched returns the watched values in one line, or nil if there are none.
func (d *Debugger) watched() ascii.Line {
	all := d.Breakpoints.Values()
	if len(all) == 0 {
		return nil
	}
	return ascii.Line{{Text: "watched  ", Ink: ascii.Dim}, {Text: strings.Join(all, "   "), Ink: ascii.Select}}
}

// overlayWhatIf returns a view with the alternative frame on top.
func overlayWhatIf(w *core.WhatIf, v pictures.View) pictures.View {
	v.Override, v.Event = "What if", ""
	v.Controls, v.FocusedControl = w.Controls, w.Selected
	v.Facts, v.Formula, v.ShownLines = w.Frame.Notes, w.Frame.Formula, 0
	v.Status = whatIfStatus(w)
	switch {
	case w.Refusal != "":
		v.Facts, v.Formula = []ascii.Line{ascii.Inked(w.Refusal, ascii.Bad)}, nil
		return v
	case !w.Known:
		return v
	}
	v.Key.WhatIf, v.Inspect = w.Serial, w.Frame.Inspect
	v.Figures = slices.Clone(w.Frame.Figures)
	if len(v.Figures) > 0 {
		v.Figures[0].Title = strings.TrimSuffix("What if: "+v.Figures[0].Title, ": ")
	}
	return v
}

// whatIfStatus returns the line below the timeline.
func whatIfStatus(w *core.WhatIf) ascii.Line {
	head := ascii.Span{Text: "what if  ", Ink: ascii.Warn}
	switch {
	case w.Forking():
		return ascii.Line{head, {Text: "taking the step; esc stops", Ink: ascii.Dim}}
	case w.Refusal != "":
		return ascii.Line{head, {Text: "no step", Ink: ascii.Bad}}
	case !w.Known:
		return ascii.Line{head}
	}
	return append(ascii.Line{head}, w.Frame.Status...)
}

// overlayComparison returns a view with the comparison on top.
func overlayComparison(c *core.Comparison, v pictures.View) pictures.View {
	v.Override, v.Facts, v.Formula, v.ShownLines = "Beside "+c.Name, c.Shown.Facts, nil, 0
	v.Status = append(ascii.Line{{Text: "beside " + c.Name + "  ", Ink: ascii.Warn}}, v.Status...)
	if c.Known {
		v.Figures, v.Inspect, v.Key.Compare = c.Shown.Figures, nil, c.Serial
	}
	return v
}

// About returns a prefix for the titles of the panels if it is not clear what they are
// about: the step considered, or the branch that is compared with another.
func (d *Debugger) About() string {
	switch b := &d.Player.Branches; {
	case d.WhatIf.ShowsStep():
		return "What if: "
	case d.Compare.Open:
		return b.Current() + ": "
	}
	return ""
}

// Why explains the step on the stage.
func (d *Debugger) Why() []ascii.Line {
	f := d.Player.Frame()
	if d.WhatIf.ShowsStep() {
		f = &d.WhatIf.Frame
	}
	if f.Why != nil {
		return f.Why()
	}
	return []ascii.Line{ascii.Inked("There is nothing to explain at this step.", ascii.Dim)}
}

// Signs returns the signs in use on the timeline and in the table of points, each with
// its meaning.
func (d *Debugger) Signs(v pictures.View, view ascii.View) (out []string) {
	sign := func(utf8, seven rune, words string) { out = append(out, string(view.Pick(utf8, seven))+" "+words) }
	p := &d.Player
	if p.Run() == nil {
		return nil
	}
	if len(d.Breakpoints.Stops()) > 0 {
		sign('▼', 'v', "condition")
	}
	if p.Branches.Forked() {
		if _, left := p.Branches.Left(); left {
			sign('┴', '^', "left here")
		}
		sign('┬', 'Y', "a branch parts")
	}
	if r, ok := v.PointTable(); ok {
		for _, c := range r.Columns {
			if c.Means != "" {
				out = append(out, c.Title+" "+c.Means)
			}
		}
	}
	for i, n := 0, p.Run().Len(); i < n; i += max(1, n/400) {
		if p.Run().Event(i) != "" {
			sign('╎', '\'', "event")
			break
		}
	}
	return out
}

// Timeline returns the timeline with the position of the run, its events, the stops of
// the active breakpoint, the points where other branches fork, and how far it has been
// computed.
func (d *Debugger) Timeline(t *theme.Theme, focused bool) ui.Timeline {
	p := &d.Player
	run, b := p.Run(), &p.Branches
	out := ui.Timeline{Len: run.Len(), At: p.At(), Words: p.Words(), Focused: focused}
	out.Event = func(i int) bool { return run.Event(i) != "" }
	for _, i := range d.Breakpoints.Stops() {
		if i < run.Len() {
			out.Signs = append(out.Signs, ui.Sign{At: i, Glyph: t.Glyph('▼', 'v'), Ink: ascii.Warn})
		}
	}
	if !b.Forked() {
		return out
	}
	for _, p := range b.ForkPoints() {
		if p.Number > 0 {
			out.Signs = append(out.Signs, ui.Sign{At: p.At, Glyph: t.Glyph('┬', 'Y'), Ink: ascii.Accent,
				Label: strconv.Itoa(p.Number)})
		}
	}
	if left, ok := b.Left(); ok {
		out.Signs = append(out.Signs, ui.Sign{At: left, Glyph: t.Glyph('┴', '^'), Ink: ascii.Accent})
	}
	return out
}

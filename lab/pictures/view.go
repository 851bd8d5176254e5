// Package pictures places the figures of a scene or of a frame on the stage and draws
// them. It records which point is inspected, which figure is enlarged and which part of
// a map is shown. It does not know any keys. It reports what is under the mouse as a
// point, a value or a figure.
//
// The points of a run are listed in a table below its picture, or on a separate pane if
// the screen is narrow. The selected point is highlighted on every figure by its
// number, and in the formula by the ink of its letter.
package pictures

import (
	"cmp"
	"io"
	"strings"

	"kernellab/ascii"
	"kernellab/ascii/export"
	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// View is everything on the stage: the scene, the frame of a run, or an override, which
// is another frame shown in its place.
type View struct {
	Key      Key
	Override string // the name of the override, or ""
	Figures  []exercises.Figure
	Facts    []ascii.Line
	Inspect  func(int) []ascii.Line // describes a point; may be nil

	Formula    []ascii.Line
	ExtraFacts []ascii.Line     // facts to show in free rows, if the text that has them is hidden
	FirstStep  *exercises.Frame // at the start of a run: its first step
	ShownLines int              // number of lines shown of the step to the next frame; 0: all
	Watched    ascii.Line       // the watched values

	Controls       []exercises.Control
	FocusedControl int // index of the control with the keyboard, or −1

	HasRun       bool // whether there is a timeline
	Status       ascii.Line
	Event        string   // what happened at the position
	AtBreakpoint bool     // whether a breakpoint holds there, which Event names
	Signs        []string // signs in use on the timeline and in the table, each with its meaning
}

// Key identifies pictures: equal keys mean equal pictures.
type Key struct {
	Scene           int
	Run             core.Key
	WhatIf, Compare int
	points          bool // whether only the points of a run are shown
}

// picker returns the first figure whose points can be picked, or nil.
func (v View) picker() ascii.Picker {
	for _, f := range v.Figures {
		if p, ok := f.Plot.(ascii.Picker); ok {
			return p
		}
	}
	return nil
}

// HasPoints reports whether there is a point to inspect.
func (v View) HasPoints() bool { return v.Inspect != nil && (v.picker() != nil || v.Key.points) }

// afterFirstStep returns the view of a run after its first step, if v is at the start.
func (v View) afterFirstStep() View {
	if v.FirstStep != nil && v.Override == "" {
		v.Figures, v.Formula = v.FirstStep.Figures, v.FirstStep.Formula
	}
	v.FirstStep = nil
	return v
}

// ControlView returns how a control is drawn.
func ControlView(c exercises.Control, focused bool) ui.Control {
	out := ui.Control{Label: cmp.Or(c.Label, c.Name), Button: c.IsButton(), Focused: focused}
	if c.IsChoice() {
		for _, o := range c.Choices {
			out.Options = append(out.Options, o.Label)
		}
		out.Chosen = max(0, exercises.ChoiceIndex(c.Choices, c.Value))
	} else if !out.Button {
		out.Position, out.Value = c.Fraction(), strings.ReplaceAll(exercises.Typeset(c.Value), "-", "−")
	}
	return out
}

// WritePicture writes a frame as an SVG of a stage of the given size, below a title and
// the status of the frame.
func WritePicture(w io.Writer, title string, f exercises.Frame, columns, rows int) error {
	s := NewStage()
	return WriteSVG(w, s.Picture(title, View{Figures: f.Figures, Formula: f.Formula, Status: f.Status}, columns, rows))
}

func WriteSVG(w io.Writer, g *ascii.Grid) error { return export.SVG(w, g, theme.Light()) }

// Picture draws the stage in w×h cells for a file: in full colour, without a timeline,
// below a title and the status.
func (s *Stage) Picture(title string, v View, w, h int) *ascii.Grid {
	const head = 3
	g, view := ascii.NewGrid(w+2, h+head+1), ascii.View{Profile: ascii.TrueColor}
	g.Write(1, 0, w, view.Clip(ascii.Inked(title, ascii.Strong), w))
	g.Write(1, 1, w, view.Clip(v.Status, w))
	v.HasRun = false
	looked := Stage{Enlarge: s.Enlarge, zooms: s.zooms, Point: s.Point}
	at := looked.Arrange(view, ascii.Rect{X: 1, Y: head, W: w, H: h}, v)
	looked.Draw(g, view, at, v)
	t := theme.New(ascii.TrueColor, false)
	for i, r := range ControlRects(at.Controls, len(v.Controls), v.FocusedControl) {
		if !r.Empty() {
			g.Write(r.X, r.Y, r.W, ControlView(v.Controls[i], i == v.FocusedControl).Line(t, r.W))
		}
	}
	return g
}

package exercise

import (
	"fmt"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/pictures"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// contextHelp answers a right click.
func (e *Screen) contextHelp(at session.RightClick) session.Intent {
	click, inText := at.On.In("text")
	k, onKey := e.Session.Footer.Click(at.On)
	switch a := e.Actions.Match(e.Zone(), k); {
	case onKey && a != nil:
		return e.Session.ShowMessage(a.Help().Key, ascii.Inked(a.Help().Desc, ascii.Text))
	case inText:
		return e.Task.about(click)
	}
	return e.Stage.about(at.On)
}

// about describes a field. Elsewhere in the text it explains the symbols.
func (s *taskView) about(c ui.Click) session.Intent {
	name, _, _ := strings.Cut(c.ID, "/")
	if i := s.Form.indexOf(name); i >= 0 {
		return s.Session.ShowMessage("This field", ascii.Inked(fieldWords(s.Info().Fields[i]), ascii.Text))
	}
	return s.Session.ShowSymbols()
}

// fieldWords returns what can be typed into a field, if the field has this information.
func fieldWords(f exercises.Field) string {
	switch {
	case f.Kind != exercises.TextField:
		return "One of these: its number, ↑ ↓ or a click takes it."
	case f.Point:
		return "The number of a point, from 1."
	case len(f.Reasons) > 0:
		return "The lines of a derivation, each ended by ; or, if it follows, by enter. A reason may be added, such as by " + f.Reasons[0] + ": ctrl+l has the list."
	case f.Placeholder != "":
		return "What you type here is read as you type it. An example of the form: " + f.Placeholder
	}
	return "What you type here is read as you type it."
}

// about describes what is under the mouse.
func (r *stageView) about(click ui.Click) session.Intent {
	if i, ok := click.Index("control"); ok {
		return r.aboutControl(i)
	}
	switch click.ID {
	case "timeline":
		return r.Debug.AboutStep(r.places.Timeline.W, click.X)
	case "status":
		return r.aboutNow()
	case "stage":
		return r.aboutPlace(click.X, click.Y)
	}
	return r.Session.ShowSymbols()
}

// aboutPlace describes a cell of the stage.
func (r *stageView) aboutPlace(x, y int) session.Intent {
	v, view, at := r.View(), r.Session.Terminal(), r.places
	switch {
	case at.Lines.Contains(x, y) && r.Pictures.Point < 0:
		return r.aboutNow()
	case at.Lines.Contains(x, y):
		return r.aboutPoint()
	}
	if i, on := r.Pictures.PointAt(at, v, view, x, y); on && i >= 0 {
		r.Pictures.Point = i
		return r.aboutPoint()
	}
	for _, f := range at.Figures {
		if !f.Area.Contains(x, y) && !f.Title.Contains(x, y) {
			continue
		}
		if words := f.DescribeAt(view, x, y); words != nil {
			return r.Session.ShowMessage(pictures.FigureName(f.Figure), words...)
		}
	}
	return r.aboutNow()
}

// aboutNow explains the step on the stage, if it has an explanation.
func (r *stageView) aboutNow() session.Intent {
	if r.Debug.Player.Run() == nil {
		return r.Session.ShowSymbols()
	}
	if words := r.Debug.NoWhyReason(); words != "" {
		r.Session.Notice = words
		return nil
	}
	return r.openWhy()
}

// aboutPoint describes the inspected point.
func (r *stageView) aboutPoint() session.Intent {
	v, i := r.View(), r.Pictures.Point
	if v.Inspect == nil || i < 0 {
		return nil
	}
	return r.Session.ShowMessage("Point "+strconv.Itoa(i+1), v.Inspect(i)...)
}

// aboutControl describes the range of a slider or a choice.
func (r *stageView) aboutControl(i int) session.Intent {
	v := r.View()
	if i >= len(v.Controls) {
		return nil
	}
	name, words := controlWords(v.Controls[i])
	return r.Session.ShowMessage(name, ascii.Inked(words, ascii.Text))
}

// controlWords returns the name of a control and its range.
func controlWords(c exercises.Control) (name, words string) {
	if name = c.Label; name == "" {
		name = c.Name
	}
	if c.IsChoice() {
		return name, fmt.Sprintf("One of %d; a click or ← → takes another.", len(c.Choices))
	}
	if c.IsButton() {
		return name, "A button: a click presses it, and so do enter and space."
	}
	n := func(v float64) string { return exercises.Typeset(exercises.FormatNumber(v)) }
	return name, fmt.Sprintf("From %s to %s; ← → by a step, H L by ten, or drag it.", n(c.Min), n(c.Max))
}

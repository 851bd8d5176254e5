package lab

import (
	"fmt"

	"charm.land/bubbles/v2/key"

	"kernellab/ascii"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// What follows is about the sheets of an exercise that lie beside the one in hand:
// begun with other numbers, and there to be gone back to.

// sheetAnswer is a sheet to take up.
type sheetAnswer struct {
	exercise string
	sheet    study.SheetView
}

// sheetWords name a sheet and how far it has come.
func sheetWords(v study.ExerciseView, s study.SheetView) string {
	return fmt.Sprintf("seed %d, %d of %s done", s.Seed, s.StepsDone, ascii.Count(len(v.Steps), "step"))
}

// sheetItems are the sheets to go back to.
func sheetItems(v study.ExerciseView) []ui.Row {
	var out []ui.Row
	for _, s := range v.Sheets {
		out = append(out, ui.Row{Label: "go back to " + sheetWords(v, s), Detail: "begun " + s.Started.Format("2 January 2006"), Value: sheetAnswer{v.ID, s}})
	}
	return out
}

// besideWords say which sheet is opened where there are others.
func (s *session) besideWords(w *study.Work) string {
	v, _ := s.student.View(w.ID())
	if len(v.Sheets) == 0 {
		return ""
	}
	more := ""
	if n := len(v.Sheets) - 1; n > 0 {
		more = fmt.Sprintf(", and %d more", n)
	}
	return fmt.Sprintf("This is seed %d. Also begun: %s%s; %s finds it by “seed”.", w.Exercise().Seed, sheetWords(v, v.Sheets[0]), more, s.keys.key(zoneLab, "go to"))
}

// takeUp opens a sheet in place of the one in hand, which is kept beside it.
func (s *session) takeUp(a sheetAnswer) intent {
	if _, err := study.TakeUp(s.student, a.exercise, a.sheet); err != nil {
		s.notice = err.Error()
		return nil
	}
	return openIntent{exercise: a.exercise}
}

// withoutSheets is why there is no sheet to go back to.
func withoutSheets(c *contents) string {
	return reason(len(c.items) == 0 || c.folded() || len(c.items[c.selected].Sheets) == 0, "no other sheet of this exercise is begun")
}

// askSheet asks which sheet to go back to.
func askSheet(c *contents) intent {
	e := c.items[c.selected]
	return pushIntent{newListWindow(c.session, "Other sheets of "+e.ID, sheetItems(e))}
}

// sheetHint offers the other sheets where there are any.
func sheetHint(c *contents) key.Binding {
	if withoutSheets(c) != "" {
		return key.Binding{}
	}
	return c.session.hint(zoneContents, "other sheet", "other sheet")
}

// layOtherSheets names the sheets to go back to.
func layOtherSheets(c *contents, d *ui.Document, v study.ExerciseView) {
	if len(v.Sheets) == 0 {
		return
	}
	d.Gap()
	for _, s := range v.Sheets {
		d.Write(ascii.Line{{Text: "Also begun: ", Ink: ascii.Dim}, {Text: sheetWords(v, s), Ink: ascii.Text}})
	}
	d.Write(ascii.Line{{Text: c.session.keys.key(zoneContents, "other sheet") + " ", Ink: ascii.Accent}, {Text: "back to another sheet; this one is kept", Ink: ascii.Dim}})
}

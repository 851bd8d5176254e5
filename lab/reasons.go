package lab

import (
	"fmt"

	"kernellab/exercises"
	"kernellab/lab/ui"
)

// reasonAnswer is the reason chosen for the line with the cursor.
type reasonAnswer string

// reasons returns the reasons that may follow the line with the cursor, and the
// number of that line, from 0. ok is false if there is no such line.
func (f *form) reasons() (list []string, number int, ok bool) {
	in := f.text(f.at())
	if in == nil || len(f.info.Fields[f.at()].Reasons) == 0 {
		return nil, 0, false
	}
	list = f.info.Fields[f.at()].Reasons
	_, _, number, ok = exercises.LineAt(f.answer(), in.Cursor())
	return list, number, ok
}

// because puts a reason behind the line with the cursor.
func (f *form) because(reason string) {
	in := f.text(f.at())
	text, at := exercises.WithReason(f.answer(), in.Cursor(), reason)
	f.fill(f.at(), text)
	in.SetCursor(at)
}

// withoutReasons is why no reason can be chosen.
func (s *sheet) withoutReasons() string {
	list, _, ok := s.form.reasons()
	if list == nil {
		return "only where lines have reasons"
	}
	return reason(!ok, "write a line first")
}

// askReason asks why the line with the cursor follows.
func (s *sheet) askReason() intent {
	list, number, _ := s.form.reasons()
	rows := make([]ui.Row, len(list))
	for i, r := range list {
		rows[i] = ui.Row{Label: fmt.Sprintf("%d  %s", i+1, r), Value: reasonAnswer(r)}
	}
	p := ui.NewPicker(s.session.theme, fmt.Sprintf("Line %d follows by …", number+1), rows...)
	p.Numbered = true
	return pushIntent{newChooser(s.session, p)}
}

package lab

import (
	"fmt"

	"kernellab/exercises"
	"kernellab/lab/ui"
)

// reasonAnswer is the reason chosen for the line with the cursor.
type reasonAnswer string

// reasoning is a form whose field with the keyboard may hold a derivation.
type reasoning struct{ *form }

// reasons are those that may stand behind the line with the cursor, and the number
// of that line from 0; not ok where there is none.
func (f reasoning) reasons() (list []string, number int, ok bool) {
	if !f.isText(f.at) || len(f.info.Fields[f.at].Reasons) == 0 {
		return nil, 0, false
	}
	list = f.info.Fields[f.at].Reasons
	_, _, number, ok = exercises.LineAt(f.answer(), f.inputs[f.at].at)
	return list, number, ok
}

// because puts a reason behind the line with the cursor.
func (f reasoning) because(reason string) {
	text, at := exercises.WithReason(f.answer(), f.inputs[f.at].at, reason)
	f.fill(f.at, text)
	f.inputs[f.at].at = min(at, len(f.inputs[f.at].text))
}

// withoutReasons is why no reason can be chosen.
func withoutReasons(e *exercise) string {
	list, _, ok := reasoning{e.sheet.form}.reasons()
	if list == nil {
		return "only where lines have reasons"
	}
	return reason(!ok, "write a line first")
}

// askReason asks why the line with the cursor follows.
func askReason(e *exercise) intent {
	list, number, _ := reasoning{e.sheet.form}.reasons()
	rows := make([]ui.Row, len(list))
	for i, r := range list {
		rows[i] = ui.Row{Label: fmt.Sprintf("%d  %s", i+1, r), Value: reasonAnswer(r)}
	}
	p := ui.NewPicker(e.session.theme, fmt.Sprintf("Line %d follows by …", number+1), rows...)
	p.Numbered = true
	return pushIntent{newChooser(e.session, p)}
}

package lab

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// key does what a key means where the keyboard is; a text field takes what is
// not bound. What moves the run or its picture turns a narrow screen to the
// stage.
func (e *exercise) key(msg tea.KeyPressMsg) (intent, tea.Cmd) {
	e.sheet.work.Touch(time.Now())
	z := e.zone()
	a := e.session.acts.match(z, msg)
	switch {
	case a == nil && z == zoneField:
		return nil, e.write("", msg)
	case a.whyNot(e) != "":
		return nil, nil
	}
	e.session.notice = ""
	if a == nil {
		return nil, nil
	}
	in, cmd := a.do(e, msg)
	if a.zone == zoneStage {
		e.keyboard.pane = stagePane
	}
	return in, cmd
}

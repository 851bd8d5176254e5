package lab

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
)

// The messages that stand for several: keys of one act, and steps of the wheel at
// one place. Text for a field is pasted.
type (
	repeated struct {
		act   *act[*exercise]
		times int
	}
	turned struct {
		by    tea.MouseWheelMsg
		times int
	}
)

// foldKeys folds the keys at the front that mean the same where the keyboard is.
func (e *exercise) foldKeys(first tea.KeyPressMsg, input []tea.Msg) (tea.Msg, int) {
	z := e.zone()
	a := e.acts.match(z, first)
	like := func(same func(tea.KeyPressMsg) bool) int {
		n := slices.IndexFunc(input, func(msg tea.Msg) bool {
			k, ok := msg.(tea.KeyPressMsg)
			return !ok || !same(k)
		})
		if n < 0 {
			return len(input)
		}
		return n
	}
	switch {
	case a == nil && z == zoneField && first.Text != "":
		n := like(func(k tea.KeyPressMsg) bool { return k.Text != "" && e.acts.match(z, k) == nil })
		var text strings.Builder
		for _, k := range input[:n] {
			text.WriteString(k.(tea.KeyPressMsg).Text)
		}
		return tea.PasteMsg{Content: text.String()}, n
	case a != nil && a.by != 0 && a.whyNot(e) == "":
		n := like(func(k tea.KeyPressMsg) bool { return e.acts.match(z, k) == a })
		if z == zoneControl || e.right.debug.steady(a.by, n) {
			return repeated{a, n}, n
		}
	}
	return first, 1
}

// repeat does an act several times at once.
func (e *exercise) repeat(m repeated) tea.Cmd {
	e.sheet.work.Touch(time.Now())
	e.session.notice = ""
	if m.act.zone == zoneControl {
		return e.right.nudge(m.act.by * m.times)
	}
	e.right.debug.player.Repeat(m.act.by, m.times)
	e.keyboard.pane = stagePane
	return nil
}

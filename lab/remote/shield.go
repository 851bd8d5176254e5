package remote

import (
	"runtime/debug"
	"sync"

	tea "charm.land/bubbletea/v2"
)

// shield is a model that survives a panic of the model inside it: it reports
// the first one and is blank from then on. Bubble Tea recovers too, but prints
// what it caught, which may quote the client, to the host's standard error.
type shield struct {
	inner tea.Model
	alarm *alarm
}

// alarm remembers the first panic of a session.
type alarm struct {
	once   sync.Once
	report func(value any, stack []byte)
	rung   chan struct{} // closed by the first panic
}

func newAlarm(report func(value any, stack []byte)) *alarm {
	return &alarm{report: report, rung: make(chan struct{})}
}

// guard is deferred around the model's code.
func (a *alarm) guard() {
	if value := recover(); value != nil {
		a.ring(value)
	}
}

func (a *alarm) ring(value any) {
	a.once.Do(func() {
		close(a.rung)
		a.report(value, debug.Stack())
	})
}

// hasRung reports whether there was a panic.
func (a *alarm) hasRung() bool {
	select {
	case <-a.rung:
		return true
	default:
		return false
	}
}

var _ tea.Model = shield{}

func (s shield) Init() (cmd tea.Cmd) {
	defer s.alarm.guard()
	return s.alarm.around(s.inner.Init())
}

func (s shield) Update(msg tea.Msg) (next tea.Model, cmd tea.Cmd) {
	next = s
	if s.alarm.hasRung() {
		return next, nil
	}
	defer s.alarm.guard()
	inner, cmd := s.inner.Update(msg)
	return shield{inner, s.alarm}, s.alarm.around(cmd)
}

func (s shield) View() (view tea.View) {
	view.AltScreen = true
	if s.alarm.hasRung() {
		return view
	}
	defer s.alarm.guard()
	return s.inner.View()
}

// around guards a command and the commands of the batch it may return. Those
// of a sequence are out of reach; Bubble Tea recovers them.
func (a *alarm) around(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer a.guard()
		msg = cmd()
		batch, ok := msg.(tea.BatchMsg)
		if !ok {
			return msg
		}
		guarded := make(tea.BatchMsg, len(batch))
		for i, c := range batch {
			guarded[i] = a.around(c)
		}
		return guarded
	}
}

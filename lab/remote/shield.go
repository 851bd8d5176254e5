package remote

import (
	"reflect"
	"runtime/debug"
	"sync"

	tea "charm.land/bubbletea/v2"
)

// Gatherer is a model that takes all input that was waiting at one time
// together: it is called in place of Update, in whose stead it does what Update
// would for each message in order, and may fold what repeats.
type Gatherer interface {
	Gather(input []tea.Msg) (tea.Model, tea.Cmd)
}

// gathered is input that was waiting at one time, in order.
type gathered []tea.Msg

// shield is the model that the program runs: the factory's, of which a panic is
// reported and nothing is heard from then on. Bubble Tea recovers too, but prints
// what it caught, which may quote the client, to the host's standard error.
type shield struct {
	alarm *alarm
	inner tea.Model
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

// guard is deferred around everything that runs for one session.
func (a *alarm) guard() {
	if value := recover(); value != nil {
		a.ring(value)
	}
}

// guarded is what a timer calls.
func (a *alarm) guarded(do func()) func() {
	return func() {
		defer a.guard()
		do()
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

var _ tea.Model = (*shield)(nil)

func (s *shield) Init() (cmd tea.Cmd) {
	defer s.alarm.guard()
	return s.alarm.around(s.inner.Init())
}

// Update has the model take a message.
func (s *shield) Update(msg tea.Msg) (next tea.Model, cmd tea.Cmd) {
	next = s
	defer s.alarm.guard()
	if s.alarm.hasRung() {
		return next, nil
	}
	if input, ok := msg.(gathered); ok {
		cmd = s.gather(input)
	} else {
		s.inner, cmd = s.inner.Update(msg)
	}
	return next, s.alarm.around(cmd)
}

// View is what the model looks like.
func (s *shield) View() (v tea.View) {
	defer s.alarm.guard()
	if s.alarm.hasRung() {
		return v
	}
	return s.inner.View()
}

// gather has the model take input, at once if it can.
func (s *shield) gather(input gathered) (cmd tea.Cmd) {
	if g, ok := s.inner.(Gatherer); ok && len(input) > 1 {
		s.inner, cmd = g.Gather(input)
		return cmd
	}
	cmds := make([]tea.Cmd, len(input))
	for i, msg := range input {
		s.inner, cmds[i] = s.inner.Update(msg)
	}
	return tea.Batch(cmds...)
}

// around guards a command, and those of the batch or the sequence it may return.
func (a *alarm) around(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer a.guard()
		return a.aroundAll(cmd())
	}
}

// aroundAll guards the commands in a message that is a list of them. The type of
// a sequence is Bubble Tea's secret, so it is known by its shape.
func (a *alarm) aroundAll(msg tea.Msg) tea.Msg {
	list := reflect.ValueOf(msg)
	if list.Kind() != reflect.Slice || list.Type().Elem() != reflect.TypeFor[tea.Cmd]() {
		return msg
	}
	guarded := reflect.MakeSlice(list.Type(), list.Len(), list.Len())
	for i := range list.Len() {
		if cmd := list.Index(i).Interface().(tea.Cmd); cmd != nil {
			guarded.Index(i).Set(reflect.ValueOf(a.around(cmd)))
		}
	}
	return guarded.Interface()
}

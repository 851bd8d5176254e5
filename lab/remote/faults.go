package remote

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"reflect"
	"runtime"
	"runtime/debug"
	"sync"
	"syscall"

	tea "charm.land/bubbletea/v2"
)

// PanicReporter reports panics of goroutines and timers that run for the whole host and not for
// one session. A panic in them is counted and logged without its text, like a panic in
// a session, and the host continues. The zero value recovers without counting or
// logging.
type PanicReporter struct {
	Log     *slog.Logger
	Metrics *Metrics
}

// Recover recovers from a panic. Callers defer it.
func (r PanicReporter) Recover() {
	if value := recover(); value != nil {
		r.report("panic in the host", value, debug.Stack())
	}
}

func (r PanicReporter) report(message string, value any, stack []byte) {
	if r.Metrics != nil {
		r.Metrics.panics.Inc()
	}
	if r.Log != nil {
		r.Log.Error(message, panicAttr(value, stack))
	}
}

// The text of a panic or an error may quote what a student typed, and the path of a
// student's folder reveals their key. The log must contain neither, but everything else
// that helps to find the fault.

// panicAttr describes a panic by its type, the runtime's message, and the stack, which
// contains no texts.
func panicAttr(value any, stack []byte) slog.Attr {
	description := fmt.Sprintf("%T", value)
	if err, ok := value.(runtime.Error); ok {
		description += ": " + err.Error()
	}
	return slog.Group("panic", "type", description, "stack", string(stack))
}

// cause returns the part of an error that may be logged: the operation and the system's
// message, or otherwise the error's type.
func cause(err error) string {
	var unsaved *UnsavedError
	var pathErr *fs.PathError
	var errno syscall.Errno
	switch {
	case errors.As(err, &unsaved):
		return unsaved.Error()
	case errors.As(err, &pathErr):
		return pathErr.Op + ": " + pathErr.Err.Error()
	case errors.As(err, &errno):
		return errno.Error()
	}
	return fmt.Sprintf("%T", err)
}

// panicAlarm remembers and reports the first panic of a session or a connection.
type panicAlarm struct {
	once      sync.Once
	report    func(value any, stack []byte)
	triggered chan struct{} // closed by the first panic
}

func newAlarm(report func(value any, stack []byte)) *panicAlarm {
	return &panicAlarm{report: report, triggered: make(chan struct{})}
}

// recoverPanic recovers from a panic. It is deferred around everything that runs for one
// session.
func (a *panicAlarm) recoverPanic() {
	if value := recover(); value != nil {
		a.trigger(value)
	}
}

// withRecovery returns a function that calls do and recovers from a panic, for timers.
func (a *panicAlarm) withRecovery(do func()) func() {
	return func() {
		defer a.recoverPanic()
		do()
	}
}

func (a *panicAlarm) trigger(value any) {
	a.once.Do(func() {
		close(a.triggered)
		a.report(value, debug.Stack())
	})
}

// hasTriggered reports whether there was a panic.
func (a *panicAlarm) hasTriggered() bool {
	select {
	case <-a.triggered:
		return true
	default:
		return false
	}
}

// guardCommand returns the command with recovery from its panics. If the command returns a batch or
// a sequence of commands, these are guarded too.
func (a *panicAlarm) guardCommand(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer a.recoverPanic()
		return a.guardCommands(cmd())
	}
}

// guardCommands adds recovery to the commands in a message that is a list of commands. It returns
// any other message unchanged. Bubble Tea does not export the type of a sequence, so any slice of
// commands counts as a list.
func (a *panicAlarm) guardCommands(msg tea.Msg) tea.Msg {
	list := reflect.ValueOf(msg)
	if list.Kind() != reflect.Slice || list.Type().Elem() != reflect.TypeFor[tea.Cmd]() {
		return msg
	}
	guarded := reflect.MakeSlice(list.Type(), list.Len(), list.Len())
	for i := range list.Len() {
		if cmd := list.Index(i).Interface().(tea.Cmd); cmd != nil {
			guarded.Index(i).Set(reflect.ValueOf(a.guardCommand(cmd)))
		}
	}
	return guarded.Interface()
}

package lab

import (
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab/job"
	"kernellab/lab/progress"
)

// keeping is what the lab knows of its saves. At most one is under way; what
// changes meanwhile is written when it is done, the latest only.
type keeping struct {
	n       int  // saves begun
	saving  bool // the latest is under way
	unsaved bool // something has changed since it began

	err   error     // why the last save failed; nil: everything is kept
	since time.Time // the begin of the first save that failed, while one does
	tries int       // that failed, one after the other

	told    string // a notice that stands until it is dismissed
	waiting []waiter
}

// waiter is a screen that shows a verdict once save n has been made, or cannot
// be.
type waiter struct {
	n  int
	to job.Address
}

// The messages about saves: one is done, one takes long, it is time to try
// again, and what a screen waited for is kept.
type (
	savedMsg struct {
		n   int
		err error
	}
	slowMsg struct {
		n    int
		wait func() error
	}
	retryMsg struct{ n int }
	keptMsg  struct{ job.Address }
)

// slowSave is how long a save may take before the student hears that it does,
// and sees a verdict that waits for it.
const slowSave = 3 * time.Second

// save writes what has changed, in a command.
func (s *session) save() tea.Cmd {
	if s.keep.saving {
		s.keep.unsaved = true
		return nil
	}
	return s.begin(s.student.Save())
}

// begin runs a save in a command; nil is nothing to write.
func (s *session) begin(write func() error) tea.Cmd {
	if write == nil {
		return nil
	}
	s.keep.n++
	s.keep.saving, s.keep.unsaved = true, false
	if s.keep.err == nil {
		s.keep.since = time.Now()
	}
	n := s.keep.n
	return func() tea.Msg {
		done := make(chan error, 1)
		go func() { done <- unbroken(write) }()
		select {
		case err := <-done:
			return savedMsg{n, err}
		case <-time.After(slowSave):
			return slowMsg{n, func() error { return <-done }}
		}
	}
}

// unbroken does a save whose panic is its failure: it runs where nothing else
// would catch it.
func unbroken(write func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("internal error: %v", value)
		}
	}()
	return write()
}

// saveThen is save with a keptMsg to a screen when what is there now has been
// written, or cannot be.
func (s *session) saveThen(to job.Address) tea.Cmd {
	cmd := s.save()
	n := s.keep.n
	if s.keep.saving && cmd == nil {
		n++ // the one under way began before
	}
	s.keep.waiting = append(s.keep.waiting, waiter{n, to})
	if !s.keep.saving {
		return s.release(n)
	}
	return cmd
}

// release lets go of the screens that wait for save n or an earlier one.
func (s *session) release(n int) tea.Cmd {
	var cmds []tea.Cmd
	var left []waiter
	for _, w := range s.keep.waiting {
		if w.n > n {
			left = append(left, w)
			continue
		}
		cmds = append(cmds, func() tea.Msg { return keptMsg{w.to} })
	}
	s.keep.waiting = left
	return tea.Batch(cmds...)
}

// saved takes the outcome of a save in and starts the next one where something
// has changed since.
func (s *session) saved(m savedMsg) tea.Cmd {
	notices, failures := progress.Sort(m.err)
	for _, n := range notices {
		s.keep.told = progress.Words(n)
	}
	s.keep.saving = false
	if len(failures) > 0 {
		return s.failed(m.n, errors.Join(failures...))
	}
	if s.keep.err != nil {
		s.notice = "Saved again."
	}
	s.keep.err, s.keep.tries = nil, 0
	released := s.release(m.n)
	var next tea.Cmd
	if s.keep.unsaved {
		next = s.save()
	}
	if !s.keep.saving {
		released = tea.Batch(released, s.release(m.n+1))
	}
	return tea.Batch(released, next)
}

// failed notes that save n could not be made. Nobody waits for the next one
// with a verdict, which comes after a pause that grows.
func (s *session) failed(n int, err error) tea.Cmd {
	s.keep.err, s.keep.unsaved = err, false
	pauses := []time.Duration{time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second}
	pause := pauses[min(s.keep.tries, len(pauses)-1)]
	s.keep.tries++
	again := s.later(pause, func(time.Time) tea.Msg { return retryMsg{n} })
	return tea.Batch(s.release(n+1), again)
}

// retry tries again what failed as save n, unless another has been begun since.
func (s *session) retry(m retryMsg) tea.Cmd {
	if s.keep.saving || s.keep.n != m.n {
		return nil
	}
	return s.save()
}

// slow says of a save under way that it takes long, and waits on.
func (s *session) slow(m slowMsg) tea.Cmd {
	if s.keep.saving && s.keep.n == m.n {
		s.keep.err = errors.Join(s.keep.err, progress.ErrSlow)
	}
	return tea.Batch(s.release(m.n), func() tea.Msg { return savedMsg{m.n, m.wait()} })
}

// lastSave writes everything before the lab ends. It waits no longer than a
// slow save may take.
func (s *session) lastSave() tea.Cmd { return s.begin(s.student.Leave()) }

// unsavedWords says what is not saved and why, or "".
func (s *session) unsavedWords() string {
	if s.keep.err == nil {
		return ""
	}
	return fmt.Sprintf("What you did since %s is not saved: %s. It is kept in this window and tried again every few seconds.",
		s.sinceWords(), progress.Cause(s.keep.err))
}

// sinceWords is the time from which on things are not saved.
func (s *session) sinceWords() string {
	if s.config.Write == nil {
		return s.keep.since.Format("15:04 MST") // the host's clock
	}
	return s.keep.since.Format("15:04")
}

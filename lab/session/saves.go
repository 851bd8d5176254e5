package session

import (
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab/job"
	"kernellab/lab/progress"
)

// LeavingWords is the question.
func (s *Session) LeavingWords() string {
	lost := "If you leave now, it is lost."
	if s.Config.Held {
		lost = "If you leave now, the host holds it in its memory and tries again; should the host end before that works, it is lost."
	}
	return fmt.Sprintf("What you did since %s is not saved: %s. %s The same key again leaves all the same; any other stays.",
		s.sinceWords(), progress.Cause(s.Keep.Err), lost)
}

// saveState is what the lab knows of its saves. At most one is under way; what
// changes meanwhile is written when it is done, the latest only.
type saveState struct {
	N       int  // saves begun
	Saving  bool // the latest is under way
	unsaved bool // something has changed since it began

	Err   error     // why the last save failed; nil: everything is kept
	since time.Time // the begin of the first save that failed, while one does
	tries int       // that failed, one after the other

	Told    string // a notice that stands until it is dismissed
	Waiting []Waiter
}

// Waiter is a screen that shows a verdict once save n has been made, or cannot
// be.
type Waiter struct {
	N  int
	To job.Address
}

// The messages about saves: one is done, one takes long, it is time to try
// again, and what a screen waited for is kept.
type (
	SavedMsg struct {
		n   int
		err error
	}
	SlowMsg struct {
		N    int
		Wait func() error
	}
	RetryMsg struct{ N int }
	KeptMsg  struct{ job.Address }
)

// slowSave is how long a save may take before the student hears that it does,
// and sees a verdict that waits for it.
const slowSave = 3 * time.Second

// Save writes what has changed, in a command.
func (s *Session) Save() tea.Cmd {
	if s.Keep.Saving {
		s.Keep.unsaved = true
		return nil
	}
	return s.begin(s.Student.Save())
}

// begin runs a save in a command; nil is nothing to write.
func (s *Session) begin(write func() error) tea.Cmd {
	if write == nil {
		return nil
	}
	s.Keep.N++
	s.Keep.Saving, s.Keep.unsaved = true, false
	if s.Keep.Err == nil {
		s.Keep.since = time.Now()
	}
	n := s.Keep.N
	return func() tea.Msg {
		done := make(chan error, 1)
		go func() { done <- unbroken(write) }()
		select {
		case err := <-done:
			return SavedMsg{n, err}
		case <-time.After(slowSave):
			return SlowMsg{n, func() error { return <-done }}
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

// SaveThen is save with a keptMsg to a screen when what is there now has been
// written, or cannot be.
func (s *Session) SaveThen(to job.Address) tea.Cmd {
	cmd := s.Save()
	n := s.Keep.N
	if s.Keep.Saving && cmd == nil {
		n++ // the one under way began before
	}
	s.Keep.Waiting = append(s.Keep.Waiting, Waiter{n, to})
	if !s.Keep.Saving {
		return s.release(n)
	}
	return cmd
}

// release lets go of the screens that wait for save n or an earlier one.
func (s *Session) release(n int) tea.Cmd {
	var cmds []tea.Cmd
	var left []Waiter
	for _, w := range s.Keep.Waiting {
		if w.N > n {
			left = append(left, w)
			continue
		}
		cmds = append(cmds, func() tea.Msg { return KeptMsg{w.To} })
	}
	s.Keep.Waiting = left
	return tea.Batch(cmds...)
}

// Saved takes the outcome of a save in and starts the next one where something
// has changed since.
func (s *Session) Saved(m SavedMsg) tea.Cmd {
	notices, failures := progress.Sort(m.err)
	for _, n := range notices {
		s.Keep.Told = progress.Words(n)
	}
	s.Keep.Saving = false
	if len(failures) > 0 {
		return s.failed(m.n, errors.Join(failures...))
	}
	if s.Keep.Err != nil {
		s.Notice = "Saved again."
	}
	s.Keep.Err, s.Keep.tries = nil, 0
	released := s.release(m.n)
	var next tea.Cmd
	if s.Keep.unsaved {
		next = s.Save()
	}
	if !s.Keep.Saving {
		released = tea.Batch(released, s.release(m.n+1))
	}
	return tea.Batch(released, next)
}

// failed notes that save n could not be made. Nobody waits for the next one
// with a verdict, which comes after a pause that grows.
func (s *Session) failed(n int, err error) tea.Cmd {
	s.Keep.Err, s.Keep.unsaved = err, false
	pauses := []time.Duration{time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second}
	pause := pauses[min(s.Keep.tries, len(pauses)-1)]
	s.Keep.tries++
	again := s.Later(pause, func(time.Time) tea.Msg { return RetryMsg{n} })
	return tea.Batch(s.release(n+1), again)
}

// Retry tries again what failed as save n, unless another has been begun since.
func (s *Session) Retry(m RetryMsg) tea.Cmd {
	if s.Keep.Saving || s.Keep.N != m.N {
		return nil
	}
	return s.Save()
}

// Slow says of a save under way that it takes long, and waits on.
func (s *Session) Slow(m SlowMsg) tea.Cmd {
	if s.Keep.Saving && s.Keep.N == m.N {
		s.Keep.Err = errors.Join(s.Keep.Err, progress.ErrSlow)
	}
	return tea.Batch(s.release(m.N), func() tea.Msg { return SavedMsg{m.N, m.Wait()} })
}

// lastSave writes everything before the lab ends. It waits no longer than a
// slow save may take.
func (s *Session) lastSave() tea.Cmd { return s.begin(s.Student.Leave()) }

// UnsavedWords says what is not saved and why, or "".
func (s *Session) UnsavedWords() string {
	if s.Keep.Err == nil {
		return ""
	}
	return fmt.Sprintf("What you did since %s is not saved: %s. It is kept in this window and tried again every few seconds.",
		s.sinceWords(), progress.Cause(s.Keep.Err))
}

// sinceWords is the time from which on things are not saved.
func (s *Session) sinceWords() string {
	if s.Config.Write == nil {
		return s.Keep.since.Format("15:04 MST") // the host's clock
	}
	return s.Keep.since.Format("15:04")
}

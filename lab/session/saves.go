package session

import (
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/lab/progress"
)

// LeavingWords asks whether to leave although there is unsaved work.
func (s *Session) LeavingWords() string {
	consequence := "If you leave now, it is lost."
	if s.Config.HostRetries {
		consequence = "If you leave now, the host keeps it in memory and tries again; if the host ends before that " +
			"succeeds, it is lost."
	}
	return fmt.Sprintf("What you have done since %s is not saved: %s. %s Press the same key again to leave "+
		"anyway, or any other key to stay.",
		s.sinceWords(), progress.Cause(s.Saves.Err), consequence)
}

// saveState records the saves of the lab. At most one save runs at a time. Changes
// during a save are written by the next one.
type saveState struct {
	Count   int  // number of saves started
	Saving  bool // whether the latest save is running
	unsaved bool // whether something has changed since the latest save started

	Err          error     // why the last save failed or takes long; nil if no problem is known
	failingSince time.Time // start of the first save in the current row of failures, or else of the latest save
	failures     int       // number of failed saves in a row
}

// The messages about saves: SavedMsg when a save has ended, with or without success, SlowMsg when it
// takes long, and RetryMsg when it is time to try again. n and N are the number of the save, see
// saveState.Count.
type (
	SavedMsg struct {
		n   int
		err error
	}
	SlowMsg struct {
		N    int
		Wait func() error // waits for the end of the save
	}
	RetryMsg struct{ N int }
)

// slowSave is how long a save may take before the student is warned.
const slowSave = 3 * time.Second

// Save returns the command that writes all changes, or nil if there is nothing to write
// or a save is running.
func (s *Session) Save() tea.Cmd {
	if s.Saves.Saving {
		s.Saves.unsaved = true
		return nil
	}
	return s.startSave(s.Student.Save())
}

// startSave returns the command that runs write, or nil if write is nil.
func (s *Session) startSave(write func() error) tea.Cmd {
	if write == nil {
		return nil
	}
	s.Saves.Count++
	s.Saves.Saving, s.Saves.unsaved = true, false
	if s.Saves.Err == nil {
		s.Saves.failingSince = time.Now()
	}
	n := s.Saves.Count
	return func() tea.Msg {
		done := make(chan error, 1)
		go func() { done <- runSave(write) }()
		select {
		case err := <-done:
			return SavedMsg{n, err}
		case <-time.After(slowSave):
			return SlowMsg{n, func() error { return <-done }}
		}
	}
}

// runSave calls write and returns a panic as an error, because nothing else recovers on
// this goroutine.
func runSave(write func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("internal error: %v", value)
		}
	}()
	return write()
}

// FinishSave records the result of a save and starts the next one if something has
// changed since. If the student has been deleted, it ends the lab.
func (s *Session) FinishSave(m SavedMsg) tea.Cmd {
	s.Saves.Saving = false
	if errors.Is(m.err, progress.ErrDeleted) {
		return tea.Quit // the last save will fail for the same reason, and the host will report it
	}
	if m.err != nil {
		return s.retryLater(m.n, m.err)
	}
	if s.Saves.Err != nil {
		s.Notice = "Saved again."
	}
	s.Saves.Err, s.Saves.failures = nil, 0
	if s.Saves.unsaved {
		return s.Save()
	}
	return nil
}

// retryLater records that save n failed, and tries again after a pause that grows with
// each failure.
func (s *Session) retryLater(n int, err error) tea.Cmd {
	s.Saves.Err, s.Saves.unsaved = err, false
	pauses := []time.Duration{time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second}
	pause := pauses[min(s.Saves.failures, len(pauses)-1)]
	s.Saves.failures++
	return s.Tick(pause, func(time.Time) tea.Msg { return RetryMsg{n} })
}

// Retry repeats failed save N, unless another save has started since.
func (s *Session) Retry(m RetryMsg) tea.Cmd {
	if s.Saves.Saving || s.Saves.Count != m.N {
		return nil
	}
	return s.Save()
}

// NoteSlowSave warns that a running save takes long, and continues to wait for it.
func (s *Session) NoteSlowSave(m SlowMsg) tea.Cmd {
	if s.Saves.Saving && s.Saves.Count == m.N {
		s.Saves.Err = errors.Join(s.Saves.Err, progress.ErrSlow)
	}
	return func() tea.Msg { return SavedMsg{m.N, m.Wait()} }
}

// UnsavedWords describes what is not saved and why, or returns "".
func (s *Session) UnsavedWords() string {
	if s.Saves.Err == nil {
		return ""
	}
	return fmt.Sprintf("What you have done since %s is not saved: %s. It is kept in this window, and saving is tried again every few "+
		"seconds.",
		s.sinceWords(), progress.Cause(s.Saves.Err))
}

// sinceWords returns the time since which work is unsaved.
func (s *Session) sinceWords() string {
	if s.Config.Write == nil {
		return s.Saves.failingSince.Format("15:04 MST") // with the zone of the host's clock
	}
	return s.Saves.failingSince.Format("15:04")
}

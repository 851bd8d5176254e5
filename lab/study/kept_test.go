package study

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

// Who only looks leaves nothing behind; the first thing done makes a record,
// of everything.
func TestLookersLeaveNothing(t *testing.T) {
	acts := map[string]func(*Student, *Work){
		"typing":     func(_ *Student, w *Work) { w.Set("s", "4") },
		"an answer":  func(_ *Student, w *Work) { judge(w) },
		"a hint":     func(_ *Student, w *Work) { w.RevealHint() },
		"a solution": func(_ *Student, w *Work) { w.RevealSolution() },
		"a setting":  func(s *Student, _ *Work) { s.SetSettings(Settings{Speed: 2}) },
	}
	for name, act := range acts {
		dir := filepath.Join(t.TempDir(), "students", "a")
		o := Options{WorkOnly: true, First: 77, Log: progress.NewAnswerLog(dir)}
		s := open(t, progress.NewFiles(dir), o)
		w := start(t, s, "1.1")
		w.Next()
		w.SetFrame(3)
		w.Touch(morning())
		if s.Save() != nil || s.Leave() != nil {
			t.Errorf("%s: there is something to write of a look", name)
		}
		if _, err := os.Stat(filepath.Dir(dir)); !os.IsNotExist(err) {
			t.Errorf("%s: a look leaves a folder: %v", name, err)
		}
		act(s, w)
		write(t, s.Save())
		again := open(t, progress.NewFiles(dir), o)
		if again.Seed() != 77 || start(t, again, "1.1").Index() != 1 {
			t.Errorf("%s: seed %d, step %d", name, again.Seed(), start(t, again, "1.1").Index())
		}
		start(t, again, "1.2")
		if again.Save() == nil {
			t.Errorf("%s: a student with a record is saved like any", name)
		}
	}
}

// Two first sessions at once have one seed: that of the first on disk.
func TestTwoFirstSessionsHaveOneSeed(t *testing.T) {
	dir := t.TempDir()
	first := open(t, progress.NewFiles(dir), Options{First: 5})
	meanwhile := &behind{Files: progress.NewFiles(dir)}
	second := open(t, meanwhile, Options{First: 6})
	if first.Seed() != 5 || second.Seed() != 5 {
		t.Errorf("seeds %d and %d", first.Seed(), second.Seed())
	}
}

// behind is a store whose first look came before another session's first save.
type behind struct {
	*progress.Files
	looked bool
}

func (b *behind) Load() (progress.State, []error, error) {
	if !b.looked {
		b.looked = true
		return progress.State{}, nil, nil
	}
	return b.Files.Load()
}

// The answers and steps of two first sessions of one key are both kept.
func TestTwoFirstSessionsLoseNothing(t *testing.T) {
	dir := t.TempDir()
	o := Options{WorkOnly: true, First: 9}
	a, b := open(t, progress.NewFiles(dir), o), open(t, progress.NewFiles(dir), o)
	wa, wb := start(t, a, "1.1"), start(t, b, "1.1")
	wa.Next()
	wa.Set("s", "from a")
	write(t, a.Save())
	wb.Next()
	wb.Set("p", "from b")
	judge(wb)
	write(t, b.Save())
	wa.Set("s", "more from a")
	write(t, a.Leave())
	write(t, b.Leave())
	got := start(t, open(t, progress.NewFiles(dir), o), "1.1")
	if got.Answers()["s"] != "more from a" || got.Answers()["p"] != "from b" || got.record.Steps["add"].Attempts != 1 {
		t.Errorf("found %q, %+v", got.Answers(), got.record.Steps)
	}
}

// noticing is a log that has something to say once.
type noticing struct {
	memoryLog
	notice error
}

func (l *noticing) Append(a progress.Answer) error {
	if err := l.memoryLog.Append(a); err != nil {
		return err
	}
	err := l.notice
	l.notice = nil
	return err
}

// A notice of the log is handed on, and its answer is not written twice.
func TestNoticeOfTheLog(t *testing.T) {
	full := &progress.NearlyFullError{Bytes: 9, Limit: 10}
	log := &noticing{notice: full}
	s := open(t, &progress.Memory{}, Options{Log: log})
	w := start(t, s, "1.1")
	w.Next()
	for range 2 {
		w.Apply(t.Context(), w.Answers(), exercises.Report{Verdict: exercises.NotEqual})
	}
	if err := s.Save()(); !errors.Is(err, full) || progress.Failure(err) != nil {
		t.Errorf("%v", err)
	}
	if s.Save() != nil || len(log.kept) != 2 {
		t.Errorf("%d answers are logged", len(log.kept))
	}
}

package cli

import (
	"context"
	"errors"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"kernellab/exercises/catalogue"
	"kernellab/lab/class"
	"kernellab/lab/progress"
	"kernellab/lab/remote"
	"kernellab/lab/store"
	"kernellab/lab/study"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// failing is a store in memory whose saves fail while it is broken.
type failing struct {
	progress.Memory
	broken bool
}

func (f *failing) SaveExercise(e progress.Exercise) error {
	if f.broken {
		return errors.New("no room")
	}
	return f.Memory.SaveExercise(e)
}

// newUnsavedStudent returns a student with an answer that is not saved.
func newUnsavedStudent(t *testing.T, store progress.Store) *study.Student {
	t.Helper()
	s, _, err := study.Open(must.Value(catalogue.New()), store, study.Options{})
	check.OK(t, err)
	w := must.Value(s.Start("1.3"))
	w.Set("x", "7")
	return s
}

func answerSaved(t *testing.T, store progress.Store) bool {
	t.Helper()
	state, _, err := store.Load()
	check.OK(t, err)
	return state.Exercises["1.3"].Answers["x"] == "7"
}

func TestUnsavedWork_retryWrites(t *testing.T) {
	store, s := &failing{broken: true}, &unsavedWork{}
	student := newUnsavedStudent(t, store)
	check.Must(t, saveUnwritten(student) != nil, "leave with a broken store: got no error, want one")
	s.add("ada", student)
	check.Must(t, s.retry() == 1 && s.saveAtEnd() != nil && !answerSaved(t, store),
		"retry with a broken store: got the work written, want it held")
	store.broken = false
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go s.retryUntilEnd(ctx, time.Millisecond)
	for s.retry() > 0 {
		time.Sleep(time.Millisecond)
	}
	check.Must(t, answerSaved(t, store) && s.saveAtEnd() == nil && s.take("ada") == nil,
		"retry with a store that works: got the work still held, want it written")
}

// Two sessions with the same key may both end with unsaved work. A student who returns
// continues the later session, and the host keeps trying to save the earlier one.
func TestUnsavedWork_takeNewest(t *testing.T) {
	store, s := &failing{broken: true}, &unsavedWork{}
	first, second := newUnsavedStudent(t, store), newUnsavedStudent(t, store)
	s.add("ada", first)
	s.add("bob", newUnsavedStudent(t, store))
	s.add("ada", second)
	check.Must(t, s.take("eve") == nil && s.take("ada") == second && s.retry() == 2,
		"take: got another student, want the newest of ada")
	check.Must(t, s.take("ada") == first && s.take("ada") == nil,
		"take again: got another student, want the first of ada, once")
}

// The number of students with unsaved work is bounded, however many keys there are.
func TestUnsavedWork_putIsBounded(t *testing.T) {
	s := &unsavedWork{}
	student := newUnsavedStudent(t, &failing{broken: true})
	for range maxUnsaved {
		check.Must(t, s.add("ada", student), "put: got no room, want room for a class")
	}
	check.Must(t, !s.add("eve", student), "add beyond the maximum: got room, want none")
}

// brokenModel is a lab that panics when it is closed.
type brokenModel struct{}

func (brokenModel) Close() { panic("broken in close") }

// quietModel is a lab with nothing to end.
type quietModel struct{}

func (quietModel) Close() {}

// The work of a student is written even if the lab breaks while it ends.
func TestHostedLabs_leaveSaves(t *testing.T) {
	store := &failing{}
	labs := hostedLabs{unsaved: &unsavedWork{}}
	func() {
		defer func() { _ = recover() }()
		_ = labs.leave(brokenModel{}, newUnsavedStudent(t, store), remote.Client{ID: "ada"})
	}()
	check.That(t, answerSaved(t, store), "leave with a lab that panics: got the work lost, want it written")
}

// However often a save is tried, the log has one line when it begins to fail, one line for
// another cause, and one when everything is saved. Each line has the number of the session
// and no empty attribute.
func TestSaveLog_fewLines(t *testing.T) {
	var out strings.Builder
	faults := newSaveLog(slog.New(slog.NewJSONHandler(&out, nil)).With("session", 7), remote.NewMetrics())
	full := &progress.FolderError{Dir: "/secret", Err: syscall.ENOSPC}
	newer := &progress.ReadError{Name: "exercise-1.2.json", Err: &progress.NewerError{Version: 9, Known: 1}}
	for range 100 {
		faults.recordSave("1.2", time.Millisecond, full)
		faults.recordSave("profile", time.Millisecond, full)
		faults.recordSave("1.3", time.Millisecond, nil)
	}
	faults.recordSave("1.4", time.Millisecond, newer)
	for range 3 {
		faults.recordSave("1.2", time.Millisecond, nil)
		faults.recordSave("profile", time.Millisecond, nil)
		faults.recordSave("1.4", time.Millisecond, nil)
	}
	faults.recordSave("1.2", time.Millisecond, full)
	var told []string
	for line := range strings.Lines(out.String()) {
		if !strings.Contains(line, `"session":7`) || strings.Contains(line, `""`) || strings.Contains(line, "secret") {
			t.Errorf("got line %s, want session 7, no empty attribute and no secret", line)
		}
		for _, what := range []string{"the disk is full", `"file":"exercise-1.2.json"`, "work saved again"} {
			if strings.Contains(line, what) {
				told = append(told, what)
			}
		}
	}
	want := []string{"the disk is full", `"file":"exercise-1.2.json"`, "work saved again", "the disk is full"}
	check.That(t, strings.Join(told, ", ") == strings.Join(want, ", "),
		"got events %q, want %q:\n%s", told, want, out.String())
}

// The unsaved work of a student who has been deleted is dropped.
func TestHostedLabs_leaveDeleted(t *testing.T) {
	db := store.Open(filepath.Join(t.TempDir(), recordName), store.NoQuota)
	defer db.Close()
	record := db.Student("ada")
	check.OK(t, record.Join("Ada", true))
	check.OK(t, db.Forget("ada"))
	labs := hostedLabs{unsaved: &unsavedWork{}}
	student := newUnsavedStudent(t, record)
	err := labs.leave(quietModel{}, student, remote.Client{ID: "ada"})
	labs.unsaved.add("ada", student)
	if e, ok := errors.AsType[*remote.UnsavedError](err); !ok || e.InMemory || e.Error() != progress.ErrDeleted.Error() ||
		labs.unsaved.retry() != 0 {
		t.Errorf("got error %v, held %v, want that the work was deleted", err, labs.unsaved.entries)
	}
}

// The record shows who is there. A student who has been deleted leaves nothing behind.
func TestHostedLabs_presence(t *testing.T) {
	dir := t.TempDir()
	db := store.Open(filepath.Join(dir, recordName), store.NoQuota)
	defer db.Close()
	panics := remote.PanicReporter{Log: slog.New(slog.DiscardHandler), Metrics: remote.NewMetrics()}
	labs := newHostedLabs(must.Value(catalogue.New()), dir, db, panics, hostRunBytes)
	record := must.Value(db.StudentWithKey(t.Context(), "ada"))
	check.OK(t, record.Join("Ada", true))
	is := func(want string) {
		t.Helper()
		var got []string
		for _, n := range must.Value(db.Notes(t.Context(), 0)) {
			got = append(got, strings.ReplaceAll(n.Key, record.ID(), "ada")+": "+n.Body)
		}
		check.Equal(t, strings.Join(got, ", "), want, "the notes")
	}
	open := func() remote.Lab {
		return must.Value(labs.open(t.Context(), remote.Client{ID: "ada", Log: panics.Log},
			class.Person{ID: record.ID(), Name: "Ada"}))
	}
	lab := open()
	is("present ada: true")
	check.OK(t, lab.Leave())
	is("present ada: false")
	lab = open()
	check.OK(t, db.Forget(record.ID()))
	check.OK(t, lab.Leave())
	is("erased: ")
}

// The metrics contain the waiting saves, the failures and the reachability of the record.
func TestMeasureRecord_names(t *testing.T) {
	db, m := store.Open(filepath.Join(t.TempDir(), recordName), 1), remote.NewMetrics()
	defer db.Close()
	measureRecord(db, m)
	student := db.Student("ada")
	student.OnSave = newSaveLog(slog.New(slog.DiscardHandler), m).recordSave
	check.Must(t, student.SaveProfile(progress.Profile{Seed: 1}) != nil,
		"a save beyond the quota: got no error, want one")
	countAnswers(must.Value(catalogue.New()), m)
	roomy := store.Open(filepath.Join(t.TempDir(), recordName), store.NoQuota)
	defer roomy.Close()
	log := countedLog{roomy.Student("ada"), m}
	for _, kind := range []progress.EventKind{progress.AnswerGiven, progress.HintShown} {
		check.OK(t, log.Append(progress.Event{Kind: kind, Exercise: "7.7"}))
	}
	out := httptest.NewRecorder()
	m.Handler(nil).ServeHTTP(out, httptest.NewRequest("GET", "/metrics", nil))
	for _, want := range []string{"kernellab_save_seconds_count 1", "kernellab_failed_saves_total 1", "kernellab_waiting_saves 0",
		"kernellab_store_reached 1", `kernellab_failed_transactions_total{kind="quota"} 1`,
		`kernellab_failed_transactions_total{kind="unreachable"} 0`,
		`kernellab_answers_total{exercise="7.7",accepted="false"} 1`,
		`kernellab_answers_total{exercise="7.7",accepted="true"} 0`} {
		check.That(t, strings.Contains(out.Body.String(), want+"\n"), "got no %q in the metrics, want it", want)
	}
}

// Package progress describes what a student has done: one document per exercise, one
// profile, and a log of events, behind a small Store. Package store keeps them
// in a database, [Memory] for the lifetime of the process. [ReadFolder] reads what older
// programs saved as files.
//
// If two processes change the same document, their changes are merged field by field, see [Merge].
//
// The package must not know exercises, screens or terminals. It imports only the
// standard library.
package progress

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"syscall"
)

// Store stores the progress of one student. Its methods are safe for concurrent use. If
// a document is saved twice, the save with the higher revision wins, in whichever order
// they arrive.
type Store interface {
	// Load reads everything. Warnings report documents that cannot be read, and the reason
	// if nothing can be saved. Their Error method returns a message for the owner of the
	// store. [Explain] returns a message for the student.
	Load() (State, []error, error)
	SaveExercise(e Exercise) error
	SaveProfile(p Profile) error
}

// State holds all documents of a student.
type State struct {
	Profile   Profile
	Exercises map[string]Exercise // by ID
}

// Memory stores progress for the lifetime of the process. The zero value is an empty
// store.
type Memory struct {
	mu    sync.Mutex
	state State
}

// Load returns a copy of everything.
func (m *Memory) Load() (State, []error, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := State{Profile: m.state.Profile, Exercises: map[string]Exercise{}}
	for id, e := range m.state.Exercises {
		out.Exercises[id] = e.Clone()
	}
	return out, nil, nil
}

// SaveExercise stores a copy of e, unless there is one with a higher revision.
func (m *Memory) SaveExercise(e Exercise) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if old, ok := m.state.Exercises[e.ID]; ok && old.Revision > e.Revision {
		return nil
	}
	exercises := maps.Clone(m.state.Exercises)
	if exercises == nil {
		exercises = map[string]Exercise{}
	}
	exercises[e.ID] = e.Clone()
	m.state.Exercises = exercises
	return nil
}

// SaveProfile stores p, unless there is one with a higher revision.
func (m *Memory) SaveProfile(p Profile) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.state.Profile.Revision <= p.Revision {
		m.state.Profile = p
	}
	return nil
}

// Merge merges disk, the document that another process has written, with mine, the document
// that this process saves. base is what this process last saved or loaded. What this
// process has changed since base wins; everything else comes from disk. The exercise is done
// if it is done in mine or disk. To counts and times on disk, Merge adds their increase from
// base to mine. If disk equals base, the result is mine.
//
// If mine and disk have different current attempts, the current attempt of mine stays
// current. The attempt on disk becomes one of the other attempts, so that no answer is lost,
// unless this process knew that attempt and has begun another one instead.
func Merge(base, mine, disk Exercise) Exercise {
	out := mine.Clone()
	out.Done = mine.Done || disk.Done
	if out.DoneAt.IsZero() || !disk.DoneAt.IsZero() && disk.DoneAt.Before(out.DoneAt) {
		out.DoneAt = disk.DoneAt
	}
	out.Helped = mine.Helped
	if disk.Done && (!mine.Done || !disk.Helped) {
		out.Helped = disk.Helped // keep Helped of the better attempt
	}
	out.TestedOut = mine.TestedOut || disk.TestedOut
	out.Reviews = mergeReviews(base.Reviews, mine.Reviews, disk.Reviews)
	out.Seconds = disk.Seconds + max(0, mine.Seconds-base.Seconds)
	if disk.Updated.After(out.Updated) {
		out.Updated = disk.Updated
	}
	if mine.Started.IsZero() && !disk.Started.IsZero() { // mine has no attempt
		disk = disk.Clone()
		out.Attempt, out.OtherAttempts = disk.Attempt, disk.OtherAttempts
		return out
	}
	out.OtherAttempts = mergeOtherAttempts(base, mine, disk)
	if !mine.Same(disk.Attempt) {
		return out
	}
	if !mine.Same(base.Attempt) {
		base = Exercise{}
	}
	if mine.Task == base.Task {
		out.Task, out.Index = disk.Task, disk.Index
	}
	out.Answers = mergeAnswers(base.Answers, mine.Answers, disk.Answers)
	out.Tasks = map[string]Task{}
	for name := range mine.Tasks {
		out.Tasks[name] = mergeTask(base.Tasks[name], mine.Tasks[name], disk.Tasks[name])
	}
	for name, task := range disk.Tasks {
		if _, ok := mine.Tasks[name]; !ok {
			out.Tasks[name] = task
		}
	}
	return out
}

// maxOtherAttempts is the maximum number of other attempts. The oldest are dropped first.
const maxOtherAttempts = 4

// mergeOtherAttempts returns the other attempts of the merged document: the other attempts on
// disk that this process has not dropped, the current attempt on disk if another process
// began it, and the other attempts that this process has added.
func mergeOtherAttempts(base, mine, disk Exercise) []Attempt {
	var out []Attempt
	contains := func(all []Attempt, a Attempt) bool {
		return slices.ContainsFunc(all, func(b Attempt) bool { return b.Same(a) })
	}
	for _, a := range disk.OtherAttempts {
		if !a.Same(mine.Attempt) && (contains(mine.OtherAttempts, a) || !contains(base.OtherAttempts, a)) {
			out = append(out, a.clone())
		}
	}
	diskUnchanged := disk.Same(base.Attempt) && disk.Updated.Equal(base.Updated)
	if !mine.Same(disk.Attempt) && !diskUnchanged && disk.hasWork() {
		out = append(out, disk.Attempt.clone())
	}
	for _, a := range mine.OtherAttempts {
		if !a.Same(mine.Attempt) && !contains(out, a) && !contains(base.OtherAttempts, a) {
			out = append(out, a.clone())
		}
	}
	return out[max(0, len(out)-maxOtherAttempts):]
}

// mergeReviews takes each review from the process that changed it. If both changed it,
// the later review wins.
func mergeReviews(base, mine, disk map[string]Review) map[string]Review {
	out := maps.Clone(mine)
	for name, diskReview := range disk {
		baseReview, inBase := base[name]
		myReview, inMine := mine[name]
		changedByMe := inMine && !(inBase && myReview.same(baseReview))
		changedOnDisk := !(inBase && diskReview.same(baseReview))
		if changedByMe && !(changedOnDisk && diskReview.LastAsked.After(myReview.LastAsked)) {
			continue
		}
		if out == nil {
			out = map[string]Review{}
		}
		out[name] = diskReview
	}
	return out
}

func mergeAnswers(base, mine, disk map[string]string) map[string]string {
	out := maps.Clone(mine)
	for name, diskText := range disk {
		baseText, inBase := base[name]
		myText, inMine := mine[name]
		if inMine == inBase && myText == baseText {
			if out == nil {
				out = map[string]string{}
			}
			out[name] = diskText
		}
	}
	return out
}

func mergeTask(base, mine, disk Task) Task {
	out := mine
	out.Done = mine.Done || disk.Done
	if disk.Done {
		out.Helped = disk.Helped // the other process has done the task first
	}
	out.Seen = mine.Seen || disk.Seen
	out.Attempts = disk.Attempts + max(0, mine.Attempts-base.Attempts)
	out.Hints = max(mine.Hints, disk.Hints)
	out.Solution = mine.Solution || disk.Solution
	out.LatestAnswers = union(disk.LatestAnswers, mine.LatestAnswers)
	out.DeniedMistakes = union(disk.DeniedMistakes, mine.DeniedMistakes)
	if mine.Verdict == base.Verdict {
		out.Verdict = disk.Verdict
	}
	if mine.Frame == base.Frame {
		out.Frame = disk.Frame
	}
	if reflect.DeepEqual(mine.Debug, base.Debug) {
		out.Debug = disk.Debug.clone()
	}
	return out
}

// union returns a followed by the texts that only b has.
func union(a, b []string) []string {
	out := slices.Clone(a)
	for _, t := range b {
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// MergeProfile merges profiles as Merge merges documents. If two processes started without a
// profile and each drew a seed, the result has the seed on disk.
func MergeProfile(base, mine, disk Profile) Profile {
	out := mine
	if disk.Seed != 0 {
		out.Seed = disk.Seed
	}
	if mine.LastExercise == base.LastExercise {
		out.LastExercise = disk.LastExercise
	}
	if mine.Settings == base.Settings {
		out.Settings = disk.Settings
	}
	return out
}

// FolderError reports that a folder for progress is not writable.
type FolderError struct {
	Dir string
	Err error
}

func (e *FolderError) Error() string {
	return fmt.Sprintf("Progress cannot be saved in %s: %s (%v).", e.Dir, Cause(e.Err), withoutPath(e.Err))
}

// Unwrap returns the cause.
func (e *FolderError) Unwrap() error { return e.Err }

// withoutPath returns the error without its path, which the sentence contains already.
func withoutPath(err error) error {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return pathErr.Err
	}
	return err
}

// ReadError reports that a document could not be read. It is not changed.
type ReadError struct {
	Name string // of the file, without its folder
	Err  error
}

func (e *ReadError) Error() string { return fmt.Sprintf("%s cannot be read: %v", e.Name, e.Err) }

// Unwrap returns the cause.
func (e *ReadError) Unwrap() error { return e.Err }

// NewerError reports that a newer program wrote a document or a record, in a format that
// this program does not know. Known is the newest format that it knows. The document or
// record is neither read nor changed.
type NewerError struct{ Version, Known int }

func (e *NewerError) Error() string {
	return fmt.Sprintf("it has format %d of a newer kernellab; this one reads up to %d", e.Version, e.Known)
}

// QuotaError reports that the documents and events of a student would have Bytes bytes after a
// save, more than the quota of Max. Nothing was written.
type QuotaError struct{ Bytes, Max int64 }

func (e *QuotaError) Error() string {
	return fmt.Sprintf("this student's work would take %d bytes, and the limit is %d", e.Bytes, e.Max)
}

// BusyError reports that another process was writing for too long. Nothing was saved;
// saving again may work.
type BusyError struct{}

func (e *BusyError) Error() string {
	return "another kernellab has been writing to the same place for too long"
}

// hasType reports whether an error is or wraps an error of type E.
func hasType[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// Cause returns a short reason why something could not be saved. It names no path and no
// file, so that students on somebody else's machine may read it.
func Cause(err error) string {
	switch {
	case hasType[*BusyError](err):
		return (&BusyError{}).Error()
	case hasType[*NewerError](err):
		return "the record was written by a newer kernellab; open it with that one"
	case hasType[*QuotaError](err):
		return "there is no more room for your work; ask whoever runs the lab"
	case hasType[*ReadError](err):
		return "what an older kernellab saved cannot be read"
	}
	for _, c := range []struct {
		err   error
		words string
	}{
		{syscall.ENOSPC, "the disk is full"},
		{syscall.EDQUOT, "the disk quota is used up"},
		{syscall.EROFS, "the disk is read-only"},
		{fs.ErrPermission, "the folder is not writable"},
		{syscall.EMFILE, "too many files are open"},
		{syscall.ENOTDIR, "no folder can be created there"},
		{syscall.EIO, "the disk reports a fault"},
		{ErrSlow, "the disk does not answer"},
		{ErrDeleted, ErrDeleted.Error()},
		{ErrNoHost, ErrNoHost.Error()},
		{ErrDamaged, "the record is damaged; restore a backup, or move it away to begin a new one"},
	} {
		if errors.Is(err, c.err) {
			return c.words
		}
	}
	return "the record cannot be written"
}

// ErrDamaged reports that a database cannot be read. It is not changed.
var ErrDamaged = errors.New("the record is damaged")

// ErrDeleted reports a save of a student who has been deleted, or whose class has been archived.
// Nothing was written.
var ErrDeleted = errors.New("your work here has been deleted or put away by whoever runs the lab")

// ErrNoHost reports a message to the class while its host is not running. Nothing was written.
var ErrNoHost = errors.New("the host is not running")

// ErrSlow reports that a save is taking longer than anybody should wait for it.
var ErrSlow = errors.New("the disk does not answer")

// Explain explains a warning of [Store].Load to the student, without naming a path.
func Explain(err error) string {
	if e, ok := errors.AsType[*ReadError](err); ok {
		about := subjectOf(e.Name)
		return fmt.Sprintf("The saved work on %s could not be read. It is kept as it is, and %s starts from the beginning.", about, about)
	}
	return fmt.Sprintf("What you do cannot be saved now: %s. You can go on: your work is kept in this window, and the lab "+
		"keeps trying to save it.", Cause(err))
}

// subjectOf returns words for the subject of a document, given the name of its file.
func subjectOf(name string) string {
	id, readable := strings.CutPrefix(name, "exercise-")
	switch {
	case readable:
		return "exercise " + strings.TrimSuffix(id, ".json")
	case name == profileName:
		return "your settings"
	}
	return "one exercise"
}

// Package study models a student who works on exercises, without a screen: which exercises are
// begun and done, which exercise comes next, and in the open exercise, a [Work], the current task,
// the answers, the attempts and the hints. What the student has done in an exercise is saved as a
// document of package progress.
//
// A [Round] asks tasks outside of their exercises, with new numbers: tasks that were answered right
// once and are due for review, or three tasks of a unit that the student wants to test out of, that
// is, to skip.
//
// The screens, the plain transcript and every SSH session work on a [Student] and draw
// its state. Methods neither read nor write files on their own. [Student.Save] takes a
// snapshot and returns a function that writes it, for the caller to call wherever waiting
// is allowed.
//
// The package must not know screens, terminals or mathematics.
package study

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"time"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

// Settings are the student's choices about the screen.
type Settings = progress.Settings

// Options configures a student.
type Options struct {
	// Seed is the seed of every exercise opened in this session, even if the student has begun
	// the exercise with another seed. If Seed is nil, a new attempt (the answers to an exercise
	// with the numbers of one seed) gets the student's own seed, and an old one keeps its seed.
	Seed *uint64
	// Data is the student's own data, for the exercises that accept a data set.
	Data exercises.Data
	// Log receives every event with the next save. If nil, events are not logged.
	Log EventLog
	// NewSeed is the seed of a new student. If zero, one is drawn.
	NewSeed uint64
	// SaveWorkOnly delays the first save of a new student until the student types something, takes
	// a hint or changes a setting. Nothing is saved for a student who only looks around.
	SaveWorkOnly bool
	// Now is the clock. If nil, time.Now is used.
	Now func() time.Time
}

// Student holds a library and what a student has done in it. It must be used by one
// goroutine at a time. Only the functions that Save and Leave return may run
// concurrently.
type Student struct {
	library exercises.Library
	store   progress.Store
	options Options
	units   []exercises.Unit
	course  *Course

	profile      progress.Profile
	restarted    map[string]bool // exercises restarted in this session, for which Options.Seed no longer applies
	records      map[string]*record
	revisions    *savedRevisions
	log          *eventQueue
	onlyLooked   bool            // whether the student has only looked around so far
	warmUpsBegun map[string]bool // exercises before which a warm-up, a task for review, was begun

	seedDependent map[string]map[string]bool // cache of seedDependentTasks, by exercise
}

// record holds the document of one exercise, in which the student's work on it is saved.
type record struct {
	progress.Exercise
	timeChanged bool // whether Seconds has grown since the last revision
}

// Open reads the documents of the store. Warnings report what cannot be read and what cannot be
// saved. Unless o.SaveWorkOnly is set, the seed of a new student is saved at once, so that two
// simultaneous first sessions use the same seed, namely the first one saved. Open panics without a
// library or store.
func Open(lib exercises.Library, store progress.Store, o Options) (*Student, []error, error) {
	switch {
	case lib == nil:
		panic("study: no library")
	case store == nil:
		panic("study: no store")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	state, warnings, err := store.Load()
	if err != nil {
		return nil, warnings, err
	}
	s := &Student{
		library: lib, store: store, options: o, units: lib.Units(),
		course: newCourse(lib, o.Now), profile: state.Profile,
		restarted: map[string]bool{}, records: map[string]*record{},
		revisions:     &savedRevisions{byKey: map[string]savedRevision{}},
		log:           &eventQueue{dest: o.Log},
		seedDependent: map[string]map[string]bool{}, warmUpsBegun: map[string]bool{},
		onlyLooked: o.SaveWorkOnly && state.Profile.Revision == 0 && len(state.Exercises) == 0,
	}
	for id, e := range state.Exercises {
		s.records[id] = &record{Exercise: e}
		_ = s.revisions.finish(id, e.Revision, nil)
	}
	_ = s.revisions.finish(profileKey, s.profile.Revision, nil)
	if s.profile.Seed == 0 {
		s.profile.Seed = cmp.Or(o.NewSeed, drawSeed())
		s.markProfileChanged()
		s.claimSeed()
	}
	return s, warnings, nil
}

// UseLibrary replaces the library by a newer version of it. An open exercise does not change until
// it is opened again.
func (s *Student) UseLibrary(lib exercises.Library) {
	s.library, s.units, s.seedDependent = lib, lib.Units(), map[string]map[string]bool{}
	s.course = newCourse(lib, s.options.Now)
}

// Course returns what a course prescribes to the student.
func (s *Student) Course() *Course { return s.course }

// claimSeed saves the new seed, or adopts the seed that another session has saved in the
// meantime. It leaves errors to be reported by the next save.
func (s *Student) claimSeed() {
	save := s.Save()
	if save == nil || save() != nil {
		return
	}
	if state, _, err := s.store.Load(); err == nil && state.Profile.Seed != 0 {
		s.profile.Seed = state.Profile.Seed
	}
}

// drawSeed returns a random seed from 1 to 9999, short enough to be read out to a neighbour.
func drawSeed() uint64 { return 1 + rand.Uint64N(9999) }

// Seed returns the seed of exercises that are opened for the first time.
func (s *Student) Seed() uint64 {
	if s.options.Seed != nil {
		return *s.options.Seed
	}
	return s.profile.Seed
}

// Data returns the student's own data set, or nil.
func (s *Student) Data() exercises.Data { return s.options.Data }

// Settings returns the choices about the screen.
func (s *Student) Settings() Settings { return s.profile.Settings }

// SetSettings changes the choices about the screen.
func (s *Student) SetSettings(settings Settings) {
	if settings == s.profile.Settings {
		return
	}
	s.profile.Settings = settings
	s.onlyLooked = false
	s.markProfileChanged()
}

func (s *Student) markProfileChanged() {
	s.profile.Revision++
	s.profile.Updated = s.options.Now()
}

// Start opens an exercise where the student left it: at the same task, with the same
// answers. An attempt keeps its seed, unless Options.Seed is set and the exercise was
// not restarted in this session. If the seed or the data have changed, Start switches to
// the attempt with this seed and data, or begins one. A new attempt takes over the answers
// if only the data have changed.
func (s *Student) Start(id string) (*Work, error) { return s.open(id, s.seedOf(id)) }

// seedOf returns the seed with which an exercise is opened.
func (s *Student) seedOf(id string) uint64 {
	if isSandbox(s, id) {
		return SandboxSeed
	}
	if r := s.records[id]; r.hasAttempt() && (s.options.Seed == nil || s.restarted[id]) {
		return r.Seed
	}
	return s.Seed()
}

// restart begins an exercise again with numbers drawn from seed, without answers, at the
// first task. An exercise that was done stays done.
func (s *Student) restart(id string, seed uint64) (*Work, error) {
	others := slices.Clone(s.recordOf(id).OtherAttempts)
	w, err := s.open(id, seed)
	if err != nil {
		return nil, err
	}
	w.record.Answers, w.record.OtherAttempts = nil, others // the current attempt is not kept
	w.begin(seed, w.record.Data)
	s.restarted[id] = true
	return w, nil
}

// StartOver restarts an exercise, with new numbers if the exercise draws its numbers. It
// returns an error if the course does not allow a restart.
func (s *Student) StartOver(id string) (*Work, error) {
	if why := s.course.NoRestartReason(id); why != "" {
		return nil, errors.New(why)
	}
	v, ok := s.View(id)
	if r := s.records[id]; ok && !v.UsesSeed && r.hasAttempt() {
		return s.restart(id, r.Seed)
	}
	return s.restart(id, s.otherSeed(id))
}

// otherSeed returns a seed that differs from the current attempt's.
func (s *Student) otherSeed(id string) uint64 {
	oldSeed := s.Seed()
	if r := s.records[id]; r.hasAttempt() {
		oldSeed = r.Seed
	}
	seed := drawSeed()
	for seed == oldSeed {
		seed = drawSeed()
	}
	return seed
}

func (s *Student) open(id string, seed uint64) (*Work, error) {
	if err := s.course.openError(id); err != nil {
		return nil, err
	}
	ex, err := s.library.Open(id, exercises.Options{Seed: seed, Data: s.options.Data})
	if err != nil {
		return nil, err
	}
	if len(ex.Tasks) == 0 {
		return nil, fmt.Errorf("exercise %s has no tasks", id)
	}
	isNew := !s.records[id].hasAttempt()
	r := s.recordOf(id)
	w := &Work{student: s, record: r, exercise: ex, infos: infosOf(ex)}
	data := attemptDataKey(s, ex.Summary)
	switch same := r.Seed == seed && r.Data == data; {
	case !isNew && same:
		w.resume()
	case !isNew && r.switchTo(func(o progress.Attempt) bool { return o.Seed == seed && o.Data == data }):
		w.resume()
		w.recordChange()
	default:
		if r.Seed != seed {
			r.Answers = nil // answers to other numbers do not apply
		}
		w.begin(seed, data)
	}
	for _, info := range w.infos {
		r.Answers = exercises.MigrateAnswers(info.Fields, r.Answers)
	}
	if s.profile.LastExercise != id && !isSandbox(s, id) {
		s.profile.LastExercise = id
		s.markProfileChanged()
	}
	return w, nil
}

// recordOf returns the record of an exercise. It creates one if necessary.
func (s *Student) recordOf(id string) *record {
	r := s.records[id]
	if r == nil {
		r = &record{}
		r.ID = id
		s.records[id] = r
	}
	return r
}

// hasAttempt reports whether there is an attempt. r may be nil. A record without an attempt only
// shows that the exercise was tested out.
func (r *record) hasAttempt() bool { return r != nil && !(r.TestedOut && r.Started.IsZero()) }

// dataKey returns a string that identifies the data set of an exercise; "" is the built-in data
// set.
func dataKey(d exercises.Data, e exercises.Summary) string {
	if d == nil || !e.TakesData {
		return ""
	}
	return fmt.Sprintf("%s (%d × %d)", d.Name(), d.Len(), d.Dim())
}

// AttemptView describes an attempt at an exercise that is not the current attempt. It was
// begun with other numbers or data.
type AttemptView struct {
	progress.Attempt
	TasksDone int
}

// otherAttempts returns the attempts with the current data, except the current attempt. The
// latest comes first.
func otherAttempts(s *Student, e exercises.Summary, r *record) []AttemptView {
	var out []AttemptView
	data := attemptDataKey(s, e)
	for _, a := range slices.Backward(r.OtherAttempts) {
		if a.Data != data {
			continue
		}
		v := AttemptView{Attempt: a}
		for _, name := range e.Tasks {
			if a.Tasks[name].Done {
				v.TasksDone++
			}
		}
		out = append(out, v)
	}
	return out
}

// SwitchAttempt makes another attempt at an exercise the current attempt, and opens it. The
// previous attempt becomes one of the other attempts.
func SwitchAttempt(s *Student, id string, v AttemptView) (*Work, error) {
	r := s.recordOf(id)
	s.restarted[id] = true
	if r.switchTo(v.Same) {
		s.markChanged(r)
	}
	return s.open(id, r.Seed)
}

// switchTo replaces the current attempt by the latest other attempt for which matches returns true,
// and reports whether there is one. Even if there is none, it adds the current attempt to the other
// attempts if the student has done anything in it.
func (r *record) switchTo(matches func(progress.Attempt) bool) (ok bool) {
	others := slices.Clone(r.OtherAttempts)
	var found progress.Attempt
	for i, a := range slices.Backward(others) {
		if matches(a) {
			found, ok, others = a, true, slices.Delete(others, i, i+1)
			break
		}
	}
	r.OtherAttempts = progress.AddAttempt(others, r.Attempt)
	if ok {
		r.Attempt = found
	}
	return ok
}

// DebugOf returns the branches and breakpoints of the run of the current task, or nil.
// They must not be changed.
func DebugOf(w *Work) *progress.Debug { return w.state().Debug }

// StoreDebug stores the branches and breakpoints of the run of the current task.
func StoreDebug(w *Work, d *progress.Debug) {
	s := w.state()
	if reflect.DeepEqual(s.Debug, d) {
		return
	}
	s.Debug = d
	w.setState(s)
	w.recordActivity()
}

// SandboxSeed is the seed of the sandbox for every student, because the sandbox draws
// nothing.
const SandboxSeed = 1

// SandboxOf returns the sandbox, the only exercise of the library that belongs to no
// unit. Its ID is "" if there is none.
func SandboxOf(s *Student) exercises.Summary {
	if lib, ok := s.library.(exercises.Sandboxed); ok {
		return lib.Sandbox()
	}
	return exercises.Summary{}
}

// isSandbox reports whether an ID belongs to the sandbox.
func isSandbox(s *Student, id string) bool { return id != "" && id == SandboxOf(s).ID }

// attemptDataKey returns the key of the data that an attempt belongs to. The sandbox has a
// single attempt for all data, because data are only one of its choices.
func attemptDataKey(s *Student, e exercises.Summary) string {
	if isSandbox(s, e.ID) {
		return ""
	}
	return dataKey(s.options.Data, e)
}

// RunFileName suggests a file name for the run of an exercise in a format.
func RunFileName(e *exercises.Exercise, format string) string {
	return fmt.Sprintf("kernellab-%s-seed%d.%s", e.ID, e.Seed, format)
}

// PictureFileName suggests a file name for the pictures of a step of the run.
func PictureFileName(e *exercises.Exercise, step int) string {
	return fmt.Sprintf("kernellab-%s-seed%d-step%d.svg", e.ID, e.Seed, step)
}

// PictureTitle returns the title of the pictures of a step of the run.
func PictureTitle(e *exercises.Exercise, step int) string {
	return fmt.Sprintf("%s %s, seed %d, step %d", e.ID, e.Title, e.Seed, step)
}

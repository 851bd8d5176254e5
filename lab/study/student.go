package study

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

// Settings are the student's choices about the look.
type Settings = progress.Settings

// Options is what varies between two students of one library.
type Options struct {
	// Seed, where there is one, is the seed of every exercise opened in this
	// session; a sheet begun with another seed is begun anew. Otherwise the
	// student has a seed of their own, and a sheet keeps the one it has.
	Seed *uint64
	// Data is the student's own data, for the exercises that take any.
	Data exercises.Data
	// Log, where there is one, gets every answer that is judged, with the next
	// save.
	Log AnswerLog
	// First is the seed of a student who has none yet; zero draws one.
	First uint64
	// WorkOnly saves nothing of a new student who only looks: the first text
	// typed, answer, hint or setting is what makes a record.
	WorkOnly bool
	// Now is the clock; nil means time.Now.
	Now func() time.Time
}

// Student is one student: a library and what has been done of it. A Student
// is for use by one goroutine at a time; only the functions that Save and
// Leave return may run beside it.
type Student struct {
	library exercises.Library
	store   progress.Store
	options Options
	units   []exercises.Unit

	profile progress.Profile
	renewed map[string]bool // exercises begun anew in this session: Options.Seed no longer rules them
	records map[string]*record
	ledger  *ledger
	book    *logbook
	looking bool                       // nothing has been done that is worth a record
	drawn   map[string]map[string]bool // of exercises, the steps that other seeds ask otherwise
	warm    map[string]bool            // exercises whose warm-up was offered and is over
}

// record is the document of one exercise and what is to be written of it.
type record struct {
	progress.Exercise
	durable uint64 // the latest revision that must survive the machine
	timed   bool   // seconds have passed since the last revision
}

// Open reads what the store holds. What had to be set aside and what cannot be
// saved is said in warnings; what cannot be read at all is an error. The seed
// of a new student is saved at once, unless o.WorkOnly: of two first sessions
// the first on disk names the seed of both.
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
		profile: state.Profile, renewed: map[string]bool{}, records: map[string]*record{}, ledger: &ledger{marks: map[string]mark{}},
		book:  &logbook{log: o.Log},
		drawn: map[string]map[string]bool{}, warm: map[string]bool{},
		looking: o.WorkOnly && state.Profile.Revision == 0 && len(state.Exercises) == 0,
	}
	for id, e := range state.Exercises {
		s.records[id] = &record{Exercise: e, durable: e.Revision}
		s.ledger.set(id, mark{written: e.Revision, synced: e.Revision, kept: e.Revision})
	}
	s.ledger.set(profileKey, mark{written: s.profile.Revision, synced: s.profile.Revision, kept: s.profile.Revision})
	if s.profile.Seed == 0 {
		s.profile.Seed = cmp.Or(o.First, drawSeed())
		s.touchProfile()
		s.claim()
	}
	return s, warnings, nil
}

// claim saves the seed drawn and takes over that of a session that was first.
// A failure is the next save's to report.
func (s *Student) claim() {
	save := s.Save()
	if save == nil || save() != nil {
		return
	}
	if state, _, err := s.store.Load(); err == nil && state.Profile.Seed != 0 {
		s.profile.Seed = state.Profile.Seed
	}
}

// drawSeed returns a seed that is short enough to be told to a neighbour.
func drawSeed() uint64 { return 1 + rand.Uint64N(9999) }

// Seed is the seed of exercises that are opened for the first time.
func (s *Student) Seed() uint64 {
	if s.options.Seed != nil {
		return *s.options.Seed
	}
	return s.profile.Seed
}

// Data is the student's own data set, or nil.
func (s *Student) Data() exercises.Data { return s.options.Data }

// Settings returns the choices about the look.
func (s *Student) Settings() Settings { return s.profile.Settings }

// SetSettings changes the choices about the look.
func (s *Student) SetSettings(set Settings) {
	if set == s.profile.Settings {
		return
	}
	s.profile.Settings = set
	s.looking = false
	s.touchProfile()
}

func (s *Student) touchProfile() {
	s.profile.Revision++
	s.profile.Updated = s.options.Now()
}

// Start opens an exercise where the student left it: at its step, with its
// answers. A sheet keeps the seed it was begun with unless Options.Seed says
// otherwise and it was not begun anew since. Where seed or data have changed, the answers are kept as typed
// and every step is open again.
func (s *Student) Start(id string) (*Work, error) { return s.open(id, s.seedOf(id)) }

// seedOf is the seed that an exercise is opened with.
func (s *Student) seedOf(id string) uint64 {
	if inSandbox(s, id) {
		return sandboxSeed
	}
	if r := s.records[id]; r.begun() && (s.options.Seed == nil || s.renewed[id]) {
		return r.Seed
	}
	return s.Seed()
}

// Restart begins an exercise anew, on numbers drawn from seed: no answers, at
// the first step. That it was done before is not forgotten.
func (s *Student) Restart(id string, seed uint64) (*Work, error) {
	beside := slices.Clone(s.recordOf(id).OtherAttempts)
	w, err := s.open(id, seed)
	if err != nil {
		return nil, err
	}
	w.record.Answers, w.record.OtherAttempts = nil, beside // the sheet in hand is given up
	w.begin(seed, w.record.Data)
	s.renewed[id] = true
	return w, nil
}

// Anew is Renew for an exercise that draws its numbers, else Restart with those
// there are.
func (s *Student) Anew(id string) (*Work, error) {
	v, ok := s.View(id)
	if r := s.records[id]; ok && !v.Drawn && r.begun() {
		return s.Restart(id, r.Seed)
	}
	return s.Renew(id)
}

// Renew is Restart with other numbers than the ones there are.
func (s *Student) Renew(id string) (*Work, error) {
	return s.Restart(id, s.otherSeed(id))
}

// otherSeed is one that the sheet in hand of an exercise does not have.
func (s *Student) otherSeed(id string) uint64 {
	old := s.Seed()
	if r := s.records[id]; r.begun() {
		old = r.Seed
	}
	seed := drawSeed()
	for seed == old {
		seed = drawSeed()
	}
	return seed
}

func (s *Student) open(id string, seed uint64) (*Work, error) {
	ex, err := s.library.Open(id, exercises.Options{Seed: seed, Data: s.options.Data})
	if err != nil {
		return nil, err
	}
	if len(ex.Tasks) == 0 {
		return nil, fmt.Errorf("exercise %s has no steps", id)
	}
	fresh := !s.records[id].begun()
	r := s.recordOf(id)
	w := &Work{student: s, record: r, exercise: ex, infos: infosOf(ex)}
	data := sheetData(s, ex.Summary)
	switch same := r.Seed == seed && r.Data == data; {
	case !fresh && same:
		w.resume()
	case !fresh && r.turn(func(o progress.Attempt) bool { return o.Seed == seed && o.Data == data }):
		w.resume()
		w.changed(progress.Durable)
	default:
		if r.Seed != seed {
			r.Answers = nil // what was typed to other numbers is no answer to these
		}
		w.begin(seed, data)
	}
	for _, info := range w.infos {
		r.Answers = exercises.Renewed(info.Fields, r.Answers)
	}
	s.adopt(w)
	if s.profile.Last != id && !inSandbox(s, id) {
		s.profile.Last = id
		s.touchProfile()
	}
	return w, nil
}

// recordOf is the record of an exercise, made where there is none.
func (s *Student) recordOf(id string) *record {
	r := s.records[id]
	if r == nil {
		r = &record{}
		r.ID = id
		s.records[id] = r
	}
	return r
}

// begun reports whether there is a sheet: all that is known of an exercise may be
// that it need not be done.
func (r *record) begun() bool { return r != nil && !(r.Known && r.Started.IsZero()) }

// dataKey names the data set an exercise is opened with; "" is the built-in one.
func dataKey(d exercises.Data, e exercises.Summary) string {
	if d == nil || !e.TakesData {
		return ""
	}
	return fmt.Sprintf("%s (%d × %d)", d.Name(), d.Len(), d.Dim())
}

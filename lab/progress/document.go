package progress

import (
	"maps"
	"slices"
	"time"
)

// Version is the format of the documents this program writes. A document with
// a higher version is left alone.
const Version = 1

// Exercise is what a student has done in one exercise.
type Exercise struct {
	Version int    `json:"version"`
	ID      string `json:"id"`
	// Seed and Data name the numbers the exercise was opened with; Started is
	// when this sheet was begun. Step states belong to one sheet, which all
	// three identify.
	Seed    uint64    `json:"seed"`
	Data    string    `json:"data,omitempty"`
	Started time.Time `json:"started"`
	// Step is the name of the step the student is at, Index its place when it
	// was saved.
	Step    string            `json:"step"`
	Index   int               `json:"index"`
	Answers map[string]string `json:"answers,omitempty"` // as typed
	Steps   map[string]Task   `json:"steps,omitempty"`   // by name
	// Done: every step of some sheet has been done; Helped: on the best sheet
	// a hint or solution was seen. Done never goes back.
	Done   bool `json:"done,omitempty"`
	Helped bool `json:"helped,omitempty"`
	// DoneAt is when that was for the first time; zero in documents of programs
	// that did not note it.
	DoneAt time.Time `json:"done_at,omitzero"`
	// Known: the unit was tested out, so that the exercise need not be done.
	// It never goes back. The record may have no sheet then: Started is zero.
	Known bool `json:"known,omitempty"`
	// Reviews are of the steps that are to be asked again, by name, whatever
	// the sheet.
	Reviews map[string]Review `json:"reviews,omitempty"`
	// Seconds on task, over all sheets.
	Seconds float64   `json:"seconds,omitempty"`
	Updated time.Time `json:"updated"`
	// Revision grows with every change by one process.
	Revision uint64 `json:"revision"`
	// Beside are sheets that other processes had in hand at the same time,
	// with other numbers: what was done on them is not lost.
	Beside []Sheet `json:"beside,omitempty"`

	extra unknown
}

// Sheet is what was done on one sheet of an exercise.
type Sheet struct {
	Seed    uint64            `json:"seed"`
	Data    string            `json:"data,omitempty"`
	Started time.Time         `json:"started"`
	Step    string            `json:"step"`
	Index   int               `json:"index"`
	Answers map[string]string `json:"answers,omitempty"`
	Steps   map[string]Task   `json:"steps,omitempty"`
}

// Task is the state of one step of an exercise.
type Task struct {
	Done     bool     `json:"done,omitempty"`
	Helped   bool     `json:"helped,omitempty"`   // a hint or the solution was seen before it was done
	Seen     bool     `json:"seen,omitempty"`     // the student has been at the step
	Attempts int      `json:"attempts,omitempty"` // different answers judged
	Tried    []string `json:"tried,omitempty"`    // fingerprints of the latest of them
	Hints    int      `json:"hints,omitempty"`    // rungs shown
	Solution bool     `json:"solution,omitempty"` // the worked solution was shown
	Verdict  string   `json:"verdict,omitempty"`  // the last one, in words
	Frame    int      `json:"frame,omitempty"`    // position in the run
	Disputed []string `json:"disputed,omitempty"` // misconceptions the student says are not theirs
	Debug    *Debug   `json:"debug,omitempty"`    // what they made of the run; never changed in place

	extra unknown
}

// Review is what is known of a step that was answered right once: when it is to
// be asked again. Package spacing makes and reads it.
type Review struct {
	Due        time.Time `json:"due"`
	Last       time.Time `json:"last"`       // when it was asked last
	Stability  float64   `json:"stability"`  // days until it is remembered with probability 0.9
	Difficulty float64   `json:"difficulty"` // from 1 to 10
	Asked      int       `json:"asked"`      // how often
	Lapses     int       `json:"lapses,omitempty"`
}

// same reports whether two processes mean one state of a review.
func (r Review) same(o Review) bool {
	times := r.Due.Equal(o.Due) && r.Last.Equal(o.Last)
	r.Due, r.Last, o.Due, o.Last = time.Time{}, time.Time{}, time.Time{}, time.Time{}
	return times && r == o
}

// Profile is what belongs to the student and to no exercise.
type Profile struct {
	Version  int       `json:"version"`
	Seed     uint64    `json:"seed"`           // 0: none drawn yet
	Last     string    `json:"last,omitempty"` // id of the exercise opened last
	Settings Settings  `json:"settings"`
	Updated  time.Time `json:"updated"`
	Revision uint64    `json:"revision"`

	extra unknown
}

// Settings are the student's choices about the look. The zero value leaves
// every choice to the program.
type Settings struct {
	Background string  `json:"background,omitempty"` // "dark", "light", or "" to ask the terminal
	Aspect     float64 `json:"aspect,omitempty"`     // height of a cell over its width; 0: the usual
	Speed      int     `json:"speed,omitempty"`      // playing speed, steps a second; 0: the usual
}

// Clone returns a copy that shares nothing with e.
func (e Exercise) Clone() Exercise {
	e.Answers, e.Steps, e.Reviews = maps.Clone(e.Answers), cloneTasks(e.Steps), maps.Clone(e.Reviews)
	e.Beside = slices.Clone(e.Beside)
	for i, s := range e.Beside {
		e.Beside[i] = s.clone()
	}
	return e
}

func (s Sheet) clone() Sheet {
	s.Answers, s.Steps = maps.Clone(s.Answers), cloneTasks(s.Steps)
	return s
}

func cloneTasks(steps map[string]Task) map[string]Task {
	out := maps.Clone(steps)
	for name, s := range steps {
		s.Tried, s.Disputed, s.Debug = slices.Clone(s.Tried), slices.Clone(s.Disputed), s.Debug.clone()
		out[name] = s
	}
	return out
}

// sheet reports whether two documents are about the same sheet, so that their
// step states can be merged.
func (e Exercise) sheet(o Exercise) bool {
	return e.Seed == o.Seed && e.Data == o.Data && e.Started.Equal(o.Started)
}

// of reports whether s is the sheet of a document.
func (s Sheet) of(e Exercise) bool {
	return s.Seed == e.Seed && s.Data == e.Data && s.Started.Equal(e.Started)
}

// same reports whether two are one sheet.
func (s Sheet) same(o Sheet) bool {
	return s.Seed == o.Seed && s.Data == o.Data && s.Started.Equal(o.Started)
}

// asSheet is the sheet in hand as one to keep beside another.
func (e Exercise) asSheet() Sheet {
	return Sheet{e.Seed, e.Data, e.Started, e.Step, e.Index, e.Answers, e.Steps}.clone()
}

// Aside adds the sheet in hand to those beside it, where a student has done anything
// on it; the oldest beyond the limit go.
func Aside(beside []Sheet, e Exercise) []Sheet {
	if !e.touched() {
		return beside
	}
	beside = append(slices.Clone(beside), e.asSheet())
	return beside[max(0, len(beside)-maxBeside):]
}

// Take takes a sheet in hand, in place of the one there.
func (e *Exercise) Take(s Sheet) {
	s = s.clone()
	e.Seed, e.Data, e.Started, e.Step, e.Index, e.Answers, e.Steps = s.Seed, s.Data, s.Started, s.Step, s.Index, s.Answers, s.Steps
}

// touched reports whether a student has done anything on the sheet in hand.
func (e Exercise) touched() bool {
	for _, text := range e.Answers {
		if text != "" {
			return true
		}
	}
	for _, s := range e.Steps {
		if s.Done || s.Attempts > 0 || s.Hints > 0 || s.Solution {
			return true
		}
	}
	return false
}

// The kinds of errors and notices, as a log or a count may name them.
const (
	KindSetAside   = "set aside"
	KindNewer      = "newer program"
	KindNearlyFull = "answer log nearly full"
	KindFolder     = "folder not writable"
	KindRead       = "not readable"
	KindBusy       = "lock held"
	KindFailed     = "not written"
)

// Kind is what kind of trouble an error is: one of a few fixed words.
func Kind(err error) string {
	switch {
	case is[*SetAsideError](err):
		return KindSetAside
	case is[*NewerError](err):
		return KindNewer
	case is[*NearlyFullError](err):
		return KindNearlyFull
	case is[*FolderError](err):
		return KindFolder
	case is[*ReadError](err), is[*LargeError](err), is[*KindError](err):
		return KindRead
	case is[*BusyError](err):
		return KindBusy
	}
	return KindFailed
}

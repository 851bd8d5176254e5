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
	Steps   map[string]Step   `json:"steps,omitempty"`   // by name
	// Done: every step of some sheet has been done; Helped: on the best sheet
	// a hint or solution was seen. Done never goes back.
	Done   bool `json:"done,omitempty"`
	Helped bool `json:"helped,omitempty"`
	// Seconds on task, over all sheets.
	Seconds float64   `json:"seconds,omitempty"`
	Updated time.Time `json:"updated"`
	// Revision grows with every change by one process.
	Revision uint64 `json:"revision"`

	extra unknown
}

// Step is the state of one step of an exercise.
type Step struct {
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

	extra unknown
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
	e.Answers = maps.Clone(e.Answers)
	steps := e.Steps
	e.Steps = maps.Clone(steps)
	for name, s := range steps {
		s.Tried, s.Disputed = slices.Clone(s.Tried), slices.Clone(s.Disputed)
		e.Steps[name] = s
	}
	return e
}

// sheet reports whether two documents are about the same sheet, so that their
// step states can be merged.
func (e Exercise) sheet(o Exercise) bool {
	return e.Seed == o.Seed && e.Data == o.Data && e.Started.Equal(o.Started)
}

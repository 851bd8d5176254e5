package progress

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// Version is the format of the documents that this program writes. A document holds a student's
// work on one exercise, or the student's settings. The program neither reads nor changes documents
// with a higher version.
const Version = 1

// Exercise holds what a student has done in one exercise.
type Exercise struct {
	Version int    `json:"version"`
	ID      string `json:"id"`
	Attempt        // the current attempt
	// Done reports whether every task of some attempt has been done. Helped reports
	// whether the student saw a hint or solution in the best attempt. Done is never
	// reset.
	Done   bool `json:"done,omitempty"`
	Helped bool `json:"helped,omitempty"`
	// DoneAt is when the exercise was first done. It is zero in documents of programs
	// that did not record it.
	DoneAt time.Time `json:"done_at,omitzero"`
	// TestedOut reports whether the student tested out of the unit, so that the exercise
	// need not be done. It is never reset. The document may have no attempt then, and
	// Started is zero.
	TestedOut bool `json:"known,omitempty"`
	// Reviews holds the tasks that are scheduled for review, by name, for all attempts.
	Reviews map[string]Review `json:"reviews,omitempty"`
	// Seconds is the time on task over all attempts.
	Seconds float64   `json:"seconds,omitempty"`
	Updated time.Time `json:"updated"`
	// Revision is incremented with every change.
	Revision uint64 `json:"revision"`
	// OtherAttempts holds attempts that are not the current one, the oldest first: attempts
	// with another seed or data set, and attempts of other processes. See AddAttempt.
	OtherAttempts []Attempt `json:"beside,omitempty"`
}

// Attempt holds what was done in one attempt at an exercise.
type Attempt struct {
	// Seed and Data determine the numbers of the attempt, and Started is when it began.
	// Together the three identify it.
	Seed    uint64    `json:"seed"`
	Data    string    `json:"data,omitempty"`
	Started time.Time `json:"started"`
	// Task is the name of the current task, Index its position when the document was
	// saved.
	Task    string            `json:"step"`
	Index   int               `json:"index"`
	Answers map[string]string `json:"answers,omitempty"` // as typed
	Tasks   map[string]Task   `json:"steps,omitempty"`   // by name
}

// Task is the state of one task of an exercise.
type Task struct {
	Done           bool     `json:"done,omitempty"`
	Helped         bool     `json:"helped,omitempty"`   // a hint or the solution was seen before the task was done
	Seen           bool     `json:"seen,omitempty"`     // the student has opened the task
	Attempts       int      `json:"attempts,omitempty"` // number of different answers judged
	LatestAnswers  []string `json:"tried,omitempty"`    // fingerprints of the latest judged answers
	Hints          int      `json:"hints,omitempty"`    // number of hints shown
	Solution       bool     `json:"solution,omitempty"` // the worked solution was shown
	Verdict        string   `json:"verdict,omitempty"`  // the last verdict, in words
	Changed        []string `json:"changed,omitempty"`  // fields and controls changed since the last verdict
	Frame          int      `json:"frame,omitempty"`    // position in the run
	DeniedMistakes []string `json:"disputed,omitempty"` // misconceptions that the student denies
	Debug          *Debug   `json:"debug,omitempty"`    // branches and breakpoints of the run; never changed in place
}

// Review is the review schedule of a task that the student has once answered right.
// Package study computes it.
type Review struct {
	Due        time.Time `json:"due"`
	LastAsked  time.Time `json:"last"`             // when the task was last asked
	Stability  float64   `json:"stability"`        // days until the probability of recall falls to 0.9
	Difficulty float64   `json:"difficulty"`       // from 1 to 10
	TimesAsked int       `json:"asked"`            // how often the task was asked
	Lapses     int       `json:"lapses,omitempty"` // how often the student had forgotten the task
}

// same reports whether two reviews are equal.
func (r Review) same(o Review) bool {
	sameTimes := r.Due.Equal(o.Due) && r.LastAsked.Equal(o.LastAsked)
	r.Due, r.LastAsked, o.Due, o.LastAsked = time.Time{}, time.Time{}, time.Time{}, time.Time{}
	return sameTimes && r == o
}

// Profile holds what belongs to the student and not to an exercise.
type Profile struct {
	Version      int       `json:"version"`
	Seed         uint64    `json:"seed"`           // 0: none drawn yet
	LastExercise string    `json:"last,omitempty"` // ID of the exercise opened last
	Settings     Settings  `json:"settings"`
	Updated      time.Time `json:"updated"`
	Revision     uint64    `json:"revision"`
}

// Settings are the student's choices about the screen. The zero value leaves every
// choice to the program.
type Settings struct {
	Background string  `json:"background,omitempty"` // "dark", "light", or "" to ask the terminal
	Aspect     float64 `json:"aspect,omitempty"`     // height of a cell over its width; 0: the default
	Speed      int     `json:"speed,omitempty"`      // playing speed in steps per second; 0: the default
	Path       string  `json:"path,omitempty"`       // name of the selection of exercises in the contents; "": all of them
}

// Clone returns a copy that shares nothing with e.
func (e Exercise) Clone() Exercise {
	e.Attempt, e.Reviews = e.Attempt.clone(), maps.Clone(e.Reviews)
	e.OtherAttempts = slices.Clone(e.OtherAttempts)
	for i, a := range e.OtherAttempts {
		e.OtherAttempts[i] = a.clone()
	}
	return e
}

func (a Attempt) clone() Attempt {
	a.Answers, a.Tasks = maps.Clone(a.Answers), maps.Clone(a.Tasks)
	for name, t := range a.Tasks {
		t.LatestAnswers, t.DeniedMistakes = slices.Clone(t.LatestAnswers), slices.Clone(t.DeniedMistakes)
		t.Changed, t.Debug = slices.Clone(t.Changed), t.Debug.clone()
		a.Tasks[name] = t
	}
	return a
}

// Same reports whether a and b are the same attempt, so that their task states can be merged.
func (a Attempt) Same(b Attempt) bool {
	return a.Seed == b.Seed && a.Data == b.Data && a.Started.Equal(b.Started)
}

// AddAttempt returns attempts followed by a copy of the attempt a, if the student has done anything
// in it. It drops the oldest attempts beyond the limit of maxOtherAttempts.
func AddAttempt(attempts []Attempt, a Attempt) []Attempt {
	if !a.hasWork() {
		return attempts
	}
	attempts = append(slices.Clone(attempts), a.clone())
	return attempts[max(0, len(attempts)-maxOtherAttempts):]
}

// hasWork reports whether the student has done anything in the attempt.
func (a Attempt) hasWork() bool {
	for _, text := range a.Answers {
		if text != "" {
			return true
		}
	}
	for _, s := range a.Tasks {
		if s.Done || s.Attempts > 0 || s.Hints > 0 || s.Solution {
			return true
		}
	}
	return false
}

// Debug holds the branches (runs that differ from the run of a task in some choices) and the
// conditions (breakpoints) that a student has made for the run of a task.
type Debug struct {
	// Root identifies the run that the branches were forked from. They are meaningless
	// for any other run.
	Root         string   `json:"root,omitempty"`
	LastFrame    int      `json:"last,omitempty"` // the last frame of the run that was computed
	Branches     []Branch `json:"branches,omitempty"`
	ShownBranch  int      `json:"shown,omitempty"` // the number of the branch on the screen; 0: the original
	BranchesMade int      `json:"made,omitempty"`  // number of branches ever made, and so the number of the newest
	// Conditions are sorted from newest to oldest.
	Conditions []Condition `json:"conditions,omitempty"`
	// OtherRuns holds the branches of runs with other data or parameters, each with its
	// root, from oldest to newest. Its elements have no Conditions and no OtherRuns.
	OtherRuns []*Debug `json:"waiting,omitempty"`
}

// Branch describes a run that was forked from the original, or from another branch, by making
// other choices.
type Branch struct {
	Number    int    `json:"number"`
	Parent    int    `json:"left,omitempty"` // the number of the parent branch; 0: the original
	Forks     []Fork `json:"forks"`          // the choices that lead here from the original, oldest first
	LastFrame int    `json:"last"`           // the last frame that was computed
}

// Fork is a choice and the frame after which it was made.
type Fork struct {
	Frame   int               `json:"at"`
	Choices map[string]string `json:"choose,omitempty"`
	Name    string            `json:"name,omitempty"`
}

// Condition is the text of a breakpoint. If Off, it does not stop the run.
type Condition struct {
	Text string `json:"text"`
	Off  bool   `json:"off,omitempty"`
}

func (d *Debug) clone() *Debug {
	if d == nil {
		return nil
	}
	out := *d
	out.Conditions, out.Branches = slices.Clone(d.Conditions), slices.Clone(d.Branches)
	for i, b := range out.Branches {
		out.Branches[i].Forks = slices.Clone(b.Forks)
		for j, f := range b.Forks {
			out.Branches[i].Forks[j].Choices = maps.Clone(f.Choices)
		}
	}
	out.OtherRuns = nil
	for _, w := range d.OtherRuns {
		out.OtherRuns = append(out.OtherRuns, w.clone())
	}
	return &out
}

// Folder holds the contents of a folder in which an older kernellab saved a student's work:
// profile.json, a document such as exercise-7.7.json for each exercise, and the judged answers
// in answers.jsonl.old and answers.jsonl.
type Folder struct {
	State  State
	Events []Event
}

// ReadFolder reads a folder of an older kernellab. A missing folder counts as empty. ReadFolder
// skips documents and lines that it cannot read, and returns a warning for each.
func ReadFolder(dir string) (Folder, []error, error) {
	out := Folder{State: State{Exercises: map[string]Exercise{}}}
	names, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return out, nil, &ReadError{Err: err}
	}
	var warnings []error
	for _, n := range names {
		isExercise := strings.HasPrefix(n.Name(), "exercise-") || strings.HasPrefix(n.Name(), "exercise_")
		if n.Name() != profileName && !(isExercise && strings.HasSuffix(n.Name(), ".json")) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, n.Name()))
		if err == nil {
			err = out.State.add(n.Name(), text)
		}
		if err != nil {
			warnings = append(warnings, &ReadError{Name: n.Name(), Err: err})
		}
	}
	for _, name := range []string{"answers.jsonl.old", "answers.jsonl"} {
		problems, err := out.readLog(filepath.Join(dir, name))
		if err != nil {
			problems = append(problems, err)
		}
		for _, p := range problems {
			warnings = append(warnings, &ReadError{Name: name, Err: p})
		}
	}
	return out, warnings, nil
}

// add decodes a document and adds it.
func (s *State) add(name string, text []byte) error {
	var head struct {
		Version int    `json:"version"`
		ID      string `json:"id"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return err
	}
	switch {
	case head.Version < 1:
		return errors.New("it has no version")
	case head.Version > Version:
		return &NewerError{head.Version, Version}
	case name == profileName:
		return json.Unmarshal(text, &s.Profile)
	case head.ID == "":
		return errors.New("it names no exercise")
	}
	var e Exercise
	err := json.Unmarshal(text, &e)
	if err == nil {
		s.Exercises[e.ID] = e
	}
	return err
}

// readLog reads a log of answers, which need not exist.
func (f *Folder) readLog(path string) (problems []error, err error) {
	file, err := os.Open(path)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return nil, err
	}
	defer file.Close()
	return ReadEvents(file, func(_ int, e Event) error {
		f.Events = append(f.Events, e)
		return nil
	})
}

// profileName is the name of the profile's document.
const profileName = "profile.json"

// DefaultDir returns the folder for a student's own progress: $XDG_DATA_HOME/kernellab
// if that is an absolute path, else ~/.local/share/kernellab, ~/Library/Application
// Support/kernellab on macOS, or %LocalAppData%\kernellab on Windows. It reads variables
// only through env.
func DefaultDir(env func(string) string) (string, error) { return defaultDirFor(runtime.GOOS, env) }

func defaultDirFor(system string, env func(string) string) (string, error) {
	if xdg := env("XDG_DATA_HOME"); filepath.IsAbs(xdg) {
		return filepath.Join(xdg, "kernellab"), nil
	}
	if system == "windows" {
		if local := env("LocalAppData"); local != "" {
			return filepath.Join(local, "kernellab"), nil
		}
		return "", errors.New(
			"no folder for progress: %LocalAppData% is not set; set it, or XDG_DATA_HOME to an absolute path",
		)
	}
	home := env("HOME")
	if !filepath.IsAbs(home) {
		return "", errors.New("no folder for progress: $HOME is not set; set it, or XDG_DATA_HOME to an absolute path")
	}
	if system == "darwin" {
		return filepath.Join(home, "Library", "Application Support", "kernellab"), nil
	}
	return filepath.Join(home, ".local", "share", "kernellab"), nil
}

// StudentDir returns the folder under root for the student with an ID, such as the
// fingerprint of a public key. Different IDs have different folders, and no ID leads out
// of root, whatever it contains.
func StudentDir(root, id string) string {
	return filepath.Join(StudentsDir(root), digest(id))
}

// StudentsDir returns the folder under root that has a folder for each student.
func StudentsDir(root string) string { return filepath.Join(root, "students") }

// digest returns 32 hexadecimal digits for any text.
func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:16])
}

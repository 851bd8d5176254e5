package study

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"kernellab/exercises"
)

// State is the student's progress with an exercise.
type State uint8

// The states of an exercise. A done exercise stays done.
const (
	Untouched State = iota
	Begun
	Done
	DoneWithHints
	TestedOut // not done, and need not be done
)

// Words returns the name of the state.
func (s State) Words() string {
	return [...]string{"not begun", "begun", "done", "done, with hints", "tested out"}[s]
}

// Settled reports whether an exercise needs no more work.
func (s State) Settled() bool { return s >= Done }

// UnitView describes a unit, a group of exercises, for the list of all exercises.
type UnitView struct {
	ID, Title, Intro string
	Exercises        []ExerciseView
	Done             int // number of exercises done or tested out
}

// ExerciseView describes an exercise with the student's progress.
type ExerciseView struct {
	exercises.Summary
	State State
	// TaskIndex is the index of the current task.
	TaskIndex int
	// TaskStates are the states of the tasks in the current attempt. If the exercise is done or
	// tested out, skipped tasks are shown as begun. TasksDone is the number of tasks that are
	// done, including those that the student chose to leave out.
	TaskStates []TaskState
	TasksDone  int
	TimeSpent  time.Duration
	// HardTasks holds the titles of tasks that took the student two hints, the worked
	// solution, or four attempts.
	HardTasks []string
	// RightPredictions is the number of right predictions in the current attempt, and
	// Predictions the number of all predictions.
	RightPredictions, Predictions int
	// OtherAttempts are the attempts that are not the current attempt, the latest first.
	OtherAttempts []AttemptView
	// Delay says why the student should not begin the exercise yet.
	Delay Delay
}

// TaskTitle returns the title of task i, or its name if it has none.
func (v ExerciseView) TaskTitle(i int) string {
	if i < len(v.TaskTitles) && v.TaskTitles[i] != "" {
		return v.TaskTitles[i]
	}
	return v.Tasks[i]
}

// DueWords returns in a few words when the exercise is due. It returns "" if the exercise has
// no due date or needs no more work.
func (v ExerciseView) DueWords() string {
	if v.Due.IsZero() || v.State.Settled() {
		return ""
	}
	return ", due " + exercises.ShortDate(v.Due)
}

// Words returns the state of the exercise. If the exercise is done although some tasks were
// skipped or ran out of attempts, it adds their number.
func (v ExerciseView) Words() string {
	out := v.State.Words()
	for _, s := range []TaskState{TaskSkipped, TaskUsedUp} {
		if n := len(v.Titles(s)); n > 0 && v.State.Settled() {
			out += fmt.Sprintf(", %d %s", n, s.Words())
		}
	}
	return out
}

// Titles returns the titles of the tasks in a state.
func (v ExerciseView) Titles(s TaskState) (titles []string) {
	for i, state := range v.TaskStates {
		if state == s {
			titles = append(titles, v.TaskTitle(i))
		}
	}
	return titles
}

// Units returns the units of the library with the student's progress.
func (s *Student) Units() []UnitView {
	return s.unitsWith(func(exercises.Summary) bool { return true })
}

// unitsWith returns the units with the exercises for which include returns true. It omits units
// without any of these exercises.
func (s *Student) unitsWith(include func(exercises.Summary) bool) []UnitView {
	out := make([]UnitView, 0, len(s.units))
	for _, u := range s.units {
		v := UnitView{ID: u.ID, Title: u.Title, Intro: u.Intro}
		for _, e := range u.Exercises {
			if !include(e) {
				continue
			}
			x := s.view(e)
			if x.State.Settled() {
				v.Done++
			}
			v.Exercises = append(v.Exercises, x)
		}
		if len(v.Exercises) > 0 {
			out = append(out, v)
		}
	}
	return out
}

// Preview opens an exercise with the numbers that the student has or would get, without beginning
// it.
func (s *Student) Preview(id string) (*exercises.Exercise, error) { return s.Variant(id, s.seedOf(id)) }

// Variant opens an exercise with the numbers of a seed, without beginning it.
func (s *Student) Variant(id string, seed uint64) (*exercises.Exercise, error) {
	return s.library.Open(id, exercises.Options{Seed: seed})
}

// View returns an exercise of the library or the sandbox with its state. ok is false if
// the library does not have the ID.
func (s *Student) View(id string) (v ExerciseView, ok bool) {
	for _, e := range exercises.Summaries(s.library) {
		if e.ID == id {
			return s.view(e), true
		}
	}
	if isSandbox(s, id) {
		return s.view(SandboxOf(s)), true
	}
	return ExerciseView{}, false
}

func (s *Student) view(e exercises.Summary) ExerciseView {
	v := ExerciseView{Summary: e, TaskStates: make([]TaskState, len(e.Tasks))}
	v.Delay = delayOf(s, e)
	r := s.records[e.ID]
	if r == nil {
		return v
	}
	v.State, v.TimeSpent = Begun, time.Duration(r.Seconds*float64(time.Second))
	if !r.hasAttempt() {
		v.State = Untouched
	}
	v.RightPredictions, v.Predictions = parseTally(r.Answers)
	v.OtherAttempts = otherAttempts(s, e, r)
	v.TaskIndex = max(0, min(r.Index, len(e.Tasks)-1))
	if i, ok := e.TaskIndex(r.Task); ok {
		v.TaskIndex = i
	}
	switch {
	case r.Done && r.Helped:
		v.State = DoneWithHints
	case r.Done:
		v.State = Done
	case r.TestedOut:
		v.State = TestedOut
	}
	v.TaskStates = taskStates(r, e.Tasks, v.TaskIndex, s.course.homeworkSchedule(e.ID))
	for i, name := range e.Tasks {
		state := r.Tasks[name]
		if state.Done {
			v.TasksDone++
		} else if v.TaskStates[i] == TaskSkipped && v.State.Settled() {
			v.TaskStates[i] = TaskBegun
		}
		if state.Hints >= 2 || state.Solution || state.Attempts >= 4 {
			v.HardTasks = append(v.HardTasks, v.TaskTitle(i))
		}
	}
	return v
}

// Path is a selection of exercises, for students with limited time. The path whose name
// is empty has all exercises.
type Path struct {
	Name    string
	Minutes int // time for all its exercises
}

// Words returns the displayed name.
func (p Path) Words() string { return cmp.Or(p.Name, "everything") }

// Paths returns the paths of the library, from the shortest path to the path that has
// everything, and the index of the path that the student has chosen. For an empty library
// there are no paths, and the index is −1.
func (s *Student) Paths() (paths []Path, chosen int) {
	minutes := map[string]int{}
	for _, e := range exercises.Summaries(s.library) {
		for _, name := range append(e.Paths, "") {
			minutes[name] += e.Minutes
		}
	}
	for name, n := range minutes {
		paths = append(paths, Path{name, n})
	}
	slices.SortFunc(paths, func(a, b Path) int {
		return cmp.Or(cmp.Compare(a.Minutes, b.Minutes), cmp.Compare(b.Name, a.Name))
	})
	hasName := func(name string) func(Path) bool { return func(p Path) bool { return p.Name == name } }
	if chosen = slices.IndexFunc(paths, hasName(s.profile.Settings.Path)); chosen < 0 {
		chosen = slices.IndexFunc(paths, hasName(""))
	}
	return paths, chosen
}

// SetPath chooses the path with the given name.
func (s *Student) SetPath(name string) {
	settings := s.Settings()
	settings.Path = name
	s.SetSettings(settings)
}

// UnitsOnPath returns the units of the library with only the exercises on the student's path.
// It omits units that have no exercise on the path.
func (s *Student) UnitsOnPath() []UnitView {
	paths, chosen := s.Paths()
	if chosen < 0 || paths[chosen].Name == "" {
		return s.Units()
	}
	return s.unitsWith(func(e exercises.Summary) bool { return slices.Contains(e.Paths, paths[chosen].Name) })
}

// Exercises returns the exercises on the student's path, in order.
func (s *Student) Exercises() (out []ExerciseView) {
	for _, u := range s.UnitsOnPath() {
		out = append(out, u.Exercises...)
	}
	return out
}

// Suggest returns the ID of the exercise to continue with. Let e be the exercise opened last
// or, if that is not on the student's path, the first exercise of the path. Suggest returns
// the first of these on the path that is not settled and need not wait:
//
//   - an exercise whose predecessor is e, see [exercises.Predecessor]
//   - e itself or, if e is settled, the predecessor of e
//   - the exercises after that one, in order, continuing at the start
//
// If all exercises that are not settled should wait, it returns one of them. If everything
// is settled, it returns e. For an empty path it returns "".
func (s *Student) Suggest() string {
	all := s.Exercises()
	if len(all) == 0 {
		return ""
	}
	lastIndex := 0
	for i, e := range all {
		if e.ID == s.profile.LastExercise {
			lastIndex = i
		}
	}
	from := lastIndex
	for i, e := range all {
		if e.Predecessor.Exercise == all[lastIndex].ID && !e.State.Settled() && !e.Delay.IsSet() {
			return e.ID
		}
		if e.ID == all[lastIndex].Predecessor.Exercise && all[lastIndex].State.Settled() {
			from = i
		}
	}
	waitingID := all[lastIndex].ID
	for i := range all {
		e := all[(from+i)%len(all)]
		switch waits := e.Delay.IsSet(); {
		case !e.State.Settled() && !waits:
			return e.ID
		case waits && waitingID == all[lastIndex].ID:
			waitingID = e.ID
		}
	}
	return waitingID
}

// WhyNext explains why successor follows the exercise with the given id, although the student's
// path continues with another exercise. It returns "" if the path continues with successor.
func WhyNext(s *Student, id string, successor ExerciseView) string {
	all := s.Exercises()
	i := slices.IndexFunc(all, func(e ExerciseView) bool { return e.ID == id })
	switch {
	case i < 0 || i+1 == len(all) || all[i+1].ID == successor.ID:
		return ""
	case successor.Predecessor.Exercise == id:
		return ", which builds on " + id
	case all[i+1].Delay.IsSet():
		return fmt.Sprintf(" (%s %s)", all[i+1].ID, all[i+1].Delay.Predicate())
	case slices.ContainsFunc(all[:i], func(e ExerciseView) bool { return e.ID == successor.ID }):
		return ", still open"
	}
	return ""
}

// Symbol is a symbol with its meaning.
type Symbol struct{ Sign, Meaning string }

// Symbols returns the symbols that all exercises share, in the order in which a reader
// meets them.
func Symbols() []Symbol {
	return []Symbol{
		{"n", "number of training points; some courses write N"},
		{"d", "number of coordinates of a point; some write D"},
		{"p", "degree of a polynomial"},
		{"x, z", "points, as column vectors of d numbers; X has one point per row, n×d"},
		{"φ(x)", "the features of x; Φ has one row φ(xᵢ)ᵀ for each point"},
		{"k(x, z)", "a kernel: φ(x)ᵀφ(z), computed without φ"},
		{"K", "Gram matrix, Kᵢⱼ = k(xᵢ, xⱼ): n×n, symmetric, no negative eigenvalue"},
		{"y, t", "labels: 0 or 1 in “logistic, 0/1 form”, −1 or +1 everywhere else; real numbers in regression"},
		{"a, α", "dual weights: a in ridge, least squares and logistic, α in perceptron and SVM, where α ≥ 0 does not include the label"},
		{"w, b", "primal weights and offset: f(x) = wᵀφ(x) + b in perceptron and SVM; ridge, least squares and logistic have no b"},
		{"f(x)", "the decision function; its sign is the class, f = 0 the boundary"},
		{"λ", "ridge penalty: ½‖y − f‖² + ½λ‖w‖²"},
		{"C", "price of slack in the soft margin; the hard margin is C = ∞"},
		{"η", "size of a gradient step"},
		{"s(u)", "logistic function 1/(1 + e⁻ᵘ); also written σ(u)"},
	}
}

// Conventions returns the choices in which textbooks differ.
func Conventions() []string {
	return []string{
		"The width of the RBF kernel is σ: k = exp(−‖x − z‖²/(2σ²)). Others write exp(−‖x − z‖²/s²) with s² = 2σ², or exp(−g‖x − z‖²) with g = 1/(2σ²).",
		"The SVM minimises ½‖w‖² + CΣξᵢ. With this ½, w = Σαᵢtᵢφ(xᵢ) and the dual is Σα − ½ΣΣαᵢαⱼtᵢtⱼKᵢⱼ. Texts without the ½ have other factors.",
		"A support vector has α > 0. If α < C, it is free and lies on the margin. If α = C, it may lie inside the margin.",
	}
}

package class

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"

	"kernellab/lab/progress"
)

// Board holds what the students of a class have done, from their events. It is safe for
// concurrent use.
type Board struct {
	// typedText returns what a student typed at the task of an event.
	typedText func(progress.Event) string

	mu       sync.Mutex
	students map[string]*student
	excluded map[string]bool          // ids of teachers
	presence map[string]progress.Note // each student's newest note from [Member.SetPresent]
}

// NewBoard returns an empty board. typedText returns what a student typed at the task of an event.
func NewBoard(typedText func(progress.Event) string) *Board {
	return &Board{typedText: typedText, students: map[string]*student{}, excluded: map[string]bool{},
		presence: map[string]progress.Note{}}
}

// setPresence records the beginning or the end of a student's session.
func (b *Board) setPresence(n progress.Note) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.presence[n.Sender] = n
}

// Exclude removes a teacher from the board, with everything that the teacher has done or
// will do.
func (b *Board) Exclude(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.excluded[id] = true
	delete(b.students, id)
}

// Clear removes the students and their work from the board. It keeps the list of teachers, and who
// is present.
func (b *Board) Clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	clear(b.students)
}

// TaskID identifies a task.
type TaskID struct{ Exercise, Task string }

// student holds the work of a student, and what is needed to time the current task.
type student struct {
	StudentWork
	currentTask TaskID
	openedAt    time.Time         // time when the current task was opened, plus the time spent following the teacher
	followBegan time.Time         // the zero time if the student does not follow the teacher
	votes       map[VoteRound]int // the option that the student chose last
}

// TaskWork holds the work of a student at a task.
type TaskWork struct {
	Done          bool
	LeftOut       bool          // whether the task counts as done because the student chose to leave it out
	UsedUp        bool          // whether the task, as homework, has no attempts left and is not done
	TimeTaken     time.Duration // from opening the task to the right answer
	When          time.Time     // of the right answer, or if there is none, of the last event
	Hints         int
	SolutionShown bool     // whether the solution was shown before the task was done
	WaitedAtGate  bool     // whether a gate at this task made the student wait
	Wrong         []Answer // wrong and unreadable answers, in order
	Predictions   []Answer // the prediction, if there is one
}

// TaskWork returns the work of a student at a task.
func (b *Board) TaskWork(id string, task TaskID) TaskWork {
	b.mu.Lock()
	defer b.mu.Unlock()
	if s := b.students[id]; s != nil {
		return s.Tasks[task]
	}
	return TaskWork{}
}

// Add adds events. The events of each student must be in order.
func (b *Board) Add(events ...progress.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range events {
		if b.excluded[e.Student] {
			continue
		}
		b.studentOf(e.Student).addEvent(e, b.typedText)
	}
}

func (b *Board) studentOf(id string) *student {
	s := b.students[id]
	if s == nil {
		s = &student{StudentWork: StudentWork{Tasks: map[TaskID]TaskWork{}}, votes: map[VoteRound]int{}}
		b.students[id] = s
	}
	return s
}

// addEvent adds an event of the student. e.Exercise is "" if the student was in the list of exercises.
func (s *student) addEvent(e progress.Event, typedText func(progress.Event) string) {
	wasAway := e.Time.Sub(s.LastSeen) > awayAfter
	s.LastSeen = e.Time
	switch e.Kind {
	case progress.FollowBegun:
		s.followBegan = e.Time
	case progress.VoteCast:
		s.recordVote(e)
	case progress.HelpAsked: // followers, too, may vote and ask for help
	default:
		if !s.followBegan.IsZero() {
			s.openedAt, s.followBegan = s.openedAt.Add(e.Time.Sub(s.followBegan)), time.Time{}
		}
	}
	if e.Exercise == "" {
		return
	}
	task := TaskID{e.Exercise, e.Task}
	if task != s.currentTask || wasAway {
		s.currentTask, s.openedAt = task, e.Time.Add(-time.Duration(e.Milliseconds)*time.Millisecond)
	}
	if !slices.Contains(s.BegunExercises, e.Exercise) {
		s.BegunExercises = append(s.BegunExercises, e.Exercise)
	}
	t := s.Tasks[task]
	t.addEvent(e, typedText)
	s.Tasks[task] = t
}

// addEvent adds an event at the task.
func (t *TaskWork) addEvent(e progress.Event, typedText func(progress.Event) string) {
	t.WaitedAtGate = t.WaitedAtGate || e.Kind == progress.GateReached
	if !t.Done {
		t.When = e.Time
		t.Hints, t.SolutionShown = max(t.Hints, e.Hints), t.SolutionShown || e.Solution
	}
	if !e.IsJudged() || e.Disputed || t.Done && !t.LeftOut || e.Status == "empty" {
		return
	}
	text := typedText(e)
	a := Answer{e.Misconception, cmp.Or(e.Reading, text), text, e.Verdict == "" && !e.Accepted, &e}
	if e.Kind == progress.PredictionMade {
		t.Predictions = []Answer{a}
	} else if !e.Accepted {
		t.Wrong = append(t.Wrong, a)
	}
	if e.Accepted {
		t.LeftOut = e.LeavesOut()
		t.Done, t.TimeTaken, t.When = true, time.Duration(e.Milliseconds)*time.Millisecond, e.Time
		return
	}
	t.UsedUp = e.LastAttempt
}

// SetNames sets the names of all students in the class, by ID. It adds students that are
// missing on the board, and returns how many names have changed.
func (b *Board) SetNames(names map[string]string) (changeCount int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for id, name := range names {
		if b.excluded[id] {
			continue
		}
		if s := b.studentOf(id); s.Name != name {
			s.Name = name
			changeCount++
		}
	}
	return changeCount
}

// Plan is the outline of an exercise for the board: its tasks and the time planned for it.
type Plan struct {
	Exercise string
	Title    string
	Minutes  int // planned for the whole exercise
	Tasks    []PlannedTask
}

// PlannedTask is a task of a Plan.
type PlannedTask struct {
	TaskID
	Title       string
	NeedsAnswer bool // whether it asks for an answer
}

// TaskTime returns the time planned for a task that asks for an answer.
func (p Plan) TaskTime() time.Duration {
	answerTasks := 0
	for _, t := range p.Tasks {
		if t.NeedsAnswer {
			answerTasks++
		}
	}
	return time.Duration(p.Minutes) * time.Minute / time.Duration(max(1, answerTasks))
}

// State is the state of a task for a student.
type State uint8

// The states.
const (
	NotBegun         State = iota // or left for another exercise or an earlier task, without a wrong answer
	Working                       // current, with at most one wrong answer
	TwiceWrong                    // current, with at least two wrong answers
	Done                          // or read, if the task asks nothing
	DoneWithSolution              // done after the solution was shown
	Skipped                       // left after wrong answers or for a later task, or left out by choice
	OutOfAttempts                 // homework without a right answer and without attempts left
	NumStates
)

// Cell is the cell of a student and a task.
type Cell struct {
	State      State
	Current    bool
	WrongCount int           // number of wrong answers, without unreadable ones
	Time       time.Duration // at the task: until it was done or, for the current task, so far
}

// IsDone reports whether the task is done.
func (c Cell) IsDone() bool { return c.State == Done || c.State == DoneWithSolution }

// Row is the row of a student.
type Row struct {
	ID, Name          string
	LastSeen          time.Time // of the last event
	Cells             []Cell    // one for each task of the plan
	Done              int       // number of tasks done
	Stuck             StuckReason
	LastMisconception string // recognised in the last wrong answer at the current task, or ""
	Away              bool   // whether the student's session has ended, or the student has done nothing for a long time
	Hints             int    // shown at the current task
	CurrentTask       TaskID // the current task, which may be of another exercise
	Following         bool   // whether the student follows the leader of the class
}

// StuckReason names the reason why a student seems to be stuck.
type StuckReason uint8

// The reasons, and NotStuck.
const (
	NotStuck    StuckReason = iota
	SameMistake             // three wrong answers with the same misconception
	TooLong                 // longer at the task than planned and than twice the median
	Unreadable              // three unreadable answers in a row
)

// awayAfter is the time without events after which a student seems to have left. It is needed because
// no end of a session is recorded if the host is killed.
const awayAfter = 30 * time.Minute

// stuckCount is the number of similar answers in a row after which a student seems to be stuck.
const stuckCount = 3

// Rows returns the row of every student, sorted by name.
func (b *Board) Rows(p Plan, now time.Time) []Row {
	b.mu.Lock()
	defer b.mu.Unlock()
	limits := make([]time.Duration, len(p.Tasks))
	for i, t := range p.Tasks {
		limits[i] = max(p.TaskTime(), 2*Median(b.solvingTimes(t.TaskID)))
	}
	var rows []Row
	for _, id := range b.idsByName() {
		rows = append(rows, b.students[id].row(id, p, limits, now, b.presence[id]))
	}
	return rows
}

// idsByName returns the IDs of the students, sorted by name.
func (b *Board) idsByName() []string {
	return slices.SortedFunc(maps.Keys(b.students), func(id, other string) int {
		return cmp.Or(compareNames(b.students[id].Name, b.students[other].Name), cmp.Compare(id, other))
	})
}

// row returns the row of a student. limits holds, for each task, the time after which a
// student seems to be stuck. If nothing has happened since the student's session began or ended,
// the time at the task has stopped at the last event.
func (s *student) row(id string, p Plan, limits []time.Duration, now time.Time, presence progress.Note) Row {
	r := Row{ID: id, Name: s.Name, LastSeen: s.LastSeen, CurrentTask: s.currentTask, Cells: make([]Cell, len(p.Tasks)),
		Away: s.isAway(presence, now), Following: !s.followBegan.IsZero()}
	clockStopped := presence.Posted.After(s.LastSeen)
	if clockStopped {
		now = s.LastSeen
	}
	later := false // whether a later task was opened
	for i, task := range slices.Backward(p.Tasks) {
		c := s.cell(task, now, later)
		_, begun := s.Tasks[task.TaskID]
		r.Cells[i], later = c, later || begun
		if c.IsDone() {
			r.Done++
		} else if c.Current && c.State != OutOfAttempts && task.NeedsAnswer {
			t := s.Tasks[task.TaskID]
			r.Hints, r.LastMisconception = t.Hints, t.lastWrong().Misconception
			r.Stuck = t.stuckReason(c.Time, limits[i])
			if (r.Away || clockStopped) && r.Stuck == TooLong {
				r.Stuck = NotStuck
			}
		}
	}
	return r
}

// isAway reports whether the student's session has ended, or the student has done nothing for a long time.
func (s *student) isAway(presence progress.Note, now time.Time) bool {
	if presence.Posted.After(s.LastSeen) {
		return presence.Body == "false" || now.Sub(presence.Posted) > awayAfter
	}
	return now.Sub(s.LastSeen) > awayAfter
}

// cell returns the cell of a task. later reports whether the student has opened a later one.
func (s *student) cell(task PlannedTask, now time.Time, later bool) Cell {
	t, begun := s.Tasks[task.TaskID]
	if !begun {
		return Cell{}
	}
	c := Cell{WrongCount: t.CountWrong(), Current: task.TaskID == s.currentTask, Time: t.TimeTaken}
	if c.Current && !t.Done && !t.UsedUp {
		if !s.followBegan.IsZero() {
			now = s.followBegan
		}
		c.Time = max(0, now.Sub(s.openedAt))
	}
	switch {
	case t.LeftOut:
		c.State = Skipped
	case t.Done && t.SolutionShown:
		c.State = DoneWithSolution
	case t.Done:
		c.State = Done
	case t.UsedUp:
		c.State = OutOfAttempts
	case c.Current && task.NeedsAnswer && c.WrongCount >= 2:
		c.State = TwiceWrong
	case c.Current:
		c.State = Working
	case !task.NeedsAnswer:
		c.State = Done
	case later || c.WrongCount > 0:
		c.State = Skipped
	}
	return c
}

// stuckReason returns why a student seems to be stuck after the elapsed time at a task that is not done.
func (t TaskWork) stuckReason(elapsed, limit time.Duration) StuckReason {
	lastAnswer := t.lastWrong()
	sameCount := 0 // how many of the last answers are like the last one
	for _, a := range slices.Backward(t.Wrong) {
		if a.Unreadable != lastAnswer.Unreadable || a.Misconception != lastAnswer.Misconception {
			break
		}
		sameCount++
	}
	switch {
	case sameCount >= stuckCount && lastAnswer.Unreadable:
		return Unreadable
	case sameCount >= stuckCount && lastAnswer.Misconception != "":
		return SameMistake
	case elapsed > limit:
		return TooLong
	}
	return NotStuck
}

// solvingTimes returns how long the students took for a task that they have done.
func (b *Board) solvingTimes(task TaskID) (all []time.Duration) {
	for _, s := range b.students {
		if t := s.Tasks[task]; t.Done {
			all = append(all, t.TimeTaken)
		}
	}
	return all
}

// MostOpenExercise returns the exercise that most students have open, or "". It returns current
// instead if more than a third of the students with an open exercise are in current.
func (b *Board) MostOpenExercise(current string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	counts, total := map[string]int{}, 0
	for _, s := range b.students {
		if s.currentTask.Exercise != "" {
			counts[s.currentTask.Exercise]++
			total++
		}
	}
	if 3*counts[current] > total {
		return current
	}
	most := ""
	for _, id := range slices.Sorted(maps.Keys(counts)) {
		if counts[id] > counts[most] {
			most = id
		}
	}
	return most
}

// StudentWork holds the work of a student.
type StudentWork struct {
	Name           string
	LastSeen       time.Time // of the last event
	Tasks          map[TaskID]TaskWork
	BegunExercises []string // IDs, in the order in which the exercises were begun
}

// AllWork returns the work of every student, sorted by name.
func (b *Board) AllWork() (all []StudentWork) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, id := range b.idsByName() {
		w := b.students[id].StudentWork
		w.Tasks, w.BegunExercises = maps.Clone(w.Tasks), slices.Clone(w.BegunExercises)
		all = append(all, w)
	}
	return all
}

// Median sorts durations and returns their median, or 0 if there are none.
func Median(all []time.Duration) time.Duration {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return (all[(len(all)-1)/2] + all[len(all)/2]) / 2
}

// Package board is the screen of a teacher: what every student of a class has done in an
// exercise, who is stuck and why, and the commonest wrong answers.
//
// The package must not know the store, or how a student's screen looks.
package board

import (
	"cmp"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/class"
	"kernellab/lab/core"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// Screen is the board. It shows one exercise: one row per student, one column per task.
type Screen struct {
	session.Base
	Now func() time.Time // the clock

	actions session.Actions[*Screen]
	member  *class.Member
	chosen  string // id of the exercise to show; "" for the one that most students have open
	plan    class.Plan
	task    int    // index of the selected task
	student string // id of the selected student
	rows    []class.Row
	stale   bool // whether rows may be out of date
	ticks   int  // generation of the current clock

	students *ui.Pane
}

// New returns the board of a session whose Config.Class is a teacher.
func New(s *session.Session) *Screen {
	b := &Screen{Base: s.NewBase(), Now: time.Now, actions: Actions(s.Keys), member: s.Config.Class,
		students: ui.NewPane(s.Theme), stale: true}
	return b
}

// PlanOf returns the plan of an exercise.
func PlanOf(e *exercises.Exercise) class.Plan {
	p := class.Plan{Exercise: e.ID, Title: e.Title, Minutes: e.Minutes}
	for _, t := range e.Tasks {
		info := t.Info()
		asks := len(info.Fields) > 0 && !info.Bench
		p.Tasks = append(p.Tasks, class.PlannedTask{Name: info.Name, Title: info.Heading(), Asks: asks})
	}
	return p
}

// Refresh makes the board read what has changed before it is shown again.
func (b *Screen) Refresh() { b.stale = true }

// refresh reads the rows of the students.
func (b *Screen) refresh() {
	b.stale = false
	data := b.member.Board()
	id := cmp.Or(b.chosen, data.Exercise(), b.Session.Student.Suggest())
	if id != b.plan.Exercise {
		b.open(id)
	}
	b.rows = data.Rows(b.plan, b.Now())
	if len(b.rows) > 0 && b.index() < 0 {
		b.student = b.rows[0].ID
	}
}

// open shows an exercise.
func (b *Screen) open(id string) {
	e, err := b.Session.Student.Preview(id)
	if err != nil {
		b.Session.Notice = err.Error()
		return
	}
	b.plan, b.task = PlanOf(e), 0
}

// Task returns the selected task.
func (b *Screen) Task() class.TaskID {
	if b.task >= len(b.plan.Tasks) {
		return class.TaskID{}
	}
	return class.TaskID{Exercise: b.plan.Exercise, Task: b.plan.Tasks[b.task].Name}
}

// Student returns the row of the selected student. ok is false if there is none.
func (b *Screen) Student() (r class.Row, ok bool) {
	i := b.index()
	if i < 0 {
		return r, false
	}
	return b.rows[i], true
}

// index returns the index of the selected student, or −1.
func (b *Screen) index() int {
	return slices.IndexFunc(b.rows, func(r class.Row) bool { return r.ID == b.student })
}

// clockPause is the time after which the board is updated if nothing happens.
const clockPause = 5 * time.Second

// tickMsg reports that clockPause has passed.
type tickMsg struct{ core.Address }

// Resume starts the clock.
func (b *Screen) Resume() tea.Cmd {
	b.stale = true
	return b.tick()
}

func (b *Screen) tick() tea.Cmd {
	b.ticks++
	msg := tickMsg{core.Address{Owner: b.Owner, Gen: b.ticks}}
	return b.Session.Tick(clockPause, func(time.Time) tea.Msg { return msg })
}

func (b *Screen) Overlay() bool { return false }

func (b *Screen) Update(msg tea.Msg) (session.Intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return b.key(msg)
	case tickMsg:
		if msg.Gen == b.ticks {
			b.stale = true
			return nil, b.tick()
		}
	case session.AnswerMsg:
		return b.answer(msg)
	}
	return nil, nil
}

// key runs the action of a key.
func (b *Screen) key(msg tea.KeyPressMsg) (session.Intent, tea.Cmd) {
	b.Session.Notice = ""
	a := b.actions.Match(session.ZoneBoard, msg)
	if a == nil {
		return nil, nil
	}
	if why := a.DisabledReason(b); why != "" {
		if a.Zone == session.ZoneBoard {
			b.Session.Notice = why
		}
		return nil, nil
	}
	return a.Run(b, msg)
}

// answer handles the answer of a window that has closed.
func (b *Screen) answer(m session.AnswerMsg) (session.Intent, tea.Cmd) {
	switch a := m.Answer.(type) {
	case session.ActionAnswer:
		return b.actions.RunChosen(b, a, b.Session)
	}
	return b.Session.HandleAnswer(m), nil
}

// exercise returns the exercise by n places after the one that is shown, or "".
func (b *Screen) exercise(n int) string {
	all := b.Session.Student.Exercises()
	i := n + slices.IndexFunc(all, func(e study.ExerciseView) bool { return e.ID == b.plan.Exercise })
	if i < 0 || i >= len(all) {
		return ""
	}
	return all[i].ID
}

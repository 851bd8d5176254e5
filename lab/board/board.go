// Package board is the screen of a teacher: what every student of a class has done in an
// exercise, who is stuck and why, and the commonest wrong answers.
//
// The package must not know the store, or how a student's screen looks.
package board

import (
	"cmp"
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/class"
	"kernellab/lab/core"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// Screen is the board. It shows one exercise: one row per student, one column per task.
type Screen struct {
	session.Base
	Now func() time.Time // the clock

	actions     session.Actions[*Screen]
	member      *class.Member
	chosenID    string                // id of the exercise to show; "" for one that many students have open
	variants    []*exercises.Exercise // the exercise with the numbers of two seeds
	plan        class.Plan
	clockStarts int // number of starts of the clock; ticks of earlier starts are ignored

	// What is selected.
	task           int    // index of a task
	student        string // id of a student; "" for the first row
	group          int    // index of a group of wrong answers
	answersFocused bool   // whether the list of wrong answers has the focus
	order          order
	filter         filter

	// What the class has done, from the last call of Refresh.
	rows   []class.Row // the rows that match the filter, in order
	counts counts
	groups []*class.AnswerGroup // the wrong answers at the selected task, or the predictions

	explanations map[string]string // sentences about the misconceptions of the selected task, by id
	explainJob   core.Job

	list, answers *ui.Pane
}

// New returns the board of a session whose Config.Class is a teacher.
func New(s *session.Session) *Screen {
	return &Screen{Base: s.NewBase(), Now: time.Now, actions: Actions(s.Keys), member: s.Config.Class,
		list: ui.NewPane(s.Theme), answers: ui.NewPane(s.Theme)}
}

// planOf returns the plan of an exercise.
func planOf(e *exercises.Exercise) class.Plan {
	p := class.Plan{Exercise: e.ID, Title: e.Title, Minutes: e.Minutes}
	for _, t := range e.Tasks {
		info := t.Info()
		at := class.TaskID{Exercise: e.ID, Task: info.Name}
		p.Tasks = append(p.Tasks, class.PlannedTask{TaskID: at, Title: info.Heading(),
			NeedsAnswer: len(info.Fields) > 0 && !info.AsksNothing})
	}
	return p
}

// Refresh shows another exercise if necessary, and reads what the class has done. The command finds
// the sentences about the misconceptions of the selected task, unless they are known, and corrects
// the result of a vote.
func (b *Screen) Refresh() tea.Cmd { return tea.Batch(b.refresh(), b.recountVote()) }

func (b *Screen) refresh() tea.Cmd {
	if id := b.exerciseToShow(); id != b.plan.Exercise {
		if err := b.showExercise(id); err != nil {
			b.Session.Notice = err.Error()
		}
	}
	if len(b.plan.Tasks) == 0 {
		return nil
	}
	data := b.member.Board()
	oldIndex := b.selectedIndex()
	all := data.Rows(b.plan, b.Now())
	b.counts = b.countStudents(all)
	b.rows = slices.DeleteFunc(all, func(r class.Row) bool { return !b.matches(r) })
	b.sort()
	if b.selectedIndex() < 0 && len(b.rows) > 0 {
		b.student = b.rows[max(0, min(oldIndex, len(b.rows)-1))].ID
	}
	b.groups = data.Answers(b.selectedTask())
	b.group = max(0, min(b.group, len(b.groups)-1))
	if b.explanations != nil || b.explainJob.Busy() {
		return nil
	}
	variants, task := b.variants, b.task
	return b.StartJob(&b.explainJob, func(ctx context.Context, to core.Address) tea.Msg {
		return explainedMsg{to, explain(ctx, variants, task)}
	})
}

// exerciseToShow returns the ID of the exercise to show.
func (b *Screen) exerciseToShow() string {
	return cmp.Or(b.chosenID, b.member.Board().MostOpenExercise(b.plan.Exercise), b.Session.Student.Suggest())
}

// showExercise opens an exercise with the numbers of two seeds and shows it, at the task that most
// students are working on.
func (b *Screen) showExercise(id string) error {
	student, variants := b.Session.Student, []*exercises.Exercise(nil)
	for i := range uint64(2) {
		e, err := student.Variant(id, student.Seed()+i)
		if err != nil {
			return err
		}
		variants = append(variants, e)
	}
	b.variants, b.plan = variants, planOf(variants[0])
	workingCounts := make([]int, len(b.plan.Tasks))
	for _, r := range b.member.Board().Rows(b.plan, b.Now()) {
		for i, c := range r.Cells {
			if isWorkingAt(c) {
				workingCounts[i]++
			}
		}
	}
	b.selectTask(slices.Index(workingCounts, slices.Max(workingCounts)))
	return nil
}

// selectTask selects a task.
func (b *Screen) selectTask(i int) {
	b.task, b.group, b.explanations = max(0, min(i, len(b.plan.Tasks)-1)), 0, nil
	b.explainJob.Stop()
}

// selectedTask returns the selected task.
func (b *Screen) selectedTask() class.TaskID { return b.plan.Tasks[b.task].TaskID }

// selectedStudent returns the row of the selected student, or a row without an ID.
func (b *Screen) selectedStudent() (r class.Row) {
	if i := b.selectedIndex(); i >= 0 {
		r = b.rows[i]
	}
	return r
}

// selectedIndex returns the index of the selected student in rows, or −1.
func (b *Screen) selectedIndex() int {
	if b.student == "" {
		return min(0, len(b.rows)-1)
	}
	return slices.IndexFunc(b.rows, func(r class.Row) bool { return r.ID == b.student })
}

// clockPause is the time after which the board is updated if nothing happens.
const clockPause = 5 * time.Second

// tickMsg reports that clockPause has passed.
type tickMsg struct{ core.Address }

// Resume starts the clock.
func (b *Screen) Resume() tea.Cmd {
	b.clockStarts++
	msg := tickMsg{core.Address{Owner: b.Owner, Gen: b.clockStarts}}
	return tea.Batch(b.Refresh(), b.Session.Tick(clockPause, func(time.Time) tea.Msg { return msg }))
}

// Close stops unfinished work. The board can be shown again.
func (b *Screen) Close() { b.explainJob.Stop() }

func (b *Screen) Overlay() bool { return false }

func (b *Screen) Update(msg tea.Msg) (session.Intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		b.Session.Notice = ""
		intent, cmd := b.actions.Press(b, session.ZoneBoard, msg, b.Session)
		return intent, tea.Batch(cmd, b.Refresh())
	case tea.MouseClickMsg:
		b.click(b.Session.Hit(msg))
	case tea.MouseWheelMsg:
		b.pane().Scroll(session.WheelLines(msg))
	case tickMsg:
		if msg.Gen == b.clockStarts {
			return nil, b.Resume()
		}
	case explainedMsg:
		if b.explainJob.Finish(msg.Address) {
			b.explanations = msg.sentences
		}
	case session.Choice:
		intent, cmd := msg()
		return intent, tea.Batch(cmd, b.Refresh())
	}
	return nil, nil
}

// ownActions returns the actions that only the board has.
func ownActions() session.Actions[*Screen] {
	bind := session.ZoneBoard.Bind
	return append(session.Actions[*Screen]{
		{KeyBinding: bind("up", "up k", "student or group of wrong answers above"), Do: moveBy(-1)},
		{KeyBinding: bind("down", "down j", "student or group of wrong answers below"), Rank: 1,
			ShownKey: "↑ ↓", Word: "choose", Do: moveBy(1)},
		{KeyBinding: bind("previous task", "left h", "previous task"),
			Do: func(b *Screen) { b.selectTask(b.task - 1) }},
		{KeyBinding: bind("next task", "right l", "next task"), Rank: 2, ShownKey: "← →", Word: "task",
			Do: func(b *Screen) { b.selectTask(b.task + 1) }},
		{KeyBinding: bind("exercise", "e", "choose an exercise, or the one that most students have open"), Rank: 13,
			Word: "exercise", Open: (*Screen).openExercises},
		{KeyBinding: bind("sort", "s", "sort: stuck first, by name, by progress"), Rank: 11, Word: "sort",
			Do: func(b *Screen) { b.order = (b.order + 1) % numOrders }},
		{KeyBinding: bind("filter", "f", "next filter: all, those who need help, those who ask for help, those not at the task yet"),
			Rank: 12, Word: "filter", Do: func(b *Screen) { b.filter = (b.filter + 1) % numFilters }},
		{KeyBinding: bind("back", "q", "back to your own exercises; f7 returns"), Rank: 19,
			Word: "own exercises", Open: leave},
	}, teachingActions()...)
}

// Keys returns the keys that only the board has.
func Keys() session.KeyMap { return ownActions().Bindings() }

// Actions returns the table of actions of the board. It also contains the actions of an
// exercise that work here.
func Actions(all session.KeyMap) session.Actions[*Screen] {
	return append(ownActions(), session.SharedActions(all, map[string]session.Action[*Screen]{
		"page up": {Do: moveBy(-10)}, "page down": {Do: moveBy(10)},
		"next": {Rank: 3, WordFunc: (*Screen).tabWord, Do: func(b *Screen) { b.answersFocused = !b.answersFocused }},
		"answer": {Rank: 10, Word: "show", Open: func(b *Screen) session.Intent {
			if b.answersFocused {
				return b.openGroup()
			}
			return b.openStudent()
		}, Disabled: func(b *Screen) string {
			if b.answersFocused {
				return session.TextIf(len(b.groups) == 0, "there are no wrong answers")
			}
			return session.TextIf(b.selectedStudent().CurrentTask.Task == "", "this student is not at a task")
		}},
		"back": {Open: leave},
		"help": {Open: func(b *Screen) session.Intent { return b.actions.OpenHelp(b, session.ZoneBoard, b.Session) }},
		"go to": {Open: func(b *Screen) session.Intent {
			return b.Session.ShowPalette(b.actions.PaletteRows(b, session.ZoneBoard, b.Session))
		}},
		"settings": {Open: func(b *Screen) session.Intent { return b.Session.ShowSettings() }},
		"lead": {Rank: 9, WordFunc: (*Screen).leadWord,
			Open: func(*Screen) session.Intent { return session.ToLead{} }},
		"class": {}, "quit": {},
	})...)
}

func leave(*Screen) session.Intent { return session.Pop{} }

// leadWord returns the word in the footer for the key f9, which begins or ends leading.
func (b *Screen) leadWord() string {
	if b.Session.Room.Lead.LeaderID == b.member.ID {
		return "stop leading"
	}
	return "lead"
}

// moveBy returns a handler that moves the selection by n.
func moveBy(n int) func(*Screen) {
	return func(b *Screen) {
		if b.answersFocused {
			b.group += n // Refresh limits it
		} else if len(b.rows) > 0 {
			b.student = b.rows[max(0, min(b.selectedIndex()+n, len(b.rows)-1))].ID
		}
		b.pane().Follow()
	}
}

func (b *Screen) tabWord() string {
	if b.answersFocused {
		return "students"
	}
	return "wrong answers"
}

// openExercises opens a list of the exercises.
func (b *Screen) openExercises() session.Intent {
	show := func(id string) session.Choice { return session.CallChoice(func() { b.chosenID = id }) }
	rows := []ui.Row{{Label: "the one that most students have open", Value: show("")}}
	for _, e := range b.Session.Student.Exercises() {
		rows = append(rows, ui.Row{Label: e.ID + "  " + e.Title, Value: show(e.ID)})
	}
	return session.Push{Top: session.NewListWindow(b.Session, "Show on the board", rows...)}
}

// click selects the student under the mouse.
func (b *Screen) click(c ui.Click) {
	top, _, n := b.list.VisibleLines()
	if i := top + c.Y; c.ID == "student" && !b.showsStrip() && i < n {
		b.answersFocused, b.student = false, b.rows[i].ID
	}
}

package lab

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/class"
	"kernellab/lab/progress"
	"kernellab/lab/session"
)

// classNow is the time of the tests of the board.
var classNow = time.Date(2026, 11, 27, 10, 0, 0, 0, time.UTC)

// boardRecord returns the record of a class whose notes are two minutes old.
func boardRecord(names map[string]string) *classRecord {
	return &classRecord{names: names, now: func() time.Time { return classNow.Add(-2 * time.Minute) }}
}

// classTasks are the tasks of exercise 7.7 of classLibrary.
var classTasks = []string{"Look at the points", "Which pair moves?", "The size of the step", "Clip the step",
	"The new offset", "When does it stop?", "Count the support vectors", "Look at the gap", "What you now know"}

// classLibrary has one exercise with many tasks.
type classLibrary struct{ fakeLibrary }

func (l classLibrary) Open(id string, _ exercises.Options) (*exercises.Exercise, error) {
	e := l.exercise("7.7")
	e.ID, e.Tasks, e.Summary.Tasks, e.Minutes = id, nil, nil, 60
	for i, title := range classTasks {
		info := exercises.Info{Name: fmt.Sprint("task", i), Title: title}
		if i > 0 && i < len(classTasks)-1 {
			info.Fields = []exercises.Field{{Name: "a"}}
			info.Misconceptions = []exercises.Misconception{{ID: "sign-of-the-label", Example: exercises.Answers{"a": "-2"}}}
		}
		e.Tasks, e.Summary.Tasks = append(e.Tasks, classTask(info)), append(e.Summary.Tasks, info.Name)
	}
	return e, nil
}

// classTask says something about a misconception.
type classTask exercises.Info

func (t classTask) Info() exercises.Info { return exercises.Info(t) }

func (classTask) Scene(context.Context, exercises.Answers) exercises.Scene { return exercises.Scene{} }

func (classTask) Check(_ context.Context, a exercises.Answers) exercises.Report {
	return exercises.Report{Verdict: exercises.NotEqual, Misconception: "sign-of-the-label",
		Advice: ascii.PlainLines("You multiplied by the label twice.", "Look at y. It is −1.")}
}

// firstNames name the students of a class.
var firstNames = strings.Fields("Ada Ben Chloé Dan Eva Finn Gus Hal Ida Jan Kim Léa Max Noa Ole Pia Quinn Ron Sue Tim")

// newClass returns the record of a class of n students. Student i has done about i mod 7
// tasks, and some of them have made mistakes.
func newClass(n int) *classRecord {
	r := boardRecord(map[string]string{})
	for i := range n {
		id := fmt.Sprintf("student%03d", i)
		r.names[id] = firstNames[i%len(firstNames)]
		if i >= len(firstNames) {
			r.names[id] += fmt.Sprint(" ", 1+i/len(firstNames))
		}
		if i%11 != 10 { // who has not begun
			r.work(id, i)
		}
	}
	return r
}

// work adds the events of a student. The last one was up to twelve minutes ago.
func (r *classRecord) work(id string, i int) {
	from, at := len(r.events), time.Time{}
	add := func(task int, took time.Duration, e progress.Event) {
		at = at.Add(took)
		e.Student, e.Exercise, e.Task, e.Time, e.MS = id, "7.7", fmt.Sprint("task", task), at, took.Milliseconds()
		r.events = append(r.events, e)
	}
	tasks := min(2+i*i%7, len(classTasks)-2)
	for task := range tasks {
		add(task, 0, progress.Event{Kind: progress.TaskOpened})
		if task > 0 && (i+task)%8 != 0 { // else skipped
			add(task, time.Duration(40+i*7%50)*time.Second, progress.Event{Kind: progress.AnswerGiven, Verdict: "equal",
				Accepted: true, Solution: (i+task)%9 == 0})
		}
	}
	add(tasks, 0, progress.Event{Kind: progress.TaskOpened})
	for k := range i % 5 {
		answer := progress.Event{Kind: progress.AnswerGiven, Verdict: "not-equal", Reading: fmt.Sprint(i%3, "·x"),
			Raw: map[string]string{"a": fmt.Sprint(i%3, "x")}}
		switch i % 4 {
		case 1:
			answer.Note, answer.Reading, answer.Raw = "sign-of-the-label", "-2", map[string]string{"a": fmt.Sprint("-", k%2+2)}
		case 3:
			answer.Verdict, answer.Reading = "", ""
		}
		add(tasks, 30*time.Second, answer)
	}
	for k := range r.events[from:] {
		e := &r.events[from+k]
		e.Time = classNow.Add(e.Time.Sub(at) - time.Duration(i*5%12)*time.Minute)
	}
}

// openBoard opens the board of a class on a screen of a size.
func openBoard(t testing.TB, r *classRecord, w, h int, p ascii.Profile) *bench {
	t.Helper()
	hub := class.NewHub(r, class.NewBoard(func(e progress.Event) string { return e.Raw["a"] }), nil)
	teacher := hub.Join(class.Person{ID: "teacher", Teacher: true})
	for i := range min(4, len(r.names)/6) {
		id := fmt.Sprintf("student%03d", 5*i)
		check(t, hub.Join(class.Person{ID: id, Name: r.names[id]}).AskHelp("7.7", fmt.Sprint("task", min(2+25*i*i%7, 7))))
	}
	check(t, hub.Read(t.Context()))
	b := newBench(t, w, h, session.Config{Student: newStudent(t, classLibrary{}), Class: teacher, Profile: p,
		Background: session.Dark})
	b.send(session.RoomMsg{Room: hub.Room()})
	b.m.board.Now = func() time.Time { return classNow }
	b.run(b.m.board.Refresh())
	b.m.Layout()
	return b
}

// f7 leads to the board and back from everywhere, also from a field or a window, and the
// board keeps its selection meanwhile.
func TestBoard_opensFromEverywhere(t *testing.T) {
	b := openBoard(t, newClass(30), 120, 36, ascii.TrueColor)
	b.keys("right", "down")
	for _, keys := range []string{"q", "f7", "q enter", "q enter tab ?", "q s", "q enter ctrl+p"} {
		b.sees("30 of 30 students, stuck first", "task 5", "› Finn")
		b.keys(strings.Fields(keys)...)
		b.lacks("stuck first")
		if !b.m.top().Overlay() {
			b.sees("f7 board")
		}
		b.keys("f7")
	}
	home := newBench(t, 120, 36, session.Config{})
	home.keys("f7")
	home.lacks("board")
}

// The board shows the exercise of most students, but stays while a third of them is left.
func TestBoard_followsTheClass(t *testing.T) {
	b := openBoard(t, newClass(30), 120, 36, ascii.TrueColor)
	move := func(from, to int) {
		for i := from; i < to; i++ {
			b.m.Config.Class.Board().Add(progress.Event{Student: fmt.Sprintf("student%03d", i), Kind: progress.TaskOpened,
				Exercise: "1.2", Task: "task0", Time: classNow})
		}
		for range 2 { // the first refresh counts the students of the exercise
			b.run(b.m.board.Refresh())
		}
		b.m.Layout()
	}
	move(0, 17)
	b.sees("board   7.7", "in 1.2")
	move(17, 24)
	b.sees("board   1.2", "task 1", "24 at it")
	b.keys("e")
	b.typed("jjj")
	b.keys("enter")
	b.sees("board   7.7")
}

// The predictions of a class are on the board, one for each student.
func TestBoard_predictions(t *testing.T) {
	r := newClass(5)
	for i, guess := range []string{"yes", "no", "no"} {
		r.events = append(r.events, progress.Event{Kind: progress.PredictionMade, Student: fmt.Sprintf("student%03d", i),
			Exercise: "7.7", Task: "task7", Reading: guess, Accepted: true, Time: classNow})
	}
	b := openBoard(t, r, 120, 36, ascii.TrueColor)
	b.keys(strings.Fields("right right right right right right right left")...)
	b.sees("Predictions, by number of students", "2  no", "1  yes")
}

func TestGolden_board(t *testing.T) {
	for n, sizes := range map[int]string{5: "120x36", 30: "80x24 120x36 200x60", 400: "80x24 120x36 200x60"} {
		for size := range strings.FieldsSeq(sizes) {
			w, h := parseSize(t, size)
			compare(t, fmt.Sprintf("board/%d-%s", n, size), openBoard(t, newClass(n), w, h, ascii.TrueColor).screen())
		}
	}
	mono := openBoard(t, newClass(400), 120, 36, ascii.Mono)
	mono.keys("tab")
	compare(t, "board/400-mono", mono.screen()+"\n"+inks(mono.cells()))
	var out strings.Builder
	check(t, openBoard(t, newClass(30), 120, 30, ascii.Mono).m.board.Print(t.Context(), &out))
	compare(t, "board/30-transcript", out.String())
}

// The board draws only seven bits in the ASCII profile, and never outside the screen.
func TestBoard_survivesAnyInput(t *testing.T) {
	names := strings.Fields("up down left right pgup pgdown tab enter esc f7 s f e ? : home end 1 g v a r i h j k l")
	boards := map[int]*bench{}
	for _, n := range []int{0, 1, 30, 400} {
		boards[n] = openBoard(t, newClass(n), 80, 24, ascii.SevenBit)
	}
	rapid.Check(t, func(rt *rapid.T) {
		w, h := rapid.IntRange(60, 210).Draw(rt, "w"), rapid.IntRange(18, 70).Draw(rt, "h")
		b := boards[rapid.SampledFrom([]int{0, 1, 30, 400}).Draw(rt, "n")]
		b.send(tea.WindowSizeMsg{Width: w, Height: h})
		for _, name := range rapid.SliceOfN(rapid.SampledFrom(names), 1, 12).Draw(rt, "keys") {
			b.keys(name)
			fits(rt, b, w, h)
		}
		b.send(tea.MouseClickMsg{Button: tea.MouseLeft, X: w / 3, Y: h / 3})
		fits(rt, b, w, h)
	})
}

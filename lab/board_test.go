package lab

import (
	"context"
	"errors"
	"fmt"
	"strconv"
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
	"kernellab/testdata/support/check"
)

// classNow is the current time in the tests of the board.
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
		task := stillTask(info, exercises.Scene{})
		task.report = exercises.Report{Verdict: exercises.NotEqual, Misconception: "sign-of-the-label",
			Advice: ascii.PlainLines("You multiplied by the label twice.", "Look at y. It is −1.")}
		e.Tasks, e.Summary.Tasks = append(e.Tasks, task), append(e.Summary.Tasks, info.Name)
	}
	return e, nil
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
		if i%11 != 10 { // the others have not begun
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
		e.Student, e.Exercise, e.Task, e.Time, e.Milliseconds = id, "7.7", fmt.Sprint("task", task), at, took.Milliseconds()
		r.events = append(r.events, e)
	}
	tasks := min(2+i*i%7, len(classTasks)-2)
	for task := range tasks {
		add(task, 0, progress.Event{Kind: progress.TaskOpened})
		if task > 0 && (i+task)%8 != 0 { // otherwise the student skips the task
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
			answer.Misconception, answer.Reading, answer.Raw = "sign-of-the-label", "-2", map[string]string{"a": fmt.Sprint("-", k%2+2)}
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
		check.OK(t, hub.Join(class.Person{ID: id, Name: r.names[id]}).AskHelp(
			class.TaskID{Exercise: "7.7", Task: fmt.Sprint("task", min(2+25*i*i%7, 7))}))
	}
	check.OK(t, hub.Read(t.Context()))
	b := newBench(t, w, h, session.Config{Student: newStudent(t, classLibrary{}), Class: teacher, Profile: p})
	b.send(session.RoomMsg{Room: hub.Room()})
	b.m.board.Now = func() time.Time { return classNow }
	b.run(b.m.board.Refresh())
	b.m.Layout()
	return b
}

// f7 opens the board from everywhere, also from a field or a window, and leads back. The
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
	home.play(act{"f7", "", "board"})
}

// The board shows the exercise on which most students work. It changes to another exercise
// only when at most a third of the students are left in its own.
func TestBoard_followsTheClass(t *testing.T) {
	b := openBoard(t, newClass(30), 120, 36, ascii.TrueColor)
	move := func(from, to int) {
		for i := from; i < to; i++ {
			b.m.Config.Class.Board().Add(progress.Event{Student: fmt.Sprintf("student%03d", i), Kind: progress.TaskOpened,
				Exercise: "1.2", Task: "task0", Time: classNow})
		}
		b.run(b.m.board.Refresh())
		b.m.Layout()
	}
	move(0, 17)
	b.sees("board   7.7", "in 1.2")
	move(17, 24)
	b.sees("board   1.2", "task 1", "▸24 working")
	b.play(act{"e 'jjj' enter", "board   7.7", ""})
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
	check.OK(t, openBoard(t, newClass(30), 120, 30, ascii.Mono).m.board.Print(t.Context(), &out))
	compare(t, "board/30-transcript", out.String())
}

// A student who has left is not counted as working.
func TestBoard_away(t *testing.T) {
	c := teach(t, "1.2", "feature")
	c.sees("0 of 3 done", "▸3 working")
	c.leaves("b")
	c.m.board.Now = func() time.Time { return classNow.Add(time.Minute) }
	c.run(c.m.board.Refresh())
	c.sees("0 of 2 done", "▸2 working", "away since "+classNow.Add(-time.Minute).Local().Format("15:04"))
}

// The board draws only ASCII characters in the ASCII profile, and never outside the screen.
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
			checkSize(rt, b, w, h)
		}
		b.send(tea.MouseClickMsg{Button: tea.MouseLeft, X: w / 3, Y: h / 3})
		checkSize(rt, b, w, h)
	})
}

// taught is a class of Ada, Ben and Chloé with the board of their teacher.
type taught struct {
	*bench
	record *classRecord
	hub    *class.Hub
	peer   *class.Member // another teacher
}

// teach opens the board of a class whose students have a task open.
func teach(t *testing.T, exercise, task string) *taught {
	t.Helper()
	c := &taught{record: boardRecord(map[string]string{"a": "Ada", "b": "Ben", "c": "Chloé"})}
	for id := range c.record.names {
		c.logs(id, exercise, task, progress.TaskOpened, nil)
	}
	c.hub = class.NewHub(c.record, class.NewBoard(func(progress.Event) string { return "" }), nil)
	c.peer = c.hub.Join(class.Person{ID: "peer", Teacher: true})
	check.OK(t, c.hub.Read(t.Context()))
	c.bench = newBench(t, 120, 36, session.Config{Class: c.hub.Join(class.Person{ID: "teacher", Teacher: true})})
	c.m.board.Now = func() time.Time { return classNow }
	c.sync()
	return c
}

// logs adds an event of a student.
func (c *taught) logs(student, exercise, task string, kind progress.EventKind, raw map[string]string) {
	c.record.events = append(c.record.events, progress.Event{Student: student, Exercise: exercise, Task: task, Kind: kind,
		Time: classNow.Add(-time.Minute), Raw: raw})
}

// leaves ends the session of a student.
func (c *taught) leaves(student string) {
	c.record.now = func() time.Time { return classNow }
	m := c.hub.Join(class.Person{ID: student})
	m.Leave()
	check.OK(c.t, m.SetPresent(false))
	c.sync()
}

// sync passes to the teacher's lab what has been posted and logged. It fails if nothing has.
func (c *taught) sync() {
	c.t.Helper()
	check.OK(c.t, c.hub.Read(c.t.Context()))
	ctx, cancel := context.WithTimeout(c.t.Context(), 5*time.Second)
	defer cancel()
	room, ok := c.peer.Next(ctx)
	check.Must(c.t, ok, "nothing has changed in the class")
	c.m.Update(session.RoomMsg{Room: room})
}

// room returns the state of the class after sync.
func (c *taught) room() class.Room {
	c.sync()
	return c.m.Room
}

func TestBoard_gate(t *testing.T) {
	c := teach(t, "1.2", "feature")
	c.play(act{"g",
		"Gate after 1.2 feature | Hold everybody here; early finishers go to the next exercise, 1.3 | Only warn", ""})
	c.play(act{"2", "The gate is set.", ""})
	g, want := c.room().Gate, (class.Gate{TaskID: class.TaskID{Exercise: "1.2", Task: "feature"}, Holds: true, EarlyExercise: "1.3"})
	check.That(t, g == want, "got gate %+v, want %+v", g, want)
	c.logs("a", "1.2", "feature", progress.GateReached, nil)
	c.logs("b", "1.2", "feature", progress.GateReached, nil)
	c.logs("b", "1.3", "parabola", progress.TaskOpened, nil)
	c.sync()
	c.sees("gate after task 2 holds: 1 wait, 1 in 1.3")
	c.play(act{"g", "now", ""})
	c.keys("4")
	g = c.room().Gate
	check.That(t, !g.Holds && g.Task == "feature", "got gate %+v, want a warning", g)
	c.sees("gate after task 2 warns")
	c.play(act{"left g", "Open the gate after 1.2 feature", ""})
	c.play(act{"1", "The gate is open.", ""})
	g = c.room().Gate
	check.That(t, !g.IsSet(), "got gate %+v, want none", g)
}

func TestBoard_announce(t *testing.T) {
	c := teach(t, "1.2", "feature")
	c.keys("a", "enter") // nothing to announce
	c.typed(strings.Repeat("ab ", 80))
	c.sees("200 characters fit; the last 1 did not.")
	c.keys("enter")
	text := c.room().Announcement.Text
	check.That(t, len(text) == 200, "got an announcement of %d characters, want it cut at 200", len(text))
	c.record.err = errors.New("disk full")
	c.play(act{"a", "Remove: ab ab", ""})
	c.play(act{"'Break' enter", "Not sent, please try again: the record cannot be written.", ""})
	c.record.err = nil
	c.keys("a", "enter") // the line is still there
	c.sees("Announced to everybody.")
	check.Equal(t, c.room().Announcement.Text, "Break", "the announcement")
	c.play(act{"a enter", "The announcement is removed.", ""})
	check.Equal(t, c.room().Announcement.Text, "", "the announcement")
}

// votes lets a student vote.
func (c *taught) votes(student string, option int) {
	v := c.m.Room.Vote
	c.logs(student, "7.7", "predict", progress.VoteCast, map[string]string{"vote": strconv.FormatInt(v.ID, 10),
		"round": strconv.Itoa(v.Round), "option": strconv.Itoa(option)})
}

func TestBoard_vote(t *testing.T) {
	c := teach(t, "7.7", "predict")
	c.play(act{"v", "Ask everybody | enter asks everybody | Which one, and by how much? It will be", ""})
	c.keys("enter")
	c.sync()
	c.record.names["d"] = "Dan" // has opened no exercise
	check.OK(t, c.hub.Join(class.Person{ID: "d"}).SetPresent(true))
	c.votes("a", 1)
	c.votes("b", 3)
	c.sync()
	c.sees("2 of 4 students have voted. They do not see these numbers yet.")
	c.leaves("b") // Ben's vote counts
	c.sees("2 of 4 students have voted.")
	c.keys("enter")
	c.votes("c", 1) // recorded before the end of the round, and read after it
	c.sync()
	c.run(c.m.board.Refresh())
	if v := c.room().Vote; v.Open || fmt.Sprint(v.Counts) != "[[2 0 1]]" {
		t.Errorf("got vote %+v, want the counts of the round revealed, with every vote", v)
	}
	c.sees("Everybody sees the result of this round.")
	c.keys("esc", "v", "enter")
	c.sync()
	c.sees("vote open")
	v := c.m.Room.Vote
	check.That(t, v.Open && v.Round == 2, "got vote %+v, want round 2", v)
	for _, student := range []string{"a", "b", "c"} {
		c.votes(student, 1)
	}
	c.sync()
	compare(t, "board-vote-120x36", strings.Join(strings.Split(c.screen(), "\n")[10:26], "\n"))
	c.keys("x")
	r := c.room()
	check.That(t, r.Vote.Round == 0 && len(r.EndedVotes) == 1 && fmt.Sprint(r.EndedVotes[0].Counts) == "[[2 0 1]]",
		"got vote %+v and results %+v, want the round that was revealed", r.Vote, r.EndedVotes)
	c.sees("This vote has ended.", "round 1", "round 2")
	c.play(act{"esc v", "Result: Which one, and by how much?", ""})
}

func TestBoard_typedVote(t *testing.T) {
	c := teach(t, "1.2", "feature")
	for i, v := range []struct{ typed, question, options, sees string }{
		{"Ready?", "Ready?", "yes no", "1 yes  2 no"},
		{"Which kernel? linear | RBF", "Which kernel?", "linear RBF", "1 linear  2 RBF"},
		{"Best kernel|linear||RBF", "Best kernel", "linear RBF", "2 RBF"},
		{"Ready? yes", "", "", "type a second option after a |"},
		{"? | yes | no", "?", "yes no", ""},
		{"| yes | no", "", "", "type the question first"},
		{strings.Repeat("a", 201), "", "", "too long: at most 200 characters"},
		{"A|1|2|3|4|5|6|7|8|9|10", "", "", "10 options: at most 9"},
	} {
		c.m.board.Now = func() time.Time { return classNow.Add(time.Duration(i) * time.Second) }
		c.keys("v")
		c.typed(v.typed)
		c.sees(v.sees)
		c.keys("enter")
		if v.question == "" {
			c.keys("esc")
			continue
		}
		if got := c.room().Vote; got.Question != v.question || strings.Join(got.Options, " ") != v.options {
			t.Errorf("%q: got %q with the options %q", v.typed, got.Question, got.Options)
		}
		c.keys("x", "esc")
		c.sync()
	}
}

func TestBoard_helpQueue(t *testing.T) {
	c := teach(t, "1.2", "feature")
	c.play(act{"r", "nobody is asking for help", ""})
	c.keys("esc")
	for _, id := range []string{"b", "a", "c"} {
		m := c.hub.Join(class.Person{ID: id, Name: c.record.names[id]})
		check.OK(t, m.AskHelp(class.TaskID{Exercise: "1.2", Task: "feature"}))
	}
	c.sync()
	c.play(act{"r", "Ben  1.2 feature | 2 min", ""})
	c.play(act{"down enter", "Answer Ada: 1.2 feature | Which curve passes below the middle?", ""})
	c.play(act{"'Look at x = 0.' enter", "", ""})
	if r := c.room(); r.Hint("a").Text != "Look at x = 0." || r.Hint("b").Text != "" || r.PlaceInQueue("a") != 0 || r.PlaceInQueue("c") != 2 {
		t.Errorf("got %+v, want Ada answered and Chloé second", r)
	}
	c.play(act{"r enter", "Answer Ben: 1.2 feature | Mark as answered | 0 wrong answers, 0 hints", ""})
	c.play(act{"enter", "Ben is marked as answered.", ""})
	check.Equal(t, len(c.room().HelpRequests), 1, "requests")
}

func TestBoard_hints(t *testing.T) {
	c := teach(t, "1.2", "feature")
	c.record.events = append(c.record.events, progress.Event{Student: "a", Exercise: "1.2", Task: "feature",
		Kind: progress.HintShown, Hints: 1, Time: classNow})
	c.sync()
	c.play(act{"i", "Send a hint: 1.2 feature | › (seen) Which curve passes below the middle? | Try a square.", "(seen) Try"})
	c.play(act{"down enter", "Send the hint to | Ada | everybody", ""})
	c.play(act{"enter", "The hint is sent to Ada.", ""})
	r := c.room()
	h := r.Hint("a")
	h.At = (time.Time{})
	check.That(t, h == (class.Hint{Text: "Try a square.", TaskID: class.TaskID{Exercise: "1.2", Task: "feature"}, Level: 2}) &&
		r.Hint("b").Text == "", "got hints %+v and %+v, want one for Ada only", h, r.Hint("b"))
	c.play(act{"i 'Five more minutes.' enter down enter", "", ""})
	check.Equal(t, c.room().Hint("b").Text, "Five more minutes.", "the hint for Ben")
}

package lab

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/lab/class"
	"kernellab/lab/exercise"
	"kernellab/lab/follow"
	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/ui"
	"kernellab/testdata/support/check"
)

// classRecord is the record of a class in memory.
type classRecord struct {
	mu     sync.Mutex
	notes  []progress.Note
	events []progress.Event
	names  map[string]string
	err    error            // of posting
	now    func() time.Time // when a note is posted; nil means now
}

func (r *classRecord) Post(n progress.Note) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		if n.Number, n.Posted = int64(len(r.notes)+1), time.Now(); r.now != nil {
			n.Posted = r.now()
		}
		r.notes = append(r.notes, n)
	}
	return r.err
}

func (r *classRecord) Append(e progress.Event) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events = append(r.events, e)
	return nil
}

func (r *classRecord) Notes(_ context.Context, after int64) ([]progress.Note, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.notes[after:]), nil
}

func (r *classRecord) NewEvents(_ context.Context, after map[string]int64, _ int) ([]progress.Event,
	map[string]string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	news := slices.Clone(r.events[after["all"]:])
	after["all"] += int64(len(news))
	return news, r.names, nil
}

// kinds returns the kinds of the events, as far as they are among the given ones.
func (r *classRecord) kinds(all ...progress.EventKind) (out []progress.EventKind) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, e := range r.events {
		if slices.Contains(all, e.Kind) {
			out = append(out, e.Kind)
		}
	}
	return out
}

func (*classRecord) AwaitNotes(context.Context, func()) {}

// classBench is the lab of a student in a class with a teacher.
type classBench struct {
	*bench
	record  *classRecord
	hub     *class.Hub
	teacher *class.Member
}

func newClassBench(t *testing.T, w, h int, lib exercises.Library, start string) *classBench {
	t.Helper()
	record := &classRecord{}
	hub, seed := class.NewHub(record, class.NewBoard(func(progress.Event) string { return "" }), nil), uint64(41)
	student := studentOf(t, lib, &progress.Memory{}, study.Options{Seed: &seed, Log: record})
	b := &bench{t: t, patient: true, m: New(session.Config{Start: start, Profile: ascii.TrueColor,
		Student: student, Class: hub.Join(class.Person{ID: "ada", Name: "Ada"})})}
	b.m.Tick = b.postpone
	b.begin(w, h)
	return &classBench{b, record, hub, hub.Join(class.Person{ID: "t", Teacher: true})}
}

// hear lets the hub read the notes in the record, and passes the room to the lab.
func (b *classBench) hear(err error) {
	b.t.Helper()
	check.OK(b.t, err)
	check.OK(b.t, b.hub.Read(b.t.Context()))
	b.send(session.RoomMsg{Room: b.hub.Room()})
}

// logged returns the events of a kind, when everything is saved.
func (b *classBench) logged(kind progress.EventKind) (out []progress.Event) {
	for end := time.Now().Add(5 * time.Second); b.m.Saves.Saving && time.Now().Before(end); {
		b.takeLate(5 * time.Millisecond)
	}
	for _, e := range b.record.events {
		if e.Kind == kind {
			out = append(out, e)
		}
	}
	return out
}

// zonePlaces returns how to reach every zone: the exercise to start in, and the keys to press.
func zonePlaces() map[session.Zone][2]string {
	return map[session.Zone][2]string{
		session.ZoneContents: {}, session.ZoneField: {"1.2", "enter x"}, session.ZoneChoice: {"7.7", "ctrl+n"},
		session.ZoneControl: {"1.2", "enter tab"}, session.ZoneStage: {"7.7", "esc"}, session.ZonePanel: {"D.1", "w tab"},
		session.ZoneWhatIf: {"D.1", "i"}, session.ZoneBreakpoints: {"D.1", "b"}, session.ZoneQuestion: {"D.1", "p"},
		session.ZoneOverlay: {"1.2", ":"}}
}

// takeLate takes the messages of commands that end within d.
func (b *bench) takeLate(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(time.Millisecond) {
		late := b.late
		b.late = nil
		for _, done := range late {
			select {
			case msg := <-done:
				b.take(msg)
			default:
				b.late = append(b.late, done)
			}
		}
	}
}

// The keys of the class work in every zone, and no other action has these keys. What was
// open is still there afterwards.
func TestClass_keysWorkInEveryZone(t *testing.T) {
	for z, at := range zonePlaces() {
		var lib exercises.Library = fakeLibrary{}
		if at[0] == "D.1" {
			lib = debugLibrary{}
		}
		b := newClassBench(t, 120, 36, lib, at[0])
		for at[0] == "D.1" && !strings.Contains(b.screen(), "step 0 / 1+") {
			b.takeLate(5 * time.Millisecond)
		}
		b.keys(strings.Fields(at[1])...)
		before := b.screen()
		b.play(act{"f7", "Your class | Ask for help | Go slower, please", ""})
		b.keys("f7")
		check.That(t, b.screen() == before, "%s: after f7 twice, got\n%s\nwant\n%s", z, b.screen(), before)
		b.hear(b.teacher.Announce("Five more minutes."))
		b.sees("Five more minutes.")
		b.keys("f8")
		check.That(t, b.screen() == before, "%s: after f8, got\n%s\nwant\n%s", z, b.screen(), before)
	}
	for _, k := range newKeyMap(true) {
		for _, name := range session.ClassKeys() {
			check.That(t, !slices.Contains(k.Keys(), name.Keys()[0]) || k.Name == name.Name,
				"%s is also bound to %q in %s", name.Keys()[0], k.Name, k.Zone)
		}
	}
	home := newBench(t, 80, 24, session.Config{})
	check.That(t, home.m.Keys.Key(session.ZoneEverywhere, "class") == "", "f7 is bound at home")
}

func TestClass_golden(t *testing.T) {
	b := newClassBench(t, 80, 24, fakeLibrary{}, "1.2")
	b.play(act{"enter 'x1 + 3'", "", ""})
	b.hear(b.teacher.Announce("We go on at a quarter past ten."))
	compare(t, "class-announcement-80x24", b.screen()+"\n"+inks(b.cells()))
	b.hear(b.teacher.SetVote(class.Vote{ID: 7, Question: "Which feature separates the classes?", Round: 2, Open: true,
		Options: []string{"3·x₁ + 2", "(x₁ + 1)², because a parabola can cut the line of the points twice", "none"},
		Counts:  [][]int{{6, 12, 2}}}))
	b.keys("f7", "down")
	compare(t, "class-vote-80x24", b.screen()+"\n"+inks(b.cells()))
}

// A message leaves the field and the question visible and keeps what is typed, also while a key is held down.
func TestClass_messagesDoNotDisturb(t *testing.T) {
	for _, size := range [][2]int{{60, 18}, {80, 24}, {120, 36}} {
		b := newClassBench(t, size[0], size[1], fakeLibrary{}, "1.2")
		b.keys("enter")
		for i := range 6 {
			b.typed("1")
			b.hear(b.teacher.Announce(fmt.Sprintf("Announcement %d", i)))
			b.hear(b.teacher.SetVote(class.Vote{ID: 7, Question: "Why?", Options: []string{"a", "b"}, Round: i + 1, Open: true}))
			b.hear(b.teacher.SendHint("ada", class.Hint{Text: strings.Repeat("Try a square. ", 30)}))
			b.hear(b.teacher.SetGate(class.Gate{TaskID: class.TaskID{Exercise: "1.2", Task: "feature"}, Holds: i%2 == 0}))
			b.send(tea.PasteMsg{Content: "2"})
			b.keys("f8")
		}
		b.sees("Which feature makes the classes", "separable?", "x₂ =")
		if got := b.exercise().Task.Form.Answers["f"]; got != "121212121212" || b.field(0).Empty() {
			t.Errorf("%v: got answer %q, want it as typed, and its field on the screen:\n%s", size, got, b.screen())
		}
		n := len(b.logged(progress.VoteCast))
		check.That(t, n == 0, "%v: got %d votes from digits that were typed into a field", size, n)
	}
}

// The row of a message leaves room for the picture below a text.
func TestClass_messageKeepsThePicture(t *testing.T) {
	c := newClassroom(t)
	bob := c.join(class.Person{ID: "bob", Name: "Bob"}, 80, 24, study.Options{})
	bob.run(bob.m.perform(session.Open{Exercise: "1.2"}))
	c.until("the picture is visible", bob.shows("The number line", "─(◇)─", "−4 "))
	check.OK(t, bob.m.Config.Class.Announce("Five more minutes"))
	c.until("the message is visible", bob.shows("Five more minutes"))
	bob.sees("fewest errors =", "The number line", "─(◇)─", "−4 ")
}

// The newest message is on top, a withdrawn one disappears, and a long one opens.
func TestClass_messages(t *testing.T) {
	b := newClassBench(t, 80, 24, fakeLibrary{}, "")
	b.hear(b.teacher.Announce("First"))
	b.hear(b.teacher.SendHint("", class.Hint{Text: strings.Repeat("Look at b. ", 20) + "The end."}))
	b.play(act{"", "A hint from your teacher: Look | f7 all of it | f8 next (1)", "The end."})
	b.play(act{"f7", "From your teacher | The end.", ""})
	b.play(act{"esc f8", "First | f8 got it", ""})
	b.hear(b.teacher.Announce("Second"))
	b.play(act{"", "Second", "First"})
	b.hear(b.teacher.Announce(""))
	b.lacks("Second", "got it")
	b.hear(b.teacher.SendHint("ada", class.Hint{Text: "with numbers of the teacher", TaskID: class.TaskID{Exercise: "1.2", Task: "feature"}, Level: 2}))
	b.sees("A hint from your teacher: Try a square.")
	b.keys("f8")
	b.hear(b.teacher.SendHint("bob", class.Hint{Text: "For Bob"}))
	b.lacks("For Bob")
	b.play(act{"f7", "Read what your teacher wrote", ""})
}

func TestClass_help(t *testing.T) {
	for _, start := range []string{"", "1.2"} {
		b := newClassBench(t, 80, 24, fakeLibrary{}, start)
		b.sees("f7 ask for help")
		b.hear(b.record.Post(progress.Note{Key: "help bob", Body: "{}"}))
		b.keys("f7", "enter")
		b.hear(nil)
		b.sees("f7 number 2 in the queue")
		b.hear(b.teacher.EndHelp("bob"))
		b.sees("f7 number 1 in the queue")
		b.play(act{"f7", "I no longer need help | you are number 1 in the queue", ""})
		b.keys("enter")
		b.hear(nil)
		b.play(act{"f7 3", "Your teacher sees it.", ""})
		b.record.err = progress.ErrSlow
		b.play(act{"f7 2", "Not sent, please try again", ""})
		var readings []string
		for _, e := range b.logged(progress.HelpAsked) {
			readings = append(readings, e.Reading)
			check.That(t, e.Exercise == start, "got exercise %q, want %q", e.Exercise, start)
		}
		want := []string{progress.HelpWanted, progress.HelpEnded, progress.Slower, progress.Faster}
		check.That(t, slices.Equal(readings, want), "got events %v, want %v", readings, want)
	}
}

// While the class pauses, nobody begins a later exercise unless the teacher has chosen it.
func TestClass_gateHoldsLaterExercises(t *testing.T) {
	b := newClassBench(t, 80, 24, fakeLibrary{}, "1.2")
	open := func(id string) string {
		b.send(nil)
		b.m.perform(session.Open{Exercise: id})
		return b.exercise().Task.Work.ID()
	}
	g := class.Gate{TaskID: class.TaskID{Exercise: "1.2", Task: "feature"}, Holds: true}
	b.hear(b.teacher.SetGate(g))
	got := open("7.7")
	check.That(t, got == "1.2", "while the class pauses: got exercise %s, want 1.2", got)
	b.play(act{"alt+q t", "your class pauses", ""})
	b.m.perform(session.Open{Exercise: "1.2"})
	g.EarlyExercise = "7.7"
	b.hear(b.teacher.SetGate(g))
	check.Equal(t, open("7.7"), "7.7", "an exercise for early finishers")
}

func TestClass_vote(t *testing.T) {
	for _, start := range []string{"", "1.2"} {
		b := newClassBench(t, 80, 24, fakeLibrary{}, start)
		v := class.Vote{ID: 1 << 60, Question: "Which one?", Options: []string{"this", "that"}, Round: 1, Open: true}
		b.hear(b.teacher.SetVote(v))
		b.sees("Vote: Which one?", "f7 vote")
		b.play(act{"f7 esc f7 2 9 enter", "", "Vote: Which one?"})
		b.play(act{"f7 4", "● 2 that", ""})
		b.keys("up", "enter")
		b.hear(b.teacher.Announce("Hello"))
		b.play(act{"f8", "You voted for 1.", ""})
		v.Open, v.Counts = false, [][]int{{3, 1}}
		b.hear(b.teacher.SetVote(v))
		b.lacks("You voted for 1.")
		b.sees("How the class voted: Which one?")
		b.keys("f7", "2", "enter")
		v.Round, v.Open = 2, true
		b.hear(b.teacher.SetVote(v))
		b.sees("Vote again: Which one?")
		b.keys("f7")
		v.Round = 3
		b.hear(b.teacher.SetVote(v))
		b.play(act{"2", "a new round", ""})
		b.keys("2", "enter")
		var cast []string
		for _, e := range b.logged(progress.VoteCast) {
			cast = append(cast, e.Raw["vote"]+" "+e.Raw["round"]+" "+e.Raw["option"]+" "+e.Exercise)
		}
		want := []string{"1152921504606846976 1 2 " + start, "1152921504606846976 1 1 " + start,
			"1152921504606846976 3 2 " + start}
		check.That(t, slices.Equal(cast, want), "got votes %q, want %q", cast, want)
		v.Open, v.Counts = false, [][]int{{3, 1}, {0, 4}, {2, 2}}
		b.hear(b.teacher.EndVote(v))
		b.lacks("How the class voted")
		b.play(act{"f7 4", "round 1  75 % | round 2 100 % | round 3  50 %", ""})
	}
}

// While a gate holds, nobody opens a task after it. Students can still go back, and can open
// the exercise for early finishers.
func TestClass_gateHolds(t *testing.T) {
	gate := class.Gate{TaskID: class.TaskID{Exercise: "1.2", Task: "feature"}, Holds: true, EarlyExercise: "7.7"}
	begin := func(g class.Gate) *classBench {
		b := newClassBench(t, 80, 24, fakeLibrary{}, "1.2")
		b.hear(b.teacher.SetGate(g))
		b.play(act{"enter 'x^2'", "", ""})
		return b
	}
	ways := map[string]func(b *classBench){
		"enter":   func(b *classBench) { b.keys("enter", "enter") },
		"ctrl+n":  func(b *classBench) { b.keys("ctrl+n") },
		"]":       func(b *classBench) { b.keys("enter", "esc", "]") },
		"palette": func(b *classBench) { b.keys("ctrl+p"); b.typed("next task, answered"); b.keys("enter") },
		"dots": func(b *classBench) {
			dots, _ := b.part("tasks")
			b.send(tea.MouseClickMsg{X: dots.X + 2, Y: dots.Y, Button: tea.MouseLeft})
		},
		"reopened at a later task": func(b *classBench) {
			e, err := exercise.New(b.m.Session, "1.2", "parabola")
			check.That(t, err == nil && e.Task.Work.Index() == 1, "got task %d, error %v, want the gate's task",
				e.Task.Work.Index()+1, err)
			b.keys("ctrl+n")
		},
	}
	for name, way := range ways {
		b := begin(gate)
		b.sees("Your class pauses after task 2 of 1.2")
		way(b)
		got := b.exercise().Task.Work.Index()
		check.That(t, got == 1, "%s: got task %d, want 2", name, got+1)
		b.play(act{"ctrl+n", "Your class pauses here", ""})
		if e := b.logged(progress.GateReached); len(e) != 1 || e[0].Task != "feature" {
			t.Errorf("%s: got events %v, want one about the gate", name, e)
		}
		b.keys("ctrl+b", "ctrl+n")
		got = b.exercise().Task.Work.Index()
		check.That(t, got == 1, "%s: back and forth leads to task %d, want 2", name, got+1)
		b.hear(b.teacher.SetGate(class.Gate{}))
		b.sees("Your class goes on in 1.2.")
		b.play(act{"ctrl+n", "3 of 3", ""})
		b.hear(b.teacher.SetGate(gate)) // students beyond the gate stay where they are
		b.play(act{"ctrl+b ctrl+n", "Your class pauses after task 2 | 3 of 3", ""})
	}
	b := begin(gate)
	b.play(act{"enter enter", "meanwhile: 7.7 Watch SMO", ""})
	b.play(act{"enter", "7.7 Watch SMO", ""})
	b = begin(class.Gate{TaskID: class.TaskID{Exercise: "1.2", Task: "feature"}})
	b.sees("Please stop after task 2 of 1.2")
	b.play(act{"enter enter", "3 of 3", ""})
}

// Every move to another task is recorded at once, because the board shows where everybody is.
func TestClass_movesReachTheRecord(t *testing.T) {
	b := newClassBench(t, 80, 24, fakeLibrary{}, "")
	for i, keys := range []string{"enter", "enter", "ctrl+n", "ctrl+b", "alt+q enter"} {
		b.keys(strings.Fields(keys)...)
		check.Equal(t, len(b.logged(progress.TaskOpened)), i+1, "events after %s", keys)
	}
}

// A gate after the last task holds the class before the next exercise.
func TestClass_gateAtTheEnd(t *testing.T) {
	b := newClassBench(t, 80, 24, fakeLibrary{}, "1.3")
	b.hear(b.teacher.SetGate(class.Gate{TaskID: class.TaskID{Exercise: "1.3", Task: "parabola"}, Holds: true}))
	b.play(act{"1 tab 2 tab 0 enter", "Exercise 1.3 is done. | enter wait for your class", ""})
	b.play(act{"enter enter", "1.3 A line up there | and goes on together", ""})
}

// In a terminal that is too small, the keys of the class do nothing.
func TestClass_tooSmall(t *testing.T) {
	b := newClassBench(t, ui.MinWidth-1, 4, fakeLibrary{}, "1.2")
	b.hear(b.teacher.Announce("Hello"))
	b.play(act{"f7 f8", "", "Hello | Your class"})
	b.send(tea.WindowSizeMsg{Width: 60, Height: 18})
	b.sees("Hello")
}

// classroom holds the labs of the members of a class.
type classroom struct {
	t      *testing.T
	record *classRecord
	hub    *class.Hub
	labs   []*bench
}

func newClassroom(t *testing.T) *classroom {
	record := &classRecord{names: map[string]string{"bob": "Bob"}}
	c := &classroom{t: t, record: record, hub: class.NewHub(record, class.NewBoard(func(progress.Event) string { return "" }), nil)}
	go c.hub.Run(t.Context())
	return c
}

// join opens the lab of a member.
func (c *classroom) join(p class.Person, w, h int, o study.Options) *bench {
	c.t.Helper()
	b := newBench(c.t, w, h, session.Config{Student: studentOf(c.t, lessonLibrary(), &progress.Memory{}, o),
		Class: c.hub.Join(p), Context: c.t.Context()})
	b.patient = true
	b.m.Tick = func(d time.Duration, msg func(time.Time) tea.Msg) tea.Cmd {
		if _, rest := msg(time.Time{}).(follow.PostMsg); !rest {
			return nil
		}
		return func() tea.Msg { return msg(time.Time{}) }
	}
	c.labs = append(c.labs, b)
	return b
}

// until passes the messages of the class to all labs until ok returns true. It fails after 20
// seconds, and its message names the event.
func (c *classroom) until(event string, ok func() bool) {
	c.t.Helper()
	for end := time.Now().Add(20 * time.Second); !ok(); {
		if time.Now().After(end) {
			for _, b := range c.labs {
				c.t.Log(b.screen())
			}
			c.t.Fatalf("waited in vain until %s", event)
		}
		for _, b := range c.labs {
			b.takeLate(time.Millisecond)
		}
	}
}

// shows returns a function that reports whether the screen contains all texts.
func (b *bench) shows(texts ...string) func() bool {
	return func() bool {
		s := b.screen()
		return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(s, text) })
	}
}

// newFollowedClass returns a classroom in which Ada, a teacher, shows a task to Bob, who follows.
func newFollowedClass(t *testing.T, exercise, task string, o study.Options) (c *classroom, ada, bob *bench) {
	c = newClassroom(t)
	ada = c.join(class.Person{ID: "ada", Name: "Ada", Teacher: true}, 120, 36, o)
	bob = c.join(class.Person{ID: "bob", Name: "Bob"}, 80, 24, study.Options{Log: c.record})
	ada.run(ada.m.perform(session.Open{Exercise: exercise, Task: task}))
	ada.keys("f9")
	bob.run(bob.m.perform(session.Open{Exercise: "7.7", Task: "state"})) // the same exercise with other numbers
	bob.typed("12")
	c.until("Bob sees that Ada leads", func() bool { return bob.m.Room.Lead.Document.ID == exercise })
	bob.keys("f7")
	c.until("Bob follows", bob.shows("leave Ada", exercise))
	return c, ada, bob
}

func TestFollow_stepsOfARun(t *testing.T) {
	c, ada, bob := newFollowedClass(t, "7.7", "watch", study.Options{})
	for n := 1; n <= 3; n++ {
		ada.keys("right")
		c.until("the stage shows the step", bob.shows(fmt.Sprintf("step %d /", n)))
	}
	ada.keys("f7")
	c.until("the board counts the followers", ada.shows("Ada leads, 1 follower"))
	ada.keys("f7")
	// The keys of a follower change nothing.
	bob.play(act{"right x enter ctrl+n", "step 3 / | Only Ada can change this.", ""})
	bob.play(act{"tab", "Step through the run.", ""})
	// One key leads Bob back to his own work, which is as he left it.
	bob.play(act{"x", "Only Ada can change this.", ""})
	bob.play(act{"f7", "Where will it go next? | k = 12", "Only Ada"})
	ada.keys("right")
	bob.keys("f7")
	c.until("Bob follows again", bob.shows("step 4 /"))
	bob.send(tea.WindowSizeMsg{Width: 120, Height: 36})
	ada.keys("w")
	c.until("Bob sees why", bob.shows("Why this step"))
	ada.keys("v")
	c.until("Bob sees the ledger", bob.shows("The ledger"))
	ada.keys("v")
	c.until("the ledger is closed", func() bool { return !strings.Contains(bob.screen(), "The ledger") })
	ada.keys("i", "down", "down", "down", "right", "enter")
	c.until("the branch is shown", bob.shows("branch 1", "pair rule = farthest"))
	// A new parameter starts another run, and another task another stage.
	ada.keys("ctrl+n")
	c.until("Bob sees the next task", bob.shows("5 of 7"))
	ada.run(ada.m.perform(session.Open{Exercise: "2.1"}))
	c.until("Bob sees the next exercise", bob.shows("2.1"))
	ada.keys("f9", "enter")
	c.until("nobody leads", bob.shows("Where will it go next?"))
	got, want := fmt.Sprint(c.record.kinds("follow", "unfollow")), "[follow unfollow follow unfollow]"
	check.That(t, got == want, "events of Bob: got %s, want %s", got, want)
}

func TestFollow_handover(t *testing.T) {
	c, ada, bob := newFollowedClass(t, "7.7", "watch", study.Options{})
	eve := c.join(class.Person{ID: "eve", Name: "Eve", Teacher: true}, 100, 30, study.Options{Log: c.record})
	ada.keys("f9")
	c.until("Bob is on the list", ada.shows("Hand over to Eve", "Hand over to Bob"))
	ada.play(act{"'bob' enter", "", ""})
	c.until("Bob leads", bob.shows("You lead.", "you lead", "Where will it go next?"))
	c.until("Ada sees it", ada.shows("Bob leads the class now."))
	eve.sees("Bob leads, 0 followers")
	eve.play(act{"f9", "Bob leads the class. | Take over from Bob", ""})
	eve.keys("down", "enter")
	c.until("Eve sees Bob's task and answer", eve.shows("leave Bob", "Where will it go next?", "k = 12"))
	c.until("it is saved that Eve follows", func() bool {
		return !strings.Contains(eve.screen(), "not yet saved") && len(c.record.kinds("follow")) == 2
	})
	bob.play(act{"backspace backspace '5'", "", ""})
	c.until("Eve sees the other answer", eve.shows("k = 5"))
	bob.play(act{"enter", "The form is not complete yet.", ""})
	c.until("Eve sees the verdict", eve.shows("The form is not complete yet."))
	// A teacher can always take the lead back, but is asked first.
	eve.play(act{"x", "Only Bob can change this.", ""})
	ada.play(act{"f9", "Bob leads the class.", ""})
	ada.keys("enter")
	c.until("Ada leads, and Eve sees what she shows", eve.shows("leave Ada", "Watch it"))
	eve.play(act{"x", "Only Ada can change this.", ""})
	c.until("Bob no longer leads", bob.shows("Ada leads the class now."))
	ada.m.Config.Class.Leave()
	c.until("Eve sees that the leader has left", eve.shows("Ada has stopped leading the class."))
	eve.lacks("leave Ada")
}

// A follower sees the leader's own data, and a forked run of the sandbox.
func TestFollow_sandboxWithOwnData(t *testing.T) {
	own, err := dataset.Read("clouds.csv", strings.NewReader("x1,x2,label\n0,1,a\n2,1,b\n0.5,0,a\n2,2,b\n1,3,a\n"), dataset.Options{})
	check.OK(t, err)
	c, ada, bob := newFollowedClass(t, "S", "", study.Options{Data: own})
	c.until("Bob sees the data", bob.shows("data         ‹ clouds"))
	ada.keys("right", "i", "down", "down", "down", "right", "enter")
	c.until("Bob sees the branch", bob.shows("clouds", "branch 1", "step 2 /"))
	if own, _ := bob.m.Student.View("S"); own.State != study.Untouched {
		t.Errorf("Bob's own sandbox: got state %v, want it untouched", own.State)
	}
	c.labs = c.labs[:0]
	large := dataset.BlobsOverlapping(5000, 1)
	b := c.join(class.Person{ID: "eve", Name: "Eve", Teacher: true}, 120, 36, study.Options{Data: large})
	b.run(b.m.perform(session.Open{Exercise: "S"}))
	b.keys("f9", "enter")
	c.until("Eve is told that her data are too large", b.shows("larger than 64 kB"))
}

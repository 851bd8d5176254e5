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
	"kernellab/lab/class"
	"kernellab/lab/exercise"
	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/ui"
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
		if n.Number, n.At = int64(len(r.notes)+1), time.Now(); r.now != nil {
			n.At = r.now()
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

func (r *classRecord) Activity(_ context.Context, after map[string]int64, _ int) ([]progress.Event, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	news := slices.Clone(r.events[after["all"]:])
	after["all"] += int64(len(news))
	return news, nil
}

func (*classRecord) AwaitNotes(context.Context, func()) {}

func (r *classRecord) NamesByID(context.Context) (map[string]string, error) { return r.names, nil }

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
	hub, seed := class.NewHub(record, class.NewBoard(nil), nil), uint64(41)
	student := studentOf(t, lib, &progress.Memory{}, study.Options{Seed: &seed, Log: record})
	b := &bench{t: t, patient: true, m: New(session.Config{Start: start, Background: session.Dark, Profile: ascii.TrueColor,
		Student: student, Class: hub.Join(class.Person{ID: "ada", Name: "Ada"})})}
	b.m.Tick = b.postpone
	b.begin(w, h)
	return &classBench{b, record, hub, hub.Join(class.Person{ID: "t", Teacher: true})}
}

// hear lets the hub read the notes in the record, and passes the room to the lab.
func (b *classBench) hear(err error) {
	b.t.Helper()
	check(b.t, err)
	check(b.t, b.hub.Read(b.t.Context()))
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

// zonePlaces lead to every zone: the exercise in which it is, and the keys.
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

// The keys of the class work wherever the keyboard is, and nothing else is on them. What
// was open is still there afterwards.
func TestClass_keysWorkInEveryZone(t *testing.T) {
	for z, at := range zonePlaces() {
		var lib exercises.Library = fakeLibrary{slow: closedGate()}
		if at[0] == "D.1" {
			lib = debugLibrary{}
		}
		b := newClassBench(t, 120, 36, lib, at[0])
		for at[0] == "D.1" && !strings.Contains(b.screen(), "step 0 / 1+") {
			b.takeLate(5 * time.Millisecond)
		}
		b.keys(strings.Fields(at[1])...)
		before := b.screen()
		b.keys("f7")
		b.sees("Your class", "Ask for help", "Go slower, please")
		b.keys("f7")
		if b.screen() != before {
			t.Errorf("%s: after f7 twice, got\n%s\nwant\n%s", z, b.screen(), before)
		}
		b.hear(b.teacher.Announce("Five more minutes."))
		b.sees("Five more minutes.")
		b.keys("f8")
		if b.screen() != before {
			t.Errorf("%s: after f8, got\n%s\nwant\n%s", z, b.screen(), before)
		}
	}
	for _, k := range newKeyMap(true) {
		for _, name := range session.ClassKeys() {
			if slices.Contains(k.Keys(), name.Keys()[0]) && k.Name != name.Name {
				t.Errorf("%s is also bound to %q in %s", name.Keys()[0], k.Name, k.Zone)
			}
		}
	}
	if home := newBench(t, 80, 24, session.Config{}); home.m.Keys.Key(session.ZoneEverywhere, "class") != "" {
		t.Error("f7 is bound at home")
	}
}

func TestClass_golden(t *testing.T) {
	b := newClassBench(t, 80, 24, fakeLibrary{slow: closedGate()}, "1.2")
	b.keys("enter")
	b.typed("x1 + 3")
	b.hear(b.teacher.Announce("We go on at a quarter past ten."))
	compare(t, "class-announcement-80x24", b.screen()+"\n"+inks(b.cells()))
	b.hear(b.teacher.SetVote(class.Vote{ID: 7, Question: "Which feature separates the classes?", Round: 2, Open: true,
		Options: []string{"3·x₁ + 2", "(x₁ + 1)², because a parabola can cut the line of the points twice", "none"},
		Counts:  [][]int{{6, 12, 2}}}))
	b.keys("f7", "down")
	compare(t, "class-vote-80x24", b.screen()+"\n"+inks(b.cells()))
}

// A message leaves the field and the question visible and keeps what is typed, also while
// a key is held down.
func TestClass_messagesDoNotDisturb(t *testing.T) {
	for _, size := range [][2]int{{60, 18}, {80, 24}, {120, 36}} {
		b := newClassBench(t, size[0], size[1], fakeLibrary{slow: closedGate()}, "1.2")
		b.keys("enter")
		for i := range 6 {
			b.typed("1")
			b.hear(b.teacher.Announce(fmt.Sprintf("Announcement %d", i)))
			b.hear(b.teacher.SetVote(class.Vote{ID: 7, Question: "Why?", Options: []string{"a", "b"}, Round: i + 1, Open: true}))
			b.hear(b.teacher.SendHint("ada", class.Hint{Text: strings.Repeat("Try a square. ", 30)}))
			b.hear(b.teacher.SetGate(class.Gate{Exercise: "1.2", Task: "feature", Holds: i%2 == 0}))
			b.send(tea.PasteMsg{Content: "2"})
			b.keys("f8")
		}
		b.sees("Which feature makes the classes", "separable?", "x₂ =")
		if got := b.exercise().Task.Form.Answers["f"]; got != "121212121212" || b.field(0).Empty() {
			t.Errorf("%v: got answer %q, want it as typed, and its field on the screen:\n%s", size, got, b.screen())
		}
		if n := len(b.logged(progress.VoteCast)); n > 0 {
			t.Errorf("%v: got %d votes from digits that were typed into a field", size, n)
		}
	}
}

// The newest message is on top, a withdrawn one disappears, and a long one opens.
func TestClass_messages(t *testing.T) {
	b := newClassBench(t, 80, 24, fakeLibrary{slow: closedGate()}, "")
	b.hear(b.teacher.Announce("First"))
	b.hear(b.teacher.SendHint("", class.Hint{Text: strings.Repeat("Look at b. ", 20) + "The end."}))
	b.sees("A hint from your teacher: Look", "f7 all of it", "f8 next (1)")
	b.lacks("The end.")
	b.keys("f7")
	b.sees("From your teacher", "The end.")
	b.keys("esc", "f8")
	b.sees("First", "f8 got it")
	b.hear(b.teacher.Announce("Second"))
	b.sees("Second")
	b.lacks("First")
	b.hear(b.teacher.Announce(""))
	b.lacks("Second", "got it")
	b.hear(b.teacher.SendHint("ada", class.Hint{Text: "with numbers of the teacher", Exercise: "1.2", Task: "feature", Level: 2}))
	b.sees("A hint from your teacher: Try a square.")
	b.keys("f8")
	b.hear(b.teacher.SendHint("bob", class.Hint{Text: "For Bob"}))
	b.lacks("For Bob")
	b.keys("f7")
	b.sees("Read what your teacher wrote")
}

func TestClass_help(t *testing.T) {
	for _, start := range []string{"", "1.2"} {
		b := newClassBench(t, 80, 24, fakeLibrary{slow: closedGate()}, start)
		b.sees("f7 ask for help")
		b.hear(b.record.Post(progress.Note{Key: "help bob", Body: "{}"}))
		b.keys("f7", "enter")
		b.hear(nil)
		b.sees("f7 number 2 in the queue")
		b.hear(b.teacher.EndHelp("bob"))
		b.sees("f7 number 1 in the queue")
		b.keys("f7")
		b.sees("I no longer need help", "you are number 1 in the queue")
		b.keys("enter")
		b.hear(nil)
		b.keys("f7", "3")
		b.sees("Your teacher sees it.")
		b.record.err = progress.ErrSlow
		b.keys("f7", "2")
		b.sees("Not sent, please try again")
		var readings []string
		for _, e := range b.logged(progress.HelpAsked) {
			if readings = append(readings, e.Reading); e.Exercise != start {
				t.Errorf("got exercise %q, want %q", e.Exercise, start)
			}
		}
		want := []string{progress.HelpWanted, progress.HelpEnded, progress.Slower, progress.Faster}
		if !slices.Equal(readings, want) {
			t.Errorf("got events %v, want %v", readings, want)
		}
	}
}

// While the class pauses, nobody begins a later exercise unless the teacher has chosen it.
func TestClass_gateHoldsLaterExercises(t *testing.T) {
	b := newClassBench(t, 80, 24, fakeLibrary{slow: closedGate()}, "1.2")
	open := func(id string) string {
		b.send(nil)
		b.m.perform(session.Open{Exercise: id})
		return b.exercise().Task.Work.ID()
	}
	g := class.Gate{Exercise: "1.2", Task: "feature", Holds: true}
	b.hear(b.teacher.SetGate(g))
	if got := open("7.7"); got != "1.2" {
		t.Errorf("while the class pauses: got exercise %s, want 1.2", got)
	}
	b.keys("alt+q", "t")
	b.sees("your class pauses")
	b.m.perform(session.Open{Exercise: "1.2"})
	g.Early = "7.7"
	b.hear(b.teacher.SetGate(g))
	if got := open("7.7"); got != "7.7" {
		t.Errorf("an exercise for early finishers: got %s, want 7.7", got)
	}
}

func TestClass_vote(t *testing.T) {
	for _, start := range []string{"", "1.2"} {
		b := newClassBench(t, 80, 24, fakeLibrary{slow: closedGate()}, start)
		v := class.Vote{ID: 1 << 60, Question: "Which one?", Options: []string{"this", "that"}, Round: 1, Open: true}
		b.hear(b.teacher.SetVote(v))
		b.sees("Vote: Which one?", "f7 vote")
		b.keys("f7", "esc", "f7", "2", "9", "enter")
		b.lacks("Vote: Which one?")
		b.keys("f7", "4")
		b.sees("● 2 that")
		b.keys("up", "enter")
		b.hear(b.teacher.Announce("Hello"))
		b.keys("f8")
		b.sees("You voted for 1.")
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
		b.keys("2")
		b.sees("a new round")
		b.keys("2", "enter")
		var cast []string
		for _, e := range b.logged(progress.VoteCast) {
			cast = append(cast, e.Raw["vote"]+" "+e.Raw["round"]+" "+e.Raw["option"]+" "+e.Exercise)
		}
		want := []string{"1152921504606846976 1 2 " + start, "1152921504606846976 1 1 " + start,
			"1152921504606846976 3 2 " + start}
		if !slices.Equal(cast, want) {
			t.Errorf("got votes %q, want %q", cast, want)
		}
		v.Open, v.Counts = false, [][]int{{3, 1}, {0, 4}, {2, 2}}
		b.hear(b.teacher.EndVote(v))
		b.lacks("How the class voted")
		b.keys("f7", "4")
		b.sees("round 1  75 %", "round 2 100 %", "round 3  50 %")
	}
}

// Nobody opens a task after the gate while it holds. The way back is free, and the teacher's
// exercise for early finishers is open.
func TestClass_gateHolds(t *testing.T) {
	gate := class.Gate{Exercise: "1.2", Task: "feature", Holds: true, Early: "7.7"}
	begin := func(g class.Gate) *classBench {
		b := newClassBench(t, 80, 24, fakeLibrary{slow: closedGate()}, "1.2")
		b.hear(b.teacher.SetGate(g))
		b.keys("enter")
		b.typed("x^2")
		return b
	}
	ways := map[string]func(b *classBench){
		"enter":   func(b *classBench) { b.keys("enter", "enter") },
		"ctrl+n":  func(b *classBench) { b.keys("ctrl+n") },
		"]":       func(b *classBench) { b.keys("enter", "esc", "]") },
		"palette": func(b *classBench) { b.keys("ctrl+p"); b.typed("next task, answered"); b.keys("enter") },
		"dots": func(b *classBench) {
			dots, _ := b.part("steps")
			b.send(tea.MouseClickMsg{X: dots.X + 2, Y: dots.Y, Button: tea.MouseLeft})
		},
		"reopened at a later task": func(b *classBench) {
			e, err := exercise.New(b.m.Session, "1.2", "parabola")
			if err != nil || e.Task.Work.Index() != 1 {
				t.Errorf("got task %d, error %v, want the gate's task", e.Task.Work.Index()+1, err)
			}
			b.keys("ctrl+n")
		},
	}
	for name, way := range ways {
		b := begin(gate)
		b.sees("Your class pauses after task 2 of 1.2")
		way(b)
		if got := b.exercise().Task.Work.Index(); got != 1 {
			t.Errorf("%s: got task %d, want 2", name, got+1)
		}
		b.keys("ctrl+n")
		b.sees("Your class pauses here")
		if e := b.logged(progress.GateReached); len(e) != 1 || e[0].Task != "feature" {
			t.Errorf("%s: got events %v, want one about the gate", name, e)
		}
		b.keys("ctrl+b", "ctrl+n")
		if got := b.exercise().Task.Work.Index(); got != 1 {
			t.Errorf("%s: back and forth leads to task %d, want 2", name, got+1)
		}
		b.hear(b.teacher.SetGate(class.Gate{}))
		b.sees("Your class goes on in 1.2.")
		b.keys("ctrl+n")
		b.sees("3 of 3")
		b.hear(b.teacher.SetGate(gate)) // nobody is thrown back
		b.keys("ctrl+b", "ctrl+n")
		b.sees("Your class pauses after task 2", "3 of 3")
	}
	b := begin(gate)
	b.keys("enter", "enter")
	b.sees("meanwhile: 7.7 Watch SMO")
	b.keys("enter")
	b.sees("7.7 Watch SMO")
	b = begin(class.Gate{Exercise: "1.2", Task: "feature"})
	b.sees("Please stop after task 2 of 1.2")
	b.keys("enter", "enter")
	b.sees("3 of 3")
}

// The record has every move at once, because the board shows where everybody is.
func TestClass_movesReachTheRecord(t *testing.T) {
	b := newClassBench(t, 80, 24, fakeLibrary{slow: closedGate()}, "")
	for i, keys := range []string{"enter", "enter", "ctrl+n", "ctrl+b", "alt+q enter"} {
		b.keys(strings.Fields(keys)...)
		if n := len(b.logged(progress.TaskOpened)); n != i+1 {
			t.Errorf("after %s: got %d events, want %d", keys, n, i+1)
		}
	}
}

// A gate after the last task holds the class before the next exercise.
func TestClass_gateAtTheEnd(t *testing.T) {
	b := newClassBench(t, 80, 24, fakeLibrary{slow: closedGate()}, "1.3")
	b.hear(b.teacher.SetGate(class.Gate{Exercise: "1.3", Task: "parabola", Holds: true}))
	b.keys("1", "tab", "2", "tab", "0", "enter")
	b.sees("Exercise 1.3 is done.", "enter wait for your class")
	b.keys("enter", "enter")
	b.sees("1.3 A line up there", "and goes on together")
}

// In a terminal that is too small, the keys of the class do nothing.
func TestClass_tooSmall(t *testing.T) {
	b := newClassBench(t, ui.MinWidth-1, 4, fakeLibrary{slow: closedGate()}, "1.2")
	b.hear(b.teacher.Announce("Hello"))
	b.keys("f7", "f8")
	b.lacks("Hello", "Your class")
	b.send(tea.WindowSizeMsg{Width: 60, Height: 18})
	b.sees("Hello")
}

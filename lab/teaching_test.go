package lab

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"kernellab/lab/class"
	"kernellab/lab/progress"
	"kernellab/lab/session"
)

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
	check(t, c.hub.Read(t.Context()))
	c.bench = newBench(t, 120, 36, session.Config{Class: c.hub.Join(class.Person{ID: "teacher", Teacher: true}),
		Background: session.Dark})
	c.m.board.Now = func() time.Time { return classNow }
	c.sync()
	return c
}

// logs adds an event of a student.
func (c *taught) logs(student, exercise, task string, kind progress.EventKind, raw map[string]string) {
	c.record.events = append(c.record.events, progress.Event{Student: student, Exercise: exercise, Task: task, Kind: kind,
		Time: classNow.Add(-time.Minute), Raw: raw})
}

// sync shows what has been posted and logged.
func (c *taught) sync() {
	c.t.Helper()
	check(c.t, c.hub.Read(c.t.Context()))
	ctx, cancel := context.WithTimeout(c.t.Context(), 5*time.Second)
	defer cancel()
	room, ok := c.peer.Next(ctx)
	if !ok {
		c.t.Fatal("nothing has changed in the class")
	}
	c.m.Update(session.RoomMsg{Room: room})
}

// room returns the newest room.
func (c *taught) room() class.Room {
	c.sync()
	return c.m.Room
}

func TestBoard_gate(t *testing.T) {
	c := teach(t, "1.2", "feature")
	c.keys("g")
	c.sees("Gate after 1.2 feature", "Hold everybody here; early finishers go to the next exercise, 1.3", "Only warn")
	c.keys("2")
	c.sees("The gate is set.")
	if g, want := c.room().Gate, (class.Gate{Exercise: "1.2", Task: "feature", Holds: true, Early: "1.3"}); g != want {
		t.Errorf("got gate %+v, want %+v", g, want)
	}
	c.logs("a", "1.2", "feature", progress.GateReached, nil)
	c.logs("b", "1.2", "feature", progress.GateReached, nil)
	c.logs("b", "1.3", "parabola", progress.TaskOpened, nil)
	c.sync()
	c.sees("gate after task 2 holds: 1 wait, 1 in 1.3")
	c.keys("g")
	c.sees("now")
	c.keys("4")
	if g := c.room().Gate; g.Holds || g.Task != "feature" {
		t.Errorf("got gate %+v, want a warning", g)
	}
	c.sees("gate after task 2 warns")
	c.keys("left", "g")
	c.sees("Open the gate after 1.2 feature")
	c.keys("1")
	c.sees("The gate is open.")
	if g := c.room().Gate; g.IsSet() {
		t.Errorf("got gate %+v, want none", g)
	}
}

func TestBoard_announce(t *testing.T) {
	c := teach(t, "1.2", "feature")
	c.keys("a", "enter") // nothing to announce
	c.typed(strings.Repeat("ab ", 80))
	c.sees("200 characters fit; the last 1 did not.")
	c.keys("enter")
	if text := c.room().Announcement.Text; len(text) != 200 {
		t.Errorf("got an announcement of %d characters, want it cut at 200", len(text))
	}
	c.record.err = errors.New("disk full")
	c.keys("a")
	c.sees("Remove: ab ab")
	c.typed("Break")
	c.keys("enter")
	c.sees("Not sent, please try again: the record cannot be written.")
	c.record.err = nil
	c.keys("a", "enter") // the line is still there
	c.sees("Announced to everybody.")
	if text := c.room().Announcement.Text; text != "Break" {
		t.Errorf("got the announcement %q, want the line that could not be sent before", text)
	}
	c.keys("a", "enter")
	c.sees("The announcement is removed.")
	if text := c.room().Announcement.Text; text != "" {
		t.Errorf("got the announcement %q, want none", text)
	}
}

// votes lets a student vote.
func (c *taught) votes(student string, option int) {
	v := c.m.Room.Vote
	c.logs(student, "7.7", "predict", progress.VoteCast, map[string]string{"vote": strconv.FormatInt(v.ID, 10),
		"round": strconv.Itoa(v.Round), "option": strconv.Itoa(option)})
}

func TestBoard_vote(t *testing.T) {
	c := teach(t, "7.7", "predict")
	c.keys("v")
	c.sees("Ask everybody", "enter asks everybody", "Which one, and by how much? It will be")
	c.keys("enter")
	c.sync()
	c.votes("a", 1)
	c.votes("b", 3)
	c.sync()
	c.sees("2 of 3 students have voted. They do not see these numbers yet.")
	c.keys("enter")
	if v := c.room().Vote; v.Open || fmt.Sprint(v.Counts) != "[[1 0 1]]" {
		t.Errorf("got vote %+v, want the counts of the round revealed", v)
	}
	c.sees("Everybody sees the result of this round.")
	c.keys("esc", "v", "enter")
	c.sync()
	c.sees("vote open")
	if v := c.m.Room.Vote; !v.Open || v.Round != 2 {
		t.Errorf("got vote %+v, want round 2", v)
	}
	for _, student := range []string{"a", "b", "c"} {
		c.votes(student, 1)
	}
	c.sync()
	compare(t, "board-vote-120x36", strings.Join(strings.Split(c.screen(), "\n")[10:26], "\n"))
	c.keys("x")
	r := c.room()
	if r.Vote.Round != 0 || len(r.Ended) != 1 || fmt.Sprint(r.Ended[0].Counts) != "[[1 0 1]]" {
		t.Errorf("got vote %+v and results %+v, want the round that was revealed", r.Vote, r.Ended)
	}
	c.sees("This vote has ended.", "round 1", "round 2")
	c.keys("esc", "v")
	c.sees("Result: Which one, and by how much?")
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
	c.keys("r")
	c.sees("nobody is asking for help")
	c.keys("esc")
	for _, id := range []string{"b", "a", "c"} {
		m := c.hub.Join(class.Person{ID: id, Name: c.record.names[id]})
		check(t, m.AskHelp("1.2", "feature"))
	}
	c.sync()
	c.keys("r")
	c.sees("Ben  1.2 feature", "2 min")
	c.keys("down", "enter")
	c.sees("Answer Ada: 1.2 feature", "Which curve passes below the middle?")
	c.typed("Look at x = 0.")
	c.keys("enter")
	if r := c.room(); r.Hint("a").Text != "Look at x = 0." || r.Hint("b").Text != "" || r.Place("a") != 0 || r.Place("c") != 2 {
		t.Errorf("got %+v, want Ada answered and Chloé second", r)
	}
	c.keys("x")
	c.sees("is marked as answered.")
	if n := len(c.room().Requests); n != 1 {
		t.Errorf("got %d requests, want 1", n)
	}
}

func TestBoard_hints(t *testing.T) {
	c := teach(t, "1.2", "feature")
	c.keys("i")
	c.sees("Send a hint: 1.2 feature", "Try a square.")
	c.keys("down", "enter")
	c.sees("Send the hint to", "Ada", "everybody")
	c.keys("enter")
	c.sees("The hint is sent to Ada.")
	r := c.room()
	h := r.Hint("a")
	if h.At = (time.Time{}); h != (class.Hint{Text: "Try a square.", Exercise: "1.2", Task: "feature", Level: 2}) ||
		r.Hint("b").Text != "" {
		t.Errorf("got hints %+v and %+v, want one for Ada only", h, r.Hint("b"))
	}
	c.keys("i")
	c.typed("Five more minutes.")
	c.keys("enter", "down", "enter")
	if text := c.room().Hint("b").Text; text != "Five more minutes." {
		t.Errorf("got the hint %q for Ben, want the typed one", text)
	}
}

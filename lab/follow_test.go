package lab

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises/dataset"
	"kernellab/lab/class"
	"kernellab/lab/follow"
	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/study"
)

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

// until passes the messages of the class on until ok holds.
func (c *classroom) until(what string, ok func() bool) {
	c.t.Helper()
	for end := time.Now().Add(20 * time.Second); !ok(); {
		if time.Now().After(end) {
			for _, b := range c.labs {
				c.t.Log(b.screen())
			}
			c.t.Fatalf("waited in vain until %s", what)
		}
		for _, b := range c.labs {
			late := b.late
			b.late = nil
			for _, done := range late {
				select {
				case msg := <-done:
					b.take(msg)
				case <-time.After(time.Millisecond):
					b.late = append(b.late, done)
				}
			}
		}
	}
}

// shows reports whether a screen has all texts.
func (b *bench) shows(texts ...string) func() bool {
	return func() bool {
		s := b.screen()
		return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(s, text) })
	}
}

// follow returns a classroom in which Ada, a teacher, shows a task to Bob, who follows.
func following(t *testing.T, exercise, task string, o study.Options) (c *classroom, ada, bob *bench) {
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
	c, ada, bob := following(t, "7.7", "watch", study.Options{})
	for n := 1; n <= 3; n++ {
		ada.keys("right")
		c.until("the stage shows the step", bob.shows(fmt.Sprintf("step %d /", n)))
	}
	// The keys of a follower change nothing.
	bob.keys("right", "x", "enter", "ctrl+n")
	bob.sees("step 3 /", "Only Ada can change this.")
	bob.keys("tab")
	bob.sees("Step through the run.")
	// Bob's own work is as he left it, and one key leads back.
	bob.keys("f7")
	bob.sees("Where will it go next?", "k = 12")
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
	c.until("the branch is shown", bob.shows("branch 1", "pair rule = max-error"))
	// A new parameter starts another run, and another task another stage.
	ada.keys("ctrl+n")
	c.until("Bob sees the next task", bob.shows("5 of 7"))
	ada.run(ada.m.perform(session.Open{Exercise: "2.1"}))
	c.until("Bob sees the next exercise", bob.shows("2.1"))
	ada.keys("f9", "enter")
	c.until("nobody leads", bob.shows("Where will it go next?"))
	var kinds []progress.EventKind
	events, err := c.record.Activity(t.Context(), map[string]int64{}, 0)
	check(t, err)
	for _, e := range events {
		if e.Kind == progress.FollowBegun || e.Kind == progress.FollowEnded {
			kinds = append(kinds, e.Kind)
		}
	}
	if got, want := fmt.Sprint(kinds), "[follow unfollow follow unfollow]"; got != want {
		t.Errorf("events of Bob: got %s, want %s", got, want)
	}
}

func TestFollow_handover(t *testing.T) {
	c, ada, bob := following(t, "7.7", "watch", study.Options{})
	eve := c.join(class.Person{ID: "eve", Name: "Eve", Teacher: true}, 100, 30, study.Options{})
	ada.keys("f9")
	c.until("Bob is on the list", ada.shows("Hand over to Eve", "Hand over to Bob"))
	ada.typed("bob")
	ada.keys("enter")
	c.until("Bob leads", bob.shows("You lead.", "you lead", "Where will it go next?"))
	c.until("Ada sees it", ada.shows("Bob leads the class now."))
	eve.keys("f9")
	eve.sees("Bob leads the class.", "Take over from Bob")
	eve.keys("down", "enter")
	c.until("Eve sees Bob's task and answer", eve.shows("leave Bob", "Where will it go next?", "k = 12"))
	bob.keys("backspace", "backspace")
	bob.typed("5")
	c.until("Eve sees the other answer", eve.shows("k = 5"))
	bob.keys("enter")
	bob.sees("The form is not complete yet.")
	c.until("Eve sees the verdict", eve.shows("The form is not complete yet."))
	// A teacher can always take the lead back, but is asked first.
	ada.keys("f9")
	ada.sees("Bob leads the class.")
	ada.keys("enter")
	c.until("Ada leads, and Eve sees what she shows", eve.shows("leave Ada", "Watch it"))
	c.until("Bob no longer leads", bob.shows("Ada leads the class now."))
	ada.m.Config.Class.Leave()
	c.until("nobody leads when the driver leaves", func() bool { return eve.m.Room.Lead.Driver == "" })
	eve.lacks("leave Ada")
}

// Points that the student brought, in a run of the sandbox that was forked.
func TestFollow_sandboxWithOwnData(t *testing.T) {
	own, err := dataset.Read("clouds.csv", strings.NewReader("x1,x2,label\n0,1,a\n2,1,b\n0.5,0,a\n2,2,b\n1,3,a\n"), dataset.Options{})
	check(t, err)
	c, ada, bob := following(t, "S", "", study.Options{Data: own})
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

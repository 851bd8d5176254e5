package lab

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises/catalogue"
	"kernellab/lab/contents"
	"kernellab/lab/exercise"
	"kernellab/lab/session"
)

// BenchmarkEveryLesson goes through all exercises at 120×36 as a student would: enter
// in the contents, every task with its answer, and every slider and choice moved by one
// before and after the answer. It reports the longest time from a key to the last of
// its effects, and lists the ten slowest keys of each kind with their shortest times.
// Nothing is computed before the key. The limits are 100 ms to enter a task, including
// enter in the contents, and 16 ms for a slider.
func BenchmarkEveryLesson(b *testing.B) {
	entered, slid := times{}, times{}
	for b.Loop() {
		library, err := catalogue.New()
		if err != nil {
			b.Fatal(err)
		}
		for _, u := range lessons(library) {
			for _, e := range u.Exercises {
				bench := atContents(b, library, e.ID)
				key := "enter"
				for i, step := range e.Tasks {
					place := e.ID + " " + step
					entered.keep(place, bench.timed(key))
					if x := bench.exercise(); x.Task.Work.ID() != e.ID || x.Task.Work.Index() != i {
						b.Fatalf("%s: at step %d of %s", place, x.Task.Work.Index(), x.Task.Work.ID())
					}
					bench.slideAll(place, slid)
					if key = "ctrl+n"; bench.answered() {
						bench.slideAll(place+" answered", slid)
					}
				}
			}
		}
	}
	entered.report(b, "enter")
	slid.report(b, "slider")
}

// answered answers the task. It returns false if the task asks nothing.
func (b *bench) answered() bool {
	x := b.exercise()
	s := &x.Task
	for name, text := range s.Info().Reference {
		s.Work.Set(name, text)
	}
	for i, f := range s.Info().Fields {
		s.Form.Fill(i, s.Info().Reference[f.Name])
	}
	b.run(x.FieldsChanged())
	b.run(s.Judge())
	return len(s.Info().Reference) > 0
}

// slideAll moves every slider and choice of the task by one, from its position and
// sliders also from their ends.
func (b *bench) slideAll(place string, slid times) {
	for i, c := range b.exercise().Stage.Scene.Controls {
		from := []string{c.Value}
		if !c.IsChoice() {
			from = append(from, c.AtFraction(0), c.AtFraction(1))
		}
		for _, value := range from {
			b.slide(i, value)
			c.Value = value
			key := "right"
			if c.Nudge(1) == value {
				key = "left"
			}
			slid.keep(place+" "+c.Name+" from "+value, b.timed(key))
			if now := b.exercise().Task.Work.Answers()[c.Name]; now == value && !c.IsChoice() {
				b.t.Fatalf("%s: %s stays at %s", place, c.Name, now)
			}
		}
		b.slide(i, from[0])
	}
}

// slide sets a control to a value and gives it the keyboard.
func (b *bench) slide(i int, value string) {
	x := b.exercise()
	x.Keyboard.Set(exercise.Focus{Kind: exercise.OnControl, I: i}, false)
	b.run(x.Stage.Set(i, value))
}

// atContents returns a lab without a clock that shows the contents, with an exercise
// selected that has not been opened.
func atContents(b *testing.B, library *catalogue.Catalogue, id string) *bench {
	bench := &bench{t: b, m: New(session.Config{Student: newStudent(b, library), Background: session.Dark}),
		patient: true}
	bench.m.Tick = dropTimer
	bench.send(tea.WindowSizeMsg{Width: 120, Height: 36})
	c := bench.m.top().(*contents.Screen)
	c.Selected, c.WaitAdvised = c.IndexOf(id), id
	return bench
}

// timed returns how long a key takes with everything that follows from it.
func (b *bench) timed(key string) time.Duration {
	began := time.Now()
	b.keys(key)
	return time.Since(began)
}

// times holds the shortest times by place.
type times map[string]time.Duration

func (t times) keep(place string, took time.Duration) {
	if before, ok := t[place]; !ok || took < before {
		t[place] = took
	}
}

// report reports the slowest place and lists the ten slowest.
func (t times) report(b *testing.B, kind string) {
	places := slices.SortedFunc(maps.Keys(t), func(p, q string) int { return int(t[q] - t[p]) })
	b.ReportMetric(float64(t[places[0]].Microseconds())/1000, "ms-slowest-"+kind)
	var list []string // a log of a benchmark has ten lines
	for _, p := range places[:10] {
		list = append(list, fmt.Sprintf("%s %.1f", p, float64(t[p].Microseconds())/1000))
	}
	b.Logf("the slowest %s of %d, ms: %s", kind, len(t), strings.Join(list, ", "))
}

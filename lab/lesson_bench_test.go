package lab

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises/dataset"
	"kernellab/lab/contents"
	"kernellab/lab/exercise"
	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/study"
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
		for _, u := range lessons() {
			for _, e := range u.Exercises {
				bench := atContents(b, e.ID)
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
func atContents(b *testing.B, id string) *bench {
	bench := &bench{t: b, m: New(session.Config{Student: newStudent(b, lessonLibrary()), Background: session.Dark}),
		patient: true}
	bench.m.Tick = dropTimer
	bench.send(tea.WindowSizeMsg{Width: 120, Height: 36})
	c := bench.m.top().(*contents.Screen)
	c.Selected, c.WaitAdvised = c.IndexOf(id), id
	return bench
}

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

// benchDebugger opens 7.7 on 200 points of two moons, at the task with the run.
func benchDebugger(b *testing.B, w, h int) *bench {
	b.Helper()
	seed := uint64(1)
	student, _, err := study.Open(lessonLibrary(), &progress.Memory{},
		study.Options{Seed: &seed, Data: dataset.Moons(200, 0.3, 1)})
	if err != nil {
		b.Fatal(err)
	}
	work, err := student.Start("7.7")
	if err != nil {
		b.Fatal(err)
	}
	work.Go(3)
	return newBench(b, w, h, session.Config{Student: student, Start: "7.7", Background: session.Dark})
}

// BenchmarkDebuggerStep measures a step forward and one back of SMO on 200 points, from
// the key to the bytes of the frame, with the table of points and the boundary before
// the step. The limit is 8 ms at 120×36.
func BenchmarkDebuggerStep(b *testing.B) {
	for _, open := range []struct {
		name string
		keys []string
	}{{"closed", nil}, {"point", []string{"down", "down"}}, {"ledger and why", []string{"v", "w"}}} {
		for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
			b.Run(fmt.Sprintf("%s/%dx%d", open.name, size[0], size[1]), func(b *testing.B) {
				bench := benchDebugger(b, size[0], size[1])
				bench.keys("esc", "L", "L", "L", "L")
				if at := bench.exercise().Stage.Debug.Player.At(); at < 30 {
					b.Fatalf("at step %d", at)
				}
				if size[0] >= 160 || open.name != "ledger and why" {
					bench.keys(open.keys...)
				} else {
					bench.keys(open.keys[0]) // why is a window on a smaller screen
				}
				keys := []string{"h", "l"}
				b.ReportAllocs()
				began := processorTime()
				for i := 0; b.Loop(); i++ {
					bench.keys(keys[i%2])
				}
				reportProcessor(b, began)
			})
		}
	}
}

// BenchmarkFrameOfARun draws a frame of 7.7 without caches: table, ghost and all
// charts. The limit is 5 ms at 200×60.
func BenchmarkFrameOfARun(b *testing.B) {
	for _, size := range [][2]int{{120, 36}, {200, 60}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			bench := benchDebugger(b, size[0], size[1])
			bench.keys("esc", "L", "L", "down")
			e := bench.exercise()
			b.ReportAllocs()
			began := processorTime()
			for b.Loop() {
				e.Stage.Pictures.Drawn.Clear()
				e.Layout()
				e.Layers()
			}
			reportProcessor(b, began)
		})
	}
}

// reportProcessor reports the processor time of an iteration, which does not depend on
// the load of the machine, if the system provides it.
func reportProcessor(b *testing.B, began time.Duration) {
	b.Helper()
	if took := processorTime() - began; took > 0 {
		b.ReportMetric(float64(took.Microseconds())/1000/float64(b.N), "cpu-ms/op")
	}
}

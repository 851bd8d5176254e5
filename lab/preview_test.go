package lab

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises/catalogue"
	"kernellab/lab/job"
	"kernellab/lab/player"
)

// watching is a bench on the screen to watch of 7.7, and what begins its preview.
func watching(t *testing.T, size [2]int) (b *bench, begin func()) {
	t.Helper()
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	b = newLessonBench(t, library, "7.7", size, ascii.TrueColor)
	b.patient = false
	var waiting []func(time.Time) tea.Msg
	b.m.later = func(_ time.Duration, msg func(time.Time) tea.Msg) tea.Cmd {
		waiting = append(waiting, msg)
		return nil
	}
	b.keys("ctrl+n", "ctrl+n", "ctrl+n")
	return b, func() {
		for _, msg := range waiting {
			b.hold = true // the ticks of its clock are the test's
			b.send(msg(time.Time{}))
			b.hold, b.held = false, nil
		}
		waiting = nil
	}
}

// previewBeats lets the clock of the preview tick n times.
func (b *bench) previewBeats(n int) {
	for range n {
		b.send(player.TickMsg{Address: job.Address{Owner: b.exercise().Owner, Gen: 1}})
	}
}

// A screen to watch plays its first steps once, and then stands at its start: its
// charts are not empty, and nothing says that the student was there.
func TestAWatchScreenPlaysItsFirstSteps(t *testing.T) {
	b, begin := watching(t, [2]int{120, 36})
	d := &b.exercise().debug
	begin()
	b.sees("a look at the first steps; any key begins")
	b.lacks("step 0 /")
	before := b.exercise().sheet.work.Answers()
	b.previewBeats(previewSteps)
	if d.player.At() != previewSteps {
		t.Fatalf("after %d beats at step %d", previewSteps, d.player.At())
	}
	b.previewBeats(1)
	if d.player.At() != 0 || d.player.Clock.Playing() || d.player.Run().Len() <= previewSteps {
		t.Fatalf("at step %d of %d, playing: %v", d.player.At(), d.player.Run().Len()-1, d.player.Clock.Playing())
	}
	b.lacks("a look at the first steps")
	if d.preview.bare != true {
		t.Error("the timeline shows what the student has not done")
	}
	if w := b.exercise().sheet.work; w.Frame() != 0 || len(w.Answers()) != len(before) || w.StepDone(w.Index()) {
		t.Error("the preview counts as the student's")
	}
	b.keys("l")
	if d.player.At() != 1 || d.preview.bare {
		t.Errorf("a step leads to %d", d.player.At())
	}
	b.keys("ctrl+b", "ctrl+n")
	if begin(); d.preview.plays || d.player.Clock.Playing() {
		t.Error("it plays again where it was seen before")
	}
}

// A key ends the preview, also one that has not begun, and does what it does from
// the start of the run.
func TestAKeyEndsThePreview(t *testing.T) {
	for _, beats := range []int{-1, 0, 3} {
		b, begin := watching(t, [2]int{120, 36})
		if beats >= 0 {
			begin()
			b.previewBeats(beats)
		}
		b.keys("l")
		begin()
		if d := &b.exercise().debug; d.player.At() != 1 || d.preview.plays || d.player.Clock.Playing() {
			t.Errorf("a step after %d beats leads to %d, playing: %v", beats, d.player.At(), d.player.Clock.Playing())
		}
	}
}

// Where the stage is out of sight nothing plays.
func TestNothingPlaysOutOfSight(t *testing.T) {
	b, begin := watching(t, [2]int{80, 24})
	if begin(); b.exercise().debug.preview.plays {
		t.Error("it plays behind the text")
	}
}

// Enter while the first steps are played begins the step, and does not leave it.
func TestEnterEndsThePreview(t *testing.T) {
	b, begin := watching(t, [2]int{120, 36})
	begin()
	b.previewBeats(2)
	at := b.exercise().sheet.info().Name
	b.keys("enter")
	if d := &b.exercise().debug; d.preview.plays || d.player.At() != 0 || b.exercise().sheet.info().Name != at {
		t.Fatalf("plays %v, at frame %d, in the step %s after %s", d.preview.plays, d.player.At(), b.exercise().sheet.info().Name, at)
	}
}

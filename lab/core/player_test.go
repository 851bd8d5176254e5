package core

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/solvers"
	"kernellab/testdata/support/check"
)

// grower is a run with n frames that can be extended to 60. It has an event at every seventh
// frame, and a sweep has three frames.
type grower struct{ n int }

const frames = 60

func (r grower) Len() int { return r.n }
func (r grower) Frame(i int) exercises.Frame {
	return exercises.Frame{Figures: []exercises.Figure{{}}, Formula: make([]ascii.Line, 2)}
}
func (r grower) Event(i int) string {
	if i > 0 && i%7 == 0 {
		return "a bound is hit"
	}
	return ""
}
func (r grower) Done() (string, bool)              { return "converged", r.n == frames }
func (r grower) Conditions() []exercises.Condition { return nil }
func (r grower) Abilities() exercises.Abilities    { return exercises.Abilities{} }
func (r grower) Holds(i int, b exercises.Condition) bool {
	return b.Name != "" && r.Event(i) != ""
}
func (r grower) Extend(ctx context.Context, n int, until exercises.Condition) (exercises.Run, error) {
	for range n {
		if ctx.Err() != nil || r.n == frames {
			break
		}
		r.n++
		if until.Name != "" && r.Holds(r.n-1, until) {
			break
		}
	}
	return r, ctx.Err()
}

// failing cannot be extended.
type failing struct{ grower }

func (failing) Extend(context.Context, int, exercises.Condition) (exercises.Run, error) {
	return nil, errors.New("out of memory")
}

// crowded cannot be extended because other runs fill the memory.
type crowded struct{ grower }

func (r crowded) Extend(context.Context, int, exercises.Condition) (exercises.Run, error) {
	return r, fmt.Errorf("descent: %w", solvers.ErrMemory)
}

// If there is no memory for a run, it stops, and the student sees the reason once.
func TestDebugger_noMemory(t *testing.T) {
	var d Debugger
	d.Player.Load(crowded{grower{n: 3}})
	d.Player.Forward(10)
	settle(t, &d.Player)
	if got := d.Notice(); !strings.Contains(got, "fill the memory") || d.Player.Moving() {
		t.Errorf("Notice() = %q, moving = %v, want the reason and no movement", got, d.Player.Moving())
	}
	got := d.Notice()
	check.That(t, got == "", "a second Notice() = %q, want none", got)
}

// settle does the work of the player until none is left.
func settle(t testing.TB, p *Player) {
	t.Helper()
	for range 1000 {
		cmd := p.Command(JobStarter{Owner: 1, Context: t.Context()})
		if cmd == nil {
			return
		}
		p.Receive(cmd())
	}
	t.Fatal("no end")
}

// If keys arrive faster than frames are computed, their steps add up.
func TestSteppingFasterThanFrames(t *testing.T) {
	var p Player
	p.Load(grower{n: 1})
	p.Forward(1)
	p.Forward(1)
	p.Forward(10)
	check.Must(t, p.goal.kind == goalFrame && p.goal.frame == 12, "on the way to %+v, want frame 12", p.goal)
	p.Seek(p.at - 1)
	check.That(t, p.goal.kind == goalNone, "a step back does not stop the way forward")
	p.Seek(12)
	settle(t, &p)
	p.Seek(13)
	check.That(t, p.Command(JobStarter{Context: t.Context()}) == nil && p.at == 13, "a quick frame is not computed at once")
	p.frameTime = time.Second
	p.Seek(14)
	check.That(t, p.Command(JobStarter{Context: t.Context()}) != nil && p.at == 13, "a slow frame is computed at once")
}

// After Load the player is at the same frame as before, or at the end if it was at the end.
func TestLoadKeepsThePlace(t *testing.T) {
	var p Player
	p.Load(grower{n: 1})
	p.Seek(12)
	settle(t, &p)
	p.Load(grower{n: 1})
	settle(t, &p)
	check.That(t, p.at == 12, "at %d, want 12", p.at)
	p.Seek(frames + 5)
	settle(t, &p)
	p.Load(grower{n: 1})
	settle(t, &p)
	check.That(t, p.at == frames-1, "at %d, want the end", p.at)
	p.Load(nil)
	check.That(t, p.run == nil && p.at == 0, "no run: still a place")
}

// Runs that are loaded faster than they can be extended keep the player's frame, or the end.
func TestLoadsInARowKeepThePlace(t *testing.T) {
	for _, at := range []int{12, frames - 1} {
		var p Player
		p.Load(grower{n: frames})
		p.Seek(at)
		for range 3 {
			p.Load(grower{n: 1})
			if was, end := p.Position(); end != (at == frames-1) || !end && was != at {
				t.Fatalf("at %d the place is %d, end %v", at, was, end)
			}
		}
		settle(t, &p)
		check.That(t, p.at == at, "at %d after all, want %d", p.at, at)
	}
}

// The frame to which Resume goes is also kept by further loads, until a key moves the player.
func TestThePlaceLeftIsKeptUntilAKey(t *testing.T) {
	var p Player
	p.Load(grower{n: 1})
	p.Resume(7)
	p.Load(grower{n: 1})
	at, _ := p.Position()
	check.That(t, at == 7, "the place is %d, want 7", at)
	p.Seek(0)
	p.Load(grower{n: 1})
	at, _ = p.Position()
	check.That(t, at == 0 && p.goal.kind == goalNone, "after a key the place is %d", at)
}

// An answer to an earlier question, or to none, changes nothing.
func TestStaleAnswersAreRefused(t *testing.T) {
	var p Player
	p.Load(grower{n: 1})
	p.Seek(20)
	ask := JobStarter{Owner: 1, Context: t.Context()}
	old := p.Command(ask)()
	p.Receive(extendedMsg{run: grower{n: 50}})
	p.Seek(30)
	p.Receive(old)
	check.Must(t, p.run.Len() == 1 && p.at == 0, "an old answer leads to %d of %d", p.at, p.run.Len())
	p.Command(ask)
	check.That(t, p.Command(ask) == nil, "two pieces of work are under way")
	p.Reset()
	p.Load(grower{n: 1})
	p.Seek(10)
	work := p.Command(ask)
	p.Receive(old)
	check.That(t, p.run.Len() == 1, "an answer is taken that was asked for before the run was left")
	p.Receive(work())
	check.That(t, p.at != 0, "the answer that was asked for is refused")
	p.Seek(0)
	p.SeekCondition(exercises.Condition{Name: "bound"}, 1)
	scan := p.Command(ask)()
	p.Halt()
	p.Receive(scan)
	check.That(t, p.at == 0, "a search that was called off leads to %d", p.at)
	p.Clock.start()
	check.That(t, !p.Clock.accept(TickMsg{}), "a tick of no clock is taken")
}

// Stepping back undoes stepping forward, by steps or by lines of one step.
func TestBackUndoesForward(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var p Player
		lines := rapid.Bool().Draw(rt, "lines")
		p.Load(grower{n: 1})
		type place struct{ at, line int }
		path := []place{{}}
		for range rapid.IntRange(1, 80).Draw(rt, "steps") {
			if lines {
				p.ShowNextLine()
			} else {
				p.StepForward()
			}
			settle(t, &p)
			now, last := (place{p.at, p.shownLines}), path[len(path)-1]
			if now.at > last.at {
				path = path[:len(path)-last.line]
			}
			if now != last {
				path = append(path, now)
			}
		}
		for i := len(path) - 2; i >= 0; i-- {
			p.StepBack()
			settle(t, &p)
			if now := (place{p.at, p.shownLines}); now != path[i] {
				rt.Fatalf("back leads to %v, not to %v; the way was %v", now, path[i], path)
			}
		}
	})
}

// A search goes to the nearest match in its direction, to an end, or back if no frame has a condition.
func TestWhatIsLookedForIsFound(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var p Player
		p.Load(grower{n: rapid.IntRange(1, frames).Draw(rt, "known")})
		p.Seek(rapid.IntRange(0, frames-1).Draw(rt, "from"))
		settle(t, &p)
		from := p.at
		next := func(is func(int) bool, dir int) int {
			i := from + dir
			for ; i > 0 && i < frames-1 && !is(i); i += dir {
			}
			return max(0, min(i, frames-1))
		}
		event := func(i int) bool { return grower{}.Event(i) != "" }
		want := from
		switch rapid.IntRange(0, 3).Draw(rt, "what") {
		case 0:
			p.SeekEvent(1)
			want = next(event, 1)
		case 1:
			p.SeekEvent(-1)
			want = next(event, -1)
		case 2:
			p.SeekCondition(exercises.Condition{Name: "bound", Label: "a bound"}, 1)
			if want = next(event, 1); !event(want) {
				want = from // it holds nowhere, so the player returns
			}
		case 3:
			p.SeekEnd()
			want = frames - 1
		}
		if settle(t, &p); p.at != want || p.Moving() {
			rt.Fatalf("from %d it is at %d, want %d (moving: %v)", from, p.at, want, p.Moving())
		}
	})
}

// Every move forward stops at a breakpoint, also in frames not computed yet. Moves back do not.
func TestPlayer_breakpointStopsEveryWayOn(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var p Player
		p.Load(grower{n: rapid.IntRange(1, frames).Draw(rt, "known")})
		from := rapid.IntRange(0, frames-1).Draw(rt, "from")
		p.Seek(from)
		settle(t, &p)
		last := p.run.Len() - 1
		p.stopCondition = exercises.Condition{Name: "event", Label: "an event"}
		next := func(most int) int {
			most = min(most, frames-1)
			for i := from + 1; i < most; i++ {
				if (grower{}).Event(i) != "" {
					return i
				}
			}
			return most
		}
		want := from
		switch rapid.IntRange(0, 3).Draw(rt, "what") {
		case 0:
			p.Forward(10)
			want = next(from + 10)
		case 1:
			p.SeekEnd()
			want = next(frames)
		case 2:
			p.TogglePlaying()
			if from == frames-1 {
				from = 0
			}
			for range 2 * frames {
				if p.Clock.playing {
					p.PlayFrame()
				}
				settle(t, &p)
			}
			want = next(frames)
		case 3:
			p.Seek(from - 9)
			want = max(0, from-9)
		}
		settle(t, &p)
		if p.at != want || p.Clock.playing || p.goal.kind != goalNone {
			rt.Fatalf("from %d (of %d) at %d, want %d", from, last, p.at, want)
		}
		if p.TakeNotFound() != "" {
			rt.Fatal("what was not looked for is missed")
		}
	})
}

// branching is a grower that can be forked, with one choice, k. A fork returns forked and err.
type branching struct {
	grower
	exercises.Branching
	forked exercises.Run
	err    error
}

func (r branching) Abilities() exercises.Abilities { return exercises.Abilities{Branching: r} }

func (r branching) Options(_ int, a exercises.Answers) []exercises.Control {
	return []exercises.Control{{Name: "k", Value: a["k"]}}
}

func (r branching) Preview(int, exercises.Answers) (exercises.Frame, error) {
	return exercises.Frame{}, nil
}

func (r branching) Fork(context.Context, int, exercises.Answers) (exercises.Run, error) {
	return r.forked, r.err
}

// openWhatIf returns an open what-if on a run.
func openWhatIf(run exercises.Run) *WhatIf {
	w := &WhatIf{}
	w.begin(MomentAtEnd(run, 1))
	return w
}

// A preview or a fork that arrives after the choices were closed is ignored, also by later choices.
func TestWhatIf_ignoresLateChoices(t *testing.T) {
	asker := JobStarter{Owner: 1, Context: t.Context()}
	run := branching{grower: grower{n: 5}, forked: grower{n: 6}}
	w := openWhatIf(run)
	preview := w.requestPreview(asker)().(previewMsg)
	w.begin(MomentAtEnd(run, 2))
	w.receivePreview(preview)
	check.That(t, !w.Loaded && len(w.Controls) == 0, "a late preview was taken: %+v, want it ignored", w.Controls)
	w.Fork()
	fork := w.requestFork(asker)().(forkMsg)
	w.Fork()
	check.That(t, w.requestFork(asker) == nil, "two forks at once, want one")
	w.Close()
	if run, _ := w.receiveFork(fork); run != nil {
		t.Error("a late fork was taken, want it ignored")
	}
}

// A choice that changes while a preview is computed has a preview of its own.
func TestWhatIf_previewsTheLatestChoices(t *testing.T) {
	asker := JobStarter{Owner: 1, Context: t.Context()}
	w := openWhatIf(branching{grower: grower{n: 5}})
	w.receivePreview(w.requestPreview(asker)().(previewMsg))
	w.SetChoice(0, "2")
	early := w.requestPreview(asker)
	w.SetChoice(0, "3")
	check.That(t, w.requestPreview(asker) == nil, "two previews at once, want one")
	w.receivePreview(early().(previewMsg))
	w.receivePreview(w.requestPreview(asker)().(previewMsg))
	got := w.Controls[0].Value
	check.That(t, got == "3" && w.requestPreview(asker) == nil, "the choice is %s, want 3", got)
}

// A step that cannot be taken shows the reason and leaves the choices open.
func TestWhatIf_forkFails(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.New("no room"), "no room."},
		{errors.New("It ends here."), "It ends here."},
		{nil, "This step cannot be taken."},
	} {
		w := openWhatIf(branching{grower: grower{n: 5}, err: c.err})
		w.Fork()
		m := w.requestFork(JobStarter{Owner: 1, Context: t.Context()})().(forkMsg)
		if run, _ := w.receiveFork(m); run != nil || w.Refusal != c.want || !w.Open {
			t.Errorf("%v: run %v, refusal %q, want no run", c.err, run, w.Refusal)
		}
	}
}

// A choice that appears or disappears, as the clip does, does not change the selection.
func TestWhatIf_selectedChoiceStaysSelected(t *testing.T) {
	named := func(names ...string) (out []exercises.Control) {
		for _, n := range names {
			out = append(out, exercises.Control{Name: n})
		}
		return out
	}
	w := &WhatIf{}
	w.setControls(named("k", "l", "C", "rule"))
	w.MoveSelection(2)
	for _, names := range [][]string{{"k", "l", "clip", "C", "rule"}, {"k", "l", "C", "rule"}, {"C"}} {
		w.setControls(named(names...))
		got := w.Controls[w.Selected].Name
		check.That(t, got == "C", "selected among %v = %s, want C", names, got)
	}
	w.setControls(named("k"))
	check.That(t, w.Selected == 0, "selected of one choice = %d, want 0", w.Selected)
}

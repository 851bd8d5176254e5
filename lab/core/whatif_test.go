package core

import (
	"context"
	"errors"
	"testing"

	"kernellab/exercises"
)

// branching is a grower whose next step can be forked, with one choice, k. The fork ends
// with err.
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

// A preview or a fork that arrives after the choices were closed is ignored, also by
// later choices.
func TestWhatIf_ignoresLateChoices(t *testing.T) {
	asker := Asker{Owner: 1, Context: t.Context()}
	run := branching{grower: grower{n: 5}, forked: grower{n: 6}}
	w := openWhatIf(run)
	preview := w.requestPreview(asker)().(previewMsg)
	w.begin(MomentAtEnd(run, 2))
	if w.receivePreview(preview); w.Known || len(w.Controls) > 0 {
		t.Errorf("a late preview was taken: %+v, want it ignored", w.Controls)
	}
	w.Fork()
	fork := w.requestFork(asker)().(forkMsg)
	if w.Fork(); w.requestFork(asker) != nil {
		t.Error("two forks at once, want one")
	}
	w.Close()
	if run, _ := w.receiveFork(fork); run != nil {
		t.Error("a late fork was taken, want it ignored")
	}
}

// A choice that changes while a preview is computed has a preview of its own.
func TestWhatIf_previewsTheLatestChoices(t *testing.T) {
	asker := Asker{Owner: 1, Context: t.Context()}
	w := openWhatIf(branching{grower: grower{n: 5}})
	w.receivePreview(w.requestPreview(asker)().(previewMsg))
	w.Set(0, "2")
	early := w.requestPreview(asker)
	if w.Set(0, "3"); w.requestPreview(asker) != nil {
		t.Error("two previews at once, want one")
	}
	w.receivePreview(early().(previewMsg))
	w.receivePreview(w.requestPreview(asker)().(previewMsg))
	if got := w.Controls[0].Value; got != "3" || w.requestPreview(asker) != nil {
		t.Errorf("the choice is %s, want 3", got)
	}
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
		m := w.requestFork(Asker{Owner: 1, Context: t.Context()})().(forkMsg)
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
	w.Move(2)
	for _, names := range [][]string{{"k", "l", "clip", "C", "rule"}, {"k", "l", "C", "rule"}, {"C"}} {
		w.setControls(named(names...))
		if got := w.Controls[w.Selected].Name; got != "C" {
			t.Errorf("selected among %v = %s, want C", names, got)
		}
	}
	w.setControls(named("k"))
	if w.Selected != 0 {
		t.Errorf("selected of one choice = %d, want 0", w.Selected)
	}
}

package lab

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/job"
	"kernellab/lab/player"
	"kernellab/lab/study"
)

// previewSteps is how many steps of a run are played before the student takes it.
const previewSteps = 5

// preview is the first steps of a run, played once when a screen to watch comes up
// for the first time; then the run stands at its start, with charts that are not
// empty. It is none of the student's doing: nothing of it is kept, and the timeline
// is bare until the student has taken a step. Any key ends it.
type preview struct {
	waits bool // it is about to begin
	plays bool
	bare  bool // the timeline
}

// previews reports whether a run may be played before the student takes it: one
// that nothing is asked about, with no step to be foretold and nothing to be found
// out.
func previews(run exercises.Run) bool {
	if s, ok := run.(exercises.Shutter); ok {
		if why, books := s.Shut(); why != "" || books != "" {
			return false
		}
	}
	if m, ok := run.(exercises.Marker); ok {
		for i := range previewSteps {
			if m.Marked(i) {
				return false
			}
		}
	}
	return run != nil
}

// previewAfter is how long the start is there to be seen before the preview.
const previewAfter = 800 * time.Millisecond

// previewNowMsg begins the preview of a scene.
type previewNowMsg struct{ job.Address }

// begin starts it, unless the student was faster.
func (v *preview) begin(p *player.Player) {
	if v.waits {
		*v = preview{plays: true, bare: true}
		p.Toggle()
	}
}

// end puts the run back to its start, if it plays.
func (v *preview) end(p *player.Player) {
	v.waits = false
	if v.plays {
		v.plays = false
		p.Rest()
		p.Seek(0)
	}
}

// over reports whether it has come to its end.
func (v *preview) over(p *player.Player) bool {
	return v.plays && (p.At() >= previewSteps || p.Finished())
}

// follow notes that the student took a step: then the timeline shows what is on it.
func (v *preview) follow(p *player.Player) {
	v.bare = v.bare && (v.plays || p.At() == 0)
}

// words stand in place of what happened at a frame while the preview plays.
func (v *preview) words() string {
	if !v.plays {
		return ""
	}
	return "a look at the first steps; any key begins"
}

// lookAhead plays the first steps of a run that came up, where that is the thing to
// do: the step of the exercise is to be watched, it was never there before, and the
// stage is in sight.
func lookAhead(e *exercise) tea.Cmd {
	w, d := e.sheet.work, &e.debug
	inSight := !e.halves(e.keyboard.pane).stage.Empty()
	if !study.First(w) || w.Round() != nil || w.Frame() > 0 || !study.AsksNothing(w.Info()) || !inSight || !previews(d.player.Run()) {
		return nil
	}
	d.preview.waits = true
	to := job.Address{Owner: d.Owner, Gen: e.scenes}
	return e.session.later(previewAfter, func(time.Time) tea.Msg { return previewNowMsg{to} })
}

// playFirst plays the first steps of the scene that is there.
func playFirst(e *exercise, m previewNowMsg) tea.Cmd {
	if m.Gen != e.scenes {
		return nil
	}
	e.debug.preview.begin(&e.debug.player)
	return e.debug.player.Clock.Tick(e.Owner)
}

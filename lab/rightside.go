package lab

import (
	"context"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/job"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// rightSide is the right side of an exercise: the stage with the figures and controls
// of a scene, or with a run and its debugger. It does not know the text and the fields.
// An answer that changes here is handed to put.
type rightSide struct {
	asker
	work     *study.Work
	keyboard *keyboard
	put      func(name, value string)

	at   place // of everything on the stage, from its upper left corner
	drag drag

	scene    exercises.Scene
	scenes   int // that have arrived
	sceneJob job.Job
	textOnly bool // the last scene that arrived has nothing for the stage
	stage    stage
	debug    debugger
	record   scribe // of the run
	busy     *ui.Busy
}

// sceneMsg brings the scene for some answers.
type sceneMsg struct {
	job.Address
	scene exercises.Scene
}

// begin forgets the scene of the step that was left.
func (r *rightSide) begin(w *study.Work) {
	r.work, r.scene, r.stage = w, exercises.Scene{}, newStage()
	r.debug.begin()
	r.debug.recall(study.DebugOf(w), w.Frame())
}

// resume asks for the scene if there is none.
func (r *rightSide) resume() tea.Cmd {
	r.debug.player.Clock.Set(r.session.settings.speed)
	r.debug.player.Unveil()
	if r.scene.Figures == nil && r.scene.Run == nil && !r.sceneJob.Busy() {
		return r.compose()
	}
	return nil
}

// close ends what is under way and notes where the run stands.
func (r *rightSide) close() {
	if p := &r.debug.player; p.Run() != nil {
		at, _ := p.Place()
		r.work.SetFrame(at)
		study.KeepDebug(r.work, r.debug.kept())
	}
	r.debug.stop()
	r.record.job.Stop()
	r.sceneJob.Stop()
}

// compose asks for the scene of the answers as they are; the picture there
// stays until the new one arrives.
func (r *rightSide) compose() tea.Cmd {
	step, answers := r.work.Step(), study.Staged(r.work)
	return r.Asker.Ask(&r.sceneJob, func(ctx context.Context, to job.Address) tea.Msg {
		scene := step.Scene(ctx, answers)
		if run := scene.Run; run != nil && run.Len() == 1 {
			// The first step, so that what it brings has its place.
			if longer, err := run.Extend(ctx, 1, exercises.Break{}); err == nil {
				scene.Run = longer
			}
		}
		return sceneMsg{to, scene}
	})
}

// composed takes a scene in, and reports whether it is the one that was asked for.
func (r *rightSide) composed(m sceneMsg) (ok bool) {
	if !r.sceneJob.Finish(m.Address) {
		return false
	}
	r.keepKeyboard(m.scene)
	r.scene, r.textOnly = m.scene, stageless(m.scene)
	r.scenes++
	first := r.debug.player.Run() == nil
	r.debug.load(m.scene.Run)
	r.keyboard.have(len(r.scene.Controls), r.debug.pointed())
	if frame := r.work.Frame(); first && frame > 0 {
		r.debug.player.Resume(frame)
	}
	r.stage.keep(r.sight())
	return true
}

// stageless reports whether a scene has nothing for the stage.
func stageless(s exercises.Scene) bool {
	return s.Run == nil && len(s.Figures)+len(s.Controls)+len(s.Formula) == 0
}

// redo asks for the scene of the answers as they are now, and saves them.
func (r *rightSide) redo() tea.Cmd { return tea.Batch(r.compose(), r.session.save()) }

// slide gives control i a value, unless it has it. The control shows it at once,
// the picture when its scene arrives.
func (r *rightSide) slide(i int, value string) tea.Cmd {
	if r.scene.Controls[i].Value == value {
		return nil
	}
	return r.set(i, value)
}

// nudge moves the control with the keyboard. A choice that has gone all the way
// round has changed, and changed back.
func (r *rightSide) nudge(by int) tea.Cmd {
	i := r.keyboard.control
	c := r.scene.Controls[i]
	if c.IsButton() {
		cmd, _ := r.along(c, 0, by)
		return cmd
	}
	if len(c.Choices) > 1 {
		return r.set(i, c.Nudge(by))
	}
	return r.slide(i, c.Nudge(by))
}

// beginsAnew makes the stage ready for another run. Branches of one that says nothing
// of what it began from go with it.
func (r *rightSide) beginsAnew() {
	r.debug.leaveGuests()
	if r.debug.player.Abilities().Branching == nil {
		r.debug.player.Branches.Drop()
	}
}

// set gives a control a value, which may be the one it has.
func (r *rightSide) set(i int, value string) tea.Cmd {
	r.beginsAnew()
	r.scene.Controls = slices.Clone(r.scene.Controls)
	r.scene.Controls[i].Value = value
	r.put(r.scene.Controls[i].Name, value)
	return r.redo()
}

// sight is what there is to see on the stage now.
func (r *rightSide) sight() sight {
	v := r.debug.over(sight{
		key: sightKey{scene: r.scenes}, control: r.keyboard.control, controls: r.scene.Controls,
		figures: r.scene.Figures, formula: r.scene.Formula, inspect: r.scene.Inspect,
	})
	// On a narrow screen the text with the facts is out of sight.
	switch {
	case !r.session.narrow():
	case v.guest != "":
		v.formula = slices.Concat(v.facts, v.formula)
	default:
		v.spare = v.facts
		if len(r.scene.Controls) > 0 && r.scene.Run == nil { // the notes that a slider changes
			v.spare = slices.Concat(v.facts, r.scene.Notes)
		}
	}
	if r.session.narrow() && r.keyboard.pane == statePane {
		return v.pointsAlone()
	}
	return v
}

// lay arranges what there is to see in w×h cells.
func (r *rightSide) lay(w, h int, v sight) {
	if r.at = (place{}); w > 0 && h > 0 {
		r.at = r.stage.arrange(r.session.view(), ascii.Rect{W: w, H: h}, v)
	}
}

// layers returns the layers of the right side: the figures with the lines below
// them, the controls, and the timeline of its run.
func (r *rightSide) layers(area ascii.Rect) []*lipgloss.Layer {
	t, at, v := r.session.theme, r.at, r.sight()
	out := []*lipgloss.Layer{layerAt("stage", r.stage.text(t, r.session.view(), area.W, area.H, at, v), area.X, area.Y)}
	add := func(id, content string, at ascii.Rect) {
		out = append(out, layerAt(id, content, area.X+at.X, area.Y+at.Y))
	}
	for i, c := range controlPlaces(at.controls, len(v.controls), v.control) {
		if !c.Empty() {
			add("control/"+strconv.Itoa(i), controlView(v.controls[i], i == v.control).View(t, c.W), c)
		}
	}
	if !at.timeline.Empty() {
		add("timeline", r.debug.timeline(t, r.keyboard.focus().kind == onStage).View(t, at.timeline.W), at.timeline)
		v.signs = r.debug.signsOf(v, t.View())
		add("status", t.Lines(statusLines(t, at.status, v)), at.status)
	}
	if sign, x, y := r.busySign(area.W); sign != "" {
		add("busy", sign, ascii.Rect{X: x, Y: y})
	}
	return out
}

// busySign returns the sign for work in progress on a stage of w columns, and its
// position: in place of what happened in the run, or at the top if there is no run.
func (r *rightSide) busySign(w int) (sign string, x, y int) {
	status := r.at.status
	switch {
	case status.Empty():
		return r.busy.View(w), 0, 0
	case status.H == 1:
		sign = r.busy.View(status.W / 2)
		return sign, status.X + status.W - lipgloss.Width(sign), status.Y
	}
	sign = r.busy.View(status.W)
	if sign != "" {
		sign = r.session.theme.Block(sign, status.W, 1, ascii.Paper)
	}
	return sign, status.X, status.Y + 1
}

// doing returns the label of the work on the stage that is in progress, or "".
func (r *rightSide) doing() string {
	switch {
	case r.record.job.Busy():
		return "writing " + r.record.name + "; esc leaves it"
	case r.debug.player.Seeking():
		return "computing; esc stops"
	case r.debug.waits():
		return "computing"
	case len(r.sight().figures) == 0 && r.sceneJob.Busy():
		return "drawing …"
	}
	return ""
}

package exercise

import (
	"context"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/debug"
	"kernellab/lab/job"
	"kernellab/lab/pictures"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// rightSide is the right side of an exercise: the stage with the figures and controls
// of a scene, or with a run and its debugger. It does not know the text and the fields.
// An answer that changes here is handed to put.
type rightSide struct {
	session.Part
	work     *study.Work
	keyboard *keyboard
	put      func(name, value string)

	at   pictures.Places // of everything on the stage, from its upper left corner
	drag drag

	Scene    exercises.Scene
	Scenes   int // that have arrived
	SceneJob job.Job
	TextOnly bool // the last scene that arrived has nothing for the stage
	Stage    pictures.Stage
	Debug    debug.Debugger
	Record   exportJob // of the run
	busy     *ui.Busy
}

// SceneMsg brings the scene for some answers.
type SceneMsg struct {
	job.Address
	Scene exercises.Scene
}

// begin forgets the scene of the step that was left.
func (r *rightSide) begin(w *study.Work) {
	r.work, r.Scene, r.Stage = w, exercises.Scene{}, pictures.NewStage()
	r.Debug.Reset()
	r.Debug.Recall(study.DebugOf(w), w.Frame())
}

// Resume asks for the scene if there is none.
func (r *rightSide) Resume() tea.Cmd {
	r.Debug.Player.Clock.Set(r.Session.Settings.Speed)
	r.Debug.Player.Unveil()
	if r.Scene.Figures == nil && r.Scene.Run == nil && !r.SceneJob.Busy() {
		return r.Compose()
	}
	return nil
}

// Close ends what is under way and notes where the run stands.
func (r *rightSide) Close() {
	if p := &r.Debug.Player; p.Run() != nil {
		at, _ := p.Place()
		r.work.SetFrame(at)
		study.KeepDebug(r.work, r.Debug.Document())
	}
	r.Debug.Stop()
	r.Record.Job.Stop()
	r.SceneJob.Stop()
}

// Compose asks for the scene of the answers as they are; the picture there
// stays until the new one arrives.
func (r *rightSide) Compose() tea.Cmd {
	step, answers := r.work.Task(), study.Staged(r.work)
	return r.Asker.Ask(&r.SceneJob, func(ctx context.Context, to job.Address) tea.Msg {
		scene := step.Scene(ctx, answers)
		if run := scene.Run; run != nil && run.Len() == 1 {
			// The first step, so that what it brings has its place.
			if longer, err := run.Extend(ctx, 1, exercises.Break{}); err == nil {
				scene.Run = longer
			}
		}
		return SceneMsg{to, scene}
	})
}

// Composed takes a scene in, and reports whether it is the one that was asked for.
func (r *rightSide) Composed(m SceneMsg) (ok bool) {
	if !r.SceneJob.Finish(m.Address) {
		return false
	}
	r.keepKeyboard(m.Scene)
	r.Scene, r.TextOnly = m.Scene, stageless(m.Scene)
	r.Scenes++
	first := r.Debug.Player.Run() == nil
	r.Debug.Load(m.Scene.Run)
	r.keyboard.have(len(r.Scene.Controls), r.Debug.HasPoints())
	if frame := r.work.Frame(); first && frame > 0 {
		r.Debug.Player.Resume(frame)
	}
	r.Stage.ClampEnlarged(r.Sight())
	return true
}

// stageless reports whether a scene has nothing for the stage.
func stageless(s exercises.Scene) bool {
	return s.Run == nil && len(s.Figures)+len(s.Controls)+len(s.Formula) == 0
}

// redo asks for the scene of the answers as they are now, and saves them.
func (r *rightSide) redo() tea.Cmd { return tea.Batch(r.Compose(), r.Session.Save()) }

// Slide gives control i a value, unless it has it. The control shows it at once,
// the picture when its scene arrives.
func (r *rightSide) Slide(i int, value string) tea.Cmd {
	if r.Scene.Controls[i].Value == value {
		return nil
	}
	return r.Set(i, value)
}

// nudge moves the control with the keyboard. A choice that has gone all the way
// round has changed, and changed back.
func (r *rightSide) nudge(by int) tea.Cmd {
	i := r.keyboard.Control
	c := r.Scene.Controls[i]
	if c.IsButton() {
		cmd, _ := r.along(c, 0, by)
		return cmd
	}
	if len(c.Choices) > 1 {
		return r.Set(i, c.Nudge(by))
	}
	return r.Slide(i, c.Nudge(by))
}

// beginsAnew makes the stage ready for another run. Branches of one that says nothing
// of what it began from go with it.
func (r *rightSide) beginsAnew() {
	r.Debug.CloseOverrides()
	if r.Debug.Player.Abilities().Branching == nil {
		r.Debug.Player.Branches.Drop()
	}
}

// Set gives a control a value, which may be the one it has.
func (r *rightSide) Set(i int, value string) tea.Cmd {
	r.beginsAnew()
	r.Scene.Controls = slices.Clone(r.Scene.Controls)
	r.Scene.Controls[i].Value = value
	r.put(r.Scene.Controls[i].Name, value)
	return r.redo()
}

// Sight is what there is to see on the stage now.
func (r *rightSide) Sight() pictures.View {
	v := r.Debug.Overlay(pictures.View{
		Key: pictures.Key{Scene: r.Scenes}, FocusedControl: r.keyboard.Control, Controls: r.Scene.Controls,
		Figures: r.Scene.Figures, Formula: r.Scene.Formula, Inspect: r.Scene.Inspect,
	})
	// On a narrow screen the text with the facts is out of sight.
	switch {
	case !r.Session.Narrow():
	case v.Override != "":
		v.Formula = slices.Concat(v.Facts, v.Formula)
	default:
		v.ExtraFacts = v.Facts
		if len(r.Scene.Controls) > 0 && r.Scene.Run == nil { // the notes that a slider changes
			v.ExtraFacts = slices.Concat(v.Facts, r.Scene.Notes)
		}
	}
	if r.Session.Narrow() && r.keyboard.Pane == statePane {
		return v.PointTableOnly()
	}
	return v
}

// Lay arranges what there is to see in w×h cells.
func (r *rightSide) Lay(w, h int, v pictures.View) {
	if r.at = (pictures.Places{}); w > 0 && h > 0 {
		r.at = r.Stage.Arrange(r.Session.Terminal(), ascii.Rect{W: w, H: h}, v)
	}
}

// Layers returns the layers of the right side: the figures with the lines below
// them, the controls, and the timeline of its run.
func (r *rightSide) Layers(area ascii.Rect) []*lipgloss.Layer {
	t, at, v := r.Session.Theme, r.at, r.Sight()
	out := []*lipgloss.Layer{session.NewLayer("stage", r.Stage.Render(t, r.Session.Terminal(), area.W, area.H, at, v), area.X, area.Y)}
	add := func(id, content string, at ascii.Rect) {
		out = append(out, session.NewLayer(id, content, area.X+at.X, area.Y+at.Y))
	}
	for i, c := range pictures.ControlRects(at.Controls, len(v.Controls), v.FocusedControl) {
		if !c.Empty() {
			add("control/"+strconv.Itoa(i), pictures.ControlView(v.Controls[i], i == v.FocusedControl).View(t, c.W), c)
		}
	}
	if !at.Timeline.Empty() {
		add("timeline", r.Debug.Timeline(t, r.keyboard.Focus().Kind == onStage).View(t, at.Timeline.W), at.Timeline)
		v.Signs = r.Debug.Signs(v, t.View())
		add("status", t.Lines(pictures.StatusLines(t, at.Status, v)), at.Status)
	}
	if sign, x, y := r.busySign(area.W); sign != "" {
		add("busy", sign, ascii.Rect{X: x, Y: y})
	}
	return out
}

// busySign returns the sign for work in progress on a stage of w columns, and its
// position: in place of what happened in the run, or at the top if there is no run.
func (r *rightSide) busySign(w int) (sign string, x, y int) {
	status := r.at.Status
	switch {
	case status.Empty():
		return r.busy.View(w), 0, 0
	case status.H == 1:
		sign = r.busy.View(status.W / 2)
		return sign, status.X + status.W - lipgloss.Width(sign), status.Y
	}
	sign = r.busy.View(status.W)
	if sign != "" {
		sign = r.Session.Theme.Block(sign, status.W, 1, ascii.Paper)
	}
	return sign, status.X, status.Y + 1
}

// doing returns the label of the work on the stage that is in progress, or "".
func (r *rightSide) doing() string {
	switch {
	case r.Record.Job.Busy():
		return "writing " + r.Record.name + "; esc leaves it"
	case r.Debug.Player.Seeking():
		return "computing; esc stops"
	case r.Debug.HoldsKeys():
		return "computing"
	case len(r.Sight().Figures) == 0 && r.SceneJob.Busy():
		return "drawing …"
	}
	return ""
}

// toggleWhy closes the panel, or explains the step.
func (r *rightSide) toggleWhy() session.Intent {
	if r.Debug.Inspector.Why && debug.HasPanelRoom(r.Session.Width, r.Session.Height) {
		r.showPanel(debug.WhyPanel, false)
		return nil
	}
	return r.openWhy()
}

// openWhy explains the step, in the panel where there is room for it, else in a window
// over the run, which the keys for it step.
func (r *rightSide) openWhy() session.Intent {
	if debug.HasPanelRoom(r.Session.Width, r.Session.Height) {
		r.showPanel(debug.WhyPanel, true)
		return nil
	}
	return session.Push{Top: r.Debug.NewWhyWindow()}
}

// showPanel opens a panel, or closes it and gives its keyboard to the stage.
func (r *rightSide) showPanel(p debug.Panel, open bool) {
	r.Debug.Inspector.Show(p, open)
	if !open && r.keyboard.panel == p {
		r.keyboard.panel = debug.NoPanel
	}
}

func (r *rightSide) askStep() session.Intent {
	return session.Push{Top: session.NewNumberWindow(r.Session, "Go to step")}
}

func (r *rightSide) nextFigure() { r.Stage.EnlargeNext(r.Sight()) }

func (r *rightSide) withoutRun() string {
	meant := ""
	if len(r.Scene.Controls) > 0 {
		meant = "; tab leads to the sliders"
	}
	return session.ReasonIf(r.Debug.Player.Run() == nil, "nothing to step through here"+meant)
}

func (r *rightSide) withoutChange() string {
	typed := r.Debug.Player.Abilities().Breakpoints
	if typed == nil {
		return "this run keeps no number for a point"
	}
	if r.Stage.Point < 0 || r.Debug.HasOverride() {
		return "inspect a point first: x, or a click on it"
	}
	_, ok := typed.Change(r.Stage.Point)
	return session.ReasonIf(!ok, "this run keeps no number for a point")
}

func (r *rightSide) oneFigure() string {
	return session.ReasonIf(len(r.Sight().Figures) < 2, "one figure only")
}

// withoutSpeed is why + and − neither zoom a map nor change the speed of a run.
func (r *rightSide) withoutSpeed() string {
	if r.Stage.Zoomable(r.Sight()) >= 0 {
		return ""
	}
	return r.withoutRun()
}

func (r *rightSide) withoutPoints() string {
	return session.ReasonIf(!r.Sight().HasPoints(), "no point to inspect here")
}

func (r *rightSide) withoutRows() string {
	_, ok := r.Sight().PointTable()
	return session.ReasonIf(!ok, "there is no table of points here")
}

func (r *rightSide) withoutPoint() string {
	return session.ReasonIf(r.Sight().Inspect == nil || r.Stage.Point < 0, "no point is inspected")
}

func (r *rightSide) zoomWord() string {
	return session.ReasonIf(r.Stage.Zoomable(r.Sight()) >= 0, "zoom")
}

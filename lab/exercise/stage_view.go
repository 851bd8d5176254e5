package exercise

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/debug"
	"kernellab/lab/pictures"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// stageView is the stage of an exercise, the half of the screen with the pictures. It shows a
// scene: figures and controls that depend on the answers. If the scene has a run, a solver executed
// step by step, it shows the run with its debugger. It does not know the text and the fields. It
// passes every answer that it changes to setAnswer.
type stageView struct {
	session.Part
	work      *study.Work
	keyboard  *keyboard
	setAnswer func(name, value string)

	places pictures.Places // relative to the stage
	drag   drag

	preview pictures.Stage // the figures below a short text

	Scene      exercises.Scene
	SceneCount int // number of scenes received
	SceneJob   core.Job
	TextOnly   bool // the last scene has nothing for the stage, so only the text of the task is shown
	Pictures   pictures.Stage
	Debug      debug.Debugger
	Export     exportJob // the export of the run
	busy       *ui.Busy
}

// SceneMsg contains the scene for some answers.
type SceneMsg struct {
	core.Address
	Scene exercises.Scene
}

// reset removes the scene of the previous task.
func (r *stageView) reset(w *study.Work) {
	r.work, r.Scene, r.Pictures = w, exercises.Scene{}, pictures.NewStage()
	r.preview = pictures.NewStage()
	r.Debug.Reset()
	r.Debug.ScheduleRestore(study.DebugOf(w), w.Frame())
}

// Resume requests the scene if there is none.
func (r *stageView) Resume() tea.Cmd {
	r.Debug.Player.Clock.SetRate(r.Session.Settings.Speed)
	r.Debug.Player.RevealLaterFrames()
	if r.Scene.Figures == nil && r.Scene.Run == nil && !r.SceneJob.Busy() {
		return r.RequestScene()
	}
	return nil
}

// Close stops unfinished work, and records the position of the run, its branches and breakpoints.
func (r *stageView) Close() {
	if p := &r.Debug.Player; p.Run() != nil {
		at, _ := p.Position()
		r.work.SetFrame(at)
		study.StoreDebug(r.work, r.Debug.Document())
	}
	r.Debug.Stop()
	r.Export.Job.Stop()
	r.SceneJob.Stop()
}

// RequestScene requests the scene for the current answers. The old picture stays until the
// new one arrives.
func (r *stageView) RequestScene() tea.Cmd {
	task, answers := r.work.Task(), study.StageAnswers(r.work)
	return r.StartJob(&r.SceneJob, func(ctx context.Context, to core.Address) tea.Msg {
		scene := task.Scene(ctx, answers)
		if run := scene.Run; run != nil && run.Len() == 1 {
			// Compute the first step, so that there is room for the figures that it
			// adds.
			if longer, err := run.Extend(ctx, 1, exercises.Condition{}); err == nil {
				scene.Run = longer
			}
		}
		return SceneMsg{to, scene}
	})
}

// ReceiveScene stores a scene, and reports whether it is the requested one.
func (r *stageView) ReceiveScene(m SceneMsg) (ok bool) {
	if !r.SceneJob.Finish(m.Address) {
		return false
	}
	r.followControl(m.Scene)
	r.Scene, r.TextOnly = m.Scene, isEmpty(m.Scene)
	r.SceneCount++
	hadNoRun := r.Debug.Player.Run() == nil
	r.Debug.Load(m.Scene.Run)
	r.keyboard.update(len(r.Scene.Controls), r.Debug.HasPoints())
	if frame := r.work.Frame(); hadNoRun && frame > 0 {
		r.Debug.Player.Resume(frame)
	}
	r.Pictures.Enlarged = min(r.Pictures.Enlarged, len(r.View().Figures))
	return true
}

// isEmpty reports whether a scene has nothing for the stage.
func isEmpty(s exercises.Scene) bool {
	return s.Run == nil && len(s.Figures)+len(s.Controls)+len(s.Formula) == 0
}

// refresh requests the scene for the current answers, and saves them.
func (r *stageView) refresh() tea.Cmd { return tea.Batch(r.RequestScene(), r.Session.Save()) }

// SetControlIfChanged sets control i to a value, unless it has that value. The control changes at
// once, and the picture when the new scene arrives.
func (r *stageView) SetControlIfChanged(i int, value string) tea.Cmd {
	if r.Scene.Controls[i].Value == value {
		return nil
	}
	return r.SetControl(i, value)
}

// nudgeControl moves the focused control by n values. A choice that has wrapped around to its old
// value counts as changed.
func (r *stageView) nudgeControl(n int) tea.Cmd {
	i := r.keyboard.Control
	c := r.Scene.Controls[i]
	if c.IsButton() {
		cmd, _ := r.moveSlider(c, 0, n)
		return cmd
	}
	if len(c.Choices) > 1 {
		return r.SetControl(i, c.Nudge(n))
	}
	return r.SetControlIfChanged(i, c.Nudge(n))
}

// SetControl sets a control to a value, even if it has that value.
func (r *stageView) SetControl(i int, value string) tea.Cmd {
	r.Debug.CloseOverrides()
	r.Scene.Controls = slices.Clone(r.Scene.Controls)
	r.Scene.Controls[i].Value = value
	r.setAnswer(r.Scene.Controls[i].Name, value)
	return r.refresh()
}

// notesOnStage reports whether the notes of the scene are on the stage, because the screen is
// narrow and a slider may change them.
func (r *stageView) notesOnStage() bool {
	return r.Session.Narrow() && len(r.Scene.Controls) > 0 && r.Scene.Run == nil
}

// View returns what is on the stage now.
func (r *stageView) View() pictures.View {
	v := r.Debug.Overlay(pictures.View{
		Key: pictures.Key{Scene: r.SceneCount}, FocusedControl: r.keyboard.Control, Controls: r.Scene.Controls,
		Figures: r.Scene.Figures, Formula: r.Scene.Formula, Inspect: r.Scene.Inspect,
	})
	// The text shows the notes of the run, but a narrow screen may hide the text.
	switch {
	case v.Override != "":
		v.Formula = slices.Concat(v.Facts, v.Formula)
	case r.Session.Narrow():
		v.ExtraFacts = v.Facts
		if r.notesOnStage() {
			v.ExtraFacts = slices.Concat(v.Facts, r.Scene.Notes)
		}
	}
	if r.Session.Narrow() && r.keyboard.Pane == pointsPane {
		return v.PointTableOnly()
	}
	return v
}

// Layout lays out the stage in w×h cells.
func (r *stageView) Layout(w, h int, v pictures.View) {
	if r.places = (pictures.Places{}); w > 0 && h > 0 {
		r.places = r.Pictures.Arrange(r.Session.Terminal(), ascii.Rect{W: w, H: h}, v)
	}
}

// previewLayer returns the figures in an area below the text of a narrow screen. They
// cannot be clicked. If a figure would be too low to be read, previewLayer omits the last
// figures. If that does not help, it draws only the first figure that fits, or none.
func (r *stageView) previewLayer(area ascii.Rect) *lipgloss.Layer {
	term, v := r.Session.Terminal(), r.View()
	figures, room := v.Figures, area.AtOrigin()
	v = pictures.View{Key: v.Key, Figures: figures, FocusedControl: -1}
	places := r.preview.Arrange(term, room, v)
	for n := len(figures) - 1; places.TooLow(term) && n > 1; n-- {
		v.Figures = figures[:n]
		places = r.preview.Arrange(term, room, v)
	}
	for i := 0; places.TooLow(term) && i < len(figures); i++ {
		v.Figures = figures[i : i+1]
		places = r.preview.Arrange(term, room, v)
	}
	if places.TooLow(term) {
		area.H = 0
	}
	return ui.NewLayer("", r.preview.Render(r.Session.Theme, term, area.W, area.H, places, v), area.X, area.Y)
}

// Layers returns the layers of the stage: the figures with the lines below them, the
// controls, and the timeline.
func (r *stageView) Layers(area ascii.Rect) []*lipgloss.Layer {
	t, places, v := r.Session.Theme, r.places, r.View()
	out := []*lipgloss.Layer{ui.NewLayer("stage", r.Pictures.Render(t, r.Session.Terminal(), area.W, area.H, places,
		v), area.X, area.Y)}
	add := func(id, content string, r ascii.Rect) {
		out = append(out, ui.NewLayer(id, content, area.X+r.X, area.Y+r.Y))
	}
	for i, c := range pictures.ControlRects(places.Controls, len(v.Controls), v.FocusedControl) {
		if !c.Empty() {
			add("control/"+strconv.Itoa(i), pictures.ControlView(v.Controls[i], i == v.FocusedControl).View(t, c.W), c)
		}
	}
	if !places.Timeline.Empty() {
		add("timeline", r.Debug.Timeline(t, r.keyboard.Focus().Kind == stageFocus).View(t, places.Timeline.W),
			places.Timeline)
		v.Signs = r.Debug.Signs(v, t.View())
		add("status", t.Lines(pictures.StatusLines(t, places.Status, v)), places.Status)
	}
	if sign, x, y := r.busySign(area.W); sign != "" {
		add("busy", sign, ascii.Rect{X: x, Y: y})
	}
	return out
}

// busySign returns the sign for work in progress on a stage of w columns, and its
// position: in the row of events, or at the top if there is no run.
func (r *stageView) busySign(w int) (sign string, x, y int) {
	status := r.places.Status
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

// busyLabel returns the label of the work on the stage, or "".
func (r *stageView) busyLabel() string {
	switch {
	case r.Export.Job.Busy():
		return "writing " + r.Export.name + "; esc cancels it"
	case r.Debug.Player.Seeking():
		return "computing; esc stops"
	case r.Debug.KeysMustWait():
		return "computing"
	case len(r.View().Figures) == 0 && r.SceneJob.Busy():
		return "drawing …"
	}
	return ""
}

// toggleWhy opens the explanation of the step, or closes its panel.
func (r *stageView) toggleWhy() session.Intent {
	if r.Debug.Panels.WhyOpen && debug.HasPanelRoom(r.Session.Width, r.Session.Height) {
		r.setPanelOpen(debug.WhyPanel, false)
		return nil
	}
	return r.openWhy()
}

// openWhy explains the step in a panel if there is room, or else in a window in which
// the arrows still step the run.
func (r *stageView) openWhy() session.Intent {
	if debug.HasPanelRoom(r.Session.Width, r.Session.Height) {
		r.setPanelOpen(debug.WhyPanel, true)
		return nil
	}
	return session.Push{Top: r.Debug.NewWhyWindow()}
}

// setPanelOpen opens or closes a panel. If a closed panel had the focus, the stage gets
// it.
func (r *stageView) setPanelOpen(p debug.Panel, open bool) {
	r.Debug.SetPanelOpen(p, open)
	if !open && r.keyboard.panel == p {
		r.keyboard.panel = debug.NoPanel
	}
}

func (r *stageView) askStep() session.Intent {
	p := ui.NewPrompt(r.Session.Theme, "Go to step")
	p.Width = 64
	d := session.NewDialog(r.Session, p)
	d.OnChosen = func() (session.Intent, tea.Cmd) {
		return session.CallChoice(func() { r.goToStep(p.Text()) }), nil
	}
	return session.Push{Top: d}
}

// goToStep goes to the step with a number, or as far as the run goes.
func (r *stageView) goToStep(text string) {
	const maxStep = 1_000_000
	n, err := strconv.Atoi(strings.TrimSpace(text))
	ok := err == nil && n >= 0
	r.Session.NoticeUnless(ok, fmt.Sprintf("%q is not the number of a step", text))
	if ok {
		r.Debug.Player.Seek(min(n, maxStep))
	}
}

func (r *stageView) nextFigure() { r.Pictures.EnlargeNext(r.View()) }

func (r *stageView) noRunReason() string {
	advice := ""
	if len(r.Scene.Controls) > 0 {
		advice = "; shift+tab leads to a slider"
	}
	return session.TextIf(r.Debug.Player.Run() == nil, "nothing to step through here"+advice)
}

func (r *stageView) noChangeReason() string {
	ability := r.Debug.Player.Abilities().ConditionParser
	if ability == nil {
		return "this run has no number for each point"
	}
	if r.Pictures.Point < 0 || r.Debug.HasOverride() {
		return "inspect a point first: x, or a click on it"
	}
	_, ok := ability.ChangeCondition(r.Pictures.Point)
	return session.TextIf(!ok, "this run has no number for each point")
}

func (r *stageView) oneFigureReason() string {
	return session.TextIf(len(r.View().Figures) < 2, "there is only one figure")
}

// noSpeedReason returns why + and − neither zoom a map nor change the speed of a run,
// or "".
func (r *stageView) noSpeedReason() string {
	if r.Pictures.Zoomable(r.View()) >= 0 {
		return ""
	}
	return r.noRunReason()
}

func (r *stageView) noPointsReason() string {
	return session.TextIf(!r.View().HasPoints(), "there is no point to inspect here")
}

func (r *stageView) noRowsReason() string {
	_, ok := r.View().PointTable()
	return session.TextIf(!ok, "no table here lists the points of a run")
}

func (r *stageView) noPointReason() string {
	return session.TextIf(r.View().Inspect == nil || r.Pictures.Point < 0, "no point is inspected")
}

func (r *stageView) zoomWord() string {
	return session.TextIf(r.Pictures.Zoomable(r.View()) >= 0, "zoom")
}

// hasZone reports whether the stage has a part in which the keys of a zone work. It returns true
// for zones that are not about the stage.
func (r *stageView) hasZone(z session.Zone) bool {
	switch z {
	case session.ZoneControl:
		return len(r.Scene.Controls) > 0
	case session.ZoneStage:
		return !r.TextOnly
	case session.ZoneWhatIf:
		return r.Debug.WhatIf.Open
	}
	return true
}

// aboutPoint describes the inspected point.
func (r *stageView) aboutPoint() session.Intent {
	i := r.Pictures.Point
	return r.Session.ShowMessage("Point "+strconv.Itoa(i+1), r.View().Inspect(i)...)
}

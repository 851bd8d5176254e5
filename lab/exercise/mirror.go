package exercise

import (
	"maps"
	"reflect"
	"slices"

	tea "charm.land/bubbletea/v2"

	"kernellab/exercises"
	"kernellab/lab/class"
	"kernellab/lab/debug"
	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/study"
)

// Document returns the state of the exercise as it would be saved now, so that others can see it. A
// task of a review, a warm-up or a test-out belongs to no document: the returned document then has
// no ID.
func (r *stageView) Document() (doc progress.Exercise) {
	w := r.work
	if w.Round() != nil {
		return doc
	}
	frame, branches := w.Frame(), study.DebugOf(w)
	if p := &r.Debug.Player; p.Run() != nil {
		frame, _ = p.Position()
		branches = r.Debug.Document()
	}
	return study.DocumentOf(w, frame, branches)
}

// Mirror is a screen that shows the exercise of another person, from its document. A class looks at
// the exercise of its leader in this way. Only Show and ChangeView change it.
type Mirror struct {
	*Screen
	shared class.SharedExercise
}

// NewMirror returns a screen with the document that the leader shows. [study.Student.Mirror] returns
// a student and a work for the document. s must be a session for that student, and w that work.
func NewMirror(s *session.Session, w *study.Work, shared class.SharedExercise) *Mirror {
	e := &Mirror{ForTask(s, w), shared}
	e.Task.mirrored = true
	e.showStage()
	e.showPanels()
	return e
}

// showStage gives the focus to the stage, the half of the screen with the pictures. A narrow screen
// shows the text instead, unless the task is about the stage or the run has begun.
func (e *Mirror) showStage() {
	e.Task.recallPending = e.shared.Judged
	if e.SetFocus(Focus{}); !e.Task.Info().FocusesStage && e.Task.Work.Frame() == 0 {
		e.Keyboard.Pane = textPane
	}
}

// showPanels opens the panels that the leader sees, where there is room, and closes the others.
func (e *Mirror) showPanels() {
	e.Stage.setPanelOpen(debug.WhyPanel, e.shared.Why)
	e.Stage.setPanelOpen(debug.LedgerPanel, e.shared.Ledger)
}

// Show replaces the document by a newer document, and returns the command for what has to be
// computed. ok is false if the newer document belongs to another attempt.
func (e *Mirror) Show(shared class.SharedExercise) (cmd tea.Cmd, ok bool) {
	oldDoc, wasJudged, doc := e.shared.Document, e.shared.Judged, shared.Document
	if oldDoc.Task != doc.Task {
		e.Close()
	}
	if !study.UpdateMirror(e.Task.Work, doc) {
		return nil, false
	}
	e.shared = shared
	e.showPanels()
	if oldDoc.Task != doc.Task {
		e.SetUpTask()
		e.showStage()
		return tea.Batch(e.Stage.RequestScene(), e.Task.request(), e.showBusy()), true
	}
	oldTask, newTask := oldDoc.Tasks[doc.Task], doc.Tasks[doc.Task]
	if wasJudged != shared.Judged || !differOnlyInRun(oldTask, newTask) || !maps.Equal(oldDoc.Answers, doc.Answers) {
		e.reloadForm(oldDoc.Answers)
		cmd = e.Stage.RequestScene()
	}
	d := &e.Stage.Debug
	branchesChanged := !reflect.DeepEqual(withoutLengths(oldTask.Debug), withoutLengths(newTask.Debug))
	if branchesChanged {
		d.Reset()
		d.ScheduleRestore(newTask.Debug, newTask.Frame)
		d.Load(e.Stage.Scene.Run)
	}
	if branchesChanged || oldTask.Frame != newTask.Frame {
		d.Player.Resume(newTask.Frame)
		e.Keyboard.Pane = StagePane
	}
	return tea.Batch(cmd, d.Request(), e.Task.request(), e.showBusy()), true
}

// reloadForm shows the answers and hints of the new document. The text stays at the same place or,
// if the answer in a field has changed, scrolls to that field.
func (e *Mirror) reloadForm(oldAnswers exercises.Answers) {
	pane := e.Task.Pane
	if e.Task.reset(); !e.shared.Judged {
		e.Task.Form.fieldReports = nil // the answers of the leader have no verdict now
	}
	e.Task.recallPending = e.shared.Judged
	e.Task.Pane, e.Keyboard.form = pane, e.Task.Form
	changedField := slices.IndexFunc(e.Task.Info().Fields, func(f exercises.Field) bool {
		return oldAnswers[f.Name] != e.Task.Form.Answers[f.Name]
	})
	if e.Task.Form.focus(changedField); changedField >= 0 {
		e.Keyboard.Pane = textPane
		pane.Follow()
	}
}

// differOnlyInRun reports whether two states of a task differ only in its run.
func differOnlyInRun(a, b progress.Task) bool {
	a.Frame, a.Debug, b.Frame, b.Debug = 0, nil, 0, nil
	return reflect.DeepEqual(a, b)
}

// withoutLengths returns the branches and conditions of a document without the numbers of steps
// that are computed.
func withoutLengths(d *progress.Debug) (out progress.Debug) {
	if d == nil {
		return out
	}
	out = *d
	out.LastFrame, out.Branches, out.OtherRuns = 0, slices.Clone(d.Branches), nil
	for i := range out.Branches {
		out.Branches[i].LastFrame = 0
	}
	return out
}

// ChangeView handles what moves only the view: it scrolls the text, zooms a map, enlarges a figure,
// and on a narrow screen switches between the text and the stage. ok is false for
// anything else.
func (e *Mirror) ChangeView(msg tea.Msg) (ok bool) {
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		e.turnWheel(WheelTurns{msg, 1})
		return true
	case tea.KeyPressMsg:
		switch a := e.Actions.Match(session.ZoneStage, msg); {
		case a == nil:
		case slices.Contains([]string{"page up", "page down", "figure"}, a.Name):
			a.Run(e.Screen, msg)
			return true
		case a.Name == "next" && e.Session.Narrow() && !e.Stage.TextOnly:
			if e.Keyboard.Pane != textPane {
				e.Keyboard.Pane = textPane
			} else {
				e.Keyboard.Pane = StagePane
			}
			return true
		}
	}
	return false
}

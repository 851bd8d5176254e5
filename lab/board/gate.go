package board

import (
	"fmt"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/lab/class"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// openGate opens a window in which the teacher holds the class at the selected task.
func (b *Screen) openGate() session.Intent {
	s, at := b.Session, b.selectedTask()
	var rows []ui.Row
	add := func(label string, g class.Gate) {
		done := "The gate is set."
		if !g.IsSet() {
			done = "The gate is open."
		}
		r := ui.Row{Label: label, Value: sendAndClose(done, func() error { return b.member.SetGate(g) })}
		if g == s.Room.Gate {
			r.Detail = "now"
		}
		rows = append(rows, r)
	}
	hold := class.Gate{Exercise: at.Exercise, Task: at.Task, Holds: true}
	if g := s.Room.Gate; g.IsSet() {
		add("Open the gate after "+b.taskTitle(g.Exercise, g.Task), class.Gate{})
	}
	add("Hold everybody here; early finishers wait", hold)
	if hold.Early = study.SandboxOf(s.Student).ID; hold.Early != "" {
		add("Hold everybody here; early finishers go to the sandbox", hold)
	}
	if hold.Early = nextExercise(s.Student, at.Exercise); hold.Early != "" {
		add("Hold everybody here; early finishers go to the next exercise, "+hold.Early, hold)
	}
	add("Only warn students who go on", class.Gate{Exercise: at.Exercise, Task: at.Task})
	p := ui.NewPicker(s.Theme, "Gate after "+b.taskTitle(at.Exercise, at.Task), rows...)
	p.Numbered, p.Width = true, 76
	return session.Push{Top: session.NewMenu(s, p)}
}

// nextExercise returns the exercise after another one, or "".
func nextExercise(s *study.Student, id string) string {
	all := s.Exercises()
	i := 1 + slices.IndexFunc(all, func(e study.ExerciseView) bool { return e.ID == id })
	if i == 0 || i == len(all) {
		return ""
	}
	return all[i].ID
}

// gateIndex returns the index of the task after which there is a gate, or −1.
func (b *Screen) gateIndex() int {
	g := b.Session.Room.Gate
	return slices.IndexFunc(b.plan.Tasks, func(t class.PlannedTask) bool {
		return g.Exercise == b.plan.Exercise && g.Task == t.Name
	})
}

// activity describes the gate, how many students wait there, and the vote. It is empty if
// there is neither.
func (b *Screen) activity() ascii.Line {
	var words []string
	if v := b.Session.Room.Vote; v.Open {
		words = append(words, "vote open")
	}
	if g := b.Session.Room.Gate; g.IsSet() {
		place := "gate in " + g.Exercise
		if i := b.gateIndex(); i >= 0 {
			place = fmt.Sprintf("gate after task %d", i+1)
		}
		if !g.Holds {
			place += " warns"
		} else if waiting, early := b.member.Board().Held(g); early > 0 {
			place += fmt.Sprintf(" holds: %d wait, %d in %s", waiting, early, g.Early)
		} else {
			place += fmt.Sprintf(" holds: %d wait", waiting)
		}
		words = append(words, place)
	}
	return ascii.Inked(strings.Join(words, ", "), ascii.Select)
}

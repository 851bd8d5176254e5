package plain

import (
	"fmt"
	"strings"

	"kernellab/lab/study"
)

// about says what an exercise is for, what it builds on, its steps and how far the
// student is, and what was hard: of one of the list, or of that in hand or to come.
func (t *talk) about(arg string) {
	id := t.idOf(arg)
	switch {
	case arg == "" && t.lesson != nil:
		id = t.lesson.work.ID()
	case arg == "":
		id = t.student.Suggest()
	}
	e, ok := t.student.View(id)
	if !ok {
		t.noExercise(arg)
		return
	}
	v := t.voice
	v.say(describe(e))
	if e.Goal != "" {
		v.say("Goal: " + e.Goal)
	}
	if builds := t.buildsOn(e); builds != "" {
		v.say(builds)
	}
	if e.Asked > 0 {
		v.say(fmt.Sprintf("Predicted: %d of %d.", e.Predicted, e.Asked))
	}
	for i := range e.Steps {
		state := study.Untouched
		switch {
		case e.Finished[i]:
			state = study.Done
		case e.State == study.Begun && i == e.Index:
			state = study.Begun
		}
		v.hang(fmt.Sprintf("%3d. ", i+1), sentence(e.StepTitle(i))+" "+sentence(capital(state.Words())))
	}
	var hard []string
	for _, i := range e.Hard {
		hard = append(hard, e.StepTitle(i))
	}
	if len(hard) > 0 {
		v.say("Hard for you: " + sentence(strings.Join(hard, "; ")))
	}
}

// buildsOn says which exercises one needs, each with how far the student is there;
// "" where it needs none.
func (t *talk) buildsOn(e study.ExerciseView) string {
	var needs []string
	for _, id := range e.Needs {
		if n, ok := t.student.View(id); ok {
			needs = append(needs, id+", "+n.State.Words())
		}
	}
	if len(needs) == 0 {
		return ""
	}
	return "Builds on " + strings.Join(needs, "; ") + "."
}

// unmet reports whether an exercise builds on one that is still open.
func (t *talk) unmet(e study.ExerciseView) bool {
	for _, id := range e.Needs {
		if n, ok := t.student.View(id); ok && !n.State.Settled() {
			return true
		}
	}
	return false
}

func (t *talk) noExercise(arg string) {
	t.voice.say(fmt.Sprintf("There is no exercise “%s”. Type the number before an exercise in the list, or its name, such as “%s”.", arg, t.student.Suggest()))
}

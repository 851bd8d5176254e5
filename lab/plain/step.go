package plain

import (
	"fmt"
	"strconv"
	"strings"

	"kernellab/exercises"
	"kernellab/lab/study"
)

// arrive says the step in hand and asks for its answers.
func (t *talk) arrive() {
	t.info = t.work.Info()
	t.at = t.work.Frame()
	t.run, t.trunk, t.advised = nil, nil, ""
	t.compose()
	t.asking, t.offered = noField, noField
	if len(t.info.Fields) > 0 && !t.work.StepDone(t.work.Index()) {
		t.asking = 0
	}
	t.again("")
}

// again says the step in hand.
func (t *talk) again(string) {
	t.offered = noField
	w := t.work
	t.voice.line("")
	title := t.info.Title
	if title == "" {
		title = strings.ReplaceAll(t.info.Name, "-", " ")
	}
	t.voice.say(fmt.Sprintf("Step %d of %d: %s", w.Index()+1, w.Len(), sentence(title)))
	t.blocks(t.info.Text)
	t.stage()
	hints, more := w.Hints()
	for i, h := range hints {
		t.voice.say(fmt.Sprintf("Hint %d:", i+1))
		t.blocks(h)
	}
	if w.SolutionShown() && !more {
		t.blocks(t.info.Solution)
	}
	if q := t.info.Question.String(); q != "" {
		t.voice.line("")
		t.voice.say("Question: " + q)
	}
	switch {
	case w.StepDone(w.Index()) && len(t.info.Fields) > 0:
		t.voice.say("This step is done. An empty line goes on, “answer” answers it again.")
	case w.StepDone(w.Index()):
	case len(t.info.Fields) == 0 && !study.AsksNothing(t.info):
		t.voice.say("Set the controls, then an empty line has this judged.")
	}
}

func (t *talk) blocks(blocks []exercises.Block) {
	for _, b := range blocks {
		switch b.Kind {
		case exercises.Formula, exercises.Verbatim:
			t.voice.keep(b.Text.String())
		case exercises.Item:
			mark := b.Mark
			if mark == "" {
				mark = "-"
			}
			t.voice.hang("  "+mark+" ", t.heard(b.Text))
		default:
			t.voice.say(t.heard(b.Text))
		}
	}
	t.missing(blocks)
}

// goOn is what an empty line does: on with the lesson.
func (t *talk) goOn() {
	switch {
	case t.work == nil:
		if id := t.student.Suggest(); id != "" {
			t.open(id)
		}
	case t.work.StepDone(t.work.Index()):
		t.advance()
	case len(t.info.Fields) > 0:
		t.ask("")
	case study.AsksNothing(t.info):
		t.work.Apply(t.ctx, nil, t.work.Step().Check(t.ctx, nil))
		t.advance()
	default:
		t.judge()
	}
}

// advance goes to the next step, and after the last to the end.
func (t *talk) advance() {
	if t.work.Next() {
		t.arrive()
		return
	}
	if !t.work.Finished() {
		t.voice.say("This was the last step. Still open: " + t.openSteps() + ". Type “step” and a number to go there, or “contents” to leave.")
		return
	}
	t.voice.say(fmt.Sprintf("Exercise %s is finished.", t.work.ID()))
	t.contents("")
}

func (t *talk) openSteps() string {
	var open []string
	for i := range t.work.Len() {
		if !t.work.StepDone(i) {
			open = append(open, fmt.Sprintf("step %d", i+1))
		}
	}
	return strings.Join(open, ", ")
}

func (t *talk) skip(string) {
	if !t.work.Next() {
		t.asking = noField
		t.advance()
		return
	}
	t.arrive()
}

func (t *talk) step(arg string) {
	n, err := strconv.Atoi(arg)
	if err != nil || n < 1 || n > t.work.Len() {
		t.voice.say(fmt.Sprintf("Type “step” and a number from 1 to %d.", t.work.Len()))
		return
	}
	t.work.Go(n - 1)
	t.arrive()
}

func (t *talk) steps(string) {
	for i := range t.work.Len() {
		info := t.work.InfoAt(i)
		title := info.Title
		if title == "" {
			title = strings.ReplaceAll(info.Name, "-", " ")
		}
		here := ""
		if i == t.work.Index() {
			here = " You are here."
		}
		t.voice.hang(fmt.Sprintf("%3d. ", i+1), sentence(title)+" "+sentence(capital(t.work.StepState(i).Words()))+here)
	}
}

func (t *talk) restart(string) {
	w, err := t.student.Restart(t.work.ID(), t.work.Exercise().Seed)
	if err != nil {
		t.voice.say(sentence("The exercise cannot be opened: " + err.Error()))
		return
	}
	t.work = w
	t.voice.say("The answers are cleared, and every step is open again.")
	t.arrive()
}

// renew draws other numbers.
func (t *talk) renew(string) {
	w, err := t.student.Renew(t.work.ID())
	if err != nil {
		t.voice.say(sentence("The exercise cannot be opened: " + err.Error()))
		return
	}
	t.work = w
	t.voice.say(fmt.Sprintf("New numbers, from seed %d. The answers are cleared, and every step is open again.", w.Exercise().Seed))
	t.arrive()
}

// dispute takes the advice said last back.
func (t *talk) dispute(string) {
	if t.advised == "" {
		t.voice.say("There is no advice to take back.")
		return
	}
	t.work.Dispute(t.advised)
	t.advised = ""
	t.voice.say("Taken back, and noted; it is not said again in this step. The verdict stands.")
}

func (t *talk) hint(string) {
	if !t.work.RevealHint() {
		switch {
		case len(t.info.Hints) == 0 && len(t.info.Solution) == 0:
			t.voice.say("This step has no hints.")
		case len(t.info.Solution) == 0:
			t.voice.say("There is no further hint.")
		default:
			t.voice.say("There is no further hint. “" + t.spelt("solution") + "” shows the worked solution.")
		}
		return
	}
	shown, more := t.work.Hints()
	t.voice.say(fmt.Sprintf("Hint %d:", len(shown)))
	t.blocks(shown[len(shown)-1])
	if !more && len(t.info.Solution) > 0 {
		t.voice.say("That is the last hint; “" + t.spelt("solution") + "” shows the worked solution.")
	}
}

// spelt is a command as it has to be typed now.
func (t *talk) spelt(name string) string {
	if t.asking != noField {
		return ":" + name
	}
	return name
}

func (t *talk) solution(string) {
	if len(t.info.Solution) == 0 {
		t.voice.say("This step has no worked solution.")
		return
	}
	t.work.RevealSolution()
	t.voice.say("The worked solution:")
	t.blocks(t.info.Solution)
	if len(t.info.Reference) > 0 && !t.work.StepDone(t.work.Index()) {
		t.voice.say("“" + t.spelt("fill") + "” puts it into the answers; “" + t.spelt("new") + "” gives you the exercise once more, with new numbers.")
	}
}

func (t *talk) fill(string) {
	if len(t.info.Reference) == 0 {
		t.voice.say("There is nothing to fill in here.")
		return
	}
	t.work.FillReference()
	for _, f := range t.info.Fields {
		t.voice.say(f.Label + " " + shownAs(f, t.work.Answers()[f.Name]))
	}
	t.asking = noField
	t.judge()
}

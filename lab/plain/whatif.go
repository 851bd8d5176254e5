package plain

import (
	"fmt"
	"strings"

	"kernellab/exercises"
)

// otherwise is the next step of the computation, taken another way. Nothing is
// kept of it until “fork”.
type otherwise struct {
	at      int // the frame it leaves
	choices exercises.Answers
}

// forker is the computation, where it can be taken another way.
func (t *talk) forker() (exercises.Forker, bool) {
	if !t.playing() {
		return nil, false
	}
	run, ok := t.run.(exercises.Forker)
	if !ok || len(run.Options(t.at, nil)) == 0 {
		t.voice.say("This computation can go one way only.")
		return nil, false
	}
	return run, true
}

// whatIf lists what can be otherwise in the next step, or says what a choice
// would lead to: “what-if k 3 l 5”. Each begins from the run's own step.
func (t *talk) whatIf(arg string) {
	run, ok := t.forker()
	if !ok {
		return
	}
	if arg == "" {
		t.listChoices(run.Options(t.at, nil))
		return
	}
	choices := exercises.Answers{}
	for words := strings.Fields(arg); len(words) > 0; {
		controls := run.Options(t.at, choices)
		i := t.controlOf(controls, words[0])
		if i < 0 {
			t.voice.say(fmt.Sprintf("“%s” is nothing that can be otherwise. “%s” alone lists what can.", words[0], t.spelt("what-if")))
			return
		}
		n := 1
		for n < len(words) && t.controlOf(controls, words[n]) < 0 {
			n++
		}
		if n == 1 {
			t.listChoices(controls[i : i+1])
			return
		}
		value, problem := t.chosen(controls[i], strings.Join(words[1:n], " "))
		if problem != "" {
			t.voice.say(problem)
			return
		}
		choices, words = choices.With(controls[i].Name, value), words[n:]
	}
	t.preview(run, choices)
}

// chosen is the value that a text means, or what is wrong with it. Numbers are
// judged by the run.
func (t *talk) chosen(c exercises.Control, text string) (value, problem string) {
	if !c.IsChoice() {
		return strings.Replace(text, "−", "-", 1), ""
	}
	for _, o := range c.Choices {
		if strings.EqualFold(o.Value, text) || strings.EqualFold(o.Label, text) {
			return o.Value, ""
		}
	}
	return "", fmt.Sprintf("“%s” cannot be chosen for %s. “%s” lists what can.", text, labelOf(c), t.spelt("what-if"))
}

func (t *talk) listChoices(controls []exercises.Control) {
	t.voice.say(fmt.Sprintf("Type “%s”, what shall be otherwise in the next step, and how; more than one may follow.", t.spelt("what-if")))
	for _, c := range controls {
		t.voice.hang("  ", fmt.Sprintf("“%s %s”: %s, now %s; %s.", t.spelt("what-if"), c.Name, labelOf(c), inCommas(valueOf(c)), choicesOf(c)))
	}
}

// mostListed is how many choices are all named.
const mostListed = 12

func choicesOf(c exercises.Control) string {
	if !c.IsChoice() {
		return rangeOf(c)
	}
	labels := make([]string, len(c.Choices))
	for i, o := range c.Choices {
		labels[i] = inCommas(o.Label)
	}
	if last := len(labels) - 1; last >= mostListed {
		labels = append(labels[:3:3], "and so on to "+labels[last])
	}
	return "one of " + strings.Join(labels, "; ")
}

// inCommas is a label of the screen, where two blanks set its parts apart.
func inCommas(label string) string { return strings.ReplaceAll(label, "  ", ", ") }

// preview says where the choices lead, and keeps them for “fork”.
func (t *talk) preview(run exercises.Forker, choices exercises.Answers) {
	f, err := run.Preview(t.at, choices)
	if err != nil {
		t.voice.say(sentence(capital(err.Error())))
		return
	}
	t.considered = otherwise{at: t.at, choices: choices}
	t.voice.say("What if: " + sentence(f.Status.String()))
	t.voice.lines(f.Notes)
	t.table(f.Formula)
	t.voice.say(fmt.Sprintf("“%s” takes this step. Until then nothing is changed.", t.spelt("fork")))
}

// fork takes the step that was considered.
func (t *talk) fork(string) {
	run, ok := t.forker()
	if !ok {
		return
	}
	if t.considered.choices == nil || t.considered.at != t.at {
		t.voice.say(fmt.Sprintf("Say first what shall be otherwise in this step; “%s” lists what can.", t.spelt("what-if")))
		return
	}
	forked, err := run.Fork(t.ctx, t.at, t.considered.choices)
	if err != nil {
		t.voice.say(sentence(capital(err.Error())) + fmt.Sprintf(" “%s” lists what can be otherwise.", t.spelt("what-if")))
		return
	}
	if t.trunk == nil {
		t.trunk = t.run
	}
	t.run, t.considered = forked, otherwise{}
	t.reach(t.at + 1)
	t.voice.say(fmt.Sprintf("This is a branch now. “%s” gives it up and returns, “%s” tells the two apart.", t.spelt("original"), t.spelt("compare")))
	t.moved()
}

// branched says where the computation is the original one.
func (t *talk) branched() bool {
	if !t.playing() {
		return false
	}
	if t.trunk == nil {
		t.voice.say("This is the original computation; there is no branch.")
	}
	return t.trunk != nil
}

// original leaves a branch.
func (t *talk) original(string) {
	if !t.branched() {
		return
	}
	t.run, t.trunk, t.considered = t.trunk, nil, otherwise{}
	t.reach(t.at)
	t.voice.say("Back on the original; the branch is given up.")
	t.moved()
}

// compare says what differs between a branch and the original at this step.
func (t *talk) compare(string) {
	if !t.branched() {
		return
	}
	if missing := t.at + 1 - t.trunk.Len(); missing > 0 {
		t.trunk = t.extended(t.trunk, missing, exercises.Break{})
	}
	if run, ok := t.run.(exercises.Comparer); ok {
		if c, ok := run.Compare(t.trunk, t.at); ok {
			t.table(c.Facts)
			return
		}
	}
	t.voice.say("These two have nothing to compare.")
}

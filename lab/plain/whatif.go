package plain

import (
	"fmt"
	"slices"
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
		i := named(controls, words[0])
		if i < 0 {
			t.voice.say(fmt.Sprintf("“%s” is nothing that can be otherwise. “%s” alone lists what can.", words[0], t.spelt("what-if")))
			return
		}
		n := 1
		for n < len(words) && named(controls, words[n]) < 0 {
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

// chosen is the value that a text means, or what is wrong with it.
func (t *talk) chosen(c exercises.Control, text string) (value, problem string) {
	if !c.IsChoice() {
		return t.settled(c, text)
	}
	for _, o := range c.Choices {
		if strings.EqualFold(o.Value, text) || strings.EqualFold(o.Label, text) {
			return o.Value, ""
		}
	}
	return "", fmt.Sprintf("“%s” cannot be chosen for %s. “%s” lists what can.", text, labelOf(c), t.spelt("what-if"))
}

// named is the control of a name or a label, −1 where there is none.
func named(controls []exercises.Control, word string) int {
	return slices.IndexFunc(controls, func(c exercises.Control) bool {
		return strings.EqualFold(c.Name, word) || strings.EqualFold(c.Label, word)
	})
}

func (t *talk) listChoices(controls []exercises.Control) {
	t.voice.say(fmt.Sprintf("Type “%s”, what shall be otherwise in the next step, and how; more than one may follow.", t.spelt("what-if")))
	for _, c := range controls {
		t.voice.hang("  ", fmt.Sprintf("“%s %s”: %s, now %s; %s.", t.spelt("what-if"), c.Name, labelOf(c), valueOf(c), choicesOf(c)))
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
		labels[i] = o.Label
	}
	if last := len(labels) - 1; last >= mostListed {
		labels = append(labels[:3:3], "and so on to "+labels[last])
	}
	return "one of " + strings.Join(labels, "; ")
}

// preview says where the choices lead, and keeps them for “fork”.
func (t *talk) preview(run exercises.Forker, choices exercises.Answers) {
	f, err := run.Preview(t.at, choices)
	if err != nil {
		t.voice.say(sentence(capital(err.Error())))
		return
	}
	t.other = otherwise{at: t.at, choices: choices}
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
	if t.other.choices == nil || t.other.at != t.at {
		t.voice.say(fmt.Sprintf("Say first what shall be otherwise in this step; “%s” lists what can.", t.spelt("what-if")))
		return
	}
	forked, err := run.Fork(t.ctx, t.at, t.other.choices)
	if err != nil {
		t.voice.say(sentence(capital(err.Error())) + fmt.Sprintf(" “%s” lists what can be otherwise.", t.spelt("what-if")))
		return
	}
	if t.own == nil {
		t.own = t.run
	}
	t.run, t.other = forked, otherwise{}
	t.reach(t.at + 1)
	t.voice.say(fmt.Sprintf("This is a branch now. “%s” gives it up and returns, “%s” tells the two apart.", t.spelt("original"), t.spelt("compare")))
	t.moved()
}

// branched says where the computation is the original one.
func (t *talk) branched() bool {
	if !t.playing() {
		return false
	}
	if t.own == nil {
		t.voice.say("This is the original computation; there is no branch.")
	}
	return t.own != nil
}

// original leaves a branch.
func (t *talk) original(string) {
	if !t.branched() {
		return
	}
	t.run, t.own, t.other = t.own, nil, otherwise{}
	t.reach(t.at)
	t.voice.say("Back on the original; the branch is given up.")
	t.moved()
}

// compare says what differs between a branch and the original at this step.
func (t *talk) compare(string) {
	if !t.branched() {
		return
	}
	run, ok := t.run.(exercises.Comparer)
	if !ok {
		t.voice.say("These two have nothing to compare.")
		return
	}
	t.originalReaches(t.at)
	c, ok := run.Compare(t.own, t.at)
	if !ok {
		t.voice.say("These two have nothing to compare.")
		return
	}
	t.table(c.Facts)
}

// originalReaches extends the original run to frame n, as far as it goes.
func (t *talk) originalReaches(n int) {
	if _, done := t.own.Done(); done || t.own.Len() > n {
		return
	}
	longer, err := t.own.Extend(t.ctx, n+1-t.own.Len(), exercises.Break{})
	if err == nil && longer != nil {
		t.own = longer
	}
}

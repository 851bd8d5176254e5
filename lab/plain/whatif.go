package plain

import (
	"fmt"
	"regexp"
	"strings"

	"kernellab/exercises"
)

// otherwise is the next step of the computation, taken another way. Nothing is
// kept of it until “fork”.
type otherwise struct {
	at      int // the frame it leaves
	choices exercises.Answers
	frame   exercises.Frame // that it would lead to
}

// spoken is the frame that “why” and “ledger” are about: the one in hand, or after
// “what-if” the one that it spoke of.
func (p *player) spoken(arg string) (f exercises.Frame, ok bool) {
	switch {
	case arg == "":
		return p.frame(), true
	case p.considered.choices == nil || p.considered.at != p.at:
		p.voice.say("Say first what shall be otherwise in this step; “what-if” lists what can.")
	default:
		return p.considered.frame, true
	}
	return f, false
}

// forker is the computation, where it can be taken another way.
func (p *player) forker() (exercises.Forker, bool) {
	run, ok := p.run.(exercises.Forker)
	if !ok || len(run.Options(p.at, nil)) == 0 {
		p.voice.say("This computation can go one way only.")
		return nil, false
	}
	return run, true
}

// whatIf lists what can be otherwise in the next step, or says what a choice
// would lead to: “what-if k 3 l 5”. Each begins from the run's own step.
func (p *player) whatIf(arg string) {
	run, ok := p.forker()
	if !ok {
		return
	}
	if arg == "" {
		p.voice.listChoices(run.Options(p.at, nil))
		return
	}
	choices := exercises.Answers{}
	for words := strings.Fields(arg); len(words) > 0; {
		controls := run.Options(p.at, choices)
		i := p.voice.controlOf(controls, words[0])
		if i < 0 {
			p.voice.say(fmt.Sprintf("“%s” is nothing that can be otherwise. “what-if” alone lists what can.", words[0]))
			return
		}
		n := 1
		for n < len(words) && p.voice.controlOf(controls, words[n]) < 0 {
			n++
		}
		if n == 1 {
			p.voice.listChoices(controls[i : i+1])
			return
		}
		value, problem := p.voice.otherwise(controls[i], strings.Join(words[1:n], " "))
		if problem != "" {
			p.voice.say(problem)
			return
		}
		choices, words = choices.With(controls[i].Name, value), words[n:]
	}
	p.preview(run, choices)
}

// otherwise is the value of a choice that a text means, or what is wrong with it. Numbers are
// judged by the run.
func (v *voice) otherwise(c exercises.Control, text string) (value, problem string) {
	if !c.IsChoice() {
		return strings.Replace(text, "−", "-", 1), ""
	}
	for _, o := range c.Choices {
		if strings.EqualFold(o.Value, text) || strings.EqualFold(o.Label, text) {
			return o.Value, ""
		}
	}
	return "", fmt.Sprintf("“%s” cannot be chosen for %s. “what-if” lists what can.", text, labelOf(c))
}

func (v *voice) listChoices(controls []exercises.Control) {
	v.say("Type “what-if”, what shall be otherwise in the next step, and how; more than one may follow.")
	for _, c := range controls {
		v.hang("  ", fmt.Sprintf("“what-if %s”: %s, now %s; %s.", c.Name, labelOf(c), inCommas(valueOf(c)), choicesOf(c)))
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
func inCommas(label string) string { return blanks.ReplaceAllString(strings.TrimSpace(label), ", ") }

var blanks = regexp.MustCompile(`\s{2,}`)

// preview says where the choices lead, and keeps them for “fork”.
func (p *player) preview(run exercises.Forker, choices exercises.Answers) {
	f, err := run.Preview(p.at, choices)
	if err != nil {
		p.voice.say(sentence(capital(err.Error())))
		return
	}
	p.considered = otherwise{at: p.at, choices: choices, frame: f}
	p.voice.say("What if: " + sentence(inCommas(f.Status.String())))
	p.voice.lines(f.Notes)
	p.voice.table(f.Formula)
	p.voice.since("With it:", told{p.at, p.frame().Figures}, f.Figures)
	p.voice.say("“fork” takes this step, “why what-if” explains it. Until then nothing is changed.")
}

// fork takes the step that was considered.
func (p *player) fork(string) {
	run, ok := p.forker()
	if !ok {
		return
	}
	if p.considered.choices == nil || p.considered.at != p.at {
		p.voice.say("Say first what shall be otherwise in this step; “what-if” lists what can.")
		return
	}
	forked, err := run.Fork(p.ctx, p.at, p.considered.choices)
	if err != nil {
		p.voice.say(sentence(capital(err.Error())) + " “what-if” lists what can be otherwise.")
		return
	}
	p.branches.Note(p.run)
	p.run, p.considered = p.branches.Fork(forked), otherwise{}
	p.reach(p.at + 1)
	p.voice.say(fmt.Sprintf("This is %s now. “original” returns, “compare” tells the two apart, “branches” lists all.",
		p.branches.Name(p.branches.Now())))
	p.moved()
}

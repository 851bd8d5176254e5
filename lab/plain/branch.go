package plain

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"kernellab/exercises"
)

// tree is the player with its branches.
type tree struct{ *player }

// hasBranches reports whether there is a branch, and explains if there is none.
func (p tree) hasBranches() bool {
	if !p.branches.Forked() {
		p.voice.say("This is the original computation; there is no branch. “what-if” makes one.")
	}
	return p.branches.Forked()
}

// listBranches lists all branches, each after its parent, with the choices that made
// them.
func (p tree) listBranches(string) {
	if !p.hasBranches() {
		return
	}
	for _, t := range p.branches.Tree() {
		text := capital(p.branches.Name(t.Index))
		if o := p.branches.Origin(t.Index); o != "" {
			text += " " + o
		}
		text = sentence(text)
		if t.Index == p.branches.Now() {
			text += " You are here."
		}
		p.voice.hang(strings.Repeat("  ", t.Depth+1), text)
	}
	p.voice.say("“branch” and a number goes to a branch, “original” to the original, “compare” and a number lays one beside this one, “forget” drops one.")
}

// branchOf returns the index of the branch that arg names: 0 or “original”, or the
// number in a branch's name. If ok is false, it has written why.
func (p tree) branchOf(arg string) (i int, ok bool) {
	name := strings.ToLower(strings.TrimSpace(strings.TrimPrefix(strings.ToLower(arg), "branch ")))
	for i := range p.branches.Len() {
		is := strings.TrimPrefix(p.branches.Name(i), "branch ")
		if name == is || i == 0 && (name == "0" || name == "original") {
			return i, true
		}
	}
	say := "Type the number of a branch, too; “branches” lists them."
	if arg != "" {
		say = fmt.Sprintf("There is no branch “%s”. “branches” lists them.", arg)
	}
	p.voice.say(say)
	return 0, false
}

// branch switches to a branch. Without an argument it lists them.
func (p tree) branch(arg string) {
	if arg == "" {
		p.listBranches("")
		return
	}
	if !p.hasBranches() {
		return
	}
	if i, ok := p.branchOf(arg); ok {
		p.switchTo(i)
	}
}

// original returns to the original run.
func (p tree) original(string) {
	if !p.hasBranches() {
		return
	}
	p.switchTo(0)
}

func (p tree) switchTo(i int) {
	if !p.branches.Other(i) {
		p.voice.say("You are on " + p.branches.Name(i) + ".")
		return
	}
	p.branches.Note(p.run)
	left := p.branches.Name(p.branches.Now())
	p.run, p.considered = p.branches.Switch(i), alternative{}
	p.reach(p.at)
	p.voice.sayf("On %s now; %s stays.", p.branches.Name(i), left)
	p.moved()
}

// forget removes a branch after a confirmation. If it is the current one, forget
// switches to its parent.
func (p tree) forget(arg string) {
	if !p.hasBranches() {
		return
	}
	i, ok := p.branchOf(arg)
	switch {
	case !ok:
		return
	case i == 0:
		p.voice.say("The original stays: only a branch can be forgotten.")
		return
	}
	name := p.branches.Name(i)
	if !p.voice.confirmed("forget "+strings.TrimPrefix(name, "branch "), p.removalWarning(i)) {
		return
	}
	if i == p.branches.Now() {
		p.switchTo(p.branches.Parent(i))
	}
	p.branches.Remove(i)
	p.voice.say(capital(name) + " is forgotten.")
}

// removalWarning returns a warning about which branch is removed and which ones stay.
func (p tree) removalWarning(i int) string {
	say := capital(p.branches.Name(i)) + " goes for good"
	if o := p.branches.Origin(i); o != "" {
		say = capital(p.branches.Name(i)) + ", which " + o + ", goes for good"
	}
	var stay []string
	for k := range p.branches.Len() {
		if p.branches.Parent(k) == i {
			stay = append(stay, p.branches.Name(k))
		}
	}
	switch len(stay) {
	case 0:
		return say + "."
	case 1:
		return say + "; " + stay[0] + ", which left it, stays."
	}
	return say + "; " + strings.Join(stay, ", ") + ", which left it, stay."
}

// compare describes how the current branch differs from another at this step.
func (p tree) compare(arg string) {
	if !p.hasBranches() {
		return
	}
	p.branches.Note(p.run)
	with := 1 - p.branches.Now() // the other one of two
	switch {
	case arg != "":
		var ok bool
		if with, ok = p.branchOf(arg); !ok {
			return
		}
	case p.branches.Len() > 2:
		with = p.branches.Parent(max(1, p.branches.Now()))
		if p.branches.Now() == 0 {
			p.voice.say("With which branch? Type “compare” and its number.")
			p.listBranches("")
			return
		}
	}
	if !p.branches.Other(with) {
		p.voice.say("A branch is compared with another one; you are on " + p.branches.Name(with) + ".")
		return
	}
	p.compareWith(with)
}

// compareWith compares the current branch with another: first the facts, then the pictures of
// both.
func (p tree) compareWith(with int) {
	other := p.branches.Run(with)
	if missing := p.at + 1 - other.Len(); missing > 0 {
		other = p.extended(other, missing, exercises.Break{})
		p.branches.Extend(with, other)
	}
	if a := p.run.Abilities().Branching; a != nil {
		if c, ok := a.Compare(other, p.at); ok {
			p.voice.say(
				capital(p.branches.Name(p.branches.Now())) + " beside " + p.branches.Name(with) + ", at step " +
					strconv.Itoa(p.at) + ".",
			)
			p.voice.table(c.Facts)
			p.voice.pictures(c.Figures)
			return
		}
	}
	p.voice.say("These two have nothing to compare.")
}

// alternative is an alternative to the next step. Nothing is saved of it until “fork”.
type alternative struct {
	at      int // the frame before the step
	choices exercises.Answers
	frame   exercises.Frame // the frame after the step
}

// explainedFrame returns the frame that “why” and “ledger” explain: the current one without an
// argument, else the one that “what-if” described. If ok is false, there was no
// “what-if” and spoken has written so.
func (p *player) explainedFrame(arg string) (f exercises.Frame, ok bool) {
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

// branching returns the alternatives of the run. If the next step has none, it returns
// nil and writes so.
func (p *player) branching() exercises.Branching {
	if a := p.run.Abilities().Branching; a != nil && len(a.Options(p.at, nil)) > 0 {
		return a
	}
	p.voice.say("This computation can go one way only.")
	return nil
}

// whatIf lists the options of the next step, or describes where choices such as “what-if
// k 3 l 5” would lead. Each call begins with the run's own step.
func (p *player) whatIf(arg string) {
	run := p.branching()
	if run == nil {
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
			p.voice.sayf("“%s” is nothing that can be otherwise. “what-if” alone lists what can.", words[0])
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
		value, problem := p.voice.choiceValue(controls[i], strings.Join(words[1:n], " "))
		if problem != "" {
			p.voice.say(problem)
			return
		}
		choices, words = choices.With(controls[i].Name, value), words[n:]
	}
	p.preview(run, choices)
}

// choiceValue returns the value of a choice that a text names, or a problem. The run
// checks numbers itself.
func (v *voice) choiceValue(c exercises.Control, text string) (value, problem string) {
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
		v.hang("  ", fmt.Sprintf("“what-if %s”: %s, now %s; %s.", c.Name, labelOf(c), inCommas(valueOf(c)),
			choicesOf(c)))
	}
}

// maxListed is the maximum number of choices that are listed in full.
const maxListed = 12

func choicesOf(c exercises.Control) string {
	if !c.IsChoice() {
		return rangeOf(c)
	}
	labels := make([]string, len(c.Choices))
	for i, o := range c.Choices {
		labels[i] = inCommas(o.Label)
	}
	if last := len(labels) - 1; last >= maxListed {
		labels = append(labels[:3:3], "and so on to "+labels[last])
	}
	return "one of " + strings.Join(labels, "; ")
}

// inCommas returns a label of the screen with commas instead of two or more blanks.
func inCommas(label string) string { return blanks.ReplaceAllString(strings.TrimSpace(label), ", ") }

var blanks = regexp.MustCompile(`\s{2,}`)

// preview describes where the choices lead and keeps them for “fork”.
func (p *player) preview(run exercises.Branching, choices exercises.Answers) {
	f, err := run.Preview(p.at, choices)
	if err != nil {
		p.voice.say(sentence(capital(err.Error())))
		return
	}
	p.considered = alternative{at: p.at, choices: choices, frame: f}
	p.voice.say("What if: " + sentence(inCommas(f.Status.String())))
	p.voice.lines(f.Notes)
	p.voice.table(f.Formula)
	p.voice.since("With it:", described{p.at, p.frame().Figures}, f.Figures)
	p.voice.say("“fork” takes this step, “why what-if” explains it. Until then nothing is changed.")
}

// fork takes the step that “what-if” described, on a new branch.
func (p *player) fork(string) {
	run := p.branching()
	if run == nil {
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
	p.run, p.considered = p.branches.Fork(forked), alternative{}
	p.reach(p.at + 1)
	p.voice.sayf("This is %s now. “original” returns, “compare” tells the two apart, “branches” lists all.",
		p.branches.Name(p.branches.Now()))
	p.moved()
}

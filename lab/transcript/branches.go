package transcript

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"kernellab/exercises"
)

// hasBranches reports whether there is a branch, which is a run forked from another one. If there
// is none, it writes how to make one.
func (p *player) hasBranches() bool {
	if !p.Player.Branches.Forked() {
		p.say("This is the original computation; there is no branch. “what-if” makes one.")
	}
	return p.Player.Branches.Forked()
}

// listBranches lists all branches. Each branch follows its parent, and comes with the
// choices in which it differs from the parent.
func (p *player) listBranches(string) {
	b := &p.Player.Branches
	if !p.hasBranches() {
		return
	}
	for _, t := range b.Tree() {
		text := capitalise(b.Name(t.Index))
		if o := b.OriginWords(t.Index); o != "" {
			text += " " + o
		}
		text = withFullStop(text)
		if t.Index == b.CurrentIndex() {
			text += " You are here."
		}
		p.writeItem(strings.Repeat("  ", t.Depth+1), text)
	}
	p.say("“branch” and a number goes to a branch, “original” to the original, “compare” and a number compares one with the current branch, “forget” removes one.")
}

// parseBranch returns the index of the branch with the name arg: the number of a branch, or
// 0 or “original” for the original. If there is no such branch, parseBranch writes what can
// be typed, and ok is false.
func (p *player) parseBranch(arg string) (i int, ok bool) {
	name := strings.ToLower(strings.TrimSpace(strings.TrimPrefix(strings.ToLower(arg), "branch ")))
	for i := range p.Player.Branches.Len() {
		branchName := strings.TrimPrefix(p.Player.Branches.Name(i), "branch ")
		if name == branchName || i == 0 && (name == "0" || name == "original") {
			return i, true
		}
	}
	message := "Type the number of a branch as well; “branches” lists them."
	if arg != "" {
		message = fmt.Sprintf("There is no branch “%s”. “branches” lists them.", arg)
	}
	p.say(message)
	return 0, false
}

// goToBranch switches to a branch. Without an argument it lists them.
func (p *player) goToBranch(arg string) {
	if arg == "" {
		p.listBranches("")
		return
	}
	if !p.hasBranches() {
		return
	}
	if i, ok := p.parseBranch(arg); ok {
		p.switchTo(i)
	}
}

func (p *player) switchTo(i int) {
	if !p.Player.Branches.IsOther(i) {
		p.say("You are on " + p.Player.Branches.Name(i) + ".")
		return
	}
	previousName := p.Player.Branches.CurrentName()
	p.SwitchTo(i)
	p.computeAll()
	p.sayf("On %s now; %s stays.", p.Player.Branches.Name(i), previousName)
	p.writeMove()
}

// forgetBranch removes a branch after a confirmation. If the branch is the current one, it
// first switches to the parent.
func (p *player) forgetBranch(arg string) {
	b := &p.Player.Branches
	if !p.hasBranches() {
		return
	}
	i, ok := p.parseBranch(arg)
	switch {
	case !ok:
		return
	case i == 0:
		p.say("The original stays: only a branch can be forgotten.")
		return
	}
	name := b.Name(i)
	if !p.isConfirmed("forget "+strings.TrimPrefix(name, "branch "), capitalise(name)+" will be lost.") {
		return
	}
	if i == b.CurrentIndex() {
		p.switchTo(b.Parent(i))
	}
	p.RemoveBranch(i)
	p.say(capitalise(name) + " is forgotten.")
}

// compareBranches describes how the current branch differs from another at this step.
func (p *player) compareBranches(arg string) {
	b := &p.Player.Branches
	if !p.hasBranches() {
		return
	}
	p.Player.UpdatedBranches()
	other := 1 - b.CurrentIndex() // the other branch if there are two
	switch {
	case arg != "":
		var ok bool
		if other, ok = p.parseBranch(arg); !ok {
			return
		}
	case b.Len() > 2:
		other = b.Parent(max(1, b.CurrentIndex()))
		if b.CurrentIndex() == 0 {
			p.say("With which branch? Type “compare” and its number.")
			p.listBranches("")
			return
		}
	}
	if !b.IsOther(other) {
		p.say("A branch is compared with another one; you are on " + b.Name(other) + ".")
		return
	}
	p.compareWith(other)
}

// compareWith writes how the current branch differs from branch i: first the facts, then
// the pictures of both.
func (p *player) compareWith(i int) {
	p.CompareWith(i)
	p.computeAll()
	if c := &p.Compare; c.Loaded {
		p.say(capitalise(p.Player.Branches.CurrentName()) + " beside " + c.Name + ", at step " +
			strconv.Itoa(p.frameNumber()) + ".")
		p.writeTable(c.Result.Facts)
		p.describeFigures(c.Result.Figures)
		c.Close()
		return
	}
	p.say("These two cannot be compared.")
}

// hasWhatIf reports whether the command “what-if” has described an alternative to the next step. If
// not, hasWhatIf writes what to do first.
func (p *player) hasWhatIf() bool {
	if !p.WhatIf.ShowsStepAfter(p.frameNumber()) {
		p.say("First say what to change in this step; “what-if” lists what can be changed.")
	}
	return p.WhatIf.ShowsStepAfter(p.frameNumber())
}

// explainedFrame returns the frame, the state after a step, that the commands “why” and “ledger”
// explain. This is the current frame if arg is empty, and otherwise the frame that “what-if” has
// described. If “what-if” has not described a frame, explainedFrame writes what to do first, and ok
// is false.
func (p *player) explainedFrame(arg string) (f *exercises.Frame, ok bool) {
	if arg == "" {
		return p.frame(), true
	}
	return &p.WhatIf.Frame, p.hasWhatIf()
}

// canFork reports whether the next step has alternatives. If not, it writes that there are none.
func (p *player) canFork() bool {
	a := p.Player.Abilities().Branching
	ok := a != nil && len(a.Options(p.frameNumber(), nil)) > 0
	if !ok {
		p.say("This computation has no alternatives.")
	}
	return ok
}

// whatIf lists the options of the next step, or describes the result of choices such as
// “what-if k 3 l 5”. Choices of earlier calls are forgotten.
func (p *player) whatIf(arg string) {
	if !p.canFork() {
		return
	}
	if arg == "" {
		p.listChoices(p.Player.Abilities().Branching.Options(p.frameNumber(), nil))
		return
	}
	p.OpenWhatIf()
	p.computeAll()
	if !p.choose(strings.Fields(arg)) {
		p.WhatIf.Close()
		return
	}
	p.describeWhatIf()
}

// choose applies choices that the student has typed, such as “k 3 l 5”. If a choice is not
// possible, choose writes what can be chosen, and ok is false.
func (p *player) choose(words []string) (ok bool) {
	for w := &p.WhatIf; len(words) > 0; {
		i := p.controlOf(w.Controls, words[0])
		if i < 0 {
			p.sayf("“%s” cannot be changed. “what-if” alone lists what can.", words[0])
			return false
		}
		n := 1
		for n < len(words) && p.controlOf(w.Controls, words[n]) < 0 {
			n++
		}
		if n == 1 {
			p.listChoices(w.Controls[i : i+1])
			return false
		}
		value, problem := p.choiceValue(w.Controls[i], strings.Join(words[1:n], " "))
		if problem != "" {
			p.say(problem)
			return false
		}
		w.SetChoice(i, value)
		p.computeAll()
		words = words[n:]
	}
	return true
}

// choiceValue returns the value that the typed text has for c, or describes why there is none. It
// does not check numbers, because the run checks them.
func (p *printer) choiceValue(c exercises.Control, text string) (value, problem string) {
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

func (p *printer) listChoices(controls []exercises.Control) {
	p.say("Type “what-if”, the name of what to change in the next step, and a value. More names and values may follow.")
	for _, c := range controls {
		p.writeItem("  ", fmt.Sprintf("“what-if %s”: %s, now %s; %s.", c.Name, labelOf(c), c.ValueWords(),
			choicesText(c)))
	}
}

// maxListedChoices is the maximum number of choices that are listed in full.
const maxListedChoices = 12

func choicesText(c exercises.Control) string {
	if !c.IsChoice() {
		return rangeOf(c)
	}
	labels := make([]string, len(c.Choices))
	for i, o := range c.Choices {
		labels[i] = o.Label
	}
	if last := len(labels) - 1; last >= maxListedChoices {
		labels = append(labels[:3:3], "and so on to "+labels[last])
	}
	return "one of " + strings.Join(labels, "; ")
}

// withCommas replaces two or more spaces in a label of the screen by a comma.
func withCommas(label string) string {
	return wideGapPattern.ReplaceAllString(strings.TrimSpace(label), ", ")
}

var wideGapPattern = regexp.MustCompile(`\s{2,}`)

// describeWhatIf describes the result of the choices.
func (p *player) describeWhatIf() {
	if problem := p.WhatIf.Refusal; problem != "" {
		p.say(capitalise(problem))
		return
	}
	f := p.WhatIf.Frame
	p.say("What if: " + withFullStop(withCommas(f.Status.String())))
	p.writeLines(f.Notes)
	p.writeTable(f.Formula)
	p.sayChanges("With it:", describedFigures{p.frameNumber(), p.frame().Figures}, f.Figures)
	p.say("“fork” takes this step, “why what-if” explains it. Until then nothing is changed.")
}

// fork takes the step that “what-if” described, on a new branch.
func (p *player) fork(string) {
	if !p.canFork() || !p.hasWhatIf() {
		return
	}
	p.WhatIf.Fork()
	p.computeAll()
	if problem := p.WhatIf.Refusal; problem != "" {
		p.say(capitalise(problem) + " “what-if” lists what can be changed.")
		return
	}
	p.sayf("This is %s now. “original” returns, “compare” describes how the two differ, “branches” lists all.",
		p.Player.Branches.CurrentName())
	p.writeMove()
}

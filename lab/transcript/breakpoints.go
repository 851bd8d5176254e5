package transcript

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/core"
)

// runUntil runs the algorithm on the stage until a condition holds. arg is the number or name of a
// condition in the list, or its text.
func (p *player) runUntil(arg string) {
	cond, ok := p.parseCondition(arg)
	if !ok {
		return
	}
	p.RunTo(cond)
	p.computeAll()
	if p.Player.TakeNotFound() != "" || !p.run().Holds(p.frameNumber(), cond) {
		p.Player.Seek(p.lastFrame())
		p.say("It has not happened by this step.")
	}
	p.finishMove()
}

// goToLastChange goes back to the step at which the coefficient of a point last changed, and writes
// its old and new value. arg is the number of the point.
func (p *player) goToLastChange(arg string) {
	n, ok := p.wholeNumber("changed", arg, "number of a point", 1, 100*maxFrames)
	if !ok {
		return
	}
	parser := p.Player.Abilities().ConditionParser
	if parser == nil {
		p.say("This computation has no number for each point.")
		return
	}
	cond, known := parser.ChangeCondition(n - 1)
	if !known {
		p.sayf("There is no point “%s”.", arg)
		return
	}
	p.Player.SeekCondition(cond, -1)
	p.computeAll()
	if p.Player.TakeNotFound() != "" {
		p.say("At no step before this one: " + withFullStop(cond.Label))
		return
	}
	p.say(withFullStop(capitalise(parser.ValuesAt(cond, p.frameNumber()))))
	p.writeMove()
}

// conditions returns the conditions that the run offers and those that the student
// typed.
func (p *player) conditions() []exercises.Condition {
	all := slices.Clone(p.run().Conditions())
	for _, bp := range p.Breakpoints.All() {
		if !slices.ContainsFunc(all, func(cond exercises.Condition) bool { return cond.Name == bp.Name }) {
			all = append(all, bp.Condition)
		}
	}
	return all
}

// parseCondition returns the condition for the argument of “until”. If there is no such
// condition, it writes what can be typed, and ok is false.
func (p *player) parseCondition(arg string) (cond exercises.Condition, ok bool) {
	conditions := p.conditions()
	parser := p.Player.Abilities().ConditionParser
	if len(conditions) == 0 && parser == nil {
		p.say("This computation has no condition to stop at.")
		return cond, false
	}
	if cond, ok := findCondition(conditions, arg); ok {
		return cond, true
	}
	if arg != "" && parser == nil {
		p.say("“" + arg + "” is not a condition of this computation.")
	}
	if arg == "" || parser == nil {
		p.listConditions(conditions, parser != nil)
		return cond, false
	}
	cond, err := parser.ParseCondition(arg)
	if err != nil {
		p.explainParseError(arg, err)
		return cond, false
	}
	return cond, true
}

// listConditions lists what can be typed after “until”.
func (p *printer) listConditions(conditions []exercises.Condition, canBeTyped bool) {
	text := "Type “until” and a number:"
	if canBeTyped {
		text = "Type “until” and a condition in the words of the algorithm, such as “n == 12”, or a number:"
	}
	p.say(text)
	for i, cond := range conditions {
		p.writeItem(fmt.Sprintf("%3d. ", i+1), withFullStop(cond.Label))
	}
}

// explainParseError writes why a text is not a condition.
func (p *printer) explainParseError(text string, err error) {
	var parseErr *exercises.ConditionError
	if !errors.As(err, &parseErr) {
		p.say(withFullStop(capitalise(err.Error())))
		return
	}
	message := fmt.Sprintf("I cannot read “%s” yet, at character %d: %s", text, parseErr.At+1,
		withFullStop(parseErr.Problem))
	if parseErr.Fix != "" {
		message += " I could read “" + parseErr.Fix + "”."
	}
	p.say(message)
}

func findCondition(conditions []exercises.Condition, arg string) (exercises.Condition, bool) {
	for i, cond := range conditions {
		if arg != "" && (arg == strconv.Itoa(i+1) || strings.EqualFold(arg, cond.Name) ||
			strings.EqualFold(arg, cond.Label)) {
			return cond, true
		}
	}
	return exercises.Condition{}, false
}

// watch adds a condition whose values are written at every step. Without an argument it
// lists the conditions.
func (p *player) watch(arg string) {
	parser := p.Player.Abilities().ConditionParser
	switch {
	case parser == nil:
		p.say("Nothing in this computation can be watched.")
		return
	case arg == "":
		p.listWatched(parser)
		return
	}
	cond, err := parser.ParseCondition(arg)
	if err != nil {
		p.explainParseError(arg, err)
		return
	}
	p.Breakpoints.Add(cond)
	p.say("Watching: " + withFullStop(cond.Label) +
		" From now on “end”, and “next” with a number, stop where it holds.")
	p.writeWatched()
}

// listWatched lists the conditions with their current values, and whether each of them
// stops the run.
func (p *player) listWatched(parser exercises.ConditionParser) {
	all := p.Breakpoints.All()
	if len(all) == 0 {
		p.say("Nothing is watched. Type “watch” and a condition in the words of the algorithm, such as “n == 12”.")
		return
	}
	for i, bp := range all {
		text := bp.Label + ", " + bp.StateWords()
		if r := parser.ValuesAt(bp.Condition, p.frameNumber()); r != "" {
			text += ": " + r
		}
		p.writeItem(fmt.Sprintf("%3d. ", i+1), withFullStop(text))
	}
	p.say("An active condition stops “end”, and “next” with a number. “turn” and its number turns one off or on, “unwatch” and its number removes it.")
}

// watchedAt returns the condition with the number arg in the list of “watch”. If there is no such
// condition, watchedAt says so, and ok is false.
func (p *player) watchedAt(command, arg string) (c core.Breakpoint, ok bool) {
	all := p.Breakpoints.All()
	if len(all) == 0 {
		p.say("Nothing is watched. “watch” and a condition adds one.")
		return c, false
	}
	n, ok := p.wholeNumber(command, arg, "condition of the list that “watch” says", 1, len(all))
	if !ok {
		return c, false
	}
	return all[n-1], true
}

// unwatch removes a condition by its number in the list of “watch”.
func (p *player) unwatch(arg string) {
	if c, ok := p.watchedAt("unwatch", arg); ok {
		p.Breakpoints.Remove(c.Name)
		p.say("“" + c.Label + "” is no longer watched.")
	}
}

// toggleWatched switches a condition off, so that it no longer stops the run, or on again.
func (p *player) toggleWatched(arg string) {
	if c, ok := p.watchedAt("turn", arg); ok {
		p.Breakpoints.Toggle(c.Name)
		c.Off = !c.Off
		p.say("“" + c.Label + "” is " + c.StateWords() + ".")
	}
}

// writeWatched writes the values of the conditions at the current step.
func (p *player) writeWatched() {
	parser := p.Player.Abilities().ConditionParser
	if parser == nil {
		return
	}
	all := p.Breakpoints.CollectValues(
		func(b exercises.Condition) string { return parser.ValuesAt(b, p.frameNumber()) })
	if len(all) > 0 {
		p.say("Watched: " + strings.Join(all, ", ") + ".")
	}
}

// addNotice adds a sentence that is written with the next position.
func (p *player) addNotice(words string) {
	if words != "" {
		p.notices = append(p.notices, withFullStop(capitalise(words)))
	}
}

// writeNotices writes the pending notices.
func (p *player) writeNotices() {
	for _, n := range p.notices {
		p.say(n)
	}
	p.notices = nil
}

// writeLedger lists the invariants of the current step, or of the step that “what-if”
// described, and whether they hold. Texts call an invariant a law.
func (p *player) writeLedger(arg string) {
	f, ok := p.explainedFrame(arg)
	if !ok {
		return
	}
	run, frameNumber := p.run(), p.frameNumber()
	if arg != "" && f.Owner != nil {
		run, frameNumber = f.Owner, f.Owner.Len()-1
	}
	a := run.Abilities()
	if a.Ledger == nil {
		p.say(withFullStop(capitalise(cmp.Or(a.LedgerReplacement, "this computation has no ledger"))))
		return
	}
	p.writeInvariants(a.Ledger(frameNumber))
}

// writeInvariants lists invariants. Those that do not hold come first.
func (p *printer) writeInvariants(laws []exercises.Invariant) {
	failed := 0
	for _, law := range laws {
		if !law.Holds {
			failed++
			p.writeInvariant(law)
		}
	}
	switch {
	case len(laws) == 0:
		p.say("No laws apply at this step.")
	case failed == 0 && len(laws) == 1:
		p.say("The law holds at this step.")
	case failed == 0:
		p.sayf("All %d laws hold at this step.", len(laws))
	default:
		p.sayf("%s of %d at this step %s not hold.", ascii.Count(failed, "law"), len(laws), doOrDoes(failed))
	}
	for _, law := range laws {
		if law.Holds {
			p.writeInvariant(law)
		}
	}
}

func (p *printer) writeInvariant(law exercises.Invariant) {
	text := "Holds: "
	switch {
	case law.Waived:
		text = "Not required: "
	case !law.Holds:
		text = "Does not hold: "
	}
	text += law.Law.String()
	if law.Value != "" {
		text += "; here: " + law.Value
	}
	text = withFullStop(text)
	if !law.Holds && law.Note != "" {
		text += " " + withFullStop(capitalise(law.Note))
	}
	p.writeItem("  ", text)
}

func doOrDoes(n int) string {
	if n == 1 {
		return "does"
	}
	return "do"
}

package transcript

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/study"
)

// stage describes what the right half of the screen would show: the pictures, facts and controls
// of a task, and the run (the recorded steps of a solver) to step through.
type stage struct {
	ctx context.Context
	*printer
	work      *study.Work
	scene     exercises.Scene
	player    *player
	lastFacts string // the facts described last
}

// newStage returns the stage of the current task. It writes nothing yet.
func newStage(ctx context.Context, p *printer, w *study.Work) *stage {
	s := &stage{ctx: ctx, printer: p, work: w}
	s.player = &player{ctx: ctx, printer: p, work: w, describeFrame: s.writeFacts}
	s.player.ScheduleRestore(study.DebugOf(w), w.Frame())
	s.updateScene()
	return s
}

// updateScene computes the scene, which is the content of the stage, for the current answers.
func (s *stage) updateScene() {
	s.scene = s.work.Task().Scene(s.ctx, study.StageAnswers(s.work))
	s.controlNames = nil
	for _, c := range s.scene.Controls {
		s.controlNames = append(s.controlNames, c.Name, c.Label)
	}
	s.player.load(s.scene.Run)
}

// describe describes the figures and the facts, and the commands for them.
func (s *stage) describe() {
	s.lastFacts = ""
	s.describeFigures(s.figures())
	s.player.setDescribed(s.figures())
	s.writeFacts()
	if len(s.scene.Controls) > 0 {
		s.listControls("")
	}
	s.player.introduceRun()
}

func (s *stage) figures() []exercises.Figure {
	if s.player.run() != nil {
		return s.player.frame().Figures
	}
	return s.scene.Figures
}

// look describes everything again, including what has not changed.
func (s *stage) look(string) {
	if len(s.figures()) == 0 {
		s.say("There is no picture in this task.")
		return
	}
	clear(s.descriptions)
	s.describe()
}

// describeIfChanged describes the figures, unless none has changed.
func (s *stage) describeIfChanged() {
	if slices.ContainsFunc(s.figures(), func(f exercises.Figure) bool { return !s.isKnown(f) }) {
		s.describeFigures(s.figures())
		s.player.setDescribed(s.figures())
	}
}

// describeDifferences describes what changed in each figure. If a figure cannot be compared with
// its earlier state, describeDifferences describes it completely.
func (s *stage) describeDifferences() {
	previous := s.player.lastDescribed
	for _, f := range s.figures() {
		if s.isKnown(f) {
			continue
		}
		if changes, ok := previous.changesIn(f); !ok {
			s.describeFigure(f)
		} else if changes != "" {
			s.say(strings.TrimPrefix(f.Title+": ", ": ") + changes)
		}
	}
	s.player.setDescribed(s.figures())
}

// writeFacts writes the notes and the formula if they have changed since writeFacts last wrote
// them.
func (s *stage) writeFacts() {
	f := s.player.frame()
	formula := s.scene.Formula
	if s.player.run() != nil {
		formula = f.Formula
	}
	notes := slices.Concat(s.scene.Predicted, s.scene.Notes, f.Notes)
	facts := fmt.Sprint(notes, formula)
	if facts == s.lastFacts {
		return
	}
	s.lastFacts = facts
	s.writeLines(notes)
	s.writeTable(formula)
}

func (s *stage) listControls(string) {
	if len(s.scene.Controls) == 0 {
		s.say("There is nothing to set in this task.")
		return
	}
	for _, c := range s.scene.Controls {
		if c.IsButton() {
			s.writeItem("  ", fmt.Sprintf("“press %s”: %s.", c.Name, labelOf(c)))
			continue
		}
		s.writeItem("  ", fmt.Sprintf("“set %s”: %s, now %s; %s.", c.Name, labelOf(c), c.ValueWords(), rangeOf(c)))
	}
}

func labelOf(c exercises.Control) string { return cmp.Or(c.Label, c.Name) }

// numberWords returns the value of a slider in readable form.
func numberWords(v float64) string {
	return typesetNumbers(exercises.Typeset(exercises.FormatNumber(v)))
}

func rangeOf(c exercises.Control) string {
	if !c.IsChoice() {
		return fmt.Sprintf("from %s to %s", numberWords(c.Min), numberWords(c.Max))
	}
	labels := make([]string, len(c.Choices))
	for i, o := range c.Choices {
		labels[i] = optionLetter(i) + ": " + o.Label
	}
	return "choose " + strings.Join(labels, "; ")
}

// set gives a control a value.
func (s *stage) set(arg string) {
	name, text, _ := strings.Cut(arg, " ")
	i := s.controlOf(s.scene.Controls, name)
	switch {
	case len(s.scene.Controls) == 0:
		s.listControls("")
		return
	case i < 0:
		s.sayProblem(name, "“%s” cannot be set here.", "Type “set”, the name of a control and a value:")
		s.listControls("")
		return
	}
	c := s.scene.Controls[i]
	if c.IsButton() {
		s.sayf("That is a button: “press %s” presses it.", c.Name)
		return
	}
	if strings.TrimSpace(text) == "" {
		s.sayf("To what? Type “set %s” and a value: now %s; %s.", c.Name, c.ValueWords(), rangeOf(c))
		return
	}
	value, problem := s.controlValue(c, strings.TrimSpace(text))
	if problem != "" {
		s.say(problem)
		return
	}
	s.work.Set(c.Name, value)
	s.updateScene()
	c.Value = value
	s.sayf("%s is %s.", capitalise(labelOf(c)), c.ValueWords())
	s.describeChanges()
}

// parseNumber parses a finite number with either minus sign.
func parseNumber(text string) (float64, error) {
	v, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(text), "−", "-", 1), 64)
	if math.IsNaN(v - v) { // v is NaN or infinite
		err = strconv.ErrRange
	}
	return v, err
}

// controlOf returns the index of the control with the given name or label, or −1.
func (p *printer) controlOf(controls []exercises.Control, name string) int {
	return slices.IndexFunc(controls, func(c exercises.Control) bool {
		return strings.EqualFold(c.Name, name) || strings.EqualFold(c.Label, name) ||
			strings.EqualFold(p.cleanText(c.Label), name)
	})
}

// controlValue returns the value that a text gives to a control, or a problem.
func (p *printer) controlValue(c exercises.Control, text string) (value, problem string) {
	if c.IsChoice() {
		return p.parseChoice(c.Choices, text)
	}
	n, err := parseNumber(text)
	if err != nil || n < c.Min || n > c.Max {
		return "", fmt.Sprintf("%s takes a number %s; “%s” is not one.", capitalise(labelOf(c)), rangeOf(c), text)
	}
	c.Value = strconv.FormatFloat(n, 'g', -1, 64)
	return c.ValueAtFraction(c.Fraction()), ""
}

// inspect describes a point by its number.
func (s *stage) inspect(arg string) {
	describe := s.scene.Inspect
	if s.player.run() != nil {
		describe = s.player.frame().Inspect
	}
	picker := s.picker()
	if describe == nil || picker == nil {
		s.say("There is no point to inspect here.")
		return
	}
	n, err := strconv.Atoi(arg)
	// A point exists if a picture shows it.
	if err == nil {
		_, _, exists := picker.Place(ascii.Rect{W: 120, H: 40}, s.view, n-1)
		if exists && n > 0 {
			s.writeLines(describe(n - 1))
			return
		}
	}
	s.sayProblem(arg, "There is no point “%s”.", "Type “inspect” and the number of a point, from 1 on.")
}

func (s *stage) picker() ascii.Picker {
	for _, f := range s.figures() {
		if p, ok := f.Plot.(ascii.Picker); ok {
			return p
		}
	}
	return nil
}

// button returns the button with the given name or label, or nil.
func (s *stage) button(name string) *exercises.Control {
	i := s.controlOf(s.scene.Controls, name)
	if i < 0 || !s.scene.Controls[i].IsButton() {
		return nil
	}
	return &s.scene.Controls[i]
}

// press presses a button and describes what changed.
func (s *stage) press(name string) {
	c := s.button(name)
	if c == nil {
		hint := "There is nothing to press in this task."
		if slices.ContainsFunc(s.scene.Controls, exercises.Control.IsButton) {
			hint = "Type “press” and the name of a button; “controls” lists them."
		}
		s.sayProblem(name, "“%s” is not a button here.", hint)
		return
	}
	changedFields, newAnswers := c.AfterPress(s.work.Answers())
	if len(changedFields) == 0 {
		s.say("That changes nothing.")
		return
	}
	for _, name := range changedFields {
		s.work.Set(name, newAnswers[name])
	}
	s.updateScene()
	s.say(capitalise(labelOf(*c)) + ": done.")
	s.describeChanges()
}

// describeChanges describes what changed on the stage after a control was set.
func (s *stage) describeChanges() {
	s.describeDifferences()
	s.writeFacts()
	if s.player.run() != nil {
		s.player.writePosition()
	}
}

// sandbox opens the sandbox, an exercise without a unit.
func (c *conversation) sandbox(string) {
	id := study.SandboxOf(c.student).ID
	if id == "" {
		c.say("There is no sandbox here.")
		return
	}
	c.open(id)
}

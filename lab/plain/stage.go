package plain

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
)

// compose asks the step for its scene with the answers as they are. A run
// stays at its frame as far as the new one reaches.
func (t *talk) compose() {
	t.scene = t.work.Step().Scene(t.ctx, t.work.Answers())
	t.considered = otherwise{}
	if t.trunk != nil && t.scene.Run != nil {
		t.trunk = t.scene.Run // a branch stays
	} else {
		t.run, t.trunk = t.scene.Run, nil
	}
	if t.run == nil {
		t.at = 0
		return
	}
	want := t.at
	t.at = min(want, t.run.Len()-1)
	t.reach(want)
}

// frame is the frame of the run in hand, empty where there is no run.
func (t *talk) frame() exercises.Frame {
	if t.run == nil {
		return exercises.Frame{}
	}
	return t.run.Frame(t.at)
}

func (t *talk) shown() []exercises.Figure {
	if t.run != nil {
		return t.run.Frame(t.at).Figures
	}
	return t.scene.Figures
}

// stage says the stage: figures, facts, and what can be done with it.
func (t *talk) stage() {
	t.said, t.seen = "", ""
	t.words()
	t.facts()
	if len(t.scene.Controls) > 0 {
		t.controls("")
	}
	if t.run != nil {
		t.position()
		t.voice.say(fmt.Sprintf("There is a computation to step through, with “%s”, “%s”, “%s”, “%s” and “%s”.",
			t.spelt("next"), t.spelt("back"), t.spelt("goto"), t.spelt("until"), t.spelt("why")))
	}
}

func (t *talk) look(string) {
	if len(t.shown()) == 0 {
		t.voice.say("There is no picture in this step.")
		return
	}
	t.stage()
}

// words says the figures, unless they are what was said last.
func (t *talk) words() {
	var all []string
	for _, f := range t.shown() {
		if f.Plot == nil {
			continue
		}
		said := strings.Join(f.Plot.Words(), " ")
		if f.Title != "" {
			said = "Picture, " + f.Title + ": " + said
		}
		all = append(all, said)
	}
	if seen := strings.Join(all, "\n"); seen != t.seen {
		t.seen = seen
		for _, said := range all {
			t.voice.say(said)
		}
	}
}

// facts says the notes and the formula, unless they are what was said last.
func (t *talk) facts() {
	f := t.frame()
	formula := t.scene.Formula
	if t.run != nil {
		formula = f.Formula
	}
	notes := append(slices.Clone(t.scene.Notes), f.Notes...)
	said := fmt.Sprint(notes, formula)
	if said == t.said {
		return
	}
	t.said = said
	t.voice.lines(notes)
	for _, l := range formula {
		t.voice.keep(l.String())
	}
}

func (t *talk) controls(string) {
	if len(t.scene.Controls) == 0 {
		t.voice.say("There is nothing to set in this step.")
		return
	}
	for _, c := range t.scene.Controls {
		t.voice.hang("  ", fmt.Sprintf("“%s %s”: %s, now %s; %s.", t.spelt("set"), c.Name, labelOf(c), valueOf(c), rangeOf(c)))
	}
}

func labelOf(c exercises.Control) string {
	if c.Label == "" {
		return c.Name
	}
	return c.Label
}

func valueOf(c exercises.Control) string {
	for _, o := range c.Choices {
		if o.Value == c.Value {
			return o.Label
		}
	}
	if c.IsChoice() {
		return "none"
	}
	return exercises.FormatNumber(c.Number())
}

func rangeOf(c exercises.Control) string {
	if !c.IsChoice() {
		return fmt.Sprintf("from %s to %s", exercises.FormatNumber(c.Min), exercises.FormatNumber(c.Max))
	}
	labels := make([]string, len(c.Choices))
	for i, o := range c.Choices {
		labels[i] = letter(i) + ", " + o.Label
	}
	return "choose " + strings.Join(labels, "; ")
}

// set puts a control at a value.
func (t *talk) set(arg string) {
	name, text, _ := strings.Cut(arg, " ")
	i := t.controlOf(t.scene.Controls, name)
	if i < 0 {
		t.voice.say("Type “set”, the name of a control and a value.")
		t.controls("")
		return
	}
	c := t.scene.Controls[i]
	value, problem := t.settled(c, strings.TrimSpace(text))
	if problem != "" {
		t.voice.say(problem)
		return
	}
	t.work.Set(c.Name, value)
	t.trunk = nil // a branch of what was set before
	t.compose()
	c.Value = value
	t.voice.say(fmt.Sprintf("%s is %s.", capital(labelOf(c)), valueOf(c)))
	t.words()
	t.facts()
	if t.run != nil {
		t.position()
	}
}

// controlOf is the place of the control of a name or a label, −1 where there is
// none.
func (t *talk) controlOf(controls []exercises.Control, name string) int {
	return slices.IndexFunc(controls, func(c exercises.Control) bool {
		return strings.EqualFold(c.Name, name) || strings.EqualFold(c.Label, name) || strings.EqualFold(t.voice.clean(c.Label), name)
	})
}

// settled is the value of a control that a text means, or what is wrong.
func (t *talk) settled(c exercises.Control, text string) (value, problem string) {
	if c.IsChoice() {
		return t.reading(exercises.Field{Kind: exercises.ChoiceField, Choices: c.Choices}, text)
	}
	v, err := strconv.ParseFloat(strings.Replace(text, "−", "-", 1), 64)
	if err != nil || math.IsNaN(v) || v < c.Min || v > c.Max {
		return "", fmt.Sprintf("%s takes a number %s; “%s” is none.", capital(labelOf(c)), rangeOf(c), text)
	}
	c.Value = strconv.FormatFloat(v, 'g', -1, 64)
	return c.AtFraction(c.Fraction()), ""
}

// inspect describes a point by its number.
func (t *talk) inspect(arg string) {
	describe := t.scene.Inspect
	if t.run != nil {
		describe = t.frame().Inspect
	}
	picker := t.picker()
	if describe == nil || picker == nil {
		t.voice.say("There is no point to inspect here.")
		return
	}
	n, err := strconv.Atoi(arg)
	// A point is there if it has a place in some picture.
	if err == nil {
		_, _, there := picker.Place(ascii.Rect{W: 120, H: 40}, t.voice.view, n-1)
		if there && n > 0 {
			t.voice.lines(describe(n - 1))
			return
		}
	}
	t.voice.say(fmt.Sprintf("There is no point “%s”. Type “inspect” and the number of a point, from 1 on.", arg))
}

func (t *talk) picker() ascii.Picker {
	for _, f := range t.shown() {
		if p, ok := f.Plot.(ascii.Picker); ok {
			return p
		}
	}
	return nil
}

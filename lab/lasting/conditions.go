package lasting

import (
	"slices"
	"strings"

	"kernellab/exercises"
)

// Condition is one that the student has given. It stays armed until it is switched
// off: an armed one stops the run on its way.
type Condition struct {
	exercises.Break
	Off    bool
	Asleep bool // the run on the stage cannot read it, as points that it has not
}

// State is whether the condition stops the run, in a word.
func (c Condition) State() string {
	switch {
	case c.Asleep:
		return "asleep: nothing of this run"
	case c.Off:
		return "off"
	}
	return "armed"
}

// Conditions are those given, newest first. The zero Conditions has none.
type Conditions struct {
	kept    []Condition
	changes int // of kept, counted
}

// limit is how many conditions are kept; the oldest gives way.
const limit = 6

// All are the conditions, newest first. They are not to be changed.
func (c *Conditions) All() []Condition { return c.kept }

// Find is the place of a condition in All, −1 where it is none of them.
func (c *Conditions) Find(name string) int {
	return slices.IndexFunc(c.kept, func(k Condition) bool { return k.Name == name })
}

// Keep puts a condition first, armed.
func (c *Conditions) Keep(b exercises.Break) {
	c.Forget(b.Name)
	c.kept = slices.Insert(c.kept, 0, Condition{Break: b})
	c.kept = c.kept[:min(len(c.kept), limit)]
}

// Use keeps a condition that is run to, if the run reads conditions.
func (c *Conditions) Use(b exercises.Break, run exercises.Run) {
	if exercises.AbilitiesOf(run).Breakpoints != nil {
		c.Keep(b)
	}
}

// Bring puts conditions of an earlier day behind those there are.
func (c *Conditions) Bring(all []Condition) {
	c.changes++
	c.kept = slices.Clone(c.kept)
	for _, k := range all {
		if c.Find(k.Name) < 0 && len(c.kept) < limit {
			c.kept = append(c.kept, k)
		}
	}
}

// Turn switches a condition off, or on again.
func (c *Conditions) Turn(name string) {
	c.changes++
	c.kept = slices.Clone(c.kept)
	if i := c.Find(name); i >= 0 {
		c.kept[i].Off = !c.kept[i].Off
	}
}

// Forget drops a condition by its name.
func (c *Conditions) Forget(name string) {
	c.changes++
	c.kept = slices.DeleteFunc(slices.Clone(c.kept), func(k Condition) bool { return k.Name == name })
}

// Wake has conditions read as a run reads them; those of which it has nil sleep.
func (c *Conditions) Wake(known map[string]*exercises.Break) {
	c.kept = slices.Clone(c.kept)
	for i, k := range c.kept {
		b, asked := known[k.Name]
		if !asked {
			continue
		}
		if c.kept[i].Asleep = b == nil; b != nil {
			c.kept[i].Break = *b
		}
	}
}

// Armed is the condition that stops the run: one of those that are on.
func (c *Conditions) Armed() exercises.Break {
	var on []exercises.Break
	for _, k := range c.kept {
		if !k.Off && !k.Asleep {
			on = append(on, k.Break)
		}
	}
	return exercises.Either(on...)
}

// Here names the armed conditions that hold at a frame of a run; "" where none
// does.
func (c *Conditions) Here(run exercises.Run, at int) string {
	var out []string
	for _, k := range c.kept {
		if !k.Off && !k.Asleep && run.Holds(at, k.Break) {
			out = append(out, k.Label)
		}
	}
	return strings.Join(out, ", ")
}

// Read is what the conditions look at, each value once.
func (c *Conditions) Read(reading func(exercises.Break) string) []string {
	var out []string
	for _, k := range c.kept {
		if r := reading(k.Break); r != "" && !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}

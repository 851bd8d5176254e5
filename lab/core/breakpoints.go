package core

import (
	"slices"
	"strings"

	"kernellab/exercises"
)

// Condition is a breakpoint condition of a student. Unless it is off or asleep it is
// armed, and an armed condition stops the run.
type Condition struct {
	exercises.Break
	Off    bool
	Asleep bool // the run on the stage cannot read it, for instance because it lacks a point
}

// State describes in a few words whether the condition stops the run.
func (c Condition) State() string {
	switch {
	case c.Asleep:
		return "asleep: nothing of this run"
	case c.Off:
		return "off"
	}
	return "armed"
}

// Conditions is a list of conditions, newest first. The zero value is an empty list.
type Conditions struct {
	kept    []Condition
	changes int // of kept, counted
}

// limit is the maximum number of conditions. A new one replaces the oldest.
const limit = 6

// All returns the conditions, newest first. The caller must not change the slice.
func (c *Conditions) All() []Condition { return c.kept }

// Find returns the index of a condition in All, or −1.
func (c *Conditions) Find(name string) int {
	return slices.IndexFunc(c.kept, func(k Condition) bool { return k.Name == name })
}

// Keep adds an armed condition at the front.
func (c *Conditions) Keep(b exercises.Break) {
	c.Forget(b.Name)
	c.kept = slices.Insert(c.kept, 0, Condition{Break: b})
	c.kept = c.kept[:min(len(c.kept), limit)]
}

// Use adds a condition if the run can read conditions.
func (c *Conditions) Use(b exercises.Break, run exercises.Run) {
	if exercises.AbilitiesOf(run).Breakpoints != nil {
		c.Keep(b)
	}
}

// Bring appends conditions that were saved earlier.
func (c *Conditions) Bring(all []Condition) {
	c.changes++
	c.kept = slices.Clone(c.kept)
	for _, k := range all {
		if c.Find(k.Name) < 0 && len(c.kept) < limit {
			c.kept = append(c.kept, k)
		}
	}
}

// Turn switches a condition off if it is on, and on if it is off.
func (c *Conditions) Turn(name string) {
	c.changes++
	c.kept = slices.Clone(c.kept)
	if i := c.Find(name); i >= 0 {
		c.kept[i].Off = !c.kept[i].Off
	}
}

// Forget removes the condition with a name.
func (c *Conditions) Forget(name string) {
	c.changes++
	c.kept = slices.DeleteFunc(slices.Clone(c.kept), func(k Condition) bool { return k.Name == name })
}

// Wake replaces each condition by the run's reading of it, given by name. A condition
// whose reading is nil falls asleep. Names without an entry stay unchanged.
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

// Armed returns the condition that stops the run, which holds if any armed condition
// holds.
func (c *Conditions) Armed() exercises.Break {
	var on []exercises.Break
	for _, k := range c.kept {
		if !k.Off && !k.Asleep {
			on = append(on, k.Break)
		}
	}
	return exercises.Either(on...)
}

// Here returns the labels of the armed conditions that hold at a frame of a run, or "".
func (c *Conditions) Here(run exercises.Run, at int) string {
	var out []string
	for _, k := range c.kept {
		if !k.Off && !k.Asleep && run.Holds(at, k.Break) {
			out = append(out, k.Label)
		}
	}
	return strings.Join(out, ", ")
}

// Read returns the readings of all conditions, without duplicates.
func (c *Conditions) Read(reading func(exercises.Break) string) []string {
	var out []string
	for _, k := range c.kept {
		if r := reading(k.Break); r != "" && !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}

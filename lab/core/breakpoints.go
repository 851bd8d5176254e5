package core

import (
	"context"
	"slices"
	"strings"

	"kernellab/exercises"
)

// Breakpoint is a condition on the steps of a run at which the student wants it to stop. It is
// active, and stops the run, unless it is off or unsupported.
type Breakpoint struct {
	exercises.Condition
	Off         bool
	Unsupported bool // the current run cannot evaluate it, such as a condition on point 9 of 8 points
}

// StateWords describes in a few words whether the breakpoint stops the run.
func (c Breakpoint) StateWords() string {
	switch {
	case c.Unsupported:
		return "without effect: not in this run"
	case c.Off:
		return "off"
	}
	return "active"
}

// Breakpoints holds the student's breakpoints, newest first, with their values at the frame (the
// state after a step) that the student sees. The value of a breakpoint is a text such as "gap =
// 0.0031". The zero value has no breakpoints.
type Breakpoints struct {
	list     []Breakpoint
	changes  int               // number of changes of list
	valueJob frameJob          // computes the values
	values   map[string]string // by the name of the breakpoint; "" if it has no value
	stops    stopFinder
}

// maxBreakpoints is the maximum number of breakpoints. A new one replaces the oldest.
const maxBreakpoints = 6

// All returns the breakpoints, newest first. The caller must not change the slice.
func (c *Breakpoints) All() []Breakpoint { return c.list }

// Find returns the index in All of the breakpoint with the given name, or −1.
func (c *Breakpoints) Find(name string) int {
	return slices.IndexFunc(c.list, func(k Breakpoint) bool { return k.Name == name })
}

// Add adds an active breakpoint at the front.
func (c *Breakpoints) Add(b exercises.Condition) {
	c.Remove(b.Name)
	c.list = slices.Insert(c.list, 0, Breakpoint{Condition: b})
	c.list = c.list[:min(len(c.list), maxBreakpoints)]
}

// AddIfSupported adds a breakpoint if the run supports breakpoints. Other runs can only run to a
// condition once.
func (c *Breakpoints) AddIfSupported(b exercises.Condition, run exercises.Run) {
	if exercises.AbilitiesOf(run).ConditionParser != nil {
		c.Add(b)
	}
	c.valueJob.lastKey = MomentKey{}
}

// restore appends breakpoints that were saved earlier.
func (c *Breakpoints) restore(all []Breakpoint) {
	c.changes++
	c.valueJob.lastKey = MomentKey{}
	c.list = slices.Clone(c.list)
	for _, k := range all {
		if c.Find(k.Name) < 0 && len(c.list) < maxBreakpoints {
			c.list = append(c.list, k)
		}
	}
}

// Toggle switches the breakpoint with the given name off if it is on, and on if it is off.
func (c *Breakpoints) Toggle(name string) {
	c.changes++
	c.list = slices.Clone(c.list)
	if i := c.Find(name); i >= 0 {
		c.list[i].Off = !c.list[i].Off
	}
}

// Remove removes the breakpoint with the given name.
func (c *Breakpoints) Remove(name string) {
	c.changes++
	c.list = slices.DeleteFunc(slices.Clone(c.list), func(k Breakpoint) bool { return k.Name == name })
}

// applyParsed replaces the condition of each breakpoint by the entry of parsedConditions with the
// same name, which the run has parsed. If the entry is nil, the breakpoint becomes unsupported.
// Breakpoints without an entry stay unchanged.
func (c *Breakpoints) applyParsed(parsedConditions map[string]*exercises.Condition) {
	c.list = slices.Clone(c.list)
	for i, k := range c.list {
		b, asked := parsedConditions[k.Name]
		if !asked {
			continue
		}
		if c.list[i].Unsupported = b == nil; b != nil {
			c.list[i].Condition = *b
		}
	}
}

// Active returns one condition that holds if any active breakpoint holds.
func (c *Breakpoints) Active() exercises.Condition {
	var on []exercises.Condition
	for _, k := range c.list {
		if !k.Off && !k.Unsupported {
			on = append(on, k.Condition)
		}
	}
	return exercises.AnyOf(on...)
}

// LabelsAt returns the labels of the active breakpoints that hold at a frame of a run,
// or "".
func (c *Breakpoints) LabelsAt(run exercises.Run, frame int) string {
	var out []string
	for _, k := range c.list {
		if !k.Off && !k.Unsupported && run.Holds(frame, k.Condition) {
			out = append(out, k.Label)
		}
	}
	return strings.Join(out, ", ")
}

// CollectValues returns the values of all breakpoints, without duplicates. The function valueOf
// returns the value of one condition, or "".
func (c *Breakpoints) CollectValues(valueOf func(exercises.Condition) string) []string {
	var out []string
	for _, k := range c.list {
		if r := valueOf(k.Condition); r != "" && !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}

// CurrentValues returns the values of all breakpoints at the frame on the stage, without
// duplicates.
func (c *Breakpoints) CurrentValues() []string {
	return c.CollectValues(func(b exercises.Condition) string { return c.values[b.Name] })
}

// Value returns the value of a breakpoint at the frame on the stage, or "".
func (c *Breakpoints) Value(b Breakpoint) string { return c.values[b.Name] }

// StopFrames returns the frames found so far at which an active breakpoint holds.
func (c *Breakpoints) StopFrames() []int { return c.stops.frames }

// stopFinder finds the numbers of the frames of a run at which an active breakpoint holds, and
// keeps them. The timeline marks these frames. When the run grows, only the new frames are checked.
type stopFinder struct {
	job       Job
	condition string // name of the condition; see Breakpoints.Active
	runID     int    // identifies the run
	checked   int    // number of frames checked
	frames    []int
}

// stopsMsg contains the numbers of the newly checked frames, all before upTo, at which an
// active breakpoint holds.
type stopsMsg struct {
	Address
	upTo   int
	frames []int
}

// request returns the command that checks the unchecked frames, or nil.
func (s *stopFinder) request(jobs JobStarter, now Moment, active exercises.Condition) Command {
	if s.condition != active.Name || s.runID != now.RunID() {
		s.job.Stop()
		s.condition, s.runID, s.checked, s.frames = active.Name, now.RunID(), 0, nil
	}
	if now.Run == nil || s.condition == "" || s.job.Busy() || s.checked >= now.Run.Len() {
		return nil
	}
	from, to := s.checked, now.Run.Len()
	return jobs.StartJob(&s.job, func(ctx context.Context, address Address) any {
		m := stopsMsg{Address: address, upTo: to}
		for i := from; i < to && ctx.Err() == nil; i++ {
			if now.Run.Holds(i, active) {
				m.frames = append(m.frames, i)
			}
		}
		return m
	})
}

func (s *stopFinder) receive(m stopsMsg) {
	if s.job.Finish(m.Address) {
		s.checked, s.frames = m.upTo, slices.Concat(s.frames, m.frames)
	}
}

// valuesMsg contains the values of the breakpoints at a frame.
type valuesMsg struct {
	Address
	values           map[string]string               // by the name of the breakpoint
	parsedConditions map[string]*exercises.Condition // by name; nil if the run cannot parse the condition
}

// request returns the command that computes the values of the breakpoints at a moment (a frame of a
// run), or nil if they are known.
func (c *Breakpoints) request(jobs JobStarter, now Moment) Command {
	ability := exercises.AbilitiesOf(now.Run).ConditionParser
	if ability == nil || len(c.list) == 0 {
		return nil
	}
	conditions := c.list
	return c.valueJob.request(jobs, now, func(_ context.Context, to Address) any {
		m := valuesMsg{to, map[string]string{}, map[string]*exercises.Condition{}}
		for _, k := range conditions {
			b, ok := findCondition(now.Run, k.Name)
			if m.parsedConditions[k.Name] = nil; ok {
				m.parsedConditions[k.Name], m.values[k.Name] = &b, ability.ValuesAt(b, now.FrameNumber)
			}
		}
		return m
	})
}

func (c *Breakpoints) receive(m valuesMsg) {
	if !c.valueJob.finish(m.Address) {
		return
	}
	c.values = m.values
	c.applyParsed(m.parsedConditions)
}

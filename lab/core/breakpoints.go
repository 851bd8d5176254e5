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
func (b Breakpoint) StateWords() string {
	switch {
	case b.Unsupported:
		return "without effect: not in this run"
	case b.Off:
		return "off"
	}
	return "active"
}

// Breakpoints holds the student's breakpoints, newest first, with their values at the frame (the
// state after a step) that the student sees. The value of a breakpoint is a text such as "gap =
// 0.0031". The zero value has no breakpoints.
type Breakpoints struct {
	list     []Breakpoint
	changes  int               // number of changes of list, without those of applyParsed, which are not saved
	valueJob frameJob          // computes the values
	values   map[string]string // by the name of the breakpoint; "" if it has no value
	stops    stopFinder        // finds the frames at which the run stops
}

// maxBreakpoints is the maximum number of breakpoints. A new one replaces the oldest.
const maxBreakpoints = 6

// All returns the breakpoints, newest first. The caller must not change the slice.
func (b *Breakpoints) All() []Breakpoint { return b.list }

// Find returns the index of the breakpoint with the given name in the slice that All returns, or −1.
func (b *Breakpoints) Find(name string) int {
	return slices.IndexFunc(b.list, func(breakpoint Breakpoint) bool { return breakpoint.Name == name })
}

// Add adds an active breakpoint at the front.
func (b *Breakpoints) Add(condition exercises.Condition) {
	b.Remove(condition.Name)
	b.list = slices.Insert(b.list, 0, Breakpoint{Condition: condition})
	b.list = b.list[:min(len(b.list), maxBreakpoints)]
}

// AddIfSupported adds a breakpoint if the run supports breakpoints. On other runs, the student can
// only run to a condition once.
func (b *Breakpoints) AddIfSupported(condition exercises.Condition, run exercises.Run) {
	if exercises.AbilitiesOf(run).ConditionParser != nil {
		b.Add(condition)
	}
	b.valueJob.lastKey = MomentKey{}
}

// restore appends breakpoints that were saved earlier, except those that are in the list already,
// until there are maxBreakpoints.
func (b *Breakpoints) restore(all []Breakpoint) {
	b.changes++
	b.valueJob.lastKey = MomentKey{}
	b.list = slices.Clone(b.list)
	for _, breakpoint := range all {
		if b.Find(breakpoint.Name) < 0 && len(b.list) < maxBreakpoints {
			b.list = append(b.list, breakpoint)
		}
	}
}

// Toggle switches the breakpoint with the given name off if it is on, and on if it is off.
func (b *Breakpoints) Toggle(name string) {
	b.changes++
	b.list = slices.Clone(b.list)
	if i := b.Find(name); i >= 0 {
		b.list[i].Off = !b.list[i].Off
	}
}

// Remove removes the breakpoint with the given name.
func (b *Breakpoints) Remove(name string) {
	b.changes++
	b.list = slices.DeleteFunc(slices.Clone(b.list), func(old Breakpoint) bool { return old.Name == name })
}

// applyParsed replaces the condition of each breakpoint by the entry of parsedConditions with the
// same name, which the run has parsed. If the entry is nil, the breakpoint becomes unsupported.
// Breakpoints without an entry stay unchanged.
func (b *Breakpoints) applyParsed(parsedConditions map[string]*exercises.Condition) {
	b.list = slices.Clone(b.list)
	for i, breakpoint := range b.list {
		condition, ok := parsedConditions[breakpoint.Name]
		if !ok {
			continue
		}
		if b.list[i].Unsupported = condition == nil; condition != nil {
			b.list[i].Condition = *condition
		}
	}
}

// Active returns one condition that holds if any active breakpoint holds.
func (b *Breakpoints) Active() exercises.Condition {
	var active []exercises.Condition
	for _, breakpoint := range b.list {
		if !breakpoint.Off && !breakpoint.Unsupported {
			active = append(active, breakpoint.Condition)
		}
	}
	return exercises.AnyOf(active...)
}

// LabelsAt returns the labels of the active breakpoints that hold at a frame of a run,
// or "".
func (b *Breakpoints) LabelsAt(run exercises.Run, frame int) string {
	var out []string
	for _, breakpoint := range b.list {
		if !breakpoint.Off && !breakpoint.Unsupported && run.Holds(frame, breakpoint.Condition) {
			out = append(out, breakpoint.Label)
		}
	}
	return strings.Join(out, ", ")
}

// CollectValues returns the values of all breakpoints, without duplicates. The function valueOf
// returns the value of one condition, or "".
func (b *Breakpoints) CollectValues(valueOf func(exercises.Condition) string) []string {
	var out []string
	for _, breakpoint := range b.list {
		if r := valueOf(breakpoint.Condition); r != "" && !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}

// CurrentValues returns the values of all breakpoints at the frame on the stage, without
// duplicates.
func (b *Breakpoints) CurrentValues() []string {
	return b.CollectValues(func(condition exercises.Condition) string { return b.values[condition.Name] })
}

// Value returns the value of a breakpoint at the frame on the stage, or "".
func (b *Breakpoints) Value(breakpoint Breakpoint) string { return b.values[breakpoint.Name] }

// StopFrames returns the frames found so far at which an active breakpoint holds.
func (b *Breakpoints) StopFrames() []int { return b.stops.frames }

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
func (b *Breakpoints) request(jobs JobStarter, now Moment) Command {
	ability := exercises.AbilitiesOf(now.Run).ConditionParser
	if ability == nil || len(b.list) == 0 {
		return nil
	}
	breakpoints := b.list
	return b.valueJob.request(jobs, now, func(_ context.Context, to Address) any {
		m := valuesMsg{to, map[string]string{}, map[string]*exercises.Condition{}}
		for _, breakpoint := range breakpoints {
			condition, ok := findCondition(now.Run, breakpoint.Name)
			if m.parsedConditions[breakpoint.Name] = nil; ok {
				m.parsedConditions[breakpoint.Name] = &condition
				m.values[breakpoint.Name] = ability.ValuesAt(condition, now.FrameNumber)
			}
		}
		return m
	})
}

func (b *Breakpoints) receive(m valuesMsg) {
	if !b.valueJob.finish(m.Address) {
		return
	}
	b.values = m.values
	b.applyParsed(m.parsedConditions)
}

package player

import (
	"fmt"

	"kernellab/ascii"
	"kernellab/exercises"
)

// position is a frame of a run, and how many lines are shown of the formula of
// the next.
type position struct {
	run    exercises.Run // nil: there is none
	serial int           // of the runs there have been: frames of another serial are of another run
	at     int
	frame  exercises.Frame

	line    int
	next    exercises.Frame // the frame nextKey, kept for its lines
	nextKey Key

	armed exercises.Break // stops the player on its way
}

// Moment is a run at one of its frames: what a question is about.
type Moment struct {
	Run    exercises.Run
	At     int
	serial int
}

// Key tells moments apart: the past of a run never changes.
type Key struct{ serial, at int }

// Guest is the moment at the end of a run that is not the player's: the n-th
// such, from 1.
func Guest(run exercises.Run, n int) Moment { return Moment{run, run.Len() - 1, -n} }

// Track tells the runs of moments apart.
func (m Moment) Track() int { return m.serial }

func (m Moment) Key() Key { return Key{m.serial, m.At} }

// Run is nil where there is none.
func (p *position) Run() exercises.Run { return p.run }

// Abilities returns what the run can do, nothing if there is none.
func (p *position) Abilities() exercises.Abilities { return exercises.AbilitiesOf(p.run) }

// At is the number of the frame shown.
func (p *position) At() int { return p.at }

// Frame is the frame shown, not to be changed.
func (p *position) Frame() *exercises.Frame { return &p.frame }

// Here is the run at the frame shown.
func (p *position) Here() Moment { return Moment{p.run, p.at, p.serial} }

// Finished reports whether the player stands on the last frame of a run that
// has ended.
func (p *position) Finished() bool {
	if p.run == nil {
		return false
	}
	_, done := p.run.Done()
	return done && p.at == p.run.Len()-1
}

// ended reports whether the run can grow no more.
func (p *position) ended() bool {
	if p.run == nil {
		return true
	}
	_, done := p.run.Done()
	return done
}

// show moves to a frame that exists.
func (p *position) show(i int) {
	if p.run == nil {
		return
	}
	p.line = 0
	i = max(0, min(i, p.run.Len()-1))
	if i == p.at && p.frame.Figures != nil {
		return
	}
	p.at, p.frame = i, p.run.Frame(i)
}

// following is the frame after at, which the run has.
func (p *position) following() exercises.Frame {
	key := Key{p.serial, p.at + 1}
	if p.nextKey != key {
		p.next, p.nextKey = p.run.Frame(p.at+1), key
	}
	return p.next
}

// Towards are the lines shown of the formula of the frame after at.
func (p *position) Towards() (shown, of int) {
	if p.line == 0 || p.run == nil || p.at+1 >= p.run.Len() {
		return 0, 0
	}
	of = len(p.following().Formula)
	return min(p.line, of), of
}

// Formula are the lines for the stage: those of the next frame shown so far,
// else those of the frame.
func (p *position) Formula() []ascii.Line {
	if shown, _ := p.Towards(); shown > 0 {
		return p.following().Formula[:shown]
	}
	return p.frame.Formula
}

// Status is the position in words: with lines of the next frame shown, how far
// they are.
func (p *position) Status() ascii.Line {
	shown, of := p.Towards()
	if shown == 0 {
		return p.frame.Status
	}
	return ascii.Line{
		{Text: fmt.Sprintf("towards step %d, line %d of %d", p.at+1, shown, of), Ink: ascii.Accent},
		{Text: fmt.Sprintf("; the pictures show step %d", p.at), Ink: ascii.Dim},
	}
}

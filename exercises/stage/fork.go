package stage

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// Options lists what can be otherwise in the step after frame i, the step
// itself first. What is in force under a is in the values; text in a that
// cannot be read counts as none here, and is reported by Preview.
func (r Run) Options(i int, a exercises.Answers) []exercises.Control {
	if i < 0 || i >= r.Len() || r.at(i).faulty() {
		return nil
	}
	p, err := r.plan(i, a)
	refused := err != nil
	if refused {
		if p, err = r.plan(i, nil); err != nil {
			return nil
		}
	}
	var out []exercises.Control
	if steering := p.segment.kind.Steering; steering != nil {
		out = steering.Options(p.crossing(0), p.chosen)
	}
	for _, k := range knobs(p.segment) {
		out = append(out, k.control)
	}
	if refused {
		return asChosen(out, a)
	}
	return out
}

// asChosen puts what was chosen into the controls, as far as they offer it, so
// that a choice which cannot be taken can be seen and mended.
func asChosen(cs []exercises.Control, a exercises.Answers) []exercises.Control {
	for j, c := range cs {
		text := a[c.Name]
		_, err := strconv.ParseFloat(text, 64)
		if c.IsChoice() && slices.ContainsFunc(c.Choices, func(o exercises.Choice) bool { return o.Value == text }) || !c.IsChoice() && err == nil {
			cs[j].Value = text
		}
	}
	return cs
}

// Preview is the frame that the step after frame i would lead to, with what
// the choice does in words in front of the notes, and the run that took the step.
// With nothing chosen it is the run's own next frame.
func (r Run) Preview(i int, a exercises.Answers) (exercises.Frame, error) {
	p, err := r.plan(i, a)
	if err != nil {
		return exercises.Frame{}, err
	}
	fork, err := p.take()
	switch err {
	case errNothing:
		fork, err = p.asItIs()
	case nil:
		err = stands(fork)
	}
	if err != nil {
		return exercises.Frame{}, err
	}
	at := fork.Len() - 1
	f := painted(fork, at)
	f.Of = fork
	if at == i {
		f.Notes = append([]ascii.Line{Warning("No step follows: " + fork.traces[0].Last().Sentence)}, f.Notes...)
		return f, nil
	}
	f.Notes = slices.Concat(p.effect(fork.traces[0].At(at)), p.difference(), slices.DeleteFunc(slices.Clone(f.Notes), saysGain))
	return f, nil
}

// saysGain recognises the painter's note on ΔW, which effect tells already.
func saysGain(l ascii.Line) bool { return strings.HasPrefix(l.String(), "W gained ") }

// Fork returns a run with the past up to frame i and the chosen step after it;
// Extend goes on from there. It reports a pair that cannot move: that would be a
// branch beside itself. The receiver stays as it is.
func (r Run) Fork(ctx context.Context, i int, a exercises.Answers) (exercises.Run, error) {
	out, err := r.fork(ctx, i, a)
	if err != nil {
		return nil, err
	}
	if err := stands(out); err != nil {
		return nil, err
	}
	return out, nil
}

// stands reports that the pair which a fork has just chosen cannot move.
func stands(r Run) error {
	last := r.choices[len(r.choices)-1]
	d, pair := r.traces[0].Last().Detail.(*solvers.SMODetail)
	if !last.took || !pair || !d.Null || last.Answers["k"] == "" && last.Answers["l"] == "" {
		return nil
	}
	return fmt.Errorf("pair (%d, %d) cannot move: αℓ* = %s, and [L, H] = [%s, %s] holds αℓ where it is", d.K+1, d.L+1, anatomy.Num(d.Unclipped), anatomy.Num(d.Lo), anatomy.Num(d.Hi))
}

// fork is Fork, for files too: what an older version wrote down goes on.
func (r Run) fork(ctx context.Context, i int, a exercises.Answers) (Run, error) {
	if err := ctx.Err(); err != nil {
		return Run{}, err
	}
	p, err := r.plan(i, a)
	if err != nil {
		return Run{}, err
	}
	return p.take()
}

// Named returns the run with a name for the branch that its last fork began.
func (r Run) Named(name string) exercises.Run {
	if n := len(r.choices); n > 0 {
		r.choices = slices.Clone(r.choices)
		r.choices[n-1].Name = name
	}
	return r
}

// Origin says where this run left another: at which frame, and by what choice.
func (r Run) Origin() (at int, choice string, ok bool) {
	if len(r.choices) == 0 {
		return 0, "", false
	}
	last := r.choices[len(r.choices)-1]
	return last.At, last.Words, true
}

// difference says what the chosen step has in place of the run's own.
func (p plan) difference() []ascii.Line {
	if len(p.words) == 0 {
		return nil
	}
	return []ascii.Line{{{Text: "This would be otherwise: ", Ink: ascii.Dim}, {Text: strings.Join(p.words, ", "), Ink: ascii.Accent}}}
}

// effect says what the chosen step does.
func (p plan) effect(next solvers.Step) []ascii.Line {
	effect := p.segment.kind.Effect
	switch {
	case effect == nil:
		return nil
	case p.chosen == p.own:
		return effect(p.crossing(0), next, anatomy.Move{})
	}
	return effect(p.crossing(0), next, p.own)
}

// Draft is a step of SMO as far as somebody has worked it out by hand, right or
// wrong: a number that is missing is NaN.
type Draft struct {
	Old, Slope, C            float64 // given: αℓ before the step, how steep g is there, C
	Lo, Hi, Kappa, Star, New float64 // worked out
}

// Figure draws what there is of the step over αℓ: the curve once κ is there, the part
// of it between L and H once these are, and the marks of L, H, αℓ* and αℓ.
func (d Draft) Figure() exercises.Figure {
	from, to := d.span()
	c := ascii.Chart{X: ascii.Range{Min: from, Max: to}, XLabel: "αℓ"}
	if math.IsNaN(d.Kappa) {
		c.Y = ascii.RangeOf(-1, 1)
	} else {
		c.Series = append(c.Series, curveOf(d.rise, from, to, "", ascii.Dim, true))
	}
	if lo, hi := math.Max(from, d.Lo), math.Min(to, d.Hi); lo < hi {
		c.Series = append(c.Series, curveOf(d.rise, lo, hi, "[L, H]", ascii.Series(0), false))
	}
	title := "g over αℓ, from what you fill in"
	for _, m := range []struct {
		name string
		x    float64
		ink  ascii.Ink
		kind ascii.SeriesKind
	}{
		{"L", d.Lo, anatomy.InkBound, ascii.Crosses}, {"H", d.Hi, anatomy.InkBound, ascii.Crosses}, {"αℓ*", d.Star, anatomy.InkL, ascii.Crosses},
		{"old", d.Old, ascii.Text, ascii.Dots}, {"new", d.New, ascii.Select, ascii.Dots},
	} {
		switch {
		case m.x < from:
			title += "   ← " + m.name
		case m.x > to:
			title += "   " + m.name + " →"
		case !math.IsNaN(m.x):
			c.Series = append(c.Series, spot(m.name, m.x, d.rise(m.x), m.ink, m.kind))
		}
	}
	return exercises.Figure{Title: title, Role: exercises.Main, Plot: c, Rows: parabolaRows}
}

// rise is by how much g is above its start, 0 as long as nothing says so.
func (d Draft) rise(al float64) float64 {
	if math.IsNaN(d.Kappa) {
		return 0
	}
	step := al - d.Old
	return d.Slope*step - d.Kappa*step*step/2
}

// span is the part of the line that is drawn: what αℓ may be at all, and what was
// worked out as far as it lies near.
func (d Draft) span() (from, to float64) {
	from, to = 0, d.C
	for _, v := range []float64{d.Lo, d.Hi, d.Star, d.New} {
		if v > -d.C && v < 2*d.C {
			from, to = math.Min(from, v), math.Max(to, v)
		}
	}
	return from - d.C/8, to + d.C/8
}

package answer

import (
	"cmp"
	"context"
	"math"
	"slices"

	"kernellab/exercises"
)

// Numbers are the entries of a working by name, the student's or the true
// ones.
type Numbers map[string]float64

// Quantity is one number of a working.
type Quantity struct {
	Name, Label string
	From        []string // the quantities it is computed from
	Value       func(Numbers) float64
	Slips       []Slip
}

// Slip is a known wrong way to a quantity.
type Slip struct {
	ID    string
	Value func(Numbers) float64
	// Whole: it is one decision, and told only where every number that it shows in
	// is that of the slip.
	Whole bool
}

// Working is a calculation by hand in several numbers, each computed from
// those before it, and each a blank of one form. Of a wrong number that follows
// from an earlier wrong one nothing is said, so that one slip is told once,
// where it was made.
type Working []Quantity

// Known is the working without the slips that nobody speaks of: of every
// quantity those whose ids are listed.
func (w Working) Known(ids []string) Working {
	out := slices.Clone(w)
	for i := range out {
		out[i].Slips = slices.DeleteFunc(slices.Clone(out[i].Slips), func(s Slip) bool { return !slices.Contains(ids, s.ID) })
	}
	return out
}

// Truth is every number as it should be.
func (w Working) Truth() Numbers {
	e := Numbers{}
	for _, l := range w {
		e[l.Name] = l.Value(e)
	}
	return e
}

// Reference is the truth as a student would type it.
func (w Working) Reference() exercises.Answers {
	a := exercises.Answers{}
	for name, v := range w.Truth() {
		a[name] = Decimal(v)
	}
	return a
}

// Examples are the slips by id, each in its blanks and nowhere else.
func (w Working) Examples() map[string]exercises.Answers {
	truth := w.Truth()
	out := map[string]exercises.Answers{}
	for _, l := range w {
		for _, s := range l.Slips {
			if out[s.ID] == nil {
				out[s.ID] = exercises.Answers{}
			}
			out[s.ID][l.Name] = typedNumber(s.Value(truth))
		}
	}
	return out
}

// Judge judges each number on its own. The first slip that follows from
// nothing before it decides what is said.
func (w Working) Judge(ctx context.Context, a exercises.Answers) exercises.Report {
	truth, own := w.Truth(), w.own(ctx, a)
	var blanks []Blank
	named := "" // the first slip that can be told
	for _, l := range w {
		slips := l.mistakes(truth, own, func(id string) bool { return w.fits(id, truth, own, a) })
		r := Exactly(truth[l.Name], slips...)(ctx, a[l.Name])
		switch {
		case !r.Verdict.Counts() || r.Accepted:
		case isInfinity(a[l.Name]):
			if id := l.endless(truth); w.fits(id, truth, own, a) {
				r.Misconception = id
			}
		case l.follows(truth, own):
			r = r.Follow()
		}
		if r.Verdict.Counts() {
			named = cmp.Or(named, r.Misconception)
		}
		blanks = append(blanks, Blank{
			Name: l.Name, Label: l.Label, Judge: func(context.Context, string) Result { return r },
			Takes: func(ctx context.Context, text string) bool { return Exactly(truth[l.Name])(ctx, text).Accepted },
		})
	}
	out := JudgeForm(ctx, a, blanks)
	if out.Verdict.Counts() && !out.Accepted && out.Misconception == "" {
		out.Misconception = named
	}
	return out
}

// own are the student's numbers. One that is missing is taken to follow from
// the others, so that those after it can be judged by themselves.
func (w Working) own(ctx context.Context, a exercises.Answers) Numbers {
	e := Numbers{}
	for _, l := range w {
		e[l.Name] = l.Value(e)
		if v, problem := Values(ctx, a[l.Name], 1); problem == nil {
			e[l.Name] = v[0]
		} else if isInfinity(a[l.Name]) {
			e[l.Name] = math.Inf(1)
		}
	}
	return e
}

// fits reports whether an answer is that of a slip, as far as it is filled in: of
// one that is a whole in all of its numbers.
func (w Working) fits(id string, truth, own Numbers, a exercises.Answers) bool {
	for _, l := range w {
		i := slices.IndexFunc(l.Slips, func(s Slip) bool { return s.ID == id })
		if i < 0 || !l.Slips[i].Whole || a[l.Name] == "" {
			continue
		}
		v := own[l.Name]
		if !slices.ContainsFunc([]Numbers{truth, own}, func(e Numbers) bool { return alike(l.Slips[i].Value(e), v, truth.scale()) }) {
			return false
		}
	}
	return true
}

// alike reports whether a number is what was computed, up to rounding, among
// numbers of a scale.
func alike(computed, v, scale float64) bool {
	return v == computed || math.Abs(v-computed) <= 5e-4*math.Max(scale, math.Abs(computed))
}

// scale is the size of the largest number, at most 1.
func (n Numbers) scale() float64 {
	largest := 0.0
	for _, v := range n {
		largest = math.Max(largest, math.Abs(v))
	}
	return math.Min(1, largest)
}

// follows reports whether the student's number is what the student's earlier
// numbers give, up to rounding to three digits or more, and these are wrong.
func (l Quantity) follows(truth, own Numbers) bool {
	v := l.Value(own)
	return !near(v, truth[l.Name]) && alike(v, own[l.Name], truth.scale())
}

// mistakes are the slips as numbers, from the true entries and from the
// student's own, of those slips that the answer fits. A number that two of them
// lead to tells neither.
func (l Quantity) mistakes(truth, own Numbers, fits func(id string) bool) []Mistake {
	var out []Mistake
	for _, s := range l.Slips {
		if !fits(s.ID) {
			continue
		}
		for _, e := range []Numbers{truth, own} {
			if v := s.Value(e); !near(v, truth[l.Name]) && math.Abs(v) < 1e12 {
				out = append(out, Mistake{ID: s.ID, Form: Decimal(v)})
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(out), func(m Mistake) bool {
		return slices.ContainsFunc(out, func(o Mistake) bool { return o.Form == m.Form && o.ID != m.ID })
	})
}

// endless is the slip that leads to no bound at all, "" where none does.
func (l Quantity) endless(truth Numbers) string {
	for _, s := range l.Slips {
		if math.IsInf(s.Value(truth), 1) {
			return s.ID
		}
	}
	return ""
}

// typedNumber is a number as a student would type it, no bound included.
func typedNumber(v float64) string {
	if math.IsInf(v, 1) {
		return "inf"
	}
	return Decimal(v)
}

// near reports whether two numbers of a working are one.
func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

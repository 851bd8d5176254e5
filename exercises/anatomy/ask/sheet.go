package ask

import (
	"context"

	"math"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
)

// numbers are the entries of a form by name.
type numbers = answer.Numbers

// slip is a known wrong way to an entry.
type slip struct {
	id    string
	says  string // what to tell the student
	value func(numbers) float64
}

// entry is one blank of a form.
type entry struct {
	name, label string
	from        []string // the entries it is computed from
	value       func(numbers) float64
	// size is that of the terms it is made of; nil: nothing cancels.
	size func(numbers) float64
	// within bounds the slack, see demand; 0: nothing does.
	within float64
	slips  []slip
	// options make it a choice, of which the value is the place.
	options []exercises.Choice
}

// entryOf is a quantity as a blank; truth are the numbers of its step.
func entryOf(q anatomy.Quantity, truth anatomy.Numbers) entry {
	e := entry{name: q.Name, label: q.Symbol, from: q.From, value: q.Compute, size: q.Scale}
	if q.Margin != nil {
		e.within = q.Margin(truth)
	}
	for _, s := range q.Slips {
		if s.Advice != "" {
			e.slips = append(e.slips, slip{s.ID, s.Advice, s.Compute})
		}
	}
	return e
}

// sheetOf is a part of a step as a form.
func sheetOf(part anatomy.Derivation, truth anatomy.Numbers) sheet {
	out := make(sheet, len(part))
	for i, q := range part {
		out[i] = entryOf(q, truth)
	}
	return out
}

// sheet is a calculation by hand: entries, each computed from those before it.
// It differs from answer.Working in that numbers are judged to some digits, so
// that one may also be right because it follows from others that were rounded.
type sheet []entry

// truth is every entry as it should be.
func (s sheet) truth() numbers {
	out := numbers{}
	for _, e := range s {
		out[e.name] = e.value(out)
	}
	return out
}

func (s sheet) reference() exercises.Answers {
	a := exercises.Answers{}
	truth := s.truth()
	for _, e := range s {
		a[e.name] = e.text(truth[e.name])
	}
	return a
}

// text is a value as the student would give it.
func (e entry) text(v float64) string {
	if e.options != nil {
		return e.options[int(v)].Value
	}
	return typed(v)
}

func (s sheet) fields() []exercises.Field {
	var out []exercises.Field
	for _, e := range s {
		if e.options != nil {
			out = append(out, choiceField(e.name, e.label, e.options...))
			continue
		}
		out = append(out, numberField(e.name, e.label+" ="))
	}
	return out
}

// misconceptions are the slips with an example each, in its field alone.
func (s sheet) misconceptions() []exercises.Misconception {
	truth := s.truth()
	var out []exercises.Misconception
	for _, e := range s {
		for _, m := range e.slips {
			if v := m.value(truth); finite(v) && !e.near(v, truth[e.name], truth) {
				out = append(out, exercises.Misconception{ID: m.id, Example: exercises.Answers{e.name: e.text(v)}})
			}
		}
	}
	return out
}

// read is the student's value of an entry.
func (e entry) read(ctx context.Context, text string) (float64, bool) {
	if e.options == nil {
		return read(ctx, text)
	}
	for i, o := range e.options {
		if o.Value == text {
			return float64(i), true
		}
	}
	return 0, false
}

// near reports whether a value is as good as want, which follows from at.
func (e entry) near(v, want float64, at numbers) bool {
	if e.options != nil {
		return v == want
	}
	return e.demand(want, at).met(v)
}

// demand is how near to want a value has to come, where want follows from at.
func (e entry) demand(want float64, at numbers) demand {
	d := demand{want: want, within: e.within}
	if e.size != nil {
		d.size = e.size(at)
	}
	return d
}

// work is a form as a student filled it in.
type work struct {
	sheet
	truth, own numbers
	given      map[string]bool // filled in and readable
	right      map[string]bool
}

// judge judges a form, entry by entry.
func (s sheet) judge(ctx context.Context, a exercises.Answers) exercises.Report {
	return answer.JudgeForm(ctx, a, s.blanks(ctx, a, true))
}

// blanks are the entries with their judges. Where their premise is false, all of
// them rest on something that is wrong itself, and the best that can be said of
// one is that it follows from it.
func (s sheet) blanks(ctx context.Context, a exercises.Answers, premise bool) []answer.Blank {
	w := work{sheet: s, truth: s.truth(), own: numbers{}, given: map[string]bool{}, right: map[string]bool{}}
	var out []answer.Blank
	for _, e := range s {
		derived := e.value(w.own)
		w.own[e.name] = derived
		if v, ok := e.read(ctx, a[e.name]); ok {
			w.own[e.name], w.given[e.name] = v, true
		}
		r := w.judge(ctx, e, a[e.name], derived)
		w.right[e.name] = r.Accepted
		if r.Accepted && !premise {
			r = r.Follow()
		}
		out = append(out, answer.Blank{Name: e.name, Label: e.label, Judge: func(context.Context, string) answer.Result { return r }})
	}
	return out
}

// judge judges one entry; derived is what follows from the student's own.
func (w work) judge(ctx context.Context, e entry, text string, derived float64) answer.Result {
	r := w.bare(ctx, e, text)
	if !r.Verdict.Counts() || r.Accepted || !w.given[e.name] || !e.near(w.own[e.name], derived, w.own) {
		return r
	}
	if w.slipped(e) {
		return r.Follow()
	}
	return right(r, e.demand(derived, w.own)) // it follows from entries that are right and rounded
}

// bare judges an entry by the truth alone.
func (w work) bare(ctx context.Context, e entry, text string) answer.Result {
	want := w.truth[e.name]
	if e.options == nil {
		return judgeNumber(ctx, text, e.demand(want, w.truth), w.mistakes(e))
	}
	switch {
	case text == "":
		return answer.Result{Verdict: exercises.Empty, At: -1}
	case text == e.options[int(want)].Value:
		return answer.Result{Verdict: exercises.Equal, Accepted: true, At: -1, Fact: []ascii.Line{ascii.Plain("Right.")}}
	}
	return answer.Result{Verdict: exercises.NotEqual, At: -1, Fact: []ascii.Line{ascii.Plain("It is not that.")}}
}

// mistakes are the slips of an entry as numbers, from the true entries and
// from the student's own.
func (w work) mistakes(e entry) []answer.Mistake {
	var out []answer.Mistake
	for _, s := range e.slips {
		for _, from := range []numbers{w.truth, w.own} {
			if v := s.value(from); finite(v) && !e.near(v, w.truth[e.name], w.truth) {
				out = append(out, answer.Mistake{ID: s.id, Form: typed(v), Says: s.says})
			}
		}
	}
	return out
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// slipped reports whether an entry was computed from one that is filled in and
// wrong; of one left empty, whether that would have been.
func (w work) slipped(e entry) bool {
	return slices.ContainsFunc(e.from, func(name string) bool {
		at := slices.IndexFunc(w.sheet, func(before entry) bool { return before.name == name })
		switch {
		case at < 0:
			return false
		case w.given[name]:
			return !w.right[name]
		}
		return w.slipped(w.sheet[at])
	})
}

// right is a result turned into an accepted one.
func right(r answer.Result, d demand) answer.Result {
	r.Verdict, r.Accepted, r.Misconception, r.Advice = exercises.Equal, true, "", nil
	r.Fact = []ascii.Line{line("Right to %d digits.", d.digits())}
	return r
}

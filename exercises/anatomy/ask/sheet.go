package ask

import (
	"context"

	"fmt"
	"math"
	"strings"

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
	e := entry{name: q.Name, label: q.Sign, from: q.From, value: q.Now, size: q.Size}
	if q.Within != nil {
		e.within = q.Within(truth)
	}
	for _, s := range q.Slips {
		if s.Says != "" {
			e.slips = append(e.slips, slip{s.ID, s.Says, s.Now})
		}
	}
	return e
}

// sheetOf is a part of a step as a form.
func sheetOf(part anatomy.Sheet, truth anatomy.Numbers) sheet {
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

// judge judges a form, entry by entry. Where premise is not empty, all entries
// rest on something that is wrong itself, and the best that can be said of
// them is that they are consistent with it.
func (s sheet) judge(ctx context.Context, a exercises.Answers, premise string) exercises.Report {
	return withCarried(ctx, answer.JudgeForm(ctx, a, s.blanks(ctx, a, premise)), a, s)
}

// blanks are the entries with their judges.
func (s sheet) blanks(ctx context.Context, a exercises.Answers, premise string) []answer.Blank {
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
		if r.Accepted && premise != "" {
			r = consistent(r, premise)
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
	if from := w.culprits(e); from != "" {
		return consistent(r, "your "+from)
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

// culprits names the entries that an entry was computed from, or that an entry
// left empty would have been, which are filled in and wrong.
func (w work) culprits(e entry) string {
	var names []string
	seen := map[string]bool{}
	var look func(from []string)
	look = func(from []string) {
		for _, before := range w.sheet {
			for _, name := range from {
				if before.name != name || seen[name] {
					continue
				}
				seen[name] = true
				switch {
				case !w.given[name]:
					look(before.from)
				case !w.right[name]:
					names = append(names, before.label+" = "+before.shown(w.own[name]))
				}
			}
		}
	}
	look(e.from)
	return strings.Join(names, " and ")
}

// shown is a value as facts tell it.
func (e entry) shown(v float64) string {
	if e.options != nil {
		return e.options[int(v)].Label
	}
	return show(v)
}

// right is a result turned into an accepted one.
func right(r answer.Result, d demand) answer.Result {
	r.Verdict, r.Accepted, r.Misconception, r.Advice = exercises.Equal, true, "", nil
	r.Fact = []ascii.Line{line("Right to %d digits.", d.digits())}
	return r
}

// consistent is the result of an entry that follows from an earlier slip: not
// right yet, and nothing to be said of it by itself.
func consistent(r answer.Result, with string) answer.Result {
	r.Verdict, r.Accepted, r.Misconception, r.Advice = exercises.Close, false, "", nil
	r.Fact = []ascii.Line{line("consistent with %s; it comes right with it.", with)}
	return r
}

// withCarried adds to a report on a filled form what is consistent with what.
func withCarried(ctx context.Context, r exercises.Report, a exercises.Answers, s sheet) exercises.Report {
	if r.Accepted || !r.Verdict.Counts() {
		return r
	}
	for _, e := range s {
		f := r.Fields[e.name]
		if with, ok := strings.CutPrefix(f.Message, "consistent with "); ok && f.Verdict == exercises.Close {
			with, _, _ = strings.Cut(with, ";")
			shown := a[e.name]
			if v, ok := e.read(ctx, shown); ok {
				shown = e.shown(v)
			}
			r.Fact = append(r.Fact, ascii.Plain(fmt.Sprintf("%s = %s is consistent with %s.", e.label, shown, with)))
		}
	}
	return r
}

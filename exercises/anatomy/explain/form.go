package explain

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
)

// form is a calculation by hand. It has blanks for quantities, each of which is computed from
// earlier ones. Unlike answer.Working, a form judges numbers to a few digits, so that it accepts a
// number computed from rounded entries.
type form struct {
	anatomy.Derivation
	right anatomy.Numbers
}

func newForm(blanks anatomy.Derivation) form { return form{blanks, blanks.Values()} }

// describe adds the fields, misconceptions and reference answers of the form to a
// task, after the fields that the task already has.
func (f form) describe(t *task) {
	info := &t.info
	for _, q := range f.Derivation {
		if q.Signed {
			t.signs = append(t.signs, q.Name)
		}
	}
	info.Fields, info.Misconceptions = append(info.Fields, f.fields()...), f.misconceptions()
	for name, text := range f.reference() {
		info.Reference = info.Reference.With(name, text)
	}
	// If there are many number fields, two of them share a line. A choice needs a line
	// of its own for its options.
	choice := func(f exercises.Field) bool { return f.Kind == exercises.ChoiceField }
	if len(info.Fields) >= 4 && !slices.ContainsFunc(info.Fields, choice) {
		info.Tables = []exercises.FieldTable{exercises.SideBySide(info.Fields, 2)}
	}
}

func (f form) fields() []exercises.Field {
	var out []exercises.Field
	for _, q := range f.Derivation {
		if q.Options != nil {
			out = append(out,
				exercises.Field{Name: q.Name, Label: q.Symbol, Kind: exercises.ChoiceField,
					Choices: exercises.Choices(q.Options...)})
			continue
		}
		out = append(out, exercises.Field{Name: q.Name, Label: q.Symbol + " =", Kind: exercises.TextField, Width: 12})
	}
	return out
}

func (f form) reference() exercises.Answers {
	a := exercises.Answers{}
	for _, q := range f.Derivation {
		a[q.Name] = text(q, f.right[q.Name])
	}
	return a
}

// text returns a value as a student would enter it.
func text(q anatomy.Quantity, v float64) string {
	if q.Options != nil {
		return q.Options[int(v)]
	}
	return anatomy.Typed(v)
}

// misconceptions returns the known slips in the quantities of the form as misconceptions. The example
// of a misconception is an answer with only one field, which contains the slip.
func (f form) misconceptions() []exercises.Misconception {
	var out []exercises.Misconception
	for _, q := range f.Derivation {
		for _, s := range q.Slips {
			if v := s.Compute(f.right); s.Advice != "" && finite(v) && !f.near(q, v, f.right[q.Name], f.right) {
				out = append(out, exercises.Misconception{ID: s.ID, Example: exercises.Answers{q.Name: text(q, v)}})
			}
		}
	}
	return out
}

// near reports whether v is within the tolerance of want, the value computed from inputs.
func (f form) near(q anatomy.Quantity, v, want float64, inputs anatomy.Numbers) bool {
	if q.Options != nil {
		return v == want
	}
	return f.demand(q, want, inputs).Met(v)
}

// demand returns how close a value must come to want, the value computed from inputs.
func (f form) demand(q anatomy.Quantity, want float64, inputs anatomy.Numbers) anatomy.Demand {
	d := anatomy.Demand{Want: want}
	if q.Allowance != nil {
		d.Allowance = q.Allowance(f.right)
	}
	if q.Scale != nil {
		d.Scale = q.Scale(inputs)
	}
	return d
}

// filledForm is a form with the entries of a student.
type filledForm struct {
	form
	numbers  anatomy.Numbers
	readable map[string]bool // whether the entry of a quantity can be read
	correct  map[string]bool // whether the entry of a quantity is right
}

// blanks returns the entries with their judges. If premise is false, the student chose a wrong
// move, and a correct calculation only counts as following from this move.
func (f form) blanks(ctx context.Context, a exercises.Answers, premise bool) []answer.Blank {
	w := filledForm{form: f, numbers: anatomy.Numbers{}, readable: map[string]bool{}, correct: map[string]bool{}}
	var out []answer.Blank
	for _, q := range f.Derivation {
		derived := q.Compute(w.numbers)
		w.numbers[q.Name] = derived
		if v, ok := readValue(ctx, q, a[q.Name]); ok {
			w.numbers[q.Name], w.readable[q.Name] = v, true
		}
		r := w.judge(ctx, q, a[q.Name], derived)
		w.correct[q.Name] = r.Accepted
		if r.Accepted && !premise {
			r = r.AsFollowing()
		}
		out = append(out,
			answer.Blank{Name: q.Name, Label: q.Symbol,
				Judge: func(context.Context, string) answer.Result { return r }})
	}
	return out
}

// judge judges one entry. derived is the value that follows from the student's own entries.
func (w filledForm) judge(ctx context.Context, q anatomy.Quantity, text string, derived float64) answer.Result {
	r := w.judgeAlone(ctx, q, text)
	if !r.Verdict.Counts() || r.Accepted || !w.readable[q.Name] || !w.near(q, w.numbers[q.Name], derived, w.numbers) {
		return r
	}
	if w.followsWrongEntry(q) {
		return r.AsFollowing()
	}
	return accepted(r, w.demand(q, derived, w.numbers)) // text follows from entries that are right but rounded
}

// judgeAlone judges an entry by the right numbers only.
func (w filledForm) judgeAlone(ctx context.Context, q anatomy.Quantity, text string) answer.Result {
	want := w.right[q.Name]
	if q.Options == nil {
		r := judgeNumber(ctx, text, w.demand(q, want, w.right), w.mistakes(q))
		if q.Signed {
			r = r.AsSign(w.numbers[q.Name])
		}
		return r
	}
	switch text {
	case "":
		return answer.Result{Verdict: exercises.Empty, At: -1}
	case q.Options[int(want)]:
		return answer.Result{Verdict: exercises.Equal, Accepted: true, At: -1, Fact: ascii.PlainLines("Right.")}
	}
	return answer.Result{Verdict: exercises.NotEqual, At: -1, Fact: ascii.PlainLines("It is not that.")}
}

// mistakes returns the values of an entry under each slip, computed from the right numbers and
// from the student's numbers.
func (w filledForm) mistakes(q anatomy.Quantity) []answer.Mistake {
	var out []answer.Mistake
	for _, s := range q.Slips {
		for _, from := range []anatomy.Numbers{w.right, w.numbers} {
			if v := s.Compute(from); s.Advice != "" && finite(v) && !w.near(q, v, w.right[q.Name], w.right) {
				out = append(out, answer.Mistake{ID: s.ID, Answer: anatomy.Typed(v), Advice: s.Advice})
			}
		}
	}
	return out
}

// followsWrongEntry reports whether some entry from which q is computed is wrong. If such an entry was
// left empty, followsWrongEntry looks at the entries from which the empty one is computed.
func (w filledForm) followsWrongEntry(q anatomy.Quantity) bool {
	return slices.ContainsFunc(q.From, func(name string) bool {
		at := slices.IndexFunc(w.Derivation, func(before anatomy.Quantity) bool { return before.Name == name })
		switch {
		case at < 0:
			return false
		case w.readable[name]:
			return !w.correct[name]
		}
		return w.followsWrongEntry(w.Derivation[at])
	})
}

// accepted returns r as an accepted result that states how many digits are right.
func accepted(r answer.Result, d anatomy.Demand) answer.Result {
	r.Verdict, r.Accepted, r.Misconception, r.Advice = exercises.Equal, true, "", nil
	r.Fact = ascii.PlainLines("Right to " + strconv.Itoa(d.Digits()) + " digits.")
	return r
}

func judgeNumber(ctx context.Context, text string, d anatomy.Demand, slips []answer.Mistake) answer.Result {
	task := answer.NumberTask{Digits: d.Digits(), Mistakes: slips}
	if math.IsInf(d.Want, 1) {
		task.Infinite = true
		return task.Judge(ctx, text)
	}
	task.Want = answer.Float(d.Want)
	r := task.Judge(ctx, text)
	if !r.Verdict.Counts() {
		return r
	}
	if v, ok := readNumber(ctx, text); ok && d.Met(v) {
		return accepted(r, d)
	}
	return r
}

// readValue reads a student's value of a quantity. ok is false if there is none.
func readValue(ctx context.Context, q anatomy.Quantity, text string) (float64, bool) {
	if q.Options == nil {
		return readNumber(ctx, text)
	}
	i := slices.Index(q.Options, text)
	return float64(i), i >= 0
}

// readNumber reads a student's number. ok is false if there is none. It parses plain
// decimal numbers directly, with either minus sign, because that is faster.
func readNumber(ctx context.Context, text string) (float64, bool) {
	plain := strings.ReplaceAll(strings.TrimSpace(text), "−", "-")
	if strings.Trim(plain, "0123456789.eE-+") == "" && len(plain) <= 40 {
		if v, err := strconv.ParseFloat(plain, 64); err == nil {
			return v, true
		}
	}
	if (answer.NumberTask{Infinite: true}).Judge(ctx, text).Accepted {
		return math.Inf(1), true
	}
	v, problem := answer.Values(ctx, text, 1)
	if problem != nil || math.IsNaN(v[0]) {
		return 0, false
	}
	return v[0], true
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

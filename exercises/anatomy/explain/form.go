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

// form is a calculation by hand. It has a blank for each quantity of the derivation. Unlike
// answer.Calculation, a form compares only a few digits, so it accepts numbers computed from rounded
// entries.
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
	isChoice := func(f exercises.Field) bool { return f.Kind == exercises.ChoiceField }
	if len(info.Fields) >= 4 && !slices.ContainsFunc(info.Fields, isChoice) {
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

// misconceptions returns a misconception for each slip, a known mistake, in a quantity of the form.
// Its example is an answer in the field of this quantity only.
func (f form) misconceptions() []exercises.Misconception {
	var out []exercises.Misconception
	for _, q := range f.Derivation {
		for _, s := range q.Slips {
			if v := s.Compute(f.right); s.Advice != "" && isFinite(v) && !f.isNear(q, v, f.right[q.Name], f.right) {
				out = append(out, exercises.Misconception{ID: s.ID, Example: exercises.Answers{q.Name: text(q, v)}})
			}
		}
	}
	return out
}

// isNear reports whether v is close enough to want. inputs are the numbers from which want was
// computed.
func (f form) isNear(q anatomy.Quantity, v, want float64, inputs anatomy.Numbers) bool {
	if q.Options != nil {
		return v == want
	}
	return f.demand(q, want, inputs).IsMetBy(v)
}

// demand returns how close a value must be to want. inputs are the numbers from which want was
// computed.
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

// filledForm is a form that a student has filled in.
type filledForm struct {
	form
	numbers  anatomy.Numbers
	readable map[string]bool // whether the entry of a quantity can be read
	correct  map[string]bool // whether the entry of a quantity is right
}

// blanks returns the blanks of the form with their judges, given the answers a. If
// moveIsRight is false, the student chose a wrong move, so correct entries count as following from a
// mistake.
func (f form) blanks(ctx context.Context, a exercises.Answers, moveIsRight bool) []answer.Blank {
	filled := filledForm{form: f, numbers: anatomy.Numbers{}, readable: map[string]bool{}, correct: map[string]bool{}}
	var out []answer.Blank
	for _, q := range f.Derivation {
		derived := q.Compute(filled.numbers)
		filled.numbers[q.Name] = derived
		if v, ok := readValue(ctx, q, a[q.Name]); ok {
			filled.numbers[q.Name], filled.readable[q.Name] = v, true
		}
		r := filled.judge(ctx, q, a[q.Name], derived)
		filled.correct[q.Name] = r.Accepted
		if r.Accepted && !moveIsRight {
			r = r.AsFollowing()
		}
		out = append(out,
			answer.Blank{Name: q.Name, Label: q.Symbol,
				Judge: func(context.Context, string) answer.Result { return r }})
	}
	return out
}

// judge judges one entry. derived is the value computed from the student's own entries.
func (filled filledForm) judge(ctx context.Context, q anatomy.Quantity, text string, derived float64) answer.Result {
	r := filled.judgeAlone(ctx, q, text)
	if !r.Verdict.CountsAsAttempt() || r.Accepted || !filled.readable[q.Name] ||
		!filled.isNear(q, filled.numbers[q.Name], derived, filled.numbers) {
		return r
	}
	if filled.followsWrongEntry(q) {
		return r.AsFollowing()
	}
	return acceptedResult(r, filled.demand(q, derived, filled.numbers)) // computed from right but rounded entries
}

// judgeAlone judges an entry as if all other entries were right.
func (filled filledForm) judgeAlone(ctx context.Context, q anatomy.Quantity, text string) answer.Result {
	want := filled.right[q.Name]
	if q.Options == nil {
		r := judgeNumber(ctx, text, filled.demand(q, want, filled.right), filled.mistakes(q))
		if q.Signed {
			r = r.AsSign(filled.numbers[q.Name])
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

// mistakes returns the values that an entry has after a slip. Each slip is applied to the right
// numbers and to the student's numbers.
func (filled filledForm) mistakes(q anatomy.Quantity) []answer.Mistake {
	var out []answer.Mistake
	for _, s := range q.Slips {
		for _, numbers := range []anatomy.Numbers{filled.right, filled.numbers} {
			v := s.Compute(numbers)
			if s.Advice != "" && isFinite(v) && !filled.isNear(q, v, filled.right[q.Name], filled.right) {
				out = append(out, answer.Mistake{ID: s.ID, Answer: anatomy.Typed(v), Advice: s.Advice})
			}
		}
	}
	return out
}

// followsWrongEntry reports whether q is computed from a wrong entry. If an entry from which q is
// computed is empty, followsWrongEntry checks the entries from which that entry is computed.
func (filled filledForm) followsWrongEntry(q anatomy.Quantity) bool {
	return slices.ContainsFunc(q.Inputs, func(name string) bool {
		at := slices.IndexFunc(filled.Derivation, func(other anatomy.Quantity) bool { return other.Name == name })
		switch {
		case at < 0:
			return false
		case filled.readable[name]:
			return !filled.correct[name]
		}
		return filled.followsWrongEntry(filled.Derivation[at])
	})
}

// acceptedResult returns r changed to an accepted result. Its fact states to how many digits the
// number is right.
func acceptedResult(r answer.Result, d anatomy.Demand) answer.Result {
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
	if !r.Verdict.CountsAsAttempt() {
		return r
	}
	if v, ok := readNumber(ctx, text); ok && d.IsMetBy(v) {
		return acceptedResult(r, d)
	}
	return r
}

// readValue parses a student's value of a quantity. The second result is false if text is no value.
func readValue(ctx context.Context, q anatomy.Quantity, text string) (float64, bool) {
	if q.Options == nil {
		return readNumber(ctx, text)
	}
	i := slices.Index(q.Options, text)
	return float64(i), i >= 0
}

// readNumber parses a student's number. The second result is false if text is no number. It parses
// plain decimal numbers, with either minus sign, without the answer language, which is faster.
func readNumber(ctx context.Context, text string) (float64, bool) {
	decimal := strings.ReplaceAll(strings.TrimSpace(text), "−", "-")
	if strings.Trim(decimal, "0123456789.eE-+") == "" && len(decimal) <= 40 {
		if v, err := strconv.ParseFloat(decimal, 64); err == nil {
			return v, true
		}
	}
	if (answer.NumberTask{Infinite: true}).Judge(ctx, text).Accepted {
		return math.Inf(1), true
	}
	v, problem := answer.ParseNumbers(ctx, text, 1)
	if problem != nil || math.IsNaN(v[0]) {
		return 0, false
	}
	return v[0], true
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

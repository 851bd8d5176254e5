package answer

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
)

// Blank is one field of a form, with the judge of its text.
type Blank struct {
	Name  string // the field's name in Answers
	Label string // the field's name in messages, such as "αℓ*"
	Judge func(ctx context.Context, text string) Result
	// Accepts reports whether a text is the right answer for this blank. JudgeForm uses Accepts
	// to find out whether the right answer was written into another blank. It is nil if several
	// blanks have the same possible answers, as choices do.
	Accepts func(ctx context.Context, text string) bool
}

// JudgeForm judges the fields of a form one by one and combines the results. The form is accepted
// if every field is accepted. If a field is empty or cannot be read, the verdict on the form does
// not count as an attempt. Each filled field has its own verdict in Fields even then.
func JudgeForm(ctx context.Context, a exercises.Answers, blanks []Blank) exercises.Report {
	out := exercises.Report{Fields: map[string]exercises.FieldReport{}}
	results := make([]Result, len(blanks))
	for i, b := range blanks {
		results[i] = b.Judge(ctx, a[b.Name])
	}
	noteMisplaced(ctx, a, blanks, results)
	for i, b := range blanks {
		out.Fields[b.Name] = results[i].FieldReport()
	}
	deciding := decidingField(results)
	if deciding < 0 {
		out.Verdict, out.Accepted, out.Headline = exercises.Equal, true, commonHeadline(results)
		return out
	}
	r := results[deciding]
	out.Verdict, out.Headline = r.Verdict, commonHeadline(results)
	out.Misconception, out.Advice = r.Misconception, r.Advice
	if i, j, ok := findSwapped(ctx, a, blanks, results); ok && r.Verdict.CountsAsAttempt() {
		out.Misconception = "swapped"
		out.Advice = ascii.PlainLines(
			capitalise(fmt.Sprintf("%s and %s are swapped.", blanks[i].Label, blanks[j].Label)),
		)
	}
	if r.Verdict == exercises.Empty {
		if slices.ContainsFunc(results, func(r Result) bool { return r.Verdict != exercises.Empty }) {
			out.Headline = "The form is not complete yet."
		}
		out.Fact = ascii.PlainLines(emptyFieldsText(results, blanks))
		return out
	}
	for i, line := range r.Fact {
		if i == 0 {
			line = append(ascii.Inked(blanks[deciding].Label+": ", ascii.Strong), line...)
		}
		out.Fact = append(out.Fact, line)
	}
	if len(blanks) > 1 && r.Verdict.CountsAsAttempt() {
		out.Fact = append(out.Fact, ascii.Plain(countText(results, blanks)))
	}
	return out
}

// noteMisplaced adds to the result for a wrong number the fact that the number belongs in another
// blank. It does so only if the other blank already contains this number, so the fact gives nothing
// away. It ignores 0 and ±1, which are right in many blanks by chance.
func noteMisplaced(ctx context.Context, a exercises.Answers, blanks []Blank, results []Result) {
	for i, r := range results {
		if !r.Verdict.CountsAsAttempt() || r.Accepted || r.Follows || r.Misconception != "" {
			continue
		}
		if v, problem := ParseNumbers(ctx, a[blanks[i].Name], 1); problem != nil || v[0] == 0 || math.Abs(v[0]) == 1 {
			continue
		}
		var owners []string // labels of the blanks with this number
		for j, b := range blanks {
			if j != i && results[j].Accepted && b.Accepts != nil && b.Accepts(ctx, a[blanks[i].Name]) {
				owners = append(owners, b.Label)
			}
		}
		if len(owners) == 1 {
			fact := notEqual("That is what %s asks for.", owners[0]).Fact
			r.Fact, r.Misconception = fact, "misplaced"
			results[i] = r
		}
	}
}

// findSwapped returns two blanks whose right answers the student has exchanged. ok is false if
// there are no such blanks, or if another blank is wrong and does not follow from these two.
func findSwapped(ctx context.Context, a exercises.Answers, blanks []Blank, results []Result) (i, j int, ok bool) {
	var wrong []int
	for i, r := range results {
		if r.Verdict.CountsAsAttempt() && !r.Accepted && !r.Follows {
			wrong = append(wrong, i)
		}
	}
	if len(wrong) != 2 {
		return 0, 0, false
	}
	i, j = wrong[0], wrong[1]
	accepts := func(b Blank, text string) bool { return b.Accepts != nil && b.Accepts(ctx, text) }
	return i, j, accepts(blanks[i], a[blanks[j].Name]) && accepts(blanks[j], a[blanks[i].Name])
}

// commonHeadline returns the common headline of the wrong fields or, if none is wrong, of all
// fields. It returns "" if their headlines differ or if some field was not judged.
func commonHeadline(results []Result) string {
	allAccepted := !slices.ContainsFunc(results, func(r Result) bool { return !r.Accepted })
	common, isFirst := "", true
	for _, r := range results {
		switch {
		case !r.Verdict.CountsAsAttempt():
			return ""
		case r.Accepted != allAccepted:
		case !isFirst && common != r.Headline:
			return ""
		default:
			common, isFirst = r.Headline, false
		}
	}
	return common
}

// countText returns a sentence with the number of right fields. It does not count predictions. If
// some fields follow from slips in other fields, the sentence names those other fields instead.
func countText(results []Result, blanks []Blank) string {
	rightCount, followCount, judgedCount, otherFormText := 0, 0, len(blanks), ""
	var slips []string
	for i, r := range results {
		switch {
		case r.Verdict == exercises.Noted:
			judgedCount--
		case r.Accepted:
			rightCount++
		case r.Follows:
			followCount++
		case r.Verdict == exercises.OtherForm:
			otherFormText = "; " + blanks[i].Label + " has the right value in another form"
		default:
			slips = append(slips, blanks[i].Label)
		}
	}
	if followCount == 0 {
		return fmt.Sprintf(countOf(rightCount, "of %d is right%s.", "of %d are right%s."), judgedCount, otherFormText)
	}
	from := "it"
	if len(slips) > 1 {
		from = "them"
	}
	return fmt.Sprintf("%s: %s. %s from %s correctly.", countOf(len(slips), "slip", "slips"),
		strings.Join(slips, ", "), countOf(followCount, "blank follows", "blanks follow"), from)
}

// decidingField returns the index of the field that decides the verdict on the form, or −1 if all
// fields are accepted. It looks first for an unreadable field, then for an ambiguous, an empty, a
// wrong or a close one, in this order, and at last for any other field that is not accepted. Of
// several fields of the same kind, it takes the first.
func decidingField(results []Result) int {
	order := []func(Result) bool{
		func(r Result) bool { return r.Verdict == exercises.Unreadable },
		func(r Result) bool { return r.Verdict == exercises.Ambiguous },
		func(r Result) bool { return r.Verdict == exercises.Empty },
		func(r Result) bool { return r.Verdict == exercises.NotEqual },
		func(r Result) bool { return r.Verdict == exercises.Close && !r.Follows },
		func(r Result) bool { return !r.Accepted },
	}
	for _, hasVerdict := range order {
		for i, r := range results {
			if hasVerdict(r) {
				return i
			}
		}
	}
	return -1
}

func emptyFieldsText(results []Result, blanks []Blank) string {
	var names []string
	for i, r := range results {
		if r.Verdict == exercises.Empty {
			names = append(names, blanks[i].Label)
		}
	}
	if len(names) == 1 {
		return "Still to fill in: " + names[0] + "."
	}
	return fmt.Sprintf("%d fields are still to be filled in: %s.", len(names), strings.Join(names, ", "))
}

// Numbers maps the names of quantities to the student's or the right values.
type Numbers map[string]float64

// Quantity is one number of a [Calculation].
type Quantity struct {
	Name, Label string
	Value       func(Numbers) float64
	Slips       []Slip
	IsSign      bool // the quantity is a sign, for which + is accepted as +1
}

// TextToJudge returns the text to judge for a student's answer. If the quantity is a sign, this is
// "+1" for "+".
func (q Quantity) TextToJudge(text string) string {
	if q.IsSign {
		return CompleteSign(text)
	}
	return text
}

// CompleteSign appends the digit 1 to a text that consists only of a sign: "+" becomes "+1".
func CompleteSign(text string) string {
	if t := strings.TrimSpace(text); t == "+" || t == "-" || t == "−" {
		return t + "1"
	}
	return text
}

// AsSign returns the result for a field that asks for a sign. r is the result of judging v, the
// number in the field. If v is not ±1, a sentence that says so replaces a vague fact.
func (r Result) AsSign(v float64) Result {
	if r.Vague && math.Abs(v) != 1 {
		r.Fact, r.Misconception, r.Vague = ascii.PlainLines("A sign is +1 or −1."), "", false
	}
	return r
}

// Slip is a known mistake in computing a quantity.
type Slip struct {
	ID    string
	Value func(Numbers) float64
	// Whole marks a slip that is one decision for all quantities, such as leaving out the labels.
	// It is reported only if the student made it in all quantities in which it is possible.
	Whole bool
}

// Calculation is a calculation by hand. Each quantity is computed from earlier quantities and has its
// own field. A number that follows correctly from a wrong number is not reported as wrong, so a
// slip is reported only where the student made it.
type Calculation []Quantity

// WithSlips returns the calculation without the slips whose IDs are not in ids.
func (c Calculation) WithSlips(ids []string) Calculation {
	out := slices.Clone(c)
	for i := range out {
		out[i].Slips = slices.DeleteFunc(slices.Clone(out[i].Slips),
			func(s Slip) bool { return !slices.Contains(ids, s.ID) })
	}
	return out
}

// RightValues returns the right value of every quantity.
func (c Calculation) RightValues() Numbers {
	values := Numbers{}
	for _, q := range c {
		values[q.Name] = q.Value(values)
	}
	return values
}

// Reference returns the right values as a student would type them.
func (c Calculation) Reference() exercises.Answers {
	a := exercises.Answers{}
	for name, v := range c.RightValues() {
		a[name] = Decimal(v)
	}
	return a
}

// Examples returns an example of answers for each slip ID. It contains only the fields in which the
// slip is possible.
func (c Calculation) Examples() map[string]exercises.Answers {
	truth := c.RightValues()
	out := map[string]exercises.Answers{}
	for _, q := range c {
		for _, s := range q.Slips {
			if out[s.ID] == nil {
				out[s.ID] = exercises.Answers{}
			}
			out[s.ID][q.Name] = typedNumber(s.Value(truth))
		}
	}
	return out
}

// Judge judges each number separately. The message describes the first slip that does not
// follow from an earlier one.
func (c Calculation) Judge(ctx context.Context, a exercises.Answers) exercises.Report {
	truth, studentNumbers := c.RightValues(), c.studentNumbers(ctx, a)
	var blanks []Blank
	firstSlip := "" // the ID of the first recognised slip
	for _, q := range c {
		slips := q.mistakes(truth, studentNumbers,
			func(id string) bool { return c.isConsistent(id, truth, studentNumbers, a) })
		r := ExactJudge(truth[q.Name], slips...)(ctx, q.TextToJudge(a[q.Name]))
		if q.IsSign {
			r = r.AsSign(studentNumbers[q.Name])
		}
		switch {
		case !r.Verdict.CountsAsAttempt() || r.Accepted:
		case isInfinity(a[q.Name]):
			if id := q.infiniteSlip(truth); c.isConsistent(id, truth, studentNumbers, a) {
				r.Misconception = id
			}
		case q.follows(truth, studentNumbers):
			r = r.AsFollowing()
		}
		if r.Verdict.CountsAsAttempt() {
			firstSlip = cmp.Or(firstSlip, r.Misconception)
		}
		blanks = append(blanks, Blank{
			Name: q.Name, Label: q.Label, Judge: func(context.Context, string) Result { return r },
			Accepts: func(ctx context.Context, text string) bool {
				return ExactJudge(truth[q.Name])(ctx, q.TextToJudge(text)).Accepted
			},
		})
	}
	out := JudgeForm(ctx, a, blanks)
	if out.Verdict.CountsAsAttempt() && !out.Accepted && out.Misconception == "" {
		out.Misconception = firstSlip
	}
	return out
}

// studentNumbers returns the student's numbers. It computes a missing number from earlier ones, so
// that later numbers can still be judged.
func (c Calculation) studentNumbers(ctx context.Context, a exercises.Answers) Numbers {
	numbers := Numbers{}
	for _, q := range c {
		numbers[q.Name] = q.Value(numbers)
		if v, problem := ParseNumbers(ctx, q.TextToJudge(a[q.Name]), 1); problem == nil {
			numbers[q.Name] = v[0]
		} else if isInfinity(a[q.Name]) {
			numbers[q.Name] = math.Inf(1)
		}
	}
	return numbers
}

// isConsistent reports whether the answers may contain the slip with the given ID. A slip with
// Slip.Whole must show in all filled-in numbers in which it is possible.
func (c Calculation) isConsistent(id string, truth, studentNumbers Numbers, a exercises.Answers) bool {
	for _, q := range c {
		i := slices.IndexFunc(q.Slips, func(s Slip) bool { return s.ID == id })
		if i < 0 || !q.Slips[i].Whole || a[q.Name] == "" {
			continue
		}
		v := studentNumbers[q.Name]
		if !slices.ContainsFunc([]Numbers{truth, studentNumbers},
			func(numbers Numbers) bool { return approxEqual(q.Slips[i].Value(numbers), v, truth.scale()) }) {
			return false
		}
	}
	return true
}

// approxEqual reports whether a number equals a computed one up to rounding, relative to the given
// scale. An infinite number equals only itself.
func approxEqual(computed, v, scale float64) bool {
	return v == computed || math.Abs(v-computed) < 5e-4*max(scale, math.Abs(computed))
}

// scale returns the largest absolute value of the numbers, but at most 1.
func (n Numbers) scale() float64 {
	largest := 0.0
	for _, v := range n {
		largest = max(largest, math.Abs(v))
	}
	return min(1, largest)
}

// follows reports whether the student's number is wrong but follows from the student's earlier
// numbers, even if rounded to three digits.
func (q Quantity) follows(truth, studentNumbers Numbers) bool {
	v := q.Value(studentNumbers)
	return !sameNumber(v, truth[q.Name]) && approxEqual(v, studentNumbers[q.Name], truth.scale())
}

// mistakes returns the values that the quantity has after each slip that is consistent with the
// answers, computed from the right numbers and from the student's numbers. It leaves out a value
// that two slips have in common, because it identifies neither slip.
func (q Quantity) mistakes(truth, studentNumbers Numbers, isConsistent func(id string) bool) []Mistake {
	var out []Mistake
	for _, s := range q.Slips {
		if !isConsistent(s.ID) {
			continue
		}
		for _, numbers := range []Numbers{truth, studentNumbers} {
			if v := s.Value(numbers); !sameNumber(v, truth[q.Name]) && math.Abs(v) < 1e12 {
				out = append(out, Mistake{ID: s.ID, Answer: Decimal(v)})
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(out), func(m Mistake) bool {
		return slices.ContainsFunc(out, func(o Mistake) bool { return o.Answer == m.Answer && o.ID != m.ID })
	})
}

// infiniteSlip returns the ID of the first slip that leads to an infinite value, or "".
func (q Quantity) infiniteSlip(truth Numbers) string {
	for _, s := range q.Slips {
		if math.IsInf(s.Value(truth), 1) {
			return s.ID
		}
	}
	return ""
}

// typedNumber returns a number as a student would type it, including infinity.
func typedNumber(v float64) string {
	if math.IsInf(v, 1) {
		return "inf"
	}
	return Decimal(v)
}

// sameNumber reports whether two numbers of a calculation are equal up to rounding errors.
func sameNumber(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

package answer

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
)

// Blank is one field of a form, with the judge of its text.
type Blank struct {
	Name  string // the field's name in Answers
	Label string // how facts call it: "αℓ*"
	Judge func(ctx context.Context, text string) Result
	// Takes reports whether a text is right here, to know it where it stands in
	// another blank; nil where texts of several blanks are alike, as choices.
	Takes func(ctx context.Context, text string) bool
}

// JudgeForm judges the fields of a form one by one and adds up. The form is
// accepted when every field is. While a field is empty or cannot be read the
// whole is not judged, so a half-filled form never costs an attempt; but each
// filled field has its own verdict in Fields.
func JudgeForm(ctx context.Context, a exercises.Answers, blanks []Blank) exercises.Report {
	out := exercises.Report{Fields: map[string]exercises.FieldReport{}}
	results := make([]Result, len(blanks))
	for i, b := range blanks {
		results[i] = b.Judge(ctx, a[b.Name])
		out.Fields[b.Name] = results[i].Field()
	}
	at := worst(results)
	if at < 0 {
		out.Verdict, out.Accepted, out.Headline = exercises.Equal, true, headline(results)
		return out
	}
	r := results[at]
	out.Verdict, out.Headline = r.Verdict, headline(results)
	out.Misconception, out.Advice = r.Misconception, r.Advice
	if i, j, ok := swapped(ctx, a, blanks, results); ok && r.Verdict.Counts() {
		out.Misconception = "swapped"
		out.Advice = []ascii.Line{ascii.Plain(capitalise(fmt.Sprintf("%s and %s stand in each other's place.", blanks[i].Label, blanks[j].Label)))}
	}
	if r.Verdict == exercises.Empty {
		if slices.ContainsFunc(results, func(r Result) bool { return r.Verdict != exercises.Empty }) {
			out.Headline = "Not all is there yet."
		}
		out.Fact = []ascii.Line{ascii.Plain(stillEmpty(results, blanks))}
		return out
	}
	for i, line := range r.Fact {
		if i == 0 {
			line = append(ascii.Line{{Text: blanks[at].Label + ": ", Ink: ascii.Strong}}, line...)
		}
		out.Fact = append(out.Fact, line)
	}
	if len(blanks) > 1 && r.Verdict.Counts() {
		out.Fact = append(out.Fact, ascii.Plain(tally(results, blanks)))
	}
	return out
}

// swapped are the two blanks of which each has what is right in the other, where
// nothing else is wrong that does not follow from it.
func swapped(ctx context.Context, a exercises.Answers, blanks []Blank, results []Result) (i, j int, ok bool) {
	var wrong []int
	for i, r := range results {
		if r.Verdict.Counts() && !r.Accepted && !r.Follows {
			wrong = append(wrong, i)
		}
	}
	if len(wrong) != 2 {
		return 0, 0, false
	}
	i, j = wrong[0], wrong[1]
	takes := func(b Blank, text string) bool { return b.Takes != nil && b.Takes(ctx, text) }
	return i, j, takes(blanks[i], a[blanks[j].Name]) && takes(blanks[j], a[blanks[i].Name])
}

// headline is what all fields say that are judged and wrong, or all fields where none
// is; "" where they say different things, as a number and a choice do.
func headline(results []Result) string {
	accepted := !slices.ContainsFunc(results, func(r Result) bool { return !r.Accepted })
	said, first := "", true
	for _, r := range results {
		switch {
		case !r.Verdict.Counts():
			return ""
		case r.Accepted != accepted:
		case !first && said != r.Headline:
			return ""
		default:
			said, first = r.Headline, false
		}
	}
	return said
}

// tally counts what is right; where blanks follow from slips, it names these
// instead.
func tally(results []Result, blanks []Blank) string {
	right, follow := 0, 0
	var slips []string
	for i, r := range results {
		switch {
		case r.Accepted:
			right++
		case r.Follows:
			follow++
		default:
			slips = append(slips, blanks[i].Label)
		}
	}
	if follow == 0 {
		verb := "are"
		if right == 1 {
			verb = "is"
		}
		return fmt.Sprintf("%d of %d %s right.", right, len(blanks), verb)
	}
	from := "it"
	if len(slips) > 1 {
		from = "them"
	}
	return capitalise(countInWords(len(slips), "slip", "slips")) + ": " + strings.Join(slips, ", ") + ". " +
		capitalise(countInWords(follow, "blank follows", "blanks follow")) + " from " + from + " correctly."
}

// countInWords is "one slip", "five blanks follow", and figures from 13 on.
func countInWords(n int, one, many string) string {
	words := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	if n >= len(words) {
		return countOf(n, one, many)
	}
	if n == 1 {
		return words[n] + " " + one
	}
	return words[n] + " " + many
}

// worst returns the index of the field that decides the form's verdict, −1
// where all are accepted: a text that cannot be read before one that is
// missing, those before one that is wrong, the first of equals.
func worst(results []Result) int {
	order := []func(Result) bool{
		func(r Result) bool { return r.Verdict == exercises.Unreadable },
		func(r Result) bool { return r.Verdict == exercises.Ambiguous },
		func(r Result) bool { return r.Verdict == exercises.Empty },
		func(r Result) bool { return r.Verdict == exercises.NotEqual },
		func(r Result) bool { return r.Verdict == exercises.Close && !r.Follows },
		func(r Result) bool { return !r.Accepted },
	}
	for _, is := range order {
		for i, r := range results {
			if is(r) {
				return i
			}
		}
	}
	return -1
}

func stillEmpty(results []Result, blanks []Blank) string {
	var names []string
	for i, r := range results {
		if r.Verdict == exercises.Empty {
			names = append(names, blanks[i].Label)
		}
	}
	if len(names) == 1 {
		return "Still to fill in: " + names[0] + "."
	}
	return fmt.Sprintf("Still to fill in, %d fields: %s.", len(names), strings.Join(names, ", "))
}

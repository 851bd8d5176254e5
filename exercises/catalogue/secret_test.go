package catalogue

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kernellab/exercises"
)

// numeral is a number as it stands in a text, without its sign.
var numeral = regexp.MustCompile(`\d+(?:\.\d+)?|\.\d+`)

// numeralsIn are the numbers of a text, by value, so that 0.50 is 0.5.
func numeralsIn(texts ...string) []float64 {
	var out []float64
	for _, s := range texts {
		for _, text := range numeral.FindAllString(s, -1) {
			if v, err := strconv.ParseFloat(text, 64); err == nil {
				out = append(out, v)
			}
		}
	}
	return out
}

// telling reports a number that cannot stand in a message by chance: it has
// three digits or more.
func telling(reference string) (v float64, ok bool) {
	text := strings.TrimLeft(reference, "+-")
	v, err := strconv.ParseFloat(text, 64)
	digits := strings.TrimLeft(strings.ReplaceAll(text, ".", ""), "0")
	return v, err == nil && len(digits) >= 3
}

// checkSecrets types wrong numbers into every field of an exercise: what is
// said of them must not hold the number that is asked for.
func checkSecrets(e *exercises.Exercise) []string {
	l := &ledger{}
	before := exercises.Answers{}
	for _, s := range e.Steps {
		l.where = e.ID + " " + s.Info().Name
		for _, f := range s.Info().Fields {
			l.secret(s, f, before)
		}
		before = over(before, s.Info().Reference)
	}
	return l.found
}

func (l *ledger) secret(s exercises.Step, f exercises.Field, before exercises.Answers) {
	in := s.Info()
	want, ok := telling(in.Reference[f.Name])
	if !ok || f.Kind != exercises.TextField {
		return
	}
	tries := []exercises.Answers{{f.Name: "1234.5"}, {f.Name: "0"}, {f.Name: "-0.0123"}}
	for _, m := range in.Misconceptions {
		tries = append(tries, m.Example)
	}
	for _, try := range tries {
		// Every other field is left empty: its answer is no secret of this one.
		r := s.Check(context.Background(), over(before, try))
		if r.Accepted || slices.Contains(numeralsIn(known(in, try)...), want) {
			continue
		}
		if slices.Contains(numeralsIn(saidOf(r)...), want) {
			l.add("%v is told that the answer is %s: %q", try, in.Reference[f.Name], saidOf(r))
		}
	}
}

// known are the texts whose numbers the student has seen already.
func known(in exercises.Info, typed exercises.Answers) []string {
	out := []string{in.Question.String()}
	for _, b := range in.Text {
		out = append(out, b.Text.String())
	}
	for _, text := range typed {
		out = append(out, text)
	}
	return out
}

// saidOf is everything a report says that is not advice written by an author.
func saidOf(r exercises.Report) []string {
	out := []string{r.FirstLine()}
	for _, line := range r.Fact {
		out = append(out, line.String())
	}
	for _, f := range r.Fields {
		out = append(out, f.Message)
	}
	return out
}

// blabbing is a step whose report tells the answer.
type blabbing struct{ says string }

func (blabbing) Info() exercises.Info {
	return exercises.Info{Name: "b", Fields: []exercises.Field{{Name: "v"}}, Reference: exercises.Answers{"v": "-0.375"}}
}
func (blabbing) Scene(context.Context, exercises.Answers) exercises.Scene { return exercises.Scene{} }
func (b blabbing) Check(context.Context, exercises.Answers) exercises.Report {
	return exercises.Report{Verdict: exercises.NotEqual, Fields: map[string]exercises.FieldReport{"v": {Message: b.says}}}
}

func TestSecretsRuleCatches(t *testing.T) {
	for says, want := range map[string]bool{"needed −0.3750.": true, "it is .375": true, "Yours is too small.": false, "10.375 is too large": false} {
		e := &exercises.Exercise{Steps: []exercises.Step{blabbing{says}}}
		if got := len(checkSecrets(e)) > 0; got != want {
			t.Errorf("%q: told %v, want %v", says, got, want)
		}
	}
}

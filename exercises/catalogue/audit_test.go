package catalogue

import (
	"context"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
)

// fakeStep answers from a table of texts.
type fakeStep struct {
	info    exercises.Info
	reports map[string]exercises.Report
}

func (s fakeStep) Info() exercises.Info { return s.info }
func (s fakeStep) Scene(context.Context, exercises.Answers) exercises.Scene {
	return exercises.Scene{}
}
func (s fakeStep) Check(_ context.Context, a exercises.Answers) exercises.Report {
	return s.reports[a["f"]]
}

func report(v exercises.Verdict, id, advice string) exercises.Report {
	r := exercises.Report{Verdict: v, Accepted: v == exercises.Equal, Misconception: id}
	if advice != "" {
		r.Advice = []ascii.Line{ascii.Plain(advice)}
	}
	return r
}

// TestAuditCatches: each rule finds the lesson that breaks it.
func TestAuditCatches(t *testing.T) {
	info := exercises.Info{
		Name: "s", Fields: []exercises.Field{{Name: "f", Placeholder: "such"}}, Reference: exercises.Answers{"f": "right"},
		Misconceptions: []exercises.Misconception{{ID: "a", Example: exercises.Answers{"f": "A"}}, {ID: "b", Example: exercises.Answers{"f": "B"}}},
	}
	good := map[string]exercises.Report{
		"right": report(exercises.Equal, "", ""), "A": report(exercises.NotEqual, "a", "one"), "B": report(exercises.NotEqual, "b", "two"),
	}
	for _, c := range []struct {
		name, text string
		r          exercises.Report
		says       string
	}{
		{"nothing wrong", "right", report(exercises.Equal, "", ""), ""},
		{"reference close", "right", report(exercises.Close, "", ""), "the reference"},
		{"empty accepted", "", report(exercises.Equal, "", ""), "an empty form is accepted"},
		{"example accepted", "A", report(exercises.Equal, "", ""), "is accepted"},
		{"another id", "A", report(exercises.NotEqual, "b", "one"), `recognised as "b"`},
		{"no words", "A", report(exercises.NotEqual, "a", ""), "nothing is said"},
		{"given away", "such", report(exercises.Equal, "", ""), "the example of f is an answer to it"},
		{"one message", "B", report(exercises.NotEqual, "b", "one"), "a and b get one message"},
	} {
		reports := map[string]exercises.Report{}
		for k, r := range good {
			reports[k] = r
		}
		reports[c.text] = c.r
		found := Audit(context.Background(), &exercises.Exercise{Steps: []exercises.Step{fakeStep{info, reports}}})
		if c.says == "" && len(found) > 0 || c.says != "" && (len(found) != 1 || !strings.Contains(found[0], c.says)) {
			t.Errorf("%s: %q, want %q", c.name, found, c.says)
		}
	}
	info.Misconceptions[1].Example = exercises.Answers{"f": " A"}
	found := Audit(context.Background(), &exercises.Exercise{Steps: []exercises.Step{fakeStep{info, good}}})
	if !strings.Contains(strings.Join(found, "\n"), "have one example") {
		t.Errorf("one example twice: %q", found)
	}
}

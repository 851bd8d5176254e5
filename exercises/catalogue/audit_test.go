package catalogue

import (
	"context"
	"maps"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/testdata/support/check"
)

// fakeTask is a task that looks up its report by the answer in the field f.
type fakeTask struct {
	info    exercises.Info
	reports map[string]exercises.Report
}

func (s fakeTask) Info() exercises.Info { return s.info }
func (s fakeTask) Scene(context.Context, exercises.Answers) exercises.Scene {
	return exercises.Scene{}
}
func (s fakeTask) Check(_ context.Context, a exercises.Answers) exercises.Report {
	return s.reports[a["f"]]
}

func report(v exercises.Verdict, id, advice string) exercises.Report {
	r := exercises.Report{Verdict: v, Accepted: v == exercises.Equal, Misconception: id}
	if advice != "" {
		r.Advice = []ascii.Line{ascii.Plain(advice)}
	}
	return r
}

// oneOf reports whether there is exactly one fault and it contains want. If want is empty, there
// must be no fault.
func oneOf(faults []string, want string) bool {
	if want == "" {
		return len(faults) == 0
	}
	return len(faults) == 1 && strings.Contains(faults[0], want)
}

func TestAudit_reportsFaults(t *testing.T) {
	for _, c := range []struct {
		name, text string
		r          exercises.Report
		second     string // the example of b
		want       string
	}{
		{"nothing wrong", "right", report(exercises.Equal, "", ""), "B", ""},
		{"reference close", "right", report(exercises.Close, "", ""), "B", "the reference"},
		{"empty accepted", "", report(exercises.Equal, "", ""), "B", "an empty form is accepted"},
		{"example accepted", "A", report(exercises.Equal, "", ""), "B", "is accepted"},
		{"another id", "A", report(exercises.NotEqual, "b", "one"), "B", `recognised as "b"`},
		{"no words", "A", report(exercises.NotEqual, "a", ""), "B", "gets no advice"},
		{"given away", "such", report(exercises.Equal, "", ""), "B", "the placeholder of f is an answer to it"},
		{"one message", "B", report(exercises.NotEqual, "b", "one"), "B", "a and b get the same message"},
		{"one example", " A", report(exercises.NotEqual, "b", "two"), " A", "have the same example"},
	} {
		t.Run(c.name, func(t *testing.T) {
			info := exercises.Info{
				Name: "s", Fields: []exercises.Field{{Name: "f", Placeholder: "such"}},
				Reference: exercises.Answers{"f": "right"},
				Misconceptions: []exercises.Misconception{{ID: "a", Example: exercises.Answers{"f": "A"}},
					{ID: "b", Example: exercises.Answers{"f": c.second}}},
			}
			reports := map[string]exercises.Report{
				"right": report(exercises.Equal, "", ""), "A": report(exercises.NotEqual, "a", "one"),
				"B": report(exercises.NotEqual, "b", "two"),
			}
			maps.Copy(reports, map[string]exercises.Report{c.text: c.r})
			found := Audit(t.Context(), &exercises.Exercise{Tasks: []exercises.Task{fakeTask{info, reports}}})
			check.That(t, oneOf(found, c.want), "Audit = %q, want %q", found, c.want)
		})
	}
}

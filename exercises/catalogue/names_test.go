package catalogue

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/dataset"
)

// identifiers are names that programs give to data, kernels and rules.
var identifiers = regexp.MustCompile(`[a-z]{2,}_[a-z]+\b|(poly|rbf|expr)\([a-z]+=|worksheet1d|xor4|\w+-(violation|order|error)\b`)

// TestNamesAreWords: what a student reads of data, kernels and rules is words,
// in the texts, on the controls, and on the first frames of every run.
func TestNamesAreWords(t *testing.T) {
	eachExercise(t, seeds(2), func(t *testing.T, e *exercises.Exercise) {
		answers := exercises.Answers{}
		for _, s := range e.Steps {
			for _, text := range append(readOf(s.Info()), seenOf(t, s, answers)...) {
				if named := identifiers.FindString(text); named != "" {
					t.Errorf("%s: %q in %q", s.Info().Name, named, text)
				}
			}
			answers = over(answers, s.Info().Reference)
		}
	})
}

// readOf is all that a step says before anything is answered.
func readOf(in exercises.Info) []string {
	out := []string{in.Title, in.Question.String()}
	for _, blocks := range append(slices.Clone(in.Hints), in.Text, in.Solution, in.Insight) {
		for _, b := range blocks {
			out = append(out, b.Text.String(), b.Aloud.String())
		}
	}
	for _, s := range in.Tables {
		for _, l := range s.Texts() {
			out = append(out, l.String())
		}
	}
	for _, f := range in.Fields {
		out = append(out, f.Label)
		for _, c := range f.Choices {
			out = append(out, c.Label)
		}
	}
	return out
}

// seenOf is what the stage of a step says in words, at each of its data.
func seenOf(t *testing.T, s exercises.Step, a exercises.Answers) []string {
	scene := s.Scene(t.Context(), a)
	var out []string
	for _, c := range scene.Controls {
		out = append(out, c.Label)
		for _, choice := range c.Choices {
			out = append(out, choice.Label)
			if c.Name == "data" {
				out = append(out, shownIn(t, s.Scene(t.Context(), a.With(c.Name, choice.Value)))...)
			}
		}
	}
	return append(out, shownIn(t, scene)...)
}

func shownIn(t *testing.T, scene exercises.Scene) []string {
	var out []string
	for _, l := range scene.Notes {
		out = append(out, l.String())
	}
	figures := scene.Figures
	if scene.Run != nil {
		run, err := scene.Run.Extend(t.Context(), 1, exercises.Break{})
		if err != nil {
			t.Fatal(err)
		}
		f := run.Frame(run.Len() - 1)
		figures = append(figures, f.Figures...)
		for _, l := range append(f.Notes, f.Status) {
			out = append(out, l.String())
		}
	}
	for _, f := range figures {
		out = append(out, f.Title)
	}
	return out
}

// TestNamesRuleCatches: identifiers are found, formulas are not taken for them.
func TestNamesRuleCatches(t *testing.T) {
	for _, name := range dataset.Names() {
		if !strings.ContainsAny(name, "_0123456789") {
			continue // moons is a word
		}
		if identifiers.FindString("on "+name+", 9 points") == "" || dataset.Title(name) == name {
			t.Errorf("%s is not found, or has no words", name)
		}
	}
	for text, want := range map[string]bool{
		"two moons, kernel (xᵀz + 1)²": false, "moons, rbf(sigma=0.7)": true, "poly(degree=2,c=1)": true, "the rule max-violation": true, "the second-order rule": true, "sum(j, a_j K_ij)": false, "b_up": false, "largest violation": false,
	} {
		if got := identifiers.MatchString(text); got != want {
			t.Errorf("%q: found %v", text, got)
		}
	}
}

package study

import (
	"context"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/progress"
)

// foretold is a library of one exercise with one step, a prediction.
type foretold struct{ shelf }

func (foretold) Open(id string, o exercises.Options) (*exercises.Exercise, error) {
	words := []exercises.Block{{Text: ascii.Plain("it rises")}}
	return &exercises.Exercise{Summary: exercises.Summary{ID: id, Steps: []string{"guess"}}, Seed: o.Seed, Steps: []exercises.Step{guess{
		Name: "guess", Question: ascii.Plain("up?"), Fields: []exercises.Field{{Name: "up"}}, Prediction: true,
		Hints: [][]exercises.Block{words, words, words}, Solution: words, Reference: exercises.Answers{"up": "rises"},
	}}}, nil
}

// guess takes any answer down.
type guess step

func (g guess) Info() exercises.Info { return exercises.Info(g) }
func (guess) Scene(context.Context, exercises.Answers) exercises.Scene {
	return exercises.Scene{}
}

func (guess) Check(_ context.Context, a exercises.Answers) exercises.Report {
	if a["up"] == "" {
		return exercises.Report{Verdict: exercises.Empty}
	}
	return exercises.Report{Verdict: exercises.Noted, Accepted: true}
}

// What helps with a prediction comes after it, also where it was shown on an
// earlier sheet or by an older program; and a prediction stays as it was made.
func TestHintsComeAfterAPrediction(t *testing.T) {
	s, _, err := Open(foretold{}, &progress.Memory{}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := start(t, s, "1.1")
	w.put(progress.Step{Seen: true, Hints: 1, Solution: true})
	w.RevealSolution()
	w.FillReference()
	shown, more := w.Hints()
	if len(shown) > 0 || more || w.RevealHint() || w.SolutionShown() || Fills(w) || !Foretelling(w) || w.Answers()["up"] != "" {
		t.Errorf("before it: %d hints, more %v, solution %v, answers %v", len(shown), more, w.SolutionShown(), w.Answers())
	}
	w.Set("up", "falls")
	if o := judge(w); !o.StepDone || o.Hinted || o.SuggestHint {
		t.Fatalf("the prediction was not taken down: %+v", o)
	}
	w.FillReference()
	first, second, third := w.RevealHint(), w.RevealHint(), w.RevealHint()
	if !first || !second || third || w.Answers()["up"] != "falls" {
		t.Errorf("after it the hints do not come, or it has changed to %q", w.Answers()["up"])
	}
	if w.RevealSolution(); !w.SolutionShown() {
		t.Error("after it the solution does not come")
	}
}

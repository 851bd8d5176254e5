package study

import (
	"testing"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

func TestTallyReadsOnlyATally(t *testing.T) {
	for text, want := range map[string][2]int{
		"": {}, "7/9": {7, 9}, "0/0": {}, "9/7": {}, "-1/3": {}, "x": {}, "7": {}, "3/": {},
	} {
		right, asked := tally(exercises.Answers{predictionsName: text})
		if [2]int{right, asked} != want {
			t.Errorf("%q is %d of %d, want %v", text, right, asked, want)
		}
	}
}

// The tally survives a restart, is shown in the contents, is no part of an
// answer, and begins anew with the sheet.
func TestPredictionsAreKept(t *testing.T) {
	store := &progress.Memory{}
	s := open(t, store, Options{})
	w := start(t, s, "1.1")
	for _, right := range []bool{true, false, true} {
		w.Predict(right)
	}
	if err := s.Leave()(); err != nil {
		t.Fatal(err)
	}
	s = open(t, store, Options{})
	if v, _ := s.View("1.1"); v.Predicted != 2 || v.Asked != 3 {
		t.Fatalf("kept: %d of %d, want 2 of 3", v.Predicted, v.Asked)
	}
	w = start(t, s, "1.1")
	no := exercises.Report{Verdict: exercises.NotEqual}
	w.Apply(t.Context(), w.Answers(), no)
	w.Predict(true)
	if got := w.Apply(t.Context(), w.Answers(), no); !got.Repeated {
		t.Errorf("a prediction made the same answer another: %+v", got)
	}
	if _, err := s.Renew("1.1"); err != nil {
		t.Fatal(err)
	}
	if v, _ := s.View("1.1"); v.Asked != 0 {
		t.Errorf("a new sheet begins with %d predictions", v.Asked)
	}
}

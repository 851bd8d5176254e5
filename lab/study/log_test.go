package study

import (
	"errors"
	"testing"
	"time"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

// memoryLog keeps answers; while broken it refuses them.
type memoryLog struct {
	kept   []progress.Answer
	broken bool
}

func (l *memoryLog) Append(a progress.Answer) error {
	if l.broken {
		return errors.New("disk full")
	}
	l.kept = append(l.kept, a)
	return nil
}

func TestEveryJudgedAnswerIsLogged(t *testing.T) {
	log, c := &memoryLog{}, &clock{morning()}
	s := open(t, &progress.Memory{}, Options{Log: log, Now: c.read})
	w := start(t, s, "1.1")
	w.Next()
	c.now = c.now.Add(1500 * time.Millisecond)
	w.Set("s", "4")
	w.Set("p", "6")
	judge(w)
	w.RevealHint()
	w.Set("s", "5")
	judge(w)
	if len(log.kept) != 0 {
		t.Fatal("written before a save")
	}
	write(t, s.Save())
	if s.Save() != nil {
		t.Error("a second save has something to write")
	}
	if len(log.kept) != 2 {
		t.Fatalf("%d answers in the log, want 2", len(log.kept))
	}
	first, second := log.kept[0], log.kept[1]
	if first.Exercise != "1.1" || first.Step != "add" || first.Raw["s"] != "4" || first.Accepted || first.Hints != 0 || first.MS != 1500 || first.Verdict != "not-equal" || first.Status != "valid" {
		t.Errorf("first answer: %+v", first)
	}
	if second.Raw["s"] != "5" || !second.Accepted || second.Hints != 1 || second.Verdict != "equal" {
		t.Errorf("second answer: %+v", second)
	}
}

func TestALogThatCannotBeWrittenIsTriedAgainInOrder(t *testing.T) {
	log := &memoryLog{broken: true}
	s := open(t, &progress.Memory{}, Options{Log: log})
	w := start(t, s, "1.1")
	w.Next()
	for _, text := range []string{"1", "2"} {
		w.Set("s", text)
		judge(w)
	}
	if err := s.Save()(); err == nil {
		t.Fatal("the failure is not reported")
	}
	w.Set("s", "3")
	judge(w)
	log.broken = false
	write(t, s.Leave())
	var got string
	for _, a := range log.kept {
		got += a.Raw["s"]
	}
	if got != "123" {
		t.Errorf("the log holds %q, want 123", got)
	}
}

func TestADisputeRepeatsTheAnswer(t *testing.T) {
	log := &memoryLog{}
	s := open(t, &progress.Memory{}, Options{Log: log})
	w := start(t, s, "1.1")
	w.Next()
	w.Apply(t.Context(), w.Answers(), exercises.Report{Verdict: exercises.NotEqual, Misconception: "sign"})
	w.Dispute("sign")
	w.Dispute("other") // never recognised here: nothing to repeat
	write(t, s.Save())
	if len(log.kept) != 2 || log.kept[0].Disputed || !log.kept[1].Disputed || log.kept[1].Note != "sign" {
		t.Errorf("the log holds %+v", log.kept)
	}
}

// Two texts with one reading are one attempt; where nothing is read, the texts
// are compared.
func TestAttemptsAreToldApartByReading(t *testing.T) {
	s := open(t, &progress.Memory{}, Options{})
	w := start(t, s, "1.1")
	w.Next()
	try := func(text, reading string) Outcome {
		w.Set("s", text)
		return w.Apply(t.Context(), w.Answers(), exercises.Report{Verdict: exercises.NotEqual, Fields: map[string]exercises.FieldReport{"s": {Reading: reading}}})
	}
	if o := try("2*x", "2·x"); !o.Counted || o.Repeated {
		t.Errorf("the first: %+v", o)
	}
	if o := try("2 x", "2·x"); o.Counted || !o.Repeated {
		t.Errorf("the same in another form: %+v", o)
	}
	if o := try("3x", "3·x"); !o.Counted {
		t.Errorf("another: %+v", o)
	}
	if w.state().Attempts != 2 {
		t.Errorf("%d attempts, want 2", w.state().Attempts)
	}
}

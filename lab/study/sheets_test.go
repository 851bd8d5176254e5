package study

import (
	"testing"

	"kernellab/lab/progress"
)

// What was begun with one seed is there again after another: the one is put aside for
// the other, in memory and on the disk.
func TestSheetsLieBesideOneAnother(t *testing.T) {
	c, store := &clock{morning()}, &progress.Memory{}
	open := func(seed uint64) *Student {
		t.Helper()
		s, _, err := Open(drawer{}, store, Options{Now: c.read, Seed: &seed})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	sheets := func(s *Student, want ...uint64) {
		t.Helper()
		v, _ := s.View("1.1")
		var got []uint64
		for _, o := range v.Sheets {
			got = append(got, o.Seed)
		}
		if len(got) != len(want) || len(got) > 0 && got[0] != want[0] {
			t.Fatalf("beside it lie %v, want %v", got, want)
		}
	}
	s := open(7)
	worked(t, s, "1.1")
	write(t, s.Leave())
	sheets(s)

	s = open(4)
	w := start(t, s, "1.1")
	if w.Answers()["n"] != "" || w.Exercise().Seed != 4 {
		t.Fatalf("seed %d, answers %v", w.Exercise().Seed, w.Answers())
	}
	sheets(s, 7)
	if v, _ := s.View("1.1"); v.Sheets[0].StepsDone != 3 {
		t.Errorf("%+v", v.Sheets)
	}
	w.Set("n", "5")
	rightAnswer(w)
	write(t, s.Leave())

	s = open(4)
	sheets(s, 7)
	v, _ := s.View("1.1")
	back, err := TakeUp(s, "1.1", v.Sheets[0])
	if err != nil || back.Exercise().Seed != 7 || back.Answers()["n"] != "7" || !back.Finished() {
		t.Fatalf("%v, answers %v", err, back.Answers())
	}
	sheets(s, 4)
	if again := start(t, s, "1.1"); again.Exercise().Seed != 7 {
		t.Error("the sheet taken up is not the one that is opened")
	}
	write(t, s.Leave())

	s = open(4) // the seed asked for has a sheet
	if w := start(t, s, "1.1"); w.Exercise().Seed != 4 || w.Answers()["n"] != "5" {
		t.Fatalf("seed %d, answers %v", w.Exercise().Seed, w.Answers())
	}
	sheets(s, 7)
	if _, err := s.Restart("1.1", 9); err != nil { // given up, not put aside
		t.Fatal(err)
	}
	sheets(s, 7)
	write(t, s.Leave())
	sheets(open(9), 7)
}

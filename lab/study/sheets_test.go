package study

import (
	"testing"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

// A sheet begun with one seed is there again after one with another: it is set aside,
// in memory and on the disk.
func TestStudent_sheetsOfTwoSeeds(t *testing.T) {
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
		t.Fatalf("got seed %d, answers %v, want 4 and none", w.Exercise().Seed, w.Answers())
	}
	sheets(s, 7)
	if v, _ := s.View("1.1"); v.Sheets[0].TasksDone != 3 {
		t.Errorf("got sheets %+v, want one with 3 tasks done", v.Sheets)
	}
	w.Set("n", "5")
	rightAnswer(w)
	write(t, s.Leave())

	s = open(4)
	sheets(s, 7)
	v, _ := s.View("1.1")
	back, err := TakeUp(s, "1.1", v.Sheets[0])
	if err != nil || back.Exercise().Seed != 7 || back.Answers()["n"] != "7" || !back.Finished() {
		t.Fatalf("TakeUp: got error %v, answers %v, want the finished sheet of seed 7", err, back.Answers())
	}
	sheets(s, 4)
	if again := start(t, s, "1.1"); again.Exercise().Seed != 7 {
		t.Errorf("Start after TakeUp: got seed %d, want 7", again.Exercise().Seed)
	}
	write(t, s.Leave())

	s = open(4) // the seed asked for has a sheet
	if w := start(t, s, "1.1"); w.Exercise().Seed != 4 || w.Answers()["n"] != "5" {
		t.Fatalf("got seed %d, answers %v, want 4 and n = 5", w.Exercise().Seed, w.Answers())
	}
	sheets(s, 7)
	if _, err := s.Restart("1.1", 9); err != nil { // given up, not put aside
		t.Fatal(err)
	}
	sheets(s, 7)
	write(t, s.Leave())
	sheets(open(9), 7)
}

// boxed is a library with a sandbox.
type boxed struct{ exercises.Library }

func (b boxed) Sandbox() exercises.Summary {
	return exercises.Summary{ID: "S", Title: "Sandbox", Tasks: []string{"bench"}, TakesData: true}
}

func (b boxed) Open(id string, o exercises.Options) (*exercises.Exercise, error) {
	if id != "S" {
		return b.Library.Open(id, o)
	}
	return &exercises.Exercise{Summary: b.Sandbox(), Seed: o.Seed, Tasks: []exercises.Task{free{}}}, nil
}

// free is a task that accepts anything in its field.
type free struct{ exercises.Task }

func (free) Info() exercises.Info {
	return exercises.Info{Name: "bench", Bench: true, Fields: []exercises.Field{{Name: "points"}}}
}

// The sandbox keeps its settings, whatever the seed and the data of a session. It
// does not change the next exercise or what is done in the units.
func TestStudent_keepsSandbox(t *testing.T) {
	store := &progress.Memory{}
	s := open(t, store, Options{})
	lib := boxed{s.library}
	session := func(o Options) *Student {
		s, _, err := Open(lib, store, o)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s = session(Options{})
	last := s.Units()[0].Exercises[1].ID
	if _, err := s.Start(last); err != nil {
		t.Fatal(err)
	}
	suggested := s.Suggest()
	w, err := s.Start("S")
	if err != nil {
		t.Fatal(err)
	}
	w.Set("points", "1 1 +")
	write(t, s.Save())
	seed := uint64(99)
	for _, o := range []Options{{}, {Seed: &seed}, {Data: points("mine")}, {Seed: &seed, Data: points("other")}} {
		again := session(o)
		w, err := again.Start("S")
		if err != nil || w.Answers()["points"] != "1 1 +" {
			t.Errorf("%+v: got answers %v, error %v, want the points that were set", o, w.Answers(), err)
		}
		if got := again.Suggest(); got != suggested {
			t.Errorf("Suggest() = %s, want %s", got, suggested)
		}
		write(t, again.Save())
	}
	if v, ok := s.View("S"); !ok || v.State != Begun || v.ID != "S" {
		t.Errorf("View(S) = %+v, want it begun", v)
	}
	for _, u := range s.Units() {
		for _, e := range u.Exercises {
			if e.ID == "S" || u.Done > 0 {
				t.Errorf("unit %s has exercise %s, %d done, want no sandbox and 0", u.ID, e.ID, u.Done)
			}
		}
	}
	if bare := open(t, &progress.Memory{}, Options{}); SandboxOf(bare).ID != "" {
		t.Errorf("SandboxOf a library without one = %q, want none", SandboxOf(bare).ID)
	}
}

// A field awaits its verdict until its content was judged. The verdict is still known
// when the student returns.
func TestWork_stagedAnswersAwaitVerdict(t *testing.T) {
	store := &progress.Memory{}
	s := open(t, store, Options{})
	w := start(t, s, "1.1")
	w.Next()
	awaits := func(w *Work, s, p bool) {
		t.Helper()
		if a := Staged(w); a.Awaits("s") != s || a.Awaits("p") != p {
			t.Errorf("s awaits %v, p awaits %v; want %v and %v", a.Awaits("s"), a.Awaits("p"), s, p)
		}
	}
	w.Set("s", "5")
	awaits(w, true, true)
	judge(w)
	awaits(w, false, false)
	w.Set("p", "6")
	awaits(w, false, true)
	w.Set("s", "7")
	awaits(w, true, true)
	w.Set("s", "5")
	judge(w)
	awaits(w, false, false)
	if w.Answers().Awaits("s") || Staged(w)["s"] != "5" {
		t.Errorf("got Awaits %v, staged %v, want false and s = 5", w.Answers().Awaits("s"), Staged(w))
	}
}

package study

import (
	"testing"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

// boxed is a library with a sandbox.
type boxed struct{ exercises.Library }

func (b boxed) Sandbox() exercises.Summary {
	return exercises.Summary{ID: "S", Title: "Sandbox", Steps: []string{"bench"}, TakesData: true}
}

func (b boxed) Open(id string, o exercises.Options) (*exercises.Exercise, error) {
	if id != "S" {
		return b.Library.Open(id, o)
	}
	return &exercises.Exercise{Summary: b.Sandbox(), Seed: o.Seed, Steps: []exercises.Step{free{}}}, nil
}

// free is a step that asks nothing of its field.
type free struct{ exercises.Step }

func (free) Info() exercises.Info {
	return exercises.Info{Name: "bench", Bench: true, Fields: []exercises.Field{{Name: "points"}}}
}

// data is a student's own.
type data struct{ name string }

func (d data) Name() string { return d.name }
func (data) Len() int       { return 4 }
func (data) Dim() int       { return 2 }

// kept saves what a student has done.
func kept(t *testing.T, s *Student) {
	t.Helper()
	if save := s.Save(); save != nil {
		if err := save(); err != nil {
			t.Fatal(err)
		}
	}
}

// What is set in the sandbox is kept, whatever seed and data a session has; what to
// go on with and what is done in the units stay what they were.
func TestSandboxIsKept(t *testing.T) {
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
	kept(t, s)
	seed := uint64(99)
	for _, o := range []Options{{}, {Seed: &seed}, {Data: data{"mine"}}, {Seed: &seed, Data: data{"other"}}} {
		again := session(o)
		w, err := again.Start("S")
		if err != nil || w.Answers()["points"] != "1 1 +" {
			t.Errorf("%+v: %v, %v", o, w.Answers(), err)
		}
		if got := again.Suggest(); got != suggested {
			t.Errorf("%s is suggested, and was %s", got, suggested)
		}
		kept(t, again)
	}
	if v, ok := s.View("S"); !ok || v.State != Begun || v.ID != "S" {
		t.Errorf("%+v", v)
	}
	for _, u := range s.Units() {
		for _, e := range u.Exercises {
			if e.ID == "S" || u.Done > 0 {
				t.Errorf("unit %s has %s and %d done", u.ID, e.ID, u.Done)
			}
		}
	}
	if bare := open(t, &progress.Memory{}, Options{}); SandboxOf(bare).ID != "" {
		t.Error("a library without one has a sandbox")
	}
}

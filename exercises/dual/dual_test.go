package dual_test

import (
	"context"
	"testing"
	"testing/fstest"

	"kernellab/exercises"
	"kernellab/exercises/dual"
	"kernellab/exercises/worksheets"
)

// open builds an exercise of the unit with one seed.
func open(t *testing.T, id string, seed uint64) *exercises.Exercise {
	t.Helper()
	book, err := worksheets.Load(worksheets.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	doc, ok := book.Exercise(id)
	if !ok {
		t.Fatalf("no exercise %s", id)
	}
	e, err := worksheets.Bind(doc, dual.Lessons()[id], exercises.Options{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

var _ = fstest.MapFS{}
var _ = context.Background

func TestTry(t *testing.T) {
	for seed := range uint64(50) {
		e := open(t, "6.1", seed)
		for _, s := range e.Steps {
			in := s.Info()
			r := s.Check(context.Background(), in.Reference)
			if !r.Accepted {
				t.Errorf("%s %v %+v", in.Name, in.Reference, r)
			}
			for _, m := range in.Misconceptions {
				if r := s.Check(context.Background(), m.Example); r.Misconception != m.ID || len(r.Advice) == 0 {
					t.Errorf("%s %s %v %+v", in.Name, m.ID, m.Example, r)
				}
			}
		}
	}
}

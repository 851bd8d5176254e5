package bughunt

import (
	"testing"

	"kernellab/exercises/debug/ledger"
	"kernellab/solvers"
)

// Over 200 seeds: the ledger is green before the first bad step and red at it,
// and a right run on the same data never is. Every kind occurs, and not always
// at the first step.
func TestHuntsAreProvable(t *testing.T) {
	kinds, later := map[string]int{}, map[string]int{}
	for seed := range uint64(200) {
		h, err := New(seed)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		kinds[h.Kind().ID]++
		if h.First() > 1 {
			later[h.Kind().ID]++
		}
		checkHunt(t, seed, h)
		checkRight(t, seed, h)
	}
	for _, k := range planted() {
		t.Logf("%-18s %3d, %3d later than the first step", k.ID, kinds[k.ID], later[k.ID])
		if kinds[k.ID] == 0 {
			t.Errorf("%s does not occur in 200 seeds", k.ID)
		}
		if later[k.ID] == 0 && k.ID != "lambda-everywhere" {
			t.Errorf("%s always shows at the first step", k.ID)
		}
	}
	if len(planted()) < 10 {
		t.Errorf("%d kinds", len(planted()))
	}
}

// checkHunt walks the run as the lab does and reads the ledger at each frame.
func checkHunt(t *testing.T, seed uint64, h Hunt) {
	t.Helper()
	run, err := h.walked(Span)
	if err != nil {
		t.Fatal(err)
	}
	if h.First() < 1 || h.First() >= run[0].Len() {
		t.Errorf("seed %d %s: first bad step %d of %d", seed, h.Kind().ID, h.First(), run[0].Len()-1)
		return
	}
	books := ledger.Open(h.Model(), run)
	for i := range h.First() + 1 {
		var names []string
		for _, law := range books.Invariants(run, i) {
			if !law.Holds {
				names = append(names, law.Name)
			}
		}
		if bad := i == h.First(); bad != (len(names) > 0) {
			t.Errorf("seed %d %s frame %d: red %v, the first bad step is %d", seed, h.Kind().ID, i, names, h.First())
		}
	}
}

// checkRight runs the claimed solver on the same data: never red.
func checkRight(t *testing.T, seed uint64, h Hunt) {
	t.Helper()
	var right []solvers.Trace
	problems := []*solvers.Problem{h.traces[0].Problem()}
	if p, err := h.Model().Primal(); err == nil && len(h.traces) > 1 {
		problems = append(problems, p)
	}
	for _, p := range problems {
		tr, err := solvers.NewTrace(h.Solver(), p)
		if err != nil {
			t.Fatal(err)
		}
		if tr, err = tr.Extend(t.Context(), Span, nil); err != nil {
			t.Fatal(err)
		}
		right = append(right, tr)
	}
	books := ledger.Open(h.Model(), right)
	for i := range right[0].Len() {
		for _, law := range books.Invariants(right, i) {
			if !law.Holds {
				t.Errorf("seed %d %s: the right run is red at %d: %+v", seed, h.Kind().ID, i, law)
			}
		}
	}
}

// The run says what the claimed solver's would say of itself.
func TestNothingGivesTheMistakeAway(t *testing.T) {
	for _, k := range planted() {
		h, err := Of(k.ID, 3)
		if err != nil {
			t.Fatal(err)
		}
		if h.Kind().ID != k.ID {
			t.Errorf("asked for %s, got %s", k.ID, h.Kind().ID)
		}
		if name := h.traces[0].Solver().Name(); name != h.Solver().Name() {
			t.Errorf("%s: the solver calls itself %s", k.ID, name)
		}
		var offered bool
		for _, c := range h.Choices() {
			offered = offered || c.ID == k.ID
		}
		if !offered || len(h.Choices()) < 4 {
			t.Errorf("%s: %d choices", k.ID, len(h.Choices()))
		}
	}
	if _, err := Of("nonsense", 1); err == nil {
		t.Error("nonsense is planted")
	}
}

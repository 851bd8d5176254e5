package stage

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
)

// The forks of a run, taken again on one of its root, lead to the same run, bit by
// bit.
func TestForksTakenAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRun(t)
		for _, original := range beginnings() {
			if original.Root() != r.Root() {
				continue
			}
			again, err := exercises.Regrow(context.Background(), original, r.Forks(), r.Len()-1)
			if err != nil {
				if stands(r) == nil {
					t.Fatalf("%v: %v", r.Forks(), err)
				}
				return
			}
			g := again.(Run)
			if g.Len() != r.Len() || fmt.Sprint(g.Forks()) != fmt.Sprint(r.Forks()) {
				t.Fatalf("%d frames by %v, want %d by %v", g.Len(), g.Forks(), r.Len(), r.Forks())
			}
			for i := range r.Len() {
				same(t, "again", g.traces[0].At(i), r.traces[0].At(i))
			}
			return
		}
		t.Fatal("no original has its root")
	})
}

// Other data, another kernel or another parameter is another root; a fork and
// another length are not.
func TestRootsTellRunsApart(t *testing.T) {
	seen := map[string]string{}
	for name, r := range beginnings() {
		if other, ok := seen[r.Root()]; ok {
			t.Errorf("%s and %s have one root", name, other)
		}
		seen[r.Root()] = name
		longer := extended(t, r, 4)
		if longer.Root() != r.Root() {
			t.Errorf("%s: a longer run has another root", name)
		}
	}
}

// A condition of several lines holds where one of them does.
func TestEitherOfConditions(t *testing.T) {
	for name, r := range beginnings() {
		r = extended(t, r, 20)
		a, err := r.Watch("step == 3")
		b, err2 := r.Watch("step == 5")
		if err != nil || err2 != nil {
			t.Fatalf("%s: %v, %v", name, err, err2)
		}
		either := exercises.Either(a, b)
		for i := range r.Len() {
			if got, want := r.Holds(i, either), r.Holds(i, a) || r.Holds(i, b); got != want {
				t.Errorf("%s, frame %d: %v, want %v", name, i, got, want)
			}
		}
		if r.Holds(1, exercises.Either()) {
			t.Errorf("%s: none of none holds", name)
		}
	}
}

// What changes at a point changes at exactly the steps that change its coefficient.
func TestChangesOfAPoint(t *testing.T) {
	specimens(t, func(k anatomy.Kind, r Run) {
		r = extended(t, r, 12)
		for _, point := range []int{0, 3, r.start.model.Set.Len() - 1} {
			b, ok := r.Change(point)
			if !ok {
				t.Errorf("%s keeps no number for point %d", k.Name, point+1)
				continue
			}
			for i := 1; i < r.Len(); i++ {
				want := r.traces[0].At(i).Coef().At(point) != r.traces[0].At(i-1).Coef().At(point)
				if k.Restarts && want {
					continue // ridge regression has no coefficients before it has them all
				}
				if r.Holds(i, b) != want {
					t.Errorf("%s, %q at %d: %v, want %v", k.Name, b.Label, i, !want, want)
				}
			}
		}
		if _, ok := r.Change(r.start.model.Set.Len()); ok {
			t.Errorf("%s: a point that there is not", k.Name)
		}
	})
}

// The gauges of a step are numbers that stand in its status, too.
func TestGaugesAreThoseOfTheStatus(t *testing.T) {
	for name, r := range beginnings() {
		r = extended(t, r, 5)
		if r.start.kind.Name != "smo" {
			continue
		}
		for i := range r.Len() {
			if g := r.Gauges(i); !strings.Contains(r.Frame(i).Status.String(), g) || !strings.HasPrefix(g, "W = ") {
				t.Errorf("%s: %q is not in %q", name, g, r.Frame(i).Status.String())
			}
		}
		if r.Gauges(-1)+r.Gauges(r.Len()) != "" {
			t.Errorf("%s: gauges of no step", name)
		}
	}
}

package stage

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"kernellab/exercises"
)

// TestACorrectRunKeepsItsBooks, however it was forked, as long as no step was
// taken without its clip; that step the ledger marks. A larger C right after it
// takes in again what had left the box.
func TestACorrectRunKeepsItsBooks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRun(t)
		for i := range r.Len() {
			c, _ := decided(r, i)
			if c.Answers["clip"] != "off" || c.took && r.opens(i+1) {
				continue
			}
			if c.took && !broken(r.Invariants(i+1), "box") {
				t.Errorf("step %d of the forks %v left the box, and the ledger does not say so", i+1, r.choices)
			}
			return
		}
		frames := []int{0, r.Len() - 1, rapid.IntRange(0, r.Len()-1).Draw(t, "frame")}
		for _, c := range r.choices {
			frames = append(frames, c.At, min(c.At+1, r.Len()-1))
		}
		for _, i := range frames {
			laws := r.Invariants(i)
			if len(laws) == 0 {
				t.Errorf("frame %d: no laws", i)
			}
			for _, law := range laws {
				if !law.Holds {
					t.Errorf("frame %d of %d, forks %v: %s = %s: %s", i, r.Len(), r.choices, law.Law.String(), law.Value, law.Note)
				}
			}
		}
	})
}

// TestATypedConditionStopsWhereItHolds, on the way forward and back, in forks
// too.
func TestATypedConditionStopsWhereItHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := beginnings()
		name := rapid.SampledFrom(sortedNames(all)).Draw(t, "run")
		start := all[name]
		text := rapid.SampledFrom([]string{"W drops", "clip == H", "alpha[2] > .1", "mistake", "loss rises", "pred(x1) flips", "nSV changes"}).Draw(t, "text")
		b, err := start.Watch(text)
		if err != nil {
			return // not a word of this algorithm
		}
		again, err := start.Watch(b.Name)
		if err != nil || again != b {
			t.Fatalf("%q reads as %v, which reads as %v, %v", text, b, again, err)
		}
		whole := extended(t, start, 40)
		stopped, err := start.Extend(context.Background(), 40, b)
		if err != nil {
			t.Fatal(err)
		}
		first := whole.Len()
		for i := whole.Len() - 1; i > 0; i-- {
			if whole.Holds(i, b) {
				first = i + 1
			}
		}
		if stopped.Len() != min(first, whole.Len()) {
			t.Errorf("%s: %q stops at %d, first holds at %d", name, b.Name, stopped.Len()-1, first-1)
		}
		for i := range whole.Len() {
			whole.Reading(b, i)
		}
	})
}

func TestAConditionThatCannotBeRead(t *testing.T) {
	r := beginnings()["smo moons"]
	_, err := r.Watch("alpha[3] ==")
	if _, ok := err.(*exercises.WatchError); !ok {
		t.Errorf("error %T %v", err, err)
	}
	if got := r.Complete("al", 2); len(got) == 0 {
		t.Error("nothing completes al")
	}
	if r.Holds(1, exercises.Break{Name: "no such thing ("}) {
		t.Error("a break that cannot be read holds")
	}
}

// broken reports whether the law of a name does not hold.
func broken(laws []exercises.Invariant, name string) bool {
	for _, law := range laws {
		if law.Name == name {
			return !law.Holds
		}
	}
	return false
}

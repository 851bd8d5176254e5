package catalogue

import (
	"testing"

	"kernellab/exercises"
)

// The sandbox can be opened, and is among no unit's exercises.
func TestSandboxIsInNoUnit(t *testing.T) {
	lib, err := New()
	if err != nil {
		t.Fatal(err)
	}
	id := lib.Sandbox().ID
	if e, err := lib.Open(id, exercises.Options{Seed: 3}); err != nil || e.ID != id || !e.Steps[0].Info().Bench {
		t.Errorf("%v, %v", e, err)
	}
	n := 0
	for _, u := range lib.Units() {
		for _, e := range u.Exercises {
			if n++; e.ID == id {
				t.Errorf("unit %s has it", u.ID)
			}
		}
	}
	if n != 51 {
		t.Errorf("the units have %d exercises, not 51", n)
	}
}

package cli

import (
	"slices"
	"testing"

	"kernellab/exercises/catalogue"
)

// --unit S opens the sandbox; list, judge and check know the 51 exercises alone.
func TestSandboxIsOpenedAndNotListed(t *testing.T) {
	lib, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	if err := knownExercise(lib, "S"); err != nil {
		t.Error(err)
	}
	if err := knownExercise(lib, "Q"); err == nil {
		t.Error("Q is known")
	}
	if ids := exerciseIDs(lib); len(ids) != 51 || slices.Contains(ids, "S") {
		t.Errorf("%d exercises: %v", len(ids), ids)
	}
}

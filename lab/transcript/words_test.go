package transcript

import (
	"strings"
	"testing"

	"kernellab/exercises/catalogue"
	"kernellab/lab/progress"
)

// A word begins a sentence with a capital; a symbol is another symbol with one.
func TestCapital(t *testing.T) {
	for text, want := range map[string]string{"done": "Done", "α is 0": "α is 0", "n is 5": "n is 5",
		"aₖ is 0": "aₖ is 0", "w⊥ is 0": "w⊥ is 0", "σ": "σ", "": ""} {
		if got := capital(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The lines of a derivation on the stage are said one by one.
func TestLinesOnTheStageStayLines(t *testing.T) {
	lib, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	said := talkTo(t, student(t, lib, &progress.Memory{}), Options{Start: "6.2", Width: 76}, ":step 4", ":quit")
	if !strings.Contains(said, "\n    w = Σᵢ aᵢ φᵢ so far\n") &&
		!strings.Contains(said, "\n    w ← w + γ Σᵢ (yᵢ − s(wᵀφᵢ)) φᵢ\n    ") {
		t.Errorf("the lines run together:\n%s", said)
	}
	if strings.Contains(said, "so far w ←") {
		t.Errorf("the lines run together:\n%s", said)
	}
}

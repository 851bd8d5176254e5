package plain

import (
	"kernellab/exercises"
)

// ledger says what must hold at this step, and whether it does.
func (t *talk) ledger(string) {
	if !t.playing() {
		return
	}
	books, ok := t.run.(exercises.Ledger)
	if !ok {
		t.voice.say("This computation keeps no ledger.")
		return
	}
	for _, in := range books.Invariants(t.at) {
		t.invariant(in)
	}
}

func (t *talk) invariant(in exercises.Invariant) {
	text := "Holds: "
	if !in.Holds {
		text = "Does not hold: "
	}
	text += in.Law.String()
	if in.Value != "" {
		text += "; the number is " + in.Value
	}
	text = sentence(text)
	if !in.Holds && in.Note != "" {
		text += " " + sentence(capital(in.Note))
	}
	t.voice.hang("  ", text)
}

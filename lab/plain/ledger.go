package plain

import "kernellab/exercises"

// ledger says what must hold at this step, and whether it does.
func (p *player) ledger(string) {
	books, ok := p.run.(exercises.Ledger)
	if !ok {
		p.voice.say("This computation keeps no ledger.")
		return
	}
	if s, ok := p.run.(exercises.Shutter); ok {
		if _, shut := s.Shut(); shut != "" {
			p.voice.say(sentence(capital(shut)))
			return
		}
	}
	for _, in := range books.Invariants(p.at) {
		p.voice.invariant(in)
	}
}

func (v *voice) invariant(in exercises.Invariant) {
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
	v.hang("  ", text)
}

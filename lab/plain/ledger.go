package plain

import (
	"fmt"

	"kernellab/ascii"
	"kernellab/exercises"
)

// ledger says what must hold at the step in hand, or at the one that “what-if”
// spoke of, and whether it does.
func (p *player) ledger(arg string) {
	f, ok := p.spoken(arg)
	if !ok {
		return
	}
	run, at := p.run, p.at
	if arg != "" && f.Of != nil {
		run, at = f.Of, f.Of.Len()-1
	}
	books, ok := run.(exercises.Ledger)
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
	p.voice.books(books.Invariants(at))
}

// books says laws, those that do not hold first.
func (v *voice) books(laws []exercises.Invariant) {
	broken := 0
	for _, in := range laws {
		if !in.Holds {
			broken++
			v.invariant(in)
		}
	}
	switch {
	case len(laws) == 0:
		v.say("There is nothing to keep at this step.")
	case broken == 0 && len(laws) == 1:
		v.say("The law holds at this step.")
	case broken == 0:
		v.say(fmt.Sprintf("All %d laws hold at this step.", len(laws)))
	default:
		v.say(fmt.Sprintf("%s of %d at this step %s not hold.", ascii.Count(broken, "law"), len(laws), doOrDoes(broken)))
	}
	for _, in := range laws {
		if in.Holds {
			v.invariant(in)
		}
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

func doOrDoes(n int) string {
	if n == 1 {
		return "does"
	}
	return "do"
}

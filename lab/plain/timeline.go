package plain

import (
	"fmt"

	"kernellab/ascii"
)

// mostEvents is how many events are told one by one.
const mostEvents = 20

// timeline says how far the computation is known, where it left another, and at
// which steps something happens.
func (p *player) timeline(string) {
	last := p.run.Len() - 1
	say := fmt.Sprintf("You are at step %d. The computation is known up to step %d", p.at, last)
	if _, done := p.run.Done(); done {
		say += ", its end"
	}
	p.voice.say(say + ".")
	if at, ok := p.branches.Left(); ok {
		p.voice.say(fmt.Sprintf("This is %s, which left another at step %d.", p.branches.Name(p.branches.Now()), at))
	}
	n := 0
	for i := range last + 1 {
		e := p.run.Event(i)
		if e == "" {
			continue
		}
		if n++; n <= mostEvents {
			p.voice.hang("  ", fmt.Sprintf("Step %d: %s", i, sentence(e)))
		}
	}
	switch {
	case n == 0:
		p.voice.say("Nothing stands out on the way so far.")
	case n > mostEvents:
		p.voice.say(ascii.AndMore(n-mostEvents, "event"))
	}
}

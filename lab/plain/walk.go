package plain

import (
	"fmt"
	"strings"

	"kernellab/exercises"
)

// nextLine says one line more of the formula of the step to come. After its last
// line the computation takes the step. “back” says the line before once more.
func (p *player) nextLine(arg string) {
	back := strings.EqualFold(arg, "back")
	if !back && p.run.Len() <= p.at+1 {
		p.extend(1, exercises.Break{})
	}
	if p.run.Len() <= p.at+1 {
		reason, _ := p.run.Done()
		p.voice.say(strings.TrimSpace("The computation is at its end. " + sentence(reason)))
		return
	}
	lines := p.run.Frame(p.at + 1).Formula
	switch {
	case back && p.line <= 1:
		p.line = 0
		p.voice.say(fmt.Sprintf("No line of step %d is said yet.", p.at+1))
		return
	case back:
		p.line--
	case p.line < len(lines):
		p.line++
	default:
		p.reach(p.at + 1)
		p.moved()
		return
	}
	p.voice.say(fmt.Sprintf("Towards step %d, line %d of %d:", p.at+1, p.line, len(lines)))
	p.voice.keep(lines[p.line-1].String())
}

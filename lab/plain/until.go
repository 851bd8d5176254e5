package plain

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"kernellab/exercises"
)

// until runs to a condition: by its number or name in the list, or typed.
func (p *player) until(arg string) {
	breaks := p.run.Breaks()
	watcher, watches := p.run.(exercises.Watcher)
	if len(breaks) == 0 && !watches {
		p.voice.say("This computation has no condition to stop at.")
		return
	}
	if b, ok := breakOf(breaks, arg); ok {
		p.runTo(b)
		return
	}
	if arg == "" || !watches {
		p.voice.listBreaks(breaks, watches)
		return
	}
	b, err := watcher.Watch(arg)
	if err != nil {
		p.voice.misread(err)
		return
	}
	p.runTo(b)
}

// listBreaks says what can be typed after “until”.
func (v *voice) listBreaks(breaks []exercises.Break, watches bool) {
	say := "Type “until” and a number:"
	if watches {
		say = "Type “until” and a condition in the words of the algorithm, such as “n == 12”, or a number:"
	}
	v.say(say)
	for i, b := range breaks {
		v.hang(fmt.Sprintf("%3d. ", i+1), sentence(b.Label))
	}
}

// misread says what is wrong with a condition.
func (v *voice) misread(err error) {
	var wrong *exercises.WatchError
	if !errors.As(err, &wrong) {
		v.say(sentence(capital(err.Error())))
		return
	}
	text := fmt.Sprintf("I cannot read this yet, at character %d: %s", wrong.At+1, sentence(wrong.Problem))
	if wrong.Fix != "" {
		text += " “" + wrong.Fix + "” could be read."
	}
	v.say(text)
}

func breakOf(breaks []exercises.Break, arg string) (exercises.Break, bool) {
	for i, b := range breaks {
		if arg != "" && (arg == strconv.Itoa(i+1) || strings.EqualFold(arg, b.Name) || strings.EqualFold(arg, b.Label)) {
			return b, true
		}
	}
	return exercises.Break{}, false
}

// runTo goes to the next frame at which a condition holds, among those there
// are or by extending the run, and says so where none does.
func (p *player) runTo(b exercises.Break) {
	if i := exercises.Scan(p.ctx, p.run, p.at, 1, b); i >= 0 {
		p.reach(i)
		p.moved()
		return
	}
	p.extend(maxFrames, b)
	p.reach(p.run.Len() - 1)
	if h, tells := p.run.(exercises.Holder); tells && !h.Holds(p.at, b) {
		p.voice.say("That did not happen up to here.")
	}
	p.moved()
}

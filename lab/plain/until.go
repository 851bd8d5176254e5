package plain

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"kernellab/exercises"
)

// until runs to a condition: by its number or name in the list, or typed.
func (t *talk) until(arg string) {
	if !t.playing() {
		return
	}
	breaks := t.run.Breaks()
	watcher, watches := t.run.(exercises.Watcher)
	if len(breaks) == 0 && !watches {
		t.voice.say("This computation has no condition to stop at.")
		return
	}
	if b, ok := breakOf(breaks, arg); ok {
		t.runTo(b)
		return
	}
	if arg == "" || !watches {
		t.listBreaks(breaks, watches)
		return
	}
	b, err := watcher.Watch(arg)
	if err != nil {
		t.misread(err)
		return
	}
	t.runTo(b)
}

// listBreaks says what can be typed after “until”.
func (t *talk) listBreaks(breaks []exercises.Break, watches bool) {
	say := "Type “until” and a number:"
	if watches {
		say = "Type “until” and a condition in the words of the algorithm, such as “n == 12”, or a number:"
	}
	t.voice.say(say)
	for i, b := range breaks {
		t.voice.hang(fmt.Sprintf("%3d. ", i+1), sentence(b.Label))
	}
}

// misread says what is wrong with a condition.
func (t *talk) misread(err error) {
	var w *exercises.WatchError
	if !errors.As(err, &w) {
		t.voice.say(sentence(capital(err.Error())))
		return
	}
	text := fmt.Sprintf("I cannot read this yet, at character %d: %s", w.At+1, sentence(w.Problem))
	if w.Fix != "" {
		text += " “" + w.Fix + "” could be read."
	}
	t.voice.say(text)
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
func (t *talk) runTo(b exercises.Break) {
	h, tells := t.run.(exercises.Holder)
	for i := t.at + 1; tells && i < t.run.Len(); i++ {
		if h.Holds(i, b) {
			t.reach(i)
			t.moved()
			return
		}
	}
	t.extend(maxFrames, b)
	t.reach(t.run.Len() - 1)
	if h, tells := t.run.(exercises.Holder); tells && !h.Holds(t.at, b) {
		t.voice.say("That did not happen up to here.")
	}
	t.moved()
}

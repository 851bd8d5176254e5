package plain

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kernellab/exercises"
)

// watches are the conditions the student has typed, newest first, and the one
// last run to.
type watches struct {
	kept []exercises.Break
	last exercises.Break
}

// watchLimit is how many conditions are kept; the oldest gives way.
const watchLimit = 6

// keep puts a condition first among those kept.
func (w *watches) keep(b exercises.Break) {
	w.forget(b)
	w.kept = slices.Insert(w.kept, 0, b)
	w.kept = w.kept[:min(len(w.kept), watchLimit)]
}

func (w *watches) forget(b exercises.Break) {
	w.kept = slices.DeleteFunc(slices.Clone(w.kept), func(k exercises.Break) bool { return k.Name == b.Name })
	if w.last.Name == b.Name {
		w.last = exercises.Break{}
	}
}

// until runs on to a condition: by its number or name in the list, or typed.
func (p *player) until(arg string) {
	if b, ok := p.condition("until", arg); ok {
		p.watches.last = b
		p.runTo(b)
	}
}

// runBack runs back to a condition; alone, to the one last run to.
func (p *player) runBack(arg string) {
	b, ok := p.watches.last, arg == "" && p.watches.last != exercises.Break{}
	if !ok {
		b, ok = p.condition("run-back", arg)
	}
	if !ok {
		return
	}
	p.watches.last = b
	if _, tells := p.run.(exercises.Holder); !tells {
		p.voice.say("This computation cannot be run back; “" + p.voice.spelt("back") + "” and a number goes so many steps back.")
		return
	}
	i := exercises.Scan(p.ctx, p.run, p.at, -1, b)
	if i < 0 {
		p.voice.say("At no step before this one: " + sentence(b.Label))
		return
	}
	p.reach(i)
	p.moved()
}

// conditions are the kinds that the run knows, and those that were typed.
func (p *player) conditions() []exercises.Break {
	return slices.Concat(p.run.Breaks(), p.watches.kept)
}

// condition is what a text after a command means, not ok where there is nothing
// to run to; what can be typed is listed then. One that was typed is kept.
func (p *player) condition(command, arg string) (b exercises.Break, ok bool) {
	breaks := p.conditions()
	watcher, watches := p.run.(exercises.Watcher)
	if len(breaks) == 0 && !watches {
		p.voice.say("This computation has no condition to stop at.")
		return b, false
	}
	if b, ok := breakOf(breaks, arg); ok {
		return b, true
	}
	if arg == "" || !watches {
		p.voice.listBreaks(command, breaks, watches)
		return b, false
	}
	b, err := watcher.Watch(arg)
	if err != nil {
		p.voice.misread(err)
		return b, false
	}
	p.watches.keep(b)
	return b, true
}

// listBreaks says what can be typed after a command.
func (v *voice) listBreaks(command string, breaks []exercises.Break, watches bool) {
	command = v.spelt(command)
	say := "Type “" + command + "” and a number:"
	if watches {
		say = "Type “" + command + "” and a condition in the words of the algorithm, such as “n == 12”, or a number:"
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

// watch says from now on what a condition looks at; alone, it lists what is
// watched.
func (p *player) watch(arg string) {
	watcher, ok := p.run.(exercises.Watcher)
	switch {
	case !ok:
		p.voice.say("Nothing of this computation can be watched.")
		return
	case arg == "" && len(p.watches.kept) == 0:
		p.voice.say("Nothing is watched. Type “" + p.voice.spelt("watch") + "” and a condition in the words of the algorithm, such as “n == 12”.")
		return
	case arg == "":
		for i, k := range p.watches.kept {
			p.voice.hang(fmt.Sprintf("%3d. ", i+1), strings.TrimSuffix(k.Label+": "+watcher.Reading(k, p.at), ": ")+".")
		}
		p.voice.say("“" + p.voice.spelt("unwatch") + "” and a number ends one.")
		return
	}
	b, err := watcher.Watch(arg)
	if err != nil {
		p.voice.misread(err)
		return
	}
	p.watches.keep(b)
	p.watched()
}

// unwatch ends a condition by its number in the list of “watch”.
func (p *player) unwatch(arg string) {
	n, err := strconv.Atoi(arg)
	if err != nil || n < 1 || n > len(p.watches.kept) {
		p.voice.say("Type “" + p.voice.spelt("unwatch") + "” and the number of a condition; “" + p.voice.spelt("watch") + "” lists them.")
		return
	}
	b := p.watches.kept[n-1]
	p.watches.forget(b)
	p.voice.say("“" + b.Label + "” is watched no more.")
}

// watched says what the conditions look at, at the step in hand.
func (p *player) watched() {
	watcher, ok := p.run.(exercises.Watcher)
	if !ok {
		return
	}
	var all []string
	for _, k := range p.watches.kept {
		if r := watcher.Reading(k, p.at); r != "" && !slices.Contains(all, r) {
			all = append(all, r)
		}
	}
	if len(all) > 0 {
		p.voice.say("Watched: " + strings.Join(all, ", ") + ".")
	}
}

package plain

import (
	"fmt"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
)

// maxFrames is how far one command runs a computation.
const maxFrames = 10_000

// reach extends the run so that frame n is there, as far as it goes, and
// stands on it.
func (t *talk) reach(n int) {
	if missing := n - t.run.Len() + 1; missing > 0 {
		t.extend(min(missing, maxFrames), exercises.Break{})
	}
	t.at = max(0, min(n, t.run.Len()-1))
	t.work.SetFrame(t.at)
}

func (t *talk) extend(n int, until exercises.Break) { t.run = t.extended(t.run, n, until) }

// extended is a run with up to n more frames.
func (t *talk) extended(run exercises.Run, n int, until exercises.Break) exercises.Run {
	if _, done := run.Done(); done {
		return run
	}
	longer, err := run.Extend(t.ctx, n, until)
	if err != nil {
		t.voice.say(sentence("The computation stopped: " + err.Error()))
	}
	if longer == nil {
		return run
	}
	return longer
}

// playing says where nothing can be stepped through.
func (t *talk) playing() bool {
	if t.run == nil {
		t.voice.say("There is nothing to step through here. An empty line goes on with the exercise; “" + t.spelt("skip") + "” leaves this step open.")
	}
	return t.run != nil
}

// count reads how many frames a command means.
func (t *talk) count(arg string) (n int, ok bool) {
	if arg == "" {
		return 1, true
	}
	n, err := strconv.Atoi(arg)
	if err != nil || n < 1 || n > maxFrames {
		t.voice.say(fmt.Sprintf("“%s” is no number of steps; one from 1 to %d would be.", arg, maxFrames))
		return 0, false
	}
	return n, true
}

func (t *talk) next(arg string) {
	if !t.playing() {
		return
	}
	n, ok := t.count(arg)
	if !ok {
		return
	}
	before := t.at
	t.reach(t.at + n)
	if reason, done := t.run.Done(); done && t.at == before {
		t.voice.say("The computation is at its end. " + sentence(reason))
		return
	}
	t.moved()
}

func (t *talk) back(arg string) {
	if !t.playing() {
		return
	}
	n, ok := t.count(arg)
	if !ok {
		return
	}
	if t.at == 0 {
		t.voice.say("The computation is at its start.")
		return
	}
	t.reach(max(0, t.at-n))
	t.moved()
}

func (t *talk) goTo(arg string) {
	if !t.playing() {
		return
	}
	if strings.EqualFold(arg, "end") {
		t.end("")
		return
	}
	n, err := strconv.Atoi(arg)
	if err != nil || n < 0 || n > 100*maxFrames {
		t.voice.say("Type “goto” and the number of a step of the computation, from 0 on, or “goto end”.")
		return
	}
	for t.run.Len() <= n && t.ctx.Err() == nil {
		if _, done := t.run.Done(); done {
			break
		}
		before := t.run.Len()
		t.extend(min(n-before+1, maxFrames), exercises.Break{})
		if t.run.Len() == before {
			break
		}
	}
	t.reach(n)
	t.moved()
}

func (t *talk) start(string) {
	if t.playing() {
		t.reach(0)
		t.moved()
	}
}

// end goes to the end of the run, at most maxFrames on.
func (t *talk) end(string) {
	if t.playing() {
		t.reach(t.run.Len() + maxFrames)
		t.moved()
	}
}

// event goes to the next frame at which something happens.
func (t *talk) event(string) {
	if !t.playing() {
		return
	}
	for i := t.at + 1; i < t.at+maxFrames && t.ctx.Err() == nil; i++ {
		if i >= t.run.Len() {
			t.extend(8, exercises.Break{})
		}
		if i >= t.run.Len() {
			break
		}
		if t.run.Event(i) != "" {
			t.reach(i)
			t.moved()
			return
		}
	}
	t.voice.say("No event comes after this.")
}

// moved says where the computation is now.
func (t *talk) moved() {
	t.position()
	t.facts()
}

// position says the frame, what happened there, and whether it is the last.
func (t *talk) position() {
	f := t.frame()
	status := f.Status.String()
	if status == "" {
		status = "Step " + strconv.Itoa(t.at)
	}
	t.voice.say(sentence(capital(status)))
	if e := t.run.Event(t.at); e != "" {
		t.voice.say("Here, " + sentence(e))
	}
	if reason, done := t.run.Done(); done && t.at == t.run.Len()-1 {
		t.voice.say("This is the last step. " + sentence(reason))
	}
}

func (t *talk) why(string) {
	if !t.playing() {
		return
	}
	f := t.frame()
	if f.Why == nil {
		t.voice.say("There is nothing to explain at this step of the computation.")
		return
	}
	t.table(f.Why())
}

// table says lines that may stand in columns.
func (t *talk) table(lines []ascii.Line) {
	for _, l := range lines {
		t.voice.keep(l.String())
	}
}

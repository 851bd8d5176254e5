//go:build e2e

package cli

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/lab/study"
	"kernellab/testdata/support/must"
)

// pupil works through exercises on a terminal. It asks the catalogue what to
// answer and what to expect, and sees only what the screen shows.
type pupil struct {
	*tmuxTerminal
	library *catalogue.Catalogue
	command string          // starts the lab
	pidFile string          // holds the process id of the program on the terminal
	seed    uint64          // of all exercises
	killed  map[string]bool // the units in which the program was killed

	exercise *exercises.Exercise
	at       int
	answers  exercises.Answers
}

// newPupil sits down at a terminal; seeds are read off the contents.
func newPupil(t testing.TB, x *tmuxTerminal, command string) *pupil {
	pid := filepath.Join(t.TempDir(), "pid")
	return &pupil{
		tmuxTerminal: x, library: must.Value(catalogue.New()), pidFile: pid, killed: map[string]bool{},
		command: fmt.Sprintf("sh -c 'echo $$ >%s; exec %s'", pid, command),
	}
}

// ids lists the exercises of the catalogue in order.
func (p *pupil) ids() []string {
	var out []string
	for _, u := range p.library.Units() {
		for _, e := range u.Exercises {
			out = append(out, e.ID)
		}
	}
	return out
}

// atContents is in the header of the contents, which has no room for a title once a student has spent a minute.
const atContents = "kernellab  "

var seedWord = regexp.MustCompile(`seed (\d+)`)

// start starts the lab, and finds its contents.
func (p *pupil) start() {
	p.t.Helper()
	p.line(p.command)
	p.wait("the contents or a first login", func(s string) bool {
		if strings.Contains(s, "What should the class call you?") {
			p.press("Enter")
			return true
		}
		return strings.Contains(s, atContents)
	})
	s := p.waitFor(atContents, "seed ", "enter ")
	seed := must.Value(strconv.ParseUint(seedWord.FindStringSubmatch(s)[1], 10, 64))
	p.seed = seed
}

// open notes which exercise is on the screen now, and waits for it.
func (p *pupil) open(id string, at int) {
	p.t.Helper()
	e := must.Value(p.library.Open(id, exercises.Options{Seed: p.seed}))
	p.exercise, p.at = e, at
	p.waitStep()
}

// waitStep waits for the header of the current task.
func (p *pupil) waitStep() {
	p.t.Helper()
	place := fmt.Sprintf(" %d of %d ", p.at+1, len(p.exercise.Tasks))
	p.wait(p.exercise.ID+place, func(s string) bool {
		header, _, _ := strings.Cut(s, "\n")
		return strings.Contains(header, p.exercise.ID+" ") && strings.Contains(header, place)
	})
}

// begin opens an exercise from the contents, with nothing answered.
func (p *pupil) begin(id string) {
	p.t.Helper()
	p.press("Home")
	for _, other := range p.ids() {
		if other == id {
			break
		}
		p.press("Down")
	}
	p.press("Enter")
	p.answers = map[string]string{}
	p.open(id, 0)
}

// do works through the exercise that enter leads to, from start to end. In the middle it quits
// and comes back, and once in every unit it is killed while typing.
func (p *pupil) do(id string) {
	p.t.Helper()
	p.press("Enter")
	p.answers = exercises.Answers{}
	p.open(id, 0)
	for p.at = range p.exercise.Tasks {
		if p.at > 0 {
			p.press("Enter")
			p.waitStep()
		}
		if p.at == len(p.exercise.Tasks)/2 {
			p.leaveAndReturn()
		}
		p.step()
	}
	if study.AsksNothing(p.exercise.Tasks[p.at].Info()) {
		p.waitFor("enter finish the exercise")
		p.press("Enter")
	}
	p.wait(id+" done", func(s string) bool {
		return strings.Contains(s, "enter on to ") || strings.Contains(s, "enter contents")
	})
}

// walk works through all exercises, with -short through the first few of them, and
// leaves the program. It returns their numbers.
func (p *pupil) walk(few int) []string {
	p.t.Helper()
	ids := p.ids()
	if !testing.Short() {
		p.doAll()
		p.press("q")
		p.isShell()
		return ids
	}
	for _, id := range ids[:few] {
		p.do(id)
	}
	p.press("C-c")
	p.isShell()
	return ids[:few]
}

// doAll works through all exercises, until the contents say that each is done.
func (p *pupil) doAll() {
	p.t.Helper()
	var later []string
	following := map[string][]string{} // exercises to do right after others
	for _, u := range p.library.Units() {
		for _, e := range u.Exercises {
			if e.After.Hours > 0 {
				later = append(later, e.ID)
			} else if e.After.Exercise != "" {
				following[e.After.Exercise] = append(following[e.After.Exercise], e.ID)
			}
		}
	}
	for _, u := range p.library.Units() {
		for _, e := range u.Exercises {
			if e.After != (exercises.After{}) {
				continue
			}
			p.do(e.ID)
			for _, id := range following[e.ID] {
				p.do(id)
			}
		}
	}
	for _, id := range later { // meant for another day: the student insists
		p.press("Enter")
		p.waitFor(atContents, id)
		p.press("Enter")
		p.waitFor("is best done")
		p.do(id)
	}
	p.press("Enter")
	p.waitFor(atContents, "Every exercise is done.")
}

// step looks at the run of the task, if there is one, and answers it.
func (p *pupil) step() {
	p.t.Helper()
	step := p.exercise.Tasks[p.at]
	info := step.Info()
	if unit, _, _ := strings.Cut(p.exercise.ID, "."); !p.killed[unit] && typed(info) {
		p.killed[unit] = true
		p.killedWhileTyping(info)
	}
	if info.OnStage && len(info.Fields) > 0 {
		p.toFields()
	}
	p.stepThrough(step, info)
	if study.AsksNothing(info) {
		return
	}
	p.give(info, info.Reference)
	p.submit(step)
}

// toFields leads the keyboard, which is on the stage, to the first field; on a
// narrow screen the stage itself and the table of its points come before it.
func (p *pupil) toFields() {
	p.t.Helper()
	for range 3 {
		p.press("Tab")
		if strings.Contains(p.settle(), "f1 hint") {
			return
		}
	}
	p.waitFor("f1 hint")
}

// typed reports whether the step's first field is typed into.
func typed(info exercises.Info) bool {
	return len(info.Fields) > 0 && info.Fields[0].Kind == exercises.TextField
}

// submit presses enter and demands the report of an accepted answer.
func (p *pupil) submit(step exercises.Task) {
	p.t.Helper()
	report := step.Check(context.Background(), p.answers)
	p.press("Enter")
	said := regexp.MustCompile(`[✓·] ` + regexp.QuoteMeta(cut(report.FirstLine(), 24)))
	p.wait(fmt.Sprintf("the report %q on %v", report.FirstLine(), p.answers), func(s string) bool {
		onward := strings.Contains(s, "enter next") || strings.Contains(s, "enter on to ") ||
			strings.Contains(s, "enter contents") || strings.Contains(s, "enter go to task")
		return said.MatchString(s) && onward
	})
}

// cut is the beginning of a text, as many whole words as fit in n runes.
func cut(s string, n int) string {
	words := strings.Fields(s)
	out := words[0]
	for _, w := range words[1:] {
		if len([]rune(out))+1+len([]rune(w)) > n {
			break
		}
		out += " " + w
	}
	return out
}

// with are the answers so far and these.
func (p *pupil) with(more exercises.Answers) exercises.Answers {
	out := exercises.Answers(maps.Clone(p.answers))
	maps.Copy(out, more)
	return out
}

// give types and chooses answers: fields from the first to the last, then
// controls.
func (p *pupil) give(info exercises.Info, a exercises.Answers) {
	p.t.Helper()
	for i, f := range info.Fields {
		if i > 0 {
			p.press("Tab")
		}
		p.fill(f, a[f.Name])
	}
	for range len(info.Fields) - 1 {
		p.press("BTab")
	}
	for _, name := range p.controlsIn(a) {
		p.slide(name, a[name])
	}
}

// fill answers the field that has the keyboard.
func (p *pupil) fill(f exercises.Field, value string) {
	p.t.Helper()
	p.answers = p.with(exercises.Answers{f.Name: value})
	if f.Kind == exercises.TextField {
		p.press("C-u")
		p.text(value)
		return
	}
	for i, c := range f.Choices {
		if c.Value == value {
			p.press(strconv.Itoa(i + 1))
			return
		}
	}
	p.t.Fatalf("%s: field %s has no choice %q, want one", p.exercise.ID, f.Name, value)
}

// controlsIn names the controls that are part of an answer, in their order on
// the stage: one may only be there once another is set.
func (p *pupil) controlsIn(a exercises.Answers) []string {
	var out []string
	for _, c := range p.exercise.Tasks[p.at].Scene(context.Background(), p.with(a)).Controls {
		if _, ok := a[c.Name]; ok {
			out = append(out, c.Name)
		}
	}
	return out
}

// slide takes one control to a value, key by key.
func (p *pupil) slide(name, want string) {
	p.t.Helper()
	controls := p.exercise.Tasks[p.at].Scene(context.Background(), p.answers).Controls
	for i, c := range controls {
		if c.Name != name || c.Value == want {
			continue
		}
		p.toFirstControl()
		// It may only be there since the control before it was set.
		drawn := regexp.MustCompile(regexp.QuoteMeta(c.Label) + ` +[━─●(‹<=O]`)
		p.wait("the control "+c.Label, drawn.MatchString)
		for range i {
			p.press("Down")
		}
		key, n := presses(p.t, c, want)
		for range n {
			p.press(key)
		}
		p.settle()
		p.answers = p.with(exercises.Answers{name: want})
		for range i + 1 {
			p.press("BTab") // back to the stage
		}
		p.wait("the stage", func(s string) bool { return !strings.Contains(s, "← → slide") })
	}
}

// toFirstControl presses tab until a slider has the keyboard: on a narrow
// screen the first tab only shows the stage.
func (p *pupil) toFirstControl() {
	p.t.Helper()
	for range 3 {
		before := p.settle() // a picture that arrives is not what tab does
		if strings.Contains(before, "← → slide") {
			return
		}
		p.press("Tab")
		p.wait("what tab does", func(s string) bool { return s != before })
	}
	p.waitFor("← → slide")
}

// presses is the key and how often it takes a control to a value.
func presses(t testing.TB, c exercises.Control, want string) (key string, n int) {
	t.Helper()
	for n := range 200 {
		if c.Nudge(n) == want {
			return "Right", n
		}
		if c.Nudge(-n) == want {
			return "Left", n
		}
	}
	t.Fatalf("control %s never reaches %q, want it to", c.Name, want)
	return "", 0
}

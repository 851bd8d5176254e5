package plain

import (
	"slices"
	"strings"
)

// verb is a command: how it is written, other names for it, what it does. The
// table is what help says and what is understood.
type verb struct {
	usage string
	also  string
	does  string
	act   func(t *talk, arg string)
	// inside: it needs an exercise.
	inside bool
}

// names are the first word of the usage and the others.
func (v verb) names() []string {
	name, _, _ := strings.Cut(v.usage, " ")
	return append([]string{name}, strings.Fields(v.also)...)
}

// inLesson, atStage and onPlayer are the commands of the exercise in hand, of its
// stage and of the computation there, if there is one.
func inLesson(act func(*lesson, string)) func(*talk, string) {
	return func(t *talk, arg string) { act(t.lesson, arg) }
}

func atStage(act func(*stage, string)) func(*talk, string) {
	return func(t *talk, arg string) { act(t.lesson.stage, arg) }
}

func onPlayer(act func(*player, string)) func(*talk, string) {
	return func(t *talk, arg string) {
		if p := t.lesson.stage.player; p.playing() {
			act(p, arg)
		}
	}
}

// verbs lists every command.
func verbs() []verb {
	return []verb{
		{"hint", "", "shows the next hint", inLesson((*lesson).hint), true},
		{"solution", "", "shows the worked solution", inLesson((*lesson).solution), true},
		{"fill", "", "puts the solution into the answers and has it judged", inLesson((*lesson).fill), true},
		{"answer", "a", "asks for the answers of this step again", inLesson((*lesson).ask), true},
		{"again", "repeat", "says this step again", inLesson((*lesson).again), true},
		{"look", "figures", "describes the picture as it is now", atStage((*stage).look), true},
		{"controls", "", "lists what can be set, with its values", atStage((*stage).controls), true},
		{"set NAME VALUE", "", "sets a control", atStage((*stage).set), true},
		{"next [N]", "→", "moves the computation on, by one step or N", onPlayer((*player).next), true},
		{"back [N]", "←", "moves it back", onPlayer((*player).back), true},
		{"goto N", "g", "moves it to step N, or to “end”", onPlayer((*player).goTo), true},
		{"start", "0", "moves it to its start", onPlayer((*player).start), true},
		{"end", "$", "moves it to its end", onPlayer((*player).end), true},
		{"event", "n", "moves it to the next event", onPlayer((*player).event), true},
		{"until [N or CONDITION]", "b", "runs until something happens; alone, it lists what can", onPlayer((*player).until), true},
		{"ledger", "v", "says what must hold at this step of the computation, and whether it does", onPlayer((*player).ledger), true},
		{"what-if [NAME VALUE …]", "whatif", "says what the next step would do if it were taken another way; alone, it lists what can be otherwise", onPlayer((*player).whatIf), true},
		{"fork", "", "takes the step that “what-if” spoke of, on a branch of the computation", onPlayer((*player).fork), true},
		{"original", "", "gives the branch up and returns to the original", onPlayer((*player).original), true},
		{"compare", "", "says how the branch differs from the original at this step", onPlayer((*player).compare), true},
		{"why", "w", "explains this step of the computation", onPlayer((*player).why), true},
		{"inspect N", "i", "describes point N", atStage((*stage).inspect), true},
		{"skip", "", "goes to the next step of the exercise; you can return", inLesson((*lesson).skip), true},
		{"step N", "", "goes to step N of the exercise", inLesson((*lesson).step), true},
		{"steps", "", "lists the steps of the exercise, with what is done", inLesson((*lesson).steps), true},
		{"restart", "", "begins the exercise anew, with no answers", inLesson((*lesson).restart), true},
		{"new", "", "begins the exercise anew, with new numbers", inLesson((*lesson).renew), true},
		{"warm-up", "warmup", "asks the task of an earlier unit that is due, before the exercise", (*talk).warmUp, true},
		{"review", "r", "asks what you did right some days ago, with new numbers", (*talk).review, false},
		{"test-out UNIT", "testout", "asks three tasks of a unit: right in a row, without hints, they show that you know it", (*talk).testOut, false},
		{"dispute", "", "says “that is not what I did”: takes the advice on a mistake back", inLesson((*lesson).dispute), true},
		{"contents", "c", "lists the exercises", (*talk).contents, false},
		{"open N", "o", "opens an exercise by its number in the list or its name, such as 7.7", (*talk).open, false},
		{"notation", "symbols", "says what the symbols mean", (*talk).notation, false},
		{"help", "h ?", "lists the commands", (*talk).help, false},
		{"quit", "q exit", "saves and leaves", (*talk).stop, false},
	}
}

// isCommand reports whether a line is a command even where an answer is asked
// for.
func isCommand(line string) bool { return strings.HasPrefix(line, ":") }

// parse splits a command into its name in lower case and the rest, both
// without blanks around them. A leading colon is no part of it.
func parse(line string) (name, arg string) {
	line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), ":"))
	name, arg, _ = strings.Cut(line, " ")
	return strings.ToLower(name), strings.TrimSpace(arg)
}

// find returns the verb of a name.
func find(name string) (verb, bool) {
	for _, v := range verbs() {
		if slices.Contains(v.names(), name) {
			return v, true
		}
	}
	return verb{}, false
}

func isVerb(name string) bool {
	_, ok := find(name)
	return ok
}

// command does what a line says. An empty line goes on.
func (t *talk) command(line string) {
	name, arg := parse(line)
	v, ok := find(name)
	switch {
	case name == "":
		t.goOn()
	case !ok && t.lesson == nil:
		t.open(strings.TrimPrefix(line, ":"))
	case !ok:
		t.lesson.unknown(name)
	case v.inside && t.lesson == nil:
		t.voice.say("That needs an exercise. Type the number of one, or “contents” for the list.")
	default:
		v.act(t, arg)
	}
}

// goOn is what an empty line does: on with the exercise, or to the one
// suggested.
func (t *talk) goOn() {
	if t.lesson != nil {
		t.lesson.goOn()
		return
	}
	if id := t.student.Suggest(); id != "" {
		t.open(id)
	}
}

func (t *talk) help(string) {
	t.voice.say("Commands:")
	for _, v := range verbs() {
		if v.inside && t.lesson == nil {
			continue
		}
		t.voice.hang("  ", v.usage+": "+v.does+".")
	}
	t.voice.say("Where an answer is asked for, put a colon before the command: “:hint”. An empty line goes on.")
}

package plain

import (
	"strings"
)

// verb is a command: its names, how it is written, what it does. The table is
// what help says and what is understood.
type verb struct {
	names []string
	usage string
	does  string
	act   func(t *talk, arg string)
	// inside: it needs an exercise.
	inside bool
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
		{[]string{"hint"}, "hint", "shows the next hint", inLesson((*lesson).hint), true},
		{[]string{"solution"}, "solution", "shows the worked solution", inLesson((*lesson).solution), true},
		{[]string{"fill"}, "fill", "puts the solution into the answers and has it judged", inLesson((*lesson).fill), true},
		{[]string{"answer", "a"}, "answer", "asks for the answers of this step again", inLesson((*lesson).ask), true},
		{[]string{"again", "repeat"}, "again", "says this step again", inLesson((*lesson).again), true},
		{[]string{"look", "figures"}, "look", "describes the picture as it is now", atStage((*stage).look), true},
		{[]string{"controls"}, "controls", "lists what can be set, with its values", atStage((*stage).controls), true},
		{[]string{"set"}, "set NAME VALUE", "sets a control", atStage((*stage).set), true},
		{[]string{"next", "→"}, "next [N]", "moves the computation on, by one step or N", onPlayer((*player).next), true},
		{[]string{"back", "←"}, "back [N]", "moves it back", onPlayer((*player).back), true},
		{[]string{"goto", "g"}, "goto N", "moves it to step N, or to “end”", onPlayer((*player).goTo), true},
		{[]string{"start", "0"}, "start", "moves it to its start", onPlayer((*player).start), true},
		{[]string{"end", "$"}, "end", "moves it to its end", onPlayer((*player).end), true},
		{[]string{"event", "n"}, "event", "moves it to the next event", onPlayer((*player).event), true},
		{[]string{"until", "b"}, "until [N or CONDITION]", "runs until something happens; alone, it lists what can", onPlayer((*player).until), true},
		{[]string{"ledger", "v"}, "ledger", "says what must hold at this step of the computation, and whether it does", onPlayer((*player).ledger), true},
		{[]string{"what-if", "whatif"}, "what-if [NAME VALUE …]", "says what the next step would do if it were taken another way; alone, it lists what can be otherwise", onPlayer((*player).whatIf), true},
		{[]string{"fork"}, "fork", "takes the step that “what-if” spoke of, on a branch of the computation", onPlayer((*player).fork), true},
		{[]string{"original"}, "original", "gives the branch up and returns to the original", onPlayer((*player).original), true},
		{[]string{"compare"}, "compare", "says how the branch differs from the original at this step", onPlayer((*player).compare), true},
		{[]string{"why", "w"}, "why", "explains this step of the computation", onPlayer((*player).why), true},
		{[]string{"inspect", "i"}, "inspect N", "describes point N", atStage((*stage).inspect), true},
		{[]string{"skip"}, "skip", "goes to the next step of the exercise; you can return", inLesson((*lesson).skip), true},
		{[]string{"step"}, "step N", "goes to step N of the exercise", inLesson((*lesson).step), true},
		{[]string{"steps"}, "steps", "lists the steps of the exercise, with what is done", inLesson((*lesson).steps), true},
		{[]string{"restart"}, "restart", "begins the exercise anew, with no answers", inLesson((*lesson).restart), true},
		{[]string{"new"}, "new", "begins the exercise anew, with new numbers", inLesson((*lesson).renew), true},
		{[]string{"dispute"}, "dispute", "says “that is not what I did”: takes the advice on a mistake back", inLesson((*lesson).dispute), true},
		{[]string{"contents", "c"}, "contents", "lists the exercises", (*talk).contents, false},
		{[]string{"open", "o"}, "open N", "opens an exercise by its number in the list or its name, such as 7.7", (*talk).open, false},
		{[]string{"notation", "symbols"}, "notation", "says what the symbols mean", (*talk).notation, false},
		{[]string{"help", "h", "?"}, "help", "lists the commands", (*talk).help, false},
		{[]string{"quit", "q", "exit"}, "quit", "saves and leaves", (*talk).stop, false},
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
		for _, n := range v.names {
			if n == name {
				return v, true
			}
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

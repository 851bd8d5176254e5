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

// verbs lists every command.
func verbs() []verb {
	return []verb{
		{[]string{"hint"}, "hint", "shows the next hint", (*talk).hint, true},
		{[]string{"solution"}, "solution", "shows the worked solution", (*talk).solution, true},
		{[]string{"fill"}, "fill", "puts the solution into the answers and has it judged", (*talk).fill, true},
		{[]string{"answer", "a"}, "answer", "asks for the answers of this step again", (*talk).ask, true},
		{[]string{"again", "repeat"}, "again", "says this step again", (*talk).again, true},
		{[]string{"look", "figures"}, "look", "describes the picture as it is now", (*talk).look, true},
		{[]string{"controls"}, "controls", "lists what can be set, with its values", (*talk).controls, true},
		{[]string{"set"}, "set NAME VALUE", "sets a control", (*talk).set, true},
		{[]string{"next", "→"}, "next [N]", "moves the computation on, by one step or N", (*talk).next, true},
		{[]string{"back", "←"}, "back [N]", "moves it back", (*talk).back, true},
		{[]string{"goto", "g"}, "goto N", "moves it to step N, or to “end”", (*talk).goTo, true},
		{[]string{"start", "0"}, "start", "moves it to its start", (*talk).start, true},
		{[]string{"end", "$"}, "end", "moves it to its end", (*talk).end, true},
		{[]string{"event", "n"}, "event", "moves it to the next event", (*talk).event, true},
		{[]string{"until", "b"}, "until [N or CONDITION]", "runs until something happens; alone, it lists what can", (*talk).until, true},
		{[]string{"ledger", "v"}, "ledger", "says what must hold at this step of the computation, and whether it does", (*talk).ledger, true},
		{[]string{"what-if", "whatif"}, "what-if [NAME VALUE …]", "says what the next step would do if it were taken another way; alone, it lists what can be otherwise", (*talk).whatIf, true},
		{[]string{"fork"}, "fork", "takes the step that “what-if” spoke of, on a branch of the computation", (*talk).fork, true},
		{[]string{"original"}, "original", "gives the branch up and returns to the original", (*talk).original, true},
		{[]string{"compare"}, "compare", "says how the branch differs from the original at this step", (*talk).compare, true},
		{[]string{"why", "w"}, "why", "explains this step of the computation", (*talk).why, true},
		{[]string{"inspect", "i"}, "inspect N", "describes point N", (*talk).inspect, true},
		{[]string{"skip"}, "skip", "goes to the next step of the exercise; you can return", (*talk).skip, true},
		{[]string{"step"}, "step N", "goes to step N of the exercise", (*talk).step, true},
		{[]string{"steps"}, "steps", "lists the steps of the exercise, with what is done", (*talk).steps, true},
		{[]string{"restart"}, "restart", "begins the exercise anew, with no answers", (*talk).restart, true},
		{[]string{"new"}, "new", "begins the exercise anew, with new numbers", (*talk).renew, true},
		{[]string{"dispute"}, "dispute", "says “that is not what I did”: takes the advice on a mistake back", (*talk).dispute, true},
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
	if name == "" {
		t.goOn()
		return
	}
	v, ok := find(name)
	switch {
	case !ok && t.work == nil:
		t.open(strings.TrimPrefix(line, ":"))
	case !ok:
		t.unknown(name)
	case v.inside && t.work == nil:
		t.voice.say("That needs an exercise. Type the number of one, or “contents” for the list.")
	default:
		v.act(t, arg)
	}
}

func (t *talk) unknown(name string) {
	if len(t.info.Fields) > 0 && t.asking == noField {
		t.voice.say("“" + name + "” is no command. To answer this step again, type “answer”; “help” lists the commands.")
		return
	}
	t.voice.say("“" + name + "” is no command. “help” lists the commands.")
}

func (t *talk) help(string) {
	t.voice.say("Commands:")
	for _, v := range verbs() {
		if v.inside && t.work == nil {
			continue
		}
		t.voice.hang("  ", v.usage+": "+v.does+".")
	}
	t.voice.say("Where an answer is asked for, put a colon before the command: “:hint”. An empty line goes on.")
}

func (t *talk) stop(string) { t.quit = true }

package transcript

import (
	"slices"
	"strings"
)

// verb is a command: its usage, its other names, a description and its handler. The same
// table serves help and parsing.
type verb struct {
	usage string
	also  string
	does  string
	act   func(t *talk, arg string)
	where place
}

// place is a set of flags that restrict where a command is allowed.
type place uint8

const (
	anywhere place = 0
	inside   place = 1 << iota // needs an open exercise
	keeping                    // leaves a question about the next step open
)

// names returns the first word of the usage and the other names.
func (v verb) names() []string {
	name, _, _ := strings.Cut(v.usage, " ")
	return append([]string{name}, strings.Fields(v.also)...)
}

// inLesson, atStage and onPlayer adapt a handler of the open exercise, of its stage or
// of its run. Without a run, onPlayer reports that there is none.
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
	var all []verb
	for _, g := range groups() {
		all = append(all, g.verbs...)
	}
	return all
}

// group is a list of commands under a heading of the help.
type group struct {
	heading string
	verbs   []verb
}

func groups() []group {
	return []group{
		{"The step of the exercise:", stepVerbs()}, {"What stands beside it:", stageVerbs()},
		{"Along the computation:", runVerbs()}, {"Questions to the computation:", questionVerbs()},
		{"The lab:", labVerbs()},
	}
}

// stepVerbs returns the commands about the task.
func stepVerbs() []verb {
	return []verb{
		{"hint", "", "shows the next hint; in a step by hand, the value of the blank asked for",
			inLesson((*lesson).hint), inside | keeping},
		{"solution", "", "shows the worked solution", inLesson((*lesson).solution), inside},
		{"fill", "", "puts the solution into the answers and has it judged", inLesson((*lesson).fill), inside},
		{"answer [TEXT]", "a",
			"asks for the answers of this step again; with a text, gives it as the answer, even where it begins with the name of a command", inLesson((*lesson).answerWith), inside | keeping},
		{"again", "repeat", "says this step again", inLesson((*lesson).again), inside | keeping},
		{"skip", "", "goes to the next step of the exercise, you can return; or leaves a question on the next step of the computation out", inLesson((*lesson).skip), inside | keeping},
		{"step N", "", "goes to step N of the exercise", inLesson((*lesson).step), inside},
		{"steps", "", "lists the steps of the exercise, with what is done", inLesson((*lesson).steps),
			inside | keeping},
		{"restart", "", "begins the exercise anew, with no answers", inLesson((*lesson).restart), inside},
		{"new", "", "begins the exercise anew, with new numbers", inLesson((*lesson).renew), inside},
		{"dispute", "", "says “that is not what I did”: takes the advice on a mistake back",
			inLesson((*lesson).dispute), inside},
	}
}

// stageVerbs returns the commands about the stage.
func stageVerbs() []verb {
	return []verb{
		{"look", "figures", "describes the pictures as they are now", atStage((*stage).look), inside | keeping},
		{"controls", "", "lists what can be set, with its values", atStage((*stage).controls), inside | keeping},
		{"set NAME VALUE", "", "sets a control", atStage((*stage).set), inside},
		{"press NAME", "", "presses a button", atStage((*stage).press), inside},
		{"inspect N", "i", "describes point N", atStage((*stage).inspect), inside | keeping},
	}
}

// runVerbs returns the commands that move through the run.
func runVerbs() []verb {
	return []verb{
		{"next [N]", "→", "moves the computation on, by one step or N", onPlayer((*player).next), inside},
		{"back [N]", "←", "moves it back", onPlayer((*player).back), inside},
		{"line [back]", "u",
			"says the formula of the next step line by line; after the last line the computation takes it",
			onPlayer((*player).nextLine), inside},
		{"goto N", "g", "moves it to step N, or to “end”", onPlayer((*player).goTo), inside},
		{"start", "0", "moves it to its start", onPlayer((*player).start), inside},
		{"end", "$", "moves it to its end", onPlayer((*player).end), inside},
		{"event [back]", "n", "moves it to the next event, or to the one before", onPlayer((*player).event), inside},
		{"timeline", "events", "says how far the computation is known, and at which steps something happens",
			onPlayer((*player).timeline), inside},
		{"until [N or CONDITION]", "b", "runs until something happens; alone, it lists what can",
			onPlayer((*player).until),
			inside},
		{"changed N", "m", "runs back to where the number of point N last changed", onPlayer((*player).changed),
			inside},
		{"watch [CONDITION]", "",
			"says at every step what a condition looks at, and has it stop “next N” and “end”; alone, it lists what is watched", onPlayer((*player).watch), inside | keeping},
		{"disarm N", "", "has condition N of the list stop nothing; what it looks at is still said",
			onPlayer((*player).disarm), inside | keeping},
		{"arm N", "", "has it stop the computation again", onPlayer((*player).arm), inside | keeping},
		{"unwatch N", "", "ends that for condition N of the list", onPlayer((*player).unwatch), inside | keeping},
	}
}

// questionVerbs returns the commands that ask about the run.
func questionVerbs() []verb {
	return []verb{
		{"why [what-if]", "w", "explains this step of the computation, or the one that “what-if” spoke of",
			onPlayer((*player).why), inside | keeping},
		{"ledger [what-if]", "v", "says what must hold at this step of the computation, and whether it does",
			onPlayer((*player).ledger), inside | keeping},
		{"predict", "p", "asks you for the next step before it is shown", inLesson((*lesson).predict), inside},
		{"by-hand", "byhand hand y", "has you do the next step yourself, blank by blank", inLesson((*lesson).byHand),
			inside},
		{"what-if [NAME VALUE …]", "whatif",
			"says what the next step would do if it were taken another way; alone, it lists what can be otherwise",
			onPlayer((*player).whatIf), inside},
		{"fork", "", "takes the step that “what-if” spoke of, on a branch of the computation", onPlayer((*player).fork),
			inside},
		{"branches", "", "lists the branches", onPlayer((*player).listBranches), inside | keeping},
		{"branch N", "", "goes to a branch by its number", onPlayer((*player).branch), inside},
		{"original", "", "returns from a branch to the original", onPlayer((*player).original), inside},
		{"forget N", "", "drops a branch", onPlayer((*player).forget), inside},
		{"compare [N]", "", "says how this branch differs from another at this step", onPlayer((*player).compare),
			inside},
		{"record [FORMAT]", "e",
			"writes the computation down: a file to replay it, its steps as a table, its pictures; alone, it lists what can be written", inLesson((*lesson).record), inside},
	}
}

// labVerbs returns the commands about the lab.
func labVerbs() []verb {
	return []verb{
		{"warm-up", "warmup", "asks the task of an earlier unit that is due, before the exercise", (*talk).warmUp,
			inside},
		{"review", "r", "asks what you did right some days ago, with new numbers", (*talk).review, anywhere},
		{"test-out UNIT", "testout",
			"asks three tasks of a unit: right in a row, without hints, they show that you know it", (*talk).testOut,
			anywhere},
		{"contents", "c", "lists the exercises", (*talk).contents, anywhere},
		{"path [NAME]", "", "takes a path, such as “two sittings”: fewer exercises for less time; alone, it lists them",
			(*talk).path, anywhere},
		{"about [N]", "",
			"says what an exercise is for, what it builds on, its steps, and what was hard for you; alone, of the one in hand or suggested", (*talk).about, keeping},
		{"open N", "o", "opens an exercise by its number in the list or its name, such as 7.7", (*talk).open, anywhere},
		{"sandbox", "", "opens the sandbox: any data, points that you place, any kernel and solver", (*talk).sandbox,
			anywhere},
		{"find WORDS", "", "lists the exercises whose titles have these words", (*talk).find, keeping},
		{"notation", "symbols", "says what the symbols mean", (*talk).notation, keeping},
		{"help [NAME]", "h ?", "says what a command does; alone, it lists all", (*talk).help, keeping},
		{"quit", "q exit", "saves and leaves", (*talk).stop, keeping},
	}
}

// verb describes a command and its other names.
func (v *voice) verb(of verb) {
	text := of.usage + ": " + of.does
	if also := strings.FieldsFunc(of.also,
		func(r rune) bool { return r == ' ' || r == '→' || r == '←' }); len(also) > 0 {
		text += " (also " + strings.Join(also, ", ") + ")"
	}
	v.hang("  ", text+".")
}

// parse splits a command into its name in lower case and its argument, both trimmed. It
// drops a leading colon.
func parse(line string) (name, arg string) {
	line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), ":"))
	name, arg, _ = strings.Cut(line, " ")
	return strings.ToLower(name), strings.TrimSpace(arg)
}

// find returns the verb with the given name.
func find(name string) (verb, bool) {
	for _, v := range verbs() {
		if slices.Contains(v.names(), name) {
			return v, true
		}
	}
	return verb{}, false
}

// command runs the command of a line. An empty line continues.
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
	case v.where&inside != 0 && t.lesson == nil:
		t.say("“" + name + "” needs an exercise. Type the number of one, or “contents” for the list.")
	case !v.takes(arg):
		t.sayf("“%s” does nothing with “%s”. Its form is “%s”.", name, arg, v.usage)
	default:
		if t.lesson != nil && v.where&keeping == 0 {
			t.lesson.leavePrediction()
		}
		v.act(t, arg)
	}
}

// goOn handles an empty line: it continues the exercise, or opens the suggested one.
func (t *talk) goOn() {
	if t.lesson != nil {
		t.lesson.goOn()
		return
	}
	if id := t.student.Suggest(); id != "" {
		t.open(id)
	}
}

// help describes one command, or lists those that are allowed here.
func (t *talk) help(arg string) {
	if name, _ := parse(arg); name != "" {
		if v, ok := find(name); ok {
			t.verb(v)
			return
		}
		t.say("There is no command “" + arg + "”. “help” alone lists all.")
		return
	}
	for _, g := range groups() {
		here := slices.DeleteFunc(g.verbs, func(v verb) bool { return v.where&inside != 0 && t.lesson == nil })
		if len(here) == 0 {
			continue
		}
		t.say(g.heading)
		for _, v := range here {
			t.verb(v)
		}
	}
	t.say("Where an answer is asked for, a command works too; one of a single letter or sign needs a colon before it there, as in “:h”. To answer with a word that is a command, type “answer” before it. An empty line goes on.")
}

package transcript

import (
	"slices"
	"strings"
)

// command is a command that a student can type: its usage, its other names, a
// description and its handler. Help and parsing use the same table.
type command struct {
	usage         string
	aliases       string
	description   string
	handle        func(c *conversation, arg string)
	keepsQuestion bool // whether a question that the student is answering, such as a prediction, stays open
}

// The values of keepsQuestion in the tables of commands.
const keepsQuestion, closesQuestion = true, false

// names returns the first word of the usage and the other names.
func (c command) names() []string {
	name, _, _ := strings.Cut(c.usage, " ")
	return append([]string{name}, strings.Fields(c.aliases)...)
}

// inLesson turns a method of the open exercise into a handler, atStage does so for a method of its
// stage (the pictures and controls), and onPlayer for a method of the player, which moves through
// the steps of a run. If no exercise is open, the handler says so. A handler of onPlayer also says
// so if there is no run.
func inLesson(handle func(*lesson, string)) func(*conversation, string) {
	return func(c *conversation, arg string) {
		if c.hasLesson() {
			handle(c.lesson, arg)
		}
	}
}

// hasLesson reports whether an exercise is open. If none is open, it writes what to do.
func (c *conversation) hasLesson() bool {
	if c.lesson == nil {
		c.say("That needs an exercise. Type the number of one, or “list” for all.")
	}
	return c.lesson != nil
}

func atStage(handle func(*stage, string)) func(*conversation, string) {
	return inLesson(func(l *lesson, arg string) { handle(l.stage, arg) })
}

func onPlayer(handle func(*player, string)) func(*conversation, string) {
	return inLesson(func(l *lesson, arg string) {
		if l.stage.player.hasRun() {
			handle(l.stage.player, arg)
		}
	})
}

// commands lists every command.
func commands() []command {
	var all []command
	for _, g := range commandGroups() {
		all = append(all, g.commands...)
	}
	return all
}

// commandGroup is a list of commands under a heading of the help.
type commandGroup struct {
	heading  string
	anywhere bool // whether the commands work without an open exercise
	commands []command
}

func commandGroups() []commandGroup {
	return []commandGroup{
		{"The task:", false, taskCommands()}, {"Its pictures and controls:", false, stageCommands()},
		{"Along the computation:", false, runCommands()},
		{"Questions about the computation:", false, questionCommands()},
		{"The lab:", true, labCommands()},
	}
}

// taskCommands returns the commands about the task.
func taskCommands() []command {
	return []command{
		{"hint", "", "shows the next hint; in a step by hand, the value of the blank asked for",
			inLesson((*lesson).hint), keepsQuestion},
		{"solution", "", "shows the worked solution", inLesson((*lesson).solution), closesQuestion},
		{"fill", "", "puts the solution into the answers and has it judged", inLesson((*lesson).fill), closesQuestion},
		{"answer [TEXT]", "a",
			"asks for the answers of this task again; with a text, gives it as the answer, even if it begins with the name of a command",
			inLesson((*lesson).answerWith), keepsQuestion},
		{"again", "repeat", "says this task again", inLesson((*lesson).repeatTask), keepsQuestion},
		{"skip", "", "goes to the next task (you can return); when a step is asked for, leaves it to the solver",
			inLesson((*lesson).skip), keepsQuestion},
		{"task N", "step", "goes to task N of the exercise", inLesson((*lesson).goToTask), closesQuestion},
		{"tasks", "steps", "lists the tasks of the exercise, with what is done", inLesson((*lesson).listTasks),
			keepsQuestion},
		{"restart", "new", "begins the exercise again, without answers and with new numbers",
			inLesson((*lesson).restart), closesQuestion},
		{"warm-up", "warmup", "before the exercise: gives you a due task from an earlier unit to review",
			(*conversation).warmUp,
			closesQuestion},
		{"dispute", "", "says that you made a different mistake, and withdraws the explanation",
			inLesson((*lesson).dispute), closesQuestion},
	}
}

// stageCommands returns the commands about the stage.
func stageCommands() []command {
	return []command{
		{"look", "figures", "describes the pictures as they are now", atStage((*stage).look), keepsQuestion},
		{"controls", "", "lists what can be set, with its values", atStage((*stage).listControls), keepsQuestion},
		{"set NAME VALUE", "", "sets a control", atStage((*stage).set), closesQuestion},
		{"press NAME", "", "presses a button", atStage((*stage).press), closesQuestion},
		{"inspect N", "i", "describes point N", atStage((*stage).inspect), keepsQuestion},
	}
}

// runCommands returns the commands that move through the run.
func runCommands() []command {
	return []command{
		{"next [N]", "→", "moves the computation forward, by one or N steps",
			onPlayer((*player).goForward), closesQuestion},
		{"back [N]", "←", "moves it back; without a computation, asks for the answer before this one",
			inLesson((*lesson).back), closesQuestion},
		{"line [back]", "u",
			"shows the formula of the next step line by line; after the last line the computation takes the step",
			onPlayer((*player).nextLine), closesQuestion},
		{"goto N", "g", "moves it to step N, or to “end”", onPlayer((*player).goTo), closesQuestion},
		{"start", "0", "moves it to its start", onPlayer((*player).goToStart), closesQuestion},
		{"end", "$", "moves it to its end", onPlayer((*player).goToEnd), closesQuestion},
		{"event [back]", "n", "moves it to the next or the previous event",
			onPlayer((*player).goToEvent), closesQuestion},
		{"timeline", "events", "says how far the computation has been run, and at which steps something happens",
			onPlayer((*player).timeline), closesQuestion},
		{"until [N or CONDITION]", "b", "runs until something happens; alone, it lists what can",
			onPlayer((*player).runUntil),
			closesQuestion},
		{"changed N", "m", "goes back to the step at which the number of point N last changed", onPlayer((*player).goToLastChange),
			closesQuestion},
		{"watch [CONDITION]", "",
			"shows the values in a condition at every step, and stops “next N” and “end” where it holds; alone, it lists what is watched",
			onPlayer((*player).watch), keepsQuestion},
		{"turn N", "disarm arm", "turns condition N of the list off, so that it no longer stops the computation, or on again",
			onPlayer((*player).toggleWatched), keepsQuestion},
		{"unwatch N", "", "removes condition N of the list", onPlayer((*player).unwatch), keepsQuestion},
	}
}

// questionCommands returns the commands that ask about the run.
func questionCommands() []command {
	return []command{
		{"why [what-if]", "w", "explains this step of the computation, or the one that “what-if” described",
			onPlayer((*player).why), keepsQuestion},
		{"ledger [what-if]", "v", "says what must hold at this step of the computation, and whether it does",
			onPlayer((*player).writeLedger), keepsQuestion},
		{"predict", "p", "asks you for the next step before it is shown", inLesson((*lesson).predict), closesQuestion},
		{"by-hand", "byhand hand y", "lets you do the next step yourself, blank by blank", inLesson((*lesson).byHand),
			closesQuestion},
		{"what-if [NAME VALUE …]", "whatif",
			"says what the next step would do with other choices; alone, it lists what can be changed",
			onPlayer((*player).whatIf), closesQuestion},
		{"fork", "", "takes the step that “what-if” described, on a new branch of the computation",
			onPlayer((*player).fork),
			closesQuestion},
		{"branches", "", "lists the branches", onPlayer((*player).listBranches), keepsQuestion},
		{"branch N", "", "goes to a branch by its number", onPlayer((*player).goToBranch), closesQuestion},
		{"original", "", "returns from a branch to the original",
			onPlayer(func(p *player, _ string) { p.goToBranch("original") }), closesQuestion},
		{"forget N", "", "removes a branch", onPlayer((*player).forgetBranch), closesQuestion},
		{"compare [N]", "", "says how this branch differs from another at this step",
			onPlayer((*player).compareBranches), closesQuestion},
		{"record [FORMAT]", "e",
			"writes a file: the computation to replay, its steps as a table, or its pictures; alone, it lists what can be written",
			inLesson((*lesson).exportRun), closesQuestion},
	}
}

// labCommands returns the commands about the lab.
func labCommands() []command {
	return []command{
		{"review", "r", "asks again, with new numbers, what you answered right some days ago",
			(*conversation).review, closesQuestion},
		{"test-out UNIT", "testout",
			"gives you three tasks of a unit: right answers in a row, without hints, show that you know it",
			(*conversation).testOut,
			closesQuestion},
		{"contents", "c list", "leaves the exercise and lists all exercises",
			(*conversation).listExercises, closesQuestion},
		{"path [NAME]", "", "chooses a path, such as “two sittings”: fewer exercises for less time; alone, it lists them",
			(*conversation).choosePath, closesQuestion},
		{"about [N]", "",
			"says what an exercise is for, what it builds on, its tasks, and what was hard for you; alone, of the open or the suggested exercise",
			(*conversation).about, keepsQuestion},
		{"open N", "o", "opens an exercise by its number in the list or its name, such as 7.7",
			(*conversation).open, closesQuestion},
		{"sandbox", "", "opens the sandbox: any data, points that you place, any kernel and solver",
			(*conversation).sandbox,
			closesQuestion},
		{"find WORDS", "", "lists the exercises whose titles have these words", (*conversation).find, keepsQuestion},
		{"notation", "symbols", "says what the symbols mean", (*conversation).notation, keepsQuestion},
		{"help [NAME]", "h ?", "says what a command does; alone, it lists all", (*conversation).help, keepsQuestion},
		{"quit", "q exit", "saves and leaves", (*conversation).stop, keepsQuestion},
	}
}

// describeCommand writes what a command does, and its other names.
func (p *printer) describeCommand(c command) {
	text := c.usage + ": " + c.description
	if otherNames := strings.FieldsFunc(c.aliases,
		func(r rune) bool { return r == ' ' || r == '→' || r == '←' }); len(otherNames) > 0 {
		text += " (also " + strings.Join(otherNames, ", ") + ")"
	}
	p.writeItem("  ", text+".")
}

// parseCommand splits a command into its name in lower case and its argument, both trimmed. It
// drops a leading colon.
func parseCommand(line string) (name, arg string) {
	line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), ":"))
	name, arg, _ = strings.Cut(line, " ")
	return strings.ToLower(name), strings.TrimSpace(arg)
}

// findCommand returns the command with the given name.
func findCommand(name string) (command, bool) {
	for _, v := range commands() {
		if slices.Contains(v.names(), name) {
			return v, true
		}
	}
	return command{}, false
}

// runCommand runs the command of a line. An empty line continues. In the contents, any other line
// opens the exercise that it names.
func (c *conversation) runCommand(line string) {
	name, arg := parseCommand(line)
	cmd, ok := findCommand(name)
	switch {
	case name == "":
		c.emptyLine()
	case !ok && c.lesson == nil:
		c.open(strings.TrimPrefix(line, ":"))
	case !ok:
		c.lesson.sayUnknown(name)
	case !cmd.accepts(arg):
		c.sayf("“%s” does nothing with “%s”. Its form is “%s”.", name, arg, cmd.usage)
	default:
		if c.lesson != nil && !cmd.keepsQuestion {
			c.lesson.leavePrediction()
		}
		cmd.handle(c, arg)
	}
}

// emptyLine handles an empty line: it continues the exercise, or opens the suggested
// one.
func (c *conversation) emptyLine() {
	if c.lesson != nil {
		c.lesson.emptyLine()
		return
	}
	if id := c.student.Suggest(); id != "" {
		c.open(id)
	}
}

// help describes one command, or lists those that are allowed here.
func (c *conversation) help(arg string) {
	if name, _ := parseCommand(arg); name != "" {
		if v, ok := findCommand(name); ok {
			c.describeCommand(v)
			return
		}
		c.say("There is no command “" + arg + "”. “help” alone lists all.")
		return
	}
	for _, g := range commandGroups() {
		if c.lesson == nil && !g.anywhere {
			continue
		}
		c.say(g.heading)
		for _, v := range g.commands {
			c.describeCommand(v)
		}
	}
	c.say("Commands also work where an answer is asked for. There, a command of a single letter or sign except “?” needs a colon before it, as in “:h”. To give an answer that is also a command, type “answer” before it. An empty line goes on.")
}

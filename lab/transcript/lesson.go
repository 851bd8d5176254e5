package transcript

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/study"
)

// lesson is the open exercise with its current task, the answers and the help.
type lesson struct {
	ctx context.Context
	*printer
	student *study.Student
	save    func()
	files   Files

	work       *study.Work
	info       exercises.Info
	stage      *stage
	form       *form       // form of the current task
	prediction *prediction // question about the next step of the run; nil if no question is open
	// advisedMisconception is the misconception of the latest advice, or empty.
	advisedMisconception string
	// finished reports that the lesson has ended. The parent or the contents comes
	// next.
	finished bool
	parent   *lesson // the lesson after this warm-up; nil if the contents come next
}

// taskDone reports whether the current task is done.
func (l *lesson) taskDone() bool { return l.work.TaskDone(l.work.Index()) }

// homework returns the limits that apply to the current task if it is homework: on attempts, and on
// when the solution may be shown.
func (l *lesson) homework() study.Homework { return l.work.Homework(l.work.Index()) }

// openTask writes the current task and asks for its answers.
func (l *lesson) openTask() {
	l.info = l.work.Info()
	l.advisedMisconception, l.prediction = "", nil
	l.form = &form{ctx: l.ctx, printer: l.printer, task: l.work.Task(), fields: l.info.Fields,
		storedAnswers: l.work.Answers,
		store:         l.work.Set}
	l.stage = newStage(l.ctx, l.printer, l.work)

	l.form.current = noField
	if len(l.info.Fields) > 0 && !l.info.AsksNothing && !l.taskDone() && !l.homework().UsedUp() {
		l.form.current = 0
	}
	l.repeatTask("")
}

// repeatTask writes the current task or question once more.
func (l *lesson) repeatTask(string) {
	if l.prediction != nil {
		l.prediction.lastScene = ""
		l.prediction.describe(l)
		l.prediction.form.listedField = noField
		return
	}
	l.form.listedField = noField
	w := l.work
	l.writeLine("")
	l.say(l.heading())
	l.writeBlocks(l.info.Text)
	l.stage.describe()
	hints, moreHints := w.Hints()
	for i, h := range hints {
		l.sayf("Hint %d:", i+1)
		l.writeBlocks(h)
	}
	if w.SolutionShown() && !moreHints {
		l.writeBlocks(l.info.Solution)
	}
	for _, t := range l.info.Tables {
		l.writeFieldTable(t)
	}
	if q := l.info.Question.String(); q != "" {
		l.writeLine("")
		l.say("Question: " + q)
	}
	switch {
	case l.info.AsksNothing:
		l.say("“answer” asks for the answers, and “controls” lists what can be set. Nothing here is judged.")
	case l.taskDone() && len(l.info.Fields) > 0:
		l.say("This task is done. An empty line goes on; “answer” lets you answer it again.")
	case l.taskDone():
	case l.refusesAnswers():
	case len(l.info.Fields) == 0 && !study.AsksNothing(l.info):
		l.say("Set the controls. Then an empty line submits them.")
	}
}

// writeFieldTable writes a table row by row, including its blanks.
func (l *lesson) writeFieldTable(t exercises.FieldTable) {
	isWrong := func(string) bool { return false }
	blankText := func(string) ascii.Line { return ascii.Plain("to fill in") }
	for _, words := range t.Table(isWrong, blankText).Words() {
		l.say(words)
	}
}

// heading returns the heading of the task.
func (l *lesson) heading() string {
	w := l.work
	r := w.Round()
	if l.info.AsksNothing {
		return withFullStop(l.info.Heading())
	}
	if r == nil {
		return fmt.Sprintf("Task %d of %d: %s", w.Index()+1, w.Len(), withFullStop(l.info.Heading()))
	}
	number, total := r.Place()
	ex := w.Exercise()
	return fmt.Sprintf("Task %d of %d, from %s, %s %s", number, total, ex.ID, withFullStop(ex.Title),
		withFullStop(l.info.Heading()))
}

// emptyLine handles an empty line: it continues the lesson.
func (l *lesson) emptyLine() {
	switch {
	case l.taskDone(), l.roundEnded(), l.homework().UsedUp():
		l.advance()
	case len(l.info.Fields) > 0:
		l.askAnswers("")
	case study.AsksNothing(l.info):
		l.work.Apply(l.ctx, nil, l.work.Task().Check(l.ctx, nil))
		l.advance()
	default:
		l.judge(false)
	}
}

// advance goes to the next task. After the last one it ends the exercise, unless a task
// is still open.
func (l *lesson) advance() {
	if l.info.AsksNothing {
		l.say("This task has no end. “contents” leaves it.")
		return
	}
	if l.work.Round() != nil {
		l.nextTask()
		return
	}
	if l.work.Next() {
		l.openTask()
		return
	}
	if !l.work.Finished() {
		l.say("This was the last task. Still open: " + l.openTasks() +
			". Type “task” and a number to go there, or “contents” to leave.")
		return
	}
	text := fmt.Sprintf("Exercise %s is finished.", l.work.ID())
	if l.work.OffersNewNumbers() {
		text += fmt.Sprintf(" For the same with new numbers, open %s again and type “restart”.", l.work.ID())
	}
	l.say(text)
	l.finished = true
}

func (l *lesson) openTasks() string {
	var open []string
	for i := range l.work.Len() {
		if !l.work.TaskDone(i) {
			open = append(open, fmt.Sprintf("task %d", i+1))
		}
	}
	return strings.Join(open, ", ")
}

func (l *lesson) skip(string) {
	if l.prediction != nil {
		l.skipQuestion()
		return
	}
	if l.skipInRound() {
		return
	}
	if !l.work.Next() {
		l.form.current = noField
		l.advance()
		return
	}
	l.openTask()
}

// back moves the computation back. If there is none, it asks for the answer before the current one.
func (l *lesson) back(arg string) {
	if l.stage.player.run() == nil && l.form.current > 0 {
		l.form.current--
	} else if l.stage.player.hasRun() {
		l.stage.player.goBack(arg)
	}
}

// goToTask goes to a task by its number.
func (l *lesson) goToTask(arg string) {
	n, ok := l.wholeNumber("task", arg, "task of this exercise", 1, l.work.Len())
	if !ok {
		return
	}
	l.work.GoTo(n - 1)
	l.openTask()
}

// listTasks lists the tasks of the exercise with their states.
func (l *lesson) listTasks(string) {
	for i := range l.work.Len() {
		info := l.work.InfoAt(i)
		here := ""
		if i == l.work.Index() {
			here = " You are here."
		}
		l.writeItem(fmt.Sprintf("%3d. ", i+1),
			withFullStop(info.Heading())+" "+withFullStop(capitalise(l.work.TaskState(i).Words()))+here)
	}
}

// restart begins the exercise again, with new numbers if it draws any.
func (l *lesson) restart(string) {
	why := l.student.Course().NoRestartReason(l.work.ID())
	if l.work.Round() != nil {
		why = "the numbers of this task are already new"
	}
	if why != "" {
		l.say(withFullStop(capitalise(why)))
		return
	}
	if l.hasProgress() &&
		!l.isConfirmed("restart", "The answers of every task of this exercise are cleared.") {
		return
	}
	w, err := l.student.StartOver(l.work.ID())
	if err != nil {
		l.say(withFullStop("The exercise cannot be opened: " + err.Error()))
		return
	}
	l.work = w
	if w.Exercise().UsesSeed {
		l.sayf("New numbers, from seed %d.", w.Exercise().Seed)
	}
	l.say("The answers are cleared, and every task is open again.")
	l.openTask()
}

// hasProgress reports whether a task is done or the current one has an answer.
func (l *lesson) hasProgress() bool {
	for i := range l.work.Len() {
		if l.work.TaskDone(i) {
			return true
		}
	}
	return len(l.work.Answers()) > 0
}

// dispute retracts the latest advice.
func (l *lesson) dispute(string) {
	if l.advisedMisconception == "" {
		l.say("No mistake has been named.")
		return
	}
	l.work.Dispute(l.advisedMisconception)
	l.advisedMisconception = ""
	l.say("Noted: you made a different mistake. That advice is not given again in this task; the verdict stays.")
}

// refusesBeforePrediction reports whether help must wait until the student has made a prediction.
// If so, it says so.
func (l *lesson) refusesBeforePrediction() bool {
	if study.AwaitsPrediction(l.work) {
		l.say("Hints and the worked solution come after the prediction. No prediction is wrong: say what you expect.")
	}
	return study.AwaitsPrediction(l.work)
}

func (l *lesson) hint(string) {
	if l.prediction != nil {
		l.prediction.revealValue()
		return
	}
	if l.refusesHelp() || l.refusesBeforePrediction() {
		return
	}
	if !l.work.RevealHint() {
		switch {
		case len(l.info.Hints) == 0 && len(l.info.Solution) == 0:
			l.say("This task has no hints.")
		case len(l.info.Solution) == 0:
			l.say("There is no further hint.")
		default:
			l.say("There is no further hint. " + capitalise(l.solutionSentence()))
		}
		return
	}
	l.writeLastHint()
}

// writeLastHint writes the hint that was revealed last.
func (l *lesson) writeLastHint() {
	hints, moreHints := l.work.Hints()
	l.sayf("Hint %d:", len(hints))
	l.writeBlocks(hints[len(hints)-1])
	if !moreHints && len(l.info.Solution) > 0 {
		l.say("That is the last hint; " + l.solutionSentence())
	}
}

// refusesAnswers reports whether the attempts at the task are used up. If so, it says so.
func (l *lesson) refusesAnswers() bool {
	why := l.homework().ClosedReason()
	if why != "" {
		l.form.current = noField
		l.say(why + " An empty line goes on.")
	}
	return why != ""
}

// solutionSentence returns a sentence about how, or when, the worked solution can be seen.
func (l *lesson) solutionSentence() string {
	return withFullStop(cmp.Or(l.homework().SolutionReason(), "“solution” shows the worked solution"))
}

func (l *lesson) solution(string) {
	if l.refusesHelp() {
		return
	}
	if len(l.info.Solution) == 0 {
		l.say("This task has no worked solution.")
		return
	}
	if l.refusesSolution() {
		return
	}
	l.work.RevealSolution()
	l.say("The worked solution:")
	l.writeBlocks(l.info.Solution)
	if !study.CanFillReference(l.work) || l.taskDone() {
		return
	}
	text := "“fill” puts it into the answers"
	if l.work.OffersNewNumbers() {
		text += "; “restart” gives you the exercise once more, with new numbers"
	}
	l.say(withFullStop(text))
}

// refusesSolution reports whether the solution cannot be seen yet, and says why.
func (l *lesson) refusesSolution() bool {
	if l.refusesBeforePrediction() {
		return true
	}
	isClosed := l.homework().SolutionReason() != ""
	if isClosed {
		l.say(capitalise(l.solutionSentence()))
	}
	return isClosed
}

func (l *lesson) fill(string) {
	if l.refusesHelp() || l.refusesSolution() {
		return
	}
	if !study.CanFillReference(l.work) {
		l.say("There is nothing to fill in here.")
		return
	}
	l.work.FillReference()
	for _, f := range l.info.Fields {
		l.say(f.Label + " " + displayedValue(f, l.work.Answers()[f.Name]))
	}
	l.form.current = noField
	l.judge(true)
}

func (l *lesson) sayUnknown(name string) {
	if l.stage.button(name) != nil {
		l.stage.press(name)
		return
	}
	if len(l.info.Fields) > 0 && !l.currentForm().asks() {
		l.say("“" + name +
			"” is not a command. To answer this task again, type “answer”; “help” lists the commands.")
		return
	}
	l.say("“" + name + "” is not a command. “help” lists the commands.")
}

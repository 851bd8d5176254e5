package transcript

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/study"
)

// prediction is an open question about the next step of the run. The student either predicts the
// step, or does it by hand until it is right. While the question is open, the steps after the
// current one are hidden.
type prediction struct {
	*printer
	work     *study.Work
	isByHand bool // whether the step is done by hand
	next     core.NextStep

	form          *form
	answers       exercises.Answers
	lastScene     string // the tables and notes that were described last
	revealedCount int    // number of values revealed in a step by hand
}

// predict and byHand ask about the next step.
func (l *lesson) predict(string) { l.askAbout(core.Predict) }
func (l *lesson) byHand(string)  { l.askAbout(core.WorkOut) }

func (l *lesson) askAbout(p core.Purpose) {
	if !l.stage.player.hasRun() {
		return
	}
	if l.stage.player.Player.Abilities().Predictions == nil {
		l.say("This computation asks no questions.")
		return
	}
	l.stage.player.AskQuestion(p)
	l.openPrediction()
}

// openPrediction opens the requested question about the next step, if there is one.
func (l *lesson) openPrediction() {
	l.stage.player.computeAll()
	next := l.stage.player.TakeQuestion()
	switch {
	case next == nil || next.Missing():
		l.say("The computation ends here: there is no next step.")
		return
	case next.Question == nil:
		l.say("There is nothing to ask about the step from here.")
		return
	}
	q := &prediction{printer: l.printer, work: l.work, isByHand: next.Purpose == core.WorkOut, next: *next}
	q.form = &form{ctx: l.ctx, printer: l.printer, task: next.Question, fields: q.info().Fields,
		storedAnswers: q.currentAnswers,
		store:         q.setAnswer}
	l.prediction = q
	q.describe(l)
	q.form.begin()
}

func (q *prediction) currentAnswers() exercises.Answers { return q.answers }
func (q *prediction) setAnswer(name, text string)       { q.answers = q.answers.With(name, text) }
func (q *prediction) info() exercises.Info              { return q.next.Question.Info() }

// describe writes the question, and what the student can do besides answering it.
func (q *prediction) describe(l *lesson) {
	info := q.info()
	q.writeLine("")
	title := q.next.Title()
	if info.Title != "" && !q.isByHand {
		title += ": " + info.Title
	}
	q.say(withFullStop(title))
	q.writeBlocks(info.Text)
	q.writeScene(l)
	if len(info.Question) > 0 {
		q.say("Question: " + info.Question.String())
	}
	if q.isByHand {
		q.say("“hint” shows the value of the blank asked for.")
	}
	q.say("“skip” leaves the step to the solver.")
}

// writeScene describes the tables, notes and named points of the question, unless they
// are the same as at the last call.
func (q *prediction) writeScene(l *lesson) {
	scene := q.next.Question.Scene(l.ctx, q.currentAnswers())
	text := fmt.Sprintln(scene.Notes, scene.Points)
	for _, f := range scene.Figures {
		text += description(f)
	}
	if text == q.lastScene {
		return
	}
	q.lastScene = text
	q.describeFigures(scene.Figures)
	q.writeLines(scene.Notes)
	if len(scene.Points) > 0 {
		var names []string
		for _, i := range slices.Sorted(maps.Keys(scene.Points)) {
			names = append(names, fmt.Sprintf("%s is point %d", scene.Points[i], i+1))
		}
		q.say("In the picture " + strings.Join(names, ", ") + ".")
	}
}

// judgePrediction checks the answer. It judges a prediction only once, but a step by hand until it
// is right. Then the run takes the step.
func (l *lesson) judgePrediction() {
	q := l.prediction
	r := q.form.task.Check(l.ctx, q.answers)
	if l.ctx.Err() != nil {
		return
	}
	q.writeReport(r)
	outcome := q.next.Purpose.Outcome(r)
	if outcome == study.PredictionPending {
		q.form.askFirstNotRight(r)
		return
	}
	if q.next.Purpose.CountPrediction(l.work, outcome) {
		l.save()
	}
	q.writeOutcome(outcome)
	l.endPrediction()
	l.stage.player.TakeStep(q.next)
	l.stage.player.finishMove()
}

// writeReport writes the verdict, facts and advice.
func (q *prediction) writeReport(r exercises.Report) {
	q.writeLine("")
	q.say(r.FirstLine())
	for _, l := range slices.Concat(r.Fact, r.Advice) {
		if !r.RepeatsFieldMessage(l) {
			q.say(q.withCommands(l))
		}
	}
	q.form.writeReport(r)
}

// outcomeWords compares the step with the prediction field by field. It returns "" if
// the prediction was right.
func (q *prediction) outcomeWords(outcome study.PredictionOutcome) string {
	var parts []string
	allRight := true
	for _, f := range q.form.fields {
		actual, predicted := q.info().Reference[f.Name], q.answers[f.Name]
		allRight = allRight && predicted == actual
		part := strings.TrimSpace(capitalise(f.Label) + " " + valueWords(f, actual))
		comparison := outcome.Recap(actual, predicted) // such as "; you said 3"
		if part += comparison.Prefix; comparison.ShowsPrediction {
			part += valueWords(f, predicted) + comparison.Suffix
		}
		parts = append(parts, part)
	}
	if allRight {
		return ""
	}
	return withFullStop(strings.Join(parts, ". "))
}

// valueWords returns an answer in words: the label of a choice, or a number in readable
// form.
func valueWords(f exercises.Field, value string) string {
	if label := f.ValueWords(value); label != value {
		return label
	}
	if n, err := strconv.ParseFloat(value, 64); err == nil && len(value) > 6 {
		value = ascii.FormatValue(n)
	}
	return exercises.Typeset(value)
}

// writeOutcome compares a prediction with the step and writes the tally, or how many values of
// a step by hand were revealed.
func (q *prediction) writeOutcome(outcome study.PredictionOutcome) {
	if comparison := q.outcomeWords(outcome); !q.isByHand && comparison != "" {
		q.say(comparison)
	}
	if rightCount, total := q.work.Predictions(); total > 0 && !q.isByHand {
		q.sayf("Right predictions so far: %d of %d.", rightCount, total)
	}
	if q.revealedCount > 0 {
		q.say(ascii.Count(q.revealedCount, "value") + " of this step came from a hint.")
	}
	q.writeLine("")
}

// endPrediction closes the question and shows the steps that were hidden.
func (l *lesson) endPrediction() {
	l.prediction = nil
	l.stage.player.Player.RevealLaterFrames()
}

// leavePrediction closes an open question when another command is typed.
func (l *lesson) leavePrediction() {
	if l.prediction == nil {
		return
	}
	l.endPrediction()
	l.say("The question is left open.")
}

// skipQuestion leaves the step to the solver.
func (l *lesson) skipQuestion() {
	l.endPrediction()
	l.sayf("Left open. The computation is still at step %d; “next” takes the step.", l.stage.player.frameNumber())
}

// revealValue shows the right value of the current blank of a step by hand.
func (q *prediction) revealValue() {
	field := q.form.fields[max(0, q.form.current)]
	value, known := exercises.RightValue(q.next.Question, q.answers, field.Name)
	switch {
	case !q.isByHand:
		q.say("A prediction has no hints.")
	case !known:
		q.say("There is no value to show for this blank.")
	case q.answers[field.Name] == value:
		q.say("This is what the solver has here; another blank may be wrong.")
	default:
		q.revealedCount++
		q.setAnswer(field.Name, value)
		q.sayf("%s %s.", field.Label, valueWords(field, value))
	}
}

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

// prediction asks about the next step of the run: either to predict it, with one answer to
// each question, or to do it by hand until it is right. While it is open, the run shows
// nothing of later frames.
type prediction struct {
	*voice
	work *study.Work
	hand bool
	next core.NextStep

	form      *form
	now       int
	answers   []exercises.Answers // one per question
	outcomes  []study.PredictionOutcome
	lastScene string // the scene described last
	revealed  int    // number of values revealed in a step by hand
}

// predict and byHand ask about the next step.
func (l *lesson) predict(string) { l.askAbout(core.Predict) }
func (l *lesson) byHand(string)  { l.askAbout(core.WorkOut) }

func (l *lesson) askAbout(p core.Purpose) {
	if !l.stage.player.playing() {
		return
	}
	if l.stage.player.Player.Abilities().Predictions == nil {
		l.say("This computation asks no questions.")
		return
	}
	l.stage.player.AskQuestions(p)
	l.openPrediction()
}

// openPrediction opens the questions about the next step that were asked for, and reports
// whether there is one.
func (l *lesson) openPrediction() (open bool) {
	l.stage.player.settle()
	next := l.stage.player.TakeQuestions()
	switch {
	case next == nil || next.Ends():
		l.say("The computation ends here: no step comes.")
		return false
	case len(next.Questions) == 0:
		l.say("There is nothing to ask about the step from here.")
		return false
	}
	n := len(next.Questions)
	l.prediction = &prediction{
		voice: l.voice, work: l.work, hand: next.Purpose == core.WorkOut, next: *next,
		answers: make([]exercises.Answers, n), outcomes: make([]study.PredictionOutcome, n),
	}
	l.prediction.pose(l)
	return true
}

// pose asks the current question.
func (q *prediction) pose(l *lesson) {
	step := q.next.Questions[q.now]
	q.form = &form{ctx: l.ctx, voice: q.voice, step: step, fields: step.Info().Fields, held: q.held, put: q.put}
	q.lastScene = ""
	q.describe(l)
	q.form.begin()
}

func (q *prediction) held() exercises.Answers { return q.answers[q.now] }
func (q *prediction) put(name, text string)   { q.answers[q.now] = q.held().With(name, text) }
func (q *prediction) info() exercises.Info    { return q.next.Questions[q.now].Info() }
func (q *prediction) settled(o study.PredictionOutcome) (all bool) {
	q.outcomes[q.now] = o
	return q.now+1 == len(q.outcomes)
}

// describe writes the current question.
func (q *prediction) describe(l *lesson) {
	v, info := q.voice, q.info()
	v.line("")
	title := q.next.Title()
	if len(q.next.Questions) > 1 {
		title += fmt.Sprintf(", question %d of %d", q.now+1, len(q.next.Questions))
	}
	if info.Title != "" && !q.hand {
		title += ": " + info.Title
	}
	v.say(sentence(title))
	v.blocks(info.Text)
	q.scene(l)
	if len(info.Question) > 0 {
		v.say("Question: " + info.Question.String())
	}
	if q.now == 0 {
		v.say(q.ways())
	}
}

// ways returns the alternatives to an answer.
func (q *prediction) ways() string {
	if q.hand {
		return "“hint” shows the value of the blank asked for, “skip” leaves this step to the solver."
	}
	return "“skip” leaves a question out."
}

// scene describes what the question needs: tables, notes and the named points. It does
// so again when an answer has changed them.
func (q *prediction) scene(l *lesson) {
	scene := q.next.Questions[q.now].Scene(l.ctx, q.held())
	seen := fmt.Sprintln(seenIn(scene.Figures), scene.Notes, scene.Points)
	if seen == q.lastScene {
		return
	}
	q.lastScene = seen
	q.pictures(scene.Figures)
	q.lines(scene.Notes)
	if len(scene.Points) > 0 {
		var meant []string
		for _, i := range slices.Sorted(maps.Keys(scene.Points)) {
			meant = append(meant, fmt.Sprintf("%s is point %d", scene.Points[i], i+1))
		}
		q.say("In the picture " + strings.Join(meant, ", ") + ".")
	}
}

// judgePrediction checks the answer to the current question. A prediction is judged once, a
// step by hand until it is right.
func (l *lesson) judgePrediction() {
	q := l.prediction
	r := q.form.step.Check(l.ctx, q.held())
	if l.ctx.Err() != nil {
		return
	}
	q.report(r)
	if o := q.next.Purpose.Outcome(r); o != study.Pending {
		l.settle(o)
		return
	}
	q.form.askOpen(r)
}

// report writes the verdict, facts and advice.
func (q *prediction) report(r exercises.Report) {
	v := q.voice
	v.line("")
	v.say(r.FirstLine())
	for _, fact := range r.Fact {
		if !r.SaidOfAField(fact) {
			v.say(fact.String())
		}
	}
	for _, advice := range r.Advice {
		if !r.SaidOfAField(advice) {
			v.say(v.withCommands(advice))
		}
	}
	q.form.writeReport(r)
}

// settle records the outcome of the current question, counts a prediction, and goes to
// the next question. After the last one the run takes the step.
func (l *lesson) settle(o study.PredictionOutcome) {
	q := l.prediction
	last := q.settled(o)
	if q.next.Purpose.Count(l.work, o) {
		l.save()
	}
	if happens := q.happens(); !q.hand && happens != "" {
		l.say(happens)
	}
	if !last {
		q.now++
		q.pose(l)
		return
	}
	q.tell()
	l.endPrediction()
	l.stage.player.TakeStep(q.next)
	l.stage.player.moves()
}

// happens compares the step with the prediction field by field. It returns "" if the
// prediction was right.
func (q *prediction) happens() string {
	var parts []string
	foreseen := true
	for _, f := range q.form.fields {
		is, given := q.info().Reference[f.Name], q.held()[f.Name]
		foreseen = foreseen && given == is
		part := strings.TrimSpace(capital(f.Label) + " " + valueSaid(f, is))
		b := q.outcomes[q.now].Recap(is, given)
		if part += b.Word; b.Gives {
			part += valueSaid(f, given) + b.End
		}
		parts = append(parts, part)
	}
	if foreseen {
		return ""
	}
	return sentence(strings.Join(parts, ". "))
}

// valueSaid returns an answer in the words of its field: the label of a choice, or a
// number in readable form.
func valueSaid(f exercises.Field, value string) string {
	if label := f.Called(value); label != value {
		return label
	}
	if n, err := strconv.ParseFloat(value, 64); err == nil && len(value) > 6 {
		value = ascii.FormatValue(n)
	}
	return exercises.Typeset(value)
}

// tell writes the tally of predictions, or how many values of a step by hand were
// revealed.
func (q *prediction) tell() {
	if hits, asked := q.work.Predictions(); asked > 0 && !q.hand {
		q.sayf("In this exercise you predicted %d of %d.", hits, asked)
	}
	if q.revealed > 0 {
		q.say(ascii.Count(q.revealed, "value") + " of this step you had shown to you.")
	}
	q.line("")
}

// endPrediction closes the questions and shows what the run hid.
func (l *lesson) endPrediction() {
	l.prediction = nil
	l.stage.player.Player.Reveal()
	l.askFor(l.form.asking)
}

// leavePrediction closes an open question because of another command.
func (l *lesson) leavePrediction() {
	if l.prediction == nil {
		return
	}
	l.endPrediction()
	l.say("The question is left open.")
}

// skipQuestion skips a question of a prediction, or leaves a step by hand to the solver.
func (l *lesson) skipQuestion() {
	if !l.prediction.hand {
		l.settle(study.Skipped)
		return
	}
	l.endPrediction()
	l.sayf("Left. The computation still stands at step %d; “next” takes the step.", l.stage.player.at())
}

// reveal shows the right value of the current blank of a step by hand.
func (q *prediction) reveal() {
	field := q.form.fields[max(0, q.form.asking)]
	value, known := exercises.RightValue(q.next.Questions[q.now], q.held(), field.Name)
	switch {
	case !q.hand:
		q.say("A prediction has no hints. “skip” leaves it out.")
	case !known:
		q.say("There is no value to show for this blank.")
	case q.held()[field.Name] == value:
		q.say("This is what the solver has here; another blank may be wrong.")
	default:
		q.revealed++
		q.put(field.Name, value)
		q.sayf("%s %s.", field.Label, valueSaid(field, value))
	}
}

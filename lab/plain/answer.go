package plain

// ask asks for the answers of the step from the first.
func (l *lesson) ask(string) {
	switch {
	case l.quiz != nil:
		l.quiz.form.begin()
	case len(l.info.Fields) == 0:
		l.voice.say("No answer is typed in this step.")
	default:
		l.form.begin()
	}
}

// answerWith takes a text as the answer, whatever it begins with; alone, it asks for
// the answers again.
func (l *lesson) answerWith(text string) {
	if text == "" || !l.asked().asks() {
		l.ask("")
	}
	if text != "" && l.asked().asks() {
		l.answer(text)
	}
}

// asked is the form that the next line answers: of a question on the next step of
// the computation, where there is one, else of the step of the lesson.
func (l *lesson) asked() *form {
	if l.quiz != nil {
		return l.quiz.form
	}
	return l.form
}

// answer takes a line for the field that is asked for; after the last all are
// judged. Before that the stage follows what is typed, and says what is new beside
// the pictures.
func (l *lesson) answer(text string) {
	before := l.asked().asking
	last := l.asked().answer(text)
	switch {
	case last && l.quiz != nil:
		l.judgeQuiz()
	case last && l.info.Bench:
		l.stage.compose()
		l.stage.renewed()
	case last:
		l.judge()
	case l.asked().asking == before || text == "":
	case l.quiz != nil:
		l.quiz.scene(l)
	default:
		l.stage.compose()
		l.stage.facts()
	}
}

// judge has the answers judged and says the report.
func (l *lesson) judge() {
	answers := l.work.Answers()
	report := l.work.Step().Check(l.ctx, answers)
	if l.ctx.Err() != nil {
		return // what a cancelled check returns is not used
	}
	outcome := l.work.Apply(l.ctx, answers, report)
	report = l.work.Round().Told(report)
	l.save() // before the verdict is said
	v := l.voice
	v.line("")
	v.say(report.FirstLine())
	for _, fact := range report.Fact {
		if !report.SaidOfAField(fact) {
			v.say(fact.String())
		}
	}
	l.advised = ""
	if outcome.Hinted {
		v.say(outcome.Say)
		l.lastHint()
	}
	for _, advice := range l.work.Advice(report, outcome) {
		v.say(v.heard(advice))
		l.advised = report.Misconception
	}
	l.form.say(report)
	l.stage.compose()
	l.stage.words()
	l.stage.facts()
	if outcome.Say != "" && !outcome.Hinted {
		v.say(outcome.Say)
	}
	switch {
	case l.work.Round() != nil && (l.ended() || l.work.StepDone(l.work.Index())):
		v.say(l.onwards())
	case l.work.StepDone(l.work.Index()):
		v.say("This step is done. An empty line goes on.")
	default:
		l.form.askOpen(report)
	}
}

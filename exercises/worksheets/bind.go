package worksheets

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
)

// Bind makes an exercise from its worksheet, a Markdown file, and from its lesson, the Go code that
// draws its random numbers and adds code to its tasks. The kit has the judges of answers and
// the scenes, which a task shows next to its text. The worksheet names them. The lesson is nil if
// the worksheet is the whole exercise. Bind returns everything that does not fit together as one
// error: lesson code without a task, a variable without a value, a parameter that cannot be read, a
// field without a check or reference, an unknown field, choice or misconception. A panic of the
// lesson is an error too.
func Bind(doc *Exercise, l Lesson, kit Kit, o exercises.Options) (_ *exercises.Exercise, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("exercise %s: %v", doc.summary.ID, v)
		}
	}()
	if doc, err = doc.read(); err != nil {
		return nil, err
	}
	drawnNumbers, err := doc.numbers.draw(o.Seed)
	if err != nil {
		return nil, fmt.Errorf("exercise %s: %w", doc.summary.ID, err)
	}
	mc := doc.makerContext()
	mc.LessonInput = LessonInput{Seed: o.Seed, Data: o.Data, Numbers: drawnNumbers,
		Texts: doc.numbers.texts(drawnNumbers), Right: mc.Right}
	b := &binding{exercise: doc, kit: kit, context: mc, drawnVars: map[string]any{}}
	for name, v := range drawnNumbers {
		b.drawnVars[name] = v
	}
	for name, text := range mc.LessonInput.Texts {
		b.drawnVars[name] = text
	}
	if l != nil {
		b.lessonOutput = l(mc.LessonInput)
		maps.Copy(mc.Sets, b.lessonOutput.Sets)
	}
	out := &exercises.Exercise{Summary: doc.Summary(), Unit: doc.unit, Seed: o.Seed}
	out.UsesSeed = doc.UsesSeed(l != nil)
	for i, t := range doc.tasks {
		bound := b.task(t, b.lessonOutput.Tasks[t.name])
		if t.successor != "" {
			out.Former = append(out.Former, bound)
			continue
		}
		hasLaterTask := slices.ContainsFunc(doc.tasks[i+1:], func(t task) bool { return t.successor == "" })
		bound.info.ClosesExercise = i > 0 && !hasLaterTask && len(t.fields) == 0 && bound.scene == nil
		out.Tasks = append(out.Tasks, bound)
	}
	for _, name := range slices.Sorted(maps.Keys(b.lessonOutput.Tasks)) {
		if !slices.ContainsFunc(doc.tasks, func(t task) bool { return t.name == name }) {
			b.problem(doc.line, "the lesson has code for %s, which is not a task", name)
		}
	}
	if err := joinErrors(mc.problems.sorted()); err != nil {
		return nil, fmt.Errorf("exercise %s: %w", doc.summary.ID, err)
	}
	return out, nil
}

// binding makes an exercise from its worksheet and its lesson.
type binding struct {
	exercise     *Exercise
	lessonOutput LessonOutput
	kit          Kit
	context      *makerContext
	drawnVars    Vars // numbers and texts that the worksheet draws from the seed
}

// makerContext returns the parts of an exercise that its judges and scenes may use.
func (e *Exercise) makerContext() *makerContext {
	mc := &makerContext{problems: &problems{file: e.file}, judges: map[string]Judge{},
		judgeParams:   map[string]*Params{},
		labelsToStrip: labels{}, Sets: map[string]exercises.Data{},
		choices: map[string][]exercises.Choice{}, fieldLabels: map[string]string{}}
	maps.Copy(mc.Sets, e.sets)
	for _, t := range e.tasks {
		for _, f := range t.fields {
			mc.fields = append(mc.fields, f.Name)
			mc.choices[f.Name], mc.fieldLabels[f.Name] = f.Choices, f.Label
		}
	}
	return mc
}

func (b *binding) problem(line int, format string, args ...any) {
	b.context.problems.addLine(line, "", format, args...)
}

// task replaces the variables in one task by their values and checks the task against what
// the lesson adds to it.
func (b *binding) task(t task, fromLesson LessonTask) *boundTask {
	v := values{fromLesson.Vars, b.lessonOutput.Vars, b.drawnVars}
	b.checkVariables(t, v)
	out := &boundTask{form: b.form(t, fromLesson, v), scene: b.scene(t, fromLesson, v),
		misconceptions: map[string][]exercises.Block{}, context: b.context, given: fromLesson.Given}
	b.bindCheck(t, fromLesson, out)
	out.info = exercises.Info{
		Name: t.name, Title: v.text(t.title), Text: v.blocks(t.text), SetUp: v.blocks(t.setUp.text),
		Question: v.line(t.question),
		Fields:   b.fields(t, fromLesson, v), Solution: v.blocks(t.solution), Insight: v.blocks(t.insight),
		Reference:    out.form.reference(expand(t.reference, v)),
		FocusesStage: fromLesson.FocusesStage, Optional: t.optional, RevealsAnswer: t.reveals,
		OnlyPredictions: out.judgesFields &&
			(out.form.calculation == nil && len(out.form.blanks) > 0 &&
				!slices.ContainsFunc(out.form.blanks, func(b blank) bool { return !b.judge.Predicts })),
	}
	out.info.Tables = b.fieldTables(t, fromLesson, v)
	for _, h := range t.hints {
		out.info.Hints = append(out.info.Hints, v.blocks(h))
	}
	b.bindMisconceptions(t, out, v)
	b.checkTask(t, out)
	return out
}

// checkVariables checks that every variable has a printable value.
func (b *binding) checkVariables(t task, v values) {
	for _, u := range t.uses {
		text, ok := v.lookup(u.name)
		switch {
		case !ok:
			b.context.problems.add(u.at, nearest(u.name, v.names(), "the variables are"),
				"the variable {{%s}} of task %s has no value", u.name, t.name)
		case strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }):
			b.problem(u.at.line, "the value of {{%s}} has characters that do not print: %q", u.name, text)
		}
	}
}

func (b *binding) fields(t task, fromLesson LessonTask, v values) []exercises.Field {
	var out []exercises.Field
	for _, f := range t.fields {
		field := f.Field
		field.Label, field.Placeholder = v.text(f.Label), v.text(f.Placeholder)
		field.Judge = f.judgeName(fromLesson)
		field.Reasons, field.Derivation = b.context.judges[f.Name].Reasons, b.context.judges[f.Name].Lines != nil
		field.Choices = slices.Clone(f.Choices)
		for i := range field.Choices {
			field.Choices[i].Label = v.text(field.Choices[i].Label)
		}
		if computed, ok := fromLesson.Choices[f.Name]; ok {
			if len(f.Choices) > 0 {
				b.problem(f.line, "field %s has choices in the worksheet and in the lesson", f.Name)
			}
			field.Kind, field.Choices = exercises.ChoiceField, slices.Clone(computed)
		}
		out = append(out, field)
	}
	return out
}

// checkFields reports the keys of a map of the lesson that are not fields of the task. content
// describes the values of the map in the message.
func checkFields[T any](b *binding, t task, content string, byField map[string]T) {
	for _, name := range slices.Sorted(maps.Keys(byField)) {
		if _, ok := t.field(name); !ok {
			b.problem(t.line, "the lesson has %s for %s, which is not a field of task %s", content, name, t.name)
		}
	}
}

func (b *binding) bindMisconceptions(t task, out *boundTask, v values) {
	computedExamples := out.form.calculation.Examples()
	for _, m := range t.misconceptions {
		var examples []exercises.Answers
		for _, e := range m.examples {
			examples = append(examples, expand(e, v))
		}
		if computed, ok := computedExamples[m.id]; ok {
			examples = append(examples, computed)
		}
		if len(examples) == 0 {
			b.problem(m.line, "misconception %s has no example", m.id)
		}
		for _, example := range examples {
			completeAnswers := out.info.Reference.Joined(example)
			out.info.Misconceptions = append(out.info.Misconceptions,
				exercises.Misconception{ID: m.id, Example: completeAnswers})
			out.form.mistakes = append(out.form.mistakes, mistake{m.id, example})
		}
		out.misconceptions[m.id] = v.except(m.answerVariables).blocks(m.message)
	}
}

// checkTask tests a bound task for consistency: every field needs a check and a reference
// answer, and answers to a field with choices must be among them.
func (b *binding) checkTask(t task, out *boundTask) {
	switch {
	case len(t.fields) > 0 && out.check == nil:
		b.problem(t.line, "nothing checks the fields of task %s", t.name)
	case len(t.misconceptions) > 0 && out.check == nil:
		b.problem(t.line, "nothing recognises the misconceptions of task %s", t.name)
	}
	for _, f := range out.info.Fields {
		reference := out.info.Reference[f.Name]
		if strings.TrimSpace(reference) == "" {
			b.problem(t.line, "the reference of task %s leaves out field %s", t.name, f.Name)
			continue
		}
		allAnswers := []exercises.Answers{out.info.Reference}
		for _, m := range out.info.Misconceptions {
			allAnswers = append(allAnswers, m.Example)
		}
		for _, a := range allAnswers {
			if !isOffered(f, a[f.Name]) {
				b.problem(t.line, "an answer of task %s is %q for %s, which is not offered", t.name, a[f.Name], f.Name)
			}
		}
	}
}

func isOffered(f exercises.Field, text string) bool {
	return f.Kind != exercises.ChoiceField ||
		slices.ContainsFunc(f.Choices, func(c exercises.Choice) bool { return c.Value == text })
}

// expand replaces the variables in answers by their values.
func expand(a exercises.Answers, v values) exercises.Answers {
	if a == nil {
		return nil
	}
	out := make(exercises.Answers, len(a))
	for name, text := range a {
		out[name] = v.typedText(text)
	}
	return out
}

// reportLines replaces the variables in blocks by their values and returns the lines
// for a report.
func (v values) reportLines(blocks []exercises.Block) []ascii.Line {
	var out []ascii.Line
	for _, b := range v.blocks(blocks) {
		switch b.Kind {
		case exercises.Item:
			out = append(out, append(ascii.Plain(b.Mark+" "), b.Text...))
		case exercises.Formula, exercises.Verbatim:
			out = append(out, append(ascii.Plain("  "), b.Text...))
		default:
			out = append(out, b.Text)
		}
	}
	return out
}

// form returns the form of a task, with the judges that the worksheet or the lesson names for its
// fields. If there are no judges, the form is empty.
func (b *binding) form(t task, fromLesson LessonTask, v values) *form {
	f := &form{rightText: v.reportLines(t.rightText), judges: b.context.judges}
	for _, field := range t.fields {
		j, ok := fromLesson.Judges[field.Name]
		if field.judge.kind != noNode {
			if ok {
				b.problem(field.line, "field %s has a judge in the worksheet and in the lesson", field.Name)
			}
			p := paramsOf("judge", b.kit.Judges, b.withValues(field.judge, v), b.context)
			j, ok = b.kit.Judges[p.name].Make(p), true
			b.context.judgeParams[field.Name] = p
		}
		b.context.labelsToStrip.add(field, v, j)
		if ok && j.Check != nil {
			f.blanks = append(f.blanks,
				blank{field.Name, v.text(field.reportName), j,
					field.Kind == exercises.ChoiceField || len(fromLesson.Choices[field.Name]) > 0,
					fromLesson.Follows[field.Name]})
			b.context.judges[field.Name] = j
		}
	}
	checkFields(b, t, "choices", fromLesson.Choices)
	checkFields(b, t, "a judge", fromLesson.Judges)
	checkFields(b, t, "a rule for answers that follow", fromLesson.Follows)
	b.bindCalculation(t, fromLesson.Calculation, f, v)
	return f
}

// judgeName returns the name of the judge of a field. If the worksheet names no judge, the
// name is "number" or "choice" if the lesson has a calculation, and otherwise the name of
// the lesson's judge.
func (f field) judgeName(fromLesson LessonTask) string {
	judge := f.judge
	if judge.kind == noNode && fromLesson.Calculation != nil {
		judge = f.judgeNode(node{kind: textNode})
	}
	if judge.kind == noNode {
		return cmp.Or(fromLesson.Judges[f.Name].Name, exercises.LessonJudge)
	}
	name, _ := judge.name()
	return name
}

// withValues returns a node in which variables are replaced by their values.
func (b *binding) withValues(n node, v values) node {
	return n.mapped(v.typedText, func(p place) place { return p })
}

// scene returns the function that computes the scene of a task and adds the student's predictions
// to it.
func (b *binding) scene(t task, fromLesson LessonTask, v values) SceneFunc {
	baseScene, fields := b.baseScene(t, fromLesson, v), strings.Fields(t.saidFields.text)
	if len(fields) == 0 {
		return baseScene
	}
	for _, f := range fields {
		if len(b.context.choices[f]) == 0 {
			b.problem(t.saidFields.line, "task %s repeats %q, which is not a field with choices in this worksheet", t.name, f)
		}
	}
	return func(ctx context.Context, a exercises.Answers) (scene exercises.Scene) {
		if baseScene != nil {
			scene = baseScene(ctx, a)
		}
		scene.Predicted = b.predictionLines(fields, a, v, b.allRight(ctx, t, a))
		return scene
	}
}

// allRight reports whether the answers to all fields of a task are right. It returns
// false for a task without fields.
func (b *binding) allRight(ctx context.Context, t task, a exercises.Answers) bool {
	for _, f := range t.fields {
		if !b.context.Right(ctx, a, f.Name) {
			return false
		}
	}
	return len(t.fields) > 0
}

// predictionLines returns a line for each field in which the student has made a prediction. If
// there are several fields, the lines contain the labels of the fields. If showVerdict is true,
// each line also shows whether the prediction was right.
func (b *binding) predictionLines(fields []string, a exercises.Answers, v values, showVerdict bool) []ascii.Line {
	var out []ascii.Line
	for _, f := range fields {
		head := "You said: "
		if len(fields) > 1 {
			head = "You said, " + v.text(b.context.fieldLabels[f]) + ": "
		}
		for _, c := range b.context.choices[f] {
			if c.Value == a[f] {
				line := ascii.Line{{Text: head, Ink: ascii.Dim}, {Text: v.text(c.Label), Ink: ascii.Text}}
				if showVerdict {
					line = append(line, b.outcome(f, a[f], v)...)
				}
				out = append(out, line)
			}
		}
	}
	return out
}

// outcome returns a text about whether a prediction was right, or nil if the right answer is not
// among the choices of the field.
func (b *binding) outcome(field, prediction string, v values) ascii.Line {
	rightAnswer := b.context.judges[field].Reference
	if rightAnswer == prediction {
		return ascii.Line{{Text: ", and that is right", Ink: ascii.Good}}
	}
	for _, c := range b.context.choices[field] {
		if c.Value == rightAnswer {
			return ascii.Line{{Text: ". In fact: ", Ink: ascii.Dim}, {Text: v.text(c.Label), Ink: ascii.Strong}}
		}
	}
	return nil
}

// baseScene returns the scene in the worksheet, or the scene of the lesson if the worksheet has
// none. A scene named "lesson" in the worksheet includes the scene of the lesson.
func (b *binding) baseScene(t task, fromLesson LessonTask, v values) SceneFunc {
	if t.scene.kind == noNode {
		return fromLesson.Scene
	}
	b.context.pendingScene = fromLesson.Scene
	scene := makeOf("scene", b.kit.Scenes, b.withValues(t.scene, v), b.context)
	if b.context.pendingScene != nil {
		b.problem(t.line, "task %s has a scene in the worksheet and in the lesson", t.name)
	}
	return scene
}

// bindCheck sets the check of a task: the check of the lesson or, if there is none, one that runs
// the judges of the fields.
func (b *binding) bindCheck(t task, fromLesson LessonTask, out *boundTask) {
	out.check = fromLesson.Check
	if out.check != nil || len(out.form.blanks) == 0 {
		return
	}
	if len(out.form.blanks) < len(t.fields) {
		b.problem(t.line, "some fields of task %s have a judge, and some have none", t.name)
	}
	out.check, out.judgesFields = out.form.check, true
}

// bindCalculation makes the calculation of the lesson judge the fields of a task. Messages
// use the names that the fields have in the worksheet, and only misconceptions that the
// worksheet describes are recognised.
func (b *binding) bindCalculation(t task, calculation answer.Calculation, f *form, v values) {
	if len(calculation) == 0 {
		return
	}
	var ids []string
	for _, m := range t.misconceptions {
		ids = append(ids, m.id)
	}
	f.calculation = calculation.WithSlips(ids)
	rightAnswers := calculation.Reference()
	for i, q := range f.calculation {
		field, ok := t.field(q.Name)
		if !ok {
			b.problem(t.line, "the lesson computes %s, which is not a field of task %s", q.Name, t.name)
			continue
		}
		f.calculation[i].Label = v.text(field.reportName)
		j := makeOf("judge", b.kit.Judges, field.judgeNode(node{kind: textNode, text: rightAnswers[q.Name]}), b.context)
		if echo := j.Echo; q.IsSign {
			j.Echo = func(ctx context.Context, text string) exercises.Echo { return echo(ctx, q.TextToJudge(text)) }
		}
		f.blanks = append(f.blanks, blank{name: q.Name, reportName: f.calculation[i].Label, judge: j})
		b.context.judges[q.Name] = j
	}
}

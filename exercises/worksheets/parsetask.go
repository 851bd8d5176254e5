package worksheets

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kernellab/exercises"
)

func (b *builder) fields(c chunk) {
	// Called is the name of the field in messages. Was is its place in an older worksheet.
	var list []struct {
		Name, Label, Called, Example, Group, Was scalar
		Also                                     []scalar
		Width                                    *int
		Choices                                  []node
		Judge                                    node
	}
	if !decode(c, &list, b.problems) {
		b.fieldsFailed = true
		return
	}
	for _, raw := range list {
		at := c.place(raw.Name.at)
		f := field{line: at.line, reportName: raw.Called.text, Field: exercises.Field{
			Name: raw.Name.text, Label: raw.Label.text, Placeholder: raw.Example.text, Group: raw.Group.text,
		}}
		if f.reportName == "" {
			f.reportName = strings.TrimRight(f.Label, " =←≈<:")
		}
		if !fieldName().MatchString(f.Name) {
			b.add(at, "use small letters, digits, - and _", "the name %q of a field", f.Name)
		}
		if w := raw.Width; w != nil {
			if f.Width = *w; *w < 1 || *w > 80 {
				b.add(at, "use 1 to 80 columns, or leave it out", "the width %d", *w)
			}
		}
		if f.Label == "" {
			b.add(at, `write label: "x₂ ="`, "field %s has no label", f.Name)
		}
		for _, name := range raw.Also {
			f.otherNames = append(f.otherNames, name.text)
		}
		b.recordUses(at, f.Label+" "+f.reportName+" "+f.Placeholder+" "+strings.Join(f.otherNames, " "))
		f.judge = b.judge(c, raw.Judge)
		b.choices(c, &f, raw.Choices)
		f.Legacy = b.legacyField(at, raw.Was.text)
		b.checkFieldUnique(f)
		b.task.fields = append(b.task.fields, f)
	}
}

// legacyField reads where the answer to a field was in an older worksheet: the name of a field and
// the number of the entry in it.
func (b *builder) legacyField(at place, text string) exercises.LegacyField {
	if text == "" {
		return exercises.LegacyField{}
	}
	name, entry, _ := strings.Cut(text, " ")
	n, err := strconv.Atoi(entry)
	if err != nil || n < 1 || !fieldName().MatchString(name) {
		b.add(at, "write the old field and the number of the entry, as slope 2", "%q does not say where the answer was",
			text)
	}
	return exercises.LegacyField{Field: name, Entry: n}
}

// choices reads the options of a field: each is a text, or a value and a label.
func (b *builder) choices(c chunk, f *field, list []node) {
	if len(list) == 0 {
		return
	}
	f.Kind = exercises.ChoiceField
	for _, written := range list {
		n := b.withFilePlaces(c, written)
		value, label := n, n
		if n.kind == mapNode && checkKeys("a choice", []string{"value", "label"}, n, b.problems) {
			value, label = valueAt(n, "value"), valueAt(n, "label")
		}
		if value.text == "" || label.text == "" {
			b.add(n.at, "write a text, or {value: up, label: it rises}", "a choice needs value and label")
		}
		if strings.Contains(value.text, "{{") {
			b.add(n.at, "give the choice a fixed value and a label with the variable", "a variable in a choice's value")
		}
		for _, other := range f.Choices {
			if other.Value == value.text {
				b.add(value.at, "give each choice its own value", "the choice %q twice", value.text)
			}
		}
		f.Choices = append(f.Choices, exercises.Choice{Value: value.text, Label: label.text})
	}
	if len(list) < 2 {
		b.addLine(f.line, "offer two or more", "field %s has a single choice", f.Name)
	}
}

// checkFieldUnique reports a field name that occurs twice in the exercise. The name is the key
// of the answer, so it must be unique.
func (b *builder) checkFieldUnique(f field) {
	for _, t := range append(slices.Clone(b.exercise.tasks), *b.task) {
		if other, ok := t.field(f.Name); ok {
			b.addLine(f.line, "a field's name is the key of its answer: unique in the exercise",
				"field %s twice, first on line %d", f.Name, other.line)
			return
		}
	}
}

func (b *builder) hints(c chunk) {
	var list []scalar
	if !decode(c, &list, b.problems) {
		return
	}
	if len(list) != 3 {
		b.addLine(c.line, "write three: a nudge, the method, almost the answer", "%d hints", len(list))
	}
	for _, h := range list {
		at := c.place(h.at)
		if strings.TrimSpace(h.text) == "" {
			b.add(at, "write a hint, or omit the block in a task that asks nothing", "an empty hint")
		}
		blocks := prose(h.text, at.line, b.problems)
		b.recordUses(at, blockText(blocks))
		b.task.hints = append(b.task.hints, blocks)
	}
}

// judge reads the judge that a field names. It returns the zero node if the field names no judge or
// an unknown one.
func (b *builder) judge(c chunk, written node) node {
	n := b.withFilePlaces(c, written)
	if n.kind == noNode || !checkNames("judge", b.kit.Judges, n, b.problems) {
		return node{}
	}
	return n
}

// withFilePlaces returns a copy of a node with places counted from the start of the file instead of the
// chunk, and records the node's variables.
func (b *builder) withFilePlaces(c chunk, written node) node {
	if written.kind == noNode {
		return written
	}
	n := written.mapped(func(s string) string { return s }, c.place)
	n.eachText(func(text node) { b.recordUses(text.at, text.text) })
	return n
}

// expected reads how the fields are judged. Each entry has a judge or, for a number or a
// choice, the right value.
func (b *builder) expected(c chunk) {
	var m node
	if !decode(c, &m, b.problems) {
		return
	}
	for _, e := range m.keys {
		at := c.place(e.at)
		i := slices.IndexFunc(b.task.fields, func(f field) bool { return f.Name == e.key })
		switch {
		case i < 0:
			b.add(at, "put the block under fields, and name them", "%q is no field of task %s", e.key, b.task.name)
			continue
		case b.task.fields[i].judge.kind != noNode:
			b.add(at, "keep one", "field %s has a judge already", e.key)
			continue
		}
		f := &b.task.fields[i]
		f.judge = b.judge(c, f.judgeNode(e.value))
	}
}

// judgeNode returns the judge that compares a field with a value.
func (f field) judgeNode(value node) node {
	if value.kind != textNode {
		return value
	}
	name := "number"
	if f.Kind == exercises.ChoiceField {
		name = "choice"
	}
	return node{kind: mapNode, at: value.at, keys: []entry{{key: name, value: value, at: value.at}}}
}

// scene reads the block "scene", which says what the task shows next to its text. "as: NAME"
// repeats the scene of an earlier task.
func (b *builder) scene(c chunk) {
	var written node
	if !decode(c, &written, b.problems) {
		return
	}
	n := b.withFilePlaces(c, written)
	if name, at := n.name(); name == "as" {
		b.task.scene = b.sceneOf(n.asMap().keys[0].value.text, at)
		return
	}
	if checkNames("scene", b.kit.Scenes, n, b.problems) {
		b.task.scene = n
	}
}

func (b *builder) sceneOf(name string, at place) node {
	var names []string
	for _, t := range b.exercise.tasks {
		if t.name == name {
			return t.scene
		}
		names = append(names, t.name)
	}
	b.add(at, nearest(name, names, "there are"), "no earlier task %q", name)
	return node{}
}

func (b *builder) reference(c chunk) {
	var m map[string]scalar
	if decode(c, &m, b.problems) {
		b.task.reference = exercises.Answers{}
		for name, v := range m {
			b.task.reference[name] = v.text
		}
	}
}

func (b *builder) misconceptions(c chunk) {
	var list []struct {
		ID      scalar `yaml:"id"`
		Example node
		Given   []scalar
		Say     scalar
	}
	if !decode(c, &list, b.problems) {
		return
	}
	for _, raw := range list {
		at := c.place(raw.ID.at)
		m := misconception{id: raw.ID.text, line: at.line}
		m.examples = b.examples(c, raw.Example)
		for _, g := range raw.Given {
			m.answerVariables = append(m.answerVariables, g.text)
		}
		if !kebabName().MatchString(m.id) {
			b.add(at, "use small letters, digits and hyphens", "the id %q of a misconception", m.id)
		}
		for _, other := range b.task.misconceptions {
			if other.id == m.id {
				b.add(at, "give each its own id", "misconception %s twice, first on line %d", m.id, other.line)
			}
		}
		m.message = b.message(c, m, raw.Say)
		b.task.misconceptions = append(b.task.misconceptions, m)
	}
}

// examples reads the answers that show a misconception: a mapping, a text if the task
// has only one field, or a list of either.
func (b *builder) examples(c chunk, n node) []exercises.Answers {
	var out []exercises.Answers
	switch n.kind {
	case listNode:
		for _, item := range n.list {
			out = append(out, b.examples(c, item)...)
		}
	case textNode:
		if len(b.task.fields) != 1 {
			b.add(c.place(n.at), "write {field: text}; put fields above", "an example without the name of its field")
			return nil
		}
		out = append(out, exercises.Answers{b.task.fields[0].Name: n.text})
	case mapNode:
		a := exercises.Answers{}
		for _, e := range n.keys {
			if e.value.kind != textNode {
				b.add(c.place(e.at), "write it as text", "the example of %s must be a single text", e.key)
			}
			a[e.key] = e.value.text
		}
		out = append(out, a)
	}
	return out
}

// message reads the message about a misconception. The values of the variables listed under "given"
// depend on the answers.
func (b *builder) message(c chunk, m misconception, s scalar) []exercises.Block {
	at := c.place(s.at)
	if strings.TrimSpace(s.text) == "" {
		b.addLine(m.line, "say what the answer would do and why that is wrong", "misconception %s has no message", m.id)
		return nil
	}
	blocks := prose(s.text, at.line, b.problems)
	uses := b.usesIn(at, blockText(blocks))
	for _, u := range uses {
		if !slices.Contains(m.answerVariables, u.name) {
			b.task.uses = append(b.task.uses, u)
		}
	}
	for _, g := range m.answerVariables {
		if !slices.ContainsFunc(uses, func(u variableUse) bool { return u.name == g }) {
			b.addLine(m.line, "use it as {{"+g+"}}, or drop it", "%s is given in %s but not used", g, m.id)
		}
	}
	return blocks
}

// The maximum numbers of tasks in an exercise, and of examples of misconceptions in a task.
// Each answer is compared with every example.
const maxTasks, maxExamples = 60, 300

// finishExercise ends the current exercise, if there is one.
func (b *builder) finishExercise() {
	b.finishTask()
	e := b.exercise
	if e == nil {
		return
	}
	if e.summary.Minutes == 0 && len(b.errors) == 0 { // a block that cannot be read has its own problem
		b.addLine(e.line, "give goal and minutes in a block exercise under the heading",
			"exercise %s has no block exercise", e.summary.ID)
	}
	if len(e.tasks) == 0 {
		b.addLine(e.line, "add one under a heading such as ## watch: Watch it move", "exercise %s has no tasks",
			e.summary.ID)
	}
	if n := len(e.tasks); n > maxTasks {
		b.addLine(e.line, "make several exercises of it", "exercise %s has %d tasks, more than %d", e.summary.ID, n,
			maxTasks)
	}
	b.checkSuccessors(e)
	if b.outline {
		e.readTasks = sync.OnceValues(b.readerOf(b.chunks))
	}
	b.unit.exercises = append(b.unit.exercises, e)
	b.exercise, b.chunks = nil, nil
}

// readerOf returns a function that reads the whole exercise from its chunks. Only the outline of
// the exercise has been read so far.
func (b *builder) readerOf(chunks []chunk) func() (*Exercise, error) {
	kit, unit, outlineExercise := b.kit, &Unit{file: b.unit.file, id: b.unit.id}, b.exercise
	return func() (*Exercise, error) {
		unit.title = outlineExercise.unit
		fullBuilder := &builder{problems: &problems{file: unit.file}, kit: kit, unit: unit}
		for _, c := range chunks {
			fullBuilder.chunk(c)
		}
		fullBuilder.finishExercise()
		if len(fullBuilder.errors) > 0 {
			return nil, joinErrors(fullBuilder.sorted())
		}
		return unit.exercises[0], nil
	}
}

// finishTask ends the current task.
func (b *builder) finishTask() {
	s := b.task
	if s == nil {
		return
	}
	if !b.outline {
		b.checkComplete(s)
		s.addSetUp(b.exercise)
	}
	b.exercise.tasks = append(b.exercise.tasks, *s)
	b.task = nil
}

// checkComplete checks that a task has everything it needs. It skips a task whose fields
// could not be read.
func (b *builder) checkComplete(t *task) {
	if b.fieldsFailed {
		return
	}
	at, examples := onLine(t.line), 0
	for _, m := range t.misconceptions {
		examples += len(m.examples)
	}
	if examples > maxExamples {
		b.add(at, "keep the likeliest", "task %s has %d examples of misconceptions, more than %d", t.name, examples,
			maxExamples)
	}
	asks := len(t.fields) > 0 && t.successor == ""
	if len(t.text) == 0 && len(t.fields) == 0 && t.borrowedTask == [2]string{} {
		b.add(at, "write a paragraph or a question", "task %s is empty", t.name)
	}
	if asks && len(t.hints) == 0 && !b.seenBlocks["hints"] {
		b.add(at, "write three: a nudge, the method, almost the answer", "task %s has fields but no hints", t.name)
	}
	if asks && len(t.solution) == 0 {
		b.add(at, "add a block solution", "task %s has fields but no solution", t.name)
	}
	if asks && len(t.question) == 0 {
		b.add(at, "add a block question of one line; it stays visible above the stage",
			"task %s has fields but no question", t.name)
	}
	b.checkAnswers(t)
}

// checkAnswers checks the answers in the worksheet: they must belong to fields of the task, and
// choices must be among the offered ones.
func (b *builder) checkAnswers(t *task) {
	all := []exercises.Answers{t.reference}
	for _, m := range t.misconceptions {
		all = append(all, m.examples...)
	}
	for _, a := range all {
		for _, name := range slices.Sorted(maps.Keys(a)) {
			b.recordUses(onLine(t.line), a[name])
			b.checkAnswer(t, name, a[name])
		}
	}
}

func (b *builder) checkAnswer(t *task, name, text string) {
	f, ok := t.field(name)
	switch {
	case !ok && len(t.fields) > 0:
		b.addLine(t.line, "use a field's name", "task %s has an answer for %q, which is not one of its fields", t.name, name)
	case ok && len(f.Choices) > 0 && !strings.Contains(text, "{{") &&
		!slices.ContainsFunc(f.Choices, func(c exercises.Choice) bool { return c.Value == text }):
		b.addLine(t.line, "use the value of one of its choices", "task %s answers %q for %s, which is not offered",
			t.name, text, name)
	}
}

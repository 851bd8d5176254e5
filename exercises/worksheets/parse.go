package worksheets

import (
	"slices"
	"strings"

	"kernellab/exercises"
	"kernellab/kernels/expr"
)

// The patterns are compiled on first use, because most commands read no worksheet.
var (
	unitID          = expr.Pattern(`^(?:[1-9][0-9]?|[A-Z])$`)
	exerciseHeading = expr.Pattern(`^((?:[1-9][0-9]?|[A-Z])\.[1-9][0-9]?)\s+(\S.*)$`)
	exerciseID      = expr.Pattern(`^(?:[1-9][0-9]?|[A-Z])\.[1-9][0-9]?$`)
	taskHeading     = expr.Pattern(`^([a-z][a-z0-9]*(?:-[a-z0-9]+)*):\s+(\S.*)$`)
	fieldName       = expr.Pattern(`^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*$`)
	fileName        = expr.Pattern(`^(?:unit.*|(?:[1-9][0-9]?|[A-Z])\.([1-9][0-9]?)-.*)\.md$`)
	streamLine      = expr.Pattern(`(?m)^stream: *([0-9]+)`)
	kebabName       = expr.Pattern(`^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$`)
)

// parse reads a worksheet, which is the Markdown file of an exercise. If outline is true, it reads
// only what the table of contents needs. The unit is nil if there is a problem.
func parse(file File, kit Kit, outline bool) (*Unit, []*Error) {
	p := &problems{file: file.Name}
	front, body := scan(file.Text, p)
	if len(p.errors) > 0 {
		return nil, p.sorted()
	}
	b := &builder{problems: p, kit: kit, unit: &Unit{file: file.Name}, readSibling: file.ReadSibling,
		outline: outline}
	if front.line > 0 {
		b.frontMatter(front)
	}
	for _, c := range body {
		b.chunk(c)
	}
	b.finishExercise()
	if len(p.errors) > 0 {
		return nil, p.sorted()
	}
	return b.unit, nil
}

// builder makes a unit from the chunks of a file.
type builder struct {
	*problems
	kit          Kit
	unit         *Unit
	readSibling  func(name string) ([]byte, error)
	exercise     *Exercise // current exercise; nil before the first
	task         *task     // current task; nil before the first task of an exercise
	seenBlocks   map[string]bool
	skipsSection bool    // whether the current section has a wrong heading
	fieldsFailed bool    // whether the block "fields" of the task had errors
	outline      bool    // whether the tasks are read later
	chunks       []chunk // chunks of the current exercise of an outline
}

func (b *builder) frontMatter(c chunk) {
	var f struct{ Unit, Title, Intro scalar }
	if !decode(c, &f, b.problems) {
		return
	}
	b.unit.id, b.unit.title, b.unit.intro = f.Unit.text, f.Title.text, strings.TrimSpace(f.Intro.text)
	if !unitID().MatchString(f.Unit.text) {
		b.add(c.place(f.Unit.at), `write unit: "7"`,
			"the unit is not a number from 1 to 99 or a capital letter")
	}
	if b.unit.title == "" || b.unit.intro == "" {
		b.addLine(c.line, "give the unit a title and one or two sentences of intro", "title or intro is missing")
	}
	b.noVariables(c.place(f.Intro.at), b.unit.title+b.unit.intro)
}

// noVariables reports variables in a text in which no variables are allowed.
func (b *builder) noVariables(at place, text string) {
	if strings.Contains(text, "{{") {
		b.add(at, "use it in a task's text", "a variable cannot be used here")
	}
}

func (b *builder) chunk(c chunk) {
	if c.kind == exerciseChunk {
		b.finishExercise()
	}
	if b.outline {
		b.chunks = append(b.chunks, c)
	}
	switch {
	case c.kind == exerciseChunk:
		b.startExercise(c)
	case b.skipsSection:
	case b.exercise == nil:
		b.addLine(c.line, "start with a heading such as # 7.7 Watch SMO", "text before the first exercise")
		b.skipsSection = true
	case c.kind == taskChunk:
		b.finishTask()
		b.startTask(c)
	case b.task == nil:
		b.exerciseBlock(c)
	case c.info == "former" || c.info == "from":
		b.former(c)
	case c.info == "source":
		b.source(c)
	case b.outline:
	case c.kind == proseChunk:
		b.prose(c)
	default:
		b.block(c)
	}
}

func (b *builder) startExercise(c chunk) {
	m := exerciseHeading().FindStringSubmatch(c.text)
	b.skipsSection = m == nil
	if m == nil {
		b.addLine(c.line, "write # 7.7 Watch SMO", "the heading does not begin with the number of an exercise")
		return
	}
	b.exercise = &Exercise{file: b.unit.file, unit: b.unit.title, line: c.line,
		summary: exercises.Summary{ID: m[1], Title: m[2]}}
	b.noVariables(onLine(c.line), m[2])
	prefix, _, _ := strings.Cut(m[1], ".")
	if b.unit.id == "" {
		b.unit.id = prefix
	}
	if prefix != b.unit.id {
		b.addLine(c.line, "number it "+b.unit.id+".…, or move it to its own unit", "exercise %s in unit %.60s", m[1],
			b.unit.id)
	}
	for _, e := range b.unit.exercises {
		if e.summary.ID == m[1] {
			b.addLine(c.line, "give each exercise its own number", "exercise %s twice, first on line %d", m[1], e.line)
		}
	}
}

// exerciseBlock reads a block named "exercise", "numbers", "sets" or "alone". No other text may
// come between the heading of an exercise and its first task.
func (b *builder) exerciseBlock(c chunk) {
	if c.info == "numbers" && b.exercise.numbers == nil {
		b.exercise.summary.UsesSeed = strings.Contains(c.text, "{") // braces mark numbers that the seed determines
		if m := streamLine().FindStringSubmatch(c.text); m != nil {
			b.exercise.stream = m[1]
		}
		if !b.outline {
			b.numbers(c)
		}
		return
	}
	if c.info == "sets" && b.exercise.sets == nil {
		b.sets(c)
		return
	}
	if c.info == "alone" && len(b.exercise.setUp.text) == 0 {
		if !b.outline {
			b.exercise.setUp = b.setUp(c) // of all tasks except the first, which needs none
		}
		return
	}
	if c.info != "exercise" {
		b.addLine(c.line, "put it under a heading such as ## watch: Watch it move", "text before the first task of %s",
			b.exercise.summary.ID)
		return
	}
	if b.exercise.summary.Goal != "" {
		b.addLine(c.line-1, "keep one", "a second block exercise")
		return
	}
	var f struct {
		Goal    scalar
		Minutes int
		Data    bool
		Fixed   bool
		Needs   []scalar
		Paths   []string
		After   struct {
			Exercise scalar
			Hours    int
		}
	}
	if !decode(c, &f, b.problems) {
		return
	}
	s := &b.exercise.summary
	s.Goal, s.Minutes, s.TakesData, s.Paths = strings.TrimSpace(f.Goal.text), f.Minutes, f.Data, f.Paths
	b.exercise.fixed = f.Fixed
	b.exercise.needs = needsOf(c, f.Needs)
	for _, n := range b.exercise.needs {
		s.Needs = append(s.Needs, n.id)
	}
	s.Predecessor = exercises.Predecessor{Exercise: f.After.Exercise.text, Hours: f.After.Hours}
	if s.Predecessor != (exercises.Predecessor{}) &&
		(!exerciseID().MatchString(s.Predecessor.Exercise) || s.Predecessor.Hours < 0 || s.Predecessor.Hours > 24*30) {
		b.add(c.place(f.After.Exercise.at), `write after: {exercise: "6.2", hours: 24}, or without hours`,
			"after needs an exercise, and at most 720 hours")
	}
	b.noVariables(c.place(f.Goal.at), s.Goal)
	if s.Goal == "" || s.Minutes < 1 || s.Minutes > 60 {
		b.addLine(c.line, "give a goal in one sentence and minutes from 1 to 60",
			"the goal is missing, or minutes is not 1 to 60")
	}
}

// former reads the block "former" or "from". The block "former" names the task that has
// replaced the current one. The block "from" names a former task of another exercise, to be shown as
// the current one.
func (b *builder) former(c chunk) {
	words := strings.Fields(c.text)
	switch {
	case c.info == "former" && len(words) == 1 && kebabName().MatchString(words[0]):
		b.task.successor = words[0]
	case c.info == "from" && len(words) == 2 && exerciseID().MatchString(words[0]) && kebabName().MatchString(words[1]):
		b.task.borrowedTask = [2]string(words)
	case c.info == "former":
		b.addLine(c.line, "write the name of the task that has taken its place",
			"the block former must be the name of a task")
	default:
		b.addLine(c.line, "write the exercise and the name of its former task, as 5.7 alone",
			"the block from must name a former task")
	}
}

// source reads the block "source". It names, one per line, the questions of course documents that
// the task answers, as in rows.txt.
func (b *builder) source(c chunk) {
	for item := range strings.SplitSeq(c.text, "\n") {
		item = strings.TrimSpace(item)
		if item == "" || slices.Contains(b.task.items, item) {
			b.addLine(c.line, "write each item of rows.txt once, in a line of its own",
				"an empty or repeated line in source")
		}
		b.task.items = append(b.task.items, item)
	}
}

// checkSuccessors reports replaced tasks whose successor does not exist.
func (b *builder) checkSuccessors(e *Exercise) {
	tasks := e.Summary().Tasks
	for _, t := range e.tasks {
		if t.successor != "" && !slices.Contains(tasks, t.successor) {
			b.addLine(t.line, nearest(t.successor, tasks, "there are"),
				"the former task %s leads to %q, which is not a task",
				t.name, t.successor)
		}
	}
}

func (b *builder) startTask(c chunk) {
	b.seenBlocks, b.fieldsFailed = map[string]bool{}, false
	m := taskHeading().FindStringSubmatch(c.text)
	if m == nil {
		b.addLine(c.line, "write ## watch: Watch it move, the name in small letters, digits and hyphens",
			"the heading does not begin with the name of a task")
		m = []string{"", "", c.text}
	}
	b.task = &task{name: m[1], title: m[2], line: c.line}
	b.recordUses(onLine(c.line), m[2])
	for _, t := range b.exercise.tasks {
		if t.name == m[1] && m[1] != "" {
			b.addLine(c.line, "give each task of an exercise its own name", "task %s twice, first on line %d", m[1],
				t.line)
		}
	}
}

// prose adds text to the task. It must come before the blocks that it introduces.
func (b *builder) prose(c chunk) {
	if len(b.seenBlocks) > 0 {
		b.addLine(c.line, "move it up: text is shown before question and fields", "text after a block of the task")
	}
	blocks := prose(c.text, c.line, b.problems)
	b.recordUses(onLine(c.line), blockText(blocks))
	b.task.text = append(b.task.text, blocks...)
}

// block adds one fenced block to the task.
func (b *builder) block(c chunk) {
	switch c.info {
	case "optional":
		b.task.optional = true
		b.prose(chunk{line: c.line, text: "*Optional.* " + c.text})
		return
	case "reveals":
		b.task.reveals = true
		return
	case "formula", "verbatim":
		b.prose(chunk{line: c.line - 1, text: "````" + c.info + "\n" + c.text + "\n````"})
		return
	case "aloud":
		sayAloud(b.task.text, b.blocks(c), onLine(c.line-1), b.problems)
		return
	}
	if b.seenBlocks[c.info] {
		b.addLine(c.line-1, "join them", "a second block %s in task %s", c.info, b.task.name)
		return
	}
	b.seenBlocks[c.info] = true
	switch c.info {
	case "question":
		b.question(c)
	case "fields":
		b.fields(c)
	case "hints":
		b.hints(c)
	case "solution":
		b.task.solution = b.blocks(c)
	case "insight":
		b.task.insight = b.blocks(c)
	case "alone":
		b.task.setUp = b.setUp(c)
		b.task.uses = append(b.task.uses, b.task.setUp.uses...)
	case "said":
		b.task.saidFields = c
	case "right":
		b.task.rightText = b.blocks(c)
	case "expected":
		b.expected(c)
	case "table":
		b.tables(c)
	case "scene":
		b.scene(c)
	case "reference":
		b.reference(c)
	case "misconceptions":
		b.misconceptions(c)
	case "exercise":
		b.addLine(c.line, "put it right under the # heading", "the block exercise inside a task")
	default:
		b.addLine(c.line-1,
			"a task has former, from, source, optional, alone, reveals, question, fields, expected, table, scene, said, hints, solution, reference, misconceptions, right, insight, formula, verbatim and aloud", "unknown block %q", c.info)
	}
}

func (b *builder) question(c chunk) {
	blocks := prose(c.text, c.line, b.problems)
	if len(blocks) != 1 || blocks[0].Kind != exercises.Paragraph || strings.Contains(strings.TrimSpace(c.text), "\n") {
		b.addLine(c.line, "ask in one line", "the question does not have exactly one line")
		return
	}
	b.task.question = blocks[0].Text
	b.recordUses(onLine(c.line), b.task.question.String())
}

// blocks reads a block of text.
func (b *builder) blocks(c chunk) []exercises.Block {
	blocks := prose(c.text, c.line, b.problems)
	b.recordUses(onLine(c.line), blockText(blocks))
	return blocks
}

// recordUses records the variables of a text and reports malformed ones.
func (b *builder) recordUses(at place, text string) {
	b.task.uses = append(b.task.uses, b.usesIn(at, text)...)
}

func (b *builder) usesIn(at place, text string) (uses []variableUse) {
	names, ok := variables(text)
	if !ok {
		b.add(at, "write {{name}}: letters, digits and _, without spaces or marks inside",
			"a {{ that does not begin a variable")
	}
	for _, n := range names {
		uses = append(uses, variableUse{n, b.find(at, "{{"+n+"}}")})
	}
	return uses
}

// setUp is the information that a task needs if it is asked without the tasks before it, as
// in a review. A student who has done these tasks knows it already.
type setUp struct {
	text []exercises.Block
	uses []variableUse
}

// setUp reads a block of text, which may have variables.
func (b *builder) setUp(c chunk) setUp {
	text := prose(c.text, c.line, b.problems)
	return setUp{text, b.usesIn(onLine(c.line), blockText(text))}
}

// addSetUp puts the set-up of the exercise before that of a task. It does nothing for the
// first task and for tasks without fields.
func (t *task) addSetUp(e *Exercise) {
	if len(e.tasks) == 0 || len(t.fields) == 0 {
		return
	}
	t.setUp.text = slices.Concat(e.setUp.text, t.setUp.text)
	t.uses = append(t.uses, e.setUp.uses...)
}

package worksheets

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/budget"
	"kernellab/kernels/expr"
)

// form judges the answers in the fields of a task. A worksheet, the Markdown file of an exercise,
// names a judge for each field, or the Go code of the exercise, its lesson, provides one.
type form struct {
	blanks      []blank
	judges      map[string]Judge // judges of all fields of the exercise
	mistakes    []mistake
	calculation answer.Calculation // judges the fields together; if nil, each is judged separately
	rightText   []ascii.Line       // replaces the judges' messages if the form is accepted
}

// blank is a field with its judge.
type blank struct {
	name, reportName string
	judge            Judge
	isChoice         bool
	follows          func(context.Context, exercises.Answers) bool // see LessonTask.Follows; may be nil
}

// mistake is an example of a misconception: answers by field, as given in the
// worksheet.
type mistake struct {
	id      string
	example exercises.Answers
}

// check judges the fields one by one and combines the results.
func (f *form) check(ctx context.Context, a exercises.Answers) exercises.Report {
	r := f.judge(ctx, a)
	for _, b := range f.blanks {
		if report, ok := r.Fields[b.name]; ok {
			report.Lines = b.lines(ctx, a[b.name])
			r.Fields[b.name] = report
		}
	}
	if r.Accepted && len(f.rightText) > 0 {
		r.Fact = f.rightText
	}
	return r
}

func (f *form) judge(ctx context.Context, a exercises.Answers) exercises.Report {
	if f.calculation != nil {
		return f.addMistake(ctx, a, f.calculation.Judge(ctx, a))
	}
	if len(f.blanks) == 1 {
		b := f.blanks[0]
		return f.judgeField(ctx, b, a[b.name]).Report(b.name)
	}
	blanks, allNoted := make([]answer.Blank, len(f.blanks)), true
	for i, b := range f.blanks {
		r := f.judgeField(ctx, b, a[b.name])
		if r.Verdict == exercises.NotEqual && b.follows != nil && b.follows(ctx, a) {
			r = r.AsFollowing()
		}
		allNoted = allNoted && r.Verdict == exercises.Noted
		blanks[i] = answer.Blank{Name: b.name, Label: b.reportName,
			Judge: func(context.Context, string) answer.Result { return r }}
		if !b.isChoice {
			blanks[i].Accepts = func(ctx context.Context, text string) bool { return b.judge.Check(ctx, text).Accepted }
		}
	}
	r := answer.JudgeForm(ctx, a, blanks)
	if allNoted {
		r.Verdict = exercises.Noted
	}
	return r
}

// lines returns the verdicts on the lines of a derivation, or nil for other fields.
func (b blank) lines(ctx context.Context, text string) (out []exercises.Verdict) {
	if b.judge.Lines == nil {
		return nil
	}
	for _, l := range b.judge.Lines(ctx, text) {
		switch {
		case l.Follows:
			out = append(out, exercises.Equal)
		case l.Broken:
			out = append(out, exercises.NotEqual)
		}
	}
	return out
}

// addMistake adds misconceptions to the report on a calculation. If a wrong number is an
// example of a misconception, the report on its field names that misconception. The first
// of these is also the misconception of the whole report, unless the form is incomplete or
// the calculation has recognised a misconception itself.
func (f *form) addMistake(ctx context.Context, a exercises.Answers, r exercises.Report) exercises.Report {
	for _, b := range f.blanks {
		field := r.Fields[b.name]
		if !field.IsSlip() || f.isMisconception(field.Misconception) {
			continue
		}
		if id := f.mistakeIn(ctx, b.name, a[b.name]); id != "" {
			field.Misconception = id
			r.Fields[b.name] = field
			if r.Verdict.CountsAsAttempt() && !f.isMisconception(r.Misconception) {
				r.Misconception, r.Advice = id, nil
			}
		}
	}
	return r
}

// isMisconception reports whether the worksheet describes a misconception with this ID.
func (f *form) isMisconception(id string) bool {
	return slices.ContainsFunc(f.mistakes, func(m mistake) bool { return m.id == id })
}

// mistakeIn returns the ID of a misconception with an example that consists only of this text in
// this field, or "".
func (f *form) mistakeIn(ctx context.Context, field, text string) string {
	for _, m := range f.mistakes {
		example, ok := m.example[field]
		if ok && len(m.example) == 1 && f.sameAnswer(ctx, field, text, example) {
			return m.id
		}
	}
	return ""
}

// judgeField judges one field. If the answer is an example of a misconception, the message
// in the worksheet replaces general advice, and the answer is wrong even if its judge
// cannot decide.
func (f *form) judgeField(ctx context.Context, b blank, text string) answer.Result {
	r := b.judge.Check(ctx, text)
	undecided := r.Verdict == exercises.Undecided
	if r.Accepted || !undecided && !r.Verdict.CountsAsAttempt() {
		return r
	}
	if f.isMisconception(r.Misconception) {
		r.Advice = nil
		return r
	}
	id := f.mistakeIn(ctx, b.name, text)
	switch {
	case id == "" || undecided && budget.CallErr(ctx) != nil:
		return r
	case undecided:
		r.Verdict, r.Fact = exercises.NotEqual, nil
	}
	r.Misconception, r.Advice = id, nil
	return r
}

// sameAnswer reports whether two texts are the same answer to a field.
func (f *form) sameAnswer(ctx context.Context, field, typed, example string) bool {
	if strings.TrimSpace(typed) == strings.TrimSpace(example) {
		return true
	}
	j := f.judges[field]
	return j.Same != nil && j.Same(ctx, typed, example)
}

// reference adds the right answers that the judges know to the right answers in the
// worksheet.
func (f *form) reference(written exercises.Answers) exercises.Answers {
	for _, b := range f.blanks {
		if written[b.name] == "" && b.judge.Reference != "" {
			written = written.With(b.name, b.judge.Reference)
		}
	}
	return written
}

// labels maps the fields of an exercise to their labels. Students sometimes repeat the label in an
// answer. The label is removed before judges, lessons and scenes see the answer.
type labels map[string]fieldLabel

// fieldLabel is the label of a field, with other names of the quantity that the field asks
// for.
type fieldLabel struct {
	text       string
	otherNames []string
}

// strip returns the text without the label. It returns an error if another statement
// precedes the answer.
func (l fieldLabel) strip(text string) (string, *answer.SyntaxError) {
	return answer.WithoutLabel(text, l.text, l.otherNames...)
}

// add records the label of a field, unless the field offers choices or its judge accepts relations.
func (l labels) add(f field, v values, j Judge) {
	if f.Kind == exercises.ChoiceField || j.Relates {
		return
	}
	label := fieldLabel{text: v.text(f.Label)}
	for _, name := range f.otherNames {
		label.otherNames = append(label.otherNames, v.text(name))
	}
	l[f.Name] = label
}

// stripAll returns the answers without the labels of their fields. It leaves an answer
// unchanged if another statement precedes it.
func (l labels) stripAll(a exercises.Answers) exercises.Answers {
	var out exercises.Answers
	for name, text := range a {
		label, known := l[name]
		if !known {
			continue
		}
		if stripped, err := label.strip(text); err == nil && stripped != text {
			if out == nil {
				out = maps.Clone(a)
			}
			out[name] = stripped
		}
	}
	if out == nil {
		return a
	}
	return out
}

// refusal returns a report on the first field whose text begins with a statement other than its
// label. The second result is false if there is no such field.
func (l labels) refusal(fields []exercises.Field, a exercises.Answers) (exercises.Report, bool) {
	for _, f := range fields {
		if err := l.statementError(f.Name, a[f.Name]); err != nil {
			return exercises.Report{
				Verdict: exercises.Unreadable, Fact: ascii.PlainLines(err.Error()),
				Fields: map[string]exercises.FieldReport{
					f.Name: {Verdict: exercises.Unreadable, Message: err.Error(), At: err.At, Fix: err.Fix},
				},
			}, true
		}
	}
	return exercises.Report{}, false
}

// statementError returns an error if a statement other than the label precedes the answer, else nil.
func (l labels) statementError(field, text string) *answer.SyntaxError {
	label, known := l[field]
	if !known {
		return nil
	}
	_, err := label.strip(text)
	return err
}

// The cells of a table. {field} is a blank, {field: text} is a text that appears when one or
// several fields are right, and {field: text | before} shows "before" until then.
var (
	blankCell   = expr.Pattern(`^\{([a-z][a-z0-9]*(?:[_-][a-z0-9]+)*)\}$`)
	waitingCell = expr.Pattern(`^\{([a-z][a-z0-9_, -]*): (.*)\}$`)
)

// tables reads the block "table": one table, or a list. A name in the list refers to a table of the
// lesson.
func (b *builder) tables(c chunk) {
	var written node
	if !decode(c, &written, b.problems) {
		return
	}
	list := []node{b.withFilePlaces(c, written)}
	if list[0].kind == listNode {
		list = list[0].list
	}
	for _, n := range list {
		if n.kind == textNode || b.checkTable(n) {
			b.task.tables = append(b.task.tables, n)
		}
	}
}

// checkTable checks the form of a table.
func (b *builder) checkTable(n node) bool {
	columns, rows := valueAt(n, "columns"), valueAt(n, "rows")
	if !checkKeys("a table", []string{"columns", "rows"}, n, b.problems) {
		return false
	}
	if columns.kind != listNode || rows.kind != listNode || len(rows.list) == 0 {
		b.add(n.at, "write columns: [point, x] and rows: with a list of cells each", "a table needs columns and rows")
		return false
	}
	for _, r := range rows.list {
		if len(r.list) != len(columns.list) {
			b.add(r.at, "give every column a cell, an empty one as \"\"",
				"a row has %d cells, and there are %d columns", len(r.list), len(columns.list))
			return false
		}
		for _, cell := range r.list {
			if cell.kind != textNode {
				b.add(cell.at, "put it in quotes", "a cell must be a text")
				return false
			}
			b.checkCellFields(cell)
		}
	}
	return true
}

// checkCellFields reports a cell that names no field of the task.
func (b *builder) checkCellFields(cell node) {
	for _, form := range []*regexp.Regexp{blankCell(), waitingCell()} {
		m := form.FindStringSubmatch(cell.text)
		if m == nil {
			continue
		}
		for _, name := range strings.Split(m[1], ", ") {
			if _, ok := b.task.field(name); !ok {
				b.add(cell.at, "put the block under fields, and name them", "%q is no field of task %s", name,
					b.task.name)
			}
		}
	}
}

// valueAt returns the value of a key in a mapping, or the zero node.
func valueAt(n node, key string) node {
	v, _ := n.get(key)
	return v
}

// fieldTables returns the tables of a task, with variables replaced by their values.
// Each blank must be a field of the task, and none may occur twice.
func (b *binding) fieldTables(t task, fromLesson LessonTask, v values) []exercises.FieldTable {
	var out []exercises.FieldTable
	namedTables := map[string]bool{}
	for _, n := range t.tables {
		table, ok := tableOf(n, v), true
		if n.kind == textNode {
			namedTables[n.text] = true
			table, ok = fromLesson.Tables[n.text]
		}
		if !ok {
			b.problem(t.line, "the lesson has no table %q for task %s", n.text, t.name)
		}
		out = append(out, table)
	}
	for _, name := range slices.Sorted(maps.Keys(fromLesson.Tables)) {
		if !namedTables[name] {
			b.problem(t.line, "the lesson has a table %s, which task %s does not name", name, t.name)
		}
	}
	b.checkBlanks(t, out)
	return out
}

// checkBlanks checks the blanks of some tables against the fields.
func (b *binding) checkBlanks(t task, tables []exercises.FieldTable) {
	seen := map[string]bool{}
	for _, table := range tables {
		for _, field := range table.Blanks() {
			if _, ok := t.field(field); !ok {
				b.problem(t.line, "a table of task %s has a blank for %q, which is not one of its fields", t.name, field)
			}
			if seen[field] {
				b.problem(t.line, "the tables of task %s have the blank %q twice", t.name, field)
			}
			seen[field] = true
		}
	}
}

// tableOf returns a table of the worksheet.
func tableOf(n node, v values) exercises.FieldTable {
	var out exercises.FieldTable
	for i, c := range valueAt(n, "columns").list {
		title, isLeftAligned := c, i == 0
		if c.kind == mapNode {
			title, isLeftAligned = valueAt(c, "column"), isLeftAligned || valueAt(c, "left").text == "true"
		}
		out.Columns = append(out.Columns, ascii.Column{Title: v.text(title.text), Right: !isLeftAligned})
	}
	for _, r := range valueAt(n, "rows").list {
		var row []exercises.Cell
		for _, c := range r.list {
			row = append(row, cellOf(c.text, v))
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// cellOf returns a cell of the worksheet.
func cellOf(text string, v values) exercises.Cell {
	if m := blankCell().FindStringSubmatch(text); m != nil {
		return exercises.Cell{Field: m[1]}
	}
	m := waitingCell().FindStringSubmatch(text)
	if m == nil {
		return exercises.Cell{Text: v.line(Inked(text))}
	}
	then, before, _ := strings.Cut(m[2], " | ")
	if before == "" {
		before = "`dim|…`"
	}
	return exercises.Cell{Text: v.line(Inked(then)), Reveals: strings.Split(m[1], ", "),
		HiddenText: v.line(Inked(before))}
}

package worksheets

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/kernels/expr"
)

// The cells of a table. {field} is a blank, {field: text} is a text that appears when
// one or several fields are right, and {field: text | before} has another text until
// then.
var (
	blankCell   = expr.Pattern(`^\{([a-z][a-z0-9]*(?:[_-][a-z0-9]+)*)\}$`)
	waitingCell = expr.Pattern(`^\{([a-z][a-z0-9_, -]*): (.*)\}$`)
)

// tables reads the block table: one table, or a list. A name in the list refers to a
// table of the lesson.
func (b *builder) tables(c chunk) {
	var written node
	if !decode(c, &written, b.problems) {
		return
	}
	list := []node{b.placed(c, written)}
	if list[0].kind == listNode {
		list = list[0].list
	}
	for _, n := range list {
		if n.kind == textNode || b.table(n) {
			b.step.tables = append(b.step.tables, n)
		}
	}
}

// table checks the form of a table.
func (b *builder) table(n node) bool {
	columns, rows := under(n, "columns"), under(n, "rows")
	if !knownKeys("a table", []string{"columns", "rows"}, n, b.problems) {
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
				b.add(cell.at, "put it in quotes", "a cell is not a text")
				return false
			}
			b.cellField(cell)
		}
	}
	return true
}

// cellField reports a cell that names no field of the task.
func (b *builder) cellField(cell node) {
	for _, form := range []*regexp.Regexp{blankCell(), waitingCell()} {
		m := form.FindStringSubmatch(cell.text)
		if m == nil {
			continue
		}
		for _, name := range strings.Split(m[1], ", ") {
			if _, ok := b.step.field(name); !ok {
				b.add(cell.at, "put the block under fields, and name them", "%q is no field of step %s", name,
					b.step.name)
			}
		}
	}
}

// under returns the value of a key, or the zero node.
func under(n node, key string) node {
	v, _ := n.get(key)
	return v
}

// fieldTables returns the tables of a task with the values filled in. Each blank must
// be a field of the task, and none may occur twice.
func (b *binding) fieldTables(s step, behaviour Behaviour, v values) []exercises.FieldTable {
	var out []exercises.FieldTable
	named := map[string]bool{}
	for _, n := range s.tables {
		table, ok := tableOf(n, v), true
		if n.kind == textNode {
			named[n.text] = true
			table, ok = behaviour.Tables[n.text]
		}
		if !ok {
			b.problem(s.line, "the lesson has no table %q for step %s", n.text, s.name)
		}
		out = append(out, table)
	}
	for _, name := range slices.Sorted(maps.Keys(behaviour.Tables)) {
		if !named[name] {
			b.problem(s.line, "the lesson has a table %s, which step %s does not name", name, s.name)
		}
	}
	b.oneBlankEach(s, out)
	return out
}

// oneBlankEach checks the blanks of some tables against the fields.
func (b *binding) oneBlankEach(s step, tables []exercises.FieldTable) {
	seen := map[string]bool{}
	for _, table := range tables {
		for _, blank := range table.Blanks() {
			if _, ok := s.field(blank.Field); !ok {
				b.problem(s.line, "a table of step %s has a blank for %q, which is no field of it", s.name, blank.Field)
			}
			if seen[blank.Field] {
				b.problem(s.line, "the tables of step %s have the blank %q twice", s.name, blank.Field)
			}
			seen[blank.Field] = true
		}
	}
}

// tableOf returns a table of the worksheet.
func tableOf(n node, v values) exercises.FieldTable {
	var out exercises.FieldTable
	for i, c := range under(n, "columns").list {
		head, left := c, i == 0
		if c.kind == mapNode {
			head, left = under(c, "column"), left || under(c, "left").text == "true"
		}
		out.Columns = append(out.Columns, ascii.Column{Title: v.text(head.text), Right: !left})
	}
	for _, r := range under(n, "rows").list {
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
	return exercises.Cell{Text: v.line(Inked(then)), Once: strings.Split(m[1], ", "), Before: v.line(Inked(before))}
}

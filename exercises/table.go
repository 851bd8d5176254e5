package exercises

import (
	"slices"
	"strings"

	"kernellab/ascii"
)

// FieldTable is a table to fill in. Each of its blanks is a field of the task. The table
// only arranges the fields, which are judged and saved like any others.
type FieldTable struct {
	Columns []ascii.Column // headings; Width is not used
	Rows    [][]Cell
}

// SideBySide returns a table that contains only fields with their labels. Each row
// has the given number of fields.
func SideBySide(fields []Field, perRow int) FieldTable {
	t := FieldTable{Columns: make([]ascii.Column, 2*perRow)}
	for i, f := range fields {
		if i%perRow == 0 {
			t.Rows = append(t.Rows, make([]Cell, 2*perRow))
		}
		row, x := t.Rows[len(t.Rows)-1], 2*(i%perRow)
		row[x], row[x+1] = Cell{Text: ascii.Plain(strings.TrimSuffix(f.Label, " ="))}, Cell{Field: f.Name}
	}
	return t
}

// Cell is a cell of a table: a text, or the blank of a field.
type Cell struct {
	Text  ascii.Line
	Field string // the field to fill in here; "" for a text
	// Reveals names the fields whose answers Text gives away. Until all of them are
	// right, Before replaces Text.
	Reveals []string
	Before  ascii.Line
}

// Shown returns the text of a cell, given which fields are right.
func (c Cell) Shown(right func(field string) bool) ascii.Line {
	for _, field := range c.Reveals {
		if !right(field) {
			return c.Before
		}
	}
	return c.Text
}

// Blanks returns the fields of a table with their places, row by row.
func (t FieldTable) Blanks() []Blank {
	var out []Blank
	for y, row := range t.Rows {
		for x, c := range row {
			if c.Field != "" {
				out = append(out, Blank{c.Field, x, y})
			}
		}
	}
	return out
}

// Blank returns the place of a field. ok is false if the field is not in the table.
func (t FieldTable) Blank(field string) (b Blank, ok bool) {
	all := t.Blanks()
	i := slices.IndexFunc(all, func(b Blank) bool { return b.Field == field && field != "" })
	if i < 0 {
		return b, false
	}
	return all[i], true
}

// Blank is the place of a field in a table.
type Blank struct {
	Field       string
	Column, Row int
}

// Table returns the table for display, with a text for every blank.
func (t FieldTable) Table(right func(field string) bool, blank func(field string) ascii.Line) ascii.Table {
	out := ascii.Table{Columns: slices.Clone(t.Columns)}
	for _, row := range t.Rows {
		var cells []ascii.Line
		for _, c := range row {
			if c.Field != "" {
				cells = append(cells, blank(c.Field))
			} else {
				cells = append(cells, c.Shown(right))
			}
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}

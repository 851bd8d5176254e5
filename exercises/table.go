package exercises

import (
	"slices"
	"strings"

	"kernellab/ascii"
)

// Sheet is a table that is filled in: given cells, and blanks between them, each
// of which is a field of the step. It says where the fields stand and nothing
// else: a field is asked, judged and saved as any other.
type Sheet struct {
	Columns []ascii.Column // their heads; Width is not used
	Rows    [][]Cell
}

// SideBySide is a sheet of fields alone, each behind its label, so many in a row.
func SideBySide(fields []Field, across int) Sheet {
	s := Sheet{Columns: make([]ascii.Column, 2*across)}
	for i, f := range fields {
		if i%across == 0 {
			s.Rows = append(s.Rows, make([]Cell, 2*across))
		}
		row, x := s.Rows[len(s.Rows)-1], 2*(i%across)
		row[x], row[x+1] = Cell{Text: ascii.Plain(strings.TrimSuffix(f.Label, " ="))}, Cell{Field: f.Name}
	}
	return s
}

// Cell is one cell of a sheet: a text, or the blank of a field.
type Cell struct {
	Text  ascii.Line
	Field string // it is filled in here; "" for a text
	// Once are fields. Until what is in all of them is right, Before stands in the
	// place of Text, which would give it away.
	Once   []string
	Before ascii.Line
}

// Shown is the text of a cell, given which fields are right.
func (c Cell) Shown(right func(field string) bool) ascii.Line {
	for _, field := range c.Once {
		if !right(field) {
			return c.Before
		}
	}
	return c.Text
}

// Blanks are the fields of a sheet with their places, row by row.
func (s Sheet) Blanks() []Blank {
	var out []Blank
	for y, row := range s.Rows {
		for x, c := range row {
			if c.Field != "" {
				out = append(out, Blank{c.Field, x, y})
			}
		}
	}
	return out
}

// Blank is the place of a field, not ok where it stands elsewhere.
func (s Sheet) Blank(field string) (b Blank, ok bool) {
	all := s.Blanks()
	i := slices.IndexFunc(all, func(b Blank) bool { return b.Field == field && field != "" })
	if i < 0 {
		return b, false
	}
	return all[i], true
}

// Filled reports whether there are blanks in a column.
func (s Sheet) Filled(column int) bool {
	return slices.ContainsFunc(s.Blanks(), func(b Blank) bool { return b.Column == column })
}

// Blank is the place of a field in a sheet.
type Blank struct {
	Field       string
	Column, Row int
}

// Table is a sheet to be read, with a text for every blank.
func (s Sheet) Table(right func(field string) bool, blank func(field string) ascii.Line) ascii.Table {
	t := ascii.Table{Columns: slices.Clone(s.Columns)}
	for _, row := range s.Rows {
		var out []ascii.Line
		for _, c := range row {
			if c.Field != "" {
				out = append(out, blank(c.Field))
			} else {
				out = append(out, c.Shown(right))
			}
		}
		t.Rows = append(t.Rows, out)
	}
	return t
}

// Texts are all texts of a sheet, those that wait for a field included.
func (s Sheet) Texts() []ascii.Line {
	var out []ascii.Line
	for _, c := range s.Columns {
		out = append(out, ascii.Plain(c.Title))
	}
	for _, row := range s.Rows {
		for _, c := range row {
			out = append(out, c.Text, c.Before)
		}
	}
	return out
}

package exercise

import (
	"cmp"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// newFields returns the components for the fields of a task and for its tables.
func newFields(t *theme.Theme, info exercises.Info) *ui.Form {
	entries, byName := make([]*ui.Entry, len(info.Fields)), map[string]*ui.Entry{}
	for i, f := range info.Fields {
		e := &ui.Entry{Name: f.Name, Label: f.Label, Width: f.Width, Group: f.Group}
		if f.Kind == exercises.ChoiceField {
			e.Input = newChoices(t, f.Choices)
		} else {
			input := ui.NewField(t)
			input.IsDerivation = f.Derivation
			e.Input, e.Example = input, f.Example()
		}
		entries[i], byName[f.Name] = e, e
	}
	tables := make([]*ui.Table, len(info.Tables))
	for i, table := range info.Tables {
		rows := make([][]ui.Cell, len(table.Rows))
		for y, row := range table.Rows {
			for _, c := range row {
				rows[y] = append(rows[y], ui.Cell{ReservedWidth: max(t.View().TransliterateLine(c.Text).Width(),
					t.View().TransliterateLine(c.HiddenText).Width()), Entry: byName[c.Field]})
			}
		}
		tables[i] = ui.NewTable(t, table.Columns, rows)
	}
	return ui.NewForm(t, entries, tables...)
}

func newChoices(t *theme.Theme, choices []exercises.Choice) *ui.Choices {
	options := make([]ui.Choice, len(choices))
	for i, c := range choices {
		options[i] = ui.Choice(c)
	}
	return ui.NewChoices(t, options...)
}

// inTable reports whether field i is in a table.
func (f *Form) inTable(i int) bool {
	return slices.ContainsFunc(f.Info.Tables, func(t exercises.FieldTable) bool {
		return slices.Contains(t.Blanks(), f.FieldName(i))
	})
}

// tableWidth returns the preferred width of the widest table of the form.
func (f *Form) tableWidth() int {
	n := 0
	for _, t := range f.fields.Tables {
		n = max(n, t.Width())
	}
	return n
}

// WriteTo adds the question and the fields to a document.
func (f *Form) WriteTo(d *ui.Document) {
	formulas := d.FormulaLines()
	if len(f.Info.Question) > 0 {
		d.AddGap()
		if len(f.Info.Tables) > 0 {
			d.SetStickyHeading(d.Len(), questionLine(f.Info.Question))
		}
		d.Write(questionLine(f.Info.Question))
	}
	if len(f.Info.Fields)+len(f.Info.Tables) == 0 {
		return
	}
	d.AddGap()
	if len(f.Info.Tables) > 0 {
		d.Pin(d.Len(), formulas...)
	}
	f.updateRemarks()
	f.fields.WriteTo(d)
}

// updateRemarks updates the remarks on the fields, and reveals texts in tables that
// depend on right answers.
func (f *Form) updateRemarks() {
	for i, e := range f.fields.Entries {
		e.Remark = f.remarkFor(i)
	}
	for i, t := range f.Info.Tables {
		for y, row := range t.Rows {
			for x, c := range row {
				f.fields.Tables[i].Rows[y][x].Text = c.VisibleText(f.isRight)
			}
		}
	}
}

// remarkFor returns what is shown next to field i: the verdict on it or, if there is none, how the
// task parses its text.
func (f *Form) remarkFor(i int) ui.Remark {
	name, echo := f.FieldName(i), f.Echoes[f.FieldName(i)]
	verdict, judged := f.fieldReports[name]
	suggested := f.suggestionsFor(i)
	out := ui.Remark{Mark: markOf(verdict), Fix: suggested.fix, Reading: echo.Reading}
	for _, v := range verdict.Lines {
		// The lines have marks in place of the field.
		out.Mark, out.LineMarks = ui.NoMark, append(out.LineMarks, markOf(exercises.FieldReport{Verdict: v}))
	}
	for _, r := range suggested.readings {
		out.Readings = append(out.Readings, ui.Choice{Value: r.Text, Label: r.Shown})
	}
	set := func(words string, at int) { // at is the index of the wrong rune, or −1
		out.Text, out.WrongRune = ascii.Inked(words, ascii.Dim), at+1
	}
	inTable, words := f.inTable(i), verdict.Words()
	switch {
	case verdict.Message != "":
		set(verdict.Message, verdict.At)
		out.Lasting = true
	case inTable && judged && verdict.Verdict.CountsAsAttempt() && !f.isRight(name) &&
		(f.report == nil || words != f.report.FirstLine()): // the report does not show it already
		set(words, -1)
	case cmp.Or(echo.Note, echo.Problem) != "":
		set(cmp.Or(echo.Note, echo.Problem), echo.At)
	case echo.Reading != "" && len(echo.Readings) < 2 && echo.Reading !=
		strings.ReplaceAll(strings.TrimPrefix(strings.TrimSpace(f.Answers[name]), "+"), "-", "−"): // not just the text
		words := "= " + echo.Reading
		if strings.Contains(echo.Reading, "=") { // the reading is a whole equation
			words = echo.Reading
		}
		set(words, -1)
	}
	return out
}

// isRight reports whether a field is known to be right.
func (f *Form) isRight(name string) bool {
	v := f.fieldReports[name].Verdict
	return v == exercises.Equal || v == exercises.OtherForm
}

func markOf(r exercises.FieldReport) ui.Mark {
	switch {
	case !r.Verdict.CountsAsAttempt():
		return ui.NoMark
	case r.Verdict == exercises.Equal:
		return ui.Right
	case r.Follows || r.Verdict == exercises.OtherForm:
		return ui.Follows
	}
	return ui.Wrong
}

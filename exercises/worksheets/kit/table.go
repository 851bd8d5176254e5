package kit

import (
	"context"
	"regexp"
	"strings"
	"sync"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// tableScene is a table whose cells are texts, or {field} for what is typed
// there. A row may wait until fields are right.
func tableScene(p *worksheets.Params) worksheets.SceneFunc {
	by := leversOf(p, "sliders")
	title, columns, notes := by.title(p, "table"), p.Parts("columns", "column", "width", "left"), livesOf(p, "notes", by)
	rows := p.Parts("rows", "row", "once")
	for _, r := range rows {
		r.Fields("once")
		for _, text := range r.Texts("row") {
			by.read(r, "row", text)
		}
		if n := len(r.Texts("row")); n != len(columns) {
			r.Fail("row", "", "a row has %d cells, and there are %d columns", n, len(columns))
		}
	}
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		table := ascii.Table{}
		for i, c := range columns {
			table.Columns = append(table.Columns, ascii.Column{Title: c.Text("column"), Width: c.Int("width"), Right: i > 0 && !c.Flag("left")})
		}
		for _, r := range rows {
			once := r.Texts("once")
			if len(once) == 0 {
				table.Rows = append(table.Rows, cells(ctx, r, by, a, ascii.Dim, ascii.Text))
			} else if r.Right(ctx, a, once...) {
				table.Rows = append(table.Rows, cells(ctx, r, by, a, ascii.Good, ascii.Good))
			}
		}
		return exercises.Scene{
			Figures: []exercises.Figure{stage.Table(title(a), table)},
			Notes:   shown(ctx, notes, a), Controls: by.controls(a),
		}
	}
}

// cells are the cells of a row, the first of them its head.
func cells(ctx context.Context, row *worksheets.Params, by levers, a exercises.Answers, head, body ascii.Ink) []ascii.Line {
	var out []ascii.Line
	at := by.values(a)
	for i, text := range row.Texts("row") {
		ink := body
		if i == 0 {
			ink = head
		}
		out = append(out, cell(ctx, row, by.fill(text, at), a, ink))
	}
	return out
}

// onceRight matches {name: text}, a text that is shown once a field is right.
var onceRight = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\{([a-z][a-z0-9_-]*): (.*)\}$`) })

// cell is a text in an ink or with inks of its own, what is typed into the
// field that it names, a dot where nothing can be read, or a text that waits
// for a field to be right.
func cell(ctx context.Context, p *worksheets.Params, text string, a exercises.Answers, ink ascii.Ink) ascii.Line {
	if m := onceRight().FindStringSubmatch(text); m != nil && p.IsField(m[1]) {
		if p.Right(ctx, a, m[1]) {
			return ascii.Inked(m[2], ascii.Good)
		}
		return ascii.Inked("…", ascii.Dim)
	}
	at := placeFor().FindStringSubmatch(text)
	switch {
	case strings.Contains(text, "`"):
		return worksheets.Inked(text)
	case at == nil || at[0] != text || !p.IsField(at[1]):
		return ascii.Inked(trueMinus(text), ink)
	}
	if reading := p.Reading(ctx, a, at[1]); reading != "" {
		return ascii.Inked(reading, ink)
	}
	return ascii.Inked("·", ascii.Dim)
}

package kit

import (
	"context"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// sidesScene is a table of formulas with their values at the numbers that are typed
// into a field.
func sidesScene(p *worksheets.Params) worksheets.SceneFunc {
	title, field, letters := p.Needed("sides"), p.Field("field"), p.Texts("in")
	type row struct {
		name string
		of   answer.Func
	}
	var rows []row
	for _, r := range p.Parts("rows", "name", "of") {
		e, _ := expression(r, "of", r.Needed("of"), answer.Scope{Vars: letters})
		f, err := e.Compile(letters...)
		if err != nil {
			r.Fail("of", "", "%v", err)
		}
		rows = append(rows, row{r.Needed("name"), f})
	}
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		v, stop := answer.Values(ctx, a[field], len(letters))
		table := ascii.Table{Columns: []ascii.Column{{Title: ""}, {Title: "at your numbers", Right: true}}}
		for _, r := range rows {
			value := ascii.Inked("…", ascii.Dim)
			if stop == nil {
				value = ascii.Plain(anatomy.Num(r.of.Value(v...)))
			}
			table.Rows = append(table.Rows, []ascii.Line{ascii.Inked(r.name, ascii.Dim), value})
		}
		return exercises.Scene{Figures: []exercises.Figure{stage.Table(title, table)}}
	}
}

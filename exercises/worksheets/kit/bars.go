package kit

import (
	"context"
	"fmt"
	"math"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// barsScene is sizes side by side on a logarithmic scale, or on one from 0 to most, each
// a function of the levers.
func barsScene(p *worksheets.Params) worksheets.SceneFunc {
	by := leversOf(p, "sliders")
	title, unit, most, notes := by.title(p, "bars"), p.Text("unit"), p.Float("most"), livesOf(p, "notes", by)
	type row struct {
		label string
		size  answer.Func
		ink   ascii.Ink
		once  []string // fields that have to be right before it is drawn
	}
	var rows []row
	for _, r := range p.Parts("rows", "label", "size", "ink", "once") {
		by.read(r, "label", r.Needed("label"))
		rows = append(rows, row{r.Text("label"), by.law(r, "size", r.Needed("size")), inkOf(r, "1"), r.Fields("once")})
	}
	empty, length := ascii.Bars{Few: true}, func(size float64) float64 { return math.Log10(max(size, 1)) }
	empty.Said = func(log float64) string { return amount(math.Pow(10, log), unit) }
	if most > 0 {
		length = func(size float64) float64 { return size }
		empty.Range, empty.Said = ascii.Range{Max: most}, func(v float64) string { return amount(v, unit) }
	}
	for _, m := range p.Parts("marks", "at", "label") {
		empty.Refs = append(empty.Refs, ascii.RefLine{Y: length(m.Float("at")), Label: m.Needed("label"), Ink: ascii.Warn})
	}
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		at, chart := by.values(a), empty
		for _, r := range rows {
			bar := ascii.Bar{Label: by.fill(r.label, at), Value: math.NaN()}
			if p.Right(ctx, a, r.once...) {
				bar.Value, bar.Ink = length(r.size.Value(at...)), r.ink
			}
			chart.Bars = append(chart.Bars, bar)
		}
		s := exercises.Scene{Figures: []exercises.Figure{stage.Main(title(a), chart)}, Notes: shown(ctx, notes, a), Controls: by.controls(a)}
		for _, m := range empty.Refs {
			s.Notes = append(s.Notes, ascii.Line{{Text: "dotted: ", Ink: ascii.Warn}, {Text: m.Label, Ink: ascii.Dim}})
		}
		return s
	}
}

// amount writes a size with three digits and a decimal prefix: 1.34 GB.
func amount(v float64, unit string) string {
	prefixes := []string{"", "k", "M", "G", "T", "P", "E"}
	k := 0
	if math.IsNaN(v) {
		return "…" // it waits for an answer
	}
	for v >= 999.5 && k < len(prefixes)-1 {
		v, k = v/1000, k+1
	}
	return strings.TrimSpace(fmt.Sprintf("%.3g %s%s", v, prefixes[k], unit))
}

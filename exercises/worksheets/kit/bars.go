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

// barsScene is sizes side by side on a logarithmic scale, or on one from 0 on,
// some of them a function of a slider.
func barsScene(p *worksheets.Params) worksheets.SceneFunc {
	by := leversOf(p, "sliders")
	b := bars{title: by.title(p, "bars"), unit: p.Text("unit"), most: p.Float("most"), by: by, notes: livesOf(p, "notes", by)}
	for _, r := range p.Parts("rows", "label", "size", "ink", "once") {
		by.read(r, "label", r.Needed("label"))
		b.rows = append(b.rows, row{r.Text("label"), by.law(r, "size", r.Needed("size")), r.Choice("ink", "1", "2", "3", "4"), r.Fields("once")})
	}
	for _, m := range p.Parts("marks", "at", "label") {
		b.marks = append(b.marks, ascii.RefLine{Y: math.Log10(max(m.Float("at"), 1)), Label: m.Needed("label"), Ink: ascii.Warn})
	}
	b.right = p.Right
	return b.scene
}

// bars are sizes on a logarithmic scale, or on one from 0 to most where that is
// not 0.
type bars struct {
	title func(exercises.Answers) string
	unit  string
	most  float64
	by    levers
	rows  []row
	marks []ascii.RefLine
	notes []live
	right func(context.Context, exercises.Answers, ...string) bool
}

// row is one size, a function of the levers.
type row struct {
	label string
	size  answer.Func
	ink   string
	once  []string // fields that have to be right before it is drawn
}

func (b bars) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	s := exercises.Scene{Notes: shown(ctx, b.notes, a), Controls: b.by.controls(a)}
	at := b.by.values(a)
	chart := b.empty()
	for _, r := range b.rows {
		if !b.right(ctx, a, r.once...) {
			chart.Bars = append(chart.Bars, ascii.Bar{Label: b.by.fill(r.label, at), Value: math.NaN()})
			continue
		}
		chart.Bars = append(chart.Bars, ascii.Bar{
			Label: b.by.fill(r.label, at), Value: b.length(r.size.Value(at...)),
			Ink: map[string]ascii.Ink{"1": ascii.Symbol1, "2": ascii.Symbol2, "3": ascii.Symbol3, "4": ascii.Symbol4}[r.ink],
		})
	}
	for _, m := range b.marks {
		s.Notes = append(s.Notes, ascii.Line{{Text: "dotted: ", Ink: ascii.Warn}, {Text: m.Label, Ink: ascii.Dim}})
	}
	s.Figures = []exercises.Figure{stage.Main(b.title(a), chart)}
	return s
}

// empty is the chart without its bars.
func (b bars) empty() ascii.Bars {
	if b.most > 0 {
		return ascii.Bars{Few: true, Range: ascii.Range{Max: b.most}, Said: func(v float64) string { return amount(v, b.unit) }}
	}
	return ascii.Bars{Few: true, Refs: b.marks, Said: func(log float64) string { return amount(math.Pow(10, log), b.unit) }}
}

// length is a size as it is drawn.
func (b bars) length(size float64) float64 {
	if b.most > 0 {
		return size
	}
	return math.Log10(max(size, 1))
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

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

// barsScene is sizes side by side on a logarithmic scale, some of them a
// function of a slider.
func barsScene(p *worksheets.Params) worksheets.SceneFunc {
	b := bars{title: p.Needed("bars"), unit: p.Text("unit"), notes: livesOf(p, "notes")}
	for _, s := range p.Parts("slider", "name", "from", "to") {
		b.slider = &exercises.Control{Name: s.Needed("name"), Label: s.Text("name"), Min: max(s.Float("from"), 1), Max: max(s.Float("to"), 10), Step: 0.25, Log: true}
	}
	for _, r := range p.Parts("rows", "label", "size", "ink") {
		b.rows = append(b.rows, row{r.Needed("label"), b.law(r, "size"), r.Choice("ink", "1", "2", "3", "4")})
	}
	for _, m := range p.Parts("marks", "at", "label") {
		b.marks = append(b.marks, ascii.RefLine{Y: math.Log10(max(m.Float("at"), 1)), Label: m.Needed("label"), Ink: ascii.Warn})
	}
	return b.scene
}

// bars are sizes on a logarithmic scale.
type bars struct {
	title, unit string
	slider      *exercises.Control // nil: none
	rows        []row
	marks       []ascii.RefLine
	notes       []live
}

// row is one size, a function of the slider where there is one.
type row struct {
	label string
	size  answer.Func
	ink   string
}

// law reads a size.
func (b bars) law(p *worksheets.Params, name string) answer.Func {
	var letters []string
	if b.slider != nil {
		letters = []string{b.slider.Name}
	}
	e, ok := expression(p, name, p.Needed(name), answer.Scope{Vars: letters})
	f, err := e.Compile(letters...)
	if ok && err != nil {
		p.Fail(name, "", "%v", err)
	}
	return f
}

func (b bars) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	s := exercises.Scene{Notes: shown(ctx, b.notes, a)}
	var at []float64
	if b.slider != nil {
		c := *b.slider
		c.Value = stage.Chosen(a, c.Name, exercises.FormatNumber(c.Min))
		s.Controls = []exercises.Control{c}
		at = []float64{c.Number()}
	}
	chart := ascii.Bars{Refs: b.marks, Said: func(log float64) string { return amount(math.Pow(10, log), b.unit) }}
	for _, r := range b.rows {
		label := r.label
		if len(at) > 0 {
			label = strings.ReplaceAll(label, "{"+b.slider.Name+"}", exercises.Typeset(exercises.FormatNumber(at[0])))
		}
		chart.Bars = append(chart.Bars, ascii.Bar{
			Label: label, Value: math.Log10(max(r.size.Value(at...), 1)),
			Ink: map[string]ascii.Ink{"1": ascii.Symbol1, "2": ascii.Symbol2, "3": ascii.Symbol3, "4": ascii.Symbol4}[r.ink],
		})
	}
	for _, m := range b.marks {
		s.Notes = append(s.Notes, ascii.Line{{Text: "dotted: ", Ink: ascii.Warn}, {Text: m.Label, Ink: ascii.Dim}})
	}
	s.Figures = []exercises.Figure{{Title: b.title, Role: exercises.Main, Plot: chart}}
	return s
}

// amount writes a size with three digits and a decimal prefix: 1.34 GB.
func amount(v float64, unit string) string {
	prefixes := []string{"", "k", "M", "G", "T", "P", "E"}
	k := 0
	for v >= 999.5 && k < len(prefixes)-1 {
		v, k = v/1000, k+1
	}
	return strings.TrimSpace(fmt.Sprintf("%.3g %s%s", v, prefixes[k], unit))
}

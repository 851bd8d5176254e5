package kit

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels/expr"
)

// boxesScene returns a scene that shows rows of matrices, drawn as boxes to scale, with operators
// such as · and = between the boxes. A scene is shown next to the text of a task.
func boxesScene(p *worksheets.Params) worksheets.SceneFunc {
	controls := readControls(p)
	title := controls.title(p, "boxes")
	var rows [][]box
	for _, r := range p.Parts("rows", "row") {
		var row []box
		for _, text := range r.Texts("row") {
			row = append(row, boxOf(r, controls, text))
		}
		rows = append(rows, row)
	}
	return func(_ context.Context, a exercises.Answers) exercises.Scene {
		return exercises.Scene{
			Figures:  []exercises.Figure{stage.Main(title(a), boxFigure{rows, controls.values(a)})},
			Controls: controls.withAnswers(a),
		}
	}
}

// boxFigure shows rows of boxes. The values of the sliders determine the sizes of the boxes. A row
// that is too wide continues below.
type boxFigure struct {
	rows         [][]box
	sliderValues []float64
}

// textBlock draws the boxes in a width of w columns.
func (f boxFigure) textBlock(w int) (out ascii.TextBlock) {
	for i, row := range f.rows {
		if i > 0 {
			out.Lines = append(out.Lines, nil)
		}
		lines := boxLines(row, f.sliderValues)
		if breakIndex := breakOf(row); lines[0].Width() > w && breakIndex > 0 {
			lines = append(boxLines(row[:breakIndex], f.sliderValues), boxLines(row[breakIndex:], f.sliderValues)...)
		}
		out.Lines = append(out.Lines, lines...)
	}
	return out
}

// breakOf returns the index of the box at which a row that is too wide continues below: the first
// operator other than ·. It returns −1 if there is none.
func breakOf(row []box) int {
	return slices.IndexFunc(row, func(b box) bool { return !b.hasSize && b.text != "·" })
}

func (f boxFigure) Draw(dst *ascii.Grid, area ascii.Rect, v ascii.View) {
	f.textBlock(area.W).Draw(dst, area, v)
}

func (f boxFigure) PreferredHeight(w int, v ascii.View) int {
	return f.textBlock(w).PreferredHeight(w, v)
}

func (f boxFigure) PreferredWidth(v ascii.View) int {
	return f.textBlock(math.MaxInt).PreferredWidth(v)
}

// Words returns a sentence about each row, such as "XᵀX is 5 by 5".
func (f boxFigure) Words() []string {
	var out []string
	for _, row := range f.rows {
		var parts []string
		for _, b := range row {
			if b.hasSize {
				parts = append(parts, fmt.Sprintf("%s is %d by %d", b.text, sideLength(b.rows, f.sliderValues),
					sideLength(b.cols, f.sliderValues)))
			}
		}
		out = append(out, strings.Join(parts, ", ")+".")
	}
	return out
}

// box is a matrix with its size or, if hasSize is false, an operator between two matrices.
type box struct {
	text       string
	rows, cols answer.Func
	hasSize    bool
}

// boxOf reads a matrix, written as "X: n × d", or an operator.
func boxOf(p *worksheets.Params, controls controlSet, text string) box {
	name, size, ok := strings.Cut(text, ":")
	if !ok {
		return box{text: text}
	}
	rows, cols, _ := strings.Cut(size, "×")
	return box{strings.TrimSpace(name), controls.compile(p, "row", strings.TrimSpace(rows)),
		controls.compile(p, "row", strings.TrimSpace(cols)), true}
}

// boxLines draws boxes side by side. An entry of a matrix is two characters wide.
func boxLines(row []box, sliderValues []float64) []ascii.Line {
	height := 0
	for _, b := range row {
		if b.hasSize {
			height = max(height, sideLength(b.rows, sliderValues)+2)
		}
	}
	lines := make([]ascii.Line, height)
	for _, b := range row {
		part := b.lines(sliderValues)
		topMargin := (height - len(part)) / 2
		for y := range lines {
			if y >= topMargin && y < topMargin+len(part) {
				lines[y] = append(lines[y], part[y-topMargin]...)
				continue
			}
			lines[y] = append(lines[y], ascii.Span{Text: strings.Repeat(" ", part[0].Width()), Ink: ascii.Text})
		}
	}
	return lines
}

func sideLength(f answer.Func, sliderValues []float64) int {
	return int(max(1, min(f.Value(sliderValues...), 24)))
}

// lines draws the matrix with its name on the edge and a dot for each entry, or the operator.
func (b box) lines(sliderValues []float64) []ascii.Line {
	if !b.hasSize {
		return ascii.PlainLines(" " + b.text + " ")
	}
	entries := strings.Repeat("· ", sideLength(b.cols, sliderValues))
	w, edge := ascii.Width(entries)+1, ascii.Text
	if nameWidth := ascii.Width(b.text) + 2; nameWidth > w {
		w, entries = nameWidth, strings.Repeat(" ", (nameWidth-w)/2)+entries
	}
	top := strings.Repeat("─", w-1-ascii.Width(b.text)) + "┐"
	out := []ascii.Line{{{Text: "┌─", Ink: edge}, {Text: b.text, Ink: ascii.Strong}, {Text: top, Ink: edge}}}
	for range sideLength(b.rows, sliderValues) {
		out = append(out, ascii.Line{{Text: "│ ", Ink: edge},
			{Text: fmt.Sprintf("%-*s", w-1, entries), Ink: ascii.Dim}, {Text: "│", Ink: edge}})
	}
	return append(out, ascii.PlainLines("└"+strings.Repeat("─", w)+"┘")...)
}

// tableScene shows a table of texts. A cell {field} shows the answer in that field. A row with the
// parameter "once" is hidden until the answers in the fields listed there are right.
func tableScene(p *worksheets.Params) worksheets.SceneFunc {
	controls := readControls(p)
	title, columns, notes := controls.title(p, "table"), p.Parts("columns", "column", "width", "left"),
		liveLinesOf(p, "notes", controls)
	rows := p.Parts("rows", "row", "once")
	for _, r := range rows {
		r.Fields("once")
		for _, text := range r.Texts("row") {
			controls.read(r, "row", text)
		}
		if n := len(r.Texts("row")); n != len(columns) {
			r.Fail("row", "", "a row has %d cells, and there are %d columns", n, len(columns))
		}
	}
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		table := ascii.Table{}
		for i, c := range columns {
			table.Columns = append(table.Columns,
				ascii.Column{Title: c.Text("column"), Width: c.Int("width"), Right: i > 0 && !c.Flag("left")})
		}
		for _, r := range rows {
			requiredFields := r.Texts("once")
			if len(requiredFields) == 0 {
				table.Rows = append(table.Rows, cells(ctx, r, controls, a, ascii.Dim, ascii.Text))
			} else if r.Right(ctx, a, requiredFields...) {
				table.Rows = append(table.Rows, cells(ctx, r, controls, a, ascii.Good, ascii.Good))
			}
		}
		return exercises.Scene{
			Figures: []exercises.Figure{stage.Table(title(a), table)},
			Notes:   visibleLines(ctx, notes, a), Controls: controls.withAnswers(a),
		}
	}
}

// cells returns the cells of a row. The first cell is the heading of the row.
func cells(ctx context.Context, row *worksheets.Params, controls controlSet, a exercises.Answers,
	head, body ascii.Ink) []ascii.Line {
	var out []ascii.Line
	sliderValues := controls.values(a)
	for i, text := range row.Texts("row") {
		ink := body
		if i == 0 {
			ink = head
		}
		out = append(out, cell(ctx, row, withMinusSigns(controls.fill(text, sliderValues)), a, ink))
	}
	return out
}

// onceRight matches a cell {name: text | before}. It shows "text" if the answer in the field is
// right, and "before" otherwise.
var onceRight = expr.Pattern(`^\{([a-z][a-z0-9_-]*): (.*)\}$`)

// cell returns the content of a cell. A cell {field} shows the answer in the field, or a dot if the
// answer cannot be read. A cell matched by onceRight shows its text as soon as the answer in the
// field is right. Any other text has the given ink, or its own inks if it contains code.
func cell(ctx context.Context, p *worksheets.Params, text string, a exercises.Answers, ink ascii.Ink) ascii.Line {
	if m := onceRight().FindStringSubmatch(text); m != nil && p.IsField(m[1]) {
		then, before, _ := strings.Cut(m[2], " | ")
		switch {
		case !p.Right(ctx, a, m[1]):
		case strings.Contains(then, "`"):
			return worksheets.Inked(then)
		default:
			return ascii.Inked(then, ascii.Good)
		}
		return ascii.Inked(cmp.Or(before, "…"), ascii.Dim)
	}
	match := fieldPlaceholder().FindStringSubmatch(text)
	switch {
	case strings.Contains(text, "`"):
		return worksheets.Inked(text)
	case match == nil || match[0] != text || !p.IsField(match[1]):
		return ascii.Inked(text, ink)
	}
	if reading := p.Reading(ctx, a, match[1]); reading != "" {
		return ascii.Inked(reading, ink)
	}
	return ascii.Inked("·", ascii.Dim)
}

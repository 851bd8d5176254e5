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

// boxesScene is matrices as boxes to scale, in rows with signs between them.
func boxesScene(p *worksheets.Params) worksheets.SceneFunc {
	by := leversOf(p, "sliders")
	title := by.title(p, "boxes")
	var rows [][]box
	for _, r := range p.Parts("rows", "row") {
		var row []box
		for _, text := range r.Texts("row") {
			row = append(row, boxOf(r, by, text))
		}
		rows = append(rows, row)
	}
	return func(_ context.Context, a exercises.Answers) exercises.Scene {
		at, figure := by.values(a), boxFigure{}
		for _, row := range rows {
			figure.Lines = append(figure.Lines, boxLines(row, at)...)
			figure.Lines = append(figure.Lines, nil)
			figure.words = append(figure.words, boxWords(row, at))
		}
		return exercises.Scene{
			Figures:  []exercises.Figure{stage.Main(title(a), figure)},
			Controls: by.controls(a),
		}
	}
}

// boxFigure is boxes as lines, and in words.
type boxFigure struct {
	ascii.TextBlock
	words []string
}

func (f boxFigure) Words() []string { return f.words }

// boxWords is a row in a sentence: XᵀX is 5 by 5.
func boxWords(row []box, at []float64) string {
	var parts []string
	for _, b := range row {
		if b.sized {
			parts = append(parts, fmt.Sprintf("%s is %d by %d", b.text, sides(b.rows, at), sides(b.cols, at)))
		}
	}
	out := strings.Join(parts, ", ") + "."
	if lit := smallest(row, at); lit >= 0 {
		out += " The smaller of two is " + row[lit].text + "."
	}
	return out
}

// box is a matrix with its size, or a sign between two.
type box struct {
	text       string
	rows, cols answer.Func
	sized      bool
	compared   bool // lit where it is the smallest of those compared
}

// boxOf reads "X: n × d", with * before what is compared, or a sign.
func boxOf(p *worksheets.Params, by levers, text string) box {
	name, size, ok := strings.Cut(text, ":")
	if !ok {
		return box{text: text}
	}
	rows, cols, _ := strings.Cut(size, "×")
	name, compared := strings.CutPrefix(strings.TrimSpace(name), "*")
	return box{name, by.law(p, "row", strings.TrimSpace(rows)), by.law(p, "row", strings.TrimSpace(cols)), true, compared}
}

// smallest is the place in a row of the box that is lit: the smallest of those
// compared; −1 where two are.
func smallest(row []box, at []float64) int {
	best, least := -1, math.MaxInt
	for i, b := range row {
		if !b.compared {
			continue
		}
		switch size := sides(b.rows, at) * sides(b.cols, at); {
		case size < least:
			best, least = i, size
		case size == least:
			best = -1
		}
	}
	return best
}

// boxLines draws boxes side by side, a cell for half an entry across.
func boxLines(row []box, at []float64) []ascii.Line {
	height := 0
	for _, b := range row {
		if b.sized {
			height = max(height, sides(b.rows, at)+2)
		}
	}
	lines, lit := make([]ascii.Line, height), smallest(row, at)
	for i, b := range row {
		part := b.lines(at)
		width, above := ascii.Width(part[0]), (height-len(part))/2
		for y := range lines {
			text := strings.Repeat(" ", width)
			if y >= above && y < above+len(part) {
				text = part[y-above]
			}
			ink := ascii.Text
			if b.sized && y-above == (len(part)-1)/2 {
				ink = ascii.Strong
			}
			if i == lit {
				ink = ascii.Accent
			}
			lines[y] = append(lines[y], ascii.Span{Text: text, Ink: ink})
		}
	}
	return lines
}

func sides(f answer.Func, at []float64) int {
	return int(math.Max(1, math.Min(f.Value(at...), 24)))
}

func (b box) lines(at []float64) []string {
	if !b.sized {
		return []string{" " + b.text + " "}
	}
	h, w := sides(b.rows, at), max(2*sides(b.cols, at), ascii.Width(b.text))
	out := []string{"┌" + strings.Repeat("─", w) + "┐"}
	for y := range h {
		text := strings.Repeat(" ", w)
		if y == (h-1)/2 {
			left := (w - ascii.Width(b.text)) / 2
			text = strings.Repeat(" ", left) + b.text + strings.Repeat(" ", w-left-ascii.Width(b.text))
		}
		out = append(out, "│"+text+"│")
	}
	return append(out, "└"+strings.Repeat("─", w)+"┘")
}

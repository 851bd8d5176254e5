package kit

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// digitSide is the side of the picture of a digit, in pixels, as in MNIST.
const digitSide = 28

// digitScene is a handwritten zero, drawn by a formula and slanted by the seed,
// with two pixels chosen and their product.
func digitScene(p *worksheets.Params) worksheets.SceneFunc {
	title, slant := p.Needed("digit"), float64(p.Brief().Seed%5)/10-0.2
	return func(_ context.Context, a exercises.Answers) exercises.Scene {
		one, other := pixelOf(a, "first", 9, 14), pixelOf(a, "second", 20, 11)
		i, j := one.index(), other.index()
		if i > j {
			i, j = j, i
		}
		words := fmt.Sprintf("x%s · x%s = %s · %s = %s, feature of a pair of different pixels", anatomy.Sub(i), anatomy.Sub(j),
			anatomy.Digits(one.grey(slant), 2), anatomy.Digits(other.grey(slant), 2), anatomy.Digits(one.grey(slant)*other.grey(slant), 2))
		if i == j {
			words = fmt.Sprintf("x%s² = %s, a square", anatomy.Sub(i), anatomy.Digits(one.grey(slant)*one.grey(slant), 2))
		}
		return exercises.Scene{
			Controls: append(one.controls("first"), other.controls("second")...),
			Figures: []exercises.Figure{{Title: title, Role: exercises.Main, Plot: ascii.Heatmap{
				Rows: digitSide, Cols: digitSide, Range: ascii.Range{Min: 0, Max: 1.6},
				At: func(r, c int) float64 {
					if at := (pixel{r, c}); at == one || at == other {
						return 1.6
					}
					return pixel{r, c}.grey(slant)
				},
			}}},
			Notes: []ascii.Line{ascii.Plain(words)},
		}
	}
}

// pixel is a place in the picture, row and column from 0.
type pixel struct{ row, col int }

// pixelOf is the one that two sliders stand at.
func pixelOf(a exercises.Answers, name string, row, col int) pixel {
	at := func(part string, otherwise int) int {
		v, err := strconv.Atoi(stage.Chosen(a, name+part, strconv.Itoa(otherwise)))
		if err != nil {
			return otherwise - 1
		}
		return min(max(v, 1), digitSide) - 1
	}
	return pixel{at("row", row), at("column", col)}
}

func (p pixel) controls(name string) []exercises.Control {
	control := func(part string, v int) exercises.Control {
		return exercises.Control{Name: name + part, Label: map[string]string{"first": "1st", "second": "2nd"}[name] + " " + part, Min: 1, Max: digitSide, Step: 1, Value: strconv.Itoa(v + 1)}
	}
	return []exercises.Control{control("row", p.row), control("column", p.col)}
}

// index counts pixels from 1, row by row.
func (p pixel) index() int { return p.row*digitSide + p.col + 1 }

// grey is between 0 and 1: the stroke of an ellipse.
func (p pixel) grey(slant float64) float64 {
	y := (float64(p.row) - 13.5) / 9
	x := (float64(p.col)-13.5)/6 + slant*y
	d := math.Hypot(x, y) - 1
	return math.Round(100*math.Exp(-d*d*18)) / 100
}

package kit

import (
	"context"
	"strconv"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// digitSide is the side of the picture of a digit.
const digitSide = dataset.DigitSide

// digitsShown is how many of the pictures can be chosen.
const digitsShown = 20

// digitScene is one of the pictures of the set digits, with two pixels chosen and
// their product. The first picture follows the seed, and is a zero.
func digitScene(p *worksheets.Params) worksheets.SceneFunc {
	title, set := p.Needed("digit"), dataset.MustBuiltin("digits")
	first := 2 + 2*int(p.Brief().Seed%(digitsShown/2)) // zeros are the even ones, counted from 1
	return func(_ context.Context, a exercises.Answers) exercises.Scene {
		choice := stage.Slider("picture", "picture", 1, digitsShown, 1, a, strconv.Itoa(first))
		shown := picture(set.Point(int(choice.Number()) - 1))
		one, other := pixelOf(a, "first", 9, 14), pixelOf(a, "second", 20, 11)
		return exercises.Scene{
			Controls: append(append([]exercises.Control{choice}, one.controls("first")...), other.controls("second")...),
			Figures: []exercises.Figure{stage.Main(title, ascii.Heatmap{
				Rows: digitSide, Cols: digitSide, Range: ascii.Range{Min: 0, Max: 1.6},
				At: func(r, c int) float64 {
					if at := (pixel{r, c}); at == one || at == other {
						return 1.6
					}
					return shown.grey(pixel{r, c})
				},
			})},
			Notes: []ascii.Line{shown.product(one, other)},
		}
	}
}

// picture is the pixels of a digit, row by row.
type picture []float64

func (p picture) grey(at pixel) float64 { return p[at.index()-1] }

// product says what feature two pixels make.
func (p picture) product(one, other pixel) ascii.Line {
	if one.index() > other.index() {
		one, other = other, one
	}
	u, v := p.grey(one), p.grey(other)
	if one == other {
		return ascii.Plainf("x%s² = %s, a square", anatomy.Sub(one.index()), anatomy.Digits(u*u, 2))
	}
	return ascii.Plainf("x%s · x%s = %s · %s = %s, feature of a pair of different pixels", anatomy.Sub(one.index()), anatomy.Sub(other.index()),
		anatomy.Digits(u, 2), anatomy.Digits(v, 2), anatomy.Digits(u*v, 2))
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
	number := map[string]string{"first": "1", "second": "2"}[name]
	control := func(part string, v int) exercises.Control {
		return exercises.Control{Name: name + part, Label: part + " " + number, Min: 1, Max: digitSide, Step: 1, Value: strconv.Itoa(v + 1)}
	}
	return []exercises.Control{control("row", p.row), control("column", p.col)}
}

// index counts pixels from 1, row by row.
func (p pixel) index() int { return p.row*digitSide + p.col + 1 }

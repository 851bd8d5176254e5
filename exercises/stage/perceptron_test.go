package stage

import (
	"context"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/solvers"
)

// The perceptron's picture speaks of mistakes, in its marks, its legend and its
// words: it has no support vectors, and no bound C.
func TestPerceptronMarksMistakes(t *testing.T) {
	r, err := Start(model("circles", "poly(degree=2,c=1)"), solvers.Perceptron{})
	if err != nil {
		t.Fatal(err)
	}
	end, err := r.Extend(context.Background(), 5, exercises.Break{})
	if err != nil {
		t.Fatal(err)
	}
	run := end.(Run)
	figure := run.Frame(5).Figures[0]
	picture := figure.Plot.(ascii.Map)
	for i, m := range picture.Marks {
		if want := Counted(run.Traces()[0].At(5).Coef().At(i)); m.Kind != want || m.Kind == ascii.FreeSV {
			t.Errorf("point %d is marked as %d, want %d", i+1, m.Kind, want)
		}
	}
	words := strings.Join(picture.Words(), "\n")
	if !strings.Contains(words, "With α > 0, as a mistake at least once: ") || strings.Contains(words, "support") || strings.Contains(words, "bound C") {
		t.Errorf("in words:\n%s", words)
	}
	grid := ascii.NewGrid(120, 40)
	picture.Draw(grid, grid.Bounds(), ascii.View{})
	var cells strings.Builder
	for y := range grid.H {
		for x := range grid.W {
			cells.WriteRune(grid.At(x, y).Rune)
		}
		cells.WriteByte('\n')
	}
	if text := cells.String(); !strings.Contains(text, "◆■ α > 0") || strings.Contains(text, "at C") {
		t.Errorf("the legend:\n%s", text)
	}
}

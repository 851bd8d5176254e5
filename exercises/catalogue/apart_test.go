package catalogue

import (
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
)

// steep is f = slope·x over four points of two classes, one pair near the boundary.
func steep(slope, near float64, levels ascii.Levels) ascii.Map {
	return ascii.Map{
		X: ascii.Range{Min: -2.05, Max: 2}, Y: ascii.Range{Min: -1, Max: 1}, Levels: levels,
		Field: ascii.FieldFunc(func(x, _ float64) float64 { return slope * x }),
		Marks: []ascii.Mark{{X: -1, Class: -1}, {X: 1, Class: 1}, {X: -near, Y: 0.5, Class: -1}, {X: near, Y: 0.5, Class: 1}},
	}
}

func TestWhatAPictureHidesIsFound(t *testing.T) {
	for name, c := range map[string]struct {
		plot ascii.Figure
		want string
	}{
		"wide margins":              {steep(1, 0.5, ascii.WithMargins), ""},
		"margins in dots of a cell": {steep(18, 0.5, ascii.WithMargins), ""},
		"margins in one cell":       {steep(400, 0.5, ascii.WithMargins), "the margin f = 1 is hidden the margin f = −1 is hidden"},
		"no margins drawn":          {steep(100, 0.5, ascii.BoundaryOnly), ""},
		"margins beyond it":         {steep(0.1, 0.5, ascii.WithMargins), ""},
		"two points in a cell":      {steep(1, 0.001, ascii.WithMargins), "points 3 and 4 of two classes share a cell"},
		"both on the wrong side":    {steep(-1, 0.001, ascii.WithMargins), ""},
		"lines that are not drawn":  {steep(100, 0.001, ascii.NoLines), ""},
		"a figure that is no map":   {ascii.TextBlock{}, ""},
		"a lift with a wide margin": {ascii.Lift{F: func(x float64) float64 { return x * x }, Marks: []ascii.Mark{{X: -1, Class: 1}, {X: 0, Class: -1}, {X: 1, Class: 1}}, HasLine: true, W2: 2, B: -1}, ""},
	} {
		if got := strings.Join(hidden(c.plot), " "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// What is drawn for a student can be seen in the smallest picture.
func TestMarginsAreToldApart(t *testing.T) {
	eachExercise(t, seeds(thorough(2, 40)), func(t *testing.T, e *exercises.Exercise) {
		a, before := audit{ctx: t.Context()}, exercises.Answers{}
		for _, s := range e.Steps {
			a.where = e.ID + " " + s.Info().Name
			a.pictures(s, before)
			before = joined(before, s.Info().Reference)
		}
		for _, v := range a.found {
			t.Error(v)
		}
	})
}

package stage

import (
	"context"
	"math"
	"testing"

	"pgregory.net/rapid"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// A run and its fork can be compared at any frame.
func TestRun_CompareWithFork(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawRun(t)
		at := rapid.IntRange(0, a.Len()-1).Draw(t, "at")
		fork, err := a.Fork(context.Background(), at, drawChoice(t, a, at))
		if err != nil {
			return
		}
		b := extendRun(t, fork, 10)
		i := rapid.IntRange(0, a.Len()-1).Draw(t, "i")
		c, ok := a.Compare(b, i)
		if !ok {
			t.Fatal("Compare of a run and its fork: got nothing, want a comparison")
		}
		g := ascii.NewGrid(60, 20)
		for _, f := range c.Figures {
			f.Plot.Draw(g, g.Bounds(), ascii.View{})
			check.That(t, len(f.Plot.Words()) != 0, "%s: got no words, want some", f.Title)
		}
		j := min(i, b.Len()-1)
		bars := c.Figures[len(c.Figures)-1].Plot.(ascii.Bars).Bars
		for n, bar := range bars {
			want := a.Trace().At(i).Coef().At(n) - b.Trace().At(j).Coef().At(n)
			if math.Abs(bar.Value-want) > 1e-9*(1+math.Abs(want)) || bar.Value == 0 && math.Abs(want) > 1e-9 {
				t.Errorf("bar %d is %v, want %v", n, bar.Value, want)
			}
		}
	})
}

func TestRun_Compare(t *testing.T) {
	a := extendRun(t, beginnings()["smo moons"], 20)
	fork := must.Value(a.Fork(context.Background(), 5, exercises.Answers{"k": "5"}))
	c, ok := a.Compare(extendRun(t, fork, 14), 20)
	if !ok {
		t.Fatal("Compare at frame 20: got nothing, want a comparison")
	}
	if m := c.Figures[0].Plot.(ascii.Map); m.ComparisonField == nil {
		t.Error("the picture has no second boundary, want that of the fork")
	}
	if chart := c.Figures[1].Plot.(ascii.Chart); len(chart.Series) != 2 || chart.X.Max < 20 {
		t.Errorf("got %d series up to step %v, want 2 up to 20", len(chart.Series), chart.X.Max)
	}
	for name, r := range map[string]exercises.Run{"other data": beginnings()["perceptron"],
		"other solver": beginnings()["logistic"], "nothing": nil} {
		if _, ok := a.Compare(r, 3); ok {
			t.Errorf("Compare with %s: got a comparison, want none", name)
		}
	}
	if _, ok := a.Compare(a, 99); ok {
		t.Error("Compare at frame 99, which does not exist: got a comparison, want none")
	}
}

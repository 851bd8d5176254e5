package sandbox

import (
	"context"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
)

func opened(t *testing.T, o exercises.Options) exercises.Task {
	t.Helper()
	e, err := Open(o)
	if err != nil || len(e.Tasks) != 1 || e.ID != "S" {
		t.Fatalf("%v, %v", e, err)
	}
	return e.Tasks[0]
}

// All data, kernels and solvers that there are can be chosen, and every choice shows
// something, draws, and has a form in seven bits.
func TestEverythingCanBeChosen(t *testing.T) {
	s := opened(t, exercises.Options{Seed: 7})
	ctx := context.Background()
	base := exercises.Answers{"points": "1 1 +; -1 -1 +; 1 -1 -; -1 1 -", "formula": "exp(-dist)", "steps": "yes"}
	for _, c := range s.Scene(ctx, base).Controls {
		for _, choice := range c.Choices {
			scene := s.Scene(ctx, base.With(c.Name, choice.Value))
			if scene.Run == nil {
				t.Errorf("%s %s: no run: %v", c.Name, choice.Value, scene.Notes)
				continue
			}
			run, err := scene.Run.Extend(ctx, 2, exercises.Break{})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range run.Frame(run.Len() - 1).Figures {
				for _, p := range []ascii.Profile{ascii.TrueColor, ascii.SevenBit} {
					g := ascii.NewGrid(40, 12)
					f.Plot.Draw(g, g.Bounds(), ascii.View{Profile: p})
				}
			}
		}
	}
}

// Each data set that is built in is there, the student's where there is one: targets
// too.
func TestDataThatCanBeChosen(t *testing.T) {
	names := func(o exercises.Options) string {
		var out []string
		for _, choice := range opened(t, o).Scene(context.Background(), nil).Controls[0].Choices {
			out = append(out, choice.Value)
		}
		return strings.Join(out, " ")
	}
	all := strings.Join(dataset.Names(), " ")
	if got := names(exercises.Options{}); got != "placed "+all {
		t.Errorf("%s", got)
	}
	for _, own := range []*dataset.Set{
		dataset.NewClassification("mine", [][]float64{{0, 1}, {1, 0}}, []float64{1, -1}),
		dataset.NewRegression("mine", [][]float64{{0}, {1}, {2}}, []float64{0.5, -1, 7}),
	} {
		s := opened(t, exercises.Options{Data: own})
		if got := names(exercises.Options{Data: own}); got != "own placed "+all {
			t.Errorf("%s", got)
		}
		if scene := s.Scene(context.Background(), nil); scene.Run == nil {
			t.Errorf("%s: %v", own.Task(), scene.Notes)
		}
	}
}

// Nothing is asked, judged or recommended, and its text can be said without keys.
func TestNothingIsAsked(t *testing.T) {
	s := opened(t, exercises.Options{})
	info := s.Info()
	if !info.Bench || len(info.Question) > 0 || len(info.Hints)+len(info.Solution) > 0 {
		t.Errorf("%+v", info)
	}
	for _, f := range info.Fields {
		if f.Judge != "" {
			t.Errorf("%s is judged by %s", f.Name, f.Judge)
		}
	}
	for _, b := range info.Text {
		for _, l := range []ascii.Line{b.Text, b.Aloud} {
			for _, r := range (ascii.View{Profile: ascii.SevenBit}).Line(l).String() {
				if r >= 0x80 {
					t.Errorf("%q in %q", r, l.String())
				}
			}
		}
	}
	if s.Check(context.Background(), nil).Misconception != "" {
		t.Error("it finds fault")
	}
}

// The fields say how they are read, and where they cannot be.
func TestEchoes(t *testing.T) {
	s := opened(t, exercises.Options{}).(exercises.Echoer)
	for _, c := range []struct {
		field, text, reading, problem string
		at                            int
	}{
		{"points", "1 1 +; 2 2 -; 0 0 -", "3 points: 1 ◇, 2 □", "", -1},
		{"points", "1 1 +; 2 2 x", "", "A class is + or −.", 11},
		{"formula", "rbf(sigma=2)", "RBF kernel, σ = 2", "", -1},
		{"formula", "exp(-dost)", "", "did you mean dot?", 5},
		{"other", "x", "", "", -1},
	} {
		e := s.Echo(context.Background(), c.field, c.text)
		if e.Reading != c.reading || !strings.Contains(e.Problem, c.problem) ||
			(e.Problem == "") != (c.problem == "") || e.At != c.at {
			t.Errorf("%s %q: %+v", c.field, c.text, e)
		}
	}
}

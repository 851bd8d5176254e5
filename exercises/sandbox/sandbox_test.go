package sandbox

import (
	"context"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

func openSandbox(t *testing.T, o exercises.Options) exercises.Task {
	t.Helper()
	e, err := Open(o)
	check.Must(t, err == nil && len(e.Tasks) == 1 && e.ID == "S",
		"Open = %v, error %v, want exercise S with one task", e, err)
	return e.Tasks[0]
}

// TestOpen_everythingCanBeChosen checks that every choice of data, kernel and solver
// gives a run that can be drawn, also in seven bits.
func TestOpen_everythingCanBeChosen(t *testing.T) {
	s := openSandbox(t, exercises.Options{Seed: 7})
	ctx := context.Background()
	base := exercises.Answers{"points": "1 1 +; -1 -1 +; 1 -1 -; -1 1 -", "formula": "exp(-dist)", "steps": "yes"}
	for _, c := range s.Scene(ctx, base).Controls {
		for _, choice := range c.Choices {
			scene := s.Scene(ctx, base.With(c.Name, choice.Value))
			if scene.Run == nil {
				t.Errorf("%s %s: got no run and %v, want a run", c.Name, choice.Value, scene.Notes)
				continue
			}
			run := must.Value(scene.Run.Extend(ctx, 2, exercises.Condition{}))
			for _, f := range run.Frame(run.Len() - 1).Figures {
				for _, p := range []ascii.Profile{ascii.TrueColor, ascii.SevenBit} {
					g := ascii.NewGrid(40, 12)
					f.Plot.Draw(g, g.Bounds(), ascii.View{Profile: p})
				}
			}
		}
	}
}

// TestOpen_offersEveryDataSet checks that every built-in data set is offered, and the
// student's own one first, also with real targets.
func TestOpen_offersEveryDataSet(t *testing.T) {
	names := func(o exercises.Options) string {
		var out []string
		for _, choice := range openSandbox(t, o).Scene(context.Background(), nil).Controls[0].Choices {
			out = append(out, choice.Value)
		}
		return strings.Join(out, " ")
	}
	all := "xor4 placed " + strings.ReplaceAll(strings.Join(dataset.Names(), " "), " xor4", "")
	check.Equal(t, names(exercises.Options{}), all, "the data sets")
	for _, own := range []*dataset.Set{
		dataset.NewClassification("mine", [][]float64{{0, 1}, {1, 0}}, []float64{1, -1}),
		dataset.NewRegression("mine", [][]float64{{0}, {1}, {2}}, []float64{0.5, -1, 7}),
	} {
		s := openSandbox(t, exercises.Options{Data: own})
		if got := names(exercises.Options{Data: own}); got != "own "+all {
			t.Errorf("got the data sets %s, want own data first", got)
		}
		if scene := s.Scene(context.Background(), nil); scene.Run == nil {
			t.Errorf("%s: got no run and %v, want a run", own.Task(), scene.Notes)
		}
	}
}

// TestOpen_asksNothing checks that nothing is asked, judged or recommended.
func TestOpen_asksNothing(t *testing.T) {
	s := openSandbox(t, exercises.Options{})
	info := s.Info()
	check.That(t, info.AsksNothing && len(info.Question) == 0 && len(info.Hints)+len(info.Solution) == 0,
		"got %+v, want a task that asks nothing", info)
	for _, f := range info.Fields {
		check.Equal(t, f.Judge, "", "field %s: judge", f.Name)
	}
	if s.Check(context.Background(), nil).Misconception != "" {
		t.Error("Check: got a misconception, want none")
	}
}

// TestEcho_readsTheFields checks that each field shows how its text is read, or the position at
// which it cannot be read.
func TestEcho_readsTheFields(t *testing.T) {
	s := openSandbox(t, exercises.Options{}).(exercises.Echoer)
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
			t.Errorf("Echo(%s, %q) = %+v, want %q, %q at %d", c.field, c.text, e, c.reading, c.problem, c.at)
		}
	}
}

// TestOpen_showsTypedPoints checks that the sandbox begins with XOR and an RBF kernel, and
// shows typed points without being asked to.
func TestOpen_showsTypedPoints(t *testing.T) {
	s := openSandbox(t, exercises.Options{})
	for text, want := range map[string]string{"": "xor4", "1 1 +; 2 2 -": "placed"} {
		scene := s.Scene(context.Background(), exercises.Answers{"points": text})
		if got := scene.Controls[0].Value; got != want || scene.Controls[1].Value != "rbf" || scene.Run == nil && text == "" {
			t.Errorf("with the points %q: got data %s and kernel %s, want %s and rbf", text, got, scene.Controls[1].Value,
				want)
		}
	}
}

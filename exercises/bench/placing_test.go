package bench

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/runfile"
	"kernellab/exercises/stage"
)

// table is a bench with points to place, a kernel to type and all solvers.
func table() Bench {
	b := Bench{Data: []Data{{Set: "placed"}, {Set: "moons"}}, Kernels: []string{"linear", "rbf", "typed"}}
	for _, k := range anatomy.All() {
		b.Run = append(b.Run, k.Name)
	}
	return b
}

// pushed is the scene after a button was pressed, and the answers then.
func pushedOn(t *testing.T, b Bench, a exercises.Answers, button string) (exercises.Scene, exercises.Answers) {
	t.Helper()
	for _, c := range on(t, b, Source{}, a).Controls {
		if c.Name == button {
			_, after := c.Pressed(a)
			return on(t, b, Source{}, after), after
		}
	}
	t.Fatalf("there is no button %s", button)
	return exercises.Scene{}, nil
}

// plane is the map of a scene; one of the axes that stay, where it has none.
func plane(t *testing.T, s exercises.Scene) (exercises.Figure, ascii.Map) {
	t.Helper()
	figures := s.Figures
	if s.Run != nil {
		figures = s.Run.Frame(s.Run.Len() - 1).Figures
	}
	for _, f := range figures {
		if m, ok := f.Plot.(ascii.Map); ok {
			return f, m
		}
	}
	return exercises.Figure{}, ascii.Map{X: ascii.Range{Min: -Reach, Max: Reach}}
}

const four = "1 1 +; -1 -1 +; 1 -1 -; -1 1 -"

// Points are placed on a map whose axes stay as they are, at every number of points;
// the controls stay, too.
func TestAxesStay(t *testing.T) {
	b, a := table(), exercises.Answers{}
	var names []string
	for i, at := range [][3]string{{"0", "0", "+"}, {"2.5", "-1", "+"}, {"-3", "3", "-"}, {"-2.9", "3", "-"}} {
		s := on(t, b, Source{}, a)
		f, m := plane(t, s)
		if m.X != (ascii.Range{Min: -3, Max: 3}) || m.Y != m.X || f.Presses != "place" ||
			!slices.Equal(f.Sets, []string{"x1", "x2"}) || len(m.Marks) != i || s.Run != nil {
			t.Errorf("%d points: %v by %v, a click sets %v and presses %q", i, m.X, m.Y, f.Sets, f.Presses)
		}
		var now []string
		for _, c := range s.Controls {
			now = append(now, c.Name)
		}
		if names = append(names, strings.Join(now, " ")); names[i] != names[0] {
			t.Errorf("the controls are %s, and were %s", names[i], names[0])
		}
		a = a.With("x1", at[0]).With("x2", at[1]).With("class", at[2])
		_, a = pushedOn(t, b, a, "place")
	}
	if got, want := a["points"], "0 0 +; 2.5 -1 +; -3 3 -; -2.9 3 -"; got != want {
		t.Errorf("the points are %s, want %s", got, want)
	}
}

// Pressed twice at a free place the button changes nothing; where a point is it says
// that it takes it away.
func TestPlaceTwice(t *testing.T) {
	b := table()
	a := exercises.Answers{"points": four, "x1": "0.5", "x2": "-0.5"}
	once, after := pushedOn(t, b, a, "place")
	label := func(s exercises.Scene) string {
		return s.Controls[slices.IndexFunc(s.Controls,
			func(c exercises.Control) bool { return c.Name == "place" })].Label
	}
	if label(once) != "take the point away" || label(on(t, b, Source{}, a)) != "place a point" {
		t.Errorf("the button says “%s”, and before “%s”", label(once), label(on(t, b, Source{}, a)))
	}
	if _, twice := pushedOn(t, b, after, "place"); twice["points"] != a["points"] || after["points"] == a["points"] {
		t.Errorf("%q, once %q, twice %q", a["points"], after["points"], twice["points"])
	}
	empty, none := pushedOn(t, b, a, "clear")
	if none["points"] != "" {
		t.Errorf("cleared it is %q", none["points"])
	}
	if _, back := pushedOn(t, b, none, "clear"); back["points"] != a["points"] ||
		!slices.ContainsFunc(empty.Controls,
			func(c exercises.Control) bool { return c.Label == "bring the points back" }) {
		t.Errorf("brought back it is %q", back["points"])
	}
	if _, still := pushedOn(t, b, nil, "clear"); still["points"] != "" {
		t.Errorf("of nothing comes %q", still["points"])
	}
	half := a.With("points", "1 1 +; 2")
	if _, kept := pushedOn(t, b, half, "place"); kept["points"] != half["points"] {
		t.Errorf("what cannot be read became %q", kept["points"])
	}
}

// What is missing is said: points, a class, a kernel that can be read.
func TestWhatIsMissing(t *testing.T) {
	for name, c := range map[string]struct {
		a    exercises.Answers
		want string
	}{
		"no point":     {nil, "There is no point yet."},
		"one class":    {exercises.Answers{"points": "1 1 +; 2 2 +"}, "only ◇"},
		"the other":    {exercises.Answers{"points": "1 1 -"}, "only □"},
		"half a point": {exercises.Answers{"points": "1 1 +; 2 2 -; 0"}, "cannot be read yet"},
		"no kernel":    {exercises.Answers{"points": four, "kernel": "typed"}, "Type a kernel"},
		"half a kernel": {exercises.Answers{"points": four, "kernel": "typed", "formula": "exp(-"},
			"The kernel cannot be read yet"},
		"of one variable": {exercises.Answers{"points": four, "kernel": "typed", "formula": "min(x, z)"},
			"points in 1-D"},
		"infinite": {exercises.Answers{"points": four, "kernel": "typed", "formula": "1/dist"},
			"The kernel of points 1 and 1 is +Inf, not a finite number."},
		"it waits":  {exercises.Answers{"points": four, "formula": "exp(-dist)"}, "choose “typed”"},
		"they wait": {exercises.Answers{"points": four, "data": "moons"}, "Your points wait"},
	} {
		s := on(t, table(), Source{}, c.a)
		if got := fmt.Sprint(s.Notes); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %q", name, got, c.want)
		}
		if _, m := plane(t, s); c.a["data"] == "" && m.Cross == nil {
			t.Errorf("%s: no point can be placed", name)
		}
	}
}

// Every solver leads somewhere with every kernel, however many points there are; a
// click is possible there, and the run can be stepped through on the same axes.
func TestPlacedRuns(t *testing.T) {
	var many Placed
	for i := range MaxPlaced {
		s := Spot{math.Round(300*math.Sin(float64(i))) / 100, math.Round(300*math.Cos(2.3*float64(i))) / 100, 1}
		if s.X*s.Y > 0 {
			s.Label = -1
		}
		many = append(many, s)
	}
	for _, k := range anatomy.All() {
		for _, kernel := range []string{"linear", "rbf", "dist", "tanh(dot)"} {
			for _, points := range []string{four, "0 0 +; 0 0 -", many.String()} {
				a := exercises.Answers{"points": points, "solver": k.Name, "kernel": kernel}
				if !slices.Contains([]string{"linear", "rbf"}, kernel) {
					a = a.With("kernel", "typed").With("formula", kernel)
				}
				s := on(t, table(), Source{}, a)
				if f, _ := plane(t, s); f.Presses == "" || s.Run != nil || len(s.Notes) == 0 {
					t.Errorf("%v: no point can be placed: %v", a, s.Notes)
				}
				if len(points) > 100 && kernel != "rbf" {
					continue
				}
				s, _ = pushedOn(t, table(), a, "steps")
				if flat := strings.Contains(fmt.Sprint(s.Notes), "every k(xᵢ, xⱼ) is 0"); s.Run == nil && flat {
					continue
				}
				if s.Run == nil {
					t.Errorf("%v: no run: %v", a, s.Notes)
					continue
				}
				run, err := s.Run.Extend(context.Background(), 3, exercises.Break{})
				if err != nil {
					t.Fatal(err)
				}
				s.Run = run
				if f, m := plane(t, s); f.Presses != "" || m.Cross != nil || m.X.Max != Reach {
					t.Errorf("%v: stepped through, a click places a point on %v", a, m.X)
				}
			}
		}
	}
}

// Where the run ends is counted anew on the points.
func TestWhereItEnds(t *testing.T) {
	for kernel, want := range map[string]string{"rbf": "0 of 4 points on the wrong side.",
		"linear": "4 of 4 points on the wrong side."} {
		s := on(t, table(), Source{}, exercises.Answers{"points": four, "kernel": kernel, "solver": "ridge"})
		if got := s.Notes[len(s.Notes)-1].String(); got != want {
			t.Errorf("%s: %s, want %s", kernel, got, want)
		}
	}
}

// A run on placed points with a typed kernel is written down whole: replayed from
// its file, it is the same.
func TestPlacedRunIsReplayed(t *testing.T) {
	s, _ := pushedOn(t, table(),
		exercises.Answers{"points": four + "; 0.3 -1.7 +", "kernel": "typed", "formula": "exp(-dist)"}, "steps")
	run, err := s.Run.Extend(context.Background(), 1000, exercises.Break{})
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := run.(stage.Run).Record(&file); err != nil {
		t.Fatal(err)
	}
	f, err := runfile.Read(bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatalf("%v in\n%s", err, file.String())
	}
	again, err := stage.Replay(context.Background(), f, nil)
	if err != nil || len(again) != 1 || again[0].Note != "" {
		t.Fatalf("%v, %v", again, err)
	}
	if x := f.Set.Point(4); f.Set.Len() != 5 || x[0] != 0.3 || x[1] != -1.7 || f.Set.Label(4) != 1 {
		t.Errorf("the file has %d points, the last %v", f.Set.Len(), x)
	}
	if got, want := again[0].Run.Trace().Last().CoefCopy(),
		run.(stage.Run).Trace().Last().CoefCopy(); !slices.Equal(got, want) {
		t.Errorf("a = %v, and was %v", got, want)
	}
}

// A text never becomes longer than a field holds, however long its numbers are; of
// points that the sliders can place there is room for all.
func TestPlacedFits(t *testing.T) {
	b := table()
	long := "0 0 +; " + strings.Repeat("-1.2345678901234 -1.2345678901234 -; ", 79)
	a := exercises.Answers{"points": long[:len(long)-2], "x1": "1"}
	s, after := pushedOn(t, b, a, "place")
	if after["points"] != a["points"] || !strings.Contains(fmt.Sprint(s.Notes), "no further one can be placed") {
		t.Errorf("%d characters become %d: %v", len(a["points"]), len(after["points"]), s.Notes)
	}
	var worst Placed
	for range MaxPlaced {
		worst = append(worst, Spot{X: -2.9, Y: -2.9, Label: -1})
	}
	if n := len(worst.String()); n > longestText {
		t.Errorf("%d points are %d characters", len(worst), n)
	}
}

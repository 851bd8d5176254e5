package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// placingBench returns a bench on which points can be placed and a kernel can be typed, with all
// solvers.
func placingBench() Bench {
	b := Bench{Data: []Data{{Set: "placed"}, {Set: "moons"}}, Kernels: []string{"linear", "rbf", "typed"}}
	for _, k := range anatomy.All() {
		b.Run = append(b.Run, k.Name)
	}
	return b
}

// pressButton presses a button and returns the new scene and the new answers.
func pressButton(t *testing.T, b Bench, a exercises.Answers, button string) (exercises.Scene, exercises.Answers) {
	t.Helper()
	for _, c := range sceneOf(t, b, Source{}, a).Controls {
		if c.Name == button {
			_, after := c.AfterPress(a)
			return sceneOf(t, b, Source{}, after), after
		}
	}
	t.Fatalf("got no button %s, want one", button)
	return exercises.Scene{}, nil
}

// plane returns the map of a scene. If there is none, it returns an empty map with the fixed axes.
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
	return exercises.Figure{}, ascii.Map{X: ascii.Range{Min: -MaxCoordinate, Max: MaxCoordinate}}
}

const four = "1 1 +; -1 -1 +; 1 -1 -; -1 1 -"

// TestPlacing_axesStay checks that the axes and the controls stay the same for every
// number of points.
func TestPlacing_axesStay(t *testing.T) {
	b, a := placingBench(), exercises.Answers{}
	var names []string
	for i, at := range [][3]string{{"0", "0", "+"}, {"2.5", "-1", "+"}, {"-3", "3", "-"}, {"-2.9", "3", "-"}} {
		s := sceneOf(t, b, Source{}, a)
		f, m := plane(t, s)
		if m.X != (ascii.Range{Min: -3, Max: 3}) || m.Y != m.X || f.ClickButton != "place" ||
			!slices.Equal(f.PointSliders, []string{"x1", "x2"}) || len(m.Marks) != i || s.Run != nil {
			t.Errorf("%d points: got axes %v by %v, a click sets %v and presses %q, want −3 to 3, x1 and x2, place",
				i, m.X, m.Y, f.PointSliders, f.ClickButton)
		}
		var now []string
		for _, c := range s.Controls {
			now = append(now, c.Name)
		}
		if names = append(names, strings.Join(now, " ")); names[i] != names[0] {
			t.Errorf("got the controls %s, want %s as before", names[i], names[0])
		}
		a = a.With("x1", at[0]).With("x2", at[1]).With("class", at[2])
		_, a = pressButton(t, b, a, "place")
	}
	if got, want := a["points"], "0 0 +; 2.5 -1 +; -3 3 -; -2.9 3 -"; got != want {
		t.Errorf("the points are %s, want %s", got, want)
	}
}

// TestPlacing_twiceChangesNothing checks that pressing the button twice changes nothing, and that
// the label of the button says whether it adds or removes a point.
func TestPlacing_twiceChangesNothing(t *testing.T) {
	b := placingBench()
	a := exercises.Answers{"points": four, "x1": "0.5", "x2": "-0.5"}
	once, after := pressButton(t, b, a, "place")
	label := func(s exercises.Scene) string {
		return s.Controls[slices.IndexFunc(s.Controls,
			func(c exercises.Control) bool { return c.Name == "place" })].Label
	}
	check.That(t, label(once) == "take the point away" && label(sceneOf(t, b, Source{}, a)) == "place a point",
		"got the buttons “%s” on a point and “%s” elsewhere, want one to take it away and one to place it",
		label(once), label(sceneOf(t, b, Source{}, a)))
	if _, twice := pressButton(t, b, after, "place"); twice["points"] != a["points"] || after["points"] == a["points"] {
		t.Errorf("points %q: got %q once and %q twice, want another and the same", a["points"], after["points"],
			twice["points"])
	}
	empty, none := pressButton(t, b, a, "clear")
	check.Equal(t, none["points"], "", "cleared")
	if _, back := pressButton(t, b, none, "clear"); back["points"] != a["points"] ||
		!slices.ContainsFunc(empty.Controls,
			func(c exercises.Control) bool { return c.Label == "bring the points back" }) {
		t.Errorf("brought back: got %q, want %q", back["points"], a["points"])
	}
	if _, still := pressButton(t, b, nil, "clear"); still["points"] != "" {
		t.Errorf("brought back from nothing: got %q, want nothing", still["points"])
	}
	half := a.With("points", "1 1 +; 2")
	if _, kept := pressButton(t, b, half, "place"); kept["points"] != half["points"] {
		t.Errorf("place beside what cannot be read: got %q, want it unchanged", kept["points"])
	}
}

// TestPlacing_runsEverySolver runs every solver with every kernel and several numbers of points. A
// click places a point only as long as the student does not step through the run.
func TestPlacing_runsEverySolver(t *testing.T) {
	var many PlacedPoints
	for i := range MaxPlaced {
		s := LabelledPoint{math.Round(300*math.Sin(float64(i))) / 100, math.Round(300*math.Cos(2.3*float64(i))) / 100, 1}
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
				s := sceneOf(t, placingBench(), Source{}, a)
				if f, _ := plane(t, s); f.ClickButton == "" || s.Run != nil || len(s.Notes) == 0 {
					t.Errorf("%v: got no place for a point and %v, want one and a note", a, s.Notes)
				}
				if len(points) > 100 && kernel != "rbf" {
					continue
				}
				s, _ = pressButton(t, placingBench(), a, "steps")
				if flat := strings.Contains(fmt.Sprint(s.Notes), "no eigenvalue of K"); s.Run == nil && flat {
					continue
				}
				if s.Run == nil {
					t.Errorf("%v: got no run and %v, want a run", a, s.Notes)
					continue
				}
				run := must.Value(s.Run.Extend(context.Background(), 3, exercises.Condition{}))
				s.Run = run
				if f, m := plane(t, s); f.ClickButton != "" || m.Cross != nil || m.X.Max != MaxCoordinate {
					t.Errorf("%v, stepped through: got a click that places a point on %v, want none", a, m.X)
				}
			}
		}
	}
}

// TestPlacing_countsErrorsAtTheEnd checks the number of misclassified points at the end of the run.
func TestPlacing_countsErrorsAtTheEnd(t *testing.T) {
	for kernel, want := range map[string]string{"rbf": "0 of 4 points on the wrong side.",
		"linear": "4 of 4 points on the wrong side."} {
		s := sceneOf(t, placingBench(), Source{}, exercises.Answers{"points": four, "kernel": kernel, "solver": "ridge"})
		check.Equal(t, s.Notes[len(s.Notes)-1].String(), want, "%s", kernel)
	}
}

// TestPlacedPoints_fitsItsField checks that a text never becomes longer than its field
// allows, and that all points that the sliders can place fit.
func TestPlacedPoints_fitsItsField(t *testing.T) {
	b := placingBench()
	long := "0 0 +; " + strings.Repeat("-1.2345678901234 -1.2345678901234 -; ", 79)
	a := exercises.Answers{"points": long[:len(long)-2], "x1": "1"}
	s, after := pressButton(t, b, a, "place")
	if after["points"] != a["points"] || !strings.Contains(fmt.Sprint(s.Notes), "no more can be placed") {
		t.Errorf("%d characters: got %d after placing and %v, want the same and a note", len(a["points"]),
			len(after["points"]), s.Notes)
	}
	var worst PlacedPoints
	for range MaxPlaced {
		worst = append(worst, LabelledPoint{X: -2.9, Y: -2.9, Label: -1})
	}
	if n := len(worst.String()); n > longestText {
		t.Errorf("%d points: got %d characters, want at most %d", len(worst), n, longestText)
	}
}

// TestReadPlacedPoints_placesErrors checks that all forms of points can be read, and that errors have the
// right position.
func TestReadPlacedPoints_placesErrors(t *testing.T) {
	for text, want := range map[string]PlacedPoints{
		"":                      nil,
		" ;; ":                  nil,
		"0.5 1 +":               {{0.5, 1, 1}},
		"0.5, 1, + ; -1 2 -":    {{0.5, 1, 1}, {-1, 2, -1}},
		"−1 −2 −1; 3 -3 +1;":    {{-1, -2, -1}, {3, -3, 1}},
		"0 0 1\n0 0 -1":         {{0, 0, 1}, {0, 0, -1}},
		"1 1 +; 1 1 +; 1 1 + ;": {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}},
	} {
		if got, err := ReadPlacedPoints(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v; want %v", text, got, err, want)
		}
	}
	for text, want := range map[string]struct {
		at  int
		msg string
	}{
		"1 2":            {0, "two numbers and its class"},
		"1 1 +; −1":      {7, "two numbers and its class"},
		"1 1 +; 1 x +":   {9, "“x” is not a number"},
		"1 1 +;1 NaN +":  {8, "is not a number"},
		"1 1 +; 1 3.1 -": {9, "from −3 to 3"},
		"1e9 1 -":        {0, "from −3 to 3"},
		"1 1 q":          {4, "a class is + or −"},
		"1 1 + 2 2 -":    {6, "a semicolon"},
		strings.Repeat("1 1 +;", MaxPlaced) + "2 2 -": {6 * MaxPlaced, "room for 200"},
	} {
		before, err := ReadPlacedPoints(text)
		fault, ok := errors.AsType[*PlacedError](err)
		check.That(t, ok && fault.At == want.at && strings.Contains(fault.Msg, want.msg),
			"%q: %v, want “%s” at %d", text, err, want.msg, want.at)
		if n := strings.Count(text[:fault.At], ";"); len(before) != n {
			t.Errorf("%q: got %d points before the error, want %d", text, len(before), n)
		}
	}
}

// Points that can be read are read again from their text, unchanged. The position of an error is
// inside the text.
func FuzzPlaced(f *testing.F) {
	for _, text := range []string{"0.5 1 +; -1 2 -", "−1 0 −;", "1 1", "\x00;;1e-300 0x1p-1 1", "1 1 +;1 1 +"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		points, err := ReadPlacedPoints(text)
		if fault, bad := errors.AsType[*PlacedError](err); bad && (fault.At < 0 || fault.At > len([]rune(text))) {
			t.Fatalf("got an error at %d of %q, want it inside", fault.At, text)
		}
		again, err := ReadPlacedPoints(points.String())
		check.Must(t, err == nil && slices.Equal(again, points),
			"%q: read %v, written %q, read %v, error %v, want the same points again", text, points, points.String(),
			again, err)
		for _, s := range points {
			if !(math.Abs(s.X) <= MaxCoordinate && math.Abs(s.Y) <= MaxCoordinate) || s.Label*s.Label != 1 {
				t.Fatalf("%q: got the point %v, want it on the map with class ±1", text, s)
			}
		}
	})
}

// TestPlacedPoints_toggled checks that toggling a point removes it, and that no point is added
// to a full set.
func TestPlacedPoints_toggled(t *testing.T) {
	three := PlacedPoints{{0, 0, 1}, {1, 0, -1}, {0, 1, 1}}
	if got, want := three.Toggled(LabelledPoint{1, 0, 1}),
		(PlacedPoints{{0, 0, 1}, {0, 1, 1}}); !slices.Equal(got, want) || len(three) != 3 {
		t.Errorf("Toggled = %v, want %v, and %v unchanged", got, want, three)
	}
	full := slices.Repeat(PlacedPoints{{1, 1, 1}}, MaxPlaced)
	if got := full.Toggled(LabelledPoint{2, 2, 1}); len(got) != MaxPlaced {
		t.Errorf("full, toggled elsewhere: got %d points, want %d", len(got), MaxPlaced)
	}
	if got := full.Toggled(LabelledPoint{1, 1, 1}); len(got) != MaxPlaced-1 {
		t.Errorf("full, toggled at a point: got %d points, want %d", len(got), MaxPlaced-1)
	}
}

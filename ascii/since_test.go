package ascii

import (
	"slices"
	"strings"
	"testing"
)

// across is a map of four points with a boundary upright at x.
func across(x float64) Map {
	return Map{
		X: Range{Min: -1, Max: 1}, Y: Range{Min: -1, Max: 1}, XLabel: "x₁",
		Field: FieldFunc(func(a, _ float64) float64 { return a - x }),
		Marks: []Mark{{X: -0.9, Class: -1}, {X: -0.3, Class: -1}, {X: 0.31, Class: 1}, {X: 0.8, Class: 1}},
	}
}

// What a map says of its boundary: the way it runs, and the points near it.
func TestBoundaryWords(t *testing.T) {
	for want, f := range map[string]func(x, y float64) float64{
		"runs upright at x₁ = 0.3.":                             func(x, _ float64) float64 { return x - 0.3 },
		"runs level at y = -0.5.":                               func(_, y float64) float64 { return y + 0.5 },
		"runs straight from (1, 1) to (-1, -1).":                func(x, y float64) float64 { return x - y - 1e-9 },
		"by way of (0, -0.5) to":                                func(x, y float64) float64 { return y - 1.5*x*x + 0.5 },
		"is closed, around (0, 0), 1 wide and 1 high.":          func(x, y float64) float64 { return x*x + y*y - 0.25 },
		"has 2 pieces. One runs upright at x₁ = 0.5. One runs ": func(x, _ float64) float64 { return x*x - 0.25 },
	} {
		m := across(0)
		m.Field = FieldFunc(f)
		if said := strings.Join(m.Words(), " "); !strings.Contains(said, want) && !strings.Contains(said, strings.Replace(want, "= 0.5", "= -0.5", 1)) {
			t.Errorf("%q is not said: %s", want, said)
		}
	}
	if said := strings.Join(across(0.3).Words(), " "); !strings.Contains(said, "Near it is point 3.") || !strings.Contains(said, "Every point lies on the side") {
		t.Error(said)
	}
	if said := strings.Join(across(0).Words(), " "); !strings.Contains(said, "No point is near it.") {
		t.Error(said)
	}
}

// Points keep their numbers behind a letter.
func TestPointsKeepTheirNumbers(t *testing.T) {
	m := across(0.5)
	m.Marks[2].Label = "k"
	if said := strings.Join(m.Words(), " "); !strings.Contains(said, "number 3 (k).") {
		t.Error(said)
	}
	if said := strings.Join(m.Numbered(map[int]string{2: "k"}).Words(), " "); !strings.Contains(said, "number k = 3.") {
		t.Error(said)
	}
}

func told(changes []string, _ bool) string { return strings.Join(changes, " ") }

// What changed on a map is told: kinds, sides, the boundary where the eye sees it.
func TestMapSince(t *testing.T) {
	was, now := across(-0.6), across(0.3)
	now.Marks[1].Kind, now.Marks[2].Kind = FreeSV, FreeSV
	said := told(now.Since(was))
	for _, want := range []string{"Points 2 and 3 are free support vectors now.", "On the side of their class now: 2.", "The boundary now runs upright at x₁ = 0.3.", "Class +1 has 35 % of the map, 80 % before.", "Near it is point 3."} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not told: %s", want, said)
		}
	}
	if said, ok := across(0.301).Since(across(0.3)); len(said) > 0 || !ok {
		t.Errorf("nobody sees that: %s", said)
	}
	if said := told(was.Since(now)); !strings.Contains(said, "On the wrong side now: 2.") || !strings.Contains(said, "are at α = 0 now") {
		t.Error(said)
	}
}

// A figure is like itself, and has nothing to say of another kind.
func TestNothingChanged(t *testing.T) {
	table := func(cell string) Table {
		return Table{Columns: []Column{{Title: "i"}, {Title: "α"}}, Rows: [][]Line{{Plain("1"), Plain("0")}, {Plain("2"), Plain(cell)}}}
	}
	chart := func(at float64) Chart {
		return Chart{Series: []ChartSeries{{Name: "W", Y: []float64{0, 1, 2}}}, HasCursor: true, Cursor: at}
	}
	heat := func(v float64) Heatmap {
		return Heatmap{Rows: 1, Cols: 2, At: func(_, j int) float64 { return v * float64(j) }}
	}
	bars := func(v float64) Bars { return Bars{Bars: []Bar{{Label: "α₁", Value: 1}, {Label: "α₂", Value: v}}} }
	for _, c := range []struct {
		was, now Changing
		want     string
	}{
		{across(0), across(0.5), "The boundary now"},
		{bars(0), bars(0.5), "α₂ rose from 0 to 0.5."},
		{chart(2), chart(1), "W fell from 2 to 1."},
		{table("0"), table("3"), "i: 2: now α: 3."},
		{heat(1), heat(2), "Row 1, column 2 is 2 now."},
		{NumberLine{Roots: []float64{1}}, NumberLine{Roots: []float64{2}}, "The sign changes at 2 now."},
		{TextBlock{Lines: []Line{Plain("a")}}, TextBlock{Lines: []Line{Plain("a"), Plain("b")}}, "b"},
		{Board{Panels: []Panel{{Head: []Line{Plain("one")}, Plot: bars(0)}}}, Board{Panels: []Panel{{Head: []Line{Plain("one")}, Plot: bars(2)}}}, "α₂ rose from 0 to 2."},
	} {
		if said, ok := c.now.Since(c.was); !ok || !slices.ContainsFunc(said, func(s string) bool { return strings.HasPrefix(s, c.want) }) {
			t.Errorf("%T: %q, want %q", c.now, said, c.want)
		}
		if said, ok := c.now.Since(c.now); len(said) > 0 || !ok {
			t.Errorf("%T is not like itself: %q", c.now, said)
		}
		if said, ok := c.now.Since(Lift{}); len(said) > 0 || ok {
			t.Errorf("%T against another kind: %q", c.now, said)
		}
	}
}

// Of few points the places are told, class by class; of many the middle of each
// class.
func TestPlaceWords(t *testing.T) {
	m := across(0)
	if said := strings.Join(m.Words(), " "); !strings.Contains(said, "Class +1: 3 at (0.31, 0), 4 at (0.8, 0). Class -1: 1 at (-0.9, 0), 2 at (-0.3, 0).") {
		t.Error(said)
	}
	for range 10 {
		m.Marks = append(m.Marks, Mark{X: 0.5, Y: 0.5, Class: 1}, Mark{X: -0.5, Y: 0.5, Class: 1})
	}
	if said := strings.Join(m.placeWords(), " "); !strings.Contains(said, "Class +1 has its middle at (0.0505, 0.455); its points are on average 0.5") {
		t.Error(said)
	}
}

// A picture of pixels is told by where its large entries are.
func TestLargeEntries(t *testing.T) {
	h := Heatmap{Rows: 6, Cols: 6, At: func(i, j int) float64 {
		if i == 1 || i == 2 || j == 5 && i == 4 {
			return float64(j / 3)
		}
		return 0
	}}
	if said := strings.Join(h.Words(), " "); !strings.Contains(said, "7 entries lie in the upper half of that. In row 2 to 3: columns 4 to 6. In row 5: column 6.") {
		t.Error(said)
	}
}

package ascii

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// mapWithBoundary returns a map of four points with a vertical boundary at x.
func mapWithBoundary(x float64) Map {
	return Map{
		X: Range{Min: -1, Max: 1}, Y: Range{Min: -1, Max: 1}, XLabel: "x₁",
		Field: FieldFunc(func(a, _ float64) float64 { return a - x }),
		Marks: []Mark{{X: -0.9, Class: -1}, {X: -0.3, Class: -1}, {X: 0.31, Class: 1}, {X: 0.8, Class: 1}},
	}
}

// The words of a map describe the course of its boundary and name the points near the boundary.
func TestMap_boundaryWords(t *testing.T) {
	for want, f := range map[string]func(x, y float64) float64{
		"is vertical at about x₁ = 0.3.":         func(x, _ float64) float64 { return x - 0.3 },
		"is horizontal at about y = -0.5.":       func(_, y float64) float64 { return y + 0.5 },
		"runs straight from (1, 1) to (-1, -1).": func(x, y float64) float64 { return x - y - 1e-9 },
		"through (0, -0.5) to": func(x,
			y float64) float64 {
			return y - 1.5*x*x + 0.5
		},
		"is closed, around (0, 0), 1 wide and 1 high.":                                         func(x, y float64) float64 { return x*x + y*y - 0.25 },
		"has 2 pieces. One is vertical at about x₁ = -0.5. One is vertical at about x₁ = 0.5.": func(x, _ float64) float64 { return x*x - 0.25 },
	} {
		m := mapWithBoundary(0)
		m.Field = FieldFunc(f)
		if said := strings.Join(m.Words(), " "); !strings.Contains(said, want) &&
			!strings.Contains(said, strings.Replace(want, "= 0.5", "= -0.5", 1)) {
			t.Errorf("Words() = %q, want %q in it", said, want)
		}
	}
	if said := strings.Join(mapWithBoundary(0.3).Words(), " "); !strings.Contains(said, "Point 3 is near it.") ||
		!strings.Contains(said, "Every point lies on the side") {
		t.Errorf("Words() = %q, want point 3 near the boundary", said)
	}
	if said := strings.Join(mapWithBoundary(0).Words(), " "); !strings.Contains(said, "No point is near it.") {
		t.Errorf("Words() = %q, want no point near the boundary", said)
	}
}

// ChangesSince names the points of a map that have changed, or describes the field. It does not
// compare maps of other solvers or other points.
func TestChangesSince_ofAMap(t *testing.T) {
	was, now := mapWithBoundary(-0.6), mapWithBoundary(0.3)
	now.Marks[1].Kind, now.Marks[2].Kind = FreeSV, BoundSV
	elsewhere, others, perceptron, empty := mapWithBoundary(0.3), mapWithBoundary(0.3), mapWithBoundary(0.3), mapWithBoundary(0)
	elsewhere.Marks[0].Y, others.Marks = 0.5, others.Marks[1:]
	perceptron.PossibleKinds = []MarkKind{Missed}
	empty.Field = FieldFunc(func(_, _ float64) float64 { return 0 })
	for _, c := range []struct {
		name     string
		was, now Figure
		want     string
		ok       bool
	}{
		{"kinds and sides", was, now, "free support vectors now: 2; at the bound C now: 3; on the right side now: 2.",
			true},
		{"back", now, was, "at α = 0 now: 2 and 3; on the wrong side now: 2.", true},
		{"only the boundary", mapWithBoundary(-0.2), mapWithBoundary(0.2), "Class +1 has 40 % of the map, class -1 60 %.", true},
		{"too little to see", mapWithBoundary(0.3), mapWithBoundary(0.301), "", true},
		{"from the start", empty, mapWithBoundary(0.3), "Class +1 has 35 % of the map, class -1 65 %.", true},
		{"another place", was, elsewhere, "", false},
		{"other points", was, others, "", false},
		{"another solver", was, perceptron, "", false},
		{"a field where there was none", Map{Marks: was.Marks}, was, "", false},
		{"another figure", Lift{}, was, "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, ok := ChangesSince(c.now, c.was); got != c.want || ok != c.ok {
				t.Errorf("%s: %q, %t, want %q, %t", c.name, got, ok, c.want, c.ok)
			}
		})
	}
}

func TestChangesSince_values(t *testing.T) {
	rows := func(cells ...string) Table {
		out := Table{Columns: []Column{{Title: "i"}, {Title: "α"}}}
		for i, c := range cells {
			out.Rows = append(out.Rows, []Line{Plain(strconv.Itoa(i + 1)), Plain(c)})
		}
		return out
	}
	chart := func(at float64) Chart {
		return Chart{Series: []ChartSeries{{Name: "W", Y: []float64{0, 1, 2}}, {Name: "gap", Y: []float64{5, 3, 3}}},
			HasCursor: true, Cursor: at}
	}
	bars := func(values ...float64) Bars {
		var out Bars
		for _, v := range values {
			out.Bars = append(out.Bars, Bar{Value: v})
		}
		return out
	}
	text := func(lines ...string) (out TextBlock) {
		for _, l := range lines {
			out.Lines = append(out.Lines, Plain(l))
		}
		return out
	}
	for _, c := range []struct {
		name     string
		was, now Figure
		want     string
		ok       bool
	}{
		{"one curve", chart(2), chart(1), "Now W: 1.", true},
		{"both curves", chart(2), chart(0), "Now W: 0, gap: 5.", true},
		{"a chart without a cursor", Chart{}, chart(0), "", false},
		{"two bars", bars(0, 1, 0), bars(0.5, 1, -2), "Now number 1: 0.5, number 3: -2.", true},
		{"many bars", bars(0, 0, 0, 0), bars(1, 2, 3, 4), "4 bars changed.", true},
		{"more bars", bars(0), bars(0, 1), "", false},
		{"a row", rows("0", "0"), rows("0", "3"), "i: 2, α: 3.", true},
		{"many rows", rows("0", "0", "0", "0"), rows("1", "1", "1", "1"), "", false},
		{"a root", NumberLine{X: Range{Max: 3}, Roots: []float64{1}},
			NumberLine{X: Range{Max: 3}, Roots: []float64{2}}, "The sign changes at 2.", true},
		{"a line", text("a"), text("a", "b"), "b", true},
		{"no figure", nil, text("a"), "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, ok := ChangesSince(c.now, c.was); ok != c.ok || ok && got != c.want {
				t.Errorf("%s: %q, %t, want %q, %t", c.name, got, ok, c.want, c.ok)
			}
			if got, ok := ChangesSince(c.now, c.now); ok && got != "" {
				t.Errorf("ChangesSince of %s and itself = %q, want nothing", c.name, got)
			}
		})
	}
}

type filler rune

func (f filler) Draw(dst *Grid, area Rect, _ View) { dst.Fill(area, Cell{Rune: rune(f)}) }

func (filler) Words() []string { return nil }

func panels(n int) FigureGrid {
	p := FigureGrid{Cols: min(n, 3)}
	for i := range n {
		p.Panels = append(p.Panels, Panel{[]Line{Plain(fmt.Sprintf("p%d", i+1))}, filler('a' + rune(i))})
	}
	return p
}

// No panel overlaps another or leaves the area. Every panel is drawn if there is room for all of
// them.
func TestFigureGrid_panelsFit(t *testing.T) {
	for _, size := range [][2]int{{0, 0}, {1, 1}, {3, 40}, {40, 3}, {36, 18}, {76, 20}, {140, 50}} {
		for n := range 10 {
			g := NewGrid(size[0]+4, size[1]+4)
			area := Rect{X: 2, Y: 2, W: size[0], H: size[1]}
			panels(n).Draw(g, area, View{})
			seen := map[rune]int{}
			for y := range g.H {
				for x := range g.W {
					r := g.At(x, y).Rune
					if r != 0 && !area.Contains(x, y) {
						t.Fatalf("%v, %d panels: got %q at (%d, %d), want nothing outside", size, n, r, x, y)
					}
					seen[r]++
				}
			}
			for i := range n {
				if size[0] >= 36 && size[1] >= 18 && seen['a'+rune(i)] < 8 {
					t.Errorf("%v, %d panels: number %d has %d cells, want at least 8", size, n, i+1, seen['a'+rune(i)])
				}
			}
		}
	}
}

// A row that is too wide omits the OptionalColumn, in every profile.
func TestPointTable_letters(t *testing.T) {
	r := PointTable{
		Columns: []Column{{Width: 1}, {Title: "i", Width: 3, Right: true}, {Title: "x", Width: 6},
			{Title: "f", Width: 4, Right: true}},
		OptionalColumn: 2, Order: []int{1, 0}, Pinned: 1,
		Cells: func(i int) []Line {
			return []Line{Plain("l"), Plain("7"), Plain("(1, 2)"), Plain("0.25")}
		},
		Sentence: func(int) string { return "Point 7." },
	}
	for _, c := range []struct {
		w     int
		p     Profile
		want  string
		lacks string
	}{
		{20, TrueColor, "l    7  (1, 2)  0.25", "…"}, {20, SevenBit, "l    7  (1, 2)  0.25", "~"},
		{19, TrueColor, "l    7  0.25", "(1"}, {19, SevenBit, "l    7  0.25", "(1"},
	} {
		if got := runes(drawFigure(r, c.w, 3, c.p)); !strings.Contains(got, c.want) || strings.Contains(got, c.lacks) {
			t.Errorf("%d columns: want %q and no %q, got\n%s", c.w, c.want, c.lacks, got)
		}
	}
}

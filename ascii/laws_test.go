package ascii

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kernellab/testdata/support/check"
)

var profiles = []Profile{TrueColor, Indexed256, ANSI16, Mono, SevenBit}

// unusualFigures returns figures that unusual data produce.
func unusualFigures() map[string]Figure {
	bad := FieldFunc(func(x, y float64) float64 {
		switch {
		case x < 0 && y < 0:
			return math.NaN()
		case x < 0:
			return math.Inf(1)
		case y < 0:
			return math.Inf(-1)
		}
		return x - y
	})
	nan := math.NaN()
	return map[string]Figure{
		"no map": Map{}, "bad field": Map{Field: bad, X: Range{-1, 1}, Y: Range{-1, 1}, SameScale: true},
		"bad marks": Map{Marks: []Mark{{X: nan, Y: 1}, {X: math.Inf(1)},
			{Class: 1, Label: "here"}}}, "one mark": Map{Marks: []Mark{{X: 3, Y: 3}}},
		"turned ranges": Map{X: Range{1, -1}, Y: Range{nan, 2}, Field: bad}, "huge": Map{X: Range{-1e300, 1e300},
			Y: Range{1e12, 1e12}, Field: bad},
		"no space": Space{}, "space": spaceExample(), "bad space": Space{FitPoints: []Vector{{nan}}, Turn: math.Inf(1),
			Arrows: []Arrow{{To: Vector{nan, 1, 2}, Name: "lost"}}, Planes: []Plane{{U: Vector{1, 1, 1},
				V: Vector{2, 2, 2}, Name: "a line"}, {V: Vector{nan}, Name: "lost"}}},
		"no line": NumberLine{}, "bad line": NumberLine{Roots: []float64{nan}},
		"bad lift": Lift{F: math.Log, HasLine: true,
			W2: 1}, "no chart": Chart{}, "empty series": Chart{Series: []ChartSeries{{Name: "a"}}, Log: true},
		"bad series": Chart{Series: []ChartSeries{{Y: []float64{nan, math.Inf(1), 2, -1, 0}},
			{X: []float64{1}, Y: []float64{1, 2}}}, Log: true, Refs: []RefLine{{Y: -1}}},
		"constant": Chart{Series: []ChartSeries{{Y: []float64{2, 2,
			2}}}}, "no bars": Bars{}, "bad bars": Bars{Bars: []Bar{{Value: nan}, {Value: math.Inf(1)}, {Value: -1}}},
		"no matrix": Heatmap{}, "bad matrix": Heatmap{Rows: 2, Cols: 3, Signed: true, ShowValues: true,
			At: func(i, j int) float64 { return nan }},
		"short classes": Heatmap{Rows: 9, Cols: 1, RowClass: []int{1}, ColClass: []int{1},
			At: func(i, j int) float64 { return 1 }},
		"no table": Table{}, "lost row": Table{Columns: []Column{{}}, Rows: [][]Line{{}, {}}, HasSelection: true,
			Selected: 7},
		"no text":  TextBlock{},
		"no board": FigureGrid{}, "odd board": FigureGrid{Cols: 2,
			Panels: []Panel{{Plot: Map{Field: bad}},
				{Head: []Line{Plain("a head that is much too long for its panel"), nil}}, {Plot: Heatmap{}}}},
	}
}

func allFigures() map[string]Figure {
	all := examples()
	for name, f := range unusualFigures() {
		all[name] = f
	}
	return all
}

func TestFigure_staysInArea(t *testing.T) {
	for name, f := range allFigures() {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				g := NewGrid(70, 30)
				seal := Cell{Rune: 'S', Fg: Bad, Bg: Bad}
				g.Fill(g.Bounds(), seal)
				area := Rect{rapid.IntRange(-3, 40).Draw(t, "x"), rapid.IntRange(-3, 20).Draw(t, "y"),
					rapid.IntRange(0, 60).Draw(t, "w"), rapid.IntRange(0, 24).Draw(t, "h")}
				p := rapid.SampledFrom(profiles).Draw(t, "profile")
				f.Draw(g, area, View{Profile: p})
				for y := range g.H {
					for x := range g.W {
						if !area.Contains(x, y) && g.At(x, y) != seal {
							t.Fatalf("(%d, %d) outside %v has %q, want it unchanged", x, y, area, g.At(x, y).Rune)
						}
					}
				}
				for i, b := range []byte(g.Encode(distinctInks(SevenBit))) {
					if b >= 0x80 {
						t.Fatalf("byte %d is %#x, want ASCII", i, b)
					}
				}
			})
		})
	}
}

func TestFigure_sevenBit(t *testing.T) {
	for name, f := range allFigures() {
		for _, size := range [][2]int{{0, 0}, {1, 1}, {24, 5}, {54, 20}, {120, 36}} {
			g := drawFigure(f, size[0], size[1], SevenBit)
			if text := runes(g); !isASCII(text) {
				t.Errorf("%s at %v: want ASCII, got\n%s", name, size, text)
			}
		}
	}
}

func TestFigure_wordsAreSentences(t *testing.T) {
	for name, f := range examples() {
		words := f.Words()
		check.That(t, len(words) != 0, "%s has no words, want some", name)
		for _, s := range words {
			check.That(t, strings.HasSuffix(s, ".") && !strings.Contains(s, "NaN"),
				"%s: got %q, want a sentence without NaN", name, s)
		}
	}
	for _, f := range unusualFigures() {
		f.Words()
	}
}

// F = xy has a saddle in one square around the origin. At a level above zero, the line connects the
// two corners with positive values, and below zero the two corners with negative values.
func TestContours_saddle(t *testing.T) {
	for _, c := range []struct{ level, sign float64 }{{0.1, 1}, {-0.1, -1}} {
		lines := newContourFinder([]float64{-1, 1, 1, -1}, 2, 2).levelLines(c.level)
		check.Must(t, len(lines) == 2, "level %v: got %d pieces, want 2", c.level, len(lines))
		for _, l := range lines {
			m := Point{(l.pts[0].X + l.pts[1].X) - 1, 1 - (l.pts[0].Y + l.pts[1].Y)}
			if got := m.X * m.Y * c.sign; got <= 0 {
				t.Errorf("level %v: got a line with middle %v, want it through the other corners", c.level, m)
			}
		}
	}
}

// Contours of a random field are closed or end at the outer edge, and every crossed edge is
// used exactly once.
func TestContours_endAtEdge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(2, 9).Draw(t, "w"), rapid.IntRange(2, 9).Draw(t, "h")
		f := rapid.SliceOfN(rapid.Float64Range(-1, 1), w*h, w*h).Draw(t, "f")
		crossed := 0
		for i := range f {
			if i%w+1 < w && cornerBit(f[i], 0) != cornerBit(f[i+1], 0) {
				crossed++
			}
			if i+w < len(f) && cornerBit(f[i], 0) != cornerBit(f[i+w], 0) {
				crossed++
			}
		}
		used := 0
		for _, l := range newContourFinder(f, w, h).levelLines(0) {
			used += len(l.pts)
			if l.closed {
				used--
				continue
			}
			for _, p := range []Point{l.pts[0], l.pts[len(l.pts)-1]} {
				if p.X != 0 && p.Y != 0 && p.X != float64(w-1) && p.Y != float64(h-1) {
					t.Fatalf("an open line ends at %v, want the edge", p)
				}
			}
		}
		check.Must(t, used == crossed, "got %d crossings in lines, want %d as on the grid", used, crossed)
	})
}

package ascii

import (
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"kernellab/testdata/support/check"
)

// swing returns a series whose values alternate in sign. Value i has the absolute value size(i).
func swing(n int, size func(i int) float64) ChartSeries {
	s := ChartSeries{Name: "loss"}
	for i := range n {
		s.Y = append(s.Y, math.Pow(-1, float64(i))*size(i))
	}
	return s
}

// drawChart draws a chart at 60×12 in a profile.
func drawChart(c Chart, p Profile) *Grid {
	g := NewGrid(60, 12)
	c.Draw(g, g.Bounds(), View{Profile: p, Aspect: 2})
	return g
}

// dotShare returns the share of set braille dots in the columns [start, end).
func dotShare(g *Grid, start, end int) float64 {
	n := 0
	for y := range 10 {
		for x := start; x < end; x++ {
			if r := g.At(x, y).Rune; r >= 0x2800 && r < 0x2900 {
				n += bits.OnesCount(uint(r - 0x2800))
			}
		}
	}
	return float64(n) / float64(8*10*(end-start))
}

// A curve that swings too often to be followed is drawn as a band with two edges, not as
// a solid area, in every profile.
func TestChart_band(t *testing.T) {
	c := Chart{Series: []ChartSeries{swing(400, func(int) float64 { return 1 })}}
	for _, p := range []Profile{TrueColor, Indexed256, ANSI16, Mono} {
		g := drawChart(c, p)
		if share := dotShare(g, 20, 40); share < 0.02 || share > 0.15 {
			t.Errorf("%v: got %.2f of the dots set, want 0.02 to 0.15", p, share)
		}
		filled := g.At(30, 5).Bg == ChartFill
		if want := (View{Profile: p}).Filled(); filled != want {
			t.Errorf("%v: got a filled band %v, want %v", p, filled, want)
		}
	}
}

// The edges of the band are the minimum and the maximum of each column.
func TestChart_bandExtremes(t *testing.T) {
	pts := make([]Point, 600)
	for i := range pts {
		pts[i] = Point{X: float64(i) / 10, Y: 5 + math.Pow(-1, float64(i))}
	}
	pts[333].Y, pts[100].Y = 11, -4
	all := splitCurve(pts)
	check.Must(t, len(all) == 1 && len(all[0].upper) == 60,
		"got %d stretches, %d columns in the first, want 1, 60", len(all), len(all[0].upper))
	if s := all[0]; s.upper[10].Y != -4 || s.lower[33].Y != 11 || s.upper[40].Y != 4 || s.lower[40].Y != 6 {
		t.Errorf("got edges %v, %v, %v, %v, want -4, 11, 4, 6", s.upper[10], s.lower[33], s.upper[40], s.lower[40])
	}
}

// Where a curve turns rarely it is drawn as a line, also before and after a band. There are no gaps
// between lines and bands.
func TestChart_linesAroundBand(t *testing.T) {
	var pts []Point
	for i := range 300 {
		y := 5.0
		if i >= 100 && i < 200 {
			y += math.Pow(-1, float64(i))
		}
		pts = append(pts, Point{X: float64(i) / 5, Y: y})
	}
	all := splitCurve(pts)
	check.Must(t, len(all) == 3 && all[0].upper == nil && all[1].line == nil && all[2].upper == nil,
		"got %d stretches %+v, want a line, a band and a line", len(all), all)
	if end, begin := all[0].line[len(all[0].line)-1].X, all[2].line[0].X; end < 20 || begin > 40 {
		t.Errorf("the lines end at %v and begin at %v, want at least 20 and at most 40", end, begin)
	}
	if smooth := splitCurve(pts[:90]); len(smooth) != 1 || len(smooth[0].line) != 90 {
		t.Errorf("got %+v, want one line of 90 points", smooth)
	}
}

// Two bends in one column do not make a band.
func TestChart_bendsInOneColumn(t *testing.T) {
	var pts []Point
	for i := range 100 {
		pts = append(pts, Point{X: float64(i) / 5, Y: 5})
	}
	pts[51].Y, pts[53].Y = 1, 9
	if all := splitCurve(pts); slices.ContainsFunc(all, func(s curvePart) bool { return s.upper != nil }) {
		t.Errorf("got %+v, want lines only", all)
	}
}

// Without colour, two curves are drawn with different strokes.
func TestChart_monochromeStrokes(t *testing.T) {
	one, other := ChartSeries{Name: "this"}, ChartSeries{Name: "other"}
	for range 40 {
		one.Y, other.Y = append(one.Y, 1), append(other.Y, 2)
	}
	g := drawChart(Chart{Series: []ChartSeries{one, other}}, Mono)
	gaps := map[int]int{}
	for y := range 10 {
		row := 0
		for x := 5; x < 50; x++ {
			if r := g.At(x, y).Rune; r >= 0x2800 && r < 0x2900 {
				row += bits.OnesCount(uint(r - 0x2800))
			}
		}
		if row > 0 {
			gaps[row]++
		}
	}
	check.That(t, len(gaps) == 2, "got rows of the curves with %v dots, want two kinds", gaps)
}

// If no name fits beside its curve, the names are above the curves, each after a sample that
// identifies its curve without colour. No curve runs through the names.
func TestChart_legendAbove(t *testing.T) {
	two := Chart{Series: []ChartSeries{
		{Name: "training", Y: []float64{3, 2, 1}}, {Name: "held out", Y: []float64{3, 3, 3}, Kind: Crosses},
	}, Refs: []RefLine{{Y: 2, Label: "coin"}}}
	first := func(c Chart, w, h int, p Profile) string {
		row, _, _ := strings.Cut(runes(drawFigure(c, w, h, p)), "\n")
		return row
	}
	for profile, want := range map[Profile]string{
		TrueColor: "━ training  × held out", Mono: "━━━ training  × held out", SevenBit: "a training  x held out",
	} {
		check.Equal(t, first(two, 28, 10, profile), want, "%v", profile)
	}
	if got := first(two, 32, 10, TrueColor); got != "━ training  × held out  ╌ coin" {
		t.Errorf("with room for the reference: got %q, want all three names", got)
	}
	if got := first(two, 50, 10, TrueColor); strings.HasPrefix(got, "━ training") {
		t.Errorf("with room at the right end: got %q, want no legend", got)
	}
	for name, c := range map[string]Chart{"one curve": {Series: two.Series[:1]},
		"a curve without name": {Series: append([]ChartSeries{{Y: []float64{1, 2}}}, two.Series...)}} {
		if got := first(c, 24, 10, TrueColor); strings.Contains(got, "training") {
			t.Errorf("%s: got %q, want no legend", name, got)
		}
	}
	if got := first(two, 28, minLegendHeight-1, TrueColor); strings.Contains(got, "training") {
		t.Errorf("a low chart: got %q, want no legend", got)
	}
}

func sampleSeries(name string, n int, from, to float64, f func(float64) float64) ChartSeries {
	s := ChartSeries{Name: name}
	for i := range n {
		x := from + (to-from)*float64(i)/float64(n-1)
		s.X, s.Y = append(s.X, x), append(s.Y, f(x))
	}
	return s
}

// Words describes the course of the curves, their minima and maxima, and where they cross 0 and each other.
func TestChart_Words(t *testing.T) {
	square := func(x float64) float64 { return (x-1)*(x-1) - 0.25 }
	line := func(x float64) float64 { return 2 - x }
	said := strings.Join(Chart{XLabel: "x", Series: []ChartSeries{
		sampleSeries("p", 241, -1, 3, square), sampleSeries("q", 241, -1, 3, line),
		sampleSeries("0", 241, -1, 3, func(float64) float64 { return 0 }),
		{Name: "data", X: []float64{0, 1, 2}, Y: []float64{3, -1, 2}, Kind: Dots},
		{Name: "far", Y: []float64{0, 0}, Dim: true}, {Name: "near", Y: []float64{0, 1}, Dim: true},
	}}.Words(), " ")
	for _, want := range []string{
		"p: from 3.75 at x = -1 to 3.75 at x = 3; least about -0.25 at x = 1, greatest 3.75 at x = -1.", "q: from 3 at x = -1 to " +
			"-1 at x = 3, never rising.", "0: all 0.",
		"data: 3 values, least -1 at x = 1, greatest 3 at x = 0.", "p crosses 0 at x = 0.5, 1.5.", "q crosses 0 at x = " +
			"2.", "p and q cross at x = -0.725, 1.72.",
		"2 curves in the background.",
	} {
		check.That(t, strings.Contains(said, want), "Words() = %q, want %q in it", said, want)
	}
	for _, c := range []struct {
		name, want, lacks string
		series            []ChartSeries
	}{
		{"a kink", "hinge and line cross at x = 1.", "none", []ChartSeries{
			sampleSeries("hinge", 241, -1, 3, func(x float64) float64 { return max(0, 1-x) }),
			sampleSeries("line", 241, -1, 3, func(x float64) float64 { return 2 - 2*x }),
		}},
		{"a jump", "slope jumps near x = 1.", "cross", []ChartSeries{
			sampleSeries("slope", 241, -3, 4, func(x float64) float64 { return (1 - (x-1)/math.Abs(x-1)) / 2 }),
			sampleSeries("curve", 241, -3, 4, func(x float64) float64 { return 1 / (1 + math.Exp(x)) }),
		}},
		{"steps", "a: ", "cross", []ChartSeries{{Name: "a", Y: []float64{-1, 1, -1}},
			{Name: "b", X: []float64{0, 1, 2}, Y: []float64{2, 0, 2}}}},
		{"a wave", "The curve crosses 0 12 times.", "none", []ChartSeries{sampleSeries("", 500, 0, 40, math.Sin)}},
	} {
		said := strings.Join(Chart{XLabel: "x", Series: c.series}.Words(), " ")
		check.That(t, strings.Contains(said, c.want) && !strings.Contains(said, c.lacks),
			"%s: Words() = %q, want %q and no %q", c.name, said, c.want, c.lacks)
	}
}

// A tiny value is a rounding error, except on a logarithmic scale that shows it.
func TestChart_wordsOfTinyValues(t *testing.T) {
	c := Chart{Series: []ChartSeries{{Name: "e", Y: []float64{1, 1e-14}}}}
	linear := strings.Join(c.Words(), " ")
	c.Log, c.Y = true, Range{1e-16, 1}
	log := strings.Join(c.Words(), " ")
	check.That(t, strings.Contains(linear, "from 1 to 0;") && strings.Contains(log, "from 1 to 1.0e-14;"),
		"got %q and %q", linear, log)
}

// Every crossing is between two places at which the difference has opposite signs.
func TestChart_crossings(t *testing.T) {
	for k := 1.0; k < 6; k++ {
		f := func(x float64) float64 { return math.Sin(k * x) }
		at := crossings(sampleSeries("", 300, 0.1, 6, f), ChartSeries{})
		if want := int(6 * k / math.Pi); len(at) != want {
			t.Errorf("sin %gx crosses 0 at %v, want %d places", k, at, want)
		}
		for _, x := range at {
			if f(x-0.02)*f(x+0.02) > 0 {
				t.Errorf("sin %gx: got a crossing at %g, want one where the sign changes", k, x)
			}
		}
	}
}

// Support vectors and points on the wrong side are named by their numbers. Points without
// a class are described as such.
func TestMap_namesPoints(t *testing.T) {
	m := Map{Field: FieldFunc(func(x, _ float64) float64 { return x })}
	for i := range 20 {
		m.Marks = append(m.Marks, Mark{X: float64(i) - 9.5, Y: 0, Class: 1})
	}
	m.Marks[3].Kind, m.Marks[4].Kind, m.Marks[5].Kind = FreeSV, BoundSV, BoundSV
	m.Marks = append(m.Marks, Mark{X: 1, Label: "x"})
	said := strings.Join(m.Words(), " ")
	for _, want := range []string{
		"3 support vectors: 1 free (4), 2 at the bound C (5 and 6).", "10 points are not on the side of their " +
			"class: numbers 1, 2, 3, 4, 5, 6, 7, 8, 9 and 10.",
		"Without a class: 21 (x) at (1, 0).",
	} {
		check.That(t, strings.Contains(said, want), "Words() = %q, want %q in it", said, want)
	}
	m.Marks, m.X, m.Y = m.Marks[20:], Range{-2, 2}, Range{-2, 2}
	if said := strings.Join(m.Words(), " "); !strings.Contains(said,
		"f is above 0 on 51 % of the map, below 0 on 49 %.") {
		t.Errorf("Words() = %q, want 51 %% above 0 and 49 %% below", said)
	}
}

func TestFigure_Words(t *testing.T) {
	numbered := mapWithBoundary(0.5)
	numbered.Marks[2].Label = "k"
	square := Map{X: Range{-1, 1}, Y: Range{-1, 1}}
	zero, fill := square, square
	zero.Field = FieldFunc(func(_, _ float64) float64 { return 0 })
	fill.Levels, fill.Field = NoLines, FieldFunc(func(x, y float64) float64 { return x + 2*y })
	pixels := func(i, j int) float64 {
		return map[bool]float64{i == 1 || i == 2 || j == 5 && i == 4: float64(j / 3)}[true]
	}
	dot := Plain("·")
	for _, c := range []struct {
		name, want string
		f          Figure
	}{
		{"places", "Class +1: 3 at (0.31, 0), 4 at (0.8, 0). Class -1: 1 at (-0.9, 0), 2 at (-0.3, 0).", mapWithBoundary(0)},
		{"a number behind a letter", "number 3 (k).", numbered},
		{"a map of zeros", "0 everywhere", zero},
		{"no boundary", "The fill is highest at (1, 1), lowest at (-1, -1)", fill},
		{"points in focus", "Point 3 at (3, 0), class +1, is in focus",
			Map{Marks: []Mark{{X: 1, Focus: true}, {X: 2}, {X: 3, Class: 1, Focus: true}}}},
		{"pixels", "Entries in the upper half of this range: 7. In row 2: columns 4 to 6. In row 3: columns 4 to 6. " +
			"In row 5: column 6.",
			Heatmap{Rows: 6, Cols: 6, At: pixels}},
		{"a lift", "2 points on the wrong side of it: 1 and 2.",
			Lift{F: func(x float64) float64 { return x * x }, Marks: []Mark{{X: -2, Class: 1}, {X: 1, Class: -1}},
				HasLine: true, W1: 1}},
		{"blanks", "v, the rest blank. a, k: 1, a: blank, r: blank.", Table{
			Columns: []Column{{}, {Title: "k"}, {Title: "a"},
				{Title: "r"}}, Rows: [][]Line{{Plain("v"), dot, dot, dot}, {Plain("a"), Plain("1"), dot, dot}},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := strings.Join(c.f.Words(), " "); !strings.Contains(got, c.want) {
				t.Errorf("%s: Words() = %s, want %q in it", c.name, got, c.want)
			}
		})
	}
}

func TestChartSeries_NearestPoint(t *testing.T) {
	s := ChartSeries{X: []float64{0, 2, 4}, Y: []float64{1, math.NaN(), 3}}
	for x, want := range map[float64]Point{-1: {0, 1}, 1.9: {0, 1}, 3: {4, 3}, 9: {4, 3}} {
		if got, ok := s.NearestPoint(x); !ok || got != want {
			t.Errorf("NearestPoint(%v) = %v, %v, want %v", x, got, ok, want)
		}
	}
	if p, ok := (ChartSeries{}).NearestPoint(0); ok {
		t.Errorf("NearestPoint of an empty series = %v, want none", p)
	}
}

// A band is drawn as its two edges with a fill between them, and described by its height.
func TestChart_lowAndHigh(t *testing.T) {
	c := Chart{XLabel: "x", X: Range{0, 4}, Y: Range{-2, 2}, Series: []ChartSeries{
		{Name: "f", X: []float64{0, 2, 4}, Y: []float64{0, 0, 0}},
		{Name: "band", X: []float64{0, 2, 4}, Y: []float64{1, 0.5, 2}, Low: []float64{-1, -0.5, -2}},
	}}
	g := NewGrid(40, 20)
	c.Draw(g, g.Bounds(), View{Profile: TrueColor})
	filled := map[int]int{} // by column
	for y := range 20 {
		for x := range 40 {
			if g.At(x, y).Bg == ChartFill {
				filled[x]++
			}
		}
	}
	p := c.plot(g.Bounds(), View{Profile: TrueColor})
	column := func(x float64) int { at, _, _ := p.axes.frame.cellOf(Point{x, 0}); return at }
	if at := [3]int{filled[column(0)], filled[column(2)], filled[column(4)]}; !(at[1] < at[0] && at[0] < at[2]) {
		t.Errorf("got %v filled rows at x = 0, 2, 4, want fewest at 2 and most at 4", at)
	}
	if dots := strings.Count(runes(drawFigure(c, 40, 20, SevenBit)), "b"); dots < 20 {
		t.Errorf("in ASCII: got %d marks of the edges, want at least 20", dots)
	}
	said := strings.Join(c.Words(), " ")
	if want := "band, its height: 3 values, from 2 at x = 0 to 4 at x = 4; least 1 at x = 2"; !strings.Contains(said, want) {
		t.Errorf("Words() = %q, want %q in it", said, want)
	}
	c.X, c.Y = Range{}, Range{}
	if _, y := (&chartPlot{Chart: c, series: c.Series}).ranges(); y.Min > -2 || y.Max < 2 {
		t.Errorf("got the range %v, want all of the band in it", y)
	}
}

// Two series that share cells alternate their inks and keep all their dots.
func TestChart_seriesThatShareCells(t *testing.T) {
	one := ChartSeries{Name: "one", X: []float64{0, 10}, Y: []float64{5, 5}, Ink: Accent}
	two := ChartSeries{Name: "two", X: []float64{0, 10}, Y: []float64{5.1, 5.1}, Ink: Select}
	draw := func(s ...ChartSeries) (dots int, inks map[Ink]int) {
		g := NewGrid(40, 12)
		Chart{Series: s, X: Range{0, 10}, Y: Range{0, 10}}.Draw(g, g.Bounds(), View{Profile: TrueColor})
		inks = map[Ink]int{}
		for y := range 12 {
			for x := range 30 {
				if c := g.At(x, y); c.Rune >= 0x2800 && c.Rune < 0x2900 && c.Fg != Faint {
					dots += bits.OnesCount32(uint32(c.Rune - 0x2800))
					inks[c.Fg]++
				}
			}
		}
		return dots, inks
	}
	a, _ := draw(one)
	b, _ := draw(two)
	both, inks := draw(one, two)
	if both < a || both < b || inks[Accent] == 0 || inks[Select] == 0 {
		t.Errorf("got %d dots with inks %v, want all of %d and %d dots, in both inks", both, inks, a, b)
	}
}

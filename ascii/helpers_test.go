package ascii

import (
	"fmt"
	"math"
	"strings"
)

// distinctInks returns a palette with a different colour for every ink.
func distinctInks(p Profile) *Palette {
	return NewPalette(p, func(i Ink) Style {
		if i <= Text {
			return Style{}
		}
		return Style{Fg: fmt.Sprintf("38;2;%d;0;0", i), Bg: fmt.Sprintf("48;2;%d;0;0", i)}
	})
}

// moons returns two half circles with deterministic noise, and a field that separates them.
func moons(n int) ([]Mark, Sampler) {
	var marks []Mark
	for i := range n {
		t := math.Pi * float64(i/2) / float64((n-1)/2)
		wobble := 0.18 * math.Sin(float64(i)*7.3)
		m := Mark{X: math.Cos(t) + wobble, Y: math.Sin(t) + 0.15*math.Cos(float64(i)*3.1), Class: 1}
		if i%2 == 1 {
			m = Mark{X: 1 - math.Cos(t) + wobble, Y: 0.4 - math.Sin(t) + 0.15*math.Cos(float64(i)*5.7), Class: -1}
		}
		m.Kind = MarkKind([]int{0, 0, 1, 0, 0, 2, 0}[i%7])
		marks = append(marks, m)
	}
	return marks, FieldFunc(func(x, y float64) float64 {
		f := 0.0
		for _, m := range marks {
			f += 0.45 * float64(m.Class) * math.Exp(-2.5*((x-m.X)*(x-m.X)+(y-m.Y)*(y-m.Y)))
		}
		return f
	})
}

func moonMap() Map {
	marks, f := moons(60)
	marks[4].Selected, marks[9].Focus, marks[9].Label = true, true, "ℓ"
	return Map{X: Range{-1.6, 2.6}, Y: Range{-1.3, 1.8}, Field: f, Marks: marks, SameScale: true, XLabel: "x₁",
		YLabel: "x₂", Legend: true}
}

func liftExample() Lift {
	l := Lift{F: func(x float64) float64 { return x * x }, HasLine: true, W1: 0.05, W2: -0.65, B: 1.38, XLabel: "x",
		YLabel: "x²", X: Range{-3.4, 3.4}, Y: Range{-1, 10}}
	for i, x := range []float64{-3.1, -2.6, -2.4, -1.9, -0.7, -0.4, 0, 0.3, 0.7, 2, 2.2, 2.6} {
		m := Mark{X: x, Class: 1}
		if x*x > 2 {
			m.Class = -1
		}
		if i == 3 || i == 4 || i == 9 {
			m.Kind = FreeSV
		}
		l.Marks = append(l.Marks, m)
	}
	return l
}

func alphas() Chart {
	c := Chart{XLabel: "step", HasCursor: true, Cursor: 210, Refs: []RefLine{{Y: 4, Label: "C"}}}
	for k := range 10 {
		s := ChartSeries{Name: fmt.Sprintf("α%d", 3*k+2), Dim: k >= 4}
		for i := range 338 {
			t := float64(i) / 338
			s.Y = append(s.Y, min(4, 4*float64(k+1)/10*(1-math.Exp(-t*float64(3+k)))+0.1*math.Sin(9*t+float64(k))))
		}
		c.Series = append(c.Series, s)
	}
	return c
}

func gap() Chart {
	c := Chart{Log: true, XLabel: "step", HasCursor: true, Cursor: 210}
	for _, name := range []string{"gap", "KKT"} {
		s := ChartSeries{Name: name}
		for i := range 338 {
			s.Y = append(s.Y,
				300/float64(len(c.Series)*20+1)*math.Exp(-float64(i)/40)*(1+0.5*math.Sin(float64(i)))+1e-3)
		}
		c.Series = append(c.Series, s)
	}
	return c
}

func gram(n int) Heatmap {
	marks, _ := moons(n)
	sorted := make([]Mark, 0, n)
	classes := make([]int, 0, n)
	for _, class := range []int{1, -1} {
		for _, m := range marks {
			if m.Class == class {
				sorted, classes = append(sorted, m), append(classes, class)
			}
		}
	}
	return Heatmap{Rows: n, Cols: n, RowClass: classes, ColClass: classes, ShowValues: true,
		At: func(i, j int) float64 {
			a, b := sorted[i], sorted[j]
			return math.Exp(-1.5 * ((a.X-b.X)*(a.X-b.X) + (a.Y-b.Y)*(a.Y-b.Y)))
		}}
}

func barsExample(n int) Bars {
	b := Bars{Refs: []RefLine{{Y: 1, Label: "C"}}}
	for i := range n {
		v := math.Abs(math.Sin(float64(i) * 1.7))
		class := 1 - 2*(i%2)
		b.Bars = append(b.Bars, Bar{Label: fmt.Sprintf("α%d", i+1), Value: float64(class) * v, Class: class,
			Selected: i == 3, Tag: map[int]Span{1: {"k", Symbol1}, 6: {"ℓ", Symbol2}}[i]})
	}
	return b
}

func tableExample() Table {
	t := Table{Columns: []Column{{Title: "i", Right: true}, {Title: "α"}, {Title: "t·f", Right: true}},
		HasSelection: true, Selected: 5}
	for i := range 20 {
		t.Rows = append(t.Rows, []Line{Plain(fmt.Sprint(i + 1)), {{"α ≤ ", Dim}, {"C", Strong}},
			{{FormatValue(math.Sin(float64(i))), Good}}})
	}
	return t
}

func examples() map[string]Figure {
	return map[string]Figure{
		"map": moonMap(), "lift": liftExample(), "line": liftExample().numberLine(), "chart": alphas(), "log": gap(),
		"gram": gram(60), "small-gram": gram(4),
		"bars": barsExample(6), "columns": barsExample(24), "spark": barsExample(150), "table": tableExample(),
		"text": TextBlock{Lines: []Line{{{"The kernel ", Text}, {"k(x, z)", Symbol1},
			{" is an inner product of ‖φ(x)‖ and φ(z).", Text}}}, Wrap: true},
	}
}

func drawFigure(f Figure, w, h int, p Profile) *Grid {
	g := NewGrid(w, h)
	f.Draw(g, g.Bounds(), View{Profile: p})
	return g
}

func runes(g *Grid) string {
	var b strings.Builder
	for y := range g.H {
		var row strings.Builder
		for x := range g.W {
			switch r := g.At(x, y).Rune; r {
			case 0:
				row.WriteByte(' ')
			case Wide:
			default:
				row.WriteRune(r)
			}
		}
		b.WriteString(strings.TrimRight(row.String(), " "))
		b.WriteByte('\n')
	}
	return b.String()
}

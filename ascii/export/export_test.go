package export

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kernellab/ascii"
)

// shades give every ink a grey of its own, and the paper white.
func shades() Shades {
	return Shades{Paper: Colour{255, 255, 255}, Of: func(i ascii.Ink) Colour { return Colour{uint8(i), uint8(i), uint8(i)} }}
}

// figures are one of each kind, with all that each can show.
func figures() []ascii.Figure {
	plane := ascii.FieldFunc(func(x, y float64) float64 { return x - y })
	marks := []ascii.Mark{
		{X: 1, Y: 0, Class: 1, Kind: ascii.FreeSV, Focus: true, Label: "k"},
		{X: 0, Y: 1, Class: -1, Kind: ascii.BoundSV, Selected: true, Label: "ℓ"},
		{X: 0.5, Y: 0.5}, {X: 2, Y: 2, Class: 1, Kind: ascii.Missed},
	}
	return []ascii.Figure{
		ascii.Map{Field: plane, Marks: marks, Beside: plane, Equal: true, XLabel: "x₁", YLabel: "x₂",
			Curves: []ascii.CurveLine{{F: math.Sqrt, Name: "root"}, {Points: []ascii.Point{{X: 0, Y: 0}, {X: 1, Y: 1}}, Dotted: true}}},
		ascii.Lift{F: func(x float64) float64 { return x * x }, Marks: marks, HasLine: true, W2: 1, B: -1, XLabel: "x₁", YLabel: "x₂"},
		ascii.NumberLine{Marks: marks, Roots: []float64{0.5}, HasCursor: true, Cursor: 1, Label: "x", F: func(x float64) float64 { return x }},
		ascii.Chart{Title: "W", Log: true, HasCursor: true, XLabel: "step", YLabel: "gap", Refs: []ascii.RefLine{{Y: 1, Label: "C"}},
			Series: []ascii.ChartSeries{{Name: "gap", Y: []float64{10, 1, 0, 0.01}}, {Name: "seen", Y: []float64{1, 2}, Kind: ascii.Dots}, {Name: "hidden", Y: []float64{3, 4}, Dim: true}}},
		ascii.Bars{Bars: []ascii.Bar{{Label: "α₁", Value: 1, Class: 1, Tag: ascii.Span{Text: "k"}}, {Label: "α₂", Value: -2}}, Refs: []ascii.RefLine{{Y: 1, Label: "C"}}},
		ascii.Heatmap{Rows: 2, Cols: 3, At: func(i, j int) float64 { return float64(3*i + j) }},
		ascii.Heatmap{Rows: 2, Cols: 2, Signed: true, At: func(i, j int) float64 { return float64(i - j) }},
		ascii.TextBlock{Lines: []ascii.Line{ascii.Plain("a block of text")}},
		ascii.Space{Extent: 2, Turn: 30, Tilt: 20, Arrows: []ascii.Arrow{{To: ascii.Vector{1, 0, 1}, Name: "u"}}, Planes: []ascii.Plane{{U: ascii.Vector{1, 0, 0}, V: ascii.Vector{0, 1, 0}, Name: "the floor"}}},
	}
}

func page(figures ...ascii.Figure) ascii.Page {
	p := ascii.Page{Title: "A title", Above: []ascii.Line{ascii.Plain("above")}, Below: []ascii.Line{{{Text: "αℓ* ", Ink: ascii.Symbol1}, {Text: "= 0,5ᵀ", Ink: ascii.Text}}}}
	for i, f := range figures {
		p.Figures = append(p.Figures, ascii.Plate{Title: "figure", Main: i == 0, Plot: f})
	}
	return p
}

// texts are the letters of an SVG, in the order in which they are set.
func texts(t *testing.T, p ascii.Page) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, "svg", p, shades()); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	d := xml.NewDecoder(&b)
	for inside := false; ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return out.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			inside = e.Name.Local == "text"
		case xml.EndElement:
			inside = false
		case xml.CharData:
			if inside {
				out.Write(e)
				out.WriteByte('|')
			}
		}
	}
}

func TestEveryFormatHoldsEveryFigure(t *testing.T) {
	for format, begins := range map[string]string{"svg": "<?xml", "png": "\x89PNG", "pdf": "%PDF"} {
		var b bytes.Buffer
		if err := Write(&b, format, page(figures()...), shades()); err != nil || !strings.HasPrefix(b.String(), begins) {
			t.Errorf("%s: %.10q, %v", format, b.String(), err)
		}
	}
	if err := Write(io.Discard, "gif", page(), shades()); err == nil || !strings.Contains(err.Error(), "svg, png, pdf") {
		t.Errorf("gif: %v", err)
	}
}

// TestAPageSaysWhatTheScreenSays: titles, axes, legends, k and ℓ, formulas.
func TestAPageSaysWhatTheScreenSays(t *testing.T) {
	for i, want := range [][]string{
		{"A title", "above", "figure", "k", "ℓ", "f = 0", "f = +1", "f = −1", "class +1, 0 < α < C", "class −1, α = C", "the other's boundary", "root", "a mistake"},
		{"f = 0"}, {"k", "ℓ"}, {"gap", "seen", "step", "C"}, {"α|1", "α|2", "k", "C"}, {"0 dark to light 5"}, {"from −1 to 1"}, {"a block of text"}, {"|u|"},
	} {
		got := texts(t, page(figures()[i]))
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("figure %d: no %q in %s", i, w, got)
			}
		}
		if strings.Contains(got, "hidden") {
			t.Errorf("figure %d names a series that stands behind", i)
		}
	}
}

// TestLettersBelowAndAboveTheLine are smaller, and there.
func TestLettersBelowAndAboveTheLine(t *testing.T) {
	got := stretches("xᵢᵀz₁₂ ⁻¹")
	want := []stretch{{"x", 1, 0}, {"i", smaller, lowered}, {"T", smaller, raised}, {"z", 1, 0}, {"12", smaller, lowered}, {" ", 1, 0}, {"−1", smaller, raised}}
	if len(got) != len(want) {
		t.Fatalf("%v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%d: %v, want %v", i, got[i], want[i])
		}
	}
}

// TestRowZeroIsOnTop: a matrix is printed as it is written.
func TestRowZeroIsOnTop(t *testing.T) {
	e := entries{ascii.Heatmap{Rows: 2, Cols: 3, At: func(i, j int) float64 { return float64(10*i + j) }}}
	if top, bottom := e.Z(2, 1), e.Z(0, 0); top != 2 || bottom != 10 {
		t.Errorf("top right %v, bottom left %v", top, bottom)
	}
	for _, tick := range (counted{5, true}).Ticks(0, 0) {
		if tick.Label == "1" && tick.Value != 5 {
			t.Errorf("row 1 is at %v", tick.Value)
		}
	}
}

// TestFieldsAreTakenWhereTheyAreDrawn: the grid reaches from edge to edge.
func TestFieldsAreTakenWhereTheyAreDrawn(t *testing.T) {
	g := sampled(ascii.FieldFunc(func(x, y float64) float64 { return 10*x + y }), ascii.Range{Min: -1, Max: 2}, ascii.Range{Min: 3, Max: 5}, 4, 3)
	for c := range 4 {
		for r := range 3 {
			if got := g.Z(c, r); got != 10*g.X(c)+g.Y(r) {
				t.Errorf("(%d, %d): %v", c, r, got)
			}
		}
	}
	if g.X(0) != -1 || g.X(3) != 2 || g.Y(0) != 3 || g.Y(2) != 5 {
		t.Errorf("from (%v, %v) to (%v, %v)", g.X(0), g.Y(0), g.X(3), g.Y(2))
	}
}

// TestAnyNumbersCanBePrinted: not finite, all alike, none at all.
func TestAnyNumbersCanBePrinted(t *testing.T) {
	odd := rapid.OneOf(rapid.Float64Range(-1e6, 1e6), rapid.SampledFrom([]float64{0, 1, math.NaN(), math.Inf(1), math.Inf(-1), 1e-300, 1e300}))
	rapid.Check(t, func(t *rapid.T) {
		ys := rapid.SliceOfN(odd, 0, 8).Draw(t, "y")
		var bars []ascii.Bar
		var marks []ascii.Mark
		for i, y := range ys {
			bars = append(bars, ascii.Bar{Value: y})
			marks = append(marks, ascii.Mark{X: y, Y: ys[len(ys)-1-i], Class: i%3 - 1})
		}
		at := func(i, j int) float64 { return ys[(i+j)%len(ys)] }
		all := []ascii.Figure{
			ascii.Chart{Log: rapid.Bool().Draw(t, "log"), Series: []ascii.ChartSeries{{Y: ys, Fill: true}, {Y: ys, Kind: ascii.Crosses}}},
			ascii.Bars{Bars: bars}, ascii.Map{Marks: marks, Equal: true}, ascii.NumberLine{Marks: marks},
		}
		if len(ys) > 0 {
			all = append(all, ascii.Heatmap{Rows: 3, Cols: 3, At: at, Signed: rapid.Bool().Draw(t, "signed")})
		}
		if err := Write(io.Discard, "svg", page(all...), shades()); err != nil {
			t.Fatal(err)
		}
	})
}

// TestAnyFieldCanBePrinted: flat, not finite, finite in a corner.
func TestAnyFieldCanBePrinted(t *testing.T) {
	for _, f := range []func(x, y float64) float64{
		func(x, y float64) float64 { return 0 },
		func(x, y float64) float64 { return math.NaN() },
		func(x, y float64) float64 { return math.Inf(1) },
		func(x, y float64) float64 { return math.Log(x + y) },
		func(x, y float64) float64 { return 1 / x },
	} {
		m := ascii.Map{X: ascii.Range{Min: -1, Max: 1}, Y: ascii.Range{Min: -1, Max: 1}, Field: ascii.FieldFunc(f), Beside: ascii.FieldFunc(f)}
		if err := Write(io.Discard, "svg", page(m), shades()); err != nil {
			t.Error(err)
		}
	}
}

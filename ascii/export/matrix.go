package export

import (
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"kernellab/ascii"
)

// entries is a matrix as a grid with row 0 at the top.
type entries struct{ ascii.Heatmap }

var _ plotter.GridXYZ = entries{}

func (e entries) Dims() (c, r int)   { return e.Cols, e.Rows }
func (e entries) X(c int) float64    { return float64(c + 1) }
func (e entries) Y(r int) float64    { return float64(r + 1) }
func (e entries) Z(c, r int) float64 { return e.At(e.Rows-1-r, c) }

// matrix draws a matrix in colours, and the scale as a second legend.
func (s sheet) matrix(h ascii.Heatmap) {
	span, shades := h.Span(), s.levelled()
	if h.Signed {
		shades = s.sides()
	}
	m := plotter.NewHeatMap(entries{h}, shades)
	m.Min, m.Max = span.Min, span.Max
	m.Underflow, m.Overflow, m.NaN = shades[0], shades[len(shades)-1], s.shades.Paper.rgba()
	m.Rasterized = true
	s.Add(m)
	s.axes(ascii.Range{Min: 0.5, Max: float64(h.Cols) + 0.5}, ascii.Range{Min: 0.5, Max: float64(h.Rows) + 0.5},
		minus(ascii.FormatValue(span.Min))+" dark to light "+minus(ascii.FormatValue(span.Max)), "")
	if h.Signed {
		s.X.Label.Text = "from " + minus(ascii.FormatValue(span.Min)) + " to " + minus(ascii.FormatValue(span.Max))
	}
	s.X.Tick.Marker, s.Y.Tick.Marker = counted{of: h.Cols}, counted{of: h.Rows, down: true}
}

// levelled are the levels of a sequential scale.
func (s sheet) levelled() inks {
	var out inks
	for k := range ascii.GramSteps {
		out = append(out, s.ink(ascii.GramLevel(k)))
	}
	return out
}

// counted numbers rows or columns, at most six of them, rows from the top.
type counted struct {
	of   int
	down bool
}

func (c counted) Ticks(float64, float64) []plot.Tick {
	const most = 6
	var out []plot.Tick
	for i := 1; i <= c.of; i += max(1, (c.of+most-1)/most) {
		at := float64(i)
		if c.down {
			at = float64(c.of + 1 - i)
		}
		out = append(out, plot.Tick{Value: at, Label: strconv.Itoa(i)})
	}
	return out
}

// numberLine draws the real line: a strip filled by side, marks on its middle.
func (s sheet) numberLine(n ascii.NumberLine) {
	x, y := n.Span(), ascii.Range{Min: -1, Max: 1}
	s.axes(x, y, n.Label, "")
	s.Y.Tick.Marker = plot.ConstantTicks{}
	s.fill(sampled(ascii.FieldFunc(func(x, _ float64) float64 { return n.At(x) }), x, y, across, 2))
	s.upright(0, 0, x, ascii.Axis)
	for _, r := range n.Roots {
		s.Add(&plotter.Line{XYs: plotter.XYs{{X: r, Y: y.Min}, {X: r, Y: y.Max}}, LineStyle: s.line(ascii.Boundary, 1.4)})
	}
	if n.HasCursor {
		s.Add(&plotter.Line{XYs: plotter.XYs{{X: n.Cursor, Y: y.Min}, {X: n.Cursor, Y: y.Max}}, LineStyle: s.line(ascii.Select, 1, 3, 2)})
	}
	s.marks(n.Marks, func(i int) (float64, float64) { return n.Marks[i].X, 0 })
}

// upright draws a level over a range.
func (s sheet) upright(from, to float64, x ascii.Range, ink ascii.Ink) {
	s.Add(&plotter.Line{XYs: plotter.XYs{{X: x.Min, Y: from}, {X: x.Max, Y: to}}, LineStyle: s.line(ink, 0.8)})
}

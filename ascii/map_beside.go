package ascii

import "fmt"

// drawBeside draws the boundary of the second field.
func (m Map) drawBeside(c *canvas, f frame) {
	g := newGround(m.Beside, f)
	for _, l := range g.lines(newContours(g.values, g.w, g.h), 0) {
		c.line(l.pts, stroke{ink: Truth, dash: dotted, glyph: '=', rank: rankCurve})
	}
}

// drawBefore draws the boundary of a step ago.
func (m Map) drawBefore(c *canvas, f frame) {
	g := newGround(m.Before, f)
	for _, l := range g.lines(newContours(g.values, g.w, g.h), 0) {
		c.line(l.pts, stroke{ink: Dim, dash: thin, glyph: ',', rank: rankBefore})
	}
}

// besideWords tells on how much of the map the two fields disagree.
func (m Map) besideWords(x, y Range) []string {
	if m.Beside == nil || m.Field == nil {
		return nil
	}
	xs, ys := make([]float64, wordGrid), make([]float64, wordGrid)
	for i := range xs {
		t := float64(i) / (wordGrid - 1)
		xs[i], ys[i] = x.Min+t*x.Span(), y.Min+t*y.Span()
	}
	a, b := make([]float64, wordGrid*wordGrid), make([]float64, wordGrid*wordGrid)
	m.Field.Sample(a, xs, ys)
	m.Beside.Sample(b, xs, ys)
	other := 0
	for i := range a {
		if signOf(a[i]) != signOf(b[i]) {
			other++
		}
	}
	if other == 0 {
		return []string{"The dotted boundary, of a second field, is the same."}
	}
	return []string{fmt.Sprintf("The dotted boundary is that of a second field: on %.1f %% of the map the two disagree on the class.", 100*float64(other)/float64(len(a)))}
}

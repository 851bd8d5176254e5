package cli

import (
	"context"

	"kernellab/ascii"
	"kernellab/exercises/dataset"
)

// plotted is what plot prints for other programs: what solve does, and f over
// the columns drawn.
type plotted struct {
	result
	Columns []string `json:"columns"`
	Held    string   `json:"held,omitempty"`
	X       vector   `json:"x"`
	Y       vector   `json:"y,omitempty"`
	F       vector   `json:"f"`
}

// newPlotted takes f at as many places as a picture of that size has cells.
func newPlotted(ctx context.Context, m *fitted, p plane, size pictureSize) (plotted, error) {
	drawn := []int{0}
	if m.set.Dim() > 1 {
		drawn = p.pair[:]
	}
	out := plotted{result: newResult(m, nil), Held: p.others}
	for _, c := range drawn {
		out.Columns = append(out.Columns, m.set.Columns()[c])
	}
	out.X = places(m.set, drawn[0], size.w)
	rows := vector{0}
	if len(drawn) > 1 {
		out.Y = places(m.set, drawn[1], size.h)
		rows = out.Y
	}
	at, e := m.set.Mean(), m.expansion()
	for _, y := range rows {
		if ctx.Err() != nil {
			return out, failf("", "interrupted while drawing")
		}
		if len(drawn) > 1 {
			at[drawn[1]] = y
		}
		for _, x := range out.X {
			at[drawn[0]] = x
			out.F = append(out.F, e.Eval(at))
		}
	}
	return out, nil
}

// places are n values of a column, evenly from a little below its least to a
// little above its greatest.
func places(set *dataset.Set, column, n int) vector {
	r := ascii.RangeOf(set.Column(column)...)
	if r.Span() == 0 {
		r = ascii.Range{Min: r.Min - 1, Max: r.Max + 1}
	}
	r = r.Pad(0.12)
	out := make(vector, n)
	for i := range out {
		out[i] = r.Min + r.Span()*float64(i)/float64(n-1)
	}
	return out
}

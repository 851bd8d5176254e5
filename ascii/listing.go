package ascii

// Listing is pseudo-code with its current line marked. The first line is the head of a
// loop, and the others are its body.
type Listing struct {
	Code    []Line
	Current int
}

// rows returns the lines in w columns, and the first row of the current one.
func (l Listing) rows(w int, v View) (out []Line, current int) {
	for i, line := range l.Code {
		mark := Blanks(2)
		if i == l.Current {
			current, mark, line = len(out), Inked("› ", Accent), Inked(line.String(), Accent)
		}
		if i > 0 {
			mark = append(mark, Blanks(2)...)
		}
		out = append(out, v.Line(line).WrapBehind(v.Line(mark), w)...)
	}
	return out, current
}

// Draw writes the lines. If some do not fit, it writes those around the current one.
func (l Listing) Draw(dst *Grid, area Rect, v View) {
	rows, current := l.rows(area.W, v)
	top := max(0, min(current-area.H/2, len(rows)-area.H))
	for i, row := range rows[top:min(len(rows), top+area.H)] {
		clipSpans(dst, area, area.X, area.Y+i, row)
	}
}

// PreferredHeight returns the number of rows of the lines in w columns.
func (l Listing) PreferredHeight(w int, v View) int {
	rows, _ := l.rows(w, v)
	return len(rows)
}

// Words returns the lines. They do not say which one is the current one.
func (l Listing) Words() []string { return TextBlock{Lines: l.Code}.Words() }

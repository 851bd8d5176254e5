package ascii

// Span is a run of text in one ink.
type Span struct {
	Text string
	Ink  Ink
}

// Line is a line of styled text: formulas, table cells, sentences.
type Line []Span

// Plain returns a line of one span in the ink Text.
func Plain(s string) Line { return Line{{Text: s, Ink: Text}} }

// String returns the text of the line without its inks.
func (l Line) String() string {
	var n int
	for _, s := range l {
		n += len(s.Text)
	}
	b := make([]byte, 0, n)
	for _, s := range l {
		b = append(b, s.Text...)
	}
	return string(b)
}

package ascii

import (
	"fmt"
	"strings"
)

// Span is a run of text in one ink.
type Span struct {
	Text string
	Ink  Ink
}

// Line is a line of styled text: formulas, table cells, sentences.
type Line []Span

// Plain returns a line of one span in the ink Text.
func Plain(s string) Line { return Inked(s, Text) }

// Plainf returns a formatted line of one span in the ink Text.
func Plainf(format string, args ...any) Line { return Plain(fmt.Sprintf(format, args...)) }

// Inked returns a line of one span.
func Inked(s string, ink Ink) Line { return Line{{Text: s, Ink: ink}} }

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

// Width returns the columns a line takes.
func (l Line) Width() int {
	n := 0
	for _, s := range l {
		n += Width(s.Text)
	}
	return n
}

// Cut splits a line after at most w columns.
func (l Line) Cut(w int) (head, tail Line) {
	for i, s := range l {
		at, n := len(s.Text), 0
		for j, r := range s.Text {
			if n+RuneWidth(r) > w {
				at = j
				break
			}
			n += RuneWidth(r)
		}
		if at == len(s.Text) {
			w -= n
			head = append(head, s)
			continue
		}
		if at > 0 {
			head = append(head, Span{Text: s.Text[:at], Ink: s.Ink})
		}
		tail = append(tail, Span{Text: s.Text[at:], Ink: s.Ink})
		return head, append(tail, l[i+1:]...)
	}
	return head, nil
}

// Wrap breaks a line at blanks so that no line is wider than w columns: before
// relations and operators, not behind them, and not beside those inside brackets.
// A word that is wider than a line is cut. An empty line stays one empty line.
func (l Line) Wrap(w int) []Line {
	if w <= 0 {
		return nil
	}
	if l.Width() <= w {
		return []Line{l}
	}
	var out []Line
	var now Line
	used := 0
	for _, next := range together(l.words(), w) {
		gap := 0
		if next.spaced && used > 0 {
			gap = 1
		}
		if len(now) > 0 && used+gap+next.width > w { // it may be of no width, and stays in its place
			out, now, used, gap = append(out, now), nil, 0, 0
		}
		for next.width > w {
			head, tail := next.spans.Cut(w)
			out = append(out, head)
			next = piece{spans: tail, width: tail.Width()}
		}
		if gap > 0 {
			now = append(now, Span{Text: " ", Ink: next.spans[0].Ink})
		}
		now = append(now, next.spans...)
		used += gap + next.width
	}
	return append(out, now)
}

// piece is a stretch of a line without a break inside, and whether blanks stand
// before it.
type piece struct {
	spans  Line
	width  int
	spaced bool
}

// words splits a line at its blanks, keeping inks; a word may change ink
// inside.
func (l Line) words() []piece {
	var out []piece
	var now piece
	flush := func() {
		if len(now.spans) > 0 {
			out = append(out, now)
		}
		now = piece{spaced: true}
	}
	for _, s := range l {
		for i, part := range strings.Split(s.Text, " ") {
			if i > 0 {
				flush()
			}
			if part == "" {
				continue
			}
			now.spans = append(now.spans, Span{Text: part, Ink: s.Ink})
			now.width += Width(part)
		}
	}
	flush()
	return out
}

// Line writes a line in the profile's characters, as [View.Transliterate] does
// a text.
func (v View) Line(l Line) Line {
	if v.Profile != SevenBit {
		return l
	}
	out := make(Line, len(l))
	for i, s := range l {
		out[i] = Span{Text: v.Transliterate(s.Text), Ink: s.Ink}
	}
	return out
}

// Clip writes a line in the profile's characters and in at most w columns: where
// something is left out it ends in "…" ("~" in ASCII).
func (v View) Clip(l Line, w int) Line {
	l = v.Line(l)
	if l.Width() <= w {
		return l
	}
	if w <= 0 {
		return nil
	}
	head, _ := l.Cut(w - 1)
	ink := Text
	if len(head) > 0 {
		ink = head[len(head)-1].Ink
	}
	return append(head, Span{Text: string(v.Pick('…', '~')), Ink: ink})
}

// elide is Clip of a text.
func (v View) elide(s string, w int) string { return v.Clip(Plain(s), w).String() }

package lab

import (
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
)

func TestDocumentLaysOutText(t *testing.T) {
	formula := exercises.Block{Kind: exercises.Formula, Text: ascii.Plain("k(x, z) = (xᵀz + c)²")}
	for _, c := range []struct {
		name  string
		width int
		lay   func(*document)
		want  string
	}{
		{"paragraphs stand apart, items do not", 20, func(d *document) {
			d.blocks([]exercises.Block{{Text: ascii.Plain("one")}, {Kind: exercises.Item, Text: ascii.Plain("two")}, {Kind: exercises.Item, Mark: "2.", Text: ascii.Plain("three")}})
		}, "one||· two|2. three"},
		{"a formula is indented", 30, func(d *document) { d.blocks([]exercises.Block{formula}) }, "  k(x, z) = (xᵀz + c)²"},
		{"a formula as wide as the room is not", 20, func(d *document) { d.blocks([]exercises.Block{formula}) }, "k(x, z) = (xᵀz + c)²"},
		{"a wider one is wrapped", 14, func(d *document) { d.blocks([]exercises.Block{formula}) }, "  k(x, z)|  = (xᵀz + c)²"},
		{"formulas that stand together begin in one column", 20, func(d *document) {
			d.blocks([]exercises.Block{{Kind: exercises.Formula, Text: ascii.Plain("a = b")}, formula, {Kind: exercises.Formula, Text: ascii.Plain("c = d")}, {Text: ascii.Plain("and")}, {Kind: exercises.Formula, Text: ascii.Plain("e = f")}})
		}, "a = b|k(x, z) = (xᵀz + c)²|c = d||and||  e = f"},
		{"one gap is enough", 20, func(d *document) {
			d.gap()
			d.write(ascii.Plain("one"))
			d.gap()
			d.gap()
			d.write(ascii.Plain("two"))
		}, "one||two"},
		{"an entry keeps its column", 16, func(d *document) { d.entry(4, ascii.Plain("↑ k"), ascii.Plain("one line further up")) }, "↑ k one line|    further up"},
		{"an entry longer than its column", 16, func(d *document) { d.entry(4, ascii.Plain("alt+2"), ascii.Plain("one line")) }, "alt+2 one line"},
	} {
		d := newDocument(pen{}, c.width)
		c.lay(d)
		var got []string
		for _, l := range d.lines {
			got = append(got, l.String())
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%s: %q, want %q", c.name, s, c.want)
		}
	}
}

func TestWrapWholeLeavesNoHalfLine(t *testing.T) {
	lines := []ascii.Line{ascii.Plain("one two"), ascii.Plain("three four five six"), ascii.Plain("seven")}
	p := pen{}
	for rows, want := range []string{"", "one two", "one two", "one two/three four/five six", "one two/three four/five six/seven"} {
		var got []string
		for _, l := range p.wrapWhole(lines, 10, rows) {
			got = append(got, l.String())
		}
		if s := strings.Join(got, "/"); s != want {
			t.Errorf("%d rows: %q, want %q", rows, s, want)
		}
	}
}

package ui

import (
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"pgregory.net/rapid"

	"kernellab/ascii"
	"kernellab/testdata/support/check"
)

func TestDocument_pictures(t *testing.T) {
	given := func(text func(*Document)) func(w, h int) []*lipgloss.Layer {
		return func(w, h int) []*lipgloss.Layer {
			d := NewDocument(mono(), w)
			text(d)
			return oneLayer(d.String())
		}
	}
	plain := func(kind BlockKind, texts ...string) (out []Block) {
		for _, s := range texts {
			out = append(out, Block{Kind: kind, Text: ascii.Plain(s)})
		}
		return out
	}
	testPictures(t, []picture{
		{"paragraphs and formulas", given(func(d *Document) {
			d.WriteBlocks(plain(Paragraph, "The boundary is where f is zero."))
			d.Add(nil)
			d.WriteBlocks(plain(Formula, "f(x) = Σᵢ αᵢ tᵢ k(xᵢ, x) + b = w·x + b"))
		}), 30, 6, `
		The boundary is where f is
		zero.

		  f(x) = Σᵢ αᵢ tᵢ k(xᵢ, x) + b
		       = w·x + b`},
		{"a list has no gaps", given(func(d *Document) {
			d.WriteBlocks(append(plain(Heading, "Steps"), plain(Item, "choose a pair",
				"solve for both of its multipliers")...))
		}), 20, 6, `
		Steps

		· choose a pair
		· solve for both of
		  its multipliers`},
		{"entries in columns", given(func(d *Document) {
			d.AddPaddedItem(8, ascii.Inked("esc", ascii.Strong), ascii.Inked("leave the field", ascii.Text))
			d.AddPaddedItem(8, ascii.Inked("ctrl+pgdn", ascii.Strong), ascii.Inked("down", ascii.Text))
		}), 18, 4, `
		esc     leave the
		        field
		ctrl+pgdn down`},
		{"one gap at most", given(func(d *Document) {
			d.AddGap()
			d.Write(ascii.Inked("a", ascii.Text))
			d.AddGap()
			d.AddGap()
			d.Write(ascii.Inked("b", ascii.Text))
		}), 10, 4, `
		a

		b`},
	})
}

// pages returns a document of n lines: aaa, bbb and so on, after a change.
func pages(n int, change func(*Document)) *Document {
	d := NewDocument(mono(), 20)
	for i := range n {
		d.Write(ascii.Inked(strings.Repeat(string(rune('a'+i)), 3), ascii.Text))
	}
	if change != nil {
		change(d)
	}
	return d
}

// pane returns the picture of a document in a pane with a row above and a row
// below it, after a change to the pane.
func pane(d *Document, change func(*Pane)) func(w, h int) []*lipgloss.Layer {
	return func(w, h int) []*lipgloss.Layer {
		p := NewPane(mono())
		p.SetSize(w, h-2)
		p.SetDocument(d)
		if change != nil {
			change(p)
		}
		return p.Layers("text", 0, 1)
	}
}

func TestPane_pictures(t *testing.T) {
	box := func(d *Document) { d.PlacePart("box", ascii.Rect{X: 5, Y: 3, W: 2, H: 3}, "11\n22\n33") }
	testPictures(t, []picture{
		{"all in sight", pane(pages(2, nil), nil), 20, 5, `

		aaa
		bbb`},
		{"more below", pane(pages(5, nil), nil), 20, 5, `

		aaa
		bbb
		ccc
		              ↓ pgdn`},
		{"kept in sight", pane(pages(9, func(d *Document) { d.KeepVisible(4, 5) }), nil), 20, 5, `
		              ↑ pgup
		ddd
		eee
		fff
		              ↓ pgdn`},
		{"the lines above if there is room", pane(pages(9, func(d *Document) { d.KeepVisible(1, 1); d.ShowLinesAbove() }),
			func(p *Pane) {
				p.SetDocument(pages(9, func(d *Document) { d.KeepVisible(7, 8) }))
				p.SetDocument(pages(9, func(d *Document) { d.KeepVisible(4, 5); d.ShowLinesAbove() }))
			}), 20, 6, `
		              ↑ pgup
		ccc
		ddd
		eee
		fff
		              ↓ pgdn`},
		{"the first ones if there is no room for all", pane(pages(9, func(d *Document) { d.KeepVisible(2, 8) }), nil), 20, 5, `
		              ↑ pgup
		ccc
		ddd
		eee
		              ↓ pgdn`},
		{"scrolled by hand it stays", pane(pages(9, func(d *Document) { d.KeepVisible(4, 5) }), func(p *Pane) {
			update(p, "pgup pgup")
			p.SetDocument(pages(9, func(d *Document) { d.KeepVisible(7, 8) }))
		}), 20, 5, `

		aaa
		bbb
		ccc
		              ↓ pgdn`},
		{"and follows again", pane(pages(9, func(d *Document) { d.KeepVisible(4, 5) }), func(p *Pane) {
			update(p, "pgup pgup")
			p.Follow()
		}), 20, 5, `
		              ↑ pgup
		ddd
		eee
		fff
		              ↓ pgdn`},
		{"a part is cut to what is in sight", pane(pages(9, func(d *Document) { box(d); d.KeepVisible(5, 6) }), nil), 20, 5, `
		              ↑ pgup
		eee  22
		fff  33
		ggg
		              ↓ pgdn`},
		{"a pinned formula covers nothing beyond its limit",
			pane(pages(9, func(d *Document) { d.Pin(5, 1); d.KeepVisible(5, 9) }), nil), 20, 6, `
		              ↑ pgup
		fff
		ggg
		hhh
		iii`},
		{"a line above while another is out of sight",
			pane(pages(9, func(d *Document) { d.SetStickyHeading(2, ascii.Plain("Which?")); d.KeepVisible(4, 5) }), nil), 20, 5, `
		Which?        ↑ pgup
		ddd
		eee
		fff
		              ↓ pgdn`},
		{"a pinned formula stays above", pane(pages(9, func(d *Document) { d.Pin(6, 1); d.KeepVisible(6, 7) }), nil), 20, 6, `
		              ↑ pgup
		bbb
		fff
		ggg
		hhh
		              ↓ pgdn`},
	})
}

// Caret returns the cell of the text cursor on the screen if it is visible, and a click
// returns the part that it hits.
func TestPane_caretAndClick(t *testing.T) {
	d := pages(9, func(d *Document) {
		d.PlacePart("box", ascii.Rect{X: 5, Y: 4, W: 3, H: 1}, "___")
		d.SetCaret(6, 4)
		d.KeepVisible(4, 4)
	})
	p := NewPane(mono())
	p.SetSize(20, 3)
	p.SetDocument(d)
	if x, y, ok := p.Caret(); x != 6 || y != 2 || !ok {
		t.Errorf("Caret = %d,%d, %t, want another place", x, y, ok)
	}
	layers := p.Layers("text", 2, 1)
	for _, c := range []struct {
		x, y int
		want Click
	}{{8, 3, Click{"box", 1, 0}}, {3, 2, Click{"", 1, 1}}} {
		hit := Hit(layers, mouse(c.x, c.y))
		got, ok := hit.In("text")
		check.That(t, got == c.want && ok, "a click at %d,%d is %+v, want %+v", c.x, c.y, got, c.want)
	}
	_, ok := Hit(layers, mouse(29, 4)).In("text")
	check.That(t, !ok, "a click beside the pane is in it")
	update(p, "pgup pgup")
	check.That(t, !p.Follows, "it follows after scrolling")
	if _, _, ok := p.Caret(); ok {
		t.Error("the cursor is in sight after scrolling")
	}
}

// The lines that a document asks to keep are visible or, if they do not all fit, the first of
// them. A document with enough lines fills the pane.
func TestPane_keepsInSight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, h := rapid.IntRange(1, 25).Draw(t, "lines"), rapid.IntRange(1, 30).Draw(t, "rows")
		p := NewPane(mono())
		p.SetSize(20, h)
		for range 2 {
			from := rapid.IntRange(0, n-1).Draw(t, "from")
			to := rapid.IntRange(from, n-1).Draw(t, "to")
			p.SetDocument(pages(n, func(d *Document) {
				if d.KeepVisible(from, to); rapid.Bool().Draw(t, "above") {
					d.ShowLinesAbove()
				}
			}))
			top, _, _ := p.VisibleLines()
			if top < 0 || top > max(0, n-h) {
				t.Fatalf("got line %d of %d first in %d rows, want no blank row", top, n, h)
			}
			if from < top || from >= top+h || to-from < h && to >= top+h {
				t.Fatalf("want lines %d to %d visible, got %d to %d", from, to, top, top+h-1)
			}
		}
	})
}

func TestSpread(t *testing.T) {
	left, right := ascii.Inked("left text", ascii.Text), ascii.Inked("right", ascii.Dim)
	for w, want := range map[int]string{20: "left text      right", 15: "left text right", 12: "left … right",
		5: "right"} {
		got := Spread(mono(), w, left, right).String()
		check.That(t, got == want, "in %d columns it is %q, want %q", w, got, want)
	}
	got := Spread(mono(), 9, left, nil).String()
	check.That(t, got == "left text", "without a text at the right got %q, want %q", got, "left text")
}

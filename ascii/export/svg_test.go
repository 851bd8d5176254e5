package export

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/testdata/support/check"
)

// number returns a different colour for every ink.
func number(i ascii.Ink) string { return fmt.Sprintf("#%06x", i) }

func svg(t *testing.T, g *ascii.Grid) string {
	t.Helper()
	var b strings.Builder
	check.OK(t, SVG(&b, g, number))
	return b.String()
}

func TestSVG_ofASmallGrid(t *testing.T) {
	g := ascii.NewGrid(6, 1)
	g.Write(0, 0, 2, ascii.Line{{Text: "a<", Ink: ascii.Strong}})
	g.Set(2, 0, ascii.Cell{Rune: '▀', Fg: ascii.Good, Bg: ascii.Bad})
	g.Set(3, 0, ascii.Cell{Bg: ascii.Bad})
	g.Set(4, 0, ascii.Cell{Rune: '─', Fg: ascii.Axis})
	g.Set(5, 0, ascii.Cell{Rune: '⠁', Fg: ascii.None})
	want := []string{
		`<rect width="60" height="21" fill="#000001"/>`,
		`<rect x="20" y="0" width="10" height="10.5" fill="#000009" shape-rendering="crispEdges"/>`,
		`<rect x="30" y="0" width="10" height="10.5" fill="#00000a" shape-rendering="crispEdges"/>`,
		`<rect x="20" y="10.5" width="20" height="10.5" fill="#00000a" shape-rendering="crispEdges"/>`,
		`<text x="0" y="15.5" textLength="20" fill="#000003" font-weight="bold">a&lt;</text>`,
		`<path d="M45 10.5h-5M45 10.5h5" fill="none" stroke="#000006" stroke-width="1.5"/>`,
		`<path d="M52.5 2.625h0" fill="none" stroke="#000002" stroke-width="3.5" stroke-linecap="round"/>`,
		`</svg>`,
	}
	_, got, _ := strings.Cut(strings.TrimSpace(svg(t, g)), "\n") // behind the <svg …>
	if got != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}

// Blocks fill their part of the cell, rules end at its edges, and other runes are
// letters.
func TestShape_edges(t *testing.T) {
	for r, want := range map[rune]string{
		'▂': "M0 15.75H10V21H0z", '▇': "M0 2.625H10V21H0z", '▏': "M0 0H1.25V21H0z", '▉': "M0 0H8.75V21H0z",
		'▐': "M5 0H10V21H5z", '░': "M0 0H10V21H0z", '┐': "M5 10.5h-5M5 10.5v10.5", '⣿': strings.Join([]string{
			"M2.5 2.625h0", "M2.5 7.875h0", "M2.5 13.125h0", "M7.5 2.625h0", "M7.5 7.875h0", "M7.5 " +
				"13.125h0", "M2.5 18.375h0", "M7.5 18.375h0",
		}, ""),
	} {
		check.Equal(t, shape(r, 0, 0), want, "shape(%c)", r)
	}
	for _, r := range "lrud\"ℓα◆□→✓" {
		if styleOf(r) != letter {
			t.Errorf("styleOf(%c) = %s, want a letter", r, styleOf(r))
		}
	}
}

// The file is well-formed whatever the cells contain.
func TestSVG_isXML(t *testing.T) {
	g := ascii.NewGrid(128, 96)
	for i := range g.W * g.H {
		g.Set(i%g.W, i/g.W, ascii.Cell{Rune: rune(i) - 1, Fg: ascii.Ink(i % ascii.NumInks),
			Bg: ascii.Ink(i / 7 % ascii.NumInks)})
	}
	d := xml.NewDecoder(strings.NewReader(svg(t, g)))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestSVG_fails(t *testing.T) {
	if err := SVG(full{}, ascii.NewGrid(1, 1), number); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("SVG on a full disk: got error %v, want %v", err, io.ErrShortWrite)
	}
}

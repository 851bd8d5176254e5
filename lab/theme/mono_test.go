package theme

import (
	"strings"
	"testing"

	"kernellab/ascii"
)

// Without colours a selection is reversed, except in drawings, where a reversed block
// would look like a hole.
func TestMono_reversesOnlyText(t *testing.T) {
	for r, reversed := range map[rune]bool{'x': true, '●': true, '█': false, '▓': false, '▄': false, '╎': false,
		'⠤': false} {
		got := encoded(ascii.Mono, true, ascii.Cell{Rune: r, Fg: ascii.Select})
		if strings.Contains(got, "\x1b[7m") != reversed || !reversed && !strings.Contains(got, "\x1b[1m") {
			t.Errorf("%q is written %q, want no reverse", r, got)
		}
	}
	bars := ascii.Bars{Vertical: true, Bars: []ascii.Bar{{Value: 1, Class: 1}, {Value: 1, Class: 1, Selected: true},
		{Value: 1, Class: -1}}}
	g := ascii.NewGrid(20, 6)
	bars.Draw(g, g.Bounds(), ascii.View{Profile: ascii.Mono})
	text := g.Encode(Palette(ascii.Mono, true))
	for _, body := range []string{"█", "▓", "▒"} {
		if !strings.Contains(text, body) {
			t.Errorf("the bars have no %s, want it:\n%s", body, text)
		}
	}
}

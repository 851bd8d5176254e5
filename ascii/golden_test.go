package ascii

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

var update = flag.Bool("update", false, "rewrite the golden pictures")

// Every figure, in every profile that draws differently, equals its golden file, which has
// the runes of the figure and below them its inks.
func TestFigure_goldens(t *testing.T) {
	for name, f := range examples() {
		for _, p := range []Profile{TrueColor, ANSI16, Mono, SevenBit} {
			t.Run(fmt.Sprintf("%s-%d", name, p), func(t *testing.T) {
				g := drawFigure(f, 54, 18, p)
				got := runes(g) + "\ninks: runs of foreground/background by row\n" + inks(g)
				file := filepath.Join("testdata",
					fmt.Sprintf("%s-%s.golden", name, []string{"true", "256", "16", "mono", "ascii"}[p]))
				if *update {
					check.OK(t, os.WriteFile(file, []byte(got), 0o644))
				}
				want := must.Value(os.ReadFile(file))
				check.That(t, got == string(want),
					"want %s (go test -update rewrites it; read the diff), got\n%s", file, runes(g))
			})
		}
	}
}

// inks lists the runs of equal inks in every sixth row: count×fg/bg.
func inks(g *Grid) string {
	var b strings.Builder
	for y := 0; y < g.H; y += 6 {
		fmt.Fprintf(&b, "%d:", y)
		for x := 0; x < g.W; {
			c, n := g.At(x, y), 0
			for ; x < g.W && g.At(x, y).Fg == c.Fg && g.At(x, y).Bg == c.Bg; x++ {
				n++
			}
			fmt.Fprintf(&b, " %d×%d/%d", n, c.Fg, c.Bg)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

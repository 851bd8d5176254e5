package lab

import (
	"slices"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/catalogue"
)

// No task is cut while two fifths of its screen are empty, at any size.
func TestScreens_cutNothingWhileCellsAreFree(t *testing.T) {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range lessons(library) {
		for _, e := range u.Exercises {
			for _, size := range screens() {
				b := newLessonBench(t, library, e.ID, size, ascii.TrueColor)
				for i := range e.Tasks {
					if blank, cut := b.blankShare(), b.cutParts(); blank > 0.4 && cut != "" {
						t.Errorf("%s %s, %dx%d: %.0f %% of the screen are empty, want nothing cut: %s", e.ID,
							e.Tasks[i],
							size[0], size[1], 100*blank, cut)
					}
					b.keys("ctrl+n")
				}
			}
		}
	}
}

// blankShare returns the share of cells of the screen's body that are blank: without a rune
// or background, outside the boxes of texts and pictures.
func (b *bench) blankShare() float64 {
	g := b.cells()
	box := ascii.Rect{}
	if e := b.exercise(); !e.Regions().Text.Empty() {
		box = b.textBox(e.Regions().Text)
	}
	boxes := []ascii.Rect{box}
	if e := b.exercise(); !e.Regions().Stage.Empty() {
		for _, f := range arranged(e).Figures {
			if f.Figure.Role == exercises.Main || f.Figure.Role == exercises.Chart {
				boxes = append(boxes, f.Area)
			}
		}
	}
	inBox := func(x, y int) bool {
		return slices.ContainsFunc(boxes, func(r ascii.Rect) bool { return r.Contains(x, y) })
	}
	empty, all := 0, 0
	for y := 2; y < g.H-2; y++ {
		for x := range g.W {
			all++
			c := g.At(x, y)
			if (c.Rune == 0 || c.Rune == ' ' || c.Rune == 0x2800) && (c.Bg == ascii.None || c.Bg == ascii.Paper) &&
				!inBox(x, y) {
				empty++
			}
		}
	}
	return float64(empty) / float64(all)
}

// textBox returns the part of an area above its last row with text.
func (b *bench) textBox(r ascii.Rect) ascii.Rect {
	for r.H > 0 {
		for x := range r.W {
			if c := b.cells().At(r.X+x, r.Y+r.H-1); c.Rune != ' ' && c.Rune != 0 {
				return r
			}
		}
		r.H--
	}
	return r
}

// cutParts describes what is cut on the screen, or returns "".
func (b *bench) cutParts() string {
	var out []string
	e := b.exercise()
	l := e.Regions()
	if !l.Text.Empty() {
		if above, below := e.Task.Pane.More(); above || below {
			out = append(out, "text")
		}
	}
	for _, row := range strings.Split(b.screen(), "\n") {
		if i := strings.Index(row, "… "); i >= 0 && strings.Contains(row[i:], " more") {
			out = append(out, strings.TrimSpace(row[i:]))
		}
	}
	return strings.Join(out, "; ")
}

package ascii

// MarkKind is what a mark says about its point beyond the class.
type MarkKind uint8

// The kinds of mark.
const (
	PlainMark MarkKind = iota // an ordinary point, α = 0
	FreeSV                    // a free support vector, 0 < α < C
	BoundSV                   // a support vector at its bound, α = C
)

// Mark is a point of a data set in a picture.
type Mark struct {
	X, Y  float64
	Class int // +1, −1; 0 for a point without class
	Kind  MarkKind
	// Selected is the point the student points at; Focus is a point the
	// current step is about.
	Selected, Focus bool
	Label           string
}

// glyph returns rune and ink of the mark.
func (m Mark) glyph(v View) (rune, Ink) {
	kind := clamp(int(m.Kind), 0, 2)
	runes, inks := []rune("●●●"), []Ink{Text, Strong, Strong}
	ascii := "*##"
	switch {
	case m.Class > 0:
		runes, inks, ascii = []rune("◇◆◆"), []Ink{MarkPos, FreePos, BoundPos}, "xXK"
	case m.Class < 0:
		runes, inks, ascii = []rune("□■■"), []Ink{MarkNeg, FreeNeg, BoundNeg}, "oOQ"
	}
	r, ink := runes[kind], inks[kind]
	if v.Profile == SevenBit {
		r = rune(ascii[kind])
	}
	return r, ink
}

// drawMark puts a mark at (x, y): brackets where it is selected, parentheses
// around support vectors where the picture is wide enough, its label beside.
func drawMark(dst *Grid, area Rect, x, y int, m Mark, bg Ink, v View, under func(x, y int) Ink) {
	put := func(x, y int, r rune, ink Ink) {
		if area.Contains(x, y) {
			dst.Set(x, y, Cell{Rune: r, Fg: ink, Bg: under(x-area.X, y-area.Y)})
		}
	}
	r, ink := m.glyph(v)
	edge := 1
	switch {
	case m.Selected:
		put(x-1, y, '[', Select)
		put(x+1, y, ']', Select)
		ink = Select
	case m.Focus:
		put(x-1, y, '(', Accent)
		put(x+1, y, ')', Accent)
	case m.Kind != PlainMark && area.W >= 120:
		put(x-1, y, '(', Dim)
		put(x+1, y, ')', Dim)
	default:
		edge = 0
	}
	if area.Contains(x, y) {
		dst.Set(x, y, Cell{Rune: r, Fg: ink, Bg: bg})
	}
	label := v.Transliterate(m.Label)
	at := x + edge + 1
	if at+Width(label) > area.X+area.W {
		at = x - edge - Width(label)
	}
	for _, r := range label {
		if runeWidth(r) == 1 {
			put(at, y, r, Strong)
		}
		at += runeWidth(r)
	}
}

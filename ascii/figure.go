package ascii

// Profile is what a terminal can show.
type Profile uint8

// The profiles, richest first.
const (
	TrueColor  Profile = iota // 24-bit colour
	Indexed256                // 256 indexed colours
	ANSI16                    // 16 colours: texture in place of fills
	Mono                      // UTF-8, no colour
	SevenBit                  // ASCII only, no colour
)

// View is how a figure is to be drawn: the terminal's profile and the shape of
// its cells.
type View struct {
	Profile Profile
	// Aspect is the height of a cell over its width; zero means 2.1.
	Aspect float64
}

// CellAspect returns the height of a cell over its width.
func (v View) CellAspect() float64 {
	if v.Aspect <= 0 {
		return 2.1
	}
	return v.Aspect
}

// Filled reports whether the profile has colours enough to fill regions; the
// others show them by texture.
func (v View) Filled() bool { return v.Profile == TrueColor || v.Profile == Indexed256 }

// Pick returns the rune for the profile: seven in SevenBit, utf8 in all others.
func (v View) Pick(utf8, seven rune) rune {
	if v.Profile == SevenBit {
		return seven
	}
	return utf8
}

// Figure is something that can be drawn into a rectangle and said in words.
// Drawing is pure: the same figure, rectangle and view give the same cells. A
// figure draws nothing outside area and copes with any size, even 0×0.
type Figure interface {
	Draw(dst *Grid, area Rect, v View)
	// Words describes the figure in full sentences, without box art.
	Words() []string
}

// Valued is a figure with a value at every cell that can be pointed at: of its
// axis. Per is by how much the value grows from one cell to the next.
type Valued interface {
	Value(area Rect, v View, x, y int) (value, per float64, ok bool)
}

// Picker is a figure whose marks can be pointed at. Pick returns the index of
// the mark nearest to the cell (x, y), if one is near enough. Place returns
// the cell of mark i.
type Picker interface {
	Pick(area Rect, v View, x, y int) (i int, ok bool)
	Place(area Rect, v View, i int) (x, y int, ok bool)
}

package ascii

// Page is figures with text around them, for print: a title, lines below it,
// the figures, and lines below those, formulas above all.
type Page struct {
	Title        string
	Above, Below []Line
	Figures      []Plate
}

// Plate is a figure on a page.
type Plate struct {
	Title string
	Main  bool // it gets most of the page
	Plot  Figure
}

package ascii

// Ink is a meaning that a cell carries. Zero is the terminal's own default.
type Ink uint8

// FillSteps is the number of strengths a side of a decision region has:
// |f| in multiples of 0.15, saturating at 1.65.
const FillSteps = 12

// GramSteps is the number of levels of a heatmap's sequential scale.
const GramSteps = 25

// The inks. Ranges (fills, Gram levels, series) are addressed by [FillPos],
// [FillNeg], [GramLevel] and [Series].
const (
	None       Ink = iota // the terminal's default
	Paper                 // the screen's own background
	Text                  // body text
	Strong                // titles, the word that matters (bold)
	Dim                   // secondary text
	Faint                 // grid lines, separators
	Axis                  // axes, ticks
	Accent                // the one accent: focus, current key, links
	Select                // the selected row or point, the step cursor
	Good                  // right, satisfied
	Bad                   // wrong, violated
	Warn                  // take care; close, not equal
	Boundary              // f = 0
	MarginPos             // f = +1
	MarginNeg             // f = −1
	MarkPos               // a point of class +1
	MarkNeg               // a point of class −1
	FreePos               // a free support vector of class +1, 0 < α < C
	FreeNeg               // a free support vector of class −1
	BoundPos              // a support vector of class +1 at its bound, α = C
	BoundNeg              // a support vector of class −1 at its bound
	TexturePos            // texture of the positive region where there is no fill
	TextureNeg            // texture of the negative region
	Curve                 // a curve laid over a map (the lift x₂ = f(x₁))
	Drop                  // drop lines
	Truth                 // a known true boundary beside a learned one
	ChartFill             // the area under a curve
	Symbol1               // the inks of letters that share one colour in formula, plot and table
	Symbol2
	Symbol3
	Symbol4
	Field // the background of a text field
	series0
	_series1
	_series2
	_series3
	_series4
	_series5
	fillPos0
)

// NumSeries is the number of series inks.
const NumSeries = 6

const (
	fillNeg0 = fillPos0 + FillSteps
	gram0    = fillNeg0 + FillSteps
	// NumInks is the number of inks; a palette has a style for each.
	NumInks = int(gram0) + GramSteps
)

// FillPos returns the ink of the positive region at strength 0 … FillSteps−1;
// strengths outside are clamped.
func FillPos(strength int) Ink { return fillPos0 + Ink(clamp(strength, 0, FillSteps-1)) }

// FillNeg returns the ink of the negative region at strength 0 … FillSteps−1.
func FillNeg(strength int) Ink { return fillNeg0 + Ink(clamp(strength, 0, FillSteps-1)) }

// GramLevel returns the ink of level 0 … GramSteps−1 of a sequential scale.
func GramLevel(level int) Ink { return gram0 + Ink(clamp(level, 0, GramSteps-1)) }

// Series returns the ink of a chart's i-th coloured series; it repeats after
// NumSeries.
func Series(i int) Ink { return series0 + Ink(((i%NumSeries)+NumSeries)%NumSeries) }

func clamp(v, lo, hi int) int { return max(lo, min(v, hi)) }

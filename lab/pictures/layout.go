package pictures

import (
	"slices"

	"kernellab/ascii"
)

// content describes what arrange has to place on the stage: how many figures there are of each
// kind, and how much room they need. Main figures are pictures, and charts are smaller figures next
// to them. Strips are low figures over the full width.
type content struct {
	mains, charts, strips, tables int
	mainHeight                    int   // rows that the main figures need, with titles; 0 for any number
	textOnly                      bool  // whether there are only texts and tables
	tableRows                     int   // rows of the longest table, or of all stacked tables, with title and header
	pointTableLen                 int   // rows of the table that lists the points of a run, with header; 0 for no table
	lowForPoints                  bool  // whether the stage is too low for the table of points below a picture
	chartHeights                  []int // rows of each chart, with its title; 0 for any number, −n for at least n
	codeChart                     int   // index of the pseudo-code among the charts, if it may be omitted; otherwise 0
	tableWidth                    int   // width of the widest table
	stackedRows                   []int // rows of each table if the tables are stacked
	controlCount                  int   // number of controls
	timeline                      bool
	lineRows                      int // number of lines for the formula and the inspected point
}

// layout holds the rectangles of the parts of the stage.
type layout struct {
	mains, charts, strips, tables []ascii.Rect
	points                        []ascii.Rect
	Controls                      ascii.Rect
	Timeline                      ascii.Rect
	Status                        ascii.Rect
	Lines                         ascii.Rect
}

// arrange places the content of the stage inside area: charts to the right of the main figure if
// there is room and below it otherwise, strips over the full width, then controls, timeline and
// formula lines. Parts that do not fit get an empty rectangle.
func arrange(area ascii.Rect, c content) layout {
	var l layout
	area.H = c.textHeight(area.H)
	rest := area
	c.lowForPoints = area.H < minPointsHeight
	rest, l.Lines = SplitBottom(rest, min(c.lineRows, max(1, (area.H+3)/4)), c.lineRows > 0)
	rest, l.Status = SplitBottom(rest, statusRows(area), c.timeline)
	rest, l.Timeline = SplitBottom(rest, 1, c.timeline)
	// Above the timeline is a blank row, unless the table of points may need all rows.
	crowded := c.pointTableLen > 0 && c.mains > 0 && area.H >= minPointsHeight && area.H < tallStage
	if c.controlCount > 0 && c.timeline && area.H > 24 && !crowded {
		rest.H--
	}
	rest, l.Controls = SplitBottom(rest, min(controlRows(c.controlCount, area.W), area.H/3), c.controlCount > 0)
	if rest.H < area.H {
		rest.H--
	}
	rest = l.placeStrips(rest, c)
	rest = l.placeTables(rest, c)
	l.placePictures(rest, c)
	l.placePointTable(rest, c)
	return l
}

// textHeight returns how many of h rows the stage uses. A stage with only texts uses fewer than h
// rows, so that its controls are close to the texts. It uses two or three fifths of them, or more
// if the texts need more. Because the height changes only in such large steps, a slider that
// changes the length of a text usually keeps its place on the screen. Strips follow a table
// after a few rows, enough for their full height.
func (c content) textHeight(h int) int {
	need := c.mainHeight + c.strips*(stripRows+1) + c.tableRows + c.controlCount + c.lineRows + 4
	switch {
	case c.strips*c.tables > 0 && c.mains+c.charts == 0:
		return min(h, need+5)
	case !c.textOnly || c.controlCount == 0 || c.charts+c.strips > 0 || c.timeline:
		return h
	case need <= h*2/5:
		return h * 2 / 5
	}
	return min(h, max(h*3/5, need))
}

// statusRows returns the number of rows for the position in the run and the event
// there. Each has its own row if the stage is high enough.
func statusRows(area ascii.Rect) int {
	if area.H >= lowStage {
		return 2
	}
	return 1
}

// controlColumns returns how many of n controls are side by side in an area w cells wide.
func controlColumns(n, w int) int {
	if n > 2 && w >= 70 {
		return 2
	}
	return 1
}

func controlRows(n, w int) int {
	k := controlColumns(n, w)
	return (n + k - 1) / k
}

// ControlRects divides the area of the controls among n controls, column by column. The control
// with index focused has the focus; focused is −1 if no control has it. If not all rows fit,
// ControlRects shows the rows around the focused control, or else the first rows. The other
// controls get an empty rectangle.
func ControlRects(area ascii.Rect, n, focused int) []ascii.Rect {
	out := make([]ascii.Rect, n)
	if n == 0 || area.Empty() {
		return out
	}
	columns := columnsOf(area, controlColumns(n, area.W), 3)
	rows := controlRows(n, area.W)
	top := max(0, min(max(0, focused)%rows-area.H/2, rows-area.H))
	for i := range n {
		if y := i%rows - top; y >= 0 && y < area.H {
			c := columns[i/rows]
			out[i] = c.Rows(y, 1)
		}
	}
	return out
}

// SplitBottom splits r into its last n rows and the rest. If visible is false, n is 0, or r has no
// more than n rows, rest is r and bottom is empty.
func SplitBottom(r ascii.Rect, n int, visible bool) (rest, bottom ascii.Rect) {
	if !visible || n <= 0 || r.H <= n {
		return r, ascii.Rect{}
	}
	return r.Rows(0, r.H-n), r.Rows(r.H-n, n)
}

// stripRows is the height of a strip. minStripRows is its height above a table if there are few
// rows.
const stripRows, minStripRows = 6, 4

func (l *layout) placeStrips(r ascii.Rect, c content) ascii.Rect {
	stripsOnly := c.mains+c.charts+c.tables == 0
	for i := range c.strips {
		n := stripRows
		if c.tables > 0 && r.H < c.tableRows+minMainRows+stripRows+1 {
			n = minStripRows
		}
		if stripsOnly {
			n = min(max(stripRows, r.H/(c.strips-i)), 2*stripRows)
		}
		var strip ascii.Rect
		if stripsOnly && i == c.strips-1 && r.H <= n {
			strip, r.H = r, 0
		} else {
			r, strip = SplitBottom(r, n, c.tables == 0 || r.H-n-1 >= c.tableRows)
			if !stripsOnly && !strip.Empty() {
				r.H--
			}
		}
		l.strips = append(l.strips, strip)
	}
	// They were placed from bottom to top: restore their order.
	slices.Reverse(l.strips)
	return r
}

// Above a table that does not fit, a picture has at least minMainRows rows. A chart, or a picture
// above a table that then fits, has at least minChartRows rows.
const minMainRows, minChartRows = 8, 6

// placeTables places the tables below the picture, with room for all their rows if that leaves the
// picture its minimum height. It returns the rest of r.
func (l *layout) placeTables(r ascii.Rect, c content) ascii.Rect {
	if c.tables == 0 || tablesOnRight(r, c) {
		return r
	}
	share := r.H * 2 / 5
	switch {
	case c.mains+c.charts == 0:
		share = r.H
	case r.H-1-minChartRows >= c.tableRows:
		share = c.tableRows
	case r.H < 14:
		share = 0
	default:
		minRows := minMainRows
		if c.mains == 0 {
			minRows = minChartRows
		}
		share = min(c.tableRows, max(share, r.H-1-minRows))
	}
	band := r.Rows(r.H-share, share)
	r.H -= share
	if c.mains+c.charts > 0 && share > 0 {
		r.H--
	}
	if c.charts+c.pointTableLen == 0 && c.mainHeight > 0 && c.mainHeight < r.H { // close the gap between texts
		band.Y, r.H = r.Y+c.mainHeight+1, c.mainHeight
	}
	if l.tables = columnsOf(band, c.tables, 2); len(c.stackedRows) > 0 {
		l.tables, _ = stack(band, c.stackedRows, 1, 5)
	}
	return r
}

// tablesOnRight reports whether the tables are to the right of the picture, with the charts, rather
// than below the picture. This is the case if the stage is wide. It is also the case if the stage is
// low and has neither charts nor a timeline, the tables are narrow, and the picture can fill any
// height.
func tablesOnRight(r ascii.Rect, c content) bool {
	narrow := c.charts == 0 && !c.timeline && c.mainHeight == 0 && c.tableWidth > 0 &&
		c.tableWidth+43 <= r.W && r.H < 20
	return c.tables > 0 && c.mains > 0 && (r.W >= 110 || narrow)
}

// placePictures divides r between main figures and charts, and the tables if they are on the right.
func (l *layout) placePictures(r ascii.Rect, c content) {
	r.H -= c.rowsBelow(r)
	switch {
	case len(l.tables) < c.tables: // the tables go next to the picture
		sideWidth := max(r.W*2/5, min(c.tableWidth, r.W/2))
		l.mains = columnsOf(r.Columns(0, r.W-sideWidth-3), c.mains, 2)
		column := figureColumn(r.Columns(r.W-sideWidth, sideWidth),
			append(slices.Clip(c.chartHeights), make([]int, c.tables)...), c.codeChart)
		l.charts, l.tables = column[:c.charts], column[c.charts:]
	case c.mains == 0:
		l.charts = tiles(r, c.charts)
	case c.charts == 0:
		l.mains = columnsOf(r, c.mains, 2)
	case r.W >= 66:
		sideWidth := max(26, r.W*2/5)
		l.mains = columnsOf(r.Columns(0, r.W-sideWidth-2), c.mains, 2)
		l.charts = figureColumn(r.Columns(r.W-sideWidth, sideWidth), c.chartHeights, c.codeChart)
	case r.H >= 20:
		chartRows := r.H * 2 / 5
		l.mains = columnsOf(r.Rows(0, r.H-chartRows-1), c.mains, 2)
		l.charts = columnsOf(r.Rows(r.H-chartRows, chartRows), c.charts, 2)
	default:
		l.mains = columnsOf(r, c.mains, 2)
		l.charts = make([]ascii.Rect, c.charts)
	}
}

// tiles arranges n figures if there is no main figure. Two are in one column if r is high enough or
// narrow. More figures are in two columns.
func tiles(r ascii.Rect, n int) []ascii.Rect {
	if n < 2 || n == 2 && (r.H >= 13 || r.W < 66) {
		return rowsOf(r, n, 1)
	}
	rows := (n + 1) / 2
	var out []ascii.Rect
	for i, band := range rowsOf(r, rows, 1) {
		out = append(out, columnsOf(band, min(2, n-2*i), 2)...)
	}
	return out
}

// columnsOf divides r into n equal columns with a gap between them.
func columnsOf(r ascii.Rect, n, gap int) []ascii.Rect {
	out := make([]ascii.Rect, 0, n)
	for i := range n {
		w := (r.W + gap) / n
		out = append(out, r.Columns(i*w, w-gap))
	}
	return out
}

// figureColumn stacks figures with the given heights, see chartHeights. If equal shares are too
// small for a figure, each figure gets the rows that it needs, and those that can use more rows
// share the rest. An axis needs five rows, and there are gaps between figures. If not all figures
// fit, figureColumn omits the gaps, then allows four rows for an axis, then omits the pseudo-code
// (the figure with index code, unless that is 0), then the labels of bars. It takes the first of
// these layouts with the most figures. It omits figures that do not fit, except the first.
func figureColumn(r ascii.Rect, heights []int, code int) []ascii.Rect {
	equalShares := rowsOf(r, len(heights), 1)
	if len(heights) < 2 || equalShares[0].H >= max(slices.Max(heights), -slices.Min(heights)) {
		return equalShares
	}
	best, visible := stack(r, heights, 1, 5)
	try := func(gap, minRows int) {
		if next, n := stack(r, heights, gap, minRows); n > visible {
			best, visible = next, n
		}
	}
	try(0, 5)
	try(0, 4)
	if heights = slices.Clone(heights); code > 0 {
		heights[code] = r.H // too high to fit
	}
	try(0, 4)
	for i, h := range heights {
		heights[i] = max(0, h)
	}
	try(0, 4)
	return best
}

// stack stacks figures for figureColumn, with a gap between them. A figure with a height h ≤ 0 has
// at least −h rows, and at least minRows. visible is the number of figures that fit.
func stack(r ascii.Rect, heights []int, gap, minRows int) (out []ascii.Rect, visible int) {
	out = make([]ascii.Rect, len(heights))
	spare, flexibleCount := r.H+gap, 0
	for i, h := range heights {
		n, flexible := h, 0
		if h <= 0 {
			n, flexible = max(-h, minRows), 1
		}
		if n = min(n, r.H); n+gap <= spare {
			out[i].H = n
			spare -= n + gap
			visible++
			flexibleCount += flexible
		}
	}
	y := 0
	for i, h := range heights {
		if h <= 0 && out[i].H > 0 {
			extra := spare / flexibleCount
			out[i].H, spare, flexibleCount = out[i].H+extra, spare-extra, flexibleCount-1
		}
		if out[i].H > 0 {
			out[i] = r.Rows(y, out[i].H)
			y += out[i].H + gap
		}
	}
	return out, visible
}

// rowsOf divides r into n rectangles, one below the other, with a gap between them. If they would
// have fewer than six rows, it leaves the last ones empty.
func rowsOf(r ascii.Rect, n, gap int) []ascii.Rect {
	const minHeight = 6
	fitCount := min(n, max(1, (r.H+gap)/(minHeight+gap)))
	out := make([]ascii.Rect, n)
	for i := range fitCount {
		y0 := (r.H + gap) * i / fitCount
		y1 := (r.H+gap)*(i+1)/fitCount - gap
		out[i] = r.Rows(y0, y1-y0)
	}
	return out
}

// maxPointTableRows is the maximum height of the table of points below a picture, with its header,
// on a stage of usual height. maxTallPointTableRows is its maximum height on a tall stage.
const maxPointTableRows, maxTallPointTableRows = 5, 13

// minPointsHeight is the minimum height of a stage that has room for the table of points below its
// picture.
const minPointsHeight = 30

// pointsBesideWidth is the minimum width of a stage on which the charts extend down beside the
// table of points. On a narrower stage, the table is below the charts too.
const pointsBesideWidth = 110

// pointTableRows returns the height of the table of points below pictures in r, or 0 if the table
// does not fit.
func (c content) pointTableRows(r ascii.Rect) int {
	n := min(c.pointTableLen, maxPointTableRows)
	if r.H > 2*maxTallPointTableRows {
		n = min(c.pointTableLen, maxTallPointTableRows)
	}
	if c.mains == 0 || c.lowForPoints || r.H < n+pointsGap(r)+minMainRows {
		return 0
	}
	return n
}

// rowsBelow returns how many rows below the pictures and charts are reserved for the table of
// points.
func (c content) rowsBelow(r ascii.Rect) int {
	n := c.pointTableRows(r)
	if n == 0 || r.W >= pointsBesideWidth && c.charts > 0 {
		return 0
	}
	return n + pointsGap(r)
}

// pointsGap returns the number of blank rows above the table of points.
func pointsGap(r ascii.Rect) int {
	if r.H > 2*maxTallPointTableRows {
		return 1
	}
	return 0
}

// placePointTable places the table of points below the pictures if that leaves the pictures enough
// room. If there are no other figures in r, the table gets all of r.
func (l *layout) placePointTable(r ascii.Rect, c content) {
	if c.pointTableLen > 0 && c.mains+c.charts+c.tables == 0 {
		l.points = []ascii.Rect{r}
		return
	}
	n := c.pointTableRows(r)
	if n == 0 {
		return
	}
	band := r.Rows(r.H-n, n)
	if c.rowsBelow(r) == 0 { // the charts are beside the table
		last := l.mains[len(l.mains)-1]
		band.W = last.X + last.W - r.X
		for i := range l.mains {
			l.mains[i].H -= n + pointsGap(r)
		}
	}
	l.points = []ascii.Rect{band}
}

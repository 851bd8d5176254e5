package export

import (
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"kernellab/ascii"
)

// panel is a figure in its part of the page.
type panel struct{ ascii.Plate }

// draw sets the figure; one without a form for print is told in its words.
func (f panel) draw(c draw.Canvas, s Shades) {
	sheet := newSheet(f.Title, s, c)
	switch fig := f.Plot.(type) {
	case ascii.Map:
		sheet.decisions(fig)
	case ascii.Lift:
		plane, _ := fig.Parts()
		sheet.decisions(plane)
	case ascii.Space:
		sheet.decisions(fig.Flat())
	case ascii.NumberLine:
		sheet.numberLine(fig)
	case ascii.Chart:
		sheet.chart(fig)
	case ascii.Bars:
		sheet.bars(fig)
	case ascii.Heatmap:
		sheet.matrix(fig)
	default:
		f.words(c, s)
		return
	}
	sheet.set(c)
}

// words writes what a figure says, a sentence a line, as far as there is room.
func (f panel) words(c draw.Canvas, s Shades) {
	at := vg.Point{X: c.Min.X, Y: c.Max.Y - leading}
	write(c, at, ascii.Line{{Text: f.Title, Ink: ascii.Strong}}, textSize, s)
	most := int(float64(c.Size().X / (textSize * 0.5)))
	for _, said := range f.Plot.Words() {
		for _, l := range folded(said, most) {
			if at.Y -= leading; at.Y < c.Min.Y {
				return
			}
			write(c, at, ascii.Plain(l), textSize, s)
		}
	}
}

// folded breaks a sentence at its spaces into lines of at most n runes.
func folded(s string, n int) []string {
	var out []string
	for word := range strings.FieldsSeq(s) {
		last := len(out) - 1
		if last < 0 || len([]rune(out[last]))+1+len([]rune(word)) > n {
			out = append(out, word)
			continue
		}
		out[last] += " " + word
	}
	return out
}

// sheet is a plot in the colours of a theme.
type sheet struct {
	*plot.Plot
	shades Shades
	text   letters
	room   vg.Point // of the whole plot
	key    *legend
}

func newSheet(title string, s Shades, c draw.Canvas) sheet {
	p := plot.New()
	out := sheet{p, s, newLetters(), c.Size(), &legend{}}
	p.BackgroundColor = s.Paper.rgba()
	p.Title.Text = title
	p.TextHandler = out.text
	p.Title.TextStyle = out.style(textSize, ascii.Strong, text.XCenter)
	p.Title.TextStyle.YAlign = text.YTop
	p.Title.Padding = 4
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Color = s.ink(ascii.Axis)
		a.Label.TextStyle = out.restyled(a.Label.TextStyle, textSize, ascii.Strong)
		a.Tick.Color = s.ink(ascii.Axis)
		a.Tick.Label = out.restyled(a.Tick.Label, textSize-1, ascii.Dim)
		a.Tick.Marker, a.Padding = ticks{}, 0
	}
	return out
}

// restyled keeps how a text is turned and aligned.
func (s sheet) restyled(t text.Style, size font.Length, ink ascii.Ink) text.Style {
	t.Font, t.Color, t.Handler = sans(size), s.shades.ink(ink), s.text
	return t
}

func (s sheet) style(size font.Length, ink ascii.Ink, align text.XAlignment) text.Style {
	return text.Style{Font: sans(size), Color: s.shades.ink(ink), XAlign: align, YAlign: text.YCenter, Handler: s.text}
}

func (s sheet) ink(i ascii.Ink) color.Color { return s.shades.ink(i) }

// axes names the axes and says what part of the plane is shown.
func (s sheet) axes(x, y ascii.Range, xLabel, yLabel string) {
	s.X.Min, s.X.Max, s.Y.Min, s.Y.Max = x.Min, x.Max, y.Min, y.Max
	s.X.Label.Text, s.Y.Label.Text = xLabel, yLabel
}

// ticks are those of the terminal's pictures: few, round, with a true minus.
type ticks struct{}

func (ticks) Ticks(from, to float64) []plot.Tick {
	return told(ascii.Range{Min: from, Max: to}.Ticks(6))
}

// decades are the ticks of a logarithmic axis.
type decades struct{}

func (decades) Ticks(from, to float64) []plot.Tick {
	return told(ascii.Range{Min: from, Max: to}.LogTicks(6))
}

func told(ts []ascii.Tick) []plot.Tick {
	out := make([]plot.Tick, len(ts))
	for i, t := range ts {
		out[i] = plot.Tick{Value: t.Value, Label: minus(t.Label)}
	}
	return out
}

// minus writes a number with a true minus.
func minus(number string) string { return strings.ReplaceAll(number, "-", "−") }

// line is how a curve of an ink is drawn.
func (s sheet) line(i ascii.Ink, width vg.Length, dashes ...vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: s.ink(i), Width: width, Dashes: dashes}
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

package cli

import (
	"fmt"
	"math"

	"kernellab/ascii"
	"kernellab/exercises/stage"
)

// picture is a model's figure with the lines above and below it.
type picture struct {
	title, status, held string
	scale               string // what colour means, where it is not the class
	figure              ascii.Figure
}

// newPicture is the picture of a model over the columns of p.
func newPicture(m *fitted, p plane) picture {
	model := stage.Model{Set: m.set, Kernel: m.kernel, Pair: p.pair}
	o := stage.MapOptions{
		Still: true, Targets: m.isRegression(), Margins: m.model == modelSVM, Kind: m.kind,
		Probability: m.model == modelLogistic && m.set.Dim() > 1,
	}
	return picture{
		title:  fmt.Sprintf("%s  %s", m.model, m.kernel),
		status: statusLine(m),
		held:   p.others,
		scale:  model.Scale(o),
		figure: model.Map(m.expansion(), o).Plot,
	}
}

// kind says whether a point is a support vector, or was a mistake.
func (m *fitted) kind(i int) ascii.MarkKind {
	switch m.model {
	case modelSVM:
		return stage.Standing(math.Max(0, math.Min(m.dual[i], m.c)), m.c)
	case modelPerceptron:
		return stage.Counted(m.dual[i])
	}
	return ascii.PlainMark
}

// statusLine says in a few words what came of the fit.
func statusLine(m *fitted) string {
	s := fmt.Sprintf("%s: %d points, %s", m.set.Name(), m.set.Len(), m.status)
	if m.isRegression() {
		return s + fmt.Sprintf(", mean squared error %.3g", m.squaredError())
	}
	s += fmt.Sprintf(", %d wrong", m.set.Len()-m.right())
	if m.model == modelSVM {
		all, atBound := m.supportVectors()
		s += fmt.Sprintf(", %d support vectors", all)
		if atBound > 0 {
			s += fmt.Sprintf(" (%d at C)", atBound)
		}
	}
	return s
}

// captions are the lines of text that belong to the picture.
func (p picture) captions() []string {
	lines := []string{p.title, p.status}
	for _, s := range []string{p.held, p.scale} {
		if s != "" {
			lines = append(lines, s)
		}
	}
	return lines
}

// draw puts the title and the status above the figure and what the reader must
// know about it below.
func (p picture) draw(size pictureSize, v ascii.View) *ascii.Grid {
	g := ascii.NewGrid(size.w, size.h)
	g.Fill(g.Bounds(), ascii.Cell{Bg: ascii.Paper})
	lines := p.captions()
	above, below := lines[:2], lines[2:]
	write := func(y int, text string, ink ascii.Ink) {
		g.Write(1, y, size.w-1, ascii.View{}.Clip(ascii.Line{{Text: text, Ink: ink}}, size.w-1))
	}
	write(0, above[0], ascii.Strong)
	write(1, above[1], ascii.Dim)
	p.figure.Draw(g, ascii.Rect{Y: 2, W: size.w, H: size.h - 2 - len(below)}, v)
	for i, line := range below {
		write(size.h-len(below)+i, line, ascii.Dim)
	}
	return g
}

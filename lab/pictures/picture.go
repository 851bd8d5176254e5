package pictures

import (
	"io"

	"kernellab/ascii"
	"kernellab/ascii/export"
	"kernellab/exercises"
	"kernellab/lab/theme"
)

// WritePicture writes a frame as an SVG of a stage of the given size, below a title and
// the status of the frame.
func WritePicture(w io.Writer, title string, f exercises.Frame, columns, rows int) error {
	s := NewStage()
	return WriteSVG(w, s.Picture(title, View{Figures: f.Figures, Formula: f.Formula, Status: f.Status}, columns, rows))
}

func WriteSVG(w io.Writer, g *ascii.Grid) error { return export.SVG(w, g, theme.Light()) }

// Picture draws the stage in w×h cells for a file: in full colour, without a timeline,
// below a title and the status.
func (s *Stage) Picture(title string, v View, w, h int) *ascii.Grid {
	const head = 3
	g, view := ascii.NewGrid(w+2, h+head+1), ascii.View{Profile: ascii.TrueColor}
	g.Write(1, 0, w, view.Clip(ascii.Inked(title, ascii.Strong), w))
	g.Write(1, 1, w, view.Clip(v.Status, w))
	v.HasRun = false
	looked := Stage{Enlarge: s.Enlarge, zooms: s.zooms, Point: s.Point}
	at := looked.Arrange(view, ascii.Rect{X: 1, Y: head, W: w, H: h}, v)
	looked.Draw(g, view, at, v)
	t := theme.New(ascii.TrueColor, false)
	for i, r := range ControlRects(at.Controls, len(v.Controls), v.FocusedControl) {
		if !r.Empty() {
			g.Write(r.X, r.Y, r.W, ControlView(v.Controls[i], i == v.FocusedControl).Line(t, r.W))
		}
	}
	return g
}

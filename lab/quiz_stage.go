package lab

import (
	"context"
	"maps"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/job"
)

// quizStage is what stands beside a question: the picture of the step before,
// its points by their numbers, and the tables that the answer takes. They stand
// beside the picture where there is room for every row, else in the text, which
// scrolls.
type quizStage struct {
	picture exercises.Figure // of the step before; no Plot: none
	scene   exercises.Scene
	job     job.Job
	asked   bool // for the scene of the answers below
	answers exercises.Answers
	drawn   stageCache
}

// newQuizStage shows the picture of a frame.
func newQuizStage(before exercises.Frame) quizStage {
	for _, f := range before.Figures {
		if m, ok := f.Plot.(ascii.Map); ok {
			f.Plot = m.Numbered(nil)
			return quizStage{picture: f}
		}
	}
	return quizStage{}
}

// begin forgets the question before.
func (s *quizStage) begin() {
	s.job.Stop()
	s.scene, s.asked, s.answers = exercises.Scene{}, false, nil
}

// compose asks for the scene of the answers in a form, unless it has.
func (s *quizStage) compose(a job.Asker, f *form) tea.Cmd {
	if f == nil || s.asked && maps.Equal(s.answers, f.answers) {
		return nil
	}
	s.asked, s.answers = true, f.answers
	step, answers := f.step, f.answers
	return a.Ask(&s.job, func(ctx context.Context, to job.Address) tea.Msg { return sceneMsg{to, step.Scene(ctx, answers)} })
}

func (s *quizStage) composed(m sceneMsg) {
	if !s.job.Finish(m.Address) {
		return
	}
	s.scene = m.scene
	if picture, ok := s.picture.Plot.(ascii.Map); ok {
		s.picture.Plot = picture.Numbered(m.scene.Points)
		s.drawn.drop()
	}
}

// quizPlace is where the stage of a question stands on the screen.
type quizPlace struct {
	all, picture, column ascii.Rect
	lines                []ascii.Line // of the column
	points               map[int]int  // by line, the point it is about
}

// leastPicture is how narrow a picture may become beside a table; with less room
// the table stands alone.
const leastPicture = 24

// place lays the stage out in an area; the column is empty where the tables do
// not fit in it, whole. With neither a picture nor a table there is none.
func (s *quizStage) place(p pen, area ascii.Rect) quizPlace {
	switch {
	case area.Empty() || len(s.scene.Figures) == 0 && s.picture.Plot == nil:
		return quizPlace{}
	case len(s.scene.Figures) == 0:
		return quizPlace{all: area, picture: area}
	}
	w := s.width(p.view)
	d := newDocument(p, w)
	s.layTables(d)
	out := quizPlace{all: area, picture: area}
	if len(d.lines) > area.H || w > area.W {
		return out
	}
	out.lines, out.points = d.lines, d.points
	out.column = ascii.Rect{X: area.X + area.W - w, Y: area.Y, W: w, H: area.H}
	if out.picture.W -= w + 3; out.picture.W < leastPicture {
		out.column.X, out.picture = area.X, ascii.Rect{}
	}
	return out
}

// width is how many columns the tables take.
func (s *quizStage) width(v ascii.View) int {
	w := 0
	for _, f := range s.scene.Figures {
		if t, ok := f.Plot.(ascii.Table); ok {
			w = max(w, t.Width(v))
		}
	}
	return w
}

// layTables adds the tables to a document, line by line.
func (s *quizStage) layTables(d *document) {
	for _, f := range s.scene.Figures {
		d.gap()
		d.table(f)
	}
}

// layScene adds what the answer takes to the text of a question: the notes, and
// the tables where they do not stand beside the picture.
func (s *quizStage) layScene(d *document, beside bool) {
	if len(s.scene.Notes) > 0 {
		d.gap()
	}
	d.write(s.scene.Notes...)
	if !beside {
		s.layTables(d)
	}
}

// draw paints the stage over what is there.
func (s *quizStage) draw(p pen, at quizPlace) {
	if at.all.Empty() {
		return
	}
	p.grid.Fill(at.all, ascii.Cell{})
	p.lines(at.column, at.lines, 0)
	s.drawPicture(p, at.picture)
}

// drawPicture paints the picture with its title.
func (s *quizStage) drawPicture(p pen, r ascii.Rect) {
	if s.picture.Plot == nil || r.H < 4 {
		return
	}
	p.write(r.X, r.Y, r.W, line(s.picture.Title, ascii.Strong))
	s.drawn.draw(p, shown{figure: s.picture, area: s.inside(r)}, sightKey{})
}

// inside is the room of the picture below its title.
func (s *quizStage) inside(r ascii.Rect) ascii.Rect {
	return ascii.Rect{X: r.X, Y: r.Y + 1, W: r.W, H: max(0, r.H-1)}
}

// pick is the point under the mouse, on the picture or in a table beside it.
func (s *quizStage) pick(at quizPlace, view ascii.View, x, y int) (point int, ok bool) {
	if at.column.Contains(x, y) {
		point, ok = at.points[y-at.column.Y]
		return point, ok
	}
	r := s.inside(at.picture)
	m, isMap := s.picture.Plot.(ascii.Map)
	if !isMap || !r.Contains(x, y) {
		return 0, false
	}
	return m.Pick(ascii.Rect{W: r.W, H: r.H}, view, x-r.X, y-r.Y)
}

// takePoint fills the number of a point into the field with the keyboard, where
// it takes one, else into the first empty one that does, and goes on to the next
// of these.
func (f *form) takePoint(point int) {
	takes := func(i int) bool { return i >= 0 && i < len(f.info.Fields) && f.info.Fields[i].Point }
	empty := func(i int) bool { return takes(i) && f.answers[f.info.Fields[i].Name] == "" }
	if !takes(f.at) {
		for i := range f.info.Fields {
			if empty(i) {
				f.at = i
				break
			}
		}
	}
	if !takes(f.at) {
		return
	}
	f.fill(f.at, strconv.Itoa(point+1))
	if empty(f.at + 1) {
		f.at++
	}
}

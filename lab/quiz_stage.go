package lab

import (
	"context"
	"maps"
	"strconv"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/job"
	"kernellab/lab/ui"
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
	session *session
}

// newQuizStage shows the picture of a frame.
func newQuizStage(s *session, before exercises.Frame) quizStage {
	for _, f := range before.Figures {
		if m, ok := f.Plot.(ascii.Map); ok {
			f.Plot = m.Numbered(nil)
			return quizStage{picture: f, session: s}
		}
	}
	return quizStage{session: s}
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

// quizPlace is where the stage of a question is on the screen.
type quizPlace struct {
	all, picture, column ascii.Rect
	table                *ui.Pane // in the column; nil if there is none
}

// minPicture is the minimum width of a picture beside a table. If there is less room,
// the table is alone.
const minPicture = 24

// arrange lays out the stage in an area. There is a column only if the tables fit
// into it. If there is neither a picture nor a table, the stage is empty.
func (s *quizStage) arrange(area ascii.Rect) quizPlace {
	switch {
	case area.Empty() || len(s.scene.Figures) == 0 && s.picture.Plot == nil:
		return quizPlace{}
	case len(s.scene.Figures) == 0:
		return quizPlace{all: area, picture: area}
	}
	w := s.width()
	d := ui.NewDocument(s.session.theme, w)
	s.layTables(d)
	out := quizPlace{all: area, picture: area}
	if d.Len() > area.H || w > area.W {
		return out
	}
	out.table = ui.NewPane(s.session.theme)
	out.table.SetSize(w, area.H)
	out.table.Show(d)
	out.column = ascii.Rect{X: area.X + area.W - w, Y: area.Y, W: w, H: area.H}
	if out.picture.W -= w + 3; out.picture.W < minPicture {
		out.column.X, out.picture = area.X, ascii.Rect{}
	}
	return out
}

// width returns the number of columns that the tables take.
func (s *quizStage) width() int {
	w := 0
	for _, f := range s.scene.Figures {
		if t, ok := f.Plot.(ascii.Table); ok {
			w = max(w, t.Width(s.session.view()))
		}
	}
	return w
}

// rowPrefix begins the ID of a row about a point, followed by the number of the point.
const rowPrefix = "#"

// layTables adds the tables to a document, line by line.
func (s *quizStage) layTables(d *ui.Document) {
	for _, f := range s.scene.Figures {
		t, ok := f.Plot.(ascii.Table)
		if !ok {
			continue
		}
		d.Gap()
		d.Write(ascii.Inked(f.Title, ascii.Strong))
		d.Add(t.Header(d.Width, s.session.view()))
		for i, l := range t.Lines(d.Width, s.session.view()) {
			if t.Columns[0].Title == "i" {
				d.AddPart(rowPrefix+t.Rows[i][0].String(), l)
			} else {
				d.Add(l)
			}
		}
	}
}

// layScene adds what the answer takes to the text of a question: the notes, and
// the tables if they are not beside the picture.
func (s *quizStage) layScene(d *ui.Document, beside bool) {
	if len(s.scene.Notes) > 0 {
		d.Gap()
	}
	d.Write(s.scene.Notes...)
	if !beside {
		s.layTables(d)
	}
}

// layers returns those of the picture and of the tables beside it.
func (s *quizStage) layers(at quizPlace) []*lipgloss.Layer {
	if at.all.Empty() {
		return nil
	}
	g, view := ascii.NewGrid(at.all.W, at.all.H), s.session.view()
	if r := at.picture; s.picture.Plot != nil && r.H >= 4 {
		r.X, r.Y = r.X-at.all.X, r.Y-at.all.Y
		g.Write(r.X, r.Y, r.W, view.Clip(ascii.Inked(s.picture.Title, ascii.Strong), r.W))
		s.drawn.draw(g, view, shown{figure: s.picture, area: s.inside(r)}, sightKey{})
	}
	out := []*lipgloss.Layer{layerAt("", s.session.theme.Figure(g), at.all.X, at.all.Y)}
	if at.table != nil {
		out = append(out, at.table.Layers("table", at.column.X, at.column.Y)...)
	}
	return out
}

// inside is the room of the picture below its title.
func (s *quizStage) inside(r ascii.Rect) ascii.Rect {
	return ascii.Rect{X: r.X, Y: r.Y + 1, W: r.W, H: max(0, r.H-1)}
}

// pick returns the point of the picture under the mouse.
func (s *quizStage) pick(at quizPlace, x, y int) (point int, ok bool) {
	r := s.inside(at.picture)
	m, isMap := s.picture.Plot.(ascii.Map)
	if !isMap || !r.Contains(x, y) {
		return 0, false
	}
	return m.Pick(ascii.Rect{W: r.W, H: r.H}, s.session.view(), x-r.X, y-r.Y)
}

// takePoint fills the number of a point into the field with the keyboard, where
// it takes one, else into the first empty one that does, and goes on to the next
// of these.
func (f *form) takePoint(point int) {
	takes := func(i int) bool { return i >= 0 && i < len(f.info.Fields) && f.info.Fields[i].Point }
	empty := func(i int) bool { return takes(i) && f.answers[f.info.Fields[i].Name] == "" }
	for i := range f.info.Fields {
		if !takes(f.at()) && empty(i) {
			f.focus(i)
		}
	}
	at := f.at()
	if !takes(at) {
		return
	}
	f.fill(at, strconv.Itoa(point+1))
	if empty(at + 1) {
		f.focus(at + 1)
	}
}

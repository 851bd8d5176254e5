package exercise

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/pictures"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// click focuses a field, selects a choice, or fills in the number of the point under the mouse. If
// the window is hidden, the click also brings it back.
func (q *QuestionWindow) click(msg tea.MouseClickMsg) {
	f := q.Form
	if q.Hidden = false; q.settled() {
		return
	}
	hit := q.Session.Hit(msg)
	textHit, inText := hit.In("prediction")
	tableHit, inTable := hit.In("table")
	number, isRow := strings.CutPrefix(textHit.ID+tableHit.ID, rowPrefix)
	point, onPoint := q.Stage.pointAt(q.Places, msg.X, msg.Y)
	switch {
	case isRow:
		n, _ := strconv.Atoi(number)
		f.fillPoint(n - 1)
	case inText:
		f.click(textHit)
	case onPoint && !inTable:
		f.fillPoint(point)
	}
}

// peekPlaces returns the areas of the stage (the picture before the step, and tables) on a narrow
// screen while the window is hidden.
func (q *QuestionWindow) peekPlaces() questionPlaces {
	l := LayoutExercise(q.Session.Width, q.Session.Height, StagePane)
	if !l.narrow || q.Stage.Picture.Plot == nil {
		return questionPlaces{}
	}
	places := questionPlaces{All: l.Stage, Picture: l.Stage}
	places.Picture.H--
	places.All.Y, places.All.H = l.question.Y, places.All.H+l.question.H // including the rows of the question
	return places
}

// footerKeys returns the keys to show now.
func (q *QuestionWindow) footerKeys() []key.Binding {
	moreAbove, moreBelow := q.page.Pane.HasMore()
	look := ui.Hint("ctrl+o", "look")
	out := []key.Binding{ui.Hint("enter", "answer"), look, ui.Hint("esc", "leave")}
	switch {
	case q.Hidden:
		return []key.Binding{ui.Hint("any key", "comes back")}
	case q.settled():
		out = []key.Binding{ui.Hint("enter", "on"), look}
	case q.step.Purpose == core.WorkOut:
		out = slices.Replace(out, 0, 1, ui.Hint("enter", "check"), ui.Hint("f1", "right value"),
			ui.Hint("tab", "next blank"))
	}
	if moreAbove || moreBelow {
		out = slices.Insert(out, 1, ui.Hint("pgdn pgup", "scroll"))
	}
	return out
}

// Footer returns the keys of the question. They replace the keys of the screen below.
func (q *QuestionWindow) Footer() session.Footer { return q.Session.WindowFooter(q.footerKeys()) }

// writeText writes the question with its verdict. In a narrow window, its pictures and tables come
// last, so that the question stays on the screen with the head of a long table.
func (q *QuestionWindow) writeText(d *ui.Document) {
	f := q.Form
	d.WriteBlocks(blocksOf(f.Info.Text))
	if !q.page.Compact {
		q.Stage.writeScene(d, q.Places.table != nil)
	}
	f.WriteTo(d)
	from, to := d.KeptLines()
	q.busy.WriteTo(d)
	if f.report != nil && !q.jobs.Check.Busy() {
		d.AddGap()
		f.writeFirstLine(d, q.Session.Theme)
		for _, l := range slices.Concat(f.report.Fact, f.report.Advice) {
			if !f.report.RepeatsFieldMessage(l) {
				d.AddItem(ascii.Blanks(2), l)
			}
		}
		q.writeOutcome(d)
	}
	last := d.Len() - 1
	if to = min(max(to, from+1+linesBelowField), last); f.FocusIndex() < 0 || f.report != nil {
		from, to = last, last
	}
	if q.page.Compact {
		q.Stage.writeScene(d, q.Places.table != nil)
	}
	d.KeepVisible(from, to)
	d.ShowLinesAbove()
}

// linesBelowField is the number of lines that stay visible below the focused field.
const linesBelowField = 3

// writeOutcome writes the outcome of a settled question: for a step by hand, how many values were
// shown, and for a prediction, a comparison with the step and the tally.
func (q *QuestionWindow) writeOutcome(d *ui.Document) {
	if q.settled() && q.shownValues > 0 {
		d.AddGap()
		d.Write(ascii.Inked(ascii.Count(q.shownValues, "value")+" shown", ascii.Dim))
	}
	if !q.settled() || q.step.Purpose == core.WorkOut {
		return
	}
	d.AddGap()
	for _, field := range q.Form.Info.Fields {
		d.AddItem(ascii.Blanks(2), q.resultLine(field))
	}
	correct, total := q.work.Predictions()
	d.AddGap()
	d.Write(ascii.Inked(fmt.Sprintf("Right predictions so far: %d of %d.", correct, total), ascii.Strong))
}

// resultLine returns the true value of a field, and the prediction if it differs.
func (q *QuestionWindow) resultLine(field exercises.Field) ascii.Line {
	f := q.Form
	truth, prediction := field.ValueWords(f.Info.Reference[field.Name]), field.ValueWords(f.Answers[field.Name])
	var out ascii.Line
	if strings.HasSuffix(field.Label, "=") {
		out = ascii.Line{{Text: field.Label + " ", Ink: ascii.Dim}}
	}
	out = append(out, ascii.Span{Text: shortNumber(truth), Ink: ascii.Strong})
	recap := q.outcome.Recap(truth, prediction)
	if recap.Prefix == "" { // nothing was predicted
		return out
	}
	out = append(out, ascii.Span{Text: recap.Prefix, Ink: ascii.Dim})
	if recap.ShowsPrediction {
		out = append(out, ascii.Span{Text: prediction, Ink: ascii.Text}, ascii.Span{Text: recap.Suffix, Ink: ascii.Dim})
	}
	return out
}

// shortNumber rounds a number to the digits that pictures show. It returns other texts unchanged.
func shortNumber(s string) string {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || len(s) <= 6 {
		return s
	}
	return strings.Replace(ascii.FormatValue(v), "-", "−", 1)
}

// Layout puts the window over the text of a wide screen, and at the bottom of a narrow
// one.
func (q *QuestionWindow) Layout() {
	l := LayoutExercise(q.Session.Width, q.Session.Height, StagePane)
	q.Places = questionPlaces{}
	switch {
	case q.Hidden:
		q.Places = q.peekPlaces()
	case !l.narrow:
		q.Places = q.Stage.arrange(l.Stage)
	}
	q.page.Compact = l.narrow
	q.page.SetSize(q.Session.Width, q.Session.Height)
}

// area returns the area of the window for a text with the given number of lines. The
// tables in the text fit into its width.
func (q *QuestionWindow) area(lines int) ascii.Rect {
	w, h := q.Session.Width, q.Session.Height
	l := LayoutExercise(w, h, StagePane)
	out := ascii.Rect{X: 0, Y: 1, W: l.Text.X + l.Text.W + 1, H: h - 2}
	if l.narrow {
		rows := max(8, min(lines+3, h-2))
		out = ascii.Rect{X: 1, Y: max(0, h-1-rows), W: w - 2, H: min(rows, h)}
	}
	if q.Places.table == nil {
		out.W = min(w, max(out.W, q.Stage.tablesWidth()+4))
	}
	return out
}

func (q *QuestionWindow) Layers() []*lipgloss.Layer {
	if !q.Hidden {
		return append(q.Stage.Layers(q.Places), q.page.Layers()...)
	}
	out, area := q.Stage.Layers(q.Places), q.Places.All
	if area.Empty() {
		return out
	}
	row := func(l ascii.Line, y int) {
		t := q.Session.Theme
		out = append(out, lipgloss.NewLayer(t.Line(t.View().Clip(l, area.W))).X(area.X).Y(y))
	}
	row(questionLine(q.Form.Info.Question), area.Y)
	row(q.step.Before.Status, area.Y+area.H-1)
	return out
}

func (q *QuestionWindow) Cursor() (x, y int, ok bool) {
	x, y, ok = q.page.Caret()
	return x, y, ok && !q.Hidden
}

// questionStage is the stage next to a question: the picture before the step, with
// numbers at its points, and the tables that the answer needs. The tables are next to
// the picture if all their rows fit, and otherwise in the text, which scrolls.
type questionStage struct {
	Picture   exercises.Figure // the picture before the step; its Plot may be nil
	scene     exercises.Scene
	job       core.Job
	requested bool // whether the tables and notes for answers have been requested
	answers   exercises.Answers
	cache     pictures.Cache
	session   *session.Session
}

// newQuestionStage returns a stage with the picture of a frame.
func newQuestionStage(s *session.Session, before exercises.Frame) questionStage {
	for _, f := range before.Figures {
		if m, ok := f.Plot.(ascii.Map); ok {
			f.Plot = m.Numbered(nil)
			return questionStage{Picture: f, session: s}
		}
	}
	return questionStage{session: s}
}

// requestScene returns the command that requests the scene for the answers in a form, or nil
// if it has been requested.
func (s *questionStage) requestScene(part session.Part, f *Form) tea.Cmd {
	if s.requested && maps.Equal(s.answers, f.Answers) {
		return nil
	}
	s.requested, s.answers = true, f.Answers
	task, answers := f.Task, f.Answers
	return part.StartJob(&s.job, func(ctx context.Context, to core.Address) tea.Msg {
		return SceneMsg{to,
			task.Scene(ctx, answers)}
	})
}

func (s *questionStage) receiveScene(m SceneMsg) {
	if !s.job.Finish(m.Address) {
		return
	}
	s.scene = m.Scene
	if picture, ok := s.Picture.Plot.(ascii.Map); ok {
		s.Picture.Plot = picture.Numbered(m.Scene.Points)
		s.cache.Clear()
	}
}

// questionPlaces holds the areas of the stage of a question on the screen.
type questionPlaces struct {
	All, Picture, column ascii.Rect
	table                *ui.Pane // the tables in column; nil if there are none
}

// minPicture is the minimum width of a picture next to a table. If there is less room,
// only the table is shown.
const minPicture = 24

// arrange lays out the stage in an area. It places the tables in a column only if they
// fit. Without a picture and tables, all areas are empty.
func (s *questionStage) arrange(area ascii.Rect) questionPlaces {
	switch {
	case area.Empty() || len(s.scene.Figures) == 0 && s.Picture.Plot == nil:
		return questionPlaces{}
	case len(s.scene.Figures) == 0:
		return questionPlaces{All: area, Picture: area}
	}
	w := s.tablesWidth()
	d := ui.NewDocument(s.session.Theme, w)
	s.writeTables(d)
	out := questionPlaces{All: area, Picture: area}
	if d.Len() > area.H || w > area.W {
		return out
	}
	out.table = ui.NewPane(s.session.Theme)
	out.table.SetSize(w, area.H)
	out.table.SetDocument(d)
	out.column = area.Columns(area.W-w, w)
	if out.Picture.W -= w + 3; out.Picture.W < minPicture {
		out.column.X, out.Picture = area.X, ascii.Rect{}
	}
	return out
}

// tablesWidth returns the number of columns that the tables take.
func (s *questionStage) tablesWidth() int {
	w := 0
	for _, f := range s.scene.Figures {
		if t, ok := f.Plot.(ascii.Table); ok {
			w = max(w, t.PreferredWidth(s.session.Terminal()))
		}
	}
	return w
}

// rowPrefix is the beginning of the ID of a row about a point. The number of the point
// follows.
const rowPrefix = "#"

// writeTables adds the tables to a document, line by line.
func (s *questionStage) writeTables(d *ui.Document) {
	for _, f := range s.scene.Figures {
		t, ok := f.Plot.(ascii.Table)
		if !ok {
			continue
		}
		d.AddGap()
		d.Write(ascii.Inked(f.Title, ascii.Text))
		d.Add(t.Header(d.Width, s.session.Terminal()))
		for i, l := range t.Lines(d.Width, s.session.Terminal()) {
			if t.Columns[0].Title == "i" {
				d.AddPart(rowPrefix+t.Rows[i][0].String(), l)
			} else {
				d.Add(l)
			}
		}
	}
}

// writeScene adds to the text of a question what the answer needs: the notes, and the
// tables if they are not next to the picture.
func (s *questionStage) writeScene(d *ui.Document, inColumn bool) {
	if len(s.scene.Notes) > 0 {
		d.AddGap()
	}
	d.Write(s.scene.Notes...)
	if !inColumn {
		s.writeTables(d)
	}
}

// Layers returns the layers of the picture and of the tables next to it.
func (s *questionStage) Layers(places questionPlaces) []*lipgloss.Layer {
	if places.All.Empty() {
		return nil
	}
	g, view := ascii.NewGrid(places.All.W, places.All.H), s.session.Terminal()
	if r := places.Picture; s.Picture.Plot != nil && r.H >= 4 {
		r.X, r.Y = r.X-places.All.X, r.Y-places.All.Y
		g.Write(r.X, r.Y, r.W, view.Clip(ascii.Inked(s.Picture.Title, ascii.Text), r.W))
		s.cache.Draw(g, view, pictures.PlacedFigure{Figure: s.Picture, Area: s.PictureArea(r)}, pictures.Key{})
	}
	out := []*lipgloss.Layer{ui.NewLayer("", s.session.Theme.Figure(g), places.All.X, places.All.Y)}
	if places.table != nil {
		out = append(out, places.table.Layers("table", places.column.X, places.column.Y)...)
	}
	return out
}

// PictureArea returns the area of the picture below its title.
func (s *questionStage) PictureArea(r ascii.Rect) ascii.Rect {
	return r.Rows(1, r.H-1)
}

// pointAt returns the point of the picture at a cell of the screen.
func (s *questionStage) pointAt(places questionPlaces, x, y int) (point int, ok bool) {
	r := s.PictureArea(places.Picture)
	m, isMap := s.Picture.Plot.(ascii.Map)
	if !isMap || !r.Contains(x, y) {
		return 0, false
	}
	return m.Pick(r.AtOrigin(), s.session.Terminal(), x-r.X, y-r.Y)
}

// fillPoint fills the number of a point into the focused field if that field is for a point,
// and otherwise into the first empty field for a point. If the next field is for a point and
// empty, the next field gets the focus.
func (f *Form) fillPoint(point int) {
	isPointField := func(i int) bool { return i >= 0 && i < len(f.Info.Fields) && f.Info.Fields[i].AsksPoint }
	isEmptyPointField := func(i int) bool { return isPointField(i) && f.Answers[f.Info.Fields[i].Name] == "" }
	for i := range f.Info.Fields {
		if !isPointField(f.FocusIndex()) && isEmptyPointField(i) {
			f.focus(i)
		}
	}
	at := f.FocusIndex()
	if !isPointField(at) {
		return
	}
	f.FillField(at, strconv.Itoa(point+1))
	if isEmptyPointField(at + 1) {
		f.focus(at + 1)
	}
}

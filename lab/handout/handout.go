// Package handout lays out the worksheet of an exercise for paper, with its texts, figures as they
// are before the first answer, and blanks for the answers. Begin with [New].
//
// The package must not depend on screens or terminals.
package handout

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/page"
	"kernellab/lab/progress"
)

// New returns the worksheet of an exercise, with its figures before any answer. A task
// that gives away an answer to an earlier task starts a new page. If such a task asks nothing, it
// is among the solutions instead. If solutions is true, the solutions follow on a new page.
func New(ctx context.Context, e *exercises.Exercise, solutions bool) page.Document {
	s := &sheet{ctx: ctx, exercise: e, figures: map[string]int{}}
	s.add(page.Note, fmt.Sprintf("%s %d min. The same on a screen, where the stage shows the figures: "+
		"kernellab --unit %s --seed %d", e.Goal, e.Minutes, e.ID, e.Seed))
	s.add(page.Line, "Name:")
	for i := range e.Tasks {
		s.addTask(i)
	}
	if solutions {
		s.add(page.NewPage, "")
		s.add(page.Section, "Solutions")
		for i := range e.Tasks {
			s.addSolution(i)
		}
		for _, i := range s.recaps {
			s.addBody(i)
		}
	}
	return page.Document{Title: e.ID + " " + e.Title, ForPaper: true, Parts: s.parts}
}

// sheet collects the parts of a worksheet.
type sheet struct {
	ctx             context.Context
	exercise        *exercises.Exercise
	parts           []page.Part
	firstTaskOnPage int            // the first task on the current page
	recaps          []int          // tasks that ask nothing and give away answers
	figures         map[string]int // the number of each figure, by its title and description
}

func (s *sheet) add(k page.Kind, text string) {
	s.parts = append(s.parts, page.Part{Kind: k, Text: text})
}

// addHeading adds the heading of task i.
func (s *sheet) addHeading(i int, info exercises.Info) {
	optional := ""
	if info.Optional {
		optional = " (optional)"
	}
	s.add(page.Heading, fmt.Sprintf("%d. %s%s", i+1, info.Heading(), optional))
}

// addTask adds task i without its solution. If the task gives away an answer to an earlier task, it
// starts a new page or, if it asks nothing, becomes a recap.
func (s *sheet) addTask(i int) {
	savedSheet := *s
	savedSheet.figures = maps.Clone(s.figures)
	s.addBody(i)
	info := s.exercise.Tasks[i].Info()
	if !info.ClosesExercise && !info.RevealsAnswer && !s.revealsAnswer(i, s.parts[len(savedSheet.parts):]) {
		return
	}
	*s = savedSheet
	if len(info.Fields) == 0 {
		s.recaps = append(s.recaps, i)
		return
	}
	s.firstTaskOnPage = i
	s.add(page.NewPage, "")
	s.add(page.Note, "This page shows answers to earlier tasks. Turn to it when you have done them.")
	s.addBody(i)
}

// addBody adds the heading, the text, the scene (tables and figures) and the question of task i.
func (s *sheet) addBody(i int) {
	task := s.exercise.Tasks[i]
	info := task.Info()
	s.addHeading(i, info)
	s.addBlocks(info.Text)
	s.addScene(task.Scene(s.ctx, nil))
	if !info.AsksNothing {
		s.addQuestion(info)
	}
}

// revealsAnswer reports whether the given parts, which are those of task i, contain a right answer to
// an earlier task on its page.
func (s *sheet) revealsAnswer(i int, parts []page.Part) bool {
	for _, piece := range answerCandidates(parts) {
		for _, task := range s.exercise.Tasks[s.firstTaskOnPage:i] {
			info := task.Info()
			for _, f := range info.Fields {
				sameWords := strings.EqualFold(piece, f.ValueWords(info.Reference[f.Name]))
				if !f.IsPrediction() && (sameWords || len(f.Choices) == 0 &&
					task.Check(s.ctx, info.Reference.With(f.Name, piece)).Verdict == exercises.Equal) {
					return true
				}
			}
		}
	}
	return false
}

// separator matches the signs and words between the pieces of a text. Each piece could be an answer.
// numberPattern matches numbers, and sumPattern matches sums. listPattern matches lists in
// brackets, which are pieces too. labelEnd matches the end of a label that needs a colon before its
// value.
var (
	separator     = regexp.MustCompile(`[=:;←→≤≥?“”]|  +|[,.] | (?:is|are|and|or|for|at|the|of|in|to|with|as|needs|gives) `)
	numberPattern = regexp.MustCompile(`[-−]?\d+(\.\d+)?`)
	sumPattern    = regexp.MustCompile(`\pL \S* ?[+−] |Σ`)
	listPattern   = regexp.MustCompile(`[({\[][^(){}\[\]]+,[^(){}\[\]]+[)}\]]`)
	labelEnd      = regexp.MustCompile(`[\pL\pN‖]\)?$`) // "f(x)", but not "b =" or "O( )"
)

// answerCandidates returns the pieces of the texts in parts. It omits pieces so short that they may equal
// an answer by chance.
func answerCandidates(parts []page.Part) (out []string) {
	const minLength = 3
	for _, p := range parts {
		texts := []string{p.Text}
		if p.Figure != nil {
			texts = append(texts, p.Figure.Words()...)
		}
		for _, cell := range slices.Concat(p.Rows...) {
			texts = append(texts, fmt.Sprint(cell))
		}
		text := strings.Join(texts, "; ")
		for _, piece := range slices.Concat(separator.Split(text, -1), numberPattern.FindAllString(text, -1),
			listPattern.FindAllString(text, -1)) {
			if piece = strings.TrimSpace(piece); utf8.RuneCountInString(piece) >= minLength {
				out = append(out, piece)
				if sumPattern.MatchString(piece) {
					out = append(out, "-("+piece+")") // a negated answer gives it away, too
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// addBlocks adds texts of a worksheet.
func (s *sheet) addBlocks(blocks []exercises.Block) {
	for _, b := range blocks {
		text := quoteCode(b.Text)
		switch b.Kind {
		case exercises.Formula, exercises.Verbatim:
			if last := len(s.parts) - 1; s.parts[last].Kind == page.Code {
				s.parts[last].Text += "\n" + text
			} else {
				s.add(page.Code, text)
			}
		case exercises.Item:
			mark := strings.TrimLeft(b.Mark, "•")
			s.parts = append(s.parts, page.Part{Kind: page.Item, Mark: mark, Text: text})
		case exercises.Heading:
			s.add(page.Question, text)
		default:
			s.add(page.Text, text)
		}
	}
}

// quoteCode returns a line with code, such as the names of keys and sliders, in quotes.
func quoteCode(l ascii.Line) (out string) {
	for _, s := range l {
		if s.Ink == ascii.Accent {
			s.Text = "“" + s.Text + "”"
		}
		out += s.Text
	}
	return out
}

// addScene adds the figures and facts of a scene, and what a student could change in it.
func (s *sheet) addScene(scene exercises.Scene) {
	frame := frameOf(s.ctx, scene, 0)
	for _, f := range frame.Figures {
		if f.Role == exercises.Main || scene.Run == nil { // the charts of a run are empty before its first step
			s.addFigure(f)
		}
	}
	for _, l := range slices.Concat(scene.Notes, frame.Notes) {
		s.add(page.Text, l.String())
	}
	for _, l := range frame.Formula {
		s.add(page.Code, l.String())
	}
	var values []string
	for _, c := range scene.Controls {
		if !c.IsButton() {
			values = append(values, "“"+strings.TrimRight(cmp.Or(c.Label, c.Name), " =:")+"” = "+c.ValueWords())
		}
	}
	if len(values) > 0 {
		s.add(page.Note, "On a screen you can change this, starting at "+strings.Join(values, ", ")+".")
	}
}

// addFigure adds a figure with its number, or refers to the same figure in an earlier task.
func (s *sheet) addFigure(f exercises.Figure) {
	if f.Plot == nil {
		return
	}
	key := fmt.Sprint(f.Title, f.Plot.Words())
	if n, known := s.figures[key]; known {
		s.add(page.Note, fmt.Sprintf("See figure %d.", n))
		return
	}
	s.figures[key] = len(s.figures) + 1
	s.add(page.Caption, strings.TrimSuffix(fmt.Sprintf("Figure %d: %s", len(s.figures), f.Title), ": "))
	s.parts = append(s.parts, figurePart(f))
}

// pictureWidth is the width of a picture in cells.
const pictureWidth = 64

// figurePart returns a figure as a part of a document: a table, lines or a picture.
func figurePart(f exercises.Figure) page.Part {
	switch plot := f.Plot.(type) {
	case ascii.Table:
		return tableOf(plot)
	case ascii.TextBlock, ascii.Listing:
		return page.Part{Kind: page.Code, Text: strings.Join(plot.Words(), "\n")}
	}
	p := page.Part{Kind: page.Picture, Figure: f.Plot, W: pictureWidth, H: f.Rows}
	if sizer, ok := f.Plot.(interface {
		PreferredHeight(w int, v ascii.View) int
	}); ok && p.H == 0 {
		p.H = sizer.PreferredHeight(p.W, ascii.View{})
	}
	rows := map[exercises.Role]int{exercises.Main: 18, exercises.Chart: 12}
	p.H = cmp.Or(p.H, rows[f.Role], 7)
	return p
}

// tableOf returns the part of a document that shows a table.
func tableOf(t ascii.Table) page.Part {
	p := page.Part{Kind: page.Table}
	for _, c := range t.Columns {
		p.Columns = append(p.Columns, c.Title)
	}
	for _, row := range t.Rows {
		var cells []any
		for _, l := range row {
			cells = append(cells, l)
		}
		p.Rows = append(p.Rows, cells)
	}
	return p
}

// addQuestion adds the question of a task and the blanks for its answer.
func (s *sheet) addQuestion(info exercises.Info) {
	if q := quoteCode(info.Question); q != "" {
		s.add(page.Question, q)
	}
	inTable := map[string]bool{}
	for _, t := range info.Tables {
		for _, field := range t.Blanks() {
			inTable[field] = true
		}
		s.parts = append(s.parts, fieldTable(t))
	}
	labelsByChoices := map[string][]string{} // the labels of the fields of tables
	for _, f := range info.Fields {
		choices := ascii.Join(f.Choices, "; ", func(c exercises.Choice) string { return c.Label })
		if !inTable[f.Name] {
			s.addField(f)
		} else if len(f.Choices) > 0 {
			labelsByChoices[choices] = append(labelsByChoices[choices], strings.TrimRight(f.Label, " =:"))
		}
	}
	for _, choices := range slices.Sorted(maps.Keys(labelsByChoices)) {
		s.add(page.Note, "Choices for "+strings.Join(labelsByChoices[choices], ", ")+": "+choices+".")
	}
}

func (s *sheet) addField(f exercises.Field) {
	label := cmp.Or(f.Label, f.Name)
	if len(f.Choices) > 0 {
		s.add(page.Text, label)
		for _, c := range f.Choices {
			s.add(page.Option, c.Label)
		}
		return
	}
	s.add(page.Line, label)
	if f.Derivation {
		for range 3 {
			s.add(page.Line, "")
		}
	}
	if len(f.Reasons) > 0 {
		s.add(page.Note, "Reasons: "+strings.Join(f.Reasons, "; ")+".")
	}
}

// fieldTable returns a table to fill in.
func fieldTable(t exercises.FieldTable) page.Part {
	p := tableOf(ascii.Table{Columns: t.Columns})
	for _, row := range t.Rows {
		var cells []any
		for _, c := range row {
			if c.Field != "" {
				cells = append(cells, page.Blank{})
			} else {
				cells = append(cells, c.VisibleText(func(string) bool { return false }))
			}
		}
		p.Rows = append(p.Rows, cells)
	}
	return p
}

// addSolution adds the answers to task i and the worked solution.
func (s *sheet) addSolution(i int) {
	task := s.exercise.Tasks[i]
	info := task.Info()
	text := slices.Concat(info.Solution, info.Insight)
	if len(text) == 0 && len(info.Reference) == 0 {
		return
	}
	s.addHeading(i, info)
	if !info.OnlyPredictions {
		for _, f := range info.Fields {
			if value := info.Reference[f.Name]; value != "" && !f.Derivation { // the worked solution shows derivations
				reading := exercises.ReadingOf(s.ctx, task, f, value, exercises.Report{})
				label := cmp.Or(f.Label, f.Name)
				if labelEnd.MatchString(label) && !strings.HasSuffix(label, " in") {
					label += ":" // "b =" and "b in" need none: the value completes them
				}
				s.add(page.Text, label+" "+cmp.Or(reading, value))
			}
		}
	}
	s.addBlocks(text)
}

// frameOf returns frame i of the run of a scene, or what the scene shows if it has no run.
func frameOf(ctx context.Context, scene exercises.Scene, i int) exercises.Frame {
	if scene.Run == nil {
		return exercises.Frame{Figures: scene.Figures, Formula: scene.Formula}
	}
	run := exercises.ExtendTo(ctx, scene.Run, i)
	return run.Frame(min(i, run.Len()-1))
}

// LastPicture returns the picture of the last task that has one, as the student left it in doc, with a
// caption. If no task has a picture, it returns nothing.
func LastPicture(ctx context.Context, e *exercises.Exercise, doc progress.Exercise) []page.Part {
	for _, task := range slices.Backward(e.Tasks) {
		info := task.Info()
		figures := frameOf(ctx, task.Scene(ctx, doc.Answers), max(0, doc.Tasks[info.Name].Frame)).Figures
		i := exercises.FigureIndex(figures, exercises.Main)
		if i < 0 || figures[i].Plot == nil {
			continue
		}
		if p := figurePart(figures[i]); p.Kind == page.Picture {
			return []page.Part{{Kind: page.Caption, Text: info.Heading() + ": " + figures[i].Title}, p}
		}
	}
	return nil
}

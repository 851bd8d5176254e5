package lab

import (
	"strings"
	"sync"
	"testing"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/exercise"
)

func (b *bench) questionWindow() *exercise.QuestionWindow {
	b.t.Helper()
	q, ok := b.m.top().(*exercise.QuestionWindow)
	if !ok {
		b.t.Fatalf("want a question on the screen, got\n%s", b.screen())
	}
	return q
}

// everything returns what scrolling brings to the screen, from the first line of a
// question to the last, with runs of blanks merged.
func (b *bench) everything() string {
	b.t.Helper()
	b.pressUntilStill("pgup")
	var out strings.Builder
	for {
		now := b.screen()
		out.WriteString(now)
		if b.keys("pgdown"); b.screen() == now {
			break
		}
	}
	return withoutEdges(out.String())
}

func (b *bench) pressUntilStill(key string) {
	b.t.Helper()
	for before := ""; before != b.screen(); {
		before = b.screen()
		b.keys(key)
	}
}

// withoutEdges returns a text without the edges of windows, with runs of blanks merged.
func withoutEdges(s string) string {
	return strings.Join(strings.Fields(strings.NewReplacer("│", " ", "|", " ").Replace(s)), " ")
}

// needed returns what is needed for an answer: every number of the text and the notes,
// and every row of the tables.
func needed(t *testing.T, info exercises.Info, scene exercises.Scene) []string {
	t.Helper()
	var out []string
	for _, f := range scene.Figures {
		table, ok := f.Plot.(ascii.Table)
		if !ok {
			t.Fatalf("%T stands beside a question", f.Plot)
		}
		for _, row := range table.Rows {
			var cells []string
			for _, c := range row {
				cells = append(cells, c.String())
			}
			out = append(out, withoutEdges(strings.Join(cells, " ")))
		}
	}
	words := func(l ascii.Line) {
		for _, w := range strings.Fields(l.String()) {
			if strings.ContainsAny(w, "0123456789") {
				out = append(out, w)
			}
		}
	}
	for _, b := range info.Text {
		words(b.Text)
	}
	for _, l := range scene.Notes {
		words(l)
	}
	return out
}

// solvers chooses one solver after another for the run of the task, if there is a choice.
// It yields after each, and once if there is no choice.
func (b *bench) solvers() func(func() bool) {
	return func(yield func() bool) {
		b.takeSteps()
		e := b.exercise()
		if !b.hasRun() {
			return
		}
		for c, control := range e.Stage.Scene.Controls {
			if control.Name != "model" {
				continue
			}
			for _, choice := range control.Choices {
				b.run(e.Stage.SetIfChanged(c, choice.Value))
				b.toRun()
				b.keys("l")
				if b.hasRun() && !yield() {
					return
				}
			}
			return
		}
		yield()
	}
}

// answerAll opens the questions about the first steps of the run, one after the other.
func (b *bench) answerAll(asked *sync.Map) {
	b.t.Helper()
	b.keys("home")
	for range 3 {
		for _, key := range []string{"p", "y"} {
			b.keys(key)
			if q, ok := b.m.top().(*exercise.QuestionWindow); ok {
				asked.Store(q.Form.Info.Name, true)
				b.checkQuestion(q.Form)
			}
		}
	}
}

// checkQuestion answers the question correctly. It looks for what it needs, before it is
// answered and, in a step by hand, while it is filled in.
func (b *bench) checkQuestion(f *exercise.Form) {
	b.t.Helper()
	b.seesNeeded(f)
	for i, field := range f.Info.Fields {
		f.Fill(i, f.Info.Reference[field.Name])
	}
	b.send(tea.PasteMsg{})
	b.seesNeeded(f)
	b.keys("enter", "enter")
}

func (b *bench) seesNeeded(f *exercise.Form) {
	b.t.Helper()
	scene := f.Task.Scene(b.t.Context(), f.Answers)
	shown := b.everything()
	for _, text := range needed(b.t.(*testing.T), f.Info, scene) {
		if !strings.Contains(shown, onScreen(text)) {
			b.t.Fatalf("want %q of %q on the screen, got\n%s", text, f.Info.Name, b.screen())
		}
	}
}

// A click fills in a point: on the picture, on a row of the table, and on the picture
// behind the window of a small terminal.
func TestQuestion_clickFillsInAPoint(t *testing.T) {
	for _, size := range screens() {
		b := newLessonBench(t, "D.1", size, ascii.TrueColor)
		b.toRun()
		b.keys("p")
		q := b.questionWindow()
		b.clickRow("4 −1")
		if got := q.Form.Answers["k"]; got != "4" {
			t.Fatalf("%v: the row filled in %q, want 4", size, got)
		}
		if q.Form.At() != 1 {
			t.Fatalf("%v: the keyboard stays in k, want the next field", size)
		}
		if q.Places.All.Empty() {
			b.keys("ctrl+o")
		}
		area := q.Stage.PictureArea(q.Places.Picture)
		x, y, ok := q.Stage.Picture.Plot.(ascii.Map).Place(ascii.Rect{W: area.W, H: area.H}, q.Session.Terminal(), 6)
		if !ok {
			t.Fatal("point 7 has no place, want one")
		}
		b.send(tea.MouseClickMsg{X: area.X + x, Y: area.Y + y, Button: tea.MouseLeft})
		if got := q.Form.Answers["l"]; got != "7" || q.Peek {
			t.Fatalf("%v: the picture filled in %q, want 7", size, got)
		}
		b.sees("7")
	}
}

func (b *bench) clickRow(words string) {
	b.t.Helper()
	for y, row := range strings.Split(b.screen(), "\n") {
		if i := strings.Index(withoutEdges(row), words); i >= 0 {
			runes := []rune(row)
			for x := len(runes) - 1; x >= 0; x-- {
				if runes[x] != ' ' && runes[x] != '│' {
					b.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
					return
				}
			}
		}
	}
	b.t.Fatalf("want a row with %q, got\n%s", words, b.screen())
}

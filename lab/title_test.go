package lab

import (
	"fmt"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/catalogue"
)

// No title of a picture, and no word on it, is cut at any size.
func TestStage_cutsNoTitle(t *testing.T) {
	t.Parallel()
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range lessons(library) {
		for _, e := range u.Exercises {
			for _, size := range screens() {
				b := newLessonBench(t, library, e.ID, size, ascii.TrueColor)
				for i := range e.Tasks {
					b.toStage()
					for _, cut := range b.cutTitles() {
						t.Errorf("%s %s, %dx%d: want whole titles, got %s", e.ID, e.Tasks[i], size[0], size[1], cut)
					}
					b.keys("ctrl+n")
				}
			}
		}
	}
}

// toStage shows the stage on a narrow screen, if the task has one.
func (b *bench) toStage() {
	for range 8 {
		if e := b.exercise(); !e.Regions().Stage.Empty() || len(e.Stage.View().Figures) == 0 {
			return
		}
		b.keys("tab")
	}
}

// cutTitles returns the titles and words on the stage that are cut.
func (b *bench) cutTitles() (out []string) {
	e := b.exercise()
	area := e.Regions().Stage
	if area.Empty() {
		return nil
	}
	for _, f := range e.Stage.Pictures.Arrange(e.Session.Terminal(), area, e.Stage.View()).Figures {
		if f.Figure.Role == exercises.Table && e.Stage.Scene.Run == nil && f.Area.Empty() {
			out = append(out, fmt.Sprintf("the table %q is out of sight", f.Figure.Title))
		}
		title := f.Figure.Title
		if e.Stage.Scene.Run != nil {
			title = f.Caption() // what is left out stands in the step's text
		}
		if w := ascii.Width(title); !f.Title.Empty() && w > f.Title.W {
			out = append(out, fmt.Sprintf("%q has %d of %d columns", title, f.Title.W, w))
		}
		if f.Figure.Role == exercises.Strip {
			continue
		}
		for y := f.Area.Y; y < f.Area.Y+f.Area.H; y++ {
			var row strings.Builder
			for x := f.Area.X; x < f.Area.X+f.Area.W; x++ {
				if r := b.cells().At(x, y).Rune; r != 0 {
					row.WriteRune(r)
				} else {
					row.WriteByte(' ')
				}
			}
			if i := strings.Index(row.String(), "…"); i > 0 && !strings.ContainsAny(row.String()[i-1:i], " (,|\"") {
				out = append(out, strings.TrimSpace(row.String()))
			}
		}
	}
	return out
}

// The notes that a slider changes are visible next to it, also on a narrow screen.
func TestStage_readOutsAreVisible(t *testing.T) {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range lessons(library) {
		for _, e := range u.Exercises {
			b := newLessonBench(t, library, e.ID, [2]int{80, 24}, ascii.TrueColor)
			for i := range e.Tasks {
				b.readOuts(e.ID + " " + e.Tasks[i])
				b.keys("ctrl+n")
			}
		}
	}
}

// readOuts moves each slider of a task and looks for the notes that change.
func (b *bench) readOuts(step string) {
	x := b.exercise()
	for i, c := range x.Stage.Scene.Controls {
		if x.Stage.Scene.Run != nil || len(c.Choices) > 0 {
			continue
		}
		b.keys("esc")
		for range 12 {
			if x.Keyboard.Control == i {
				break
			}
			b.keys("tab")
		}
		before := x.Stage.Scene.Notes
		b.keys("l")
		screen := strings.Join(strings.Fields(b.screen()), " ")
		for k, note := range x.Stage.Scene.Notes {
			said := onScreen(x.Session.Terminal().Line(note).String())
			if k < len(before) && before[k].String() == note.String() ||
				strings.Contains(screen, strings.Join(strings.Fields(said), " ")) {
				continue
			}
			b.t.Errorf("%s, %s: out of sight: %q", step, c.Label, said)
		}
	}
}

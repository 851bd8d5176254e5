package lab

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/exercise"
	"kernellab/lab/session"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

func (b *bench) derivation() string {
	return b.exercise().Task.Work.Answers()["logistic"]
}

// The reason of the line with the cursor is chosen from a list, by keys and by the
// mouse. It is added to that line, and the next line is free.
func TestReason_isChosenFromAList(t *testing.T) {
	for _, size := range screens() {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			b := atTask(t, "6.7", "logistic", size)
			b.lacks("ctrl+l")
			b.typed("∂f/∂w = φ")
			b.sees("ctrl+l reason")
			b.keys("ctrl+l")
			b.sees("Line 1 follows by …", "8  the definition of f", "9  the definition of K")
			b.keys("8")
			b.typed("w = Φ^T a")
			if got := b.derivation(); got != "∂f/∂w = φ by the definition of f; w = Φ^T a" {
				t.Fatalf("keys make it %q, want the first reason", got)
			}
			b.keys("home", "ctrl+l", "down", "enter")
			if got := b.derivation(); got != "∂f/∂w = φ by descent; w = Φ^T a" {
				t.Fatalf("another reason makes it %q, want it replaced", got)
			}
			b.keys("end", "ctrl+l")
			b.sees("Line 2 follows by …")
			b.clickWords("induction over the steps")
			if got := b.derivation(); got != "∂f/∂w = φ by descent; w = Φ^T a by induction over the steps; " {
				t.Fatalf("the mouse makes it %q, want a third reason", got)
			}
			b.keys("ctrl+l", "esc")
			if got := b.derivation(); !strings.HasSuffix(got, "steps; ") {
				t.Fatalf("esc makes it %q, want no change", got)
			}
		})
	}
}

func (b *bench) clickWords(words string) {
	for y, l := range strings.Split(b.screen(), "\n") {
		if before, _, ok := strings.Cut(l, words); ok {
			b.click(ascii.Width(before)+1, y)
			return
		}
	}
	b.t.Fatalf("want %q on the screen", words)
}

// A derivation has one line in a row, broken between words, with its verdict at the
// right. Enter judges the lines, and opens the next one as long as all follow.
func TestDerivation_isTypedLineByLine(t *testing.T) {
	for _, size := range screens() {
		b := atTask(t, "6.7", "logistic", size)
		b.typed("∂f/∂w = φ")
		b.keys("enter")
		b.typed("w = Φ^T a")
		b.keys("enter")
		if got := b.derivation(); got != "∂f/∂w = φ; w = Φ^T a; " {
			t.Fatalf("the answer is %q, want two lines and a third begun", got)
		}
		box := b.field(0)
		rows := strings.Split(b.screen(), "\n")
		for y, want := range []string{"∂f/∂w = φ;", "w = Φ^T a;", ""} {
			got := []rune(rows[box.Y+y])
			row := strings.TrimSpace(string(got[min(box.X, len(got)):min(box.X+box.W, len(got))]))
			if line, mark := strings.CutSuffix(row, "✓"); strings.TrimSpace(line) != want || mark != (want != "") {
				t.Errorf("%v: row %d of the box is %q, want %q and its mark", size, y, row, want)
			}
		}
		b.typed("w = φ")
		if row := rowOf(b, "w = Φ^T a;"); !strings.Contains(row, "✓") {
			t.Errorf("%v: row %q while the next line is typed, want its mark", size, row)
		}
		b.keys("enter")
		if got := b.derivation(); !strings.HasSuffix(got, "w = φ") {
			t.Errorf("after a line that does not follow the answer is %q, want no further line", got)
		}
		b.sees("w = φ", "✗")
		if want := b.exercise().Regions().Text.W - 4; size[0] > 80 && b.field(0).W < want {
			t.Errorf("%v: the box has %d columns, want at least %d", size, b.field(0).W, want)
		}
	}
}

func rowOf(b *bench, text string) string {
	for row := range strings.Lines(b.screen()) {
		if strings.Contains(row, text) {
			return row
		}
	}
	return ""
}

func (b *bench) answer() string { return b.exercise().Task.Work.Answers()["f"] }

// rowWith returns the row of a table that begins with a word.
func (b *bench) rowWith(head string) string {
	for _, l := range strings.Split(b.screen(), "\n") {
		if strings.HasPrefix(strings.TrimSpace(l), head+"  ") {
			return l
		}
	}
	return ""
}

// A student fills in the step of 7.6 in its table with keys alone. The question, the
// focused cell and its remark stay visible, and the marks are in the cells.
func TestTable_filledInByKeys(t *testing.T) {
	for _, size := range screens() {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			b := atTask(t, "7.6", "update", size)
			ref := b.exercise().Task.Info().Reference
			wrongS := map[string]string{"+1": "-1", "-1": "+1", "1": "-1"}[ref["s"]]
			if wrongS == "" {
				t.Fatalf("reference of s = %q, want ±1", ref["s"])
			}
			for i, f := range b.exercise().Task.Info().Fields {
				text := ref[f.Name]
				if f.Name == "s" {
					text = wrongS
				}
				b.typed(text)
				if got := b.exercise().Task.Form.Answers[f.Name]; got != text {
					t.Fatalf("%s holds %q, want the typed text", f.Name, got)
				}
				b.sees("Update the pair", strings.TrimSpace(strings.TrimSuffix(f.Label, "=")))
				if !b.fieldVisible() {
					t.Errorf("%s is not visible, want it to be", f.Name)
				}
				if i < len(ref)-1 {
					b.keys("tab")
				}
			}
			b.keys("enter")
			if at := b.exercise().Task.Form.At(); at != 0 {
				t.Errorf("the keyboard is in field %d, want 0, that of the slip", at)
			}
			for _, row := range []string{"s", "γ", "L", "H"} {
				mark := "✓"
				if row == "s" {
					mark = "✗"
				}
				if l := b.rowWith(row); !strings.Contains(l, mark) {
					t.Errorf("the row of %s: want %s, got %q\n%s", row, mark, l, b.screen())
				}
			}
			b.sees("Update the pair", "7 of 8 are right")
			n := strings.Count(b.screen(), "Multiply the two labels again")
			if n != 1 || strings.Contains(b.screen(), "Yours is") || strings.Count(b.screen(), "Not right.") > 1 {
				t.Errorf("the slip is explained %d times, want once:\n%s", n, b.screen())
			}
			b.keys("ctrl+u")
			b.typed(ref["s"])
			b.keys("enter")
			if r := b.exercise().Task.Report(); r == nil || !r.Accepted {
				t.Errorf("want an accepted answer, got\n%s", b.screen())
			}
		})
	}
}

// A value that follows from a slip has its own mark in the cell, and the line below
// explains it.
func TestTable_marksConsequencesOfASlip(t *testing.T) {
	b := atTask(t, "7.6", "update", [2]int{80, 24})
	// The bench has seed 41: αₗ = 0.7, tₗ = −1, Eₖ − Eₗ = −1.4, and κ = 1.
	slip := exercises.Answers{"kappa": "2", "star": "1.4"}
	f, info := b.exercise().Task.Form, b.exercise().Task.Info()
	for i, field := range info.Fields {
		f.Fill(i, cmp.Or(slip[field.Name], info.Reference[field.Name]))
	}
	b.exercise().Task.StoreFields()
	b.keys("enter")
	if !strings.Contains(b.rowWith("γ"), "~") || !strings.Contains(b.rowWith("s"), "✗") {
		t.Fatalf("marks: want ~ and ✗, got\n%s", b.screen())
	}
	b.keys("down")
	b.sees("It follows from a slip.")
}

// The picture of the step shows what is typed, and nothing before.
func TestTable_pictureFollowsTheFields(t *testing.T) {
	b := atTask(t, "7.6", "update", [2]int{120, 36})
	names := func() string {
		var out []string
		chart := b.exercise().Stage.Scene.Figures[0].Plot.(ascii.Chart)
		for _, s := range chart.Series {
			out = append(out, s.Name)
		}
		return strings.Join(out, " ")
	}
	if got := names(); got != "old" {
		t.Fatalf("before anything is typed: got %q, want old", got)
	}
	b.keys("down", "down", "0", "down", "0", ".", "1")
	if got := names(); got != "[L, H] L H old" {
		t.Errorf("with L and H: got %q, want L and H", got)
	}
	b.keys("tab", "8")
	if got := names(); got != " [L, H] L H old" {
		t.Errorf("with κ: got %q, want the landing point", got)
	}
}

type oneStep struct {
	fakeLibrary
	step exercises.Task
}

func (l oneStep) Open(id string, o exercises.Options) (*exercises.Exercise, error) {
	e, err := l.fakeLibrary.Open(id, o)
	if err == nil {
		e.Tasks, e.Summary.Tasks = []exercises.Task{l.step}, []string{l.step.Info().Name}
	}
	return e, err
}

// Every table of the curriculum fits into the narrowest screen, where boxes have five
// columns, without cutting given cells.
func TestTable_everyOneFits(t *testing.T) {
	seen := 0
	for _, u := range lessons() {
		for _, e := range u.Exercises {
			for seed := range uint64(3) {
				opened, err := lessonLibrary().Open(e.ID, exercises.Options{Seed: seed + 1})
				check(t, err)
				for _, s := range opened.Tasks {
					f := exercise.NewForm(t.Context(), theme.New(ascii.TrueColor, true), s, s.Info(), nil,
						&exercise.FormJobs{})
					d := ui.NewDocument(theme.New(ascii.TrueColor, true), session.MinWidth-5)
					f.WriteTo(d)
					for _, table := range s.Info().Tables {
						seen++
						for _, text := range cut(d, table) {
							t.Errorf("%s %s: %q is cut, want it whole", e.ID, s.Info().Name, text)
						}
					}
				}
			}
		}
	}
	if seen == 0 {
		t.Error("got no table at all, want some")
	}
}

// cut describes what is cut on the screen, or returns "".
func cut(d *ui.Document, table exercises.FieldTable) (out []string) {
	var laid strings.Builder
	for _, l := range d.Lines() {
		laid.WriteString(l.String() + "\n")
	}
	for _, row := range table.Rows {
		for _, c := range row {
			text := ascii.View{}.Line(c.Shown(func(string) bool { return false })).String()
			if !strings.Contains(laid.String(), text) {
				out = append(out, text)
			}
		}
	}
	return out
}

// In the debugger's window, too, the blanks of a step by hand are next to each other
// and all visible, with their marks and the remark on one of them.
func TestTable_inTheWindowOfAStepByHand(t *testing.T) {
	for _, size := range screens() {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			b := newLessonBench(t, "7.7", size, ascii.TrueColor)
			for b.exercise().Task.Info().Name != "watch" {
				b.keys("ctrl+n")
			}
			b.keys("esc", "y")
			q, ok := b.m.top().(*exercise.QuestionWindow)
			if !ok {
				t.Fatalf("want a window, got\n%s", b.screen())
			}
			f := q.Form
			at := func() string { return f.FieldName(f.At()) }
			b.keys("1", "right", "2")
			if at() != "l" || f.Answers["k"] != "1" || f.Answers["l"] != "2" {
				t.Fatalf("in %s with %v, want l with 1 and 2", at(), f.Answers)
			}
			if b.keys("down", "down"); at() != "ek" {
				t.Errorf("two rows down is %s, want ek", at())
			}
			b.keys("enter")
			for _, name := range []string{"k", "γ", "κ", "H", "αₗ*", "αₖ new", "b"} {
				b.sees(name)
			}
			if n := strings.Count(b.screen(), "✗"); n != 2 {
				t.Errorf("got %d marks, want 2:\n%s", n, b.screen())
			}
			if n := strings.Count(b.screen(), "can move in neither"); n != 1 {
				t.Errorf("got the reason %d times, want once:\n%s", n, b.screen())
			}
		})
	}
}

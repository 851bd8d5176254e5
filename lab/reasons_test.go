package lab

import (
	"fmt"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises/catalogue"
)

// derivationBench opens 6.7 at its first derivation.
func derivationBench(t *testing.T, size [2]int) *bench {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	b := newLessonBench(t, library, "6.7", size, ascii.TrueColor)
	for b.exercise().Task.Info().Name != "logistic" {
		b.keys("ctrl+n")
	}
	return b
}

func (b *bench) derivation() string {
	return b.exercise().Task.Work.Answers()["logistic"]
}

// The reason of the line with the cursor is chosen from a list, by keys and by the
// mouse. It is added to that line, and the next line is free.
func TestReason_isChosenFromAList(t *testing.T) {
	for _, size := range screens() {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			b := derivationBench(t, size)
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

// The stage shows which lines follow, whatever their reasons are.
func TestReason_isNotJudgedOnTheStage(t *testing.T) {
	b := derivationBench(t, [2]int{160, 48})
	b.typed("∂f/∂w = φ by 8; w = Φ^T a by descent; w = φ")
	b.sees("follows, by the definition of f.", "follows; not by descent.", "does not follow.")
}

// A blank page has no list of reasons.
func TestReason_onABlankPage(t *testing.T) {
	b := derivationBench(t, [2]int{160, 48})
	b.keys("ctrl+n")
	b.typed("∂f/∂w = φ by the definition of f")
	b.lacks("ctrl+l")
	b.sees("follows, by the definition of f.")
}

// clickWords clicks words on the screen.
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
		b := derivationBench(t, size)
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

// rowOf returns the row of the screen that contains a text.
func rowOf(b *bench, text string) string {
	for row := range strings.Lines(b.screen()) {
		if strings.Contains(row, text) {
			return row
		}
	}
	return ""
}

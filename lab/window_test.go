package lab

import (
	"strings"
	"testing"
	"unicode"

	"kernellab/ascii"
	"kernellab/exercises/catalogue"
)

// Under a window the last row has its keys, and none of the screen below, which hears
// none.
func TestAWindowHasItsKeysInTheFooter(t *testing.T) {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		for key, words := range map[string][]string{
			"?": {"↑ ↓ scroll", "esc closes"}, "w": {"← → step", "esc closes"}, "b": {"enter runs on", "esc closes"},
			",": {"← → change", "esc closes"}, ":": {"enter takes it", "esc closes"}, "g": {"enter takes it", "esc closes"}, "p": {"enter answer"},
		} {
			b := newLessonBench(t, library, "7.7", size, ascii.TrueColor)
			b.toStep(3)
			b.keys(key)
			rows := strings.Split(strings.TrimRight(b.screen(), "\n"), "\n")
			last := rows[len(rows)-1]
			for _, word := range words {
				if !strings.Contains(last, word) {
					t.Errorf("%v, %s: %q lacks %q", size, key, last, word)
				}
			}
			for _, word := range []string{"next step", "what if", "q back"} {
				if strings.Contains(last, word) {
					t.Errorf("%v, %s: %q has %q, which does nothing now", size, key, last, word)
				}
			}
		}
	}
}

// Beside a window stand no halves of words.
func TestAWindowLeavesNoHalfWords(t *testing.T) {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []ascii.Profile{ascii.TrueColor, ascii.ANSI16, ascii.SevenBit} {
		b := newLessonBench(t, library, "7.7", [2]int{120, 36}, p)
		b.toStep(3)
		b.m.View()
		before := map[[2]int]rune{}
		for y := range 36 {
			for x := range 120 {
				before[[2]int{x, y}] = b.cells().At(x, y).Rune
			}
		}
		b.keys("w")
		w, ok := b.m.top().(*textWindow)
		if !ok {
			t.Fatal("no window")
		}
		b.m.View()
		area := w.layout(pen{view: w.session.view()}, 120, 36).area
		halves := 0
		for y := area.Y; y < area.Y+area.H; y++ {
			for _, at := range [][2]int{{area.X - 1, -1}, {area.X + area.W, 1}} {
				if r := b.cells().At(at[0], y).Rune; r != 0 && r != ' ' {
					t.Errorf("profile %v: %q touches the window in row %d", p, r, y)
				}
				if beside := before[[2]int{at[0] + at[1], y}]; unicode.IsLetter(before[[2]int{at[0], y}]) && unicode.IsLetter(beside) {
					halves++
					if b.cells().At(at[0]+at[1], y).Rune == beside {
						t.Errorf("profile %v: half a word beside the window in row %d", p, y)
					}
				}
			}
		}
		if halves == 0 {
			t.Errorf("profile %v: the window cuts no word", p)
		}
	}
}

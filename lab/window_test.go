package lab

import (
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises/catalogue"
)

// Under a window the last row shows its keys. The screen below gets no keys and shows
// none. A wide screen explains a step in a panel, where no window is needed.
func TestWindow_footer(t *testing.T) {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		for key, words := range map[string][]string{
			"?": {"↑ ↓ scroll", "esc closes"}, "w": {"← → step", "esc closes"}, "b": {"enter runs on", "esc closes"},
			"f6": {"enter changes it", "esc closes"}, ":": {"enter takes it", "esc closes"}, "g": {"enter takes it",
				"esc closes"}, "p": {"enter answer"},
		} {
			if key == "w" && size[0] > 80 {
				continue
			}
			b := newLessonBench(t, library, "7.7", size, ascii.TrueColor)
			b.toTaskAt(3)
			b.keys(key)
			rows := strings.Split(strings.TrimRight(b.screen(), "\n"), "\n")
			last := rows[len(rows)-1]
			for _, word := range words {
				if !strings.Contains(last, word) {
					t.Errorf("%v, %s: footer %q, want %q in it", size, key, last, word)
				}
			}
			for _, word := range []string{"next step", "what if", "q back"} {
				if strings.Contains(last, word) {
					t.Errorf("%v, %s: footer %q, want no %q in it", size, key, last, word)
				}
			}
		}
	}
}

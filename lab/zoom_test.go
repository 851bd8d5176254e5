package lab

import (
	"testing"

	"kernellab/ascii"
	"kernellab/exercises/catalogue"
)

// The keys zoom a map that is enlarged or has no run. On any other run they change the
// speed. Charts do not zoom.
func TestZoom_keysZoomOrChangeTheSpeed(t *testing.T) {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	b := newLessonBench(t, library, "7.7", [2]int{120, 36}, ascii.TrueColor)
	b.toTask("watch")
	b.keys("+")
	b.sees("‖ 8/s")
	b.lacks("zoomed", "+ _ zoom")
	b.keys("f")
	b.sees("+ _ zoom", "f figure")
	whole := b.screen()
	b.keys("+")
	b.sees("zoomed ×2", "‖ 8/s")
	b.keys("-")
	if got := b.screen(); got != whole {
		t.Errorf("zoomed out, want the whole map, got\n%s", got)
	}
	b.keys("f", "-")
	b.sees("‖ 4/s")
	b.lacks("zoomed", "+ _ zoom")
	b.toTask("state")
	b.keys("esc", "+")
	b.sees("zoomed ×2", "+ _ zoom")
}

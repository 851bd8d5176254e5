package lessons

import (
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
)

// More points reach more of the cube, more dimensions leave them less of it; the grid
// never shows the answer.
func TestBumpsReachLessInMoreDimensions(t *testing.T) {
	for seed := range uint64(5) {
		b := newBumps(seed)
		for _, n := range []int{5, 50, 100} {
			before := 1.1
			for _, d := range bumpsDims() {
				now := b.reached(n, d)
				if now > before || n > 5 && now < b.reached(n-5, d) {
					t.Errorf("seed %d, n = %d, d = %d: %v reached, with fewer dimensions %v", seed, n, d, now, before)
				}
				before = now
			}
			if before > 0.01 {
				t.Errorf("seed %d: %d points reach %v of a cube in ten dimensions", seed, n, before)
			}
		}
	}
	for gaps, want := range map[string]int{"2": 9, "8": 81, "10": 81} {
		scene := gridScene(t.Context(), exercises.Answers{"gaps": gaps})
		if got := len(scene.Figures[0].Plot.(ascii.Map).Marks); got != want && gaps != "10" || got >= 121 {
			t.Errorf("1/h = %s: %d marks", gaps, got)
		}
	}
}

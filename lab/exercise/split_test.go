package exercise

import (
	"testing"
)

// Texts and tables on the stage leave the rest of the columns to the task's text. Both
// stay on the screen and do not overlap.
func TestWithSplit_followsTheContent(t *testing.T) {
	for _, w := range []int{100, 120, 160, 200, 250} {
		for _, columns := range []int{5, 40, 70, 300} {
			l := LayoutExercise(w, 40, textPane)
			d := l.withSplit(split{textOnly: true, columns: columns})
			if d.Text.W < l.Text.W || d.Text.W > max(maxTextWidth, l.Text.W) {
				t.Errorf("%d columns, stage of %d: text width = %d, want %d to %d", w, columns, d.Text.W, l.Text.W,
					maxTextWidth)
			}
			if d.Text.X+d.Text.W >= d.Stage.X || d.Stage.X+d.Stage.W > w || d.Text.X < 2 {
				t.Errorf("%d columns, stage of %d: got overlapping text %v and stage %v", w, columns, d.Text, d.Stage)
			}
			if same := l.withSplit(split{columns: columns}); same != l {
				t.Errorf("%d columns: withSplit for pictures = %v, want %v", w, same, l)
			}
		}
	}
}

package exercise

import (
	"testing"
)

// Words and tables on the stage leave the text the room that they do not need, and
// the two of them neither meet nor leave the screen.
func TestTheSplitFollowsTheContent(t *testing.T) {
	for _, w := range []int{100, 120, 160, 200, 250} {
		for _, columns := range []int{5, 40, 70, 300} {
			l := LayoutExercise(w, 40, textPane)
			d := l.divided(split{words: true, columns: columns})
			if d.Text.W < l.Text.W || d.Text.W > max(widestText, l.Text.W) {
				t.Errorf("%d columns, words of %d: the text has %d", w, columns, d.Text.W)
			}
			if d.Text.X+d.Text.W >= d.Stage.X || d.Stage.X+d.Stage.W > w || d.Text.X < 2 {
				t.Errorf("%d columns, words of %d: text %v, stage %v", w, columns, d.Text, d.Stage)
			}
			if same := l.divided(split{columns: columns}); same != l {
				t.Errorf("%d columns: pictures have another split than before", w)
			}
		}
	}
}

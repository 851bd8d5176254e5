package lab

import (
	"fmt"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises/catalogue"
)

// Nothing on the stage moves while the student steps through a run and inspects its
// points. Captions fill reserved rows.
func TestStage_doesNotMove(t *testing.T) {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range lessons(library) {
		for _, e := range u.Exercises {
			for _, size := range screens() {
				t.Run(fmt.Sprintf("%s/%dx%d", e.ID, size[0], size[1]), func(t *testing.T) {
					t.Parallel()
					b := newLessonBench(t, library, e.ID, size, ascii.TrueColor)
					for i := range e.Tasks {
						// Of the perceptron's hunt the charts come with its first mistake.
						if b.hasRun() && e.Tasks[i] != "hunt2" {
							b.keys("esc", "esc", "0")
							staysWhereItIs(t, b, e.Tasks[i])
						}
						b.keys("ctrl+n")
					}
				})
			}
		}
	}
}

func staysWhereItIs(t *testing.T, b *bench, step string) {
	t.Helper()
	places := func() (out []ascii.Rect) {
		e := b.exercise()
		for _, f := range arranged(e).Figures {
			out = append(out, f.Area)
		}
		return out
	}
	shown := func() bool { return !b.exercise().Regions().Stage.Empty() }
	if !shown() {
		b.keys("tab")
	}
	first := places()
	for i, key := range []string{"l", "l", "x", "x", "l", "esc", "l", "l", "n", "l", "h", "L", "x", "l", "$"} {
		b.keys(key)
		now := places()
		if first[0].Empty() {
			first = now // a narrow screen showed the text
		}
		if shown() && fmt.Sprint(now) != fmt.Sprint(first) {
			t.Errorf("%s: key %d, %s, moves the figures from %v to %v, want no change", step, i, key, first, now)
			first = now
		}
	}
}

// From 120×36 on, a figure has the rows that it asks for, on every task.
func TestStage_givesFiguresTheirRows(t *testing.T) {
	t.Parallel()
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, u := range lessons(library) {
		for _, ex := range u.Exercises {
			for _, size := range [][2]int{{120, 36}, {200, 60}} {
				b := newLessonBench(t, library, ex.ID, size, ascii.TrueColor)
				for i := range ex.Tasks {
					b.toTaskAt(i)
					e := b.exercise()
					for _, f := range arranged(e).Figures {
						if f.Figure.Rows > 0 {
							found++
						}
						if f.Area.H < f.Figure.Rows {
							t.Errorf("%s, step %d, %v: %q has %d rows and wants %d", ex.ID, i+1, size, f.Figure.Title,
								f.Area.H, f.Figure.Rows)
						}
					}
				}
			}
		}
	}
	if found == 0 {
		t.Error("no figure wants rows")
	}
}

// The two matrices of 5.6 have the same size and scale on every screen.
func TestStage_matricesHaveOneScale(t *testing.T) {
	library, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range screens() {
		b := newLessonBench(t, library, "5.6", size, ascii.TrueColor)
		for i := range 3 {
			b.toTaskAt(i)
			b.onStage()
			e := b.exercise()
			at := arranged(e).Figures
			one, two := at[0].Figure.Plot.(ascii.Heatmap), at[1].Figure.Plot.(ascii.Heatmap)
			if one.Range != two.Range || at[0].Area.W != at[1].Area.W || at[0].Area.H != at[1].Area.H {
				t.Errorf("%v, step %d: %v on %v beside %v on %v", size, i+1, at[0].Area, one.Range, at[1].Area,
					two.Range)
			}
		}
	}
}

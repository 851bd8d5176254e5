package catalogue

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/worksheets/kit"
)

// An exercise says that it is drawn where another seed shows a student anything
// else, and nowhere else.
func TestDrawn(t *testing.T) {
	c, err := New()
	if err != nil {
		t.Fatal(err)
	}
	// The digit leans otherwise, a φ is tried on other pairs: what is asked is the same.
	slants := []string{"2.3", "3.2"}
	for _, u := range c.Units() {
		for _, s := range u.Exercises {
			first := opened(t, c, s.ID, 1)
			if first.Drawn != s.Drawn {
				t.Errorf("%s is drawn: %v opened, %v in the contents", s.ID, first.Drawn, s.Drawn)
			}
			differs := slices.ContainsFunc([]uint64{2, 3, 4, 5}, func(seed uint64) bool {
				return !alike(t, first, opened(t, c, s.ID, seed))
			})
			if differs != s.Drawn && !slices.Contains(slants, s.ID) {
				t.Errorf("%s is said to be drawn: %v; another seed shows something else: %v", s.ID, s.Drawn, differs)
			}
		}
	}
}

func opened(t *testing.T, c *Catalogue, id string, seed uint64) *exercises.Exercise {
	t.Helper()
	e, err := c.Open(id, exercises.Options{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// alike reports whether two exercises look alike: their texts, and where these
// do, the stages of their steps in words.
func alike(t *testing.T, a, b *exercises.Exercise) bool {
	for i := range a.Steps {
		if !reflect.DeepEqual(a.Steps[i].Info(), b.Steps[i].Info()) {
			return false
		}
	}
	for i := range a.Steps {
		if inPicture(t, a.Steps[i]) != inPicture(t, b.Steps[i]) {
			return false
		}
	}
	return true
}

// inPicture is the first picture of a step, and the words beside it.
func inPicture(t *testing.T, s exercises.Step) string {
	var out strings.Builder
	scene := s.Scene(t.Context(), s.Info().Reference)
	figures := scene.Figures
	if scene.Run != nil {
		figures = append(figures, scene.Run.Frame(0).Figures...)
	}
	for _, f := range figures {
		g := ascii.NewGrid(60, 20)
		f.Plot.Draw(g, ascii.Rect{W: 60, H: 20}, ascii.View{Profile: ascii.TrueColor, Aspect: 2})
		for y := range g.H {
			for x := range g.W {
				out.WriteRune(g.At(x, y).Rune)
			}
		}
	}
	fmt.Fprint(&out, scene.Notes)
	return out.String()
}

// Every field says what judges it.
func TestFieldsNameTheirJudge(t *testing.T) {
	c, err := New()
	if err != nil {
		t.Fatal(err)
	}
	judges := kit.New().Judges
	for _, u := range c.Units() {
		for _, s := range u.Exercises {
			for _, step := range opened(t, c, s.ID, 1).Steps {
				for _, f := range step.Info().Fields {
					if _, ok := judges[f.Judge]; !ok && f.Judge != exercises.ByLesson {
						t.Errorf("%s %s: field %s is judged by %q", s.ID, step.Info().Name, f.Name, f.Judge)
					}
				}
			}
		}
	}
}

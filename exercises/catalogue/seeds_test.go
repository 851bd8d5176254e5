package catalogue

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/testdata/support/check"
)

// checkFollows compares a task for one seed with the same task for other seeds. An answer may
// differ only if the task or an earlier task shows something different. The answer for one seed
// must not be accepted for another. If the worked solution names the answer for one seed, it must
// name it for all seeds.
func checkFollows(t *testing.T, tasks []task) {
	was := tasks[0]
	anyThatWorks := was.exercise.ID+" "+was.info.Name == "1.3 write" // judged by its effect
	for _, s := range tasks[1:] {
		for _, f := range s.info.Fields {
			old, now := was.info.Reference[f.Name], s.info.Reference[f.Name]
			if old == now {
				continue
			}
			check.That(t, !lookAlike(was, s),
				"seed %d: %s = %q, want %q, since the screen is that of seed %d", s.seed(), f.Name, now, old,
				was.seed())
			if !s.info.OnlyPredictions && !anyThatWorks && differ(old, now) &&
				s.Check(t.Context(), s.with(f.Name, old)).Accepted {
				t.Errorf("seed %d: %s accepts %q, the answer under seed %d, want only %q", s.seed(), f.Name, old,
					was.seed(), now)
			}
			if f.Kind == exercises.TextField && solutionContains(was.info, old) && !solutionContains(s.info, now) {
				t.Errorf("seed %d: got no %s = %q in the solution, want it, since under seed %d there is %q",
					s.seed(), f.Name, now, was.seed(), old)
			}
		}
	}
}

// lookAlike reports whether a task and all earlier tasks show the same for two seeds, before the
// task is answered.
func lookAlike(one, other task) bool {
	said := func(s task) string {
		out := fmt.Sprintln(s.info.Title, introTexts(s.info))
		for _, f := range s.info.Fields {
			out += fmt.Sprintln(f.Label, f.Choices)
		}
		for _, table := range s.info.Tables {
			out += fmt.Sprintln(texts(textsOf(table)))
		}
		return out
	}
	for i, a := range append(one.earlier, one) {
		b := append(other.earlier, other)[i]
		if said(a) != said(b) || picture(a) != picture(b) {
			return false
		}
	}
	return true
}

// picture returns what a task with its reference answer shows next to its text: every figure, and the
// notes.
func picture(s task) string {
	var out strings.Builder
	scene := s.Scene(context.Background(), s.info.Reference)
	figures := scene.Figures
	if scene.Run != nil {
		figures = append(figures, scene.Run.Frame(0).Figures...)
	}
	for _, f := range figures {
		g := ascii.NewGrid(60, 20)
		f.Plot.Draw(g, g.Bounds(), ascii.View{Profile: ascii.TrueColor, Aspect: 2})
		for y := range g.H {
			for x := range g.W {
				out.WriteRune(g.At(x, y).Rune)
			}
		}
	}
	fmt.Fprint(&out, scene.Notes)
	return out.String()
}

// solutionContains reports whether the worked solution contains a number, possibly as an index.
func solutionContains(in exercises.Info, answer string) bool {
	v, err := strconv.ParseFloat(strings.TrimLeft(answer, "+-"), 64)
	lower := func(r rune) rune {
		if r >= '₀' && r <= '₉' {
			return r - '₀' + '0'
		}
		return r
	}
	for _, b := range in.Solution {
		for _, n := range numeral.FindAllString(strings.Map(lower, b.Text.String()), -1) {
			if w, _ := strconv.ParseFloat(n, 64); w == v && err == nil {
				return true
			}
		}
	}
	return false
}

// differ reports whether two answers are numbers that differ by more than 10 %.
func differ(a, b string) bool {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return errX == nil && errY == nil && math.Abs(x-y) > 0.1*max(math.Abs(x), math.Abs(y))
}

package kit

import (
	"context"
	"fmt"
	"math"
	"sync"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// svmScene is a solved support vector machine with C on a slider: boundary,
// margin, the slack of each point, and who is a support vector.
func svmScene(p *worksheets.Params) worksheets.SceneFunc {
	kernel, err := kernels.Parse(or(p.Text("kernel"), "linear"))
	if err != nil {
		p.Fail("kernel", "", "%v", err)
		return nil
	}
	s := svmFigure{title: p.Needed("svm"), linear: kernel.String() == kernels.Linear{}.String(), notes: livesOf(p, "notes", levers{})}
	s.c = exercises.Control{Name: or(p.Text("name"), "C"), Label: "C", Min: p.Float("from"), Max: p.Float("to"), Step: p.Float("step"), Log: true}
	if s.c.Min <= 0 || s.c.Max <= s.c.Min {
		p.Fail("from", "give 0 < from < to", "C goes from %v to %v", s.c.Min, s.c.Max)
		return nil
	}
	if s.c.Step == 0 {
		s.c.Step = 1
	}
	s.c.Value = or(p.Text("at"), exercises.FormatNumber(s.c.Min))
	set, _ := p.Sets()[p.Needed("data")].(*dataset.Set)
	if set == nil {
		if set, err = dataset.Builtin(p.Text("data")); err != nil {
			p.Fail("data", "", "%v", err)
			return nil
		}
	}
	s.model = stage.Model{Set: set, Kernel: kernel}
	s.gram = sync.OnceValues(s.model.Gram)
	return s.scene
}

// svmFigure is a support vector machine on a set.
type svmFigure struct {
	title  string
	model  stage.Model
	gram   func() (*solvers.Dense, error)
	c      exercises.Control // as it starts
	linear bool
	notes  []live
}

func (s svmFigure) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	c := s.c
	c.Value = stage.Chosen(a, c.Name, c.Value)
	out := exercises.Scene{Controls: []exercises.Control{c}}
	gram, err := s.gram()
	if err != nil {
		out.Notes = []ascii.Line{stage.Warning(err.Error())}
		return out
	}
	solved, err := solvers.SolveSVM(ctx, gram, s.model.Set.Labels(), solvers.Options{C: c.Number()})
	if err != nil || solved.Status == solvers.Interrupted {
		return out // a newer place of the slider is on its way
	}
	f := s.expansion(solved)
	o := stage.MapOptions{Title: fmt.Sprintf("%s, %d support vectors", s.title, solved.Supports()), Margins: true, Kind: func(i int) ascii.MarkKind { return stage.Standing(solved.Alpha[i], c.Number()) }}
	if s.linear && s.model.Set.Dim() == 2 {
		o.Curves = s.slacks(solved, f)
	}
	out.Figures = []exercises.Figure{s.model.Map(f, o)}
	out.Notes = append(svmWords(solved, s.model.Set.Labels(), c.Number()), shown(ctx, s.notes, a)...)
	out.Inspect = s.inspect(solved)
	return out
}

func (s svmFigure) expansion(solved solvers.Solution) kernels.Expansion {
	coef := s.model.Set.Labels()
	for i := range coef {
		coef[i] *= solved.Alpha[i]
	}
	return kernels.Expansion{Kernel: s.model.Kernel, Points: s.model.Set.Points(), Coef: coef, Bias: solved.Bias}
}

// slacks are lines from each point inside the margin, or beyond, to the place
// on its margin that is nearest: ξ/‖w‖ long.
func (s svmFigure) slacks(solved solvers.Solution, f kernels.Expansion) []ascii.CurveLine {
	var w [2]float64
	for i, c := range f.Coef {
		x := s.model.Set.Point(i)
		w[0], w[1] = w[0]+c*x[0], w[1]+c*x[1]
	}
	var out []ascii.CurveLine
	for i, t := range s.model.Set.Labels() {
		slack := 1 - t*(solved.Scores[i]+solved.Bias)
		if slack < 1e-2 || !(solved.NormSq > 0) {
			continue
		}
		x, by := s.model.Set.Point(i), t*slack/solved.NormSq
		out = append(out, ascii.CurveLine{Points: []ascii.Point{{X: x[0], Y: x[1]}, {X: x[0] + by*w[0], Y: x[1] + by*w[1]}}, Ink: ascii.Dim, Name: fmt.Sprintf("The way of point %d to its margin", i+1)})
	}
	return out
}

// svmWords are the margin, the slack and the support vectors of a solution.
func svmWords(solved solvers.Solution, y []float64, c float64) []ascii.Line {
	var slack float64
	for i, t := range y {
		slack += math.Max(0, 1-t*(solved.Scores[i]+solved.Bias))
	}
	return []ascii.Line{
		ascii.Plainf("margin 1/‖w‖ = %s,  Σξ = %s", anatomy.Digits(1/math.Sqrt(solved.NormSq), 3), anatomy.Digits(slack, 3)),
		{{Text: fmt.Sprintf("support vectors: %d of %d", solved.Supports(), len(y)), Ink: ascii.Strong}, {Text: fmt.Sprintf(", at the bound α = C: %d", solved.AtBound(c)), Ink: ascii.Dim}},
	}
}

func (s svmFigure) inspect(solved solvers.Solution) func(int) []ascii.Line {
	return func(i int) []ascii.Line {
		if i < 0 || i >= len(solved.Alpha) {
			return nil
		}
		m := s.model.Set.Label(i) * (solved.Scores[i] + solved.Bias)
		return plain(fmt.Sprintf("point %d: t·f = %s, ξ = %s, α = %s", i+1, anatomy.Digits(m, 3), anatomy.Digits(math.Max(0, 1-m), 3), anatomy.Digits(solved.Alpha[i], 3)))
	}
}

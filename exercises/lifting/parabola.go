package lifting

import (
	"context"
	"fmt"
	"math/rand/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// quadratic is a·x² + b·x + c.
type quadratic struct{ a, b, c float64 }

func (q quadratic) at(x float64) float64 { return (q.a*x+q.b)*x + q.c }

func quadraticOf(v []float64) quadratic { return quadratic{v[0], v[1], v[2]} }

// shifted is x₂ − h with x₂ = (x₁ + 1)² put in.
func shifted(h float64) quadratic { return quadratic{1, 2, 1 - h} }

// parabola is 1.3: the line x₂ = h over the lift x₂ = (x₁ + 1)², as a
// quadratic on the number line. h is the square of r, so that the roots are
// short decimals, lies between the heights of the two classes, and is not 1,
// so that c is not 0.
func parabola(b worksheets.Brief) (worksheets.Parts, error) {
	set := dataset.Worksheet1D(b.Seed)
	r := []float64{0.7, 0.8, 0.9, 1.1}[rand.New(rand.NewPCG(b.Seed, 13)).IntN(4)]
	h := r * r
	whole := func(context.Context, exercises.Answers) exercises.Scene {
		s := planeScene(set, h)
		down := quadraticScene(set, shifted(h)).Figures[0]
		down.Title, down.Role = "x₁² + 2x₁ "+plus(1-h), exercises.Chart
		s.Figures = append(s.Figures, down)
		return s
	}
	return worksheets.Parts{
		Vars: map[string]string{
			"h": answer.Shown(h), "r": answer.Shown(r), "c": answer.Shown(1 - h), "minusC": answer.Decimal(h - 1),
			"left": answer.Shown(-1 - r), "right": answer.Shown(-1 + r), "plusLeft": answer.Decimal(1 - r), "plusRight": answer.Decimal(1 + r),
		},
		Steps: map[string]worksheets.Behaviour{
			"write": write(set, h),
			"roots": roots(set, r),
			"look":  {Scene: whole},
		},
	}, nil
}

func coefficientFields() []string { return []string{"a", "b", "c"} }

// write asks for (a, b, c).
func write(set *dataset.Set, h float64) worksheets.Behaviour {
	want := []string{"1", "2", answer.Decimal(1 - h)}
	task := weightsTask{
		set: set, names: coefficientFields(), want: answer.Exprs(answer.Scope{}, want...),
		f: func(v, x []float64) float64 { return quadraticOf(v).at(x[0]) },
		show: func(v, x []float64) string {
			return fmt.Sprintf("At x₁ = %s your quadratic is %s", stage.Num(x[0]), stage.Num(quadraticOf(v).at(x[0])))
		},
		equal: fmt.Sprintf("It is x₂ − %s with x₂ = (x₁ + 1)² put in, and its sign gives all %d labels.", answer.Shown(h), set.Len()),
		works: fmt.Sprintf("Its sign gives all %d labels. It is another line than x₂ = %s, though: that one is x₁² + 2x₁ %s, up to a positive factor.", set.Len(), answer.Shown(h), plus(1-h)),
	}
	return worksheets.Behaviour{
		Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene {
			v, _ := numbers(ctx, a, task.names)
			if v == nil {
				return planeScene(set, h)
			}
			return quadraticScene(set, quadraticOf(v))
		},
		Check:     func(ctx context.Context, a exercises.Answers) exercises.Report { return task.judge(ctx, a) },
		Same:      answer.SameText(answer.Scope{}),
		Echo:      echoNumbers,
		Reference: exercises.Answers{"a": want[0], "b": want[1], "c": want[2]},
	}
}

// roots asks for the two places where the label changes.
func roots(set *dataset.Set, r float64) worksheets.Behaviour {
	left, right := -1-r, -1+r
	blanks := []answer.Blank{
		{Name: "left", Label: "left root", Judge: answer.Exactly(left)},
		{Name: "right", Label: "right root", Judge: answer.Exactly(right)},
	}
	return worksheets.Behaviour{
		Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene {
			v, _ := numbers(ctx, a, []string{"left", "right"})
			return rootsScene(set, v)
		},
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			rep := answer.JudgeForm(ctx, a, blanks)
			if rep.Accepted {
				rep.Fact = []ascii.Line{plainf("(x₁ + 1)² = %s there, and between the two roots the quadratic is negative.", answer.Shown(r*r))}
			}
			return rep
		},
		Same:      answer.SameText(answer.Scope{}),
		Echo:      echoNumbers,
		Reference: exercises.Answers{"left": answer.Decimal(left), "right": answer.Decimal(right)},
		Examples:  map[string]exercises.Answers{"swapped": {"left": answer.Decimal(right), "right": answer.Decimal(left)}},
	}
}

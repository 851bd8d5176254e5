package lifting

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/worksheets"
)

// quadratic is a·x² + b·x + c.
type quadratic struct{ a, b, c float64 }

func (q quadratic) at(x float64) float64 { return (q.a*x+q.b)*x + q.c }

// parabola is 1.3: the line x₂ = h over the lift x₂ = (x₁ + 1)², as a
// quadratic on the number line. h is the square of r, so that the roots are
// short decimals, and lies between the heights of the two classes.
func parabola(b worksheets.Brief) (worksheets.Parts, error) {
	set := dataset.Worksheet1D(b.Seed)
	tenths := int64(8 + rand.New(rand.NewPCG(b.Seed, 13)).IntN(4)) // r = 0.8 … 1.1
	want := exactQuadratic(tenths)
	r := float64(tenths) / 10
	left, right := -1-r, -1+r
	return worksheets.Parts{
		Vars: map[string]string{
			"h": decimal(r * r), "r": decimal(r), "c": trueMinus(decimal(round(1 - r*r))),
			"minusC": decimal(round(r*r - 1)),
			"left":   decimal(left), "right": decimal(round(right)), "plusLeft": decimal(round(1 - r)), "plusRight": decimal(round(1 + r)),
		},
		Steps: map[string]worksheets.Behaviour{
			"write": write(set, want, r),
			"roots": roots(set, r, left, round(right)),
			"look": {Scene: func(context.Context, exercises.Answers) exercises.Scene {
				return quadraticScene(set, quadratic{1, 2, 1 - r*r}, true)
			}},
		},
	}, nil
}

// exactQuadratic is (1, 2, 1 − (tenths/10)²) without rounding.
func exactQuadratic(tenths int64) []answer.Expr {
	return []answer.Expr{answer.Int(1), answer.Int(2), answer.Rat(100-tenths*tenths, 100)}
}

// round takes off the dust of binary fractions: all numbers of 1.3 have at
// most two decimals.
func round(v float64) float64 { return math.Round(v*100) / 100 }

func trueMinus(s string) string {
	if s[0] == '-' {
		return "−" + s[1:]
	}
	return s
}

// write asks for (a, b, c).
func write(set *dataset.Set, want []answer.Expr, r float64) worksheets.Behaviour {
	names := []string{"a", "b", "c"}
	return worksheets.Behaviour{
		Scene: func(_ context.Context, a exercises.Answers) exercises.Scene {
			q, ok := typedQuadratic(a)
			if !ok {
				q = quadratic{}
			}
			return quadraticScene(set, q, ok)
		},
		Check: func(_ context.Context, a exercises.Answers) exercises.Report {
			typed, values, report := numbers(a, names)
			if typed == nil {
				return report
			}
			q := quadratic{values[0], values[1], values[2]}
			return judgeWeights(report, typed, want, weightsTask{
				errors: func() []int { return misclassified(set, func(x []float64) float64 { return q.at(x[0]) }) },
				flipped: func() []int {
					return misclassified(set, func(x []float64) float64 { return -q.at(x[0]) })
				},
				show: func(i int) string {
					x := set.Point(i)[0]
					return fmt.Sprintf("At x₁ = %s your quadratic is %s, and the label is %s.", num(x), num(q.at(x)), sign(set.Label(i)))
				},
				equal: fmt.Sprintf("It is x₂ − %s with x₂ = (x₁ + 1)² put in, and its sign gives all %d labels.", decimal(round(r*r)), set.Len()),
				works: fmt.Sprintf("Its sign gives all %d labels, so it classifies. It is another line than x₂ = %s, though: that one is x₁² + 2x₁ %s up to a positive factor.", set.Len(), decimal(round(r*r)), signed(round(1-r*r))),
			})
		},
		Same:      answer.SameText(answer.Scope{}),
		Reference: exercises.Answers{"a": "1", "b": "2", "c": decimal(round(1 - r*r))},
		Examples:  map[string]exercises.Answers{"square-of-sum": {"b": "0"}, "sign-flip": {"a": "-1", "b": "-2", "c": decimal(round(r*r - 1))}},
	}
}

// typedQuadratic reads a, b and c; not ok while one is missing or unreadable.
func typedQuadratic(a exercises.Answers) (quadratic, bool) {
	_, v, _ := numbers(a, []string{"a", "b", "c"})
	if v == nil {
		return quadratic{}, false
	}
	return quadratic{v[0], v[1], v[2]}, true
}

// roots asks for the two places where the label changes.
func roots(set *dataset.Set, r, left, right float64) worksheets.Behaviour {
	exactly := func(v float64) func(string) answer.Result {
		return func(text string) answer.Result { return answer.JudgeExpr(text, answer.ExprTask{Want: decimal(v)}) }
	}
	left = round(left)
	blanks := []answer.Blank{{Name: "left", Label: "left root", Judge: exactly(left)}, {Name: "right", Label: "right root", Judge: exactly(right)}}
	return worksheets.Behaviour{
		Scene: func(context.Context, exercises.Answers) exercises.Scene {
			return quadraticScene(set, quadratic{1, 2, 1 - r*r}, false)
		},
		Check: func(_ context.Context, a exercises.Answers) exercises.Report {
			rep := answer.JudgeForm(a, blanks)
			if rep.Accepted {
				rep.Fact = []ascii.Line{plainf("(x₁ + 1)² = %s there, and between the two roots the quadratic is negative.", decimal(round(r*r)))}
			}
			return rep
		},
		Same:      answer.SameText(answer.Scope{}),
		Reference: exercises.Answers{"left": decimal(left), "right": decimal(right)},
	}
}

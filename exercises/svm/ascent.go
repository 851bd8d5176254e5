package svm

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/bench"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// ascent is 7.5: what goes wrong with plain gradient ascent on the dual.
func ascent(b worksheets.Brief) (worksheets.Parts, error) {
	s := newSlope(b.Seed)
	n := len(s.t)
	p := newPartner(b.Seed, s)
	sum := s.eta * s.labelSum()
	walk, err := s.walk()
	if err != nil {
		return worksheets.Parts{}, err
	}
	all := func(v float64) []float64 { return slices.Repeat([]float64{v}, n) }
	return worksheets.Parts{
		Vars: map[string]string{
			"n": strconv.Itoa(n), "pos": strconv.Itoa(s.count(1)), "neg": strconv.Itoa(s.count(-1)),
			"eta": answer.Shown(s.eta), "sum": answer.Shown(sum),
			"ones": vector(all(1)), "zeros": vector(all(0)), "labels": vector(s.t),
			"plain": answer.Decimal(s.eta * float64(n)), "minusSum": answer.Decimal(-sum),
			"one":   answer.Shown(s.eta * math.Abs(s.labelSum())),
			"delta": answer.Shown(p.delta), "tk": answer.Signed(s.t[p.k]), "tl": answer.Signed(s.t[p.l]),
			"k": strconv.Itoa(p.k + 1), "l": strconv.Itoa(p.l + 1),
			"partner": answer.Shown(p.change()), "minusPartner": answer.Decimal(-p.change()),
		},
		Steps: map[string]worksheets.Behaviour{
			"gradient": s.gradientStep(vector(all(1))),
			"step":     oneNumber("sum", "Σ αᵢtᵢ", sum, s.afterOneStep),
			"walk":     {Scene: walk},
			"alone":    {Check: worksheets.Choice("single", "none"), Scene: p.aloneScene},
			"two":      oneNumber("partner", "the change of αₖ", p.change(), p.pairScene),
		},
	}, nil
}

// vector writes numbers as a student would type a vector.
func vector(v []float64) string {
	text := make([]string, len(v))
	for i, x := range v {
		text[i] = answer.Decimal(x)
	}
	return "[" + strings.Join(text, ", ") + "]"
}

// oneNumber is a step with one exact number to fill in. Its scene is told
// whether the number is there.
func oneNumber(field, label string, v float64, scene func(right bool) exercises.Scene) worksheets.Behaviour {
	judge := answer.Exactly(v)
	blanks := []answer.Blank{{Name: field, Label: label, Judge: judge}}
	return worksheets.Behaviour{
		Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene {
			return scene(judge(ctx, a[field]).Accepted)
		},
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			return answer.JudgeForm(ctx, a, blanks)
		},
		Same:      answer.SameText(answer.Scope{}),
		Echo:      echoNumbers,
		Reference: exercises.Answers{field: answer.Decimal(v)},
	}
}

// maxAscent is how far gradient ascent is followed: enough to see both
// constraints broken at every rate of the slider.
const maxAscent = 60

// slope is the dual of a small set on which gradient ascent is tried.
type slope struct {
	x    [][]float64
	t    []float64
	gram *solvers.Dense
	eta  float64
}

// newSlope draws points and a rate until gradient ascent breaks both
// constraints: Σαt = 0 it breaks at once, α ≥ 0 sooner or later. The rate is
// no excuse for it: with η·λ_max ≤ 1 g rises at every step.
func newSlope(seed uint64) slope {
	r := rand.New(rand.NewPCG(seed, 75))
	for {
		s := drawSlope(r)
		if s.eta*solvers.LambdaMax(s.gram) > 1 {
			continue
		}
		last := s.walked(maxAscent, exercises.Break{Name: "negative"}).Last()
		if last.Detail.(*solvers.AscentDetail).Least < 0 {
			return s
		}
	}
}

// drawSlope draws five points of the plane, three of one class and two of the
// other, a unit or more apart from each other, and a rate.
func drawSlope(r *rand.Rand) slope {
	s := slope{t: []float64{1, 1, 1, -1, -1}, eta: []float64{0.05, 0.08, 0.1, 0.2}[r.IntN(4)]}
	if r.IntN(2) == 0 {
		s.t = []float64{1, 1, -1, -1, -1}
	}
	for len(s.x) < len(s.t) {
		side := s.t[len(s.x)]
		x := []float64{side + float64(r.IntN(3)-1), float64(r.IntN(5) - 2)}
		if !taken(s.x, x) {
			s.x = append(s.x, x)
		}
	}
	s.gram = solvers.LinearGram(s.x)
	return s
}

func taken(xs [][]float64, x []float64) bool {
	for _, z := range xs {
		if z[0] == x[0] && z[1] == x[1] {
			return true
		}
	}
	return false
}

func (s slope) count(label float64) int {
	n := 0
	for _, t := range s.t {
		if t == label {
			n++
		}
	}
	return n
}

func (s slope) labelSum() float64 { return float64(s.count(1) - s.count(-1)) }

// gradientStep asks for ∇g(0).
func (s slope) gradientStep(reference string) worksheets.Behaviour {
	task := answer.VectorTask{}
	for _, v := range solvers.DualGradient(s.gram, s.t, make([]float64, len(s.t))) {
		task.Want = append(task.Want, answer.MustParse(answer.Decimal(v), answer.Scope{}))
		task.Names = append(task.Names, "∂g/∂α"+stage.Sub(len(task.Want)))
	}
	return worksheets.Behaviour{
		Scene: func(context.Context, exercises.Answers) exercises.Scene {
			return exercises.Scene{Figures: s.table(0)}
		},
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			return answer.JudgeVector(ctx, a["slope"], task).Report("slope")
		},
		Same:      answer.SameText(answer.Scope{}),
		Echo:      echoNumbers,
		Reference: exercises.Answers{"slope": reference},
	}
}

// afterOneStep is the table at the start, and once the sum is right the table
// after the step with what is violated.
func (s slope) afterOneStep(right bool) exercises.Scene {
	if !right {
		return exercises.Scene{Figures: s.table(0), Notes: []ascii.Line{ascii.Plain("η = " + answer.Shown(s.eta))}}
	}
	figures := s.table(1)
	figures[0].Title = "The dual variables after one step"
	return exercises.Scene{Figures: figures, Notes: []ascii.Line{stage.BalanceNote(s.eta * s.labelSum())}}
}

// table is every α after some steps.
func (s slope) table(steps int) []exercises.Figure {
	at := s.walked(steps, exercises.Break{}).Last()
	return []exercises.Figure{stage.AscentTable(s.model(), at)}
}

// model is the points with the linear kernel.
func (s slope) model() stage.Model {
	return stage.Model{Set: dataset.NewClassification("five points", s.x, s.t), Kernel: kernels.Linear{}}
}

// climb starts gradient ascent at a rate.
func (s slope) climb(eta float64) (stage.Run, error) {
	return stage.Start(s.model(), solvers.Ascent{Eta: eta, MaxSteps: maxAscent})
}

// walked is the ascent at the exercise's own rate, some steps on.
func (s slope) walked(steps int, until exercises.Break) solvers.Trace {
	run, err := s.climb(s.eta)
	if err != nil {
		panic(err)
	}
	on, err := run.Extend(context.Background(), steps, until)
	if err != nil {
		panic(err)
	}
	return on.(stage.Run).Trace()
}

// walk is gradient ascent with a rate on a slider.
func (s slope) walk() (bench.Scene, error) {
	b := bench.Bench{
		Run: []string{"ascent max-steps=" + strconv.Itoa(maxAscent)}, Data: []bench.Data{{Set: "five"}}, Kernels: []string{"linear"},
		Sliders: []bench.Slider{{Name: "eta", At: exercises.FormatNumber(s.eta), From: 0.01, To: 1, Step: 0.25}},
	}
	return b.Scene(bench.Brought{Sets: map[string]*dataset.Set{"five": s.model().Set}})
}

// constraint is Σαt.
func (s slope) constraint(alpha []float64) float64 { return floats.Dot(alpha, s.t) }

// four writes a number with four decimals.
func four(v float64) string { return stage.Four(v) }

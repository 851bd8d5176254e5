package svm

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/solvers"
)

// ascent is 7.5: what goes wrong with plain gradient ascent on the dual.
func ascent(b worksheets.Brief) (worksheets.Parts, error) {
	s := newSlope(b.Seed)
	n := len(s.t)
	p := newPartner(b.Seed, s)
	sum := s.eta * s.labelSum()
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
			"walk":     {Scene: s.walk},
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
		walk, err := newAscentRun(s, s.eta).trace.Extend(context.Background(), maxAscent, func(at solvers.Step) bool {
			return at.Detail.(*solvers.AscentDetail).Least < 0
		})
		if err == nil && walk.Last().Detail.(*solvers.AscentDetail).Least < 0 {
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
			return exercises.Scene{Figures: s.frame(make([]float64, len(s.t)), nil).Figures}
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
	alpha := make([]float64, len(s.t))
	if !right {
		return exercises.Scene{Figures: s.frame(alpha, nil).Figures, Notes: []ascii.Line{ascii.Plain("η = " + answer.Shown(s.eta))}}
	}
	if walk, err := newAscentRun(s, s.eta).trace.Extend(context.Background(), 1, nil); err == nil {
		alpha = walk.Last().CoefCopy()
	}
	f := s.frame(alpha, nil)
	f.Figures[0].Title = "The dual variables after one step"
	return exercises.Scene{Figures: f.Figures, Notes: []ascii.Line{sumNote(s.constraint(alpha))}}
}

// sumNote says Σ αᵢtᵢ against the 0 that is needed.
func sumNote(sum float64) ascii.Line {
	return ascii.Line{{Text: "Σ αᵢtᵢ = ", Ink: ascii.Dim}, {Text: four(sum), Ink: fence(math.Abs(sum) > 1e-9)}, {Text: "   needed: 0", Ink: ascii.Dim}}
}

// walk is gradient ascent with a rate on a slider.
func (s slope) walk(_ context.Context, a exercises.Answers) exercises.Scene {
	eta := exercises.Control{Name: "eta", Label: "η", Min: 0.01, Max: 1, Step: 0.25, Log: true, Value: a["eta"]}
	if eta.Value == "" {
		eta.Value = exercises.FormatNumber(s.eta)
	}
	return exercises.Scene{Run: newAscentRun(s, eta.Number()), Controls: []exercises.Control{eta}}
}

// record is the path of the two numbers that the charts show.
type record struct{ objective, sum []float64 }

// frame shows one α: the table, and the charts of the path so far.
func (s slope) frame(alpha []float64, path *record) exercises.Frame {
	grad := solvers.DualGradient(s.gram, s.t, alpha)
	table := ascii.Table{Columns: []ascii.Column{
		{Title: "i"}, {Title: "x"}, {Title: "t", Right: true}, {Title: "αᵢ", Right: true}, {Title: "∂g/∂αᵢ", Right: true}, {Title: ""},
	}}
	for i := range s.t {
		note := ascii.Line{}
		ink := ascii.Text
		if alpha[i] < 0 {
			ink, note = ascii.Bad, ascii.Line{{Text: "below 0", Ink: ascii.Bad}}
		}
		table.Rows = append(table.Rows, []ascii.Line{
			ascii.Plain(strconv.Itoa(i + 1)), ascii.Plain(fmt.Sprintf("(%s, %s)", answer.Shown(s.x[i][0]), answer.Shown(s.x[i][1]))),
			ascii.Plain(answer.Signed(s.t[i])), {{Text: four(alpha[i]), Ink: ink}}, ascii.Plain(four(grad[i])), note,
		})
	}
	f := exercises.Frame{Figures: []exercises.Figure{{Title: "The dual variables", Role: exercises.Table, Plot: table}}}
	if path == nil {
		return f
	}
	at := len(path.sum) - 1
	f.Figures = append(f.Figures, pathChart("g(α)", path.objective, at), pathChart("Σ αᵢtᵢ, feasible at 0", path.sum, at))
	f.Status = ascii.Plain(fmt.Sprintf("step %d", at))
	f.Formula = []ascii.Line{ascii.Plain("αᵢ ← αᵢ + η·(1 − tᵢ Σⱼ αⱼtⱼKᵢⱼ)")}
	f.Notes = []ascii.Line{
		sumNote(s.constraint(alpha)),
		{{Text: "smallest αᵢ = ", Ink: ascii.Dim}, {Text: four(slices.Min(alpha)), Ink: fence(slices.Min(alpha) < 0)}, {Text: "   needed: 0 or more", Ink: ascii.Dim}},
		{{Text: "g = ", Ink: ascii.Dim}, {Text: four(path.objective[at]), Ink: ascii.Text}},
	}
	return f
}

func fence(broken bool) ascii.Ink {
	if broken {
		return ascii.Bad
	}
	return ascii.Good
}

func four(v float64) string {
	if math.Abs(v) >= 1e5 {
		return stage.Num(v)
	}
	return answer.Shown(math.Round(v*1e4) / 1e4)
}

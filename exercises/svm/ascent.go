package svm

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
	"kernellab/solvers"
)

// ascent is 7.5: what goes wrong with plain gradient ascent on the dual.
func ascent(b worksheets.Brief) (worksheets.Parts, error) {
	s, err := newSlope(b.Seed)
	if err != nil {
		return worksheets.Parts{}, err
	}
	n := len(s.t)
	delta := float64(1+rand.New(rand.NewPCG(b.Seed, 752)).IntN(4)) / 10
	tk, tl := s.t[0], s.t[n-1]
	partner := -tk * tl * delta
	ones, zeros, labels := make([]string, n), make([]string, n), make([]string, n)
	for i, t := range s.t {
		ones[i], zeros[i], labels[i] = "1", "0", decimal(t)
	}
	vector := func(v []string) string { return "[" + strings.Join(v, ", ") + "]" }
	return worksheets.Parts{
		Vars: map[string]string{
			"n": strconv.Itoa(n), "pos": strconv.Itoa(s.count(1)), "neg": strconv.Itoa(s.count(-1)),
			"eta": shown(s.eta), "sum": shown(s.eta * s.labelSum()),
			"ones": vector(ones), "zeros": vector(zeros), "labels": vector(labels),
			"plain": decimal(s.eta * float64(n)), "minusSum": decimal(-s.eta * s.labelSum()),
			"delta": shown(delta), "tk": signed(tk), "tl": signed(tl), "partner": shown(partner), "minusPartner": decimal(-partner),
		},
		Steps: map[string]worksheets.Behaviour{
			"gradient": s.gradientStep(vector(ones)),
			"step":     oneNumber("sum", "Σ αᵢtᵢ", s.eta*s.labelSum()),
			"walk":     {Scene: s.walk},
			"alone":    {Check: worksheets.Choice("single", "none")},
			"two":      oneNumber("partner", "the change of αₖ", partner),
		},
	}, nil
}

// oneNumber is a step with one exact number to fill in.
func oneNumber(field, label string, v float64) worksheets.Behaviour {
	blanks := []answer.Blank{{Name: field, Label: label, Judge: exactly(v)}}
	return worksheets.Behaviour{
		Check:     func(_ context.Context, a exercises.Answers) exercises.Report { return answer.JudgeForm(a, blanks) },
		Same:      answer.SameText(answer.Scope{}),
		Reference: exercises.Answers{field: decimal(v)},
	}
}

// slope is the dual of a small set on which gradient ascent is tried.
type slope struct {
	x    [][]float64
	t    []float64
	gram *solvers.Dense
	eta  float64
}

// newSlope draws five points of the plane, three of one class and two of the
// other, a unit or more apart from each other, and a rate.
func newSlope(seed uint64) (slope, error) {
	r := rand.New(rand.NewPCG(seed, 75))
	s := slope{t: []float64{1, 1, 1, -1, -1}, eta: []float64{0.1, 0.2, 0.25, 0.5}[r.IntN(4)]}
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
	rows := make([][]float64, len(s.x))
	for i, x := range s.x {
		for _, z := range s.x {
			rows[i] = append(rows[i], x[0]*z[0]+x[1]*z[1])
		}
	}
	var err error
	s.gram, err = solvers.DenseRows(rows)
	return s, err
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
		task.Want = append(task.Want, answer.MustParse(decimal(v), answer.Scope{}))
	}
	return worksheets.Behaviour{
		Scene: func(context.Context, exercises.Answers) exercises.Scene {
			return exercises.Scene{Figures: s.frame(make([]float64, len(s.t)), nil).Figures[:1]}
		},
		Check: func(_ context.Context, a exercises.Answers) exercises.Report {
			return answer.JudgeVector(a["slope"], task).Report("slope")
		},
		Same:      answer.SameText(answer.Scope{}),
		Echo:      func(_, text string) exercises.Echo { return answer.EchoOf(text, answer.Scope{}) },
		Reference: exercises.Answers{"slope": reference},
	}
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
	var sum float64
	for i := range s.t {
		sum += alpha[i] * s.t[i]
		note := ascii.Line{}
		ink := ascii.Text
		if alpha[i] < 0 {
			ink, note = ascii.Bad, ascii.Line{{Text: "below 0", Ink: ascii.Bad}}
		}
		table.Rows = append(table.Rows, []ascii.Line{
			ascii.Plain(strconv.Itoa(i + 1)), ascii.Plain(fmt.Sprintf("(%s, %s)", shown(s.x[i][0]), shown(s.x[i][1]))),
			ascii.Plain(signed(s.t[i])), {{Text: four(alpha[i]), Ink: ink}}, ascii.Plain(four(grad[i])), note,
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
		{{Text: "Σ αᵢtᵢ = ", Ink: ascii.Dim}, {Text: four(sum), Ink: fence(math.Abs(sum) > 1e-9)}, {Text: "   needed: 0", Ink: ascii.Dim}},
		{{Text: "smallest αᵢ = ", Ink: ascii.Dim}, {Text: four(lowest(alpha)), Ink: fence(lowest(alpha) < 0)}, {Text: "   needed: 0 or more", Ink: ascii.Dim}},
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

func lowest(v []float64) float64 {
	low := v[0]
	for _, x := range v {
		low = math.Min(low, x)
	}
	return low
}

func four(v float64) string {
	if math.Abs(v) >= 1e5 {
		return strings.Replace(strconv.FormatFloat(v, 'e', 2, 64), "-", "−", 1)
	}
	return shown(math.Round(v*1e4) / 1e4)
}

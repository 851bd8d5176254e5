package phi

import (
	"context"
	"math"
	"math/rand/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
)

// split is 3.2: a φ with φ(x)·φ(z) = (xᵀz + 1)².
func split(b worksheets.Brief) (worksheets.Parts, error) {
	task := answer.QuadraticFeatures()
	pairs := testPairs(b.Seed)
	return worksheets.Parts{Steps: map[string]worksheets.Behaviour{
		"phi": {
			Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene {
				return trial(ctx, a["phi"], task, pairs)
			},
			Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
				r := answer.JudgeFeatures(ctx, a["phi"], task)
				if r.Misconception != "" {
					r.Advice = nil // the worksheet has words of its own
				}
				return r.Report("phi")
			},
			Echo: func(ctx context.Context, _, text string) exercises.Echo {
				return answer.EchoOf(ctx, text, task.Scope())
			},
		},
		"unique": {
			Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
				r := worksheets.Choice("rotated", "yes")(ctx, a)
				if r.Accepted {
					r.Fact = []ascii.Line{ascii.Plain("(Qφ(x))ᵀ(Qφ(z)) = φ(x)ᵀQᵀQφ(z) = φ(x)ᵀφ(z).")}
				}
				return r
			},
		},
	}}, nil
}

// pair is two points of the plane at which a φ is tried.
type pair struct{ x, z []float64 }

// testPairs draws four pairs of small whole points.
func testPairs(seed uint64) []pair {
	r := rand.New(rand.NewPCG(seed, 32))
	draw := func() []float64 { return []float64{float64(r.IntN(7) - 3), float64(r.IntN(7) - 3)} }
	pairs := []pair{{x: []float64{1, 2}, z: []float64{0, 0}}}
	for len(pairs) < 5 {
		pairs = append(pairs, pair{x: draw(), z: draw()})
	}
	return pairs
}

// trial is the table of kernel and inner product at the test points.
func trial(ctx context.Context, text string, task answer.FeatureTask, pairs []pair) exercises.Scene {
	phi := compilePhi(ctx, text, task)
	k := kernels.Poly{Degree: 2, C: 1}
	table := ascii.Table{Columns: []ascii.Column{
		{Title: "x"}, {Title: "z"},
		{Title: "(xᵀz+1)²", Right: true}, {Title: "φ(x)·φ(z)", Right: true}, {Title: ""},
	}}
	for _, p := range pairs {
		want := k.Eval(p.x, p.z)
		got, mark := ascii.Line{{Text: "–", Ink: ascii.Faint}}, ascii.Line{}
		if v, ok := inner(phi, p); ok {
			got, mark = ascii.Plain(short(v)), agreement(v, want)
		}
		table.Rows = append(table.Rows, []ascii.Line{
			ascii.Plain(point(p.x)), ascii.Plain(point(p.z)), ascii.Plain(short(want)), got, mark,
		})
	}
	return exercises.Scene{Figures: []exercises.Figure{{Title: "Tried at a few points", Role: exercises.Table, Plot: table}}}
}

func agreement(got, want float64) ascii.Line {
	if math.Abs(got-want) <= 1e-9*(1+math.Abs(want)) {
		return ascii.Line{{Text: "equal", Ink: ascii.Good}}
	}
	return ascii.Line{{Text: "off by " + stage.Num(got-want), Ink: ascii.Bad}}
}

// compilePhi makes the features ready to evaluate; nil where the text cannot
// be read as features of x₁ and x₂.
func compilePhi(ctx context.Context, text string, task answer.FeatureTask) []answer.Func {
	e, err := answer.Parse(ctx, text, task.Scope())
	if err != nil {
		return nil
	}
	var out []answer.Func
	for _, f := range e.List() {
		fn, err := f.Compile(task.X...)
		if err != nil {
			return nil
		}
		out = append(out, fn)
	}
	return out
}

// inner is φ(x)·φ(z); not ok where there is no finite value.
func inner(phi []answer.Func, p pair) (float64, bool) {
	if len(phi) == 0 {
		return 0, false
	}
	var sum float64
	for _, f := range phi {
		sum += f.Value(p.x...) * f.Value(p.z...)
	}
	return sum, !math.IsNaN(sum) && !math.IsInf(sum, 0)
}

// short writes a number with at most four decimals.
func short(v float64) string { return answer.Shown(math.Round(v*1e4) / 1e4) }

package kit

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
)

// pair is two points at which a feature map is tried.
type pair struct{ x, z []float64 }

// trialScene is a table of a kernel beside φ(x)·φ(z) of the φ that is typed, at
// a few points; for a kernel of a known degree also term by term.
func trialScene(p *worksheets.Params) worksheets.SceneFunc {
	t := trial{
		field: p.Field("trial"), names: orAll(p.Texts("x"), "x1", "x2"), called: p.Needed("called"),
		pairs: testPairs(p.Brief().Seed, uint64(p.Int("stream"))), degree: p.Int("degree"), by: leversOf(p, "sliders"),
	}
	t.both = slices.Concat(t.names, orAll(p.Texts("z"), "z1", "z2"))
	t.scope = answer.Scope{Vars: slices.Concat(t.both, t.by.letters()), Positive: t.by.letters()}
	t.kernel = kernelOf(p, t.by)
	return t.scene
}

// kernelOf is the kernel of a scene for some answers; its text may be computed
// with levers. At every lever's start it has to be one.
func kernelOf(p *worksheets.Params, by levers) func(exercises.Answers) (kernels.Kernel[[]float64], error) {
	text := p.Needed("kernel")
	by.read(p, "kernel", text)
	of := func(a exercises.Answers) (kernels.Kernel[[]float64], error) {
		return kernels.Parse(by.fill(text, by.values(a)))
	}
	if _, err := of(nil); err != nil {
		p.Fail("kernel", "", "%v", err)
	}
	return of
}

// trial is a kernel, where to try it, and the field that holds φ.
type trial struct {
	field  string
	called string // the kernel as the table's head has it
	names  []string
	both   []string // the names of x, then those of z
	scope  answer.Scope
	kernel func(exercises.Answers) (kernels.Kernel[[]float64], error)
	by     levers // letters of the kernel and of φ
	pairs  []pair
	degree int // of the kernel, where it is a polynomial to be shown term by term
}

// testPairs draws four pairs of small whole points; before them comes one with
// z = 0, where only a constant feature can help.
func testPairs(seed, stream uint64) []pair {
	r := rand.New(rand.NewPCG(seed, stream))
	draw := func() []float64 { return []float64{float64(r.IntN(7) - 3), float64(r.IntN(7) - 3)} }
	pairs := []pair{{x: []float64{1, 2}, z: []float64{0, 0}}}
	for len(pairs) < 5 {
		pairs = append(pairs, pair{x: draw(), z: draw()})
	}
	return pairs
}

func (t trial) scene(ctx context.Context, a exercises.Answers) exercises.Scene {
	scene := exercises.Scene{Controls: t.by.controls(a)}
	kernel, err := t.kernel(a)
	if err != nil {
		return scene
	}
	phi := t.compile(ctx, a)
	table := ascii.Table{Columns: []ascii.Column{
		{Title: "x"}, {Title: "z"}, {Title: t.called, Right: true}, {Title: "φ(x)·φ(z)", Right: true}, {Title: ""},
	}}
	for _, p := range t.pairs {
		want := kernel.Eval(p.x, p.z)
		got, mark := ascii.Inked("–", ascii.Dim), ascii.Line{}
		if v, ok := inner(phi, p); ok {
			got, mark = ascii.Plain(short(v)), agreement(v, want)
		}
		table.Rows = append(table.Rows, []ascii.Line{ascii.Plain(point(p.x)), ascii.Plain(point(p.z)), ascii.Plain(short(want)), got, mark})
	}
	if t.degree > 0 {
		scene.Figures = append(scene.Figures, stage.Main("Term by term", t.terms(kernel, phi)))
	}
	scene.Figures = append(scene.Figures, stage.Table("Tried at a few points", table))
	return scene
}

// entryOf is one entry of φ at a point.
type entryOf func(x []float64) float64

// compile makes the features ready to evaluate, with the levers where they
// stand; nil where the text cannot be read as features of x.
func (t trial) compile(ctx context.Context, a exercises.Answers) []entryOf {
	e, err := answer.Parse(ctx, a[t.field], t.scope)
	if err != nil {
		return nil
	}
	at := t.by.values(a)
	var out []entryOf
	for _, f := range e.List() {
		fn, err := f.Compile(slices.Concat(t.names, t.by.letters())...)
		if err != nil {
			return nil
		}
		out = append(out, func(x []float64) float64 { return fn.Value(slices.Concat(x, at)...) })
	}
	return out
}

// inner is φ(x)·φ(z); not ok where there is no finite value.
func inner(phi []entryOf, p pair) (float64, bool) {
	if len(phi) == 0 {
		return 0, false
	}
	var sum float64
	for _, f := range phi {
		sum += f(p.x) * f(p.z)
	}
	return sum, !math.IsNaN(sum) && !math.IsInf(sum, 0)
}

func agreement(got, want float64) ascii.Line {
	if math.Abs(got-want) <= 1e-9*(1+math.Abs(want)) {
		return ascii.Inked("equal", ascii.Good)
	}
	return ascii.Inked("off by "+anatomy.Num(got-want), ascii.Bad)
}

// point writes a point of the plane.
func point(x []float64) string {
	return "(" + answer.Shown(x[0]) + ", " + answer.Shown(x[1]) + ")"
}

// short writes a number with at most four decimals.
func short(v float64) string { return answer.Shown(math.Round(v*1e4) / 1e4) }

package svm

import (
	"context"
	"fmt"
	"strconv"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// watch is 7.7: SMO followed from α = 0 to the optimum, its moves foreseen.
func watch(b worksheets.Brief) (worksheets.Parts, error) {
	state, err := newNextPair(b.Seed)
	if err != nil {
		return worksheets.Parts{}, err
	}
	result, err := newResult(b.Seed)
	if err != nil {
		return worksheets.Parts{}, err
	}
	own, _ := b.Data.(*dataset.Set)
	return worksheets.Parts{
		Steps: map[string]worksheets.Behaviour{
			"state": state.pairStep(),
			"clip":  state.clipStep(),
			"watch": {Scene: func(_ context.Context, a exercises.Answers) exercises.Scene { return watchScene(own, a) }},
			"read":  result.step(),
		},
	}, nil
}

// nextPair is a position of SMO from which the student foretells the update.
type nextPair struct {
	set    *dataset.Set
	solver solvers.SMO
	trace  solvers.Trace // ends at the position; next is the update after it
	next   *solvers.SMODetail
	rows   []solvers.Candidate
}

// apart is how far the extreme F must be from all others, so that the pair can
// be told from the table's four digits.
const apart = 0.01

// newNextPair runs the maximal violating pair on the worksheet data of the
// seed, to the first update after the second whose pair is plain to see.
func newNextPair(seed uint64) (nextPair, error) {
	for try := seed; ; try += 1 << 32 {
		p := nextPair{set: dataset.Worksheet1D(try), solver: solvers.SMO{C: 2, Rule: solvers.MaxViolation, Tol: 1e-3}}
		model := stage.Model{Set: p.set, Kernel: kernels.Poly{Degree: 2, C: 1}}
		problem, err := model.Dual()
		if err != nil {
			return p, err
		}
		trace, err := solvers.NewTrace(p.solver, problem)
		if err != nil {
			return p, err
		}
		if trace, err = trace.Extend(context.Background(), 14, nil); err != nil {
			return p, err
		}
		for i := 2; i+1 < trace.Len(); i++ {
			d, ok := trace.At(i + 1).Detail.(*solvers.SMODetail)
			p.trace, p.next, p.rows = trace.Cut(i), d, p.solver.Candidates(problem, trace.At(i), 0)
			if ok && d.Moved() && p.plain() {
				return p, nil
			}
		}
	}
}

// plain reports whether k and ℓ stand out, and whether leaving out the marks
// would give another pair.
func (p nextPair) plain() bool {
	k, l := p.rows[p.next.K], p.rows[p.next.L]
	for _, c := range p.rows {
		if c.I != k.I && c.Up && c.F < k.F+apart || c.I != l.I && c.Low && c.F > l.F-apart {
			return false
		}
	}
	uk, ul := p.unmarked()
	return uk != k.I || ul != l.I
}

// unmarked is the pair of the extreme F over all points, a known slip.
func (p nextPair) unmarked() (k, l int) {
	for i, c := range p.rows {
		if c.F < p.rows[k].F {
			k = i
		}
		if c.F > p.rows[l].F {
			l = i
		}
	}
	return k, l
}

func (p nextPair) vars() map[string]string {
	d := p.next
	words := "reaches the top"
	if d.Clipped {
		words = "is clipped"
	}
	return map[string]string{
		"k": strconv.Itoa(d.K + 1), "l": strconv.Itoa(d.L + 1),
		"fk": stage.Num(p.rows[d.K].F), "fl": stage.Num(p.rows[d.L].F), "violation": stage.Num(p.rows[d.L].F - p.rows[d.K].F),
		"C": shown(p.solver.C), "clipWords": words, "star": stage.Num(d.Unclipped), "lo": stage.Num(d.Lo), "hi": stage.Num(d.Hi),
	}
}

// pairStep asks for the pair.
func (p nextPair) pairStep() worksheets.Behaviour {
	uk, ul := p.unmarked()
	pair := func(k, l int) exercises.Answers {
		return exercises.Answers{"k": strconv.Itoa(k + 1), "l": strconv.Itoa(l + 1)}
	}
	blanks := []answer.Blank{
		{Name: "k", Label: "k", Judge: exactly(float64(p.next.K + 1))},
		{Name: "l", Label: "ℓ", Judge: exactly(float64(p.next.L + 1))},
	}
	return worksheets.Behaviour{
		Scene: func(context.Context, exercises.Answers) exercises.Scene { return p.scene() },
		Check: func(_ context.Context, a exercises.Answers) exercises.Report {
			r := answer.JudgeForm(a, blanks)
			if r.Accepted {
				r.Fact = []ascii.Line{ascii.Plain(fmt.Sprintf("F%s = %s and F%s = %s: the violation is %s.", stage.Sub(p.next.K+1), stage.Num(p.rows[p.next.K].F),
					stage.Sub(p.next.L+1), stage.Num(p.rows[p.next.L].F), stage.Num(p.rows[p.next.L].F-p.rows[p.next.K].F)))}
			}
			return r
		},
		Same:      answer.SameText(answer.Scope{}),
		Vars:      p.vars(),
		Reference: pair(p.next.K, p.next.L),
		Examples:  map[string]exercises.Answers{"swapped": pair(p.next.L, p.next.K), "ignored-marks": pair(uk, ul)},
	}
}

// clipStep asks whether the update will be clipped; the lab answers.
func (p nextPair) clipStep() worksheets.Behaviour {
	want := map[bool]string{true: "yes", false: "no"}[p.next.Clipped]
	return worksheets.Behaviour{
		Scene: func(_ context.Context, a exercises.Answers) exercises.Scene { return p.scene() },
		Check: func(_ context.Context, a exercises.Answers) exercises.Report {
			if a["clipped"] == "" {
				return exercises.Report{Verdict: exercises.Empty}
			}
			r := exercises.Report{Verdict: exercises.Noted, Accepted: true, Headline: "As foretold."}
			if a["clipped"] != want {
				r.Headline = "It went the other way."
			}
			r.Fact = []ascii.Line{ascii.Plain(fmt.Sprintf("αℓ* = %s and [L, H] = [%s, %s], so the step %s.", stage.Num(p.next.Unclipped),
				stage.Num(p.next.Lo), stage.Num(p.next.Hi), p.vars()["clipWords"]))}
			return r
		},
		Vars:      p.vars(),
		Reference: exercises.Answers{"clipped": want},
	}
}

// scene is the table of candidates beside the decision picture.
func (p nextPair) scene() exercises.Scene {
	table := ascii.Table{Columns: []ascii.Column{
		{Title: "i", Right: true}, {Title: "x₁", Right: true}, {Title: "t", Right: true},
		{Title: "α", Right: true}, {Title: "F", Right: true}, {Title: "tα may"},
	}}
	for i, c := range p.rows {
		mark := ""
		if c.Up {
			mark = "up "
		}
		if c.Low {
			mark += "low"
		}
		table.Rows = append(table.Rows, []ascii.Line{
			ascii.Plain(strconv.Itoa(i + 1)), ascii.Plain(shown(p.set.Point(i)[0])), ascii.Plain(signed(c.T)),
			ascii.Plain(stage.Num(c.Alpha)), ascii.Plain(stage.Num(c.F)), {{Text: mark, Ink: ascii.Dim}},
		})
	}
	run := stage.NewRun(stage.SMOPainter{Model: stage.Model{Set: p.set, Kernel: kernels.Poly{Degree: 2, C: 1}}, Solver: p.solver}, p.trace)
	frame := run.Frame(run.Len() - 1)
	return exercises.Scene{
		Figures: append([]exercises.Figure{{Title: fmt.Sprintf("After %d updates", p.trace.Last().Updates), Role: exercises.Table, Plot: table}}, frame.Figures[:1]...),
		Inspect: frame.Inspect,
	}
}

// shownSets are the data sets of the stage, with a kernel that suits each.
func shownSets(own *dataset.Set) []stageSet {
	sets := []stageSet{
		{"blobs_sep", "two separable blobs", dataset.MustBuiltin("blobs_sep"), "linear"},
		{"moons", "two moons", dataset.MustBuiltin("moons"), "rbf"},
		{"worksheet1d", "the worksheet's line", dataset.MustBuiltin("worksheet1d"), "poly"},
	}
	if own != nil && own.Task() == dataset.Classification {
		sets = append([]stageSet{{"own", own.Name(), own, "rbf"}}, sets...)
	}
	return sets
}

type stageSet struct {
	value, label string
	set          *dataset.Set
	kernel       string
}

// watchScene is SMO on a chosen set with everything on sliders.
func watchScene(own *dataset.Set, a exercises.Answers) exercises.Scene {
	sets := shownSets(own)
	chosen := sets[0]
	data := choice("data", "data", a, chosen.value)
	for _, s := range sets {
		data.Choices = append(data.Choices, exercises.Choice{Value: s.value, Label: s.label})
		if s.value == data.Value {
			chosen = s
		}
	}
	kernel := choice("kernel", "kernel", a, chosen.kernel, "linear", "poly", "rbf")
	sigma := exercises.Control{Name: "sigma", Label: "σ", Min: 0.1, Max: 10, Step: 0.1, Log: true, Value: value(a, "sigma", "0.501187")}
	c := exercises.Control{Name: "C", Label: "C", Min: 0.01, Max: 1e4, Step: 0.5, Log: true, Value: value(a, "C", "10")}
	rule := choice("rule", "pair rule", a, solvers.SecondOrder.String(),
		solvers.SecondOrder.String(), solvers.MaxViolation.String(), solvers.MaxError.String(), solvers.Random.String())
	controls := []exercises.Control{data, kernel, c, rule}
	if kernel.Value == "rbf" {
		controls = append(controls, sigma)
	}
	model := stage.Model{Set: chosen.set, Kernel: kernelOf(kernel.Value, sigma.Number())}
	if chosen.set.Dim() > 2 {
		columns := columnsControl(chosen.set, a)
		model.Pair = readPair(columns.Value)
		controls = append(controls, columns)
	}
	scene := exercises.Scene{Controls: controls}
	pairRule, err := solvers.ParsePairRule(rule.Value)
	if err == nil {
		var run stage.TraceRun
		if run, err = stage.NewSMO(model, solvers.SMO{C: c.Number(), Rule: pairRule, Tol: 1e-3, Seed: 1}); err == nil {
			scene.Run = run
		}
	}
	if err != nil {
		scene.Notes = []ascii.Line{{{Text: err.Error(), Ink: ascii.Warn}}}
	}
	return scene
}

func kernelOf(name string, sigma float64) kernels.Kernel[[]float64] {
	switch name {
	case "linear":
		return kernels.Linear{}
	case "poly":
		return kernels.Poly{Degree: 2, C: 1}
	}
	return kernels.RBF{Sigma: sigma}
}

func value(a exercises.Answers, name, otherwise string) string {
	if v := a[name]; v != "" {
		return v
	}
	return otherwise
}

// choice is a control of options that are their own labels.
func choice(name, label string, a exercises.Answers, otherwise string, options ...string) exercises.Control {
	c := exercises.Control{Name: name, Label: label, Value: value(a, name, otherwise)}
	for _, o := range options {
		c.Choices = append(c.Choices, exercises.Choice{Value: o, Label: o})
	}
	return c
}

// columnsControl chooses the pair of columns drawn of data with more than two.
func columnsControl(set *dataset.Set, a exercises.Answers) exercises.Control {
	c := exercises.Control{Name: "columns", Label: "drawn", Value: value(a, "columns", "0,1")}
	names := set.Columns()
	for i := range min(len(names), 8) {
		for j := i + 1; j < min(len(names), 8); j++ {
			c.Choices = append(c.Choices, exercises.Choice{Value: fmt.Sprintf("%d,%d", i, j), Label: names[i] + ", " + names[j]})
		}
	}
	return c
}

func readPair(text string) [2]int {
	var p [2]int
	if _, err := fmt.Sscanf(text, "%d,%d", &p[0], &p[1]); err != nil {
		return [2]int{0, 1}
	}
	return p
}

// result is a solved problem whose support vectors the student counts.
type result struct {
	run       stage.TraceRun
	n         int
	sv, bound int
	c         float64
}

// newResult solves two moons with an RBF kernel, drawn until some support
// vectors are free, some are at the bound and some points are neither.
func newResult(seed uint64) (result, error) {
	const c = 1.0
	for try := seed; ; try += 1 << 32 {
		set := dataset.Moons(24, 0.25, try)
		run, err := stage.NewSMO(stage.Model{Set: set, Kernel: kernels.RBF{Sigma: 0.7}}, solvers.SMO{C: c, Tol: 1e-6})
		if err != nil {
			return result{}, err
		}
		done, err := run.Extend(context.Background(), 2000, exercises.Break{})
		if err != nil {
			return result{}, err
		}
		r := result{run: done.(stage.TraceRun), n: set.Len(), c: c}
		last := r.run.Trace().Last()
		for _, a := range last.Coef().All() {
			if a > 0 {
				r.sv++
			}
			if a == c {
				r.bound++
			}
		}
		if last.Status == solvers.Converged && r.bound > 0 && r.sv > r.bound && r.sv < r.n {
			return r, nil
		}
	}
}

func (r result) step() worksheets.Behaviour {
	counts := func(sv, bound int) exercises.Answers {
		return exercises.Answers{"sv": strconv.Itoa(sv), "bound": strconv.Itoa(bound)}
	}
	blanks := []answer.Blank{
		{Name: "sv", Label: "support vectors", Judge: exactly(float64(r.sv))},
		{Name: "bound", Label: "at the bound", Judge: exactly(float64(r.bound))},
	}
	return worksheets.Behaviour{
		Scene: func(context.Context, exercises.Answers) exercises.Scene { return exercises.Scene{Run: r.run} },
		Check: func(_ context.Context, a exercises.Answers) exercises.Report { return answer.JudgeForm(a, blanks) },
		Same:  answer.SameText(answer.Scope{}),
		Vars: map[string]string{
			"sv": strconv.Itoa(r.sv), "bound": strconv.Itoa(r.bound), "readC": shown(r.c),
			"readIntro": fmt.Sprintf("These are %d points of two moons, with the RBF kernel, σ = 0.7 and C = %s.", r.n, shown(r.c)),
		},
		Reference: counts(r.sv, r.bound),
		Examples:  map[string]exercises.Answers{"free-only": counts(r.sv-r.bound, r.bound), "all-points": counts(r.n, r.bound)},
	}
}

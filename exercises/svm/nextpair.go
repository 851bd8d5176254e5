package svm

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

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
// seed, to the first update after the second whose pair is plain to see and
// whose step ends as the seed wants it: clipped for one half of the seeds, at
// the top of the parabola for the other.
func newNextPair(seed uint64) (nextPair, error) {
	r := rand.New(rand.NewPCG(seed, 77))
	clipped := r.IntN(2) == 0
	for try := seed; ; try += 1 << 32 {
		p := nextPair{set: dataset.Worksheet1D(try), solver: solvers.SMO{C: []float64{0.2, 0.5, 1}[r.IntN(3)], Rule: solvers.MaxViolation, Tol: 1e-3}}
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
			if ok && d.Moved() && d.Clipped == clipped && p.plain() {
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
		"C": answer.Shown(p.solver.C), "clipWords": words, "star": stage.Num(d.Unclipped), "lo": stage.Num(d.Lo), "hi": stage.Num(d.Hi),
	}
}

// pairStep asks for the pair.
func (p nextPair) pairStep() worksheets.Behaviour {
	uk, ul := p.unmarked()
	pair := func(k, l int) exercises.Answers {
		return exercises.Answers{"k": strconv.Itoa(k + 1), "l": strconv.Itoa(l + 1)}
	}
	blanks := []answer.Blank{
		{Name: "k", Label: "k", Judge: answer.Exactly(float64(p.next.K + 1))},
		{Name: "l", Label: "ℓ", Judge: answer.Exactly(float64(p.next.L + 1))},
	}
	return worksheets.Behaviour{
		Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene {
			return p.scene(answer.JudgeForm(ctx, a, blanks).Accepted)
		},
		Echo: echoNumbers,
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			r := answer.JudgeForm(ctx, a, blanks)
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
		Scene: func(_ context.Context, a exercises.Answers) exercises.Scene { return p.scene(true) },
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

// scene is the table of candidates beside the picture of f, in which the
// points carry their numbers and the pair, once it is known, stands out.
func (p nextPair) scene(known bool) exercises.Scene {
	painter := stage.SMOPainter{Model: stage.Model{Set: p.set, Kernel: kernels.Poly{Degree: 2, C: 1}}, Solver: p.solver}
	frame := painter.Paint([]solvers.Trace{p.trace}, p.trace.Len()-1)
	return exercises.Scene{
		Figures: []exercises.Figure{p.table(known), p.numbered(frame.Figures[0], known)},
		Notes:   []ascii.Line{ascii.Plain("C = " + answer.Shown(p.solver.C))},
		Inspect: frame.Inspect,
	}
}

// table tells how each point stands.
func (p nextPair) table(known bool) exercises.Figure {
	table := ascii.Table{Columns: []ascii.Column{
		{Title: "i", Right: true}, {Title: "x₁", Right: true}, {Title: "t", Right: true},
		{Title: "α", Right: true}, {Title: "F", Right: true}, {Title: "tα may"},
	}}
	for i, c := range p.rows {
		up, low, ink := "   ", "", ascii.Text
		if c.Up {
			up = "up "
		}
		if c.Low {
			low = "low"
		}
		switch {
		case known && i == p.next.K:
			ink = ascii.Symbol1
		case known && i == p.next.L:
			ink = ascii.Symbol2
		}
		table.Rows = append(table.Rows, []ascii.Line{
			{{Text: strconv.Itoa(i + 1), Ink: ink}}, ascii.Plain(answer.Shown(p.set.Point(i)[0])), ascii.Plain(answer.Signed(c.T)),
			ascii.Plain(three(c.Alpha)), {{Text: three(c.F), Ink: ink}}, {{Text: up + low, Ink: ascii.Dim}},
		})
	}
	return exercises.Figure{Title: fmt.Sprintf("After %d updates", p.trace.Last().Updates), Role: exercises.Table, Plot: table}
}

// three writes a number with three decimals, so that columns can be compared.
func three(v float64) string {
	if v == 0 {
		return "0"
	}
	return strings.Replace(strconv.FormatFloat(v, 'f', 3, 64), "-", "−", 1)
}

// numbered is the picture with the numbers of the points in place of the pair
// that moved last.
func (p nextPair) numbered(f exercises.Figure, known bool) exercises.Figure {
	f.Title = "f over the line, the points by number"
	m, ok := f.Plot.(ascii.Map)
	if !ok {
		return f
	}
	m.Marks = slices.Clone(m.Marks)
	for i := range m.Marks {
		m.Marks[i].Label = strconv.Itoa(i + 1)
		m.Marks[i].Focus = known && (i == p.next.K || i == p.next.L)
	}
	f.Plot = m
	return f
}

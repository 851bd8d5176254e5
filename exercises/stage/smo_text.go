package stage

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// SMOFormula is the pair update in symbols, numbers and result. A step whose clip
// was left out says so.
func SMOFormula(d *solvers.SMODetail) []ascii.Line {
	sheet := anatomy.Pair{}.Sheet()
	said := sheet.Said(solvers.Step{Detail: d})
	var clip, partner anatomy.Pen
	land := "αℓ = "
	if d.Free {
		clip.Text("no ")
		land = "αℓ = αℓ* = "
	}
	clip.Text("clip to ").Ink(anatomy.InkBound, "[L, H]").Text(" = ").Ink(anatomy.InkBound, "["+anatomy.Num(d.Lo)+", "+anatomy.Num(d.Hi)+"]").Text("  →  ").Ink(anatomy.InkL, land+anatomy.Num(d.NewAl))
	clip.Dim("   (s = %s: %s)", anatomy.Label(d.S), boundsRule(d))
	partner.Ink(anatomy.InkK, "αk").Text(" ← ").Add(sheet.Symbols("aknew")).Text(" = ").Add(sheet.Filled("aknew", said)).Text(" = ").Ink(anatomy.InkK, anatomy.Num(d.NewAk))
	return []ascii.Line{sheet.Equation("star", said), clip.Line, partner.Line}
}

func boundsRule(d *solvers.SMODetail) string {
	hard := math.IsInf(d.C, 1)
	switch {
	case d.S > 0 && hard:
		return "L = 0, H = αk + αℓ"
	case d.S > 0:
		return "L = max(0, αk + αℓ − C), H = min(C, αk + αℓ)"
	case hard:
		return "L = max(0, αℓ − αk)"
	}
	return "L = max(0, αℓ − αk), H = min(C, C + αℓ − αk)"
}

// whyRows is how many candidates the why table shows.
const whyRows = 6

// SMOWhy is the table of partners that k could have had, best first, with the
// chosen one marked, and the reason in a sentence. before is the step the
// choice was made at.
func SMOWhy(s solvers.SMO, p *solvers.Problem, before solvers.Step, d *solvers.SMODetail) []ascii.Line {
	cs := s.Candidates(p, before, d.K)
	slices.SortStableFunc(cs, func(a, b solvers.Candidate) int {
		return cmp.Compare(worth(d, b), worth(d, a))
	})
	cs = slices.DeleteFunc(cs, func(c solvers.Candidate) bool { return c.I == d.K })
	shown := cs[:min(whyRows, len(cs))]
	rows := make([][]string, len(shown))
	for i, c := range shown {
		rows[i] = []string{mark(d, c), fmt.Sprint(c.I + 1), anatomy.Label(c.T), anatomy.Digits(c.Alpha, 3), anatomy.Digits(c.E, 3), anatomy.Digits(c.Diff, 3), anatomy.Digits(c.Gain, 3), yesNo(c.CanMove)}
	}
	out := []ascii.Line{whySentence(d)}
	return append(out, table([]string{"", "ℓ", "t", "α", "E", "|Ek−Eℓ|", "gain", "can move"}, rows, func(i int) ascii.Ink {
		switch {
		case shown[i].I == d.L:
			return ascii.Select
		case !shown[i].CanMove:
			return ascii.Dim
		}
		return ascii.Text
	})...)
}

// worth is what the rule sorts partners by.
func worth(d *solvers.SMODetail, c solvers.Candidate) float64 {
	switch d.Why.Rule {
	case solvers.MaxErrorLiteral:
		return c.Diff
	case solvers.MaxError, solvers.MaxViolation, solvers.Random:
		if !c.CanMove {
			return -1
		}
		return c.Diff
	}
	return c.Gain
}

func mark(d *solvers.SMODetail, c solvers.Candidate) string {
	switch c.I {
	case d.L:
		return "→"
	case d.Why.RunnerUp:
		return "2nd"
	}
	return ""
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func whySentence(d *solvers.SMODetail) ascii.Line {
	var p anatomy.Pen
	p.Text("k = ").Ink(anatomy.InkK, fmt.Sprint(d.K+1))
	switch d.Why.Rule {
	case solvers.SecondOrder, solvers.MaxViolation:
		p.Text(" has the lowest F of all points whose tα can grow; ")
	case solvers.Random:
		p.Text(" was drawn from the points that violate their condition; ")
	default:
		p.Text(" is the next point in order that violates its condition; ")
	}
	p.Text("ℓ = ").Ink(anatomy.InkL, fmt.Sprint(d.L+1))
	switch d.Why.Rule {
	case solvers.SecondOrder:
		p.Text(" promises the largest gain, %s", anatomy.Digits(d.Why.Score/2, 3))
	case solvers.MaxErrorLiteral:
		p.Text(" has the farthest error of all points, %s", anatomy.Digits(d.Why.Score, 3))
	case solvers.Random:
		p.Text(" was drawn from those that can move the right way, violation %s", anatomy.Digits(d.Why.Violation, 3))
	default:
		p.Text(" has the farthest error of those that can move the right way, %s", anatomy.Digits(d.Why.Score, 3))
	}
	if d.Why.RunnerUp >= 0 {
		second := d.Why.RunnerUpScore
		if d.Why.Rule == solvers.SecondOrder {
			second /= 2
		}
		p.Text("; the runner-up, %d, has %s", d.Why.RunnerUp+1, anatomy.Digits(second, 3))
	}
	return p.Text(".").Line
}

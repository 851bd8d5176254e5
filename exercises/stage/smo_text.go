package stage

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"kernellab/ascii"
	"kernellab/solvers"
)

// SMOFormula is the pair update in symbols, numbers and result. A step whose clip
// was left out says so.
func SMOFormula(d *solvers.SMODetail) []ascii.Line {
	var star, clip, partner pen
	star.ink(inkL, "αℓ*").text(" = ").ink(inkL, "αℓ").text(" + ").ink(inkL, "tℓ").text("(").ink(inkK, "Ek").text(" − ").ink(inkL, "Eℓ").text(")/").ink(inkKappa, "κ").
		text(" = ").ink(inkL, Num(d.OldAl)).text(" + ").ink(inkL, "("+label(d.Tl)+")").text("(").ink(inkK, Num(d.Ek)).text(" − ").ink(inkL, Paren(d.El)).text(")/").ink(inkKappa, Num(d.KappaUsed)).
		text(" = ").ink(inkL, Num(d.Unclipped))
	land := "αℓ = "
	if d.Free {
		clip.text("no ")
		land = "αℓ = αℓ* = "
	}
	clip.text("clip to ").ink(inkBound, "[L, H]").text(" = ").ink(inkBound, "["+Num(d.Lo)+", "+Num(d.Hi)+"]").text("  →  ").ink(inkL, land+Num(d.NewAl))
	clip.dim("   (s = %s: %s)", label(d.S), boundsRule(d))
	partner.ink(inkK, "αk").text(" ← ").ink(inkK, "αk").text(" + ").ink(inkBound, "s").text("(").ink(inkL, "αℓ old").text(" − ").ink(inkL, "αℓ").text(") = ").
		ink(inkK, Num(d.OldAk)).text(" + ").ink(inkBound, "("+label(d.S)+")").text("(").ink(inkL, Num(d.OldAl)).text(" − ").ink(inkL, Paren(d.NewAl)).text(") = ").ink(inkK, Num(d.NewAk))
	return []ascii.Line{star.line, clip.line, partner.line}
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
		rows[i] = []string{mark(d, c), fmt.Sprint(c.I + 1), label(c.T), num(c.Alpha, 3), num(c.E, 3), num(c.Diff, 3), num(c.Gain, 3), yesNo(c.CanMove)}
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
	var p pen
	p.text("k = ").ink(inkK, fmt.Sprint(d.K+1))
	switch d.Why.Rule {
	case solvers.SecondOrder, solvers.MaxViolation:
		p.text(" has the lowest F of all points whose tα can grow; ")
	case solvers.Random:
		p.text(" was drawn from the points that violate their condition; ")
	default:
		p.text(" is the next point in order that violates its condition; ")
	}
	p.text("ℓ = ").ink(inkL, fmt.Sprint(d.L+1))
	switch d.Why.Rule {
	case solvers.SecondOrder:
		p.text(" promises the largest gain, %s", num(d.Why.Score/2, 3))
	case solvers.MaxErrorLiteral:
		p.text(" has the farthest error of all points, %s", num(d.Why.Score, 3))
	case solvers.Random:
		p.text(" was drawn from those that can move the right way, violation %s", num(d.Why.Violation, 3))
	default:
		p.text(" has the farthest error of those that can move the right way, %s", num(d.Why.Score, 3))
	}
	if d.Why.RunnerUp >= 0 {
		second := d.Why.RunnerUpScore
		if d.Why.Rule == solvers.SecondOrder {
			second /= 2
		}
		p.text("; the runner-up, %d, has %s", d.Why.RunnerUp+1, num(second, 3))
	}
	return p.text(".").line
}

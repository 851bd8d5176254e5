package stage

import (
	"math"
	"sync"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// pairLaws is the sheet of every update as far as its laws go, which hold no
// numbers.
var pairLaws = sync.OnceValue(func() anatomy.Sheet { return anatomy.Pair{}.Sheet() })

// SMOFormula is the pair update in symbols, numbers and result. A step whose clip
// was left out says so.
func SMOFormula(d *solvers.SMODetail) []ascii.Line {
	sheet := pairLaws()
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
	return []ascii.Line{sheet.Equation("star", "=", said), clip.Line, partner.Line}
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

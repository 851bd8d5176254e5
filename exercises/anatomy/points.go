package anatomy

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/solvers"
)

// Points are what every solver of a dual learns from.
type Points struct {
	Gram solvers.Gram
	Y    []float64 // labels or targets
}

// Len is the number of points.
func (p Points) Len() int { return len(p.Y) }

// Scores is Σⱼ cⱼsⱼKᵢⱼ at every point, with all sⱼ = 1 for nil signs.
func (p Points) Scores(c, signs []float64) []float64 {
	out := make([]float64, len(c))
	for j, v := range c {
		if v == 0 {
			continue
		}
		if signs != nil {
			v *= signs[j]
		}
		floats.AddScaled(out, v, p.Gram.Row(j))
	}
	return out
}

// Pulled is Φᵀc: what coefficients of points come to as weights of features.
func Pulled(phi [][]float64, c []float64) []float64 {
	w := make([]float64, len(phi[0]))
	for j, v := range c {
		floats.AddScaled(w, v, phi[j])
	}
	return w
}

// Largest is the largest |Kᵢⱼ|.
func (p Points) Largest() float64 {
	var size float64
	for i := range p.Y {
		for _, v := range p.Gram.Row(i) {
			size = math.Max(size, math.Abs(v))
		}
	}
	return size
}

// Claimed is the solver whose laws a solver must obey: the one it says it is,
// or itself.
func Claimed(s solvers.Solver) solvers.Solver {
	for range 8 { // one that claims to be itself has no end
		c, ok := s.(interface{ Claims() solvers.Solver })
		if !ok {
			break
		}
		s = c.Claims()
	}
	return s
}

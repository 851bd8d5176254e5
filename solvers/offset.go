package solvers

import "math"

// Offset is what an α leaves open of the bias b. With sᵢ = Σⱼ αⱼtⱼKᵢⱼ the
// conditions of the optimum say of each point what b may be: a point whose tα
// can grow needs b ≥ tᵢ − sᵢ, one whose tα can shrink b ≤ tᵢ − sᵢ, and a free
// one, 0 < α < C, both (Keerthi et al. 2001, equations 11 and 12).
type Offset struct {
	// Each is tᵢ − sᵢ, the b with which point i lies on the margin.
	Each []float64
	// Free lists the points with 0 < α < C, from 0.
	Free []int
	// Lo and Hi bound b: at the optimum Lo ≤ Hi, and every b between them has the
	// same primal objective. Where some point is free they are equal. Before the
	// optimum Lo > Hi, and Lo − Hi is the largest violation.
	Lo, Hi float64
	// Mean is that of Each over the free points, the middle of Lo and Hi where
	// none is.
	Mean float64
}

// OffsetOf returns what α, one entry a point in [0, c], leaves open of b, for
// labels −1/+1 and c above 0, +Inf for the hard margin. Lo is −Inf and Hi +Inf
// where no point bounds them, which takes α = 0 and one class alone. It panics
// where the lengths differ.
func OffsetOf(g Gram, t, alpha []float64, c float64) Offset {
	if len(t) != g.Len() || len(alpha) != g.Len() {
		panic("solvers: OffsetOf needs one label and one α a point")
	}
	st := SMO{C: c}.newState(&Problem{gram: g, y: t, dim: len(t)}, alpha, nil)
	o := Offset{Lo: math.Inf(-1), Hi: math.Inf(1)}
	var sum float64
	for i, a := range alpha {
		b := -st.F(i)
		o.Each = append(o.Each, b)
		if st.up(i) {
			o.Lo = math.Max(o.Lo, b)
		}
		if st.low(i) {
			o.Hi = math.Min(o.Hi, b)
		}
		if a > 0 && a < c {
			o.Free = append(o.Free, i)
			sum += b
		}
	}
	o.Mean = (o.Lo + o.Hi) / 2
	if len(o.Free) > 0 {
		o.Mean = sum / float64(len(o.Free))
	}
	return o
}

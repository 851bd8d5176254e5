package solvers

import "math"

// CoordinateAscent maximises the dual of the support vector machine *without an
// offset*,
//
//	W(α) = Σᵢ αᵢ − ½ ΣᵢΣⱼ αᵢαⱼtᵢtⱼKᵢⱼ,   0 ≤ αᵢ ≤ C,
//
// one α at a time (Hsieh, Chang, Lin, Keerthi and Sundararajan 2008, algorithm
// 1): along αᵢ alone W is a parabola with its top at αᵢ + (1 − tᵢfᵢ)/Kᵢᵢ, which
// is clipped to the box. Without an offset there is no Σαt = 0, so one α can move
// alone; with k + 1 for k the offset is Σαt, and is penalised with w.
//
// It stops where no α would move f at its own point by more than tol, and is not
// ok where it has not after so many sweeps. C may be +Inf. Labels are −1 and +1;
// a Kᵢᵢ that is not positive leaves αᵢ at 0. It panics where there is not one
// label a point.
func CoordinateAscent(g Gram, t []float64, c, tol float64, sweeps int) (alpha []float64, ok bool) {
	if g.Len() != len(t) {
		panic("solvers: labels and Gram matrix differ in length")
	}
	alpha, f := make([]float64, len(t)), make([]float64, len(t))
	for range sweeps {
		var moved float64
		for i := range t {
			kii := g.At(i, i)
			if !(kii > 0) {
				continue
			}
			to := math.Min(math.Max(alpha[i]+(1-t[i]*f[i])/kii, 0), c)
			by := to - alpha[i]
			alpha[i] = to
			for j := range f {
				f[j] += by * t[i] * g.At(i, j)
			}
			moved = math.Max(moved, math.Abs(by)*kii)
		}
		if moved <= tol {
			return alpha, true
		}
	}
	return alpha, false
}

package solvers

import "math"

// lowest returns b_up, the least score + up, and where it is; −1 where there
// is none.
func lowest(score, up []float64) (bUp float64, k int) {
	bUp, k = math.Inf(1), -1
	up = up[:len(score)]
	for i, s := range score {
		if f := s + up[i]; f < bUp {
			bUp, k = f, i
		}
	}
	return bUp, k
}

// highest returns b_low, the largest score + low.
func highest(score, low []float64) float64 {
	bLow := math.Inf(-1)
	low = low[:len(score)]
	for i, s := range score {
		if f := s + low[i]; f > bLow {
			bLow = f
		}
	}
	return bLow
}

// advance adds ck·rk + cl·rl to the scores and returns what [lowest] would: one
// pass over memory in place of three.
func advance[T entry](score, up []float64, rk, rl []T, ck, cl float64) (bUp float64, k int) {
	bUp, k = math.Inf(1), -1
	up, rk, rl = up[:len(score)], rk[:len(score)], rl[:len(score)]
	for i, s := range score {
		s = s + ck*float64(rk[i]) + cl*float64(rl[i])
		score[i] = s
		if f := s + up[i]; f < bUp {
			bUp, k = f, i
		}
	}
	return bUp, k
}

// bestPartner returns b_low, and the ℓ of I_low that gains most with a k whose
// F is bUp, by (Fℓ − Fk)²/κ (Fan, Chen, Lin 2005, eq. 3); −1 where none gains.
// The division is left out where its outcome is clear: a product that is a
// little too small cannot win.
func bestPartner[T entry](score, low, diag []float64, row []T, bUp, kkk float64) (bLow float64, l int) {
	const clear = 1 - 8*epsilon
	bLow, l = math.Inf(-1), -1
	best, bar := 0.0, 0.0
	low, diag, row = low[:len(score)], diag[:len(score)], row[:len(score)]
	for i, s := range score {
		f := s + low[i]
		if f > bLow {
			bLow = f
		}
		gap := f - bUp
		kappa := kkk + diag[i] - 2*float64(row[i])
		if kappa < tinyKappa {
			kappa = tinyKappa
		}
		if gap*math.Abs(gap) <= bar*kappa {
			continue
		}
		if gain := gap * gap / kappa; gain > best {
			best, bar, l = gain, gain*clear, i
		}
	}
	return bLow, l
}

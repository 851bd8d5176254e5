package vec

import "math"

// Entry is the type of the numbers in a row of a Gram matrix.
type Entry interface{ float32 | float64 }

// Lowest returns b_up, the smallest score[i] + up[i], and its index k. up[i] is −tᵢ for the points
// from which k is chosen, and +Inf for the others. If no sum is below +Inf, k is −1.
func Lowest(score, up []float64) (bUp float64, k int) {
	bUp, k = math.Inf(1), -1
	up = up[:len(score)]
	for i, s := range score {
		if f := s + up[i]; f < bUp {
			bUp, k = f, i
		}
	}
	return bUp, k
}

// Highest returns b_low, the largest score[i] + low[i]. low[i] is −tᵢ for the points from which l, the
// partner of k, is chosen, and −Inf for the others.
func Highest(score, low []float64) float64 {
	bLow := math.Inf(-1)
	low = low[:len(score)]
	for i, s := range score {
		if f := s + low[i]; f > bLow {
			bLow = f
		}
	}
	return bLow
}

// AdvanceScores updates the scores after a step of SMO, which changes the α of two points k and l.
// It adds ck·rk[i] + cl·rl[i] to each score[i], where rk and rl are the rows of the points in the
// Gram matrix, and returns the result of [Lowest] for the new scores. It passes over memory once
// instead of three times.
func AdvanceScores[T Entry](score, up []float64, rk, rl []T, ck, cl float64) (bUp float64, k int) {
	if !hasVector {
		return advancePlain(score, up, rk, rl, ck, cl)
	}
	const chunk = 512 // short enough to search it for the index of the minimum
	bUp, k = math.Inf(1), -1
	start := 0
	for ; len(score)-start >= 4; start += chunk {
		quads := min(chunk, len(score)-start) / 4
		if leastSum := advanceQuads(score[start:], up[start:], rk[start:], rl[start:], quads, ck, cl); leastSum < bUp {
			bUp, k = leastSum, start
		}
	}
	if k >= 0 {
		for score[k]+up[k] != bUp {
			k++
		}
	}
	start = len(score) &^ 3
	if f, i := advancePlain(score[start:], up[start:], rk[start:], rl[start:], ck, cl); f < bUp {
		bUp, k = f, start+i
	}
	return bUp, k
}

func advanceQuads[T Entry](score, up []float64, rk, rl []T, quads int, ck, cl float64) float64 {
	switch rk := any(rk).(type) {
	case []float64:
		return advance64(&score[0], &up[0], &rk[0], &any(rl).([]float64)[0], quads, ck, cl)
	case []float32:
		return advance32(&score[0], &up[0], &rk[0], &any(rl).([]float32)[0], quads, ck, cl)
	}
	panic("vec: rows hold float64 or float32")
}

// advancePlain is AdvanceScores in plain Go.
func advancePlain[T Entry](score, up []float64, rk, rl []T, ck, cl float64) (bUp float64, k int) {
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

// TinyKappa replaces a κ = ‖φₖ − φₗ‖² that is not positive. The assembly repeats the constant.
const TinyKappa = 1e-12

// partnerSearch is the state of the search by [BestPartner] for the l with the largest gain
// (f − bUp)²/κ (Fan, Chen, Lin 2005, eq. 3).
type partnerSearch struct {
	bUp, diagK float64
	bLow       float64 // the largest f so far
	l          int     // the best l so far, or −1
	bestGain   float64 // gain of l
	threshold  float64 // a little less than bestGain; gains up to threshold are rejected without a division
}

// BestPartner returns b_low, the largest f = score + low, and the index l with the largest (f − bUp)²/κ
// among the indices with f > bUp, where κ = diagK + diag[l] − 2·row[l]. diagK is K(k, k), and row is
// the row of k. If there is no such index, l is −1.
func BestPartner[T Entry](score, low, diag []float64, row []T, bUp, diagK float64) (bLow float64, l int) {
	p := partnerSearch{bUp: bUp, diagK: diagK, bLow: math.Inf(-1), l: -1}
	if !hasVector || len(score) < 4 {
		partnerPlain(&p, score, low, diag, row, 0, len(score))
		return p.bLow, p.l
	}
	high := [4]float64{p.bLow, p.bLow, p.bLow, p.bLow}
	end := len(score) &^ 3
	for i := 0; i < end; i += 4 {
		i += 4 * scanQuads(&p, score[i:], low[i:], diag[i:], row[i:], (end-i)/4, &high)
		if i < end {
			partnerPlain(&p, score, low, diag, row, i, i+4)
		}
	}
	partnerPlain(&p, score, low, diag, row, end, len(score))
	for _, f := range high {
		p.bLow = max(p.bLow, f)
	}
	return p.bLow, p.l
}

func scanQuads[T Entry](p *partnerSearch, score, low, diag []float64, row []T, quads int, high *[4]float64) int {
	switch row := any(row).(type) {
	case []float64:
		return scan64(&score[0], &low[0], &diag[0], &row[0], quads, p.bUp, p.diagK, p.threshold, high)
	case []float32:
		return scan32(&score[0], &low[0], &diag[0], &row[0], quads, p.bUp, p.diagK, p.threshold, high)
	}
	panic("vec: rows hold float64 or float32")
}

// partnerPlain continues the search with the indices start … end−1, in plain Go.
func partnerPlain[T Entry](p *partnerSearch, score, low, diag []float64, row []T, start, end int) {
	const slightlyLess = 1 - 0x1p-49 // 1 − 8ε
	for i := start; i < end; i++ {
		f := score[i] + low[i]
		if f > p.bLow {
			p.bLow = f
		}
		gap := f - p.bUp
		kappa := p.diagK + diag[i] - 2*float64(row[i])
		if kappa < TinyKappa {
			kappa = TinyKappa
		}
		if gap*math.Abs(gap) <= p.threshold*kappa {
			continue
		}
		if gain := gap * gap / kappa; gain > p.bestGain {
			p.bestGain, p.threshold, p.l = gain, gain*slightlyLess, i
		}
	}
}

//go:build amd64

package vec

import "golang.org/x/sys/cpu"

// hasVector reports whether the assembly can be used. It needs AVX2 and an
// operating system that saves the registers.
var hasVector = cpu.X86.HasAVX2

// distanceBlocks applies [distance8] to each block of eight points with d ≥ 1
// coordinates. The number of blocks is at least 1.
//
//go:noescape
func distanceBlocks(dst, x, block *float64, d, blocks int, factor float64)

// dotBlocks applies [dot8] to each block of eight points with d ≥ 1 coordinates.
// The number of blocks is at least 1.
//
//go:noescape
func dotBlocks(dst, x, block *float64, d, blocks int)

// expBlocks applies [expPlain] to 4·quads numbers, quads ≥ 1.
//
//go:noescape
func expBlocks(v *float64, quads int, powers *[64]uint64, c *[9]float64)

// outerBlocks does the work of [outerPlain] for four rows of dst and 8·blocks columns. The rows of
// dst and right are w numbers apart, and the rows of left are stride numbers apart. terms and
// blocks are at least 1.
//
//go:noescape
func outerBlocks(dst, left, right *float64, terms, stride, w, blocks int)

// advance64 adds ck·rk + cl·rl to 4·quads scores, quads ≥ 1, and returns the least score[i] +
// up[i].
//
//go:noescape
func advance64(score, up, rk, rl *float64, quads int, ck, cl float64) float64

// advance32 is advance64 for rows in float32.
//
//go:noescape
func advance32(score, up *float64, rk, rl *float32, quads int, ck, cl float64) float64

// scan64 searches quads ≥ 1 groups of four entries for the first group that contains an entry with
// gap·|gap| > threshold·κ, with gap = score + low − bUp and κ as in [BestPartner]. It returns the
// index of that group, or quads if there is none. It raises high[j] to the largest score[i] + low[i]
// at position j of the groups up to and including that group.
//
//go:noescape
func scan64(score, low, diag, row *float64, quads int, bUp, diagK, threshold float64, high *[4]float64) int

// scan32 is scan64 for a row in float32.
//
//go:noescape
func scan32(score, low, diag *float64, row *float32, quads int, bUp, diagK, threshold float64, high *[4]float64) int

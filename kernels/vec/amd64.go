//go:build amd64

package vec

import "golang.org/x/sys/cpu"

// What the processor can do is looked up once; the functions in assembly need
// AVX2, and registers that the system saves.
var hasVector = cpu.X86.HasAVX2

// distanceBlocks is [distance8] for blocks ≥ 1 blocks of eight points with
// d ≥ 1 coordinates.
//
//go:noescape
func distanceBlocks(dst, x, block *float64, d, blocks int, factor float64)

// dotBlocks is [dot8] for blocks ≥ 1 blocks of eight points with d ≥ 1
// coordinates.
//
//go:noescape
func dotBlocks(dst, x, block *float64, d, blocks int)

// expBlocks is [expEach] for 4·quads numbers, quads ≥ 1.
//
//go:noescape
func expBlocks(v *float64, quads int, powers *[64]uint64, c *[9]float64)

// outerBlocks is [outerEach] for four rows of dst, 8·blocks columns and so many
// terms: dst and right have rows of w numbers, left of stride; terms and blocks
// are at least 1.
//
//go:noescape
func outerBlocks(dst, left, right *float64, terms, stride, w, blocks int)

// advance64 adds ck·rk + cl·rl to 4·quads scores, quads ≥ 1, and returns the
// least score + up.
//
//go:noescape
func advance64(score, up, rk, rl *float64, quads int, ck, cl float64) float64

// advance32 is advance64 for rows in float32.
//
//go:noescape
func advance32(score, up *float64, rk, rl *float32, quads int, ck, cl float64) float64

// scan64 goes through quads ≥ 1 groups of four, up to the first in which
// gap·|gap| > bar·κ somewhere, and returns which that is, or quads. It raises
// high to the largest score + low on its way, that group included.
//
//go:noescape
func scan64(score, low, diag, row *float64, quads int, bUp, kkk, bar float64, high *[4]float64) int

// scan32 is scan64 for a row in float32.
//
//go:noescape
func scan32(score, low, diag *float64, row *float32, quads int, bUp, kkk, bar float64, high *[4]float64) int

package kernels

import "golang.org/x/sys/cpu"

// What the processor can do is looked up once; the functions of
// vector_amd64.s need AVX2, and registers that the system saves.
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

// expBlocks is [expTable.expEach] for 4·quads numbers, quads ≥ 1.
//
//go:noescape
func expBlocks(v *float64, quads int, table *expTable, c *[9]float64)

// outerBlocks is [outerEach] for four rows of dst, 8·blocks columns and so many
// terms: dst and right have rows of w numbers, left of stride; terms and blocks
// are at least 1.
//
//go:noescape
func outerBlocks(dst, left, right *float64, terms, stride, w, blocks int)

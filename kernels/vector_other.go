//go:build !amd64

package kernels

const hasVector = false

func distanceBlocks(dst, x, block *float64, d, blocks int, factor float64) {
	panic("kernels: amd64 only")
}

func dotBlocks(dst, x, block *float64, d, blocks int) { panic("kernels: amd64 only") }

func expBlocks(v *float64, quads int, table *expTable, c *[9]float64) { panic("kernels: amd64 only") }

func outerBlocks(dst, left, right *float64, terms, stride, w, blocks int) {
	panic("kernels: amd64 only")
}

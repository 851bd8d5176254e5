package vec

// AddOuter adds left·right to dst, where left is h×n, right is n×w, and all
// matrices are stored by rows. Every entry of dst adds its n terms in the same
// order in both versions, so a picture has the same bits on every machine
// without fused operations.
func AddOuter(dst, left, right []float64, h, n, w int) {
	// Process right in groups of rows that stay in the cache: apply each group to
	// all rows of dst before the next.
	const rows, columns, stretch = 4, 8, 128
	if !hasVector || n == 0 || h < rows || w < columns {
		outerEach(dst, left, right, n, w, 0, h, 0)
		return
	}
	blocks, r := w/columns, h-h%rows
	for k := 0; k < n; k += stretch {
		for i := 0; i < r; i += rows {
			outerBlocks(&dst[i*w], &left[i*n+k], &right[k*w], min(stretch, n-k), n, w, blocks)
		}
	}
	outerEach(dst, left, right, n, w, 0, r, blocks*columns)
	outerEach(dst, left, right, n, w, r, h, 0)
}

// outerEach is AddOuter in plain Go for the rows from … to−1 and the columns
// from first on.
func outerEach(dst, left, right []float64, n, w, from, to, first int) {
	if first >= w {
		return
	}
	for r := from; r < to; r++ {
		row := dst[r*w+first : (r+1)*w]
		for k, l := range left[r*n : (r+1)*n] {
			terms := right[k*w+first : (k+1)*w]
			for c := range row {
				row[c] += l * terms[c]
			}
		}
	}
}

package vec

// Lanes is the number of points in a block. A block interleaves their
// coordinates: coordinate j of point i is at j·Lanes + i.
const Lanes = 8

// Wide reports whether vector instructions process the blocks.
func Wide() bool { return hasVector }

// Blocks fills dst with factor times the squared distances between x and the points of consecutive
// blocks. If factor is 0, it writes the inner products of x with these points instead. The length
// of dst is a multiple of [Lanes].
func Blocks(dst, x, block []float64, factor float64) {
	d, n := len(x), len(dst)/Lanes
	switch {
	case d == 0:
		clear(dst)
	case hasVector && factor == 0:
		dotBlocks(&dst[0], &x[0], &block[0], d, n)
	case hasVector:
		distanceBlocks(&dst[0], &x[0], &block[0], d, n, factor)
	default:
		blocksEach(dst, x, block, factor)
	}
}

// blocksEach is Blocks in plain Go.
func blocksEach(dst, x, block []float64, factor float64) {
	for i, size := 0, Lanes*len(x); i < len(dst); i, block = i+Lanes, block[size:] {
		out := (*[Lanes]float64)(dst[i:])
		if factor == 0 {
			dot8(out, x, block[:size])
		} else {
			distance8(out, x, block[:size], factor)
		}
	}
}

// dot8 writes the inner products of x with the eight points of a block.
// Independent sums keep the processor's adders busy, while each addition to a
// single sum would have to wait for the previous one.
func dot8(out *[Lanes]float64, x, block []float64) {
	var s0, s1, s2, s3, s4, s5, s6, s7 float64
	at := 0
	for _, v := range x {
		c := block[at : at+Lanes : at+Lanes]
		s0 += c[0] * v
		s1 += c[1] * v
		s2 += c[2] * v
		s3 += c[3] * v
		s4 += c[4] * v
		s5 += c[5] * v
		s6 += c[6] * v
		s7 += c[7] * v
		at += Lanes
	}
	out[0], out[1], out[2], out[3] = s0, s1, s2, s3
	out[4], out[5], out[6], out[7] = s4, s5, s6, s7
}

// distance8 writes factor times the squared distances between x and the eight
// points of a block. It sums squared differences, so equal points have distance
// exactly 0.
func distance8(out *[Lanes]float64, x, block []float64, factor float64) {
	for half := 0; half < Lanes; half += 4 {
		var s0, s1, s2, s3 float64
		at := half
		for _, v := range x {
			c := block[at : at+4 : at+4]
			d0, d1, d2, d3 := c[0]-v, c[1]-v, c[2]-v, c[3]-v
			s0 += d0 * d0
			s1 += d1 * d1
			s2 += d2 * d2
			s3 += d3 * d3
			at += Lanes
		}
		out[half], out[half+1], out[half+2], out[half+3] = s0*factor, s1*factor, s2*factor, s3*factor
	}
}

// AddOuter adds left·right to dst, where left is h×n, right is n×w, dst is h×w,
// and all matrices are stored by rows. Every entry of dst adds its n terms in the same
// order with and without vector instructions, so a picture has the same bits on
// every machine without fused operations.
func AddOuter(dst, left, right []float64, h, n, w int) {
	// Take the rows of right in groups that fit in the cache, and apply each group to all rows of
	// dst before the next group.
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

// outerEach is AddOuter in plain Go, for the rows with indices from … to−1 and the
// columns with indices first … w−1.
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

// Package vec contains the operations on slices of numbers that take most of the time in kernels
// and solvers: inner products and distances (to one point or to blocks of eight), exponentials,
// sums of outer products, and the scans over an SVM's scores that choose the pair of a step.
//
// Every function has a version in plain Go. On processors with AVX2, assembly
// does most of the work with the same operations in the same order. So the
// results have the same bits on every machine without fused operations.
//
// The package knows no kernel, no solver and no problem, imports no other
// package of this module and keeps no state.
package vec

import (
	"math"
	"runtime"
	"sync"
	"sync/atomic"
)

// Dot returns the inner product of two vectors of the same length.
func Dot(x, z []float64) float64 {
	CheckLengths(x, z)
	z = z[:len(x)]
	var s float64
	for i, v := range x {
		s += v * z[i]
	}
	return s
}

// Dist2 returns the squared Euclidean distance of two vectors of the same length. It sums squared
// differences, which give exactly 0 for equal points, unlike ‖x‖² + ‖z‖² − 2x·z.
func Dist2(x, z []float64) float64 {
	CheckLengths(x, z)
	z = z[:len(x)]
	var s float64
	for i, v := range x {
		d := v - z[i]
		s += d * d
	}
	return s
}

// CheckLengths panics if two vectors have different lengths.
func CheckLengths(x, z []float64) {
	if len(x) != len(z) {
		panic("vec: length mismatch")
	}
}

// ForRanges divides the indices 0 … n−1 into ranges of length size; the last range may be shorter.
// It calls do with the range start … end−1 for each of them, on all cores, and returns after the
// last call. If a call panics, ForRanges panics with the same value.
func ForRanges(n, size int, do func(start, end int)) {
	var next atomic.Int64
	var panicValue atomic.Pointer[any]
	work := func() {
		defer func() {
			if r := recover(); r != nil {
				panicValue.CompareAndSwap(nil, &r)
			}
		}()
		for {
			start := int(next.Add(int64(size))) - size
			if start >= n {
				return
			}
			do(start, min(start+size, n))
		}
	}
	var others sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), (n+size-1)/size) - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
	if r := panicValue.Load(); r != nil {
		panic(*r)
	}
}

// powers[i] holds the bits of 2^(i/64) minus i<<46, for i = 0 … 63. For any integer k, powers[k mod
// 64] + k<<46 are therefore the bits of 2^(k/64). It is read-only.
var powers = func() *[64]uint64 {
	t := new([64]uint64)
	for i := range t {
		t[i] = math.Float64bits(math.Exp2(float64(i)/64)) - uint64(i)<<46
	}
	return t
}()

const (
	ln2Hi = 0x1.62e42fefa0000p-1 // the leading bits of ln 2; ln2Lo is the remainder
	ln2Lo = 0x1.cf79abc9e3b39p-40
	// Adding rounder to a number below 2⁵¹ leaves the nearest integer in the
	// lowest bits.
	rounder = 0x1.8p52
	// At x = expLowest, e^x is close to the smallest normal number. For smaller x, Exp returns 0.
	expLowest = -708.0
)

// Exp replaces every x ≤ 0 in v by e^x, with a relative error below 1e-15. It
// writes x = (k·ln 2)/64 + r with |r| ≤ ln 2/128 and computes e^r from five
// terms (the sixth is below 4e-17), as in Tang (1989), "Table-driven
// implementation of the exponential function in IEEE floating-point
// arithmetic". It takes a third of the time of math.Exp and also works for 0 <
// x ≤ 700.
func Exp(v []float64) {
	if quads := len(v) / 4; hasVector && quads > 0 {
		expBlocks(&v[0], quads, powers, &expConstants)
		v = v[4*quads:]
	}
	expPlain(v)
}

// expConstants holds the constants of [expPlain] for the assembly. It is
// read-only.
var expConstants = [9]float64{64 / math.Ln2, rounder, ln2Hi / 64, ln2Lo / 64, 0.5, 1. / 6, 1. / 24, 1. / 120, expLowest}

// expPlain is Exp in plain Go.
func expPlain(v []float64) {
	for i, x := range v {
		if !(x >= expLowest) {
			v[i] = expBelowRange(x)
			continue
		}
		k := x*(64/math.Ln2) + rounder
		bits := math.Float64bits(k)
		k -= rounder
		r := x - k*(ln2Hi/64) - k*(ln2Lo/64)
		scale := math.Float64frombits(powers[bits%64] + bits<<46)
		r2 := r * r
		p := r + r2*(0.5+r*(1./6)) + r2*r2*(1./24+r*(1./120))
		v[i] = scale + scale*p
	}
}

// expBelowRange returns e^x for an x that is not at least expLowest: 0, or NaN if x is NaN.
func expBelowRange(x float64) float64 {
	if x < expLowest {
		return 0
	}
	return x
}

// Lanes is the number of points in a block. A block interleaves their
// coordinates: coordinate j of point i is at j·Lanes + i.
const Lanes = 8

// UsesVectorInstructions reports whether vector instructions process blocks of points.
func UsesVectorInstructions() bool { return hasVector }

// FillBlocks fills dst with factor times the squared distances between x and the points of
// consecutive blocks. If factor is 0, it writes the inner products of x with these points instead.
// The length of dst is a multiple of [Lanes].
func FillBlocks(dst, x, block []float64, factor float64) {
	d, n := len(x), len(dst)/Lanes
	switch {
	case d == 0:
		clear(dst)
	case hasVector && factor == 0:
		dotBlocks(&dst[0], &x[0], &block[0], d, n)
	case hasVector:
		distanceBlocks(&dst[0], &x[0], &block[0], d, n, factor)
	default:
		blocksPlain(dst, x, block, factor)
	}
}

// blocksPlain is [FillBlocks] in plain Go.
func blocksPlain(dst, x, block []float64, factor float64) {
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
	start := 0
	for _, v := range x {
		c := block[start : start+Lanes : start+Lanes]
		s0 += c[0] * v
		s1 += c[1] * v
		s2 += c[2] * v
		s3 += c[3] * v
		s4 += c[4] * v
		s5 += c[5] * v
		s6 += c[6] * v
		s7 += c[7] * v
		start += Lanes
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
		start := half
		for _, v := range x {
			c := block[start : start+4 : start+4]
			d0, d1, d2, d3 := c[0]-v, c[1]-v, c[2]-v, c[3]-v
			s0 += d0 * d0
			s1 += d1 * d1
			s2 += d2 * d2
			s3 += d3 * d3
			start += Lanes
		}
		out[half], out[half+1], out[half+2], out[half+3] = s0*factor, s1*factor, s2*factor, s3*factor
	}
}

// AddOuter adds left·right to dst, where left is h×n, right is n×w, dst is h×w,
// and all matrices are stored by rows. Every entry of dst adds its n terms in the same
// order with and without vector instructions, so the result has the same bits on
// every machine without fused operations.
func AddOuter(dst, left, right []float64, h, n, w int) {
	// Take the rows of right in groups that fit in the cache, and apply each group to all rows of
	// dst before the next group.
	const rows, columns, groupSize = 4, 8, 128
	if !hasVector || n == 0 || h < rows || w < columns {
		outerPlain(dst, left, right, n, w, 0, h, 0)
		return
	}
	blocks, wholeRows := w/columns, h-h%rows
	for k := 0; k < n; k += groupSize {
		for i := 0; i < wholeRows; i += rows {
			outerBlocks(&dst[i*w], &left[i*n+k], &right[k*w], min(groupSize, n-k), n, w, blocks)
		}
	}
	outerPlain(dst, left, right, n, w, 0, wholeRows, blocks*columns)
	outerPlain(dst, left, right, n, w, wholeRows, h, 0)
}

// outerPlain is AddOuter in plain Go, for the rows start … end−1 and the columns firstColumn … w−1.
func outerPlain(dst, left, right []float64, n, w, start, end, firstColumn int) {
	if firstColumn >= w {
		return
	}
	for r := start; r < end; r++ {
		row := dst[r*w+firstColumn : (r+1)*w]
		for k, l := range left[r*n : (r+1)*n] {
			terms := right[k*w+firstColumn : (k+1)*w]
			for c := range row {
				row[c] += l * terms[c]
			}
		}
	}
}

// Package vec contains the operations on slices of numbers that take most of the time in kernels
// and solvers: inner products and distances (to one point or to blocks of eight), exponentials,
// sums of outer products, and the scans over an SVM's scores.
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
// It calls do with the range from … to−1 for each of them, on all cores, and returns after the last
// call. If a call panics, ForRanges panics with the same value.
func ForRanges(n, size int, do func(from, to int)) {
	var next atomic.Int64
	var broken atomic.Pointer[any]
	work := func() {
		defer func() {
			if r := recover(); r != nil {
				broken.CompareAndSwap(nil, &r)
			}
		}()
		for {
			from := int(next.Add(int64(size))) - size
			if from >= n {
				return
			}
			do(from, min(from+size, n))
		}
	}
	var others sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), (n+size-1)/size) - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
	if r := broken.Load(); r != nil {
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
	expEach(v)
}

// expConstants holds the constants of [expEach] for the assembly. It is
// read-only.
var expConstants = [9]float64{64 / math.Ln2, rounder, ln2Hi / 64, ln2Lo / 64, 0.5, 1. / 6, 1. / 24, 1. / 120, expLowest}

// expEach is Exp in plain Go.
func expEach(v []float64) {
	for i, x := range v {
		if !(x >= expLowest) {
			v[i] = lowExp(x)
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

// lowExp returns 0 if x is below expLowest, and NaN if x is NaN.
func lowExp(x float64) float64 {
	if x < expLowest {
		return 0
	}
	return x
}

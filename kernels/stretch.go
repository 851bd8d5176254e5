package kernels

import (
	"runtime"
	"sync"
)

// Stretches computes rows of a Gram matrix stretch by stretch, for a solver
// that rearranges its points as it goes and wants only a part of each row: the
// fast way to many rows. The points are copied into one block of memory in
// which eight of them lie side by side, coordinate by coordinate.
//
// Values agree with the kernel's Eval to a relative 1e-15 times the size of
// the sums in them. Fill and Fill32 may be called from several goroutines,
// but not while Swap is.
type Stretches struct {
	kernel Kernel[[]float64]
	n, d   int
	block  []float64 // point i: coordinate j at (i/lanes·d + j)·lanes + i mod lanes
	exp    *expTable
	rows   packed // the points one by one, for kernels without a fast way
}

// lanes is the number of points that are worked on side by side.
const lanes = 8

// NewStretches prepares the rows of the Gram matrix of points, which are
// copied.
func NewStretches(k Kernel[[]float64], points [][]float64) *Stretches {
	s := &Stretches{kernel: k, n: len(points)}
	if s.n == 0 {
		return s
	}
	s.d = len(points[0])
	switch k.(type) {
	case Linear, Poly, RBF:
		s.exp = newExpTable()
		s.block = make([]float64, (s.n+lanes-1)/lanes*lanes*s.d)
		for i, x := range points {
			mustMatch(x, points[0])
			for j, v := range x {
				s.block[s.at(i, j)] = v
			}
		}
	default:
		s.rows = pack(points)
	}
	return s
}

// at is the index of coordinate j of point i in the block.
func (s *Stretches) at(i, j int) int { return (i/lanes*s.d+j)*lanes + i%lanes }

// Len returns the number of points.
func (s *Stretches) Len() int { return s.n }

// point copies the point at place i to dst.
func (s *Stretches) point(dst []float64, i int) []float64 {
	if s.block == nil {
		return s.rows.at(i)
	}
	dst = dst[:0]
	for j := range s.d {
		dst = append(dst, s.block[s.at(i, j)])
	}
	return dst
}

// Diag returns k(xᵢ, xᵢ).
func (s *Stretches) Diag(i int) float64 {
	x := s.point(nil, i)
	return s.kernel.Eval(x, x)
}

// Swap exchanges the points at places i and j.
func (s *Stretches) Swap(i, j int) {
	if s.block == nil {
		a, b := s.rows.at(i), s.rows.at(j)
		for c := range a {
			a[c], b[c] = b[c], a[c]
		}
		return
	}
	for c := range s.d {
		a, b := s.at(i, c), s.at(j, c)
		s.block[a], s.block[b] = s.block[b], s.block[a]
	}
}

// Fill writes k(xᵢ, x_from), k(xᵢ, x_from+1), … to dst.
func (s *Stretches) Fill(dst []float64, i, from int) {
	s.share(len(dst), func(x []float64, a, b int) { s.stretch(dst[a:b], x, from+a) }, i)
}

// Fill32 is Fill rounded to float32.
func (s *Stretches) Fill32(dst []float32, i, from int) {
	s.share(len(dst), func(x []float64, a, b int) {
		var buf [256]float64
		for a < b {
			part := buf[:min(len(buf), b-a)]
			s.stretch(part, x, from+a)
			for j, v := range part {
				dst[a+j] = float32(v)
			}
			a += len(part)
		}
	}, i)
}

// shareFrom is the work, in coordinates, from which a stretch is worth being
// divided among the cores.
const shareFrom = 1 << 16

// share calls do for the parts of a stretch of n, with point i.
func (s *Stretches) share(n int, do func(x []float64, a, b int), i int) {
	var buf [64]float64
	x := s.point(buf[:], i)
	workers := runtime.GOMAXPROCS(0)
	if workers == 1 || n*(s.d+8) < shareFrom {
		do(x, 0, n)
		return
	}
	var wg sync.WaitGroup
	part := (n/workers + lanes) / lanes * lanes
	for a := part; a < n; a += part {
		wg.Go(func() { do(x, a, min(a+part, n)) })
	}
	do(x, 0, min(part, n))
	wg.Wait()
}

// stretch writes k(x, x_from), … to dst.
func (s *Stretches) stretch(dst, x []float64, from int) {
	switch k := s.kernel.(type) {
	case Linear:
		s.dots(dst, x, from)
	case Poly:
		s.dots(dst, x, from)
		for j, v := range dst {
			dst[j] = intPow(v+k.C, k.Degree)
		}
	case RBF:
		s.distances(dst, x, from, -1/(2*k.Sigma*k.Sigma))
		s.exp.exp(dst)
	default:
		evalRow(dst, k, x, s.rows, from)
	}
}

// dots writes the inner products with x.
func (s *Stretches) dots(dst, x []float64, from int) {
	s.blocks(dst, from, func(dst []float64, b, blocks int) {
		block := s.block[b*lanes*s.d:]
		if hasVector && s.d > 0 {
			dotBlocks(&dst[0], &x[0], &block[0], s.d, blocks)
			return
		}
		for i := range blocks {
			dot8((*[lanes]float64)(dst[i*lanes:]), x, block[i*lanes*s.d:(i+1)*lanes*s.d])
		}
	})
}

// distances writes the squared distances from x, times factor.
func (s *Stretches) distances(dst, x []float64, from int, factor float64) {
	s.blocks(dst, from, func(dst []float64, b, blocks int) {
		block := s.block[b*lanes*s.d:]
		if hasVector && s.d > 0 {
			distanceBlocks(&dst[0], &x[0], &block[0], s.d, blocks, factor)
			return
		}
		for i := range blocks {
			distance8((*[lanes]float64)(dst[i*lanes:]), x, block[i*lanes*s.d:(i+1)*lanes*s.d], factor)
		}
	})
}

// blocks calls do for the whole blocks of a stretch from point from on, and for
// the parts of a block at its ends by way of a whole one.
func (s *Stretches) blocks(dst []float64, from int, do func(dst []float64, b, blocks int)) {
	var edge [lanes]float64
	for j := 0; j < len(dst); {
		b, skip := (from+j)/lanes, (from+j)%lanes
		whole := (len(dst) - j) / lanes
		if skip == 0 && whole > 0 {
			do(dst[j:j+whole*lanes], b, whole)
			j += whole * lanes
			continue
		}
		do(edge[:], b, 1)
		j += copy(dst[j:], edge[skip:])
	}
}

// dot8 is the inner product of x with eight points side by side. Four sums at
// a time keep the processor's adders busy, where one would wait for itself.
func dot8(out *[lanes]float64, x, block []float64) {
	var s0, s1, s2, s3, s4, s5, s6, s7 float64
	at := 0
	for _, v := range x {
		c := block[at : at+lanes : at+lanes]
		s0 += c[0] * v
		s1 += c[1] * v
		s2 += c[2] * v
		s3 += c[3] * v
		s4 += c[4] * v
		s5 += c[5] * v
		s6 += c[6] * v
		s7 += c[7] * v
		at += lanes
	}
	out[0], out[1], out[2], out[3] = s0, s1, s2, s3
	out[4], out[5], out[6], out[7] = s4, s5, s6, s7
}

// distance8 is factor times the squared distance of x from eight points, by
// differences: exactly 0 for equal points.
func distance8(out *[lanes]float64, x, block []float64, factor float64) {
	for half := 0; half < lanes; half += 4 {
		var s0, s1, s2, s3 float64
		at := half
		for _, v := range x {
			c := block[at : at+4 : at+4]
			d0, d1, d2, d3 := c[0]-v, c[1]-v, c[2]-v, c[3]-v
			s0 += d0 * d0
			s1 += d1 * d1
			s2 += d2 * d2
			s3 += d3 * d3
			at += lanes
		}
		out[half], out[half+1], out[half+2], out[half+3] = s0*factor, s1*factor, s2*factor, s3*factor
	}
}

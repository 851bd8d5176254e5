package kernels

import (
	"runtime"
	"sync"

	"kernellab/kernels/vec"
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
	rows   packed    // the points one by one, for kernels without a fast way
	works  sync.Pool
}

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
		s.block = make([]float64, (s.n+lanes-1)/lanes*lanes*s.d)
		for i, x := range points {
			vec.Match(x, points[0])
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

// lanes is the number of points that are worked on side by side.
const lanes = vec.Lanes

// cheapDim is how many coordinates points may have for their entries to take no
// longer than memory that is touched for the first time.
const cheapDim = 32

// Cheap reports that an entry takes a few nanoseconds: a kernel with a fast way,
// vector instructions, and points of few coordinates.
func (s *Stretches) Cheap() bool { return vec.Wide() && s.block != nil && s.d <= cheapDim }

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
	if part := s.part(len(dst)); part < len(dst) {
		vec.Parts(len(dst), part, func(a, b int) { s.fill(dst[a:b], i, from+a) })
		return
	}
	s.fill(dst, i, from)
}

// Fill32 is Fill rounded to float32.
func (s *Stretches) Fill32(dst []float32, i, from int) {
	if part := s.part(len(dst)); part < len(dst) {
		vec.Parts(len(dst), part, func(a, b int) { s.fill32(dst[a:b], i, from+a) })
		return
	}
	s.fill32(dst, i, from)
}

// work is the memory that a stretch takes while it is computed.
type work struct {
	x    []float64
	edge [lanes]float64
	wide [512]float64 // values on their way to float32
}

func (s *Stretches) fill(dst []float64, i, from int) {
	w := s.work(i)
	s.stretch(dst, w, from)
	s.works.Put(w)
}

func (s *Stretches) fill32(dst []float32, i, from int) {
	w := s.work(i)
	for len(dst) > 0 {
		wide := w.wide[:min(len(w.wide), len(dst))]
		s.stretch(wide, w, from)
		for j, v := range wide {
			dst[j] = float32(v)
		}
		dst, from = dst[len(wide):], from+len(wide)
	}
	s.works.Put(w)
}

// work returns memory for stretches of point i.
func (s *Stretches) work(i int) *work {
	w, ok := s.works.Get().(*work)
	if !ok {
		w = &work{}
	}
	w.x = s.point(w.x, i)
	return w
}

// shareFrom is the work, in coordinates, from which a stretch is worth being
// divided among the cores.
const shareFrom = 1 << 16

// part is how much of a stretch of n one core takes.
func (s *Stretches) part(n int) int {
	cores := runtime.GOMAXPROCS(0)
	if cores == 1 || n*(s.d+8) < shareFrom {
		return n
	}
	return (n/cores + lanes) / lanes * lanes
}

// stretch writes k(x, x_from), … to dst, x being w's.
func (s *Stretches) stretch(dst []float64, w *work, from int) {
	switch k := s.kernel.(type) {
	case Linear:
		s.blocks(dst, w, from, 0)
	case Poly:
		s.blocks(dst, w, from, 0)
		for j, v := range dst {
			dst[j] = intPow(v+k.C, k.Degree)
		}
	case RBF:
		s.blocks(dst, w, from, -1/(2*k.Sigma*k.Sigma))
		vec.Exp(dst)
	default:
		evalRow(dst, k, w.x, s.rows, from)
	}
}

// blocks writes factor times the squared distances from x, or where factor is
// 0, the inner products with x: block by block, and at the ends of a stretch
// that cuts a block, by way of the whole one.
func (s *Stretches) blocks(dst []float64, w *work, from int, factor float64) {
	for j := 0; j < len(dst); {
		b, skip := (from+j)/lanes, (from+j)%lanes
		block := s.block[b*lanes*s.d:]
		if whole := (len(dst) - j) / lanes; skip == 0 && whole > 0 {
			vec.Blocks(dst[j:j+whole*lanes], w.x, block, factor)
			j += whole * lanes
			continue
		}
		vec.Blocks(w.edge[:], w.x, block, factor)
		j += copy(dst[j:], w.edge[skip:])
	}
}

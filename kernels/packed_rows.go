package kernels

import (
	"runtime"
	"sync"

	"kernellab/kernels/vec"
)

// PackedRows computes parts of rows of a Gram matrix, for a solver that reorders its points and
// needs only a part of each row. It is the fastest way to compute many rows. It copies the points
// into one block of memory, in groups of eight with interleaved coordinates.
//
// The values differ from those of the kernel's Eval by at most 1e-15 times the sums that Eval
// computes. Several goroutines may call Fill and Fill32 at the same time, but not during a call of
// Swap.
type PackedRows struct {
	kernel Kernel[[]float64]
	n, dim int
	block  []float64    // coordinate j of point i at (i/lanes·d + j)·lanes + i mod lanes
	rows   packedPoints // the points one by one, for kernels without a fast method
	pool   sync.Pool
}

// NewPackedRows prepares the rows of the Gram matrix of points. It copies the
// points.
func NewPackedRows(k Kernel[[]float64], points [][]float64) *PackedRows {
	s := &PackedRows{kernel: k, n: len(points)}
	if s.n == 0 {
		return s
	}
	s.dim = len(points[0])
	switch k.(type) {
	case Linear, Poly, RBF:
		s.block = make([]float64, (s.n+lanes-1)/lanes*lanes*s.dim)
		for i, x := range points {
			vec.CheckLengths(x, points[0])
			for j, v := range x {
				s.block[s.coordinateIndex(i, j)] = v
			}
		}
	default:
		s.rows = packPoints(points)
	}
	return s
}

// coordinateIndex returns the index in the block of coordinate j of point i.
func (s *PackedRows) coordinateIndex(i, j int) int { return (i/lanes*s.dim+j)*lanes + i%lanes }

// Len returns the number of points.
func (s *PackedRows) Len() int { return s.n }

// point returns point i. It may use the memory of dst.
func (s *PackedRows) point(dst []float64, i int) []float64 {
	if s.block == nil {
		return s.rows.point(i)
	}
	dst = dst[:0]
	for j := range s.dim {
		dst = append(dst, s.block[s.coordinateIndex(i, j)])
	}
	return dst
}

// lanes is the number of points that are processed together.
const lanes = vec.Lanes

// cheapDim is the largest number of coordinates for which computing an entry
// takes no longer than touching new memory.
const cheapDim = 32

// HasCheapEntries reports whether an entry takes only a few nanoseconds. It does if the kernel has
// a fast method, the points have few coordinates and the processor has vector instructions.
func (s *PackedRows) HasCheapEntries() bool {
	return vec.UsesVectorInstructions() && s.block != nil && s.dim <= cheapDim
}

// Diag returns k(xᵢ, xᵢ).
func (s *PackedRows) Diag(i int) float64 {
	x := s.point(nil, i)
	return s.kernel.Eval(x, x)
}

// Swap exchanges points i and j.
func (s *PackedRows) Swap(i, j int) {
	if s.block == nil {
		a, b := s.rows.point(i), s.rows.point(j)
		for c := range a {
			a[c], b[c] = b[c], a[c]
		}
		return
	}
	for c := range s.dim {
		a, b := s.coordinateIndex(i, c), s.coordinateIndex(j, c)
		s.block[a], s.block[b] = s.block[b], s.block[a]
	}
}

// Fill writes k(xᵢ, x_from), k(xᵢ, x_from+1), … to dst.
func (s *PackedRows) Fill(dst []float64, i, from int) {
	if chunk := s.chunkSize(len(dst)); chunk < len(dst) {
		vec.ForRanges(len(dst), chunk, func(a, b int) { s.fill(dst[a:b], i, from+a) })
		return
	}
	s.fill(dst, i, from)
}

// Fill32 writes the values of Fill, rounded to float32.
func (s *PackedRows) Fill32(dst []float32, i, from int) {
	if chunk := s.chunkSize(len(dst)); chunk < len(dst) {
		vec.ForRanges(len(dst), chunk, func(a, b int) { s.fill32(dst[a:b], i, from+a) })
		return
	}
	s.fill32(dst, i, from)
}

// scratch holds the memory that computing a part of a row needs.
type scratch struct {
	x         []float64      // the point of the row
	edgeBlock [lanes]float64 // the values of a block if only some of them are needed
	unrounded [512]float64   // values before the conversion to float32
}

func (s *PackedRows) fill(dst []float64, i, from int) {
	work := s.scratchFor(i)
	s.fillPart(dst, work, from)
	s.pool.Put(work)
}

func (s *PackedRows) fill32(dst []float32, i, from int) {
	work := s.scratchFor(i)
	for len(dst) > 0 {
		values := work.unrounded[:min(len(work.unrounded), len(dst))]
		s.fillPart(values, work, from)
		for j, v := range values {
			dst[j] = float32(v)
		}
		dst, from = dst[len(values):], from+len(values)
	}
	s.pool.Put(work)
}

// scratchFor returns memory for computing parts of row i, with x set to point i.
func (s *PackedRows) scratchFor(i int) *scratch {
	work, ok := s.pool.Get().(*scratch)
	if !ok {
		work = &scratch{}
	}
	work.x = s.point(work.x, i)
	return work
}

// minSharedWork is the amount of work, in coordinates, from which dividing a part of a row among the
// cores saves time.
const minSharedWork = 1 << 16

// chunkSize returns how many of n entries each core computes. It is n if one core computes all.
func (s *PackedRows) chunkSize(n int) int {
	cores := runtime.GOMAXPROCS(0)
	if cores == 1 || n*(s.dim+8) < minSharedWork {
		return n
	}
	return (n/cores + lanes) / lanes * lanes
}

// fillPart writes k(x, x_from), k(x, x_from+1), … to dst, where x is work.x.
func (s *PackedRows) fillPart(dst []float64, work *scratch, from int) {
	switch k := s.kernel.(type) {
	case Linear:
		s.fillBlocks(dst, work, from, 0)
	case Poly:
		s.fillBlocks(dst, work, from, 0)
		for j, v := range dst {
			dst[j] = intPow(v+k.C, k.Degree)
		}
	case RBF:
		s.fillBlocks(dst, work, from, -1/(2*k.Sigma*k.Sigma))
		vec.Exp(dst)
	default:
		evalRow(dst, k, work.x, s.rows, from)
	}
}

// fillBlocks writes factor times the squared distances from x to dst, or the inner products with x if
// factor is 0. If dst begins or ends inside a block, it computes that whole block and copies a part
// of it.
func (s *PackedRows) fillBlocks(dst []float64, work *scratch, from int, factor float64) {
	for j := 0; j < len(dst); {
		b, skip := (from+j)/lanes, (from+j)%lanes
		block := s.block[b*lanes*s.dim:]
		if wholeBlocks := (len(dst) - j) / lanes; skip == 0 && wholeBlocks > 0 {
			vec.FillBlocks(dst[j:j+wholeBlocks*lanes], work.x, block, factor)
			j += wholeBlocks * lanes
			continue
		}
		vec.FillBlocks(work.edgeBlock[:], work.x, block, factor)
		j += copy(dst[j:], work.edgeBlock[skip:])
	}
}

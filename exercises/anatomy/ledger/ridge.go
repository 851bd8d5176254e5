package ledger

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// epsilon is the spacing of float64 at 1.
const epsilon = 2.220446049250313e-16

// ridge enters the laws of the stages that are done at frame i.
func (b *Books) ridge(p *page, s solvers.Ridge, t solvers.Trace, i int) {
	now := t.At(i)
	d, ok := now.Detail.(*solvers.RidgeDetail)
	if !ok {
		return
	}
	for j := range i + 1 {
		at, ok := t.At(j).Detail.(*solvers.RidgeDetail)
		if !ok {
			return
		}
		switch {
		case at.Stage == solvers.StageGram && d.Stage == solvers.StageGram:
			b.shifted(p, at, 0, "matrix", "the matrix is K")
		case at.Stage == solvers.StageRegularise:
			b.shifted(p, at, s.Lambda, "diagonal", "λ on the diagonal, K beside it")
		case at.Stage == solvers.StageCholesky && at.Singular:
			b.singular(p, s.Lambda)
		case at.Stage == solvers.StageCholesky:
			b.factor(p, at, s.Lambda)
		case at.Stage == solvers.StageForward && !at.Singular:
			b.forward(p, at)
		}
	}
	if d.Stage >= solvers.StageBack {
		b.solved(p, s, now, d)
	}
}

// shifted enters that a stage's matrix is K + λI.
func (b *Books) shifted(p *page, d *solvers.RidgeDetail, lambda float64, name, law string) {
	n := b.Len()
	if r, c := d.Matrix.Dims(); r != n || c != n {
		return
	}
	off, at := worst(n*n, func(e int) float64 { return d.Matrix.At(e/n, e%n) - b.Shifted(lambda, e/n, e%n) })
	i, j := at/n, at%n
	p.small(name, law, off, 1e-13*(b.size+lambda),
		"The entry (%d, %d) is %s; K + λI has %s there.", i+1, j+1, anatomy.Num(d.Matrix.At(i, j)), anatomy.Num(b.Shifted(lambda, i, j)))
}

// factor enters LLᵀ = K + λI, with L lower triangular.
func (b *Books) factor(p *page, d *solvers.RidgeDetail, lambda float64) {
	n := b.Len()
	if r, c := d.Matrix.Dims(); r != n || c != n {
		return
	}
	rows := lower(d)
	off, at := worst(n*n, func(e int) float64 {
		i, j := e/n, e%n
		if j > i {
			return d.Matrix.At(i, j)
		}
		return floats.Dot(rows[i][:j+1], rows[j][:j+1]) - b.Shifted(lambda, i, j)
	})
	i, j := at/n, at%n
	p.small("factor", "LLᵀ = K + λI", off, 4*epsilon*float64(n+10)*(b.size+lambda),
		"The entry (%d, %d) of LLᵀ is off by %s from that of K + λI, %s.", i+1, j+1, anatomy.Num(off), anatomy.Num(b.Shifted(lambda, i, j)))
}

// singular enters that a matrix which is called singular is nearly so: its
// smallest eigenvalue is λ above K's.
func (b *Books) singular(p *page, lambda float64) {
	if !b.eigen {
		return
	}
	smallest := b.lowest + lambda
	p.law("singular", "singular ⇒ λmin + λ ≈ 0", zero(smallest, dust*(b.highest+lambda)), !(smallest > 1e-9*(b.highest+lambda)),
		"The run says that K + λI is singular, and its smallest eigenvalue is %s.", anatomy.Num(smallest))
}

// lower is the lower triangle of a stage's matrix, row by row, with zeros
// above.
func lower(d *solvers.RidgeDetail) [][]float64 {
	n, _ := d.Matrix.Dims()
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, n)
		for j := range i + 1 {
			rows[i][j] = d.Matrix.At(i, j)
		}
	}
	return rows
}

// forward enters Lz = y, row by row.
func (b *Books) forward(p *page, d *solvers.RidgeDetail) {
	n := b.Len()
	if r, _ := d.Matrix.Dims(); r != n || d.Result.Len() != n {
		return
	}
	rows, z := lower(d), d.Result.Copy()
	var tol float64
	for i := range rows {
		sum := math.Abs(b.Y[i])
		for j := range i + 1 {
			sum += math.Abs(rows[i][j] * z[j])
		}
		tol = math.Max(tol, sum)
	}
	off, at := worst(n, func(i int) float64 { return floats.Dot(rows[i], z) - b.Y[i] })
	p.small("forward", "Lz = y", off, 4*epsilon*float64(n+10)*tol,
		"Row %d of Lz is %s, and y%s = %s.", at+1, anatomy.Num(floats.Dot(rows[at], z)), anatomy.Sub(at+1), anatomy.Num(b.Y[at]))
}

// solved enters the residual of (K + λI)a = y and f = Ka.
func (b *Books) solved(p *page, s solvers.Ridge, now solvers.Step, d *solvers.RidgeDetail) {
	a := now.CoefCopy()
	f, res := b.Misses(s.Lambda, a)
	size := floats.Norm(a, 1) * (b.size + s.Lambda)
	relative := floats.Norm(res, 2) / math.Max(floats.Norm(b.Y, 2), math.SmallestNonzeroFloat64)
	n := float64(len(a))
	tol := 100 * epsilon * n * (1 + math.Sqrt(n)*size/math.Max(floats.Norm(b.Y, 2), math.SmallestNonzeroFloat64))
	if d.Singular {
		p.law("residual", "(K + λI)a = y (singular: not promised)", zero(relative, dust), true, "")
	} else {
		p.law("residual", "‖(K + λI)a − y‖ / ‖y‖ ≈ 0", zero(relative, dust), relative <= tol,
			"(K + λI)a misses y by %s of its length.", anatomy.Num(relative))
	}
	p.same("f", "f = Ka", f, now.F, 10*epsilon*(n+10)*(1+size), "f(x%s) is %s from a, and the step has %s.")
	if d.Stage == solvers.StageResidual && !d.Singular {
		p.law("reported", "the residual as the step says", zero(d.Residual, dust), within(d.Residual, relative, 2*tol),
			"It is %s, and the step has %s.", anatomy.Num(relative), anatomy.Num(d.Residual))
	}
}

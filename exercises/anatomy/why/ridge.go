package why

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// ridge is the panel of a stage of ridge regression.
func (v view) ridge(r solvers.Ridge) []ascii.Line {
	d, ok := v.now().Detail.(*solvers.RidgeDetail)
	if !ok {
		return nil
	}
	out := []ascii.Line{heading("The rule: solve (K + λI)a = y, stage by stage"), dim("K  →  K + λI  =  LLᵀ,   Lz = y,   Lᵀa = z")}
	lambda := r.Lambda
	if d.Stage == solvers.StageGram {
		lambda = 0
	}
	s := v.System(lambda)
	switch {
	case d.Stage <= solvers.StageRegularise:
		return append(out, v.entries(s, d, lambda)...)
	case s.L == nil || d.Singular:
		return append(out, sentence("K + λI is singular to working precision: there is no L."),
			sentence("Of the many a that solve it equally well the shortest is taken."))
	}
	switch d.Stage {
	case solvers.StageCholesky:
		return append(out, v.pivots(s, d)...)
	case solvers.StageForward:
		return append(out, v.forward(s, d)...)
	case solvers.StageBack:
		return append(out, v.back(s, d)...)
	}
	return append(out, v.misses(s, r)...)
}

// entries is the matrix itself: a diagonal entry, and the one beside it.
func (v view) entries(s anatomy.System, d *solvers.RidgeDetail, lambda float64) []ascii.Line {
	rows, cols := d.Matrix.Dims()
	if rows != len(s.A) || cols != rows {
		return nil
	}
	var out []ascii.Line
	at, off := 0, 0.0 // the row with an entry that is not as it should be
	col := min(1, rows-1)
	for i := range rows {
		for j := range cols {
			if e := math.Abs(d.Matrix.At(i, j) - s.A[i][j]); e > off+1e-9 {
				at, col, off = i, j, e
			}
		}
	}
	if col == at && rows > 1 {
		col = (at + 1) % rows
	}
	var diagonal, beside anatomy.Pen
	i, j := anatomy.Sub(at+1), anatomy.Sub(col+1)
	if lambda > 0 {
		diagonal.Text("row %d:  K%s%s + ", at+1, i, i).Ink(anatomy.InkRate, "λ").Text(" = %s + %s = %s", anatomy.Num(v.Gram.At(at, at)), anatomy.Num(lambda), anatomy.Num(s.A[at][at]))
	} else {
		diagonal.Text("row %d:  K%s%s = k(x%s, x%s) = %s", at+1, i, i, i, i, anatomy.Num(s.A[at][at]))
	}
	beside.Text("        K%s%s = k(x%s, x%s) = %s", i, j, i, j, anatomy.Num(s.A[at][col]))
	out = append(out, diagonal.Says(s.A[at][at], d.Matrix.At(at, at)).Line, beside.Says(s.A[at][col], d.Matrix.At(at, col)).Line)
	if lambda > 0 {
		return append(out, sentence("So: λ raises every eigenvalue of K by %s and changes nothing beside the diagonal.", anatomy.Num(lambda)))
	}
	return append(out, sentence("So: an inner product for every pair of points, %d of them different.", rows*(rows+1)/2))
}

// solved is the table of one stage's rows with the row of the largest result
// marked; said is what the step has.
func solved(name string, rhs, l, result []float64, said solvers.Vector, letter string) (lines []ascii.Line, at int) {
	at, second := anatomy.TwoLargest(result)
	for i := range result { // a row that is not as it should be comes first
		if said.Len() == len(result) && !anatomy.Same(said.At(i), result[i]) {
			at, second = i, -1
			break
		}
	}
	rows := make([]row, len(result))
	for i := range rows {
		rows[i] = row{point: i, worth: math.Abs(result[i]), ink: ascii.Text,
			cells: []string{"", fmt.Sprint(i + 1), cell(rhs[i]), cell(l[i]), cell(result[i])}}
		switch i {
		case at:
			rows[i].cells[0], rows[i].ink, rows[i].keep = "→", ascii.Select, true
		case second:
			rows[i].cells[0], rows[i].keep = "2nd", true
		}
	}
	return table([]string{"", "i", name, "Lᵢᵢ", letter}, rows), at
}

// pivots is the factor, with the row of the smallest pivot.
func (v view) pivots(s anatomy.System, d *solvers.RidgeDetail) []ascii.Line {
	diagonal := s.Pivots()
	at := 0
	for i, l := range diagonal {
		if l < diagonal[at] {
			at = i
		}
	}
	said := diagonal[at]
	if rows, _ := d.Matrix.Dims(); rows == len(diagonal) {
		said = d.Matrix.At(at, at)
	}
	var p anatomy.Pen
	i := anatomy.Sub(at + 1)
	sum := floats.Dot(s.L[at][:at], s.L[at][:at])
	p.Text("row %d:  L%s%s = √(A%s%s − Σⱼ L%sⱼ²) = √(%s − %s) = %s", at+1, i, i, i, i, i, anatomy.Num(s.A[at][at]), anatomy.Num(sum), anatomy.Num(diagonal[at]))
	return []ascii.Line{
		p.Says(diagonal[at], said).Line,
		sentence("So: row %d has the smallest pivot; a pivot of 0 would mean that K + λI is singular.", at+1),
	}
}

// forward is the row of Lz = y with the largest z.
func (v view) forward(s anatomy.System, d *solvers.RidgeDetail) []ascii.Line {
	out, at := solved("y", v.Y, s.Pivots(), s.Z, d.Result, "z")
	said := s.Z[at]
	if d.Result.Len() == len(s.Z) {
		said = d.Result.At(at)
	}
	var p anatomy.Pen
	i := anatomy.Sub(at + 1)
	p.Text("row %d:  z%s = (y%s − Σⱼ L%sⱼzⱼ)/L%s%s = (%s − %s)/%s = %s", at+1, i, i, i, i, i,
		anatomy.Num(v.Y[at]), sums(at, func(j int) (float64, float64) { return s.L[at][j], s.Z[j] }), anatomy.Num(s.L[at][at]), anatomy.Num(s.Z[at]))
	return append(out, p.Says(s.Z[at], said).Line, sentence("So: row %d needs only the z above it, which are known by then.", at+1))
}

// back is the row of Lᵀa = z with the largest a.
func (v view) back(s anatomy.System, d *solvers.RidgeDetail) []ascii.Line {
	out, at := solved("z", s.Z, s.Pivots(), s.C, v.now().Coef(), "a")
	var p anatomy.Pen
	i := anatomy.Sub(at + 1)
	n := len(s.C)
	p.Text("row %d:  a%s = (z%s − Σⱼ Lⱼ%saⱼ)/L%s%s = (%s − %s)/%s = %s", at+1, i, i, i, i, i,
		anatomy.Num(s.Z[at]), sums(n-1-at, func(j int) (float64, float64) { return s.L[n-1-j][at], s.C[n-1-j] }), anatomy.Num(s.L[at][at]), anatomy.Num(s.C[at]))
	return append(out, p.Says(s.C[at], v.now().Coef().At(at)).Line, sentence("So: from the last row up, each row has one unknown left."))
}

// sums writes a sum of products: up to two terms, longer ones as their value.
func sums(n int, of func(j int) (a, b float64)) string {
	var parts []string
	var sum float64
	for j := range n {
		a, b := of(j)
		sum += a * b
		parts = append(parts, anatomy.Num(a)+"·"+anatomy.Paren(b))
	}
	if n == 0 {
		return "0"
	}
	if n > 2 {
		return anatomy.Paren(sum)
	}
	return "(" + strings.Join(parts, " + ") + ")"
}

// misses is the row of (K + λI)a − y that misses most.
func (v view) misses(s anatomy.System, r solvers.Ridge) []ascii.Line {
	a := v.now().CoefCopy()
	f, res := v.Misses(r.Lambda, a)
	at, _ := anatomy.TwoLargest(res)
	i := anatomy.Sub(at + 1)
	var p, q anatomy.Pen
	p.Text("row %d:  (Ka)%s + λa%s − y%s = %s + %s·%s − %s = %s", at+1, i, i, i, anatomy.Num(f[at]), anatomy.Num(r.Lambda), anatomy.Paren(a[at]), anatomy.Paren(v.Y[at]), anatomy.Num(res[at]))
	q.Text("        so y%s − f%s = λa%s = %s: what the fit leaves over is λ times a", i, i, i, anatomy.Num(r.Lambda*a[at]))
	return []ascii.Line{p.Line, q.Line, sentence("So: of all rows, row %d misses y most, by %s.", at+1, anatomy.Num(math.Abs(res[at])))}
}

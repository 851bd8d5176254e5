package why

import (
	"fmt"
	"math"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// system is (K + λI)a = y with its Cholesky factor and both solves, computed
// here, row by row.
type system struct {
	a [][]float64 // K + λI
	l [][]float64 // nil where there is no factor
	z []float64
	c []float64 // Lᵀc = z
}

func (v view) system(lambda float64) system {
	n := v.Len()
	s := system{a: make([][]float64, n)}
	for i := range s.a {
		s.a[i] = append([]float64(nil), v.Gram.Row(i)...)
		s.a[i][i] += lambda
	}
	s.factor()
	if s.l != nil {
		s.solve(v.Y)
	}
	return s
}

// factor finds L with LLᵀ = A by columns; there is none where a pivot is not
// above rounding.
func (s *system) factor() {
	n := len(s.a)
	l := make([][]float64, n)
	for i := range l {
		l[i] = make([]float64, n)
	}
	for j := range n {
		d := s.a[j][j] - squares(l[j][:j])
		if !(d > 1e-14*math.Abs(s.a[j][j])) {
			return
		}
		l[j][j] = math.Sqrt(d)
		for i := j + 1; i < n; i++ {
			sum := s.a[i][j]
			for k := range j {
				sum -= l[i][k] * l[j][k]
			}
			l[i][j] = sum / l[j][j]
		}
	}
	s.l = l
}

func squares(v []float64) float64 {
	var sum float64
	for _, x := range v {
		sum += x * x
	}
	return sum
}

func (s *system) solve(y []float64) {
	n := len(y)
	s.z, s.c = make([]float64, n), make([]float64, n)
	for i := range n {
		s.z[i] = (y[i] - s.above(i)) / s.l[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		s.c[i] = (s.z[i] - s.below(i)) / s.l[i][i]
	}
}

// above is Σⱼ<ᵢ Lᵢⱼzⱼ, below Σⱼ>ᵢ Lⱼᵢaⱼ.
func (s *system) above(i int) float64 {
	var sum float64
	for j := range i {
		sum += s.l[i][j] * s.z[j]
	}
	return sum
}

func (s *system) below(i int) float64 {
	var sum float64
	for j := i + 1; j < len(s.c); j++ {
		sum += s.l[j][i] * s.c[j]
	}
	return sum
}

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
	s := v.system(lambda)
	switch {
	case d.Stage <= solvers.StageRegularise:
		return append(out, v.entries(s, d, lambda)...)
	case s.l == nil || d.Singular:
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
func (v view) entries(s system, d *solvers.RidgeDetail, lambda float64) []ascii.Line {
	rows, cols := d.Matrix.Dims()
	if rows != len(s.a) || cols != rows {
		return nil
	}
	var out []ascii.Line
	at, off := 0, 0.0 // the row with an entry that is not as it should be
	col := min(1, rows-1)
	for i := range rows {
		for j := range cols {
			if e := math.Abs(d.Matrix.At(i, j) - s.a[i][j]); e > off+1e-9 {
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
		diagonal.Text("row %d:  K%s%s + ", at+1, i, i).Ink(anatomy.InkRate, "λ").Text(" = %s + %s = %s", anatomy.Num(v.Gram.At(at, at)), anatomy.Num(lambda), anatomy.Num(s.a[at][at]))
	} else {
		diagonal.Text("row %d:  K%s%s = k(x%s, x%s) = %s", at+1, i, i, i, i, anatomy.Num(s.a[at][at]))
	}
	beside.Text("        K%s%s = k(x%s, x%s) = %s", i, j, i, j, anatomy.Num(s.a[at][col]))
	out = append(out, diagonal.Says(s.a[at][at], d.Matrix.At(at, at)).Line, beside.Says(s.a[at][col], d.Matrix.At(at, col)).Line)
	if lambda > 0 {
		return append(out, sentence("So: λ raises every eigenvalue of K by %s and changes nothing beside the diagonal.", anatomy.Num(lambda)))
	}
	return append(out, sentence("So: an inner product for every pair of points, %d of them different.", rows*(rows+1)/2))
}

// solved is the table of one stage's rows with the row of the largest result
// marked; said is what the step has.
func solved(name string, rhs, l, result []float64, said solvers.Vector, letter string) (lines []ascii.Line, at int) {
	at, second := twoLargest(result)
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

func (s system) diagonal() []float64 {
	out := make([]float64, len(s.l))
	for i := range out {
		out[i] = s.l[i][i]
	}
	return out
}

// pivots is the factor, with the row of the smallest pivot.
func (v view) pivots(s system, d *solvers.RidgeDetail) []ascii.Line {
	diagonal := s.diagonal()
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
	sum := squares(s.l[at][:at])
	p.Text("row %d:  L%s%s = √(A%s%s − Σⱼ L%sⱼ²) = √(%s − %s) = %s", at+1, i, i, i, i, i, anatomy.Num(s.a[at][at]), anatomy.Num(sum), anatomy.Num(diagonal[at]))
	return []ascii.Line{
		p.Says(diagonal[at], said).Line,
		sentence("So: row %d has the smallest pivot; a pivot of 0 would mean that K + λI is singular.", at+1),
	}
}

// forward is the row of Lz = y with the largest z.
func (v view) forward(s system, d *solvers.RidgeDetail) []ascii.Line {
	out, at := solved("y", v.Y, s.diagonal(), s.z, d.Result, "z")
	said := s.z[at]
	if d.Result.Len() == len(s.z) {
		said = d.Result.At(at)
	}
	var p anatomy.Pen
	i := anatomy.Sub(at + 1)
	p.Text("row %d:  z%s = (y%s − Σⱼ L%sⱼzⱼ)/L%s%s = (%s − %s)/%s = %s", at+1, i, i, i, i, i,
		anatomy.Num(v.Y[at]), sums(at, func(j int) (float64, float64) { return s.l[at][j], s.z[j] }), anatomy.Num(s.l[at][at]), anatomy.Num(s.z[at]))
	return append(out, p.Says(s.z[at], said).Line, sentence("So: row %d needs only the z above it, which are known by then.", at+1))
}

// back is the row of Lᵀa = z with the largest a.
func (v view) back(s system, d *solvers.RidgeDetail) []ascii.Line {
	out, at := solved("z", s.z, s.diagonal(), s.c, v.now().Coef(), "a")
	var p anatomy.Pen
	i := anatomy.Sub(at + 1)
	n := len(s.c)
	p.Text("row %d:  a%s = (z%s − Σⱼ Lⱼ%saⱼ)/L%s%s = (%s − %s)/%s = %s", at+1, i, i, i, i, i,
		anatomy.Num(s.z[at]), sums(n-1-at, func(j int) (float64, float64) { return s.l[n-1-j][at], s.c[n-1-j] }), anatomy.Num(s.l[at][at]), anatomy.Num(s.c[at]))
	return append(out, p.Says(s.c[at], v.now().Coef().At(at)).Line, sentence("So: from the last row up, each row has one unknown left."))
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
func (v view) misses(s system, r solvers.Ridge) []ascii.Line {
	a := v.now().CoefCopy()
	f := v.Scores(a, nil)
	res := make([]float64, len(a))
	for i := range res {
		res[i] = f[i] + r.Lambda*a[i] - v.Y[i]
	}
	at, _ := twoLargest(res)
	i := anatomy.Sub(at + 1)
	var p, q anatomy.Pen
	p.Text("row %d:  (Ka)%s + λa%s − y%s = %s + %s·%s − %s = %s", at+1, i, i, i, anatomy.Num(f[at]), anatomy.Num(r.Lambda), anatomy.Paren(a[at]), anatomy.Paren(v.Y[at]), anatomy.Num(res[at]))
	q.Text("        so y%s − f%s = λa%s = %s: what the fit leaves over is λ times a", i, i, i, anatomy.Num(r.Lambda*a[at]))
	return []ascii.Line{p.Line, q.Line, sentence("So: of all rows, row %d misses y most, by %s.", at+1, anatomy.Num(math.Abs(res[at])))}
}

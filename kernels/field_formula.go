package kernels

// addFormula adds the field of a typed kernel: at each pixel the formula is
// computed for many support points at a time.
func addFormula(dst []float64, k *Expr, s support, xs, ys []float64) {
	mustHaveLine(k, len(s.slice.At))
	n := len(s.weight)
	eachRow(len(ys), len(dst)*n > 1<<14, func(r int) {
		b := newBlock(k.needs, n, pictureExp)
		row := newFieldRow(s, ys[r])
		values := make([]float64, min(n, blockLen))
		for from := 0; from < n; from += blockLen {
			part := values[:min(n-from, blockLen)]
			weight := s.weight[from : from+len(part)]
			for c, x := range xs {
				row.pairs(b, x, from, len(part))
				b.eval(part, k.root)
				var f float64
				for i, v := range part {
					f += weight[i] * v
				}
				dst[r*len(xs)+c] += f
			}
		}
	})
}

// fieldRow is what the support points add to inner products and squared
// distances along a row of pixels, whatever the column.
type fieldRow struct {
	px      []float64
	dot, d2 []float64
}

func newFieldRow(s support, y float64) fieldRow {
	r := fieldRow{px: s.px, dot: make([]float64, len(s.px)), d2: make([]float64, len(s.px))}
	for i, p := range s.py {
		r.dot[i] = y*p + s.restDot[i]
		r.d2[i] = (y-p)*(y-p) + s.restD2[i]
	}
	return r
}

// pairs sets the variables of a block to what the pixel at x is to n support
// points from a place on.
func (r fieldRow) pairs(b *block, x float64, from, n int) {
	px := r.px[from : from+n]
	if v := b.vars[slotDot]; v != nil {
		dot := r.dot[from : from+n]
		for j, p := range px {
			v[j] = x*p + dot[j]
		}
	}
	if v := b.squares(n); v != nil {
		d2 := r.d2[from : from+n]
		for j, p := range px {
			v[j] = (x-p)*(x-p) + d2[j]
		}
		b.roots(v)
	}
	for j := range b.upTo(slotX, n) {
		b.vars[slotX][j] = x
	}
	for j := range b.upTo(slotZ, n) {
		b.vars[slotZ][j] = px[j]
	}
}

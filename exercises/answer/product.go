package answer

// product multiplies: scalars with anything, matrices with vectors, and two
// vectors as their inner product.
func (lw *lowerer) product(n *node) (tensor, *SyntaxError) {
	l, r, err := lw.both(n)
	if err != nil {
		return l, err
	}
	switch {
	case l.isScalar() || r.isScalar():
		s, t := l, r
		if !l.isScalar() {
			s, t = r, l
		}
		out := tensor{rows: t.rows, cols: t.cols, flat: t.flat}
		for _, c := range t.cells {
			pair := []*node{s.cells[0], c}
			if !l.isScalar() {
				pair = []*node{c, s.cells[0]}
			}
			out.cells = append(out.cells, &node{op: opMul, args: pair, at: n.at})
		}
		return out, lw.spend(len(out.cells), n.at)
	case l.isVector() && r.isVector():
		return lw.inner(l, r, n)
	case r.isVector() && l.cols == r.rows:
		out := tensor{rows: l.rows}
		for i := range l.rows {
			out.cells = append(out.cells, dotNodes(l.cells[i*l.cols:(i+1)*l.cols], r.cells, n.at))
		}
		return out, lw.spend(len(l.cells), n.at)
	case l.isVector() && l.rows == r.rows:
		return lw.rowTimesMatrix(l, r, n)
	}
	return l, faultf(n.at, "these cannot be multiplied: %s has %s, %s has %s", clip(printNode(n.args[0])), l.shape(), clip(printNode(n.args[1])), r.shape())
}

func (lw *lowerer) rowTimesMatrix(l, r tensor, n *node) (tensor, *SyntaxError) {
	out := tensor{rows: r.cols, flat: true}
	for j := range r.cols {
		column := make([]*node, r.rows)
		for i := range r.rows {
			column[i] = r.cells[i*r.cols+j]
		}
		out.cells = append(out.cells, dotNodes(l.cells, column, n.at))
	}
	return out, lw.spend(len(r.cells), n.at)
}

func (lw *lowerer) inner(l, r tensor, n *node) (tensor, *SyntaxError) {
	if l.rows != r.rows || len(l.cells) != len(r.cells) {
		return l, faultf(n.at, "this inner product has %s on the left and %s on the right", l.shape(), r.shape())
	}
	return scalar(dotNodes(l.cells, r.cells, n.at)), lw.spend(2*len(l.cells), n.at)
}

func dotNodes(a, b []*node, at int) *node {
	var sum *node
	for i := range a {
		sum = plus(sum, &node{op: opMul, args: []*node{a[i], b[i]}, at: at})
	}
	return sum
}

func plus(sum, term *node) *node {
	if sum == nil {
		return term
	}
	return &node{op: opAdd, args: []*node{sum, term}, at: term.at}
}

func (lw *lowerer) transposed(n *node) (tensor, *SyntaxError) {
	t, err := lw.lower(n.args[0])
	if err != nil || t.isScalar() {
		return t, err
	}
	if t.isVector() {
		t.flat = !t.flat
		return t, nil
	}
	return transposedTensor(t), nil
}

func (lw *lowerer) innerProduct(n *node) (tensor, *SyntaxError) {
	l, r, err := lw.both(n)
	if err != nil {
		return l, err
	}
	if l.isScalar() && r.isScalar() {
		return scalar(&node{op: opMul, args: []*node{l.cells[0], r.cells[0]}, at: n.at}), nil
	}
	return lw.inner(l, r, n)
}

package answer

// product multiplies: scalars with anything, matrices with vectors, and two
// vectors as their inner product.
func (lw *lowerer) product(n *node) tensor {
	l, r := lw.both(n)
	return lw.times(l, r, n)
}

func (lw *lowerer) times(l, r tensor, n *node) tensor {
	switch {
	case l.isScalar():
		return lw.mapped(n, r, func(k int) []*node { return []*node{l.cells[0], r.cells[k]} })
	case r.isScalar():
		return lw.mapped(n, l, func(k int) []*node { return []*node{l.cells[k], r.cells[0]} })
	case l.isVector() && r.isVector():
		return lw.inner(l, r, n)
	case r.isVector() && l.cols == r.rows:
		lw.spend(len(l.cells), n.at)
		out := tensor{rows: l.rows}
		for i := range l.rows {
			out.cells = append(out.cells, dotNodes(l.cells[i*l.cols:(i+1)*l.cols], r.cells, n.at))
		}
		return out
	case l.isVector() && l.rows == r.rows:
		return lw.rowTimesMatrix(l, r, n)
	}
	panic(faultf(n.at, "these cannot be multiplied: %s has %s, %s has %s", clip(printNode(n.args[0])), l.shape(), clip(printNode(n.args[1])), r.shape()))
}

// entrywise multiplies two vectors entry by entry, and anything else as product
// does.
func (lw *lowerer) entrywise(n *node) tensor {
	l, r := lw.both(n)
	times := &node{op: opMul, args: n.args, at: n.at}
	if !l.isVector() || !r.isVector() || l.rows != r.rows {
		return lw.times(l, r, times)
	}
	lw.paired[n] = true
	return lw.mapped(times, l, func(k int) []*node { return []*node{l.cells[k], r.cells[k]} })
}

func (lw *lowerer) rowTimesMatrix(l, r tensor, n *node) tensor {
	lw.spend(len(r.cells), n.at)
	out := tensor{rows: r.cols}
	for j := range r.cols {
		column := make([]*node, r.rows)
		for i := range r.rows {
			column[i] = r.cells[i*r.cols+j]
		}
		out.cells = append(out.cells, dotNodes(l.cells, column, n.at))
	}
	return out
}

func (lw *lowerer) inner(l, r tensor, n *node) tensor {
	if l.rows != r.rows || len(l.cells) != len(r.cells) {
		panic(faultf(n.at, "this inner product has %s on the left and %s on the right", l.shape(), r.shape()))
	}
	lw.spend(2*len(l.cells), n.at)
	return scalar(dotNodes(l.cells, r.cells, n.at))
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

func (lw *lowerer) transposed(n *node) tensor {
	return transposedTensor(lw.lower(n.args[0]))
}

func (lw *lowerer) innerProduct(n *node) tensor {
	l, r := lw.both(n)
	if l.isScalar() && r.isScalar() {
		return scalar(&node{op: opMul, args: []*node{l.cells[0], r.cells[0]}, at: n.at})
	}
	return lw.inner(l, r, n)
}

package answer

import (
	"fmt"
	"strconv"

	"kernellab/kernels/expr"
)

// Lowering expands an expression into scalars: indices get their values, sums
// become additions, vectors and matrices become their entries. The result has only
// numbers, names, + − * / ^ and functions. If an expression cannot be expanded,
// lowering panics with a *SyntaxError, which [Expr.tensor] catches.

// tensor is a scalar (no rows), a vector (cols is 0) or a matrix, row by row. Lowering an
// expression replaces its vectors, matrices and sums by scalars. The result is a tensor of scalars.
type tensor struct {
	rows, cols int
	cells      []*node
}

func scalarTensor(n *node) tensor { return tensor{cells: []*node{n}} }

func (t tensor) isScalar() bool { return t.rows == 0 && len(t.cells) == 1 }

func (t tensor) isVector() bool { return t.rows > 0 && t.cols == 0 }

type lowerer struct {
	scope             *Scope
	indexValues       map[string]int
	expandedNodes     int
	entrywiseProducts map[*node]bool // nodes that are entrywise products of two vectors
}

// tensor expands the expression to scalars. Free indices have the value 1.
func (e Expr) tensor() (tensor, *SyntaxError) { return e.tensorAt(nil) }

// scalar expands an expression that has a single value.
func (e Expr) scalar() (*node, error) {
	t, err := e.tensor()
	switch {
	case err != nil:
		return nil, err
	case !t.isScalar():
		return nil, fmt.Errorf("%s has %s; one value is needed here", e.asQuotation(), t.shape())
	}
	return t.cells[0], nil
}

// tensorAt expands the expression. Free indices that are not in indexValues have the value 1.
func (e Expr) tensorAt(indexValues map[string]int) (tensor, *SyntaxError) {
	t, _, err := e.tensorWithProducts(indexValues)
	return t, err
}

// tensorWithProducts is like tensorAt, but also returns the set of nodes that multiply two vectors
// entry by entry.
func (e Expr) tensorWithProducts(indexValues map[string]int) (t tensor, products map[*node]bool, err *SyntaxError) {
	if e.expanded {
		return scalarTensor(e.root), nil, nil
	}
	if e.root.op == opSet && len(e.root.args) == 0 {
		return tensor{}, nil, nil
	}
	defer expr.Catch(&err)
	lw := &lowerer{scope: e.scope, indexValues: map[string]int{}, entrywiseProducts: map[*node]bool{}}
	for _, i := range e.scope.Indices {
		lw.indexValues[i] = max(indexValues[i], 1)
	}
	return lw.lower(e.root), lw.entrywiseProducts, nil
}

// spend charges the work for n nodes of the result. It panics with an error at pos if the result
// has too many nodes or the budget of the text has run out.
func (lw *lowerer) spend(n int, pos int) {
	workBefore := lw.expandedNodes / nodesPerWork
	lw.expandedNodes += n
	if maxParts := lw.scope.work.Limits().Nodes; lw.expandedNodes > maxParts {
		panic(syntaxErrorf(pos, "this has more than %d parts when it is written out; I stop here", maxParts))
	}
	if err := lw.scope.work.Spend(lw.expandedNodes/nodesPerWork - workBefore); err != nil {
		panic(syntaxErrorf(pos, "%s", err))
	}
}

// nodesPerWork is the number of nodes that one unit of work pays for.
const nodesPerWork = 4

func (lw *lowerer) lower(n *node) tensor {
	lw.spend(1, n.pos)
	switch n.op {
	case opNum, opName:
		return scalarTensor(n)
	case opArray:
		return lw.array(n)
	case opEntry:
		return lw.entryOfExpr(n)
	case opNeg:
		return lw.mapCells(n, lw.lower(n.args[0]))
	case opAdd, opSub:
		return lw.addition(n)
	case opMul:
		return lw.multiply(n)
	case opEntrywise:
		return lw.entrywise(n)
	case opDiv, opPow:
		return lw.quotientOrPower(n)
	case opTranspose:
		return transposedTensor(lw.lower(n.args[0]))
	case opDot:
		return lw.dot(n)
	case opCall:
		return lw.call(n)
	case opSum:
		return lw.sum(n)
	case opList, opSet:
		return lw.list(n)
	}
	panic(syntaxErrorf(n.pos, "an index cannot be used as a value here"))
}

// array expands an array with its indices: an entry a_2 or K_ij, a row K_i, or the whole array a.
func (lw *lowerer) array(n *node) tensor {
	a := lw.scope.array(n.text)
	if a.HoldsPoints {
		panic(syntaxErrorf(n.pos, "%s denotes points: use them inside the kernel, as in k(%s_i, %s_j)", n.text, n.text,
			n.text))
	}
	if len(n.args) == 1 && len(a.Dims) == 2 {
		return lw.row(n, a)
	}
	if len(n.args) > 0 {
		return scalarTensor(entry(a, lw.indices(n, a), n.pos))
	}
	t := tensor{rows: a.Dims[0]}
	if len(a.Dims) > 1 {
		t.cols = a.Dims[1]
	}
	for i := range t.rows {
		if t.cols == 0 {
			t.cells = append(t.cells, entry(a, []int{i + 1}, n.pos))
		}
		for j := range t.cols {
			t.cells = append(t.cells, entry(a, []int{i + 1, j + 1}, n.pos))
		}
	}
	lw.spend(len(t.cells), n.pos)
	return t
}

// row expands a row of a matrix: K_i.
func (lw *lowerer) row(n *node, a *Array) tensor {
	i := lw.indices(n, a)[0]
	t := tensor{rows: a.Dims[1]}
	for j := range t.rows {
		t.cells = append(t.cells, entry(a, []int{i, j + 1}, n.pos))
	}
	lw.spend(len(t.cells), n.pos)
	return t
}

// entryOfExpr expands an entry of a vector in parentheses: (K a)_i.
func (lw *lowerer) entryOfExpr(n *node) tensor {
	t := lw.lower(n.args[0])
	v, ok := lw.indexValue(n.args[1])
	if !ok || !t.isVector() || v < 1 || v > t.rows {
		panic(syntaxErrorf(n.pos, "%s has no entry with index %s", clip(printNode(n.args[0])),
			clip(printNode(n.args[1]))))
	}
	return scalarTensor(t.cells[v-1])
}

// indices returns the values of the indices of the array node n.
func (lw *lowerer) indices(n *node, a *Array) []int {
	idx := make([]int, len(n.args))
	for k, arg := range n.args {
		v, ok := lw.indexValue(arg)
		if !ok || k >= len(a.Dims) || v < 1 || v > a.Dims[k] {
			panic(syntaxErrorf(n.pos, "%s has no entry with index %s; they run from 1 to %d", n.text, printNode(arg),
				a.Dims[min(k, len(a.Dims)-1)]))
		}
		idx[k] = v
	}
	return idx
}

func (lw *lowerer) indexValue(n *node) (int, bool) {
	if n.op == opIndex {
		v, ok := lw.indexValues[n.text]
		return v, ok
	}
	return int(n.num.Num().Int64()), true
}

// entry returns the node that names an entry of an array, such as x1 or K12.
func entry(a *Array, idx []int, pos int) *node {
	if a.Symmetric && len(idx) == 2 && idx[0] > idx[1] {
		idx = []int{idx[1], idx[0]}
	}
	name := a.Name
	for _, i := range idx {
		name += string(rune('0' + i))
	}
	return &node{op: opName, text: name, pos: pos}
}

// mapCells applies the operation of n to each entry of its arguments, which are one or two tensors
// of the same shape, or a scalar and any tensor. The scalar is an argument at every entry.
func (lw *lowerer) mapCells(n *node, args ...tensor) tensor {
	shape := args[0]
	if shape.isScalar() {
		shape = args[len(args)-1]
	}
	out := tensor{rows: shape.rows, cols: shape.cols}
	for k := range shape.cells {
		cell := &node{op: n.op, text: n.text, pos: n.pos}
		for _, t := range args {
			cell.args = append(cell.args, t.cells[k%len(t.cells)])
		}
		out.cells = append(out.cells, cell)
	}
	lw.spend(len(out.cells), n.pos)
	return out
}

func (lw *lowerer) operands(n *node) (l, r tensor) { return lw.lower(n.args[0]), lw.lower(n.args[1]) }

func (lw *lowerer) addition(n *node) tensor {
	l, r := lw.operands(n)
	if l.rows != r.rows || l.cols != r.cols {
		panic(mismatch(n, "added", l, r))
	}
	return lw.mapCells(n, l, r)
}

// mismatch returns the error for an operation of n on l and r, whose shapes do not fit. done names
// the operation as a participle, such as "added".
func mismatch(n *node, done string, l, r tensor) *SyntaxError {
	return syntaxErrorf(n.pos, "these cannot be %s: %s has %s, %s has %s", done, clip(printNode(n.args[0])), l.shape(),
		clip(printNode(n.args[1])), r.shape())
}

func (t tensor) shape() string {
	switch {
	case t.isScalar():
		return "one value"
	case len(t.cells) == 0:
		return "no entries"
	case t.isVector():
		return countOf(t.rows, "entry", "entries")
	}
	return countOf(t.rows, "row", "rows") + " and " + countOf(t.cols, "column", "columns")
}

// quotientOrPower expands a division or a power. The right side must be a scalar.
func (lw *lowerer) quotientOrPower(n *node) tensor {
	l, r := lw.operands(n)
	if n.op == opPow && l.isVector() && isInt(n.args[1], 2) {
		return lw.innerOfTensors(l, l, n) // (x−z)² is ‖x−z‖²
	}
	if !r.isScalar() || n.op == opPow && !l.isScalar() {
		panic(syntaxErrorf(n.pos, "a vector cannot be used here; use its entries or an inner product"))
	}
	return lw.mapCells(n, l, r)
}

// call expands a function. A kernel becomes an entry of its matrix, and a norm becomes the root of a
// sum of squares.
func (lw *lowerer) call(n *node) tensor {
	if arrayName, ok := lw.scope.Kernel[n.text]; ok {
		return lw.kernel(n, arrayName)
	}
	if n.text == "norm" || n.text == "abs" {
		t := lw.lower(n.args[0])
		if t.isScalar() {
			return scalarTensor(&node{op: opCall, text: "abs", args: t.cells, pos: n.pos})
		}
		lw.spend(2*len(t.cells), n.pos)
		return scalarTensor(
			&node{op: opCall, text: "sqrt", args: []*node{dotNodes(t.cells, t.cells, n.pos)}, pos: n.pos})
	}
	if n.text == "sigmoid" {
		n = &node{op: opCall, text: "s", args: n.args, pos: n.pos}
	}
	if len(n.args) == 1 {
		return lw.mapCells(n, lw.lower(n.args[0]))
	}
	out := &node{op: opCall, text: n.text, pos: n.pos}
	for _, a := range n.args {
		t := lw.lower(a)
		if !t.isScalar() {
			panic(syntaxErrorf(a.pos, "%s takes single values here, not %s", n.text, t.shape()))
		}
		out.args = append(out.args, t.cells[0])
	}
	return scalarTensor(out)
}

// sum expands a sum over the values of its index.
func (lw *lowerer) sum(n *node) tensor {
	if n.text == "" {
		return lw.sumOfEntries(n)
	}
	outerValue, hasOuterValue := lw.indexValues[n.text]
	first, last := 1, max(lw.scope.N, 1)
	if len(n.args) > 1 {
		first = lw.indexValues[n.args[1].text] + 1
	}
	var total tensor
	for v := min(first, last); v <= last; v++ {
		lw.indexValues[n.text] = v
		t := lw.lower(n.args[0])
		if v < first { // the sum is empty
			t = t.zeros()
		}
		if v <= first {
			total = t
			continue
		}
		for i := range total.cells {
			total.cells[i] = addNodes(total.cells[i], t.cells[i])
		}
	}
	if lw.indexValues[n.text] = outerValue; !hasOuterValue {
		delete(lw.indexValues, n.text)
	}
	return total
}

// sumOfEntries expands a sum without an index, which adds the entries of a vector. The product a*b
// of two vectors is their inner product already, so np.sum(a*b) changes nothing.
func (lw *lowerer) sumOfEntries(n *node) tensor {
	t := lw.lower(n.args[0])
	if t.cols > 0 || t.isScalar() && !hasVectors(n.args[0], lw.scope) {
		panic(syntaxErrorf(n.pos, "write a sum with its index first, as in sum(j, a_j b_j)"))
	}
	out := scalarTensor(t.cells[0])
	for _, c := range t.cells[1:] {
		out.cells[0] = addNodes(out.cells[0], c)
	}
	lw.spend(len(t.cells), n.pos)
	return out
}

// list expands a list: a list of scalars is a vector, and a list of lists is a matrix.
func (lw *lowerer) list(n *node) tensor {
	if len(n.args) == 0 {
		panic(syntaxErrorf(n.pos, "nothing can be computed with an empty set"))
	}
	out := tensor{rows: len(n.args)}
	for k, a := range n.args {
		t := lw.lower(a)
		switch {
		case t.isScalar() && out.cols == 0:
			out.cells = append(out.cells, t.cells[0])
		case t.isVector() && (k == 0 || t.rows == out.cols):
			out.cols = t.rows
			out.cells = append(out.cells, t.cells...)
		default:
			panic(syntaxErrorf(a.pos, "entry %d of this list has a different shape from those before it", k+1))
		}
	}
	return out
}

// countOf returns a count with its noun.
func countOf(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// multiply expands a product. One factor is a scalar, or one is a matrix and the other a vector, or
// both are vectors, whose product is their inner product.
func (lw *lowerer) multiply(n *node) tensor {
	l, r := lw.operands(n)
	return lw.multiplyTensors(l, r, n)
}

func (lw *lowerer) multiplyTensors(l, r tensor, n *node) tensor {
	switch {
	case l.isScalar() || r.isScalar():
		return lw.mapCells(n, l, r)
	case l.isVector() && r.isVector():
		return lw.innerOfTensors(l, r, n)
	case r.isVector() && l.cols == r.rows:
		lw.spend(len(l.cells), n.pos)
		out := tensor{rows: l.rows}
		for i := range l.rows {
			out.cells = append(out.cells, dotNodes(l.cells[i*l.cols:(i+1)*l.cols], r.cells, n.pos))
		}
		return out
	case l.isVector() && l.rows == r.rows:
		return lw.multiplyTensors(transposedTensor(r), l, n)
	}
	panic(mismatch(n, "multiplied", l, r))
}

// entrywise expands the entrywise product of two vectors. It treats anything else like multiply.
func (lw *lowerer) entrywise(n *node) tensor {
	l, r := lw.operands(n)
	productNode := &node{op: opMul, args: n.args, pos: n.pos}
	if !l.isVector() || !r.isVector() || l.rows != r.rows {
		return lw.multiplyTensors(l, r, productNode)
	}
	lw.entrywiseProducts[n] = true
	return lw.mapCells(productNode, l, r)
}

func (lw *lowerer) innerOfTensors(l, r tensor, n *node) tensor {
	if l.rows != r.rows || len(l.cells) != len(r.cells) {
		panic(syntaxErrorf(n.pos, "this inner product has %s on the left and %s on the right", l.shape(), r.shape()))
	}
	lw.spend(2*len(l.cells), n.pos)
	return scalarTensor(dotNodes(l.cells, r.cells, n.pos))
}

func dotNodes(a, b []*node, pos int) *node {
	var sum *node
	for i := range a {
		sum = addNodes(sum, &node{op: opMul, args: []*node{a[i], b[i]}, pos: pos})
	}
	return sum
}

func addNodes(sum, term *node) *node {
	if sum == nil {
		return term
	}
	return &node{op: opAdd, args: []*node{sum, term}, pos: term.pos}
}

func (lw *lowerer) dot(n *node) tensor {
	l, r := lw.operands(n)
	if l.isScalar() && r.isScalar() {
		return scalarTensor(&node{op: opMul, args: []*node{l.cells[0], r.cells[0]}, pos: n.pos})
	}
	return lw.innerOfTensors(l, r, n)
}

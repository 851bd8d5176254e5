package answer

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"kernellab/exercises"
	"kernellab/kernels/expr"

	"gonum.org/v1/gonum/mat"
)

// MatrixTask asks for a matrix.
type MatrixTask struct {
	Scope Scope
	Want  string // the right matrix, such as [[1, 2], [3, 4]]
	// Digits is the number of significant digits that must be right in entries that are numbers. If
	// it is zero, the exact numbers are required.
	Digits int
}

// Judge judges a matrix: first its shape, then each entry. Rows may be in brackets, on separate
// lines, or separated by semicolons. Judge recognises the transposed matrix and rows in another
// order.
func (t MatrixTask) Judge(ctx context.Context, text string) Result {
	if r := blankOrTooLong(text, &t.Scope); r != nil {
		return *r
	}
	if err := missingRow(text); err != nil {
		return unreadable(err)
	}
	e, err := parseUntrusted(ctx, matrixText(text), &t.Scope)
	if err != nil {
		if matrixText(text) != text {
			err.At, err.Fix = min(err.At, len([]rune(text))), ""
		}
		return unreadable(err)
	}
	return judgeMeanings(e, t.judge)
}

// emptyRow matches two semicolons with nothing between them, and a semicolon before
// the first row.
var emptyRow = expr.Pattern(`;\s*;|^[\s\[]*;`)

// missingRow returns the error for an empty row.
func missingRow(text string) *SyntaxError {
	at := emptyRow().FindStringIndex(text)
	if at == nil {
		return nil
	}
	return syntaxErrorf(len([]rune(text[:at[0]])), "a row is missing before one of the semicolons here")
}

// matrixText puts rows that are separated by line breaks or semicolons in brackets. It returns any
// other text unchanged.
func matrixText(text string) string {
	inner := strings.TrimSpace(text)
	if strings.HasPrefix(inner, "[") && strings.HasSuffix(inner, "]") &&
		!strings.HasPrefix(strings.TrimSpace(inner[1:]), "[") {
		inner = inner[1 : len(inner)-1]
	}
	rows := strings.FieldsFunc(inner, func(r rune) bool { return r == '\n' || r == '\r' || r == ';' })
	if len(rows) < 2 || strings.ContainsAny(inner, "[]") {
		return text
	}
	for i, row := range rows {
		row = "[" + strings.TrimSpace(row) + "]"
		if commaRow := withCommas(row); commaRow != "" {
			row = commaRow
		}
		rows[i] = row
	}
	return "[" + strings.Join(rows, ", ") + "]"
}

func (t MatrixTask) judge(e Expr) Result {
	want := MustParse(t.Want, t.Scope)
	t.Scope = *t.Scope.withBudget(e.scope.work)
	a, err := e.tensor()
	if err != nil {
		return undecidedResult(err)
	}
	b, err := want.tensor()
	if err != nil {
		panic("answer: the matrix wanted: " + err.Error())
	}
	if a.rows != b.rows || a.cols != b.cols {
		r := notEqual("Yours has %s, but it should have %s.", a.shape(), b.shape())
		if a.rows == b.cols && a.cols == b.rows && t.sameMatrix(transposedTensor(a), b) {
			return r.withMistake("transposed", "It looks as if rows and columns were swapped: this is the transpose.")
		}
		return r.withMistake("shape", "")
	}
	wrongCells, results := t.wrongEntries(a, b)
	switch {
	case len(wrongCells) == 0:
		return equal("")
	case wrongCells[0] < 0:
		return results[0]
	}
	return t.classify(a, b, wrongCells, results)
}

// wrongEntries returns the indices of the cells that differ, and the results for these cells. If
// one cell cannot be decided, it returns only the index −1 and the result for that cell.
func (t MatrixTask) wrongEntries(a, b tensor) (wrongCells []int, results []Result) {
	for k := range a.cells {
		r := t.judgeEntry(a.cells[k], b.cells[k])
		if !r.Accepted && !r.Verdict.CountsAsAttempt() {
			return []int{-1}, []Result{r}
		}
		if !r.Accepted {
			wrongCells, results = append(wrongCells, k), append(results, r)
		}
	}
	return wrongCells, results
}

// judgeEntry judges one cell.
func (t MatrixTask) judgeEntry(a, b *node) Result {
	x, y := Expr{root: a, scope: &t.Scope, expanded: true}, Expr{root: b, scope: &t.Scope, expanded: true}
	if len(y.Vars()) == 0 && len(x.Vars()) == 0 {
		return judgeNumber(x, NumberTask{Want: y, Digits: t.Digits})
	}
	return judgeExpr(x, y, ExprTask{Scope: t.Scope})
}

func (t MatrixTask) sameMatrix(a, b tensor) bool {
	wrongCells, _ := t.wrongEntries(a, b)
	return len(wrongCells) == 0
}

// classify returns the result for a wrong matrix. The result says which entries are wrong, or that
// the matrix is transposed or has reordered rows.
func (t MatrixTask) classify(a, b tensor, wrongCells []int, results []Result) Result {
	var names []string
	for _, k := range wrongCells {
		names = append(names, a.cellName(k))
	}
	r := entriesResult(names, results)
	switch {
	case a.rows == a.cols && t.sameMatrix(transposedTensor(a), b):
		return r.withMistake("transposed", "It looks as if rows and columns were swapped: this is the transpose.")
	case a.cols > 0 && a.rows <= maxRows &&
		isPermutation(a.rows, func(i, j int) bool { return t.sameMatrix(a.row(i), b.row(j)) }):
		return r.withMistake("order", "These are the right rows, but in a different order.")
	}
	return r
}

func (t tensor) row(i int) tensor {
	return tensor{rows: 1, cols: t.cols, cells: t.cells[i*t.cols : (i+1)*t.cols]}
}

// cellName returns the name of a cell of a matrix or a vector, such as "row 1, column 2".
func (t tensor) cellName(k int) string {
	if t.cols == 0 {
		return fmt.Sprintf("entry %d", k+1)
	}
	return fmt.Sprintf("row %d, column %d", k/t.cols+1, k%t.cols+1)
}

func transposedTensor(a tensor) tensor {
	if a.cols == 0 {
		return a
	}
	out := tensor{rows: a.cols, cols: a.rows, cells: make([]*node, len(a.cells))}
	for i := range a.rows {
		for j := range a.cols {
			out.cells[j*a.rows+i] = a.cells[i*a.cols+j]
		}
	}
	return out
}

// maxRows is the maximum number of rows that are compared in any order.
const maxRows = 12

// PSDTask asks for a positive semidefinite matrix.
type PSDTask struct {
	Size int
	// NeedsNegative means that the matrix must have an entry below 0.
	NeedsNegative bool
}

// Judge decides exactly, by elimination in fractions, whether a matrix is symmetric and positive
// semidefinite. It recognises these mistakes:
//   - "shape": the matrix has another size
//   - "asymmetric": it is not symmetric
//   - "entries": it is not positive semidefinite, although no entry is negative
//   - "determinant": it has a negative entry and is not positive semidefinite, although the
//     determinant is not negative
//   - "nonnegative": it is positive semidefinite, but has no negative entry although it must have one
func (t PSDTask) Judge(ctx context.Context, text string) Result {
	if err := missingRow(text); err != nil {
		return unreadable(err)
	}
	return ParseAndJudge(ctx, matrixText(text), Scope{}, func(e Expr) Result {
		m, problem := rationalMatrix(e, t.Size)
		if problem != nil {
			return *problem
		}
		return t.judge(m)
	})
}

// PSDEntries parses a matrix in the notation of [PSDTask.Judge], and returns its entries. ok is
// false if the text is not a symmetric matrix of the given size.
func PSDEntries(ctx context.Context, text string, size int) (rows [][]float64, ok bool) {
	e, problem := readAnswer(ctx, matrixText(text), &Scope{})
	if problem != nil {
		return nil, false
	}
	m, problem := rationalMatrix(e, size)
	if problem != nil {
		return nil, false
	}
	for i := range m {
		var row []float64
		for j := range m {
			v, _ := m[i][j].Float64()
			row, ok = append(row, v), m[i][j].Cmp(m[j][i]) == 0
			if !ok {
				return nil, false
			}
		}
		rows = append(rows, row)
	}
	return rows, true
}

// rationalMatrix returns a square matrix of rational numbers. If the expression is not such
// a matrix, it returns the result that rejects the answer.
func rationalMatrix(e Expr, size int) ([][]*big.Rat, *Result) {
	a, tensorErr := e.tensor()
	if tensorErr != nil {
		return nil, new(undecidedResult(tensorErr))
	}
	if a.rows != size || a.cols != size {
		return nil, new(notEqual("This has %s, but it should have %d rows of %d.", a.shape(), size, size).
			withMistake("shape", ""))
	}
	ring := newRing(e.scope)
	m := make([][]*big.Rat, size)
	for k, cell := range a.cells {
		f, err := ring.canonicalForm(cell)
		if err != nil {
			return nil, new(undecidedResult(err))
		}
		q, ok := f.rational()
		if !ok {
			return nil, new(newResult(exercises.Undecided,
				"Write whole numbers, fractions or decimals: these are decided exactly."))
		}
		m[k/size] = append(m[k/size], q)
	}
	return m, nil
}

func (t PSDTask) judge(m [][]*big.Rat) Result {
	hasNegative := false
	for i := range m {
		for j := range m {
			hasNegative = hasNegative || m[i][j].Sign() < 0
			if m[i][j].Cmp(m[j][i]) != 0 {
				return notEqual("Not symmetric: the entries (%d, %d) and (%d, %d) differ.", i+1, j+1, j+1,
					i+1).withMistake("asymmetric", "")
			}
		}
	}
	switch {
	case !isPSD(m):
		return t.notPSDResult(m, hasNegative)
	case t.NeedsNegative && !hasNegative:
		return notEqual("It is positive semidefinite. No entry of it is below 0, and one has to be.").withMistake(
			"nonnegative", "",
		)
	}
	return equal("")
}

// notPSDResult returns the result for a matrix that is not positive semidefinite, with a vector as
// evidence if one is found.
func (t PSDTask) notPSDResult(m [][]*big.Rat, hasNegative bool) Result {
	r, g := notEqual("It is not positive semidefinite."), toSymDense(m)
	if v := negativeDirection(g, 1e-12); v != nil && quadraticForm(m, v).Sign() < 0 {
		value, _ := quadraticForm(m, v).Float64()
		r = notEqual("v = %s has vᵀKv = %s < 0.", formatVector(v), formatFloat(value))
	}
	switch {
	case !hasNegative:
		return r.withMistake("entries", "")
	case mat.Det(g) > -1e-9:
		return r.withMistake("determinant", "")
	}
	return r
}

// toSymDense returns a symmetric matrix in floating point.
func toSymDense(m [][]*big.Rat) *mat.SymDense {
	g := mat.NewSymDense(len(m), nil)
	for i := range m {
		for j := range i + 1 {
			x, _ := m[i][j].Float64()
			g.SetSym(i, j, x)
		}
	}
	return g
}

// quadraticForm returns the exact value of vᵀMv, or 0 if an entry of v is not finite.
func quadraticForm(m [][]*big.Rat, v []float64) *big.Rat {
	sum := new(big.Rat)
	for i := range m {
		for j := range m {
			x, y := new(big.Rat).SetFloat64(v[i]), new(big.Rat).SetFloat64(v[j])
			if x == nil || y == nil {
				return new(big.Rat)
			}
			sum.Add(sum, x.Mul(x, y.Mul(y, m[i][j])))
		}
	}
	return sum
}

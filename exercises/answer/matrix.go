package answer

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"kernellab/exercises"
)

// MatrixTask asks for a matrix.
type MatrixTask struct {
	Scope Scope
	Want  string // [[1, 2], [3, 4]]
	// Digits is that of NumberTask, for entries that are numbers.
	Digits int
}

// JudgeMatrix decides about a matrix, shape first, then entry by entry. Rows
// may stand in brackets, a line each, or behind semicolons. A transposed
// matrix and rows in another order are recognised.
func JudgeMatrix(ctx context.Context, text string, t MatrixTask) Result {
	if r := unjudged(text, &t.Scope); r != nil {
		return *r
	}
	if err := missingRow(text); err != nil {
		return unreadable(err)
	}
	e, err := parseTyped(ctx, matrixText(text), &t.Scope)
	if err != nil {
		if matrixText(text) != text {
			err.At, err.Fix = min(err.At, len([]rune(text))), ""
		}
		return unreadable(err)
	}
	return eitherReading(e, t.judge)
}

// emptyRow matches two semicolons with nothing between them, and one before the
// first row.
var emptyRow = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`;\s*;|^[\s\[]*;`) })

// missingRow is the error for a row with nothing in it.
func missingRow(text string) *SyntaxError {
	at := emptyRow().FindStringIndex(text)
	if at == nil {
		return nil
	}
	return faultf(len([]rune(text[:at[0]])), "no row stands before one of the semicolons here")
}

// matrixText puts the rows of a matrix into brackets.
func matrixText(text string) string {
	inner := strings.TrimSpace(text)
	if strings.HasPrefix(inner, "[") && strings.HasSuffix(inner, "]") && !strings.HasPrefix(strings.TrimSpace(inner[1:]), "[") {
		inner = inner[1 : len(inner)-1]
	}
	rows := strings.FieldsFunc(inner, func(r rune) bool { return r == '\n' || r == '\r' || r == ';' })
	if len(rows) < 2 || strings.ContainsAny(inner, "[]") {
		return text
	}
	for i, row := range rows {
		row = "[" + strings.TrimSpace(row) + "]"
		if with := withCommas(row); with != "" {
			row = with
		}
		rows[i] = row
	}
	return "[" + strings.Join(rows, ", ") + "]"
}

func (t MatrixTask) judge(e Expr) Result {
	want := MustParse(t.Want, t.Scope)
	t.Scope = *t.Scope.paidBy(e.scope.work)
	a, err := e.lowered()
	if err != nil {
		return undecided(err)
	}
	b, err := want.lowered()
	if err != nil {
		panic("answer: the matrix wanted: " + err.Error())
	}
	if a.rows != b.rows || a.cols != b.cols {
		r := newResult(exercises.NotEqual, "Yours has %s; needed are %s.", a.shape(), b.shape())
		if a.rows == b.cols && a.cols == b.rows && t.same(transposedTensor(a), b) {
			return r.known("transposed", "It looks as if rows and columns changed places: this is the transpose.")
		}
		return r.known("shape", "")
	}
	wrong, results := t.wrongEntries(a, b)
	switch {
	case len(wrong) == 0:
		return newResult(exercises.Equal, "")
	case wrong[0] < 0:
		return results[0]
	}
	return t.classify(a, b, wrong, results)
}

// wrongEntries lists the cells that differ, with what is said of each; a cell
// −1 stands for one that cannot be decided.
func (t MatrixTask) wrongEntries(a, b tensor) (wrong []int, results []Result) {
	for k := range a.cells {
		r := t.entry(a.cells[k], b.cells[k])
		if !r.Accepted && !r.Verdict.Counts() {
			return []int{-1}, []Result{r}
		}
		if !r.Accepted {
			wrong, results = append(wrong, k), append(results, r)
		}
	}
	return wrong, results
}

// entry judges one cell.
func (t MatrixTask) entry(a, b *node) Result {
	x, y := Expr{root: a, scope: &t.Scope, out: true}, Expr{root: b, scope: &t.Scope, out: true}
	if len(y.Vars()) == 0 && len(x.Vars()) == 0 {
		return judgeNumber(x, NumberTask{Want: y, Digits: t.Digits})
	}
	return judgeExpr(x, y, ExprTask{Scope: t.Scope})
}

func (t MatrixTask) same(a, b tensor) bool {
	wrong, _ := t.wrongEntries(a, b)
	return len(wrong) == 0
}

// classify names the wrong entries and recognises a pattern over all of them.
func (t MatrixTask) classify(a, b tensor, wrong []int, results []Result) Result {
	var names []string
	for _, k := range wrong {
		names = append(names, a.place(k))
	}
	r := lookAgain(names, results)
	switch {
	case a.rows == a.cols && t.same(transposedTensor(a), b):
		return r.known("transposed", "It looks as if rows and columns changed places: this is the transpose.")
	case a.cols > 0 && a.rows <= maxRows && reordered(a.rows, func(i, j int) bool { return t.same(a.row(i), b.row(j)) }):
		return r.known("order", "These are the right rows in another order.")
	}
	return r
}

func (t tensor) row(i int) tensor {
	return tensor{rows: 1, cols: t.cols, cells: t.cells[i*t.cols : (i+1)*t.cols]}
}

// place names a cell of a matrix or a vector.
func (t tensor) place(k int) string {
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

// maxRows bounds the matrices whose rows are compared in every order.
const maxRows = 12

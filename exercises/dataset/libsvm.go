package dataset

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// looksLikeLIBSVM reports whether the first line with more than one field has
// index:value as its second field, or as its first if labels are left out. Lines with a
// single number (a point at the origin) decide nothing.
func looksLikeLIBSVM(text []byte) bool {
	for line := range bytes.Lines(text) {
		fields := strings.Fields(withoutComment(string(line)))
		switch {
		case len(fields) == 0:
			continue
		case strings.ContainsAny(fields[0], ",;"):
			return false
		case isPair(fields[0]):
			return true
		case len(fields) == 1 && isNumber(fields[0]):
			continue
		}
		return len(fields) > 1 && isPair(fields[1])
	}
	return false
}

func isPair(field string) bool {
	index, _, ok := strings.Cut(field, ":")
	_, err := strconv.Atoi(index)
	return ok && (err == nil || index == "qid")
}

func withoutComment(line string) string {
	text, _, _ := strings.Cut(line, "#")
	return text
}

// sparse is one line of LIBSVM text.
type sparse struct {
	index []int // from 1, rising
	value []float64
}

// libsvm reads LIBSVM's sparse text: "label index:value …" with rising indices from 1.
// Missing values are 0. A # starts a comment.
func (p parser) libsvm(text []byte) (*table, error) {
	t := &table{file: p.file, labelName: "label"}
	var rows []sparse
	dim, number := max(p.want.features, 1), 0
	for line := range bytes.Lines(endings(text)) {
		number++
		fields := strings.Fields(withoutComment(string(line)))
		if len(fields) == 0 {
			continue
		}
		fields, err := p.takeLabel(t, fields, number)
		if err != nil {
			return nil, err
		}
		row, err := p.pairs(fields, number)
		if err != nil {
			return nil, err
		}
		if n := len(row.index); n > 0 {
			dim = max(dim, row.index[n-1])
		}
		rows = append(rows, row)
		if err := p.tooManyRows(len(rows), dim, number); err != nil {
			return nil, err
		}
	}
	t.columns = defaultColumns(dim)
	t.points = dense(rows, dim)
	return t, p.checkRows(t)
}

// takeLabel removes the label from a line and records it.
func (p parser) takeLabel(t *table, fields []string, line int) ([]string, error) {
	hasLabel := !strings.Contains(fields[0], ":")
	if !hasLabel && !p.want.wantsLabel() {
		return fields, nil
	}
	if !hasLabel {
		return nil, &Error{File: p.file, Line: line, Column: 1, Value: quoted(fields[0]), Msg: "a line without label",
			Hint: "start each line with its label: +1 1:0.5 2:3"}
	}
	t.labels = append(t.labels, label{strings.Clone(fields[0]), line, 1})
	return fields[1:], nil
}

func (p parser) pairs(fields []string, line int) (sparse, error) {
	row := sparse{index: make([]int, 0, len(fields)), value: make([]float64, 0, len(fields))}
	last := 0
	for j, field := range fields {
		index, value, e := p.pair(field, last)
		if e != nil {
			e.File, e.Line, e.Column = p.file, line, j+2
			return sparse{}, e
		}
		row.index, row.value = append(row.index, index), append(row.value, value)
		last = index
	}
	return row, nil
}

// pair reads index:value. The index must be above last.
func (p parser) pair(field string, last int) (int, float64, *Error) {
	fault := func(value, msg, hint string) (int, float64, *Error) {
		return 0, 0, &Error{Value: quoted(value), Msg: msg, Hint: hint}
	}
	left, right, ok := strings.Cut(field, ":")
	if !ok {
		return fault(field, "not of the form index:value", "write 3:0.5 for x3 = 0.5")
	}
	index, err := strconv.Atoi(left)
	switch {
	case err != nil:
		return fault(left, "the index is not a whole number", "write 3:0.5 for x3 = 0.5")
	case index < 1:
		return fault(field, "an index below 1", "indices count from 1")
	case index == last:
		return fault(field, fmt.Sprintf("index %d twice in one line", index), "give each index once")
	case index < last:
		return fault(field, fmt.Sprintf("index %d after %d", index, last),
			"sort the indices of each line in rising order")
	case p.want.features > 0 && index > p.want.features:
		return fault(field,
			fmt.Sprintf("index %d where the model was trained on %s", index, counted(p.want.features, "feature")),
			"give the same features as in training")
	case index > p.o.MaxColumns:
		return fault(field, fmt.Sprintf("an index above the limit of %d", p.o.MaxColumns), "keep fewer features")
	}
	value, problem, hint := parseNumber(right)
	if problem != "" {
		return 0, 0, &Error{Field: "x" + left, Value: quoted(right), Msg: problem, Hint: hint}
	}
	return index, value, nil
}

func dense(rows []sparse, dim int) [][]float64 {
	points := make([][]float64, len(rows))
	for i, row := range rows {
		points[i] = make([]float64, dim)
		for k, index := range row.index {
			points[i][index-1] = row.value[k]
		}
	}
	return points
}

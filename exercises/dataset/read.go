package dataset

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
)

// Read reads a data set from r, as CSV or in LIBSVM's format. name becomes the name of the set and
// begins error messages. If the data are wrong, the error is an [*Error] and the set is nil.
func Read(name string, r io.Reader, o Options) (*Set, error) {
	o = o.orDefaults()
	text, err := readAll(name, r, o)
	if err != nil {
		return nil, err
	}
	o.MaxValues = min(o.MaxValues, spareValues+valuesPerByte*len(text))
	p := parser{file: name, options: o, trainingSet: o.TrainingSet}
	parse := p.readCSV
	if looksLikeLIBSVM(text) {
		parse = p.readLIBSVM
	}
	t, err := parse(text)
	if err != nil {
		return nil, err
	}
	if o.TrainingSet != nil {
		return t.toSetLike(setName(name), o.TrainingSet)
	}
	return t.toSet(setName(name), o)
}

// parser holds what both formats need while a file is read.
type parser struct {
	file        string
	options     Options
	trainingSet *Set // [Options.TrainingSet], whose columns are expected; nil if there is none
	// decimalCommas means that numbers have decimal commas, because columns are separated by
	// semicolons and no row contains a full stop.
	decimalCommas bool
}

// table is a file as numbers, with the labels still as text.
type table struct {
	file       string
	columns    []string
	hasNames   bool // the names of the columns were in the file
	labelName  string
	labelIndex int // column of the label, from 0 (behind the features in LIBSVM's format); −1 for none
	points     [][]float64
	labels     []label
	notes      []string
}

// label is the text of one label with its position.
type label struct {
	text         string
	line, column int
}

// readAll reads r up to the limit, as UTF-8 text without a byte order mark.
func readAll(name string, r io.Reader, o Options) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, o.MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("%s: reading: %w", name, err)
	}
	if int64(len(text)) > o.MaxBytes {
		return nil, &Error{File: name,
			Msg:  fmt.Sprintf("the file is larger than the limit of %g MB", float64(o.MaxBytes)/1e6),
			Hint: "keep a sample of the rows; a few thousand show everything a kernel does"}
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if i := bytes.IndexByte(text, 0); i >= 0 {
		return nil, &Error{File: name, Line: lineOf(text, i), Msg: "a NUL byte; this is not text",
			Hint: "save the table as CSV in UTF-8"}
	}
	if validText := bytes.ToValidUTF8(text, nil); len(validText) < len(text) {
		validLen := 0
		for validLen < len(validText) && validText[validLen] == text[validLen] {
			validLen++
		}
		return nil, &Error{File: name, Line: lineOf(text, validLen), Msg: "bytes that are not UTF-8",
			Hint: "save the file as CSV in UTF-8"}
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, emptyFileError(name)
	}
	return text, nil
}

func emptyFileError(name string) *Error {
	return &Error{File: name, Msg: "the file is empty",
		Hint: "write a header such as x1,x2,label and one row for each point"}
}

func lineOf(text []byte, offset int) int { return 1 + bytes.Count(text[:offset], []byte("\n")) }

func setName(name string) string {
	base := filepath.Base(name)
	if stem := strings.TrimSuffix(base, filepath.Ext(base)); stem != "" {
		return stem
	}
	return base
}

// rowLimitError returns an error if row n (from 1) exceeds a limit. columns is the number
// of values per row.
func (p parser) rowLimitError(n, columns, line int) *Error {
	if n > p.options.MaxRows {
		return &Error{File: p.file, Line: line, Msg: fmt.Sprintf("more than %d rows", p.options.MaxRows),
			Hint: "keep a sample of the rows"}
	}
	if columns > 0 && n > p.options.MaxValues/columns {
		return &Error{File: p.file, Line: line,
			Msg:  fmt.Sprintf("more than %d values (rows × columns, at %d columns)", p.options.MaxValues, columns),
			Hint: "keep a sample of the rows, or fewer columns"}
	}
	return nil
}

// Limits of the readers unless [Options] has others.
const (
	DefaultMaxBytes   = 100_000_000 // 100 MB
	DefaultMaxRows    = 200_000
	DefaultMaxColumns = 10_000
	DefaultMaxValues  = 20_000_000 // rows × columns: 160 MB in memory
)

// Sparse text omits zeros. A table has at most valuesPerByte values for each byte of its text, plus
// spareValues for short texts. Otherwise a few kilobytes of "1 10000:1" would expand to many
// megabytes.
const (
	valuesPerByte = 64
	spareValues   = 100_000
)

// Options limits what a reader accepts and says what the labels are for. The zero value
// means the defaults and [Auto].
type Options struct {
	MaxBytes   int64
	MaxRows    int
	MaxColumns int
	MaxValues  int
	// Task says what labels are for. Regression accepts numeric labels unchanged,
	// including −1/+1. Classification rejects a third label. Auto decides by the labels
	// found.
	Task Task
	// Label is the column of the labels in a CSV file: its name, or its number from 1. If empty,
	// the reader chooses it. LIBSVM's format names no columns, so a Label is an error there.
	Label string
	// Positive is the class that becomes +1. All others together become −1. If empty, there must be
	// two classes, and the reader decides which one becomes +1.
	Positive string
	// TrainingSet is the set that a model was trained on. Set it to read points for which the model makes
	// predictions. If both files name their columns, they are matched by name, in any order, and a
	// missing or unknown column is an error. Otherwise they are matched by position, and a note
	// says so. One point is enough. The points may be unlabelled, but if they have labels, their
	// classes must be classes of TrainingSet. Task, Label and Positive are ignored.
	TrainingSet *Set
}

func (o Options) orDefaults() Options {
	o.MaxBytes = cmp.Or(o.MaxBytes, DefaultMaxBytes)
	o.MaxRows = cmp.Or(o.MaxRows, DefaultMaxRows)
	o.MaxColumns = cmp.Or(o.MaxColumns, DefaultMaxColumns)
	o.MaxValues = cmp.Or(o.MaxValues, DefaultMaxValues)
	return o
}

// Error describes what is wrong with a data file, with its place and a hint. Line and
// Column count from 1 and are 0 if the error concerns the whole file. Column is the
// number of the field in its row. In LIBSVM's text the label is column 1.
type Error struct {
	File   string // as given to the reader
	Line   int
	Column int
	Field  string // the column's name, if it has one
	Value  string // the offending text, shortened and printable
	Msg    string // what is wrong
	Hint   string // what would work; may be empty
}

// Error returns one line such as file:line: column 3 (x3): what is wrong: "value"; hint
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d", e.Line)
	}
	b.WriteString(": ")
	if e.Column > 0 {
		fmt.Fprintf(&b, "column %d", e.Column)
		if e.Field != "" {
			fmt.Fprintf(&b, " (%s)", e.Field)
		}
		b.WriteString(": ")
	}
	b.WriteString(e.Msg)
	if e.Value != "" {
		b.WriteString(": " + strconv.Quote(e.Value))
	}
	if e.Hint != "" {
		b.WriteString("; " + e.Hint)
	}
	return b.String()
}

// shorten shortens text from a file to fit a message.
func shorten(text string) string {
	const maxRunes = 40
	r := []rune(text)
	if len(r) > maxRunes {
		return string(r[:maxRunes]) + "…"
	}
	return text
}

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

// isPair reports whether a field has the form index:value. LIBSVM also allows qid:value.
func isPair(field string) bool {
	index, _, ok := strings.Cut(field, ":")
	_, err := strconv.Atoi(index)
	return ok && (err == nil || index == "qid")
}

func withoutComment(line string) string {
	text, _, _ := strings.Cut(line, "#")
	return text
}

// sparseRow is one line of LIBSVM text. Entry index[k] of the point is value[k], and all other entries
// are 0.
type sparseRow struct {
	index []int // counted from 1, in increasing order
	value []float64
}

// readLIBSVM reads LIBSVM's sparse text: "label index:value …" with rising indices from 1.
// Missing values are 0. A # starts a comment.
func (p parser) readLIBSVM(text []byte) (*table, error) {
	t := &table{file: p.file, labelName: "label"}
	if p.options.Label != "" && p.trainingSet == nil {
		return nil, &Error{File: p.file, Value: shorten(p.options.Label), Msg: "LIBSVM's text names no columns",
			Hint: "the label comes first in each line; leave the choice of a column out"}
	}
	var rows []sparseRow
	dim, lineNumber := 1, 0
	if p.trainingSet != nil {
		dim = p.trainingSet.Dim()
	}
	for line := range bytes.Lines(normaliseLineEnds(text)) {
		lineNumber++
		fields := strings.Fields(withoutComment(string(line)))
		if len(fields) == 0 {
			continue
		}
		fields, err := p.takeLabel(t, fields, lineNumber)
		if err != nil {
			return nil, err
		}
		row, err := p.readPairs(fields, lineNumber)
		if err != nil {
			return nil, err
		}
		if n := len(row.index); n > 0 {
			dim = max(dim, row.index[n-1])
		}
		rows = append(rows, row)
		if err := p.rowLimitError(len(rows), dim, lineNumber); err != nil {
			return nil, err
		}
	}
	if p.trainingSet != nil && p.trainingSet.hasNames {
		t.notes = []string{byPositionNote}
	}
	t.columns, t.labelIndex = defaultColumns(dim), dim
	t.points = denseRows(rows, dim)
	return t, p.checkRows(t)
}

// takeLabel removes the label from a line and records it.
func (p parser) takeLabel(t *table, fields []string, line int) ([]string, error) {
	hasLabel := !strings.Contains(fields[0], ":")
	if !hasLabel && p.trainingSet != nil {
		t.labels = append(t.labels, label{"", line, 1})
		return fields, nil
	}
	if !hasLabel {
		return nil, &Error{File: p.file, Line: line, Column: 1, Value: shorten(fields[0]), Msg: "a line without label",
			Hint: "start each line with its label: +1 1:0.5 2:3"}
	}
	t.labels = append(t.labels, label{strings.Clone(fields[0]), line, 1})
	return fields[1:], nil
}

func (p parser) readPairs(fields []string, line int) (sparseRow, error) {
	row := sparseRow{index: make([]int, 0, len(fields)), value: make([]float64, 0, len(fields))}
	last := 0
	for j, field := range fields {
		index, value, e := p.readPair(field, last)
		if e != nil {
			e.File, e.Line, e.Column = p.file, line, j+2
			return sparseRow{}, e
		}
		row.index, row.value = append(row.index, index), append(row.value, value)
		last = index
	}
	return row, nil
}

// readPair reads index:value. The index must exceed the previous one.
func (p parser) readPair(field string, previous int) (int, float64, *Error) {
	fail := func(value, msg, hint string) (int, float64, *Error) {
		return 0, 0, &Error{Value: shorten(value), Msg: msg, Hint: hint}
	}
	left, right, ok := strings.Cut(field, ":")
	if !ok {
		return fail(field, "not of the form index:value", "write 3:0.5 for x3 = 0.5")
	}
	index, err := strconv.Atoi(left)
	switch {
	case err != nil:
		return fail(left, "the index is not a whole number", "write 3:0.5 for x3 = 0.5")
	case index < 1:
		return fail(field, "an index below 1", "indices count from 1")
	case index == previous:
		return fail(field, fmt.Sprintf("index %d twice in one line", index), "give each index once")
	case index < previous:
		return fail(field, fmt.Sprintf("index %d after %d", index, previous),
			"sort the indices of each line in rising order")
	case p.trainingSet != nil && index > p.trainingSet.Dim():
		return fail(field,
			fmt.Sprintf("index %d where the model was trained on %s", index, countOf(p.trainingSet.Dim(), "feature")),
			"give the same features as in training")
	case index > p.options.MaxColumns:
		return fail(field, fmt.Sprintf("an index above the limit of %d", p.options.MaxColumns), "keep fewer features")
	}
	value, problem, hint := parseNumber(right)
	if problem != "" {
		return 0, 0, &Error{Field: "x" + left, Value: shorten(right), Msg: problem, Hint: hint}
	}
	return index, value, nil
}

func denseRows(rows []sparseRow, dim int) [][]float64 {
	points := make([][]float64, len(rows))
	for i, row := range rows {
		points[i] = make([]float64, dim)
		for k, index := range row.index {
			points[i][index-1] = row.value[k]
		}
	}
	return points
}

package dataset

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Read reads a labelled data set in either format from r. The name becomes the name of
// the set and begins error messages. If the data are wrong, the error is an [*Error]
// and the set is nil.
func Read(name string, r io.Reader, o Options) (*Set, error) {
	t, err := readTable(name, r, o, labelled)
	if err != nil {
		return nil, err
	}
	return t.set(setName(name), o)
}

// ReadFeatures reads the points for predictions: dim coordinates per row, in either
// format, with or without a label, which is ignored. In a CSV file of dim+1 columns,
// the label is the one named so, or the last. One row is enough. If the data are wrong,
// the error is an [*Error] and the points are nil. It panics unless dim is positive.
func ReadFeatures(name string, r io.Reader, dim int, o Options) ([][]float64, error) {
	if dim <= 0 {
		panic("dataset: dimension is not positive")
	}
	t, err := readTable(name, r, o, shape{features: dim})
	if err != nil {
		return nil, err
	}
	return t.points, nil
}

// shape describes the expected contents of a table: a label in each row and any number
// of features, or the given number of features and perhaps a label.
type shape struct{ features int }

var labelled = shape{}

func (s shape) wantsLabel() bool { return s.features == 0 }

func readTable(name string, r io.Reader, o Options, want shape) (*table, error) {
	o = o.orDefaults()
	text, err := readAll(name, r, o)
	if err != nil {
		return nil, err
	}
	o.MaxValues = min(o.MaxValues, spareValues+valuesPerByte*len(text))
	p := parser{file: name, o: o, want: want}
	if looksLikeLIBSVM(text) {
		return p.libsvm(text)
	}
	return p.csv(text)
}

// parser holds what both formats need while a file is read.
type parser struct {
	file string
	o    Options
	want shape
}

// table is a file as numbers, with the labels still as text.
type table struct {
	file      string
	columns   []string
	labelName string
	points    [][]float64
	labels    []label
	notes     []string
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
	if valid := bytes.ToValidUTF8(text, nil); len(valid) < len(text) {
		same := 0
		for same < len(valid) && valid[same] == text[same] {
			same++
		}
		return nil, &Error{File: name, Line: lineOf(text, same), Msg: "bytes that are not UTF-8",
			Hint: "save the file as CSV in UTF-8"}
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, emptyFile(name)
	}
	return text, nil
}

func emptyFile(name string) *Error {
	return &Error{File: name, Msg: "the file is empty",
		Hint: "write a header such as x1,x2,label and one row for each point"}
}

func lineOf(text []byte, offset int) int { return 1 + bytes.Count(text[:offset], []byte("\n")) }

func setName(name string) string {
	base := filepath.Base(name)
	if cut := strings.TrimSuffix(base, filepath.Ext(base)); cut != "" {
		return cut
	}
	return base
}

// tooManyRows returns an error if row n (from 1) exceeds a limit. columns is the number
// of values per row.
func (p parser) tooManyRows(n, columns, line int) *Error {
	if n > p.o.MaxRows {
		return &Error{File: p.file, Line: line, Msg: fmt.Sprintf("more than %d rows", p.o.MaxRows),
			Hint: "keep a sample of the rows"}
	}
	if columns > 0 && n > p.o.MaxValues/columns {
		return &Error{File: p.file, Line: line,
			Msg:  fmt.Sprintf("more than %d values (rows × columns, at %d columns)", p.o.MaxValues, columns),
			Hint: "keep a sample of the rows, or fewer columns"}
	}
	return nil
}

// Load reads a labelled data set from the file at path, as [Read] does.
func Load(path string, o Options) (*Set, error) {
	f, err := open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(path, f, o)
}

// LoadFeatures reads the points for predictions from the file at path, as
// [ReadFeatures] does.
func LoadFeatures(path string, dim int, o Options) ([][]float64, error) {
	f, err := open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadFeatures(path, f, dim, o)
}

func open(path string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, cannotOpen(path, err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, &Error{File: path, Msg: "this is a directory", Hint: "name a CSV or LIBSVM file in it"}
	}
	return f, nil
}

func cannotOpen(path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &Error{File: path, Msg: "there is no such file",
			Hint: "check the name; it is looked up from the current directory"}
	case errors.Is(err, fs.ErrPermission):
		return &Error{File: path, Msg: "no permission to read the file", Hint: "chmod u+r makes it readable"}
	}
	return fmt.Errorf("cannot open the data file: %w", err)
}

// Limits of the readers unless [Options] has others.
const (
	DefaultMaxBytes   = 100_000_000 // 100 MB
	DefaultMaxRows    = 200_000
	DefaultMaxColumns = 10_000
	DefaultMaxValues  = 20_000_000 // rows × columns: 160 MB in memory
)

// Sparse text omits zeros. A table has at most valuesPerByte values for each byte of
// its text, plus spareValues for short texts. Otherwise a few kilobytes of "1 10000:1"
// would fill MBs.
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

// Error returns one line: file:line: column 3 (x3): what is wrong: "value". Hint.
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

// quoted shortens text from a file to fit a message.
func quoted(text string) string {
	const most = 40
	r := []rune(text)
	if len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

package submission

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// Row is a step of a trace: its numbers by the names of their columns.
type Row map[string]float64

// maxRows, maxValues and maxBytes bound the size of a trace.
const (
	maxRows   = 100_000
	maxValues = 2_000_000
	maxBytes  = 64 << 20
)

// limitedReader is a reader that returns an error after a number of bytes.
type limitedReader struct {
	reader    io.Reader
	bytesLeft int
}

func (r *limitedReader) Read(dst []byte) (int, error) {
	n, err := r.reader.Read(dst)
	if r.bytesLeft -= n; r.bytesLeft < 0 {
		return 0, fmt.Errorf("it is larger than %d MB", maxBytes>>20)
	}
	return n, err
}

// RowsOf returns the steps of a run of SMO from the first update on, with the
// columns of the files that kernellab writes.
func RowsOf(t solvers.Trace) []Row {
	kind, _ := anatomy.KindOf(t.Solver())
	var out []Row
	for i := 1; i < t.Len(); i++ {
		s := t.At(i)
		r := Row{"step": float64(s.N), "bias": s.Bias, "objective": s.Objective}
		for _, e := range kind.EntriesOf(s) {
			switch v := e.Value.(type) {
			case int:
				r[e.Name] = float64(v)
			case float64:
				r[e.Name] = v
			}
		}
		out = append(out, r)
	}
	return out
}

// Read reads the trace of a task: JSON, one object per line, or CSV with a header.
// It ignores values that are not numbers, and a first row that describes the start.
func Read(r io.Reader, t Task) ([]Row, error) {
	in := bufio.NewReader(&limitedReader{r, maxBytes})
	first, err := firstByte(in)
	if err != nil {
		return nil, err
	}
	b := rowReader{columns: t.comparedColumns()}
	if first == '{' {
		err = b.readJSON(in)
	} else {
		err = b.readCSV(in)
	}
	if err != nil {
		return nil, err
	}
	rows := b.rows
	if len(rows) > 0 && rows[0].isStart() {
		rows = rows[1:]
	}
	if len(rows) == 0 {
		return nil, errors.New("there is no step in it")
	}
	return rows, nil
}

// isStart reports whether a row describes the start and not a step. A row of the start has no pair.
// If it has numbers of the points, its step number, residuals and coefficients are 0.
func (r Row) isStart() bool {
	hasPointNumbers, allZero := false, true
	for name, v := range r {
		// The columns of a point begin with f, r, a or c.
		if strings.Contains("frac", name[:1]) && strings.Trim(name[1:], "0123456789") == "" {
			hasPointNumbers, allZero = true, allZero && (v == 0 || name[0] == 'f')
		}
	}
	step, hasStep := r["step"]
	return !r.has("k") && !r.has("l") && (!hasPointNumbers || allZero && hasStep && step == 0)
}

// rowReader collects the rows of a trace while a file is read.
type rowReader struct {
	columns map[string]bool // the columns that are compared
	rows    []Row
	values  int
}

// comparedColumns returns the names of the columns that a comparison uses.
func (t Task) comparedColumns() map[string]bool {
	out := map[string]bool{"step": true, "objective": true, "k": true, "l": true}
	columns := descentColumns(t.Set.Len())
	if _, ok := t.Solver.(solvers.SMO); ok {
		columns = pairColumns()
	}
	for _, c := range append(columns, traceColumn{names: []string{"g", "W", "loss"}}) {
		for _, name := range c.names {
			out[name] = true
		}
	}
	return out
}

// add appends a row. It returns an error if the file has too many rows or numbers.
func (b *rowReader) add(r Row) error {
	b.rows = append(b.rows, r)
	if b.values += len(r); b.values > maxValues {
		return fmt.Errorf("it has more than %d numbers", maxValues)
	}
	if len(b.rows) > maxRows {
		return fmt.Errorf("it has more than %d steps", maxRows)
	}
	return nil
}

// fillPair sets the two α of the pair if they have no columns of their own. It takes them from the
// columns c1, c2, … of all coefficients, as in CSV files of kernellab.
func (b *rowReader) fillPair(r Row, columnIndex map[string]int, cells []string) {
	for name, point := range map[string]string{"alpha_k": "k", "alpha_l": "l"} {
		if i, ok := columnIndex[fmt.Sprintf("c%g", r[point])]; ok && i < len(cells) && !r.has(name) {
			b.put(r, name, cells[i])
		}
	}
}

// WriteCSV writes rows with the header of a skeleton.
func WriteCSV(w io.Writer, rows []Row) error {
	out := csv.NewWriter(w)
	head := strings.Split(Columns, ",")
	if err := out.Write(head); err != nil {
		return err
	}
	for _, r := range rows {
		cells := make([]string, len(head))
		for i, name := range head {
			cells[i] = strconv.FormatFloat(r[name]+0, 'g', -1, 64)
		}
		if err := out.Write(cells); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func (r Row) has(name string) bool { _, ok := r[name]; return ok }

// firstByte returns the first byte that is neither white space nor a byte order mark, without
// consuming it.
func firstByte(in *bufio.Reader) (byte, error) {
	for {
		b, err := in.ReadByte()
		switch {
		case errors.Is(err, io.EOF):
			return 0, errors.New("it is empty")
		case err != nil:
			return 0, err
		case strings.IndexByte(" \t\r\n\xef\xbb\xbf", b) < 0:
			return b, in.UnreadByte()
		}
	}
}

func (b *rowReader) readCSV(in io.Reader) error {
	c := csv.NewReader(in)
	c.FieldsPerRecord, c.TrimLeadingSpace, c.ReuseRecord = -1, true, true
	record, err := c.Read()
	if err != nil {
		return err
	}
	head, columnIndex := make([]string, len(record)), map[string]int{}
	for i, name := range record {
		head[i] = strings.TrimSpace(name)
		columnIndex[head[i]] = i
	}
	for {
		record, err = c.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		line, _ := c.FieldPos(0)
		if len(record) > len(head) {
			return fmt.Errorf("line %d has %d cells, and the header %d", line, len(record), len(head))
		}
		r := Row{}
		for i, text := range record {
			b.put(r, head[i], text)
		}
		b.fillPair(r, columnIndex, record)
		if err := b.add(r); err != nil {
			return err
		}
	}
}

// put stores a cell if it is a number in a column that is compared.
func (b *rowReader) put(r Row, name, text string) {
	if !b.columns[name] {
		return
	}
	if v, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(text), "−", "-", 1), 64); err == nil {
		r[name] = v
	}
}

func (b *rowReader) readJSON(in io.Reader) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" {
			continue
		}
		var object map[string]any
		if err := json.Unmarshal([]byte(text), &object); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		r := Row{}
		b.flatten(r, object)
		if inner, ok := object["smo"].(map[string]any); ok {
			b.flatten(r, inner)
		}
		if err := b.add(r); err != nil {
			return err
		}
	}
	return lines.Err()
}

// flatten stores the numbers of an object, including strings that represent numbers. From a
// list with an entry for each point, it stores every entry: "a": [0.1, 0] becomes a1 and
// a2.
func (b *rowReader) flatten(r Row, object map[string]any) {
	for name, v := range object {
		switch v := v.(type) {
		case float64:
			if b.columns[name] {
				r[name] = v
			}
		case string:
			b.put(r, name, v)
		case []any:
			b.addList(r, name, v)
		}
	}
}

// addList stores the entries of a list that has one entry for each point.
func (b *rowReader) addList(r Row, name string, entries []any) {
	if name == "dual" { // the name in files of kernellab
		name = "c"
	}
	for i, v := range entries {
		if v, ok := v.(float64); ok && b.columns[name+strconv.Itoa(i+1)] {
			r[name+strconv.Itoa(i+1)] = v
		}
	}
}

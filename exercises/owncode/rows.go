package owncode

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// Row is a step of a trace: its numbers by the names of the columns.
type Row struct {
	Line   int // of the file, from 1; of a trace that is no file the step
	Values map[string]float64
}

// mostRows and mostBytes bound what is read of a trace.
const (
	mostRows  = 100_000
	mostBytes = 64 << 20
)

// capped is a reader that gives up after so many bytes.
type capped struct {
	in   io.Reader
	left int
}

func (c *capped) Read(dst []byte) (int, error) {
	n, err := c.in.Read(dst)
	if c.left -= n; c.left < 0 {
		return 0, fmt.Errorf("it is larger than %d MB", mostBytes>>20)
	}
	return n, err
}

// RowsOf are the steps of a run of SMO from the first update on, with the
// columns of the files that kernellab writes.
func RowsOf(t solvers.Trace) []Row {
	kind, _ := anatomy.Of(t.Solver())
	var out []Row
	for i := 1; i < t.Len(); i++ {
		s := t.At(i)
		r := Row{Line: i, Values: map[string]float64{"step": float64(s.N), "bias": s.Bias, "objective": s.Objective}}
		for _, e := range kind.Says(s) {
			switch v := e.Value.(type) {
			case int:
				r.Values[e.Name] = float64(v)
			case float64:
				r.Values[e.Name] = v
			}
		}
		out = append(out, r)
	}
	return out
}

// Read reads a trace: JSON, one object a line, or CSV under a header. What is no
// number is left out, and so is a first row that has no pair, the start.
func Read(r io.Reader) ([]Row, error) {
	in := bufio.NewReader(&capped{r, mostBytes})
	first, err := firstSign(in)
	if err != nil {
		return nil, err
	}
	read := readCSV
	if first == '{' {
		read = readJSON
	}
	rows, err := read(in)
	if err != nil {
		return nil, err
	}
	if len(rows) > 0 && !rows[0].has("k") && !rows[0].has("l") {
		rows = rows[1:]
	}
	if len(rows) == 0 {
		return nil, errors.New("there is no step in it")
	}
	return rows, nil
}

// known reports whether a column is one that is looked at.
func known(name string) bool {
	return name == "k" || name == "l" || name == "objective" || slices.ContainsFunc(columns(), func(c named) bool { return slices.Contains(c.names, name) })
}

// complete finds both α among all of them, the cells under c1, c2 …, where they
// have no column of their own, as in the CSV of kernellab.
func (r Row) complete(at map[string]int, cells []string) {
	for name, point := range map[string]string{"alpha_k": "k", "alpha_l": "l"} {
		if i, ok := at[fmt.Sprintf("c%g", r.Values[point])]; ok && i < len(cells) && !r.has(name) {
			r.put(name, cells[i])
		}
	}
}

// WriteCSV writes rows under the header of a skeleton.
func WriteCSV(w io.Writer, rows []Row) error {
	out := csv.NewWriter(w)
	head := strings.Split(Columns, ",")
	if err := out.Write(head); err != nil {
		return err
	}
	for _, r := range rows {
		cells := make([]string, len(head))
		for i, name := range head {
			cells[i] = strconv.FormatFloat(r.Values[name]+0, 'g', -1, 64)
		}
		if err := out.Write(cells); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func (r Row) has(name string) bool { _, ok := r.Values[name]; return ok }

// firstSign is the first byte that is no space and no byte order mark; it stays
// to be read.
func firstSign(in *bufio.Reader) (byte, error) {
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

func readCSV(in io.Reader) ([]Row, error) {
	c := csv.NewReader(in)
	c.FieldsPerRecord, c.TrimLeadingSpace, c.ReuseRecord = -1, true, true
	record, err := c.Read()
	if err != nil {
		return nil, err
	}
	head, at := make([]string, len(record)), map[string]int{}
	for i, name := range record {
		head[i] = strings.TrimSpace(name)
		at[head[i]] = i
	}
	var out []Row
	for {
		record, err = c.Read()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		line, _ := c.FieldPos(0)
		if len(record) > len(head) {
			return nil, fmt.Errorf("line %d has %d cells, and the header %d", line, len(record), len(head))
		}
		r := Row{Line: line, Values: map[string]float64{}}
		for i, text := range record {
			r.put(head[i], text)
		}
		r.complete(at, record)
		if out = append(out, r); len(out) > mostRows {
			return nil, fmt.Errorf("it has more than %d steps", mostRows)
		}
	}
}

// put keeps a cell that is a number of a column that is looked at.
func (r Row) put(name, text string) {
	if !known(name) {
		return
	}
	if v, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(text), "−", "-", 1), 64); err == nil {
		r.Values[name] = v
	}
}

func readJSON(in io.Reader) ([]Row, error) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	var out []Row
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" {
			continue
		}
		var object map[string]any
		if err := json.Unmarshal([]byte(text), &object); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		r := Row{Line: n, Values: map[string]float64{}}
		r.flatten(object)
		if inner, ok := object["smo"].(map[string]any); ok {
			r.flatten(inner)
		}
		if out = append(out, r); len(out) > mostRows {
			return nil, fmt.Errorf("it has more than %d steps", mostRows)
		}
	}
	return out, lines.Err()
}

// flatten keeps the numbers of an object, and the texts that stand for one.
func (r Row) flatten(object map[string]any) {
	for name, v := range object {
		switch v := v.(type) {
		case float64:
			if known(name) {
				r.Values[name] = v
			}
		case string:
			r.put(name, v)
		}
	}
}

package dataset

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// readCSV reads comma, semicolon or tab separated text.
func (p parser) readCSV(text []byte) (*table, error) {
	r := csv.NewReader(bytes.NewReader(normaliseLineEnds(text)))
	r.Comma = delimiter(text)
	r.FieldsPerRecord = -1
	r.TrimLeadingSpace = r.Comma != '\t'
	_, rows, _ := bytes.Cut(text, []byte("\n"))
	p.decimalCommas = r.Comma == ';' && bytes.IndexByte(rows, '.') < 0
	first, line, err := p.nextRecord(r)
	if err == io.EOF {
		return nil, emptyFileError(p.file)
	}
	if err != nil {
		return nil, err
	}
	head, err := p.readHeader(first, line)
	if err != nil {
		return nil, err
	}
	t := &table{file: p.file, columns: head.featureNames(), hasNames: head.hasNames, labelName: head.labelName(),
		labelIndex: head.labelIndex, notes: head.notes}
	if !head.hasNames {
		if err := p.addRow(t, head, first, line); err != nil {
			return nil, err
		}
	}
	for {
		row, line, err := p.nextRecord(r)
		if err == io.EOF {
			return t, p.checkRows(t)
		}
		if err == nil {
			err = p.addRow(t, head, row, line)
		}
		if err != nil {
			return nil, err
		}
	}
}

// nextRecord returns the next row that is not blank, and the line on which it starts. It trims the
// values and replaces decimal commas by points.
func (p parser) nextRecord(r *csv.Reader) ([]string, int, error) {
	for {
		row, err := r.Read()
		if err == io.EOF {
			return nil, 0, err
		}
		if err != nil {
			return nil, 0, p.csvError(err)
		}
		line, _ := r.FieldPos(0)
		for i, v := range row {
			row[i] = strings.TrimSpace(v)
			if n := strings.Replace(row[i], ",", ".", 1); p.decimalCommas && isNumber(n) {
				row[i] = n
			}
		}
		if slices.ContainsFunc(row, func(v string) bool { return v != "" }) {
			return row, line, nil
		}
	}
}

func (p parser) csvError(err error) error {
	var parseErr *csv.ParseError
	if !errors.As(err, &parseErr) {
		return fmt.Errorf("%s: %w", p.file, err)
	}
	return &Error{File: p.file, Line: parseErr.StartLine, Msg: "a quotation mark that does not pair up",
		Hint: `quote a whole value ("a") and write a quotation mark inside it twice ("")`}
}

// normaliseLineEnds replaces carriage returns by line feeds in a text without line feeds, such as
// a file from an old Mac.
func normaliseLineEnds(text []byte) []byte {
	if bytes.IndexByte(text, '\n') >= 0 {
		return text
	}
	return bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
}

// delimiter returns the separator of the first non-blank line: a semicolon if there is
// one outside quotes, or else a tab or a comma, whichever occurs more often.
func delimiter(text []byte) rune {
	first, _, _ := bytes.Cut(bytes.TrimLeftFunc(text, unicode.IsSpace), []byte("\n"))
	inQuotes, tabs, commas := false, 0, 0
	for _, c := range string(first) {
		switch {
		case c == '"':
			inQuotes = !inQuotes
		case inQuotes:
		case c == ';':
			return ';'
		case c == '\t':
			tabs++
		case c == ',':
			commas++
		}
	}
	if tabs > commas {
		return '\t'
	}
	return ','
}

// addRow adds one row of values to the table.
func (p parser) addRow(t *table, head header, row []string, line int) error {
	if err := p.rowLimitError(len(t.points)+1, len(t.columns), line); err != nil {
		return err
	}
	if len(row) != len(head.names) {
		return p.wrongCountError(head, row, line)
	}
	point := make([]float64, 0, len(t.columns))
	for _, j := range head.featureColumns {
		v, problem, hint := parseNumber(row[j])
		if problem != "" {
			return &Error{File: p.file, Line: line, Column: j + 1, Field: head.names[j],
				Value: shorten(row[j]), Msg: problem, Hint: hint}
		}
		point = append(point, v)
	}
	t.points = append(t.points, point)
	if head.labelIndex >= 0 {
		t.labels = append(t.labels, label{strings.Clone(row[head.labelIndex]), line, head.labelIndex + 1})
	}
	return nil
}

func (p parser) wrongCountError(head header, row []string, line int) *Error {
	e := &Error{File: p.file, Line: line,
		Msg:  fmt.Sprintf("%s where the first row has %d", countOf(len(row), "value"), len(head.names)),
		Hint: "give every row one value for each column, and leave out rows with empty cells"}
	if len(row) == 1 {
		e.Value = shorten(row[0])
		e.Hint = "separate the values by commas, semicolons or tabs, the same throughout"
	}
	return e
}

func (p parser) checkRows(t *table) error {
	if len(t.points) == 0 {
		return &Error{File: p.file, Msg: "a header and no points",
			Hint: "write one row for each point under the header"}
	}
	return nil
}

// WriteCSV writes the set as CSV: a header and one row per point, with the label last. Values have
// the shortest form that reads back exactly, and classes are written as their names. Reading the
// output with the set's task gives an equal set, with two exceptions: the name and the notes
// differ, and the order of the classes that [Options.Positive] chose is lost.
func WriteCSV(w io.Writer, s *Set) error {
	out := bufio.NewWriter(w)
	writeRow(out, append(s.Columns(), s.labelName))
	for i, p := range s.points {
		row := make([]string, 0, len(p)+1)
		for _, v := range p {
			row = append(row, strconv.FormatFloat(v, 'g', -1, 64))
		}
		writeRow(out, append(row, s.labelText(i)))
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("writing %s: %w", s.name, err)
	}
	return nil
}

// writeRow writes a line of values with commas between them. The writer's Flush reports
// failed writes.
func writeRow(out *bufio.Writer, row []string) {
	for j, field := range row {
		if j > 0 {
			out.WriteByte(',')
		}
		out.WriteString(quoteField(field))
	}
	out.WriteByte('\n')
}

// quoteField quotes a value if it could be misread, because it contains a quotation mark, a line
// break or a separator, or begins or ends with a blank.
func quoteField(field string) string {
	if !strings.ContainsAny(field, "\",;\t\r\n") && strings.TrimSpace(field) == field {
		return field
	}
	return `"` + strings.ReplaceAll(field, `"`, `""`) + `"`
}

func (s *Set) labelText(i int) string {
	switch y := s.labels[i]; {
	case s.task != Classification:
		return strconv.FormatFloat(y, 'g', -1, 64)
	case y < 0:
		return s.negClass
	}
	return s.posClass
}

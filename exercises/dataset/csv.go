package dataset

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
)

// csv reads comma, semicolon or tab separated text.
func (p parser) csv(text []byte) (*table, error) {
	r := csv.NewReader(bytes.NewReader(endings(text)))
	r.Comma = delimiter(text)
	r.FieldsPerRecord = -1
	r.TrimLeadingSpace = r.Comma != '\t'
	first, line, err := p.record(r)
	if err == io.EOF {
		return nil, emptyFile(p.file)
	}
	if err != nil {
		return nil, err
	}
	head, err := p.header(first, line)
	if err != nil {
		return nil, err
	}
	t := &table{file: p.file, columns: head.features(), labelName: head.labelName(), notes: head.notes}
	if !head.named {
		if err := p.addRow(t, head, first, line); err != nil {
			return nil, err
		}
	}
	for {
		row, line, err := p.record(r)
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

// record returns the next row that is not blank, its values trimmed, and the
// line it starts on.
func (p parser) record(r *csv.Reader) ([]string, int, error) {
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
		}
		if slices.ContainsFunc(row, func(v string) bool { return v != "" }) {
			return row, line, nil
		}
	}
}

func (p parser) csvError(err error) error {
	var parse *csv.ParseError
	if !errors.As(err, &parse) {
		return fmt.Errorf("%s: %w", p.file, err)
	}
	return &Error{File: p.file, Line: parse.StartLine, Msg: "a quotation mark that does not pair up",
		Hint: `quote a whole value ("a") and write a quotation mark inside it twice ("")`}
}

// endings writes a lone carriage return, the line ending of old Macs, as a
// line feed.
func endings(text []byte) []byte {
	if bytes.IndexByte(text, '\n') >= 0 {
		return text
	}
	return bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
}

// delimiter is the separator of the first line that holds anything: a
// semicolon if there is one outside quotes, else a tab or a comma, whichever
// occurs more often.
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

// addRow takes one row of values into the table.
func (p parser) addRow(t *table, head header, row []string, line int) error {
	if err := p.tooManyRows(len(t.points)+1, len(t.columns), line); err != nil {
		return err
	}
	if len(row) != len(head.names) {
		return p.wrongCount(head, row, line)
	}
	point := make([]float64, 0, len(t.columns))
	for j, text := range row {
		if j == head.label {
			continue
		}
		v, problem, hint := parseNumber(text)
		if problem != "" {
			return &Error{File: p.file, Line: line, Column: j + 1, Field: head.names[j],
				Value: quoted(text), Msg: problem, Hint: hint}
		}
		point = append(point, v)
	}
	t.points = append(t.points, point)
	if head.label >= 0 {
		t.labels = append(t.labels, label{strings.Clone(row[head.label]), line, head.label + 1})
	}
	return nil
}

func (p parser) wrongCount(head header, row []string, line int) *Error {
	e := &Error{File: p.file, Line: line,
		Msg:  fmt.Sprintf("%s where the first row has %d", counted(len(row), "value"), len(head.names)),
		Hint: "give every row one value for each column, empty ones left out with their row"}
	if len(row) == 1 {
		e.Value = quoted(row[0])
		e.Hint = "separate the values by commas, semicolons or tabs, the same throughout"
	}
	return e
}

func (p parser) checkRows(t *table) error {
	if len(t.points) == 0 {
		return &Error{File: p.file, Msg: "a header and no points", Hint: "write one row for each point under the header"}
	}
	return nil
}

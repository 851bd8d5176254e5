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
	"unicode/utf8"
)

// csv reads comma, semicolon or tab separated text.
func (p parser) csv(text []byte) (*table, error) {
	r := csv.NewReader(bytes.NewReader(normaliseLineEnds(text)))
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

// record returns the next row that is not blank, its values trimmed, and the line on
// which it starts.
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

// normaliseLineEnds replaces single carriage returns, the line ends of old Macs, by line
// feeds.
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
		return &Error{File: p.file, Msg: "a header and no points",
			Hint: "write one row for each point under the header"}
	}
	return nil
}

// header is the first row of a CSV file, or a substitute for it.
type header struct {
	names []string
	named bool // the names were in the file
	label int  // column of the label, −1 for none
	notes []string
}

func (h header) features() []string {
	if h.label < 0 {
		return slices.Clone(h.names)
	}
	return slices.Delete(slices.Clone(h.names), h.label, h.label+1)
}

func (h header) labelName() string {
	if h.label < 0 {
		return ""
	}
	return h.names[h.label]
}

// header decides what the first row is and which column holds the label.
func (p parser) header(first []string, line int) (header, error) {
	if len(first) > p.o.MaxColumns {
		return header{}, &Error{File: p.file, Line: line,
			Msg:  fmt.Sprintf("%d columns, more than the limit of %d", len(first), p.o.MaxColumns),
			Hint: "keep fewer columns"}
	}
	if p.want.wantsLabel() && len(first) < 2 {
		return header{}, &Error{File: p.file, Line: line, Value: quoted(first[0]), Msg: "a single column",
			Hint: "a data set needs at least one feature and a label, separated by commas, semicolons or tabs"}
	}
	if isDataRow(first) {
		return p.unnamed(len(first), line)
	}
	for j, name := range first {
		if err := p.checkName(name, j, line); err != nil {
			return header{}, err
		}
	}
	label, err := p.labelColumn(first, line)
	if err != nil {
		return header{}, err
	}
	names := make([]string, len(first))
	for j, name := range first {
		names[j] = strings.Clone(name)
	}
	h := header{names: names, named: true, label: label}
	return h, p.checkFeatures(h, line)
}

// unnamed returns the header of a file whose first row is data.
func (p parser) unnamed(columns, line int) (header, error) {
	h := header{names: defaultColumns(columns), label: -1}
	if p.want.wantsLabel() || columns == p.want.features+1 {
		h.label = columns - 1
		h.names[h.label] = "label"
		h.notes = append(h.notes, "The file has no header; its last column is taken as the label.")
	}
	return h, p.checkFeatures(h, line)
}

func (p parser) checkFeatures(h header, line int) error {
	got := len(h.features())
	if p.want.wantsLabel() || got == p.want.features {
		return nil
	}
	return &Error{File: p.file, Line: line,
		Msg:  fmt.Sprintf("%s where the model was trained on %d", counted(got, "feature column"), p.want.features),
		Hint: "give the same columns as in training, in the same order; a label column may follow"}
}

// isDataRow reports whether a first row consists of numbers, except perhaps for a class
// name at its end.
func isDataRow(row []string) bool {
	if len(row) == 1 {
		return isNumber(row[0])
	}
	for _, v := range row[:len(row)-1] {
		if !isNumber(v) {
			return false
		}
	}
	return true
}

func (p parser) checkName(name string, j, line int) error {
	e := &Error{File: p.file, Line: line, Column: j + 1, Value: quoted(name)}
	switch {
	case name == "":
		e.Msg, e.Hint = "a column without a name", "name it, or leave it out if it only numbers the rows"
	case isNumber(name):
		e.Msg = "a number among the column names"
		e.Hint = "a header has only names; without a header, the first row has only numbers"
	case !printable(name):
		e.Msg = "a column name that is too long or does not print"
		e.Hint = fmt.Sprintf("use at most %d letters, digits and spaces", maxName)
	default:
		return nil
	}
	return e
}

// maxName is the maximum length of a column or class name, in characters.
const maxName = 64

func printable(name string) bool {
	return utf8.RuneCountInString(name) <= maxName &&
		!strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
}

// labelColumn returns the index of the label column: the one named so, or else the last
// one. It returns −1 if only features are expected.
func (p parser) labelColumn(names []string, line int) (int, error) {
	found := -1
	for j, name := range names {
		if !meansLabel(name, names) {
			continue
		}
		if found >= 0 {
			return 0, &Error{File: p.file, Line: line, Column: j + 1, Value: quoted(name),
				Msg:  fmt.Sprintf("a second column that could be the label, after %q", names[found]),
				Hint: "keep one column named label, class, target or y"}
		}
		found = j
	}
	if found < 0 && (p.want.wantsLabel() || len(names) == p.want.features+1) {
		return len(names) - 1, nil
	}
	return found, nil
}

func meansLabel(name string, all []string) bool {
	switch strings.ToLower(name) {
	case "label", "class", "target":
		return true
	case "y":
		return !slices.ContainsFunc(all, func(other string) bool { return strings.EqualFold(other, "x") })
	}
	return false
}

// WriteCSV writes the set as CSV: a header and one row per point, with the label last.
// Values have the shortest form that reads back exactly, and classes have their own
// names. Reading it with the set's task gives the same set, except for its name and
// notes.
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
		out.WriteString(quote(field))
	}
	out.WriteByte('\n')
}

// quote quotes a value if it could be misread, because it contains a quotation mark, a line
// break or a separator, or begins or ends with a blank.
func quote(field string) string {
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
		return s.neg
	}
	return s.pos
}

package dataset

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// WriteCSV writes the set as CSV: a header, one row a point with the label
// last, values in the shortest form that reads back exactly, and classes under
// their own names. Reading it with the set's task gives the same set, but for
// its name and notes.
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

// writeRow writes a line of values with commas between them. A write that
// fails is reported by the writer's Flush.
func writeRow(out *bufio.Writer, row []string) {
	for j, field := range row {
		if j > 0 {
			out.WriteByte(',')
		}
		out.WriteString(quote(field))
	}
	out.WriteByte('\n')
}

// quote puts a value in quotation marks where it could be taken for something
// else: it holds a mark, a line's end or any separator the readers know, or
// begins or ends with a blank.
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

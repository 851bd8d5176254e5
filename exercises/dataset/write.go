package dataset

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
)

// WriteCSV writes the set as CSV: a header, one row a point with the label
// last, values in the shortest form that reads back exactly, and classes under
// their own names. Reading it with the set's task gives the same set, but for
// its name and notes.
func WriteCSV(w io.Writer, s *Set) error {
	out := csv.NewWriter(w)
	if err := out.Write(append(s.Columns(), s.labelName)); err != nil {
		return fmt.Errorf("writing %s: %w", s.name, err)
	}
	for i, p := range s.points {
		row := make([]string, 0, len(p)+1)
		for _, v := range p {
			row = append(row, strconv.FormatFloat(v, 'g', -1, 64))
		}
		if err := out.Write(append(row, s.labelText(i))); err != nil {
			return fmt.Errorf("writing %s: %w", s.name, err)
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("writing %s: %w", s.name, err)
	}
	return nil
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

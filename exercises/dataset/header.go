package dataset

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// header is the first row of a CSV file, or what stands for it.
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
			Msg: fmt.Sprintf("%d columns, more than the limit of %d", len(first), p.o.MaxColumns), Hint: "keep fewer columns"}
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

// unnamed is the header of a file whose first row is data.
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

// isDataRow reports whether a first row is numbers, but for a class name at
// its end.
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
		e.Hint = "a header holds names only, a row without header numbers only"
	case utf8.RuneCountInString(name) > maxName:
		e.Msg, e.Hint = "a column name that is too long", fmt.Sprintf("names have at most %d characters", maxName)
	case !printable(name):
		e.Msg, e.Hint = "a column name with characters that do not print", "use letters, digits and spaces"
	default:
		return nil
	}
	return e
}

// maxName is the longest name of a column or class, in characters.
const maxName = 64

func printable(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
}

// labelColumn finds the label: the column that is called so, or the last one,
// or none where only features are expected.
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

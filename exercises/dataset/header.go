package dataset

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// header describes the columns of a CSV file.
type header struct {
	names          []string // of all columns
	hasNames       bool     // the names were in the file
	labelIndex     int      // column of the label, −1 for none
	featureColumns []int    // the columns of the features
	notes          []string
}

func (h header) featureNames() []string {
	names := make([]string, len(h.featureColumns))
	for k, j := range h.featureColumns {
		names[k] = h.names[j]
	}
	return names
}

func (h header) labelName() string {
	if h.labelIndex < 0 {
		return ""
	}
	return h.names[h.labelIndex]
}

// addFeatureColumns adds all columns except the label to featureColumns.
func (h *header) addFeatureColumns() {
	for j := range h.names {
		if j != h.labelIndex {
			h.featureColumns = append(h.featureColumns, j)
		}
	}
}

// readHeader decides whether the first row has names, which column holds the label, and which columns
// hold the features.
func (p parser) readHeader(firstRow []string, line int) (header, error) {
	if len(firstRow) > p.options.MaxColumns {
		return header{}, &Error{File: p.file, Line: line,
			Msg:  fmt.Sprintf("%d columns, more than the limit of %d", len(firstRow), p.options.MaxColumns),
			Hint: "keep fewer columns"}
	}
	if p.trainingSet == nil && len(firstRow) < 2 {
		return header{}, &Error{File: p.file, Line: line, Value: shorten(firstRow[0]), Msg: "a single column",
			Hint: "a data set needs at least one feature and a label, separated by commas, semicolons or tabs"}
	}
	h := header{hasNames: !p.isDataRow(firstRow), names: defaultColumns(len(firstRow)), labelIndex: -1}
	if h.hasNames {
		for j, name := range firstRow {
			if err := p.checkName(name, j, line, firstRow); err != nil {
				return header{}, err
			}
			h.names[j] = strings.Clone(name)
		}
	}
	var err error
	switch {
	case p.trainingSet == nil:
		err = p.chooseLabel(&h, line)
	case h.hasNames && p.trainingSet.hasNames:
		err = p.matchNames(&h, line)
	default:
		err = p.matchPositions(&h, line)
	}
	return h, err
}

// isDataRow reports whether a first row consists of numbers, except perhaps for a class
// name in the column of the label.
func (p parser) isDataRow(row []string) bool {
	if len(row) == 1 {
		return isNumber(row[0])
	}
	label := len(row) - 1
	if n, err := strconv.Atoi(p.options.Label); err == nil {
		label = n - 1
	}
	if p.trainingSet != nil && len(row) == p.trainingSet.Dim()+1 {
		label = min(p.trainingSet.labelIndex, label)
	}
	for j, v := range row {
		if j != label && !isNumber(v) {
			return false
		}
	}
	return true
}

// checkName checks the name of column j, which must not be among the names before it.
func (p parser) checkName(name string, j, line int, all []string) error {
	e := &Error{File: p.file, Line: line, Column: j + 1, Value: shorten(name)}
	switch {
	case name == "":
		e.Msg, e.Hint = "a column without a name", "name it, or leave it out if it only numbers the rows"
	case isNumber(name):
		e.Msg = "a number among the column names"
		e.Hint = "a header has only names; without a header, the first row has only numbers"
	case !isPrintableName(name):
		e.Msg = "a column name that is too long or does not print"
		e.Hint = fmt.Sprintf("use at most %d letters, digits and spaces", maxName)
	case slices.Index(all, name) < j:
		e.Msg = "a column name that is used twice"
		e.Hint = "give each column a name of its own"
	default:
		return nil
	}
	return e
}

// maxName is the maximum length of a column or class name, in characters.
const maxName = 64

func isPrintableName(name string) bool {
	return utf8.RuneCountInString(name) <= maxName &&
		!strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
}

// chooseLabel finds the label of a labelled file: the column that the options name, or else
// the one with a name such as label, or else the last.
func (p parser) chooseLabel(h *header, line int) (err error) {
	switch {
	case p.options.Label != "":
		h.labelIndex, err = p.labelFromOptions(*h, line)
	case h.hasNames:
		h.labelIndex, err = p.findLabelColumn(h.names, line)
	}
	if err != nil {
		return err
	}
	if h.labelIndex < 0 {
		h.labelIndex = len(h.names) - 1
		if !h.hasNames {
			h.notes = []string{"The file has no header; its last column is taken as the label."}
		}
	}
	h.addFeatureColumns()
	if !h.hasNames {
		h.names = slices.Insert(defaultColumns(len(h.featureColumns)), h.labelIndex, "label")
	}
	return nil
}

// labelFromOptions returns the column that the options name.
func (p parser) labelFromOptions(h header, line int) (int, error) {
	if j := slices.Index(h.names, p.options.Label); h.hasNames && j >= 0 {
		return j, nil
	}
	if n, err := strconv.Atoi(p.options.Label); err == nil && n >= 1 && n <= len(h.names) {
		return n - 1, nil
	}
	hint := fmt.Sprintf("the file has no header; give a number from 1 to %d", len(h.names))
	if h.hasNames {
		hint = "its columns are " + listNames(h.names)
	}
	return 0, &Error{File: p.file, Line: line, Value: shorten(p.options.Label),
		Msg: "no column with this name or number", Hint: hint}
}

// findLabelColumn returns the index of the column whose name means the label, or −1.
func (p parser) findLabelColumn(names []string, line int) (int, error) {
	found := -1
	for j, name := range names {
		if !meansLabel(name, names) {
			continue
		}
		if found >= 0 {
			return 0, &Error{File: p.file, Line: line, Column: j + 1, Value: shorten(name),
				Msg:  fmt.Sprintf("a second column that could be the label, after %q", names[found]),
				Hint: "keep one column named label, class, target or y"}
		}
		found = j
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

// byPositionNote is the note of a file whose columns cannot be matched by name.
const byPositionNote = "Columns are matched by position, because not both files name them."

// matchPositions matches the columns by position with those of the training set. There may be a label.
func (p parser) matchPositions(h *header, line int) (err error) {
	d := p.trainingSet.Dim()
	if h.hasNames {
		h.labelIndex, err = p.findLabelColumn(h.names, line)
	}
	if err != nil {
		return err
	}
	if h.labelIndex < 0 && len(h.names) == d+1 {
		h.labelIndex = min(p.trainingSet.labelIndex, d)
	}
	h.addFeatureColumns()
	h.notes = []string{byPositionNote}
	if len(h.featureColumns) == d {
		return nil
	}
	return &Error{File: p.file, Line: line,
		Msg:  fmt.Sprintf("%s where the model was trained on %d", countOf(len(h.featureColumns), "feature column"), d),
		Hint: "give the same columns as in training, in the same order; a label column may be there too"}
}

// matchNames finds the columns of the training set by their names.
func (p parser) matchNames(h *header, line int) error {
	h.labelIndex = slices.Index(h.names, p.trainingSet.labelName)
	if h.labelIndex < 0 {
		h.labelIndex = slices.IndexFunc(h.names, func(name string) bool {
			return meansLabel(name, h.names) && !slices.Contains(p.trainingSet.columns, name)
		})
	}
	extra := map[string]int{} // the columns that are not expected
	for j, name := range h.names {
		if j != h.labelIndex {
			extra[name] = j
		}
	}
	var missing []string
	for _, name := range p.trainingSet.columns {
		if j, ok := extra[name]; ok {
			h.featureColumns = append(h.featureColumns, j)
			delete(extra, name)
		} else {
			missing = append(missing, name)
		}
	}
	if len(missing)+len(extra) == 0 {
		return nil
	}
	return p.columnError(h.names, missing, slices.Sorted(maps.Values(extra)), line)
}

// columnError returns the error for columns that are missing or not expected.
func (p parser) columnError(names, missing []string, extra []int, line int) *Error {
	e := &Error{File: p.file, Line: line,
		Hint: "name the columns as in training, in any order: " + listNames(p.trainingSet.columns)}
	if len(extra) > 0 {
		unknown := make([]string, len(extra))
		for k, j := range extra {
			unknown[k] = names[j]
		}
		e.Column, e.Msg = extra[0]+1, "not in the training file: "+listNames(unknown)+"; "
	}
	if len(missing) > 0 {
		e.Msg += "missing: " + listNames(missing)
	}
	e.Msg = strings.TrimSuffix(e.Msg, "; ")
	return e
}

// listNames joins names with commas. After the sixth it gives only the number of further names.
func listNames(names []string) string {
	const maxListed = 6
	var out []string
	for i, name := range names {
		if i == maxListed {
			return strings.Join(out, ", ") + fmt.Sprintf(" and %d more", len(names)-maxListed)
		}
		out = append(out, strconv.Quote(shorten(name)))
	}
	return strings.Join(out, ", ")
}

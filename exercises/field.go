package exercises

import (
	"slices"
	"strings"
	"unicode"

	"kernellab/ascii"
)

// FieldKind is the kind of a field.
type FieldKind uint8

// The kinds of field.
const (
	TextField   FieldKind = iota // one line of text
	ChoiceField                  // one of Choices
)

// Field is a field of a form, into which the student types or chooses an answer.
type Field struct {
	Name        string // unique in the exercise; the key in Answers
	Label       string // "x₂ =", "αₗ ="
	Kind        FieldKind
	Placeholder string // an example of the form of an answer, never an answer
	Choices     []Choice
	Width       int    // preferred width in columns; 0: all available width
	AsksPoint   bool   // the answer is the number of a point; clicking on a point fills it in
	Group       string // adjacent fields with the same Group share a line; "" for none
	// Derivation means that the answer consists of lines, which are judged one by one.
	Derivation bool
	// Reasons lists the reasons that can follow a line of a derivation; see
	// SplitReason.
	Reasons []string
	// Legacy says where older versions saved the answer.
	Legacy LegacyField
	// Judge is the name of the judge of the field in package worksheets/kit, such as "number". It
	// is LessonJudge if the exercise's own Go code judges the field, and empty if the field is not
	// judged.
	Judge string
}

// The judges that other packages refer to. NumberJudge asks for a number. PredictionJudge records what
// the student expects and judges nothing. LessonJudge is not a judge: the exercise's own Go code judges
// the field.
const (
	NumberJudge     = "number"
	PredictionJudge = "prediction"
	LessonJudge     = "lesson"
)

// IsPrediction reports whether the field records what the student expects.
func (f Field) IsPrediction() bool { return f.Judge == PredictionJudge }

// Example returns the text to show in the empty field. This is the placeholder if the
// placeholder describes the answer in words. Otherwise "e.g." precedes the placeholder, so
// that students do not take it for an answer.
func (f Field) Example() string {
	first, _, _ := strings.Cut(f.Placeholder, " ")
	if first == "" || slices.Contains([]string{"a", "any", "the", "two", "three"}, first) {
		return f.Placeholder
	}
	return "e.g. " + f.Placeholder
}

// ValueWords returns the label of the choice with the given value. If there is no such choice, it
// returns the value itself.
func (f Field) ValueWords(value string) string {
	for _, c := range f.Choices {
		if c.Value == value {
			return c.Label
		}
	}
	return value
}

// Choice is one option of a ChoiceField or of a control.
type Choice struct {
	Value string // stored in Answers
	Label string // shown
}

// Choices returns choices whose labels equal their values.
func Choices(words ...string) []Choice {
	out := make([]Choice, len(words))
	for i, w := range words {
		out[i] = Choice{Value: w, Label: w}
	}
	return out
}

// LabelledChoices returns choices. Its arguments alternate between values and labels.
func LabelledChoices(pairs ...string) []Choice {
	var out []Choice
	for pair := range slices.Chunk(pairs, 2) {
		out = append(out, Choice{Value: pair[0], Label: pair[1]})
	}
	return out
}

// ChoiceIndex returns the index of the choice with a value, or −1.
func ChoiceIndex(choices []Choice, value string) int {
	return slices.IndexFunc(choices, func(c Choice) bool { return c.Value == value })
}

// FindChoice returns the value of the choice whose value or label equals a text, ignoring case
// and punctuation around the text: "Yes" and "yes." mean yes. ok is false if there is no such choice.
func FindChoice(choices []Choice, text string) (value string, ok bool) {
	trimmed := strings.Trim(text, " \t\n.!\"'“”")
	for _, c := range choices {
		if c.Value == text || strings.EqualFold(c.Value, trimmed) || strings.EqualFold(c.Label, trimmed) {
			return c.Value, true
		}
	}
	return "", false
}

// FieldTable is a table to fill in. Each blank is a field of the task. The table only arranges the
// fields, which are judged and saved like all other fields.
type FieldTable struct {
	Columns []ascii.Column // headings; Width is not used
	Rows    [][]Cell
}

// SideBySide returns a table of fields with their labels, without other cells. Each row has perRow
// fields.
func SideBySide(fields []Field, perRow int) FieldTable {
	t := FieldTable{Columns: make([]ascii.Column, 2*perRow)}
	for i, f := range fields {
		if i%perRow == 0 {
			t.Rows = append(t.Rows, make([]Cell, 2*perRow))
		}
		row, x := t.Rows[len(t.Rows)-1], 2*(i%perRow)
		row[x], row[x+1] = Cell{Text: ascii.Plain(strings.TrimSuffix(f.Label, " ="))}, Cell{Field: f.Name}
	}
	return t
}

// Cell is a cell of a table: a text, or the blank of a field.
type Cell struct {
	Text  ascii.Line
	Field string // the field to fill in here; "" for a text
	// Reveals names the fields whose answers Text gives away. Until all of them are
	// right, HiddenText replaces Text.
	Reveals    []string
	HiddenText ascii.Line
}

// VisibleText returns the text of a cell, given which fields are right.
func (c Cell) VisibleText(isRight func(field string) bool) ascii.Line {
	for _, field := range c.Reveals {
		if !isRight(field) {
			return c.HiddenText
		}
	}
	return c.Text
}

// Blanks returns the names of the fields in the table, row by row.
func (t FieldTable) Blanks() (fields []string) {
	for _, row := range t.Rows {
		for _, c := range row {
			if c.Field != "" {
				fields = append(fields, c.Field)
			}
		}
	}
	return fields
}

// Table returns the table for display. isRight reports whether the answer in a field is right, and
// fieldText returns the text to show in a field.
func (t FieldTable) Table(isRight func(field string) bool, fieldText func(field string) ascii.Line) ascii.Table {
	out := ascii.Table{Columns: slices.Clone(t.Columns)}
	for _, row := range t.Rows {
		var cells []ascii.Line
		for _, c := range row {
			if c.Field != "" {
				cells = append(cells, fieldText(c.Field))
			} else {
				cells = append(cells, c.VisibleText(isRight))
			}
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}

// A derivation is a text whose lines are separated by semicolons or line breaks. A line may
// end with the word "by" and the reason why the line follows:
//
//	∂f_i/∂w = φ_i by linearity; w = Σ_i a_i φ_i
//
// Only this file knows that format.

// reasonWord separates a line from its reason.
const reasonWord = "by"

// isLineEnd reports whether a character separates two lines.
func isLineEnd(r rune) bool { return r == ';' || r == '\n' || r == '\r' }

// Lines returns the nonempty lines of a text.
func Lines(text string) []string {
	var out []string
	for _, l := range strings.FieldsFunc(text, isLineEnd) {
		if strings.TrimSpace(l) != "" {
			out = append(out, l)
		}
	}
	return out
}

// SplitReason splits a line of a derivation at the word "by" into the text before it and the reason
// after it. reasonStart is a rune index, or −1 if the line has no reason.
func SplitReason(line string) (statement, reason string, reasonStart int) {
	runes := []rune(line)
	for i := 1; i+1 < len(runes); i++ {
		isReasonWord := string(runes[i:i+2]) == reasonWord && unicode.IsSpace(runes[i-1])
		if !isReasonWord || i+2 < len(runes) && !unicode.IsSpace(runes[i+2]) {
			continue
		}
		start := i + 2
		for start < len(runes) && unicode.IsSpace(runes[start]) {
			start++
		}
		return strings.TrimRightFunc(string(runes[:i]), unicode.IsSpace),
			strings.TrimRightFunc(string(runes[start:]), unicode.IsSpace), start
	}
	return line, "", -1
}

// LineAt finds the line of a text that contains the rune with the index pos. lineStart is the index
// of the line's first rune, lineEnd is the index after its last rune, and number counts the
// nonempty lines from 0. If the line is empty, LineAt returns the last nonempty line before it. ok
// is false if there is none.
func LineAt(text string, pos int) (lineStart, lineEnd, number int, ok bool) {
	runes, start := []rune(text), 0
	number = -1
	for i := 0; i <= len(runes); i++ {
		if i < len(runes) && !isLineEnd(runes[i]) {
			continue
		}
		if start > min(pos, len(runes)) {
			break
		}
		if strings.TrimSpace(string(runes[start:i])) != "" {
			lineStart, lineEnd, number = start, i, number+1
		}
		start = i + 1
	}
	return lineStart, lineEnd, number, number >= 0
}

// WithReason sets the reason of the line that contains the cursor. newCursor is at the end of the
// reason. Both cursors count runes. If the line is the last one, WithReason begins a new line and
// moves the cursor there.
func WithReason(text string, cursor int, reason string) (newText string, newCursor int) {
	lineStart, lineEnd, _, ok := LineAt(text, cursor)
	if !ok {
		return text, cursor
	}
	runes := []rune(text)
	statement, _, _ := SplitReason(string(runes[lineStart:lineEnd]))
	line := strings.TrimRightFunc(statement, unicode.IsSpace) + " " + reasonWord + " " + reason
	newCursor = lineStart + len([]rune(line))
	rest := string(runes[lineEnd:])
	if strings.TrimSpace(strings.Trim(rest, ";")) == "" {
		rest, newCursor = "; ", newCursor+2
	}
	return string(runes[:lineStart]) + line + rest, newCursor
}

package runfile

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// Formats returns the names of the formats in which steps can be written.
func Formats() []string { return []string{"csv", "jsonl"} }

// WriteSteps writes the steps of a trace with all coefficients, in one of the [Formats]. Points
// count from 1.
func WriteSteps(w io.Writer, t solvers.Trace, format string) error {
	switch format {
	case "csv":
		head := slices.Clone(columns)
		for i := range t.At(0).Coef().Len() {
			head = append(head, "c"+strconv.Itoa(i+1))
		}
		kind, _ := anatomy.KindOf(t.Solver())
		return writeCSV(w, head, t.Len(), func(i int) []string { return csvRow(kind, t.At(i)) })
	case "jsonl":
		return WriteJSONL(w, t, 0, t.Len()-1, "")
	}
	return noFormat(format)
}

// columns are the columns of the CSV before the coefficients: those that every step has, then those
// that only the steps of some solvers have, such as the pair k, l of SMO.
var columns = []string{
	"step", "updates", "status", "objective", "primal_objective", "gap", "violation", "bias",
	"k", "l", "E_k", "E_l", "lo", "hi", "kappa", "unclipped", "clipped", "gain", "point", "epoch", "margin", "mistake",
	"stage",
}

// writeCSV writes a header and a row for each of n steps.
func writeCSV(w io.Writer, head []string, n int, row func(i int) []string) error {
	out := csv.NewWriter(w)
	if err := out.Write(head); err != nil {
		return err
	}
	for i := range n {
		if err := out.Write(row(i)); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// csvRow returns the row of a step. kind describes its solver. Numbers that a solver does not have are
// empty. The columns c1, c2 … contain the coefficients (α, a or w).
func csvRow(kind anatomy.Kind, s solvers.Step) []string {
	entries := append([]anatomy.Entry{
		{Name: "step", Value: s.N}, {Name: "updates", Value: s.Updates}, {Name: "status", Value: s.Status.String()},
		{Name: "objective", Value: s.Objective}, {Name: "violation", Value: s.Violation}, {Name: "bias", Value: s.Bias},
	}, kind.EntriesOf(s)...)
	if kind.Gap {
		entries = append(entries, anatomy.Entry{Name: "primal_objective", Value: s.PrimalObjective},
			anatomy.Entry{Name: "gap", Value: s.Gap})
	}
	out := make([]string, len(columns), len(columns)+s.Coef().Len())
	for _, e := range entries {
		if index := slices.Index(columns, e.Name); index >= 0 {
			out[index] = cell(e.Value)
		}
	}
	for _, c := range s.Coef().All() {
		out = append(out, cell(c))
	}
	return out
}

// cell returns a value as text. A float gets the shortest form that reads back exactly.
func cell(v any) string {
	if f, ok := v.(float64); ok {
		if text, ok := NonFinite(f); ok {
			return text
		}
		return strconv.FormatFloat(f+0, 'g', -1, 64)
	}
	return fmt.Sprint(v)
}

// WriteJSONL writes the steps with indices from first to last, both inclusive, one JSON object per line.
// If branch is not empty, each object contains it.
func WriteJSONL(w io.Writer, t solvers.Trace, first, last int, branch string) error {
	buf := bufio.NewWriter(w)
	kind, _ := anatomy.KindOf(t.Solver())
	lines := JSONLWriter{W: buf, Kind: kind, Branch: branch, Number: shortest}
	for i := max(0, first); i <= min(last, t.Len()-1); i++ {
		if err := lines.Write(t.At(i)); err != nil {
			return err
		}
	}
	return buf.Flush()
}

// shortest appends a float in the shortest form that reads back exactly.
func shortest(b []byte, v float64) []byte { return AppendNumber(b, v, -1) }

// AppendNumber appends a float in JSON, with the given number of significant
// digits, or as many as necessary for −1. It writes −0 as 0, and infinite or
// undefined numbers as strings.
func AppendNumber(b []byte, v float64, digits int) []byte {
	if text, ok := NonFinite(v); ok {
		return strconv.AppendQuote(b, text)
	}
	return strconv.AppendFloat(b, v+0, 'g', digits, 64)
}

// NonFinite returns the text for an infinite or undefined float: inf, -inf or nan.
// ok is false for other floats.
func NonFinite(v float64) (text string, ok bool) {
	switch {
	case math.IsNaN(v):
		return "nan", true
	case math.IsInf(v, 1):
		return "inf", true
	case math.IsInf(v, -1):
		return "-inf", true
	}
	return "", false
}

// JSONLWriter writes steps of a solver as JSON, one object per line.
type JSONLWriter struct {
	W      io.Writer
	Kind   anatomy.Kind // describes the solver
	Branch string       // may be empty
	// Number appends a float to b.
	Number func(b []byte, v float64) []byte
	// Brief omits numbers that can be computed from others: some numbers of SMO, and the coefficients
	// if a step changes at most two of them, because its other numbers contain these two.
	Brief bool
}

// Write writes one step. The numbers that only this solver has are in an object with the solver's
// name.
func (l JSONLWriter) Write(s solvers.Step) error {
	o := object{number: l.Number}
	if l.Branch != "" {
		o.add("branch", l.Branch)
	}
	o.add("step", s.N)
	o.add("updates", s.Updates)
	o.add("status", s.Status.String())
	o.add("objective", s.Objective)
	if l.Kind.Gap {
		o.add("primal_objective", s.PrimalObjective)
		o.add("duality_gap", s.Gap)
	}
	o.add("violation", s.Violation)
	o.add("bias", s.Bias)
	if !l.Brief || l.Kind.ChangesAll && s.Detail != nil && s.Coef().Len() > 0 {
		o.key("dual")
		o.vector(s.Coef())
	}
	if entries := l.Kind.EntriesOf(s); len(entries) > 0 {
		inner := object{number: l.Number}
		for _, e := range entries {
			if !l.Brief || e.Name != "clipped" && e.Name != "gain" {
				inner.add(e.Name, e.Value)
			}
		}
		o.key(l.Kind.Name)
		o.text = append(append(o.text, inner.text...), '}')
	}
	_, err := l.W.Write(append(o.text, '}', '\n'))
	return err
}

// object is an unfinished JSON object, without its closing brace.
type object struct {
	text   []byte
	number func([]byte, float64) []byte
}

func (o *object) key(name string) {
	if len(o.text) == 0 {
		o.text = append(o.text, '{')
	} else {
		o.text = append(o.text, ',')
	}
	o.text = append(append(append(o.text, '"'), name...), '"', ':')
}

func (o *object) add(name string, v any) {
	o.key(name)
	if f, ok := v.(float64); ok {
		o.text = o.number(o.text, f)
		return
	}
	text, _ := json.Marshal(v) // a number, truth value or string cannot fail
	o.text = append(o.text, text...)
}

func (o *object) vector(v solvers.Vector) {
	o.text = append(o.text, '[')
	for i, c := range v.All() {
		if i > 0 {
			o.text = append(o.text, ',')
		}
		o.text = o.number(o.text, c)
	}
	o.text = append(o.text, ']')
}

// WriteNumbers writes steps that consist of named numbers, in one of the [Formats]. rows[i] holds the
// numbers of step i. In CSV a missing number is an empty cell, and in JSON lines it is omitted.
func WriteNumbers(w io.Writer, names []string, rows []map[string]float64, format string) error {
	switch format {
	case "csv":
		return writeCSV(w, append([]string{"step"}, names...), len(rows), func(i int) []string {
			line := []string{strconv.Itoa(i)}
			for _, name := range names {
				text := ""
				if v, ok := rows[i][name]; ok {
					text = cell(v)
				}
				line = append(line, text)
			}
			return line
		})
	case "jsonl":
		out := bufio.NewWriter(w)
		for i, row := range rows {
			o := object{number: shortest}
			o.add("step", i)
			for _, name := range names {
				if v, ok := row[name]; ok {
					o.add(name, v)
				}
			}
			if _, err := out.Write(append(o.text, '}', '\n')); err != nil {
				return err
			}
		}
		return out.Flush()
	}
	return noFormat(format)
}

func noFormat(format string) error {
	return fmt.Errorf("there is no format %q for steps; there are csv and jsonl", format)
}

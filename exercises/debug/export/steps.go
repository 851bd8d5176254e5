// Package export writes what a run shows in formats for other programs: the
// steps as CSV or JSON lines, a figure as SVG, PNG or ANSI text.
package export

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"

	"kernellab/solvers"
)

// Formats lists the formats of steps.
func Formats() []string { return []string{"csv", "jsonl"} }

// Steps writes the steps of a trace in a format of Formats, each with all of
// its coefficients. Points are counted from 1.
func Steps(w io.Writer, t solvers.Trace, format string) error {
	switch format {
	case "csv":
		return CSV(w, t)
	case "jsonl":
		return JSONL(w, t, 0, t.Len()-1, "")
	}
	return fmt.Errorf("there is no format %q for steps; there are csv and jsonl", format)
}

// columns are those of the CSV before the coefficients.
var columns = []string{
	"step", "updates", "status", "objective", "primal_objective", "gap", "violation", "bias",
	"k", "l", "E_k", "E_l", "lo", "hi", "kappa", "unclipped", "clipped", "gain", "point", "epoch", "margin", "mistake", "stage",
}

// CSV writes one row a step under a header. What a solver does not have is
// empty; the coefficients stand in the columns c1, c2 … (α, a or w).
func CSV(w io.Writer, t solvers.Trace) error {
	out := csv.NewWriter(w)
	head := append([]string{}, columns...)
	for i := range t.At(0).Coef().Len() {
		head = append(head, "c"+strconv.Itoa(i+1))
	}
	if err := out.Write(head); err != nil {
		return err
	}
	for i := range t.Len() {
		if err := out.Write(row(t.At(i), len(head))); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func row(s solvers.Step, width int) []string {
	r := make([]string, 0, width)
	r = append(r, strconv.Itoa(s.N), strconv.Itoa(s.Updates), s.Status.String(), float(s.Objective))
	d, smo := s.Detail.(*solvers.SMODetail)
	if smo {
		r = append(r, float(s.PrimalObjective), float(s.Gap))
	} else {
		r = append(r, "", "")
	}
	r = append(r, float(s.Violation), float(s.Bias))
	if smo {
		r = append(r, strconv.Itoa(d.K+1), strconv.Itoa(d.L+1), float(d.Ek), float(d.El), float(d.Lo), float(d.Hi), float(d.Kappa), float(d.Unclipped), strconv.FormatBool(d.Clipped), float(d.DW))
	} else {
		r = append(r, make([]string, 10)...)
	}
	if p, ok := s.Detail.(*solvers.PerceptronDetail); ok {
		r = append(r, strconv.Itoa(p.Point+1), strconv.Itoa(p.Epoch), float(p.Margin), strconv.FormatBool(p.Mistake))
	} else {
		r = append(r, make([]string, 4)...)
	}
	if g, ok := s.Detail.(*solvers.RidgeDetail); ok {
		r = append(r, g.Stage.String())
	} else {
		r = append(r, "")
	}
	for _, c := range s.Coef().All() {
		r = append(r, float(c))
	}
	return r
}

// float is the shortest text that reads back exactly.
func float(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// number is a float in JSON; what JSON has no number for becomes a word.
type number float64

// MarshalJSON writes ±Inf and NaN as strings.
func (n number) MarshalJSON() ([]byte, error) {
	v := float64(n)
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return []byte(strconv.Quote(float(v))), nil
	}
	return []byte(float(v)), nil
}

func numbers(v []float64) []number {
	out := make([]number, len(v))
	for i, x := range v {
		out[i] = number(x)
	}
	return out
}

// line is a step as JSON; the names are those of solve --trace.
type line struct {
	Branch    string   `json:"branch,omitempty"`
	Step      int      `json:"step"`
	Updates   int      `json:"updates"`
	Status    string   `json:"status"`
	Objective number   `json:"objective"`
	Primal    *number  `json:"primal_objective,omitempty"`
	Gap       *number  `json:"duality_gap,omitempty"`
	Violation number   `json:"violation"`
	Bias      number   `json:"bias"`
	Coef      []number `json:"dual"`

	SMO        *smo        `json:"smo,omitempty"`
	Perceptron *perceptron `json:"perceptron,omitempty"`
	Ridge      *ridge      `json:"ridge,omitempty"`
}

type smo struct {
	K         int    `json:"k"`
	L         int    `json:"l"`
	Ek        number `json:"E_k"`
	El        number `json:"E_l"`
	S         number `json:"s"`
	Gamma     number `json:"gamma"`
	Lo        number `json:"lo"`
	Hi        number `json:"hi"`
	Kappa     number `json:"kappa"`
	Unclipped number `json:"unclipped"`
	Clipped   bool   `json:"clipped"`
	AlphaK    number `json:"alpha_k"`
	AlphaL    number `json:"alpha_l"`
	Gain      number `json:"gain"`
	Null      bool   `json:"null"`
}

type perceptron struct {
	Point   int    `json:"point"`
	Epoch   int    `json:"epoch"`
	Margin  number `json:"margin"`
	Mistake bool   `json:"mistake"`
	Errors  int    `json:"errors"`
}

type ridge struct {
	Stage string `json:"stage"`
	Cond  number `json:"cond"`
}

func some(v float64) *number {
	n := number(v)
	return &n
}

func lineOf(s solvers.Step) line {
	l := line{
		Step: s.N, Updates: s.Updates, Status: s.Status.String(), Objective: number(s.Objective),
		Violation: number(s.Violation), Bias: number(s.Bias), Coef: numbers(s.CoefCopy()),
	}
	switch d := s.Detail.(type) {
	case *solvers.SMODetail:
		l.Primal, l.Gap = some(s.PrimalObjective), some(s.Gap)
		l.SMO = &smo{
			K: d.K + 1, L: d.L + 1, Ek: number(d.Ek), El: number(d.El), S: number(d.S), Gamma: number(d.Gamma), Lo: number(d.Lo), Hi: number(d.Hi),
			Kappa: number(d.Kappa), Unclipped: number(d.Unclipped), Clipped: d.Clipped, AlphaK: number(d.NewAk), AlphaL: number(d.NewAl), Gain: number(d.DW), Null: d.Null,
		}
	case *solvers.PerceptronDetail:
		l.Perceptron = &perceptron{Point: d.Point + 1, Epoch: d.Epoch, Margin: number(d.Margin), Mistake: d.Mistake, Errors: d.Errors}
	case *solvers.RidgeDetail:
		l.Ridge = &ridge{Stage: d.Stage.String(), Cond: number(d.Cond)}
	}
	return l
}

// JSONL writes the steps from to to, one JSON object a line, each with the name
// of its branch where there is one.
func JSONL(w io.Writer, t solvers.Trace, from, to int, branch string) error {
	buf := bufio.NewWriter(w)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	for i := max(0, from); i <= min(to, t.Len()-1); i++ {
		l := lineOf(t.At(i))
		l.Branch = branch
		if err := enc.Encode(l); err != nil {
			return err
		}
	}
	return buf.Flush()
}

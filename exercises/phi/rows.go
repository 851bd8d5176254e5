package phi

import (
	"context"
	"math/rand/v2"
	"strconv"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
)

// rows is 3.3: two rows of Φ by hand, and the kernel both ways.
func rows(b worksheets.Brief) (worksheets.Parts, error) {
	return worksheets.Parts{Steps: map[string]worksheets.Behaviour{
		"rows":  twoRows(),
		"both":  bothWays(),
		"yours": ownNumbers(b.Seed),
	}}, nil
}

// toThreeDigits judges a number that may be rounded to three digits.
func toThreeDigits(want string) func(string) answer.Result {
	task := answer.NumberTask{Want: answer.MustParse(want, answer.Scope{}), Digits: 3}
	return func(text string) answer.Result { return answer.JudgeNumber(text, task) }
}

// cell is one entry of Φ with the label facts give it.
type cell struct{ field, label, want string }

// phiCells are the rows of Φ for x = (2, 3) and z = (0, 1), the columns in the
// order √2x₁, √2x₂, 1, x₁², x₂², √2x₁x₂.
func phiCells() []cell {
	return []cell{
		{"x1", "√2x₁", "2√2"}, {"x2", "√2x₂", "3√2"}, {"xc", "the constant of x", "1"},
		{"x11", "x₁²", "4"}, {"x22", "x₂²", "9"}, {"x12", "√2x₁x₂", "6√2"},
		{"z1", "√2z₁", "0"}, {"z2", "√2z₂", "√2"}, {"zc", "the constant of z", "1"},
		{"z11", "z₁²", "0"}, {"z22", "z₂²", "1"}, {"z12", "√2z₁z₂", "0"},
	}
}

func twoRows() worksheets.Behaviour {
	var blanks []answer.Blank
	for _, c := range phiCells() {
		blanks = append(blanks, answer.Blank{Name: c.field, Label: c.label, Judge: toThreeDigits(c.want)})
	}
	return worksheets.Behaviour{
		Scene: func(_ context.Context, a exercises.Answers) exercises.Scene { return designMatrix(a) },
		Check: func(_ context.Context, a exercises.Answers) exercises.Report { return answer.JudgeForm(a, blanks) },
		Same:  answer.SameText(answer.Scope{}),
		Echo:  func(_, text string) exercises.Echo { return answer.EchoOf(text, answer.Scope{}) },
	}
}

// designMatrix shows Φ as far as it is filled in.
func designMatrix(a exercises.Answers) exercises.Scene {
	table := ascii.Table{Columns: []ascii.Column{{Title: "Φ"}}}
	for _, h := range []string{"√2x₁", "√2x₂", "1", "x₁²", "x₂²", "√2x₁x₂"} {
		table.Columns = append(table.Columns, ascii.Column{Title: h, Right: true})
	}
	cells := phiCells()
	for r, name := range []string{"(2, 3)", "(0, 1)"} {
		row := []ascii.Line{{{Text: name, Ink: ascii.Dim}}}
		for _, c := range cells[6*r : 6*r+6] {
			row = append(row, entry(a[c.field], c.want))
		}
		table.Rows = append(table.Rows, row)
	}
	return exercises.Scene{Figures: []exercises.Figure{{Title: "The design matrix", Role: exercises.Table, Plot: table}}}
}

// entry is a cell of Φ as the lab reads it.
func entry(text, want string) ascii.Line {
	r := toThreeDigits(want)(text)
	if r.Reading == "" {
		return ascii.Line{{Text: "·", Ink: ascii.Faint}}
	}
	return ascii.Plain(r.Reading)
}

// bothWays asks for the kernel of (2, 3) and (0, 1), directly and through φ.
func bothWays() worksheets.Behaviour {
	want := whole(kernels.Poly{Degree: 2, C: 1}.Eval([]float64{2, 3}, []float64{0, 1}))
	blanks := []answer.Blank{
		{Name: "kernel", Label: "(xᵀz + 1)²", Judge: exactly(want)},
		{Name: "inner", Label: "φ(x)·φ(z)", Judge: exactly(want)},
	}
	return worksheets.Behaviour{
		Check: func(_ context.Context, a exercises.Answers) exercises.Report { return answer.JudgeForm(a, blanks) },
		Same:  answer.SameText(answer.Scope{}),
	}
}

// ownNumbers asks for the kernel at whole points drawn from the seed, with
// xᵀz at least 2 so that every slip gives another number.
func ownNumbers(seed uint64) worksheets.Behaviour {
	r := rand.New(rand.NewPCG(seed, 33))
	draw := func() []float64 { return []float64{float64(1 + r.IntN(4)), float64(r.IntN(7) - 3)} }
	x, z := draw(), draw()
	for x[0]*z[0]+x[1]*z[1] < 2 {
		x, z = draw(), draw()
	}
	dot := x[0]*z[0] + x[1]*z[1]
	value := whole(kernels.Poly{Degree: 2, C: 1}.Eval(x, z))
	return worksheets.Behaviour{
		Check: func(_ context.Context, a exercises.Answers) exercises.Report {
			return answer.JudgeForm(a, []answer.Blank{{Name: "own", Label: "φ(x)·φ(z)", Judge: exactly(value)}})
		},
		Same: answer.SameText(answer.Scope{}),
		Vars: map[string]string{
			"x": point(x), "z": point(z), "dot": whole(dot), "value": value,
			"noOne": whole(dot * dot), "noSquare": whole(dot + 1),
		},
		Reference: exercises.Answers{"own": value},
	}
}

func whole(v float64) string { return strconv.FormatFloat(v, 'f', 0, 64) }

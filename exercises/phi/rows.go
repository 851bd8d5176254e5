package phi

import (
	"context"
	"math/rand/v2"

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

// cell is one entry of Φ with the label facts give it.
type cell struct{ field, label, want string }

// columns are the features of Φ, in the order of the table.
func columns() []string {
	return []string{"√2x₁", "√2x₂", "1", "x₁²", "x₂²", "√2x₁x₂"}
}

// phiCells are the rows of Φ for x = (2, 3) and z = (0, 1).
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
		blanks = append(blanks, answer.Blank{Name: c.field, Label: c.label, Judge: answer.ToDigits(c.want, 3)})
	}
	return worksheets.Behaviour{
		Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene { return designMatrix(ctx, a) },
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			return answer.JudgeForm(ctx, a, blanks)
		},
		Same: answer.SameText(answer.Scope{}),
		Echo: echoNumbers,
	}
}

// designMatrix shows Φ as far as it is filled in.
func designMatrix(ctx context.Context, a exercises.Answers) exercises.Scene {
	table := matrix("Φ")
	for r, name := range []string{"(2, 3)", "(0, 1)"} {
		row := []ascii.Line{{{Text: name, Ink: ascii.Dim}}}
		for _, c := range phiCells()[6*r : 6*r+6] {
			row = append(row, entry(ctx, a[c.field]))
		}
		table.Rows = append(table.Rows, row)
	}
	return exercises.Scene{Figures: []exercises.Figure{{Title: "The design matrix Φ", Role: exercises.Table, Plot: table}}}
}

// matrix is an empty table with the columns of Φ.
func matrix(corner string) ascii.Table {
	table := ascii.Table{Columns: []ascii.Column{{Title: corner}}}
	for _, h := range columns() {
		table.Columns = append(table.Columns, ascii.Column{Title: h, Right: true})
	}
	return table
}

// entry is a cell of Φ as the lab reads it.
func entry(ctx context.Context, text string) ascii.Line {
	if r := answer.EchoOf(ctx, text, answer.Scope{}).Reading; r != "" {
		return ascii.Plain(r)
	}
	return ascii.Line{{Text: "·", Ink: ascii.Faint}}
}

// bothWays asks for the kernel of (2, 3) and (0, 1), directly and through φ.
func bothWays() worksheets.Behaviour {
	want := kernels.Poly{Degree: 2, C: 1}.Eval([]float64{2, 3}, []float64{0, 1})
	blanks := []answer.Blank{
		{Name: "kernel", Label: "(xᵀz + 1)²", Judge: answer.Exactly(want)},
		{Name: "inner", Label: "φ(x)·φ(z)", Judge: answer.Exactly(want)},
	}
	return worksheets.Behaviour{
		Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene {
			return products(ctx, blanks[1].Judge(ctx, a["inner"]).Accepted)
		},
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			r := answer.JudgeForm(ctx, a, blanks)
			if r.Accepted {
				r.Fact = []ascii.Line{ascii.Plain("Three multiplications one way, six and the features the other: the same 16.")}
			}
			return r
		},
		Same: answer.SameText(answer.Scope{}),
		Echo: echoNumbers,
	}
}

// products is Φ, and once the inner product is there, its terms below.
func products(ctx context.Context, known bool) exercises.Scene {
	filled := exercises.Answers{}
	for _, c := range phiCells() {
		filled[c.field] = c.want
	}
	s := designMatrix(ctx, filled)
	if !known {
		return s
	}
	table := s.Figures[0].Plot.(ascii.Table)
	row := []ascii.Line{{{Text: "product", Ink: ascii.Good}}}
	for _, p := range []string{"0", "6", "1", "0", "9", "0"} {
		row = append(row, ascii.Line{{Text: p, Ink: ascii.Good}})
	}
	table.Rows = append(table.Rows, row)
	s.Figures[0].Plot = table
	s.Notes = []ascii.Line{
		ascii.Plain("φ(x)·φ(z) = 0 + 6 + 1 + 0 + 9 + 0 = 16"),
		ascii.Plain("(xᵀz + 1)² = (2·0 + 3·1 + 1)² = 4² = 16"),
	}
	return s
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
	value := answer.Decimal(kernels.Poly{Degree: 2, C: 1}.Eval(x, z))
	return worksheets.Behaviour{
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			return answer.JudgeForm(ctx, a, []answer.Blank{{Name: "own", Label: "φ(x)·φ(z)", Judge: answer.ExactlyText(value)}})
		},
		Same: answer.SameText(answer.Scope{}),
		Echo: echoNumbers,
		Vars: map[string]string{
			"x": point(x), "z": point(z), "dot": answer.Shown(dot), "value": value,
			"noOne": answer.Decimal(dot * dot), "noSquare": answer.Decimal(dot + 1),
		},
		Reference: exercises.Answers{"own": value},
	}
}

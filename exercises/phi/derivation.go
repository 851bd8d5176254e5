package phi

import (
	"context"
	"fmt"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
)

// derivation is the expansion of (xᵀz + 1)² as far as the student has it: a
// line appears when it is right, and the sum for any d closes it when all six
// groups stand.
func derivation(ctx context.Context, a exercises.Answers) exercises.Scene {
	lines := []ascii.Line{
		ascii.Plain("(xᵀz + 1)²"),
		ascii.Plain("  = (x₁z₁ + x₂z₂ + 1)²"),
		{{Text: "  = (u + v + 1)²", Ink: ascii.Text}, {Text: "      u = x₁z₁, v = x₂z₂", Ink: ascii.Dim}},
	}
	if judgeSquare(ctx, a["expansion"]).Accepted {
		lines = append(lines, right("  = u² + v² + 1 + 2uv + 2u + 2v"))
	} else {
		lines = append(lines, missing("  = "))
	}
	found := 0
	for _, g := range sixGroups() {
		start := "  + "
		if g.field == "k0" {
			start = "  = "
		}
		if answer.ExactlyText(g.coefficient)(ctx, a[g.field]).Accepted {
			found++
			lines = append(lines, right(start+term(g)))
		} else {
			lines = append(lines, missing(start))
		}
	}
	if found == len(sixGroups()) {
		lines = append(lines, nil, ascii.Line{{Text: "and for any d:", Ink: ascii.Dim}}, ascii.Plain("(xᵀz + 1)²"),
			right("  = 1 + Σᵢ xᵢ²zᵢ² + Σ_{i<j} 2xᵢxⱼzᵢzⱼ + Σᵢ 2xᵢzᵢ"))
	}
	return exercises.Scene{
		Figures: []exercises.Figure{{Title: "The derivation", Role: exercises.Main, Plot: ascii.TextBlock{Lines: lines}}},
		Notes:   []ascii.Line{ascii.Plain(fmt.Sprintf("%d of %d terms stand.", found, len(sixGroups())))},
	}
}

// right is a line that the student has found.
func right(text string) ascii.Line { return ascii.Line{{Text: text, Ink: ascii.Good}} }

// missing is a line still to be found.
func missing(start string) ascii.Line {
	return ascii.Line{{Text: start, Ink: ascii.Dim}, {Text: "…", Ink: ascii.Faint}}
}

func term(g group) string {
	switch {
	case g.term == "1":
		return g.coefficient
	case g.coefficient == "1":
		return g.term
	}
	return g.coefficient + "·" + g.term
}

package phi

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
)

// expand is 3.1: (xᵀz + 1)² multiplied out.
func expand(b worksheets.Brief) (worksheets.Parts, error) {
	return worksheets.Parts{Steps: map[string]worksheets.Behaviour{
		"square":  square(),
		"groups":  groups(),
		"general": general(b.Seed),
	}}, nil
}

// square asks for (u + v + 1)² as a sum.
func square() worksheets.Behaviour {
	scope := answer.Scope{Vars: []string{"u", "v"}}
	task := answer.ExprTask{Scope: scope, Want: "(u + v + 1)^2"}
	return worksheets.Behaviour{
		Check: func(_ context.Context, a exercises.Answers) exercises.Report {
			r := answer.JudgeExpr(a["expansion"], task)
			if r.Accepted && !expanded(a["expansion"], scope) {
				r.Verdict, r.Accepted = exercises.OtherForm, false
				r.Misconception = "not-expanded"
			}
			return r.Report("expansion")
		},
		Same: answer.SameText(scope),
		Echo: func(_, text string) exercises.Echo { return answer.EchoOf(text, scope) },
	}
}

// expanded reports whether a text is written without sums in brackets.
func expanded(text string, s answer.Scope) bool {
	e, err := answer.Parse(text, s)
	return err == nil && !strings.Contains(e.String(), "(")
}

// group is one of the six groups of terms of (xᵀz + 1)² for d = 2.
type group struct {
	field, term, coefficient string
}

func sixGroups() []group {
	return []group{
		{"k0", "1", "1"},
		{"k1", "x₁z₁", "2"},
		{"k2", "x₂z₂", "2"},
		{"k11", "x₁²z₁²", "1"},
		{"k22", "x₂²z₂²", "1"},
		{"k12", "x₁x₂z₁z₂", "2"},
	}
}

// groups asks for the coefficient of each group.
func groups() worksheets.Behaviour {
	var blanks []answer.Blank
	for _, g := range sixGroups() {
		blanks = append(blanks, answer.Blank{Name: g.field, Label: g.term, Judge: exactly(g.coefficient)})
	}
	return worksheets.Behaviour{
		Scene: func(_ context.Context, a exercises.Answers) exercises.Scene { return derivation(a) },
		Check: func(_ context.Context, a exercises.Answers) exercises.Report { return answer.JudgeForm(a, blanks) },
		Same:  answer.SameText(answer.Scope{}),
		Echo:  func(_, text string) exercises.Echo { return answer.EchoOf(text, answer.Scope{}) },
	}
}

// derivation is the expansion as far as the student has it: a term appears
// when its coefficient is right.
func derivation(a exercises.Answers) exercises.Scene {
	lines := []ascii.Line{
		ascii.Plain("(xᵀz + 1)²"),
		ascii.Plain("  = (x₁z₁ + x₂z₂ + 1)²"),
	}
	found := 0
	for _, g := range sixGroups() {
		line := ascii.Line{{Text: "  + ", Ink: ascii.Dim}, {Text: "…", Ink: ascii.Faint}}
		if exactly(g.coefficient)(a[g.field]).Accepted {
			found++
			line = ascii.Line{{Text: "  + ", Ink: ascii.Dim}, {Text: term(g), Ink: ascii.Good}}
		}
		if g.field == "k0" {
			line[0].Text = "  = "
		}
		lines = append(lines, line)
	}
	return exercises.Scene{
		Figures: []exercises.Figure{{Title: "The derivation", Role: exercises.Main, Plot: ascii.TextBlock{Lines: lines}}},
		Notes:   []ascii.Line{ascii.Plain(strconv.Itoa(found) + " of 6 terms stand.")},
	}
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

// general asks for the number of cross terms in d dimensions, d drawn from 4
// to 9.
func general(seed uint64) worksheets.Behaviour {
	d := 4 + rand.New(rand.NewPCG(seed, 31)).IntN(6)
	pairs := d * (d - 1) / 2
	blank := answer.Blank{Name: "pairs", Label: "pairs", Judge: exactly(strconv.Itoa(pairs))}
	return worksheets.Behaviour{
		Check: func(_ context.Context, a exercises.Answers) exercises.Report {
			return answer.JudgeForm(a, []answer.Blank{blank})
		},
		Same: answer.SameText(answer.Scope{}),
		Vars: map[string]string{
			"d": strconv.Itoa(d), "dMinus1": strconv.Itoa(d - 1), "pairs": strconv.Itoa(pairs),
			"ordered": strconv.Itoa(d * (d - 1)), "withSquares": strconv.Itoa(d * (d + 1) / 2), "dSquared": strconv.Itoa(d * d),
		},
		Reference: exercises.Answers{"pairs": strconv.Itoa(pairs)},
	}
}

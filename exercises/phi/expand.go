package phi

import (
	"context"
	"fmt"
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

// bracketScope is what (u + v + 1)² may be written in.
func bracketScope() answer.Scope { return answer.Scope{Vars: []string{"u", "v"}} }

// judgeSquare judges (u + v + 1)² as a sum.
func judgeSquare(ctx context.Context, text string) answer.Result {
	r := answer.JudgeExpr(ctx, text, answer.ExprTask{Scope: bracketScope(), Want: "(u + v + 1)^2"})
	if r.Accepted && !expanded(ctx, text) {
		r.Verdict, r.Accepted, r.Misconception = exercises.OtherForm, false, "not-expanded"
	}
	return r
}

// square asks for (u + v + 1)² as a sum.
func square() worksheets.Behaviour {
	return worksheets.Behaviour{
		Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene { return derivation(ctx, a) },
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			return judgeSquare(ctx, a["expansion"]).Report("expansion")
		},
		Same: answer.SameText(bracketScope()),
		Echo: func(ctx context.Context, _, text string) exercises.Echo {
			return answer.EchoOf(ctx, text, bracketScope())
		},
	}
}

// expanded reports whether a text is written without sums in brackets.
func expanded(ctx context.Context, text string) bool {
	e, err := answer.Parse(ctx, text, bracketScope())
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
		blanks = append(blanks, answer.Blank{Name: g.field, Label: g.term, Judge: answer.ExactlyText(g.coefficient)})
	}
	return worksheets.Behaviour{
		Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene { return derivation(ctx, a) },
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			return answer.JudgeForm(ctx, a, blanks)
		},
		Same: answer.SameText(answer.Scope{}),
		Echo: echoNumbers,
	}
}

// general asks for the number of cross terms in d dimensions, d drawn from 4
// to 9.
func general(seed uint64) worksheets.Behaviour {
	d := 4 + rand.New(rand.NewPCG(seed, 31)).IntN(6)
	pairs := d * (d - 1) / 2
	blank := answer.Blank{Name: "pairs", Label: "pairs", Judge: answer.ExactlyText(strconv.Itoa(pairs))}
	return worksheets.Behaviour{
		Scene: func(ctx context.Context, a exercises.Answers) exercises.Scene {
			s := derivation(ctx, a)
			if blank.Judge(ctx, a["pairs"]).Accepted {
				s.Notes = append(s.Notes, ascii.Plain(fmt.Sprintf("For d = %d: 1 + %d + %d + %d = %d terms.", d, d, pairs, d, 1+2*d+pairs)))
			}
			return s
		},
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			return answer.JudgeForm(ctx, a, []answer.Blank{blank})
		},
		Same: answer.SameText(answer.Scope{}),
		Echo: echoNumbers,
		Vars: map[string]string{
			"d": strconv.Itoa(d), "dMinus1": strconv.Itoa(d - 1), "pairs": strconv.Itoa(pairs),
			"ordered": strconv.Itoa(d * (d - 1)), "withSquares": strconv.Itoa(d * (d + 1) / 2), "dSquared": strconv.Itoa(d * d), "terms": strconv.Itoa(1 + 2*d + pairs),
		},
		Reference: exercises.Answers{"pairs": strconv.Itoa(pairs)},
	}
}

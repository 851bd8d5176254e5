package svm

import (
	"context"
	"fmt"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/solvers"
)

// byHand is 7.6: one update of SMO with every number filled in.
func byHand(b worksheets.Brief) (worksheets.Parts, error) {
	h := newHandTask(b.Seed)
	table := func(context.Context, exercises.Answers) exercises.Scene { return h.scene() }
	return worksheets.Parts{
		Vars: h.vars(),
		Steps: map[string]worksheets.Behaviour{
			"errors":  h.errorsStep(table),
			"update":  h.updateStep(table),
			"picture": {Scene: h.pictureScene},
			"flat":    {Check: worksheets.Choice("flat", "end"), Scene: flatScene},
		},
	}, nil
}

func (h handTask) vars() map[string]string {
	d, given := h.d, h.pair().Sheet().Pick("fk", "fl").Truth()
	v := map[string]string{
		"k": fmt.Sprint(d.K + 1), "l": fmt.Sprint(d.L + 1), "tk": answer.Signed(d.Tk), "tl": answer.Signed(d.Tl), "s": answer.Signed(d.S), "otherS": answer.Signed(-d.S),
	}
	for name, x := range map[string]float64{
		"C": h.c, "b": h.b, "fk": given["fk"], "fl": given["fl"], "ek": d.Ek, "el": d.El, "ak": d.OldAk, "al": d.OldAl,
		"gamma": d.Gamma, "lo": d.Lo, "hi": d.Hi, "kappa": d.Kappa, "star": d.Unclipped, "alnew": d.NewAl, "aknew": d.NewAk,
		"kkk": d.Kkk, "kll": d.Kll, "kkl": d.Kkl,
	} {
		v[name] = answer.Shown(x)
	}
	return v
}

// errorsStep asks for Eₖ and Eℓ.
func (h handTask) errorsStep(scene func(context.Context, exercises.Answers) exercises.Scene) worksheets.Behaviour {
	sheet := h.pair().Sheet()
	slips := func(name string) (out []answer.Mistake) {
		for _, id := range []string{"no-bias", "plus-t", "no-labels"} {
			out = append(out, answer.Mistake{ID: id, Form: answer.Decimal(sheet.With(id, name)[name])})
		}
		return out
	}
	blanks := []answer.Blank{
		{Name: "ek", Label: "Eₖ", Judge: answer.Exactly(h.d.Ek, slips("ek")...)},
		{Name: "el", Label: "Eℓ", Judge: answer.Exactly(h.d.El, slips("el")...)},
	}
	examples := map[string]exercises.Answers{}
	atL := slips("el")
	for j, m := range slips("ek") {
		examples[m.ID] = exercises.Answers{"ek": m.Form, "el": atL[j].Form}
	}
	return worksheets.Behaviour{
		Scene: scene,
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			return answer.JudgeForm(ctx, a, blanks)
		},
		Same:      answer.SameText(answer.Scope{}),
		Reference: exercises.Answers{"ek": answer.Decimal(h.d.Ek), "el": answer.Decimal(h.d.El)},
		Examples:  examples,
	}
}

// updateStep asks for everything from s to the new αₖ.
func (h handTask) updateStep(scene func(context.Context, exercises.Answers) exercises.Scene) worksheets.Behaviour {
	w := h.working()
	return worksheets.Behaviour{
		Scene: scene,
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			r := w.Judge(ctx, a)
			if r.Accepted {
				r.Fact = []ascii.Line{ascii.Plain(fmt.Sprintf("Σ αᵢtᵢ is still 0, and g rose by %s.", stage.Num(h.d.DW)))}
			}
			return r
		},
		Echo:      echoNumbers,
		Reference: w.Reference(),
		Examples:  w.Examples(),
	}
}

// pictureScene is the update as a step on its parabola, with the table.
func (h handTask) pictureScene(context.Context, exercises.Answers) exercises.Scene {
	s := h.scene()
	parabola := stage.Parabola(&h.d, solvers.DualObjective(h.gram, h.t, h.alpha))
	parabola.Title, parabola.Role = "g(α), here W, along the line of the pair", exercises.Main
	s.Figures = append([]exercises.Figure{parabola}, s.Figures...)
	s.Formula = stage.SMOFormula(&h.d)
	return s
}

// scene is the table of the four points with the Gram matrix.
func (h handTask) scene() exercises.Scene {
	table := ascii.Table{Columns: []ascii.Column{
		{Title: "point"}, {Title: "x"}, {Title: "t", Right: true}, {Title: "α", Right: true},
	}}
	for j := range h.x {
		table.Columns = append(table.Columns, ascii.Column{Title: "K" + stage.Sub(j+1), Right: true})
	}
	for i := range h.x {
		ink := ascii.Text
		name := fmt.Sprint(i + 1)
		switch i {
		case h.d.K:
			ink, name = ascii.Symbol1, name+"  k"
		case h.d.L:
			ink, name = ascii.Symbol2, name+"  ℓ"
		}
		row := []ascii.Line{
			{{Text: name, Ink: ink}},
			ascii.Plain(fmt.Sprintf("(%s, %s)", answer.Shown(h.x[i][0]), answer.Shown(h.x[i][1]))),
			ascii.Plain(answer.Signed(h.t[i])), ascii.Plain(answer.Shown(h.alpha[i])),
		}
		for j := range h.x {
			row = append(row, ascii.Plain(answer.Shown(h.gram.At(i, j))))
		}
		table.Rows = append(table.Rows, row)
	}
	return exercises.Scene{
		Figures: []exercises.Figure{{Title: "Four points, linear kernel", Role: exercises.Table, Plot: table}},
		Notes: []ascii.Line{
			ascii.Plain("b = " + answer.Shown(h.b) + ",  C = " + answer.Shown(h.c)),
			{{Text: fmt.Sprintf("k = %d", h.d.K+1), Ink: ascii.Symbol1}, {Text: ",  ", Ink: ascii.Dim}, {Text: fmt.Sprintf("ℓ = %d", h.d.L+1), Ink: ascii.Symbol2}},
		},
	}
}

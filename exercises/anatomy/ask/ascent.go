package ask

import (
	"context"
	"math"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// climb is a step of gradient ascent on the dual as seen from the position
// before it.
type climb struct {
	change
	anatomy.Climb
	point int // where W is steepest
	sheet anatomy.Sheet
	n     anatomy.Numbers
}

func newClimb(c change) climb {
	s, _ := c.solver.(solvers.Ascent)
	points := anatomy.Points{Gram: c.problem.Gram(), Y: c.problem.Labels()}
	u := climb{change: c, Climb: points.Climb(s, c.prev)}
	u.point = u.Steepest()
	u.sheet = u.Sheet(u.point)
	u.n = u.sheet.Truth()
	return u
}

// known reports that there is a step to ask about, with numbers to tell.
func (u climb) known() bool { return u.Eta > 0 && finite(u.n["anew"]) && finite(u.n["f"]) }

// law is the update in symbols and what it needs.
func (u climb) law() []exercises.Block {
	at := sub(u.point)
	return []exercises.Block{
		formula("α%s ← α%s + η·(1 − t%s f(x%s))", at, at, at, at),
		formula("α%s = %s, t%s = %s, η = %s", at, showTo(u.n["a"], math.Abs(u.n["anew"]-u.n["a"])/100), at, show(u.n["t"]), show(u.Eta)),
	}
}

func (u climb) questions() []exercises.Step {
	if !u.known() {
		return nil
	}
	e := entryOf(u.sheet.Of("anew"), u.n)
	e.value = func(numbers) float64 { return u.n["anew"] }
	e.size, e.slips = nil, nil
	f := formula("f(x%s) = %s", sub(u.point), showTo(u.n["f"], math.Abs(u.n["g"])/100))
	value := single{
		info: exercises.Info{
			Name: "value", Title: "The new α" + sub(u.point), Question: line("What is α%s after the step?", sub(u.point)), Text: append(u.law(), f),
		},
		entry: e,
		right: line("%s + %s · %s.", show(u.n["a"]), show(u.Eta), term(u.n["g"])),
	}
	return []exercises.Step{value.task(), u.signQuestion()}
}

// signQuestion asks for the sign that the dual says nothing about on its own.
func (u climb) signQuestion() task {
	below := false
	for i, f := range u.Score {
		below = below || u.Alpha[i]+u.Eta*u.Gradient(i, f) < 0
	}
	accept := "no"
	if below {
		accept = "yes"
	}
	return choice{
		info:  exercises.Info{Name: "negative", Title: "The constraint α ≥ 0", Question: line("Is any α below 0 after this step?"), Text: []exercises.Block{said("An α falls where its slope 1 − t·f is below 0.")}},
		label: "an α below 0", options: yesNo(), accept: []string{accept},
		right: line("Nothing in the step holds α at 0 or above."),
		wrong: line("Look at the points with t·f above 1, and at their α."),
	}.task()
}

// byHand is the update of the α along which W is steepest.
func (u climb) byHand() exercises.Step {
	if !u.known() {
		return nil
	}
	form := sheetOf(u.sheet.Pick("f", "g", "anew"), u.n)
	table := weights("f at point "+pointNumber(u.point)+" is Σ αt·K", "αt", u.Alpha, func(j int) float64 { return u.Y[j] },
		func(j int) float64 { return u.Gram.At(u.point, j) }, math.Abs(u.n["g"])/80)
	return task{
		info: exercises.Info{
			Name: "byhand", Title: "One α by hand", Question: line("Update α%s: fill in every number.", sub(u.point)),
			Text:   append([]exercises.Block{formula("f(x%s) = Σⱼ αⱼtⱼK%sⱼ", sub(u.point), sub(u.point))}, u.law()...),
			Fields: form.fields(), Reference: form.reference(), Misconceptions: form.misconceptions(),
		},
		check: func(ctx context.Context, a exercises.Answers) exercises.Report { return form.judge(ctx, a, "") },
		scene: func(context.Context, exercises.Answers) exercises.Scene {
			return exercises.Scene{Figures: []exercises.Figure{table}}
		},
	}
}

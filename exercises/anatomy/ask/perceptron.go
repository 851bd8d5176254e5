package ask

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/solvers"
)

// visit is a step of the perceptron as seen from the position before it: the
// next point, or the way to the next mistake.
type visit struct {
	change
	d     *solvers.PerceptronDetail
	every bool // a step is one visit, not the way to a mistake
	bias  bool // b is learned
	from  int  // visits before this step
}

func newVisit(c change, d *solvers.PerceptronDetail) visit {
	s, _ := c.solver.(solvers.Perceptron)
	v := visit{change: c, d: d, every: s.EveryVisit, bias: !s.NoBias}
	if was, ok := c.prev.Detail.(*solvers.PerceptronDetail); ok {
		v.from = was.Visits
	}
	return v
}

func (v visit) n() int { return v.problem.Len() }

// margin is y·f of a point before the step.
func (v visit) margin(i int) float64 { return v.problem.Y(i) * v.prev.F(i) }

// dusty reports a margin that is 0 but for rounding, and so on neither side.
func (v visit) dusty(i int) bool {
	m := math.Abs(v.margin(i))
	return m != 0 && m <= 1e-12*v.counts().Terms(i)
}

// mistake is the point that the step finds on the wrong side, −1 for none. A
// step that is one visit looks at one point, the other until the epoch ends.
func (v visit) mistake() int {
	for at := v.from; at < v.d.Visits; at++ {
		if i := at % v.n(); v.margin(i) <= 0 {
			return i
		}
	}
	return -1
}

// clear reports that the step does not hang on rounding.
func (v visit) clear() bool {
	for at := v.from; at < v.d.Visits; at++ {
		if v.dusty(at % v.n()) {
			return false
		}
	}
	return v.d.Point >= 0
}

func (v visit) questions() []exercises.Step {
	if !v.clear() {
		return nil
	}
	i := v.mistake()
	var out []exercises.Step
	if v.every {
		out = append(out, v.mistakeQuestion())
	} else {
		out = append(out, v.nextQuestion(i))
	}
	if i < 0 {
		return out
	}
	if !v.problem.Primal() {
		out = append(out, v.alphaQuestion(i))
	}
	if v.bias {
		out = append(out, v.biasQuestion(i))
	}
	return out
}

// mistakeQuestion asks whether the point visited next is a mistake.
func (v visit) mistakeQuestion() task {
	p := v.d.Point
	accept := "no"
	if v.margin(p) <= 0 {
		accept = "yes"
	}
	return choice{
		info: about("mistake", "Is it a mistake?", line("Point %d is visited next. Is it a mistake?", p+1),
			said("A point is a mistake where y·f ≤ 0. Point %d has y%s = %s.", p+1, sub(p), answer.Signed(v.problem.Y(p)))),
		label: "a mistake", options: yesNo(), accept: []string{accept},
		right: line("y%s·f(x%s) = %s.", sub(p), sub(p), show(v.margin(p))),
		wrong: line("Look at the sign of y%s·f(x%s); 0 counts as a mistake.", sub(p), sub(p)),
	}.task().with(v.state)
}

// nextQuestion asks which point is the next mistake, −1 for none.
func (v visit) nextQuestion(next int) task {
	reference := "none"
	if next >= 0 {
		reference = pointNumber(next)
	}
	info := exercises.Info{
		Name: "next", Title: "The next mistake", Question: line("Which point is the next mistake?"),
		Text:      []exercises.Block{v.orderText()},
		Fields:    []exercises.Field{{Name: field, Label: "point", Placeholder: "7, or none", Width: 8, Point: true}},
		Reference: exercises.Answers{field: reference},
	}
	return task{info: info, check: func(ctx context.Context, a exercises.Answers) exercises.Report {
		r := v.judgeNext(ctx, a[field], next)
		return exercises.Report{Verdict: r.Verdict, Accepted: r.Accepted, Fact: r.Fact, Fields: map[string]exercises.FieldReport{field: r.Field()}}
	}}.with(v.state)
}

// orderText says in which order the points are visited.
func (v visit) orderText() exercises.Block {
	text := fmt.Sprintf("The points are visited in order, from point %d on, and from 1 again after %d. The first with y·f ≤ 0 is the next mistake. Answer none where there is no such point.", v.from%v.n()+1, v.n())
	if v.isLast() {
		text = fmt.Sprintf("The points are visited in order, from point %d on. This is the last epoch: it ends after point %d. The first with y·f ≤ 0 is the next mistake. Answer none where there is no such point before the end.", v.from%v.n()+1, v.n())
	}
	return said("%s", text)
}

// isLast reports that the run gives up at the end of this epoch, whatever points
// are on the wrong side.
func (v visit) isLast() bool {
	s, ok := v.solver.(solvers.Perceptron)
	return ok && v.from/v.n()+1 >= s.Epochs()
}

// judgeNext judges the number of a point, or none.
func (v visit) judgeNext(ctx context.Context, text string, next int) answer.Result {
	bare := strings.ToLower(strings.TrimSpace(text))
	if bare == "none" || bare == "no point" || bare == "-" || bare == "0" {
		if next < 0 {
			return answer.Result{Verdict: exercises.Equal, Accepted: true, At: -1, Fact: []ascii.Line{line("Every point that is still visited is on its side.")}}
		}
		return answer.Result{Verdict: exercises.NotEqual, At: -1, Fact: []ascii.Line{line("There is one.")}}
	}
	i, r := v.numbered(ctx, bare)
	switch {
	case i < 0:
		return r
	case i == next:
		r.Fact = []ascii.Line{line("y%s·f(x%s) = %s is not above 0, and all before it are.", sub(i), sub(i), show(v.margin(i)))}
		return r
	case v.margin(i) > 0:
		return refuse(r, line("y%s·f(x%s) = %s is above 0: point %d is on its side.", sub(i), sub(i), show(v.margin(i)), i+1))
	}
	return refuse(r, line("Point %d is on the wrong side, but another one comes before it.", i+1))
}

// alphaQuestion asks for the new α of the mistake.
func (v visit) alphaQuestion(i int) task {
	old := v.prev.Coef().At(i)
	return single{
		info: about("alpha", "The new α"+sub(i), line("Point %d is a mistake. What is α%s after the update?", i+1, sub(i)),
			formula("α%s = %s before", sub(i), show(old))),
		entry: entryOf(v.counts().Derivation(i).Get("alpha"), nil),
		right: line("α counts the mistakes: %s + 1.", show(old)),
	}.task()
}

// biasQuestion asks for the new b.
func (v visit) biasQuestion(i int) task {
	y := v.problem.Y(i)
	return single{
		info: about("bias", "The new b", line("What is b after the update?"),
			formula("b = %s before, y%s = %s", show(v.prev.Bias), sub(i), answer.Signed(y))),
		entry: entryOf(v.counts().Derivation(i).Get("b"), nil),
		right: line("b ← b + y%s.", sub(i)),
	}.task()
}

// byHand is the visit with every number filled in.
func (v visit) byHand() exercises.Step {
	if v.d.Point < 0 {
		return nil
	}
	if !v.every {
		return v.handToMistake()
	}
	return v.sheet(v.d.Point).task(exercises.Info{
		Title: "One visit by hand", Question: line("Visit point %d: fill in every number.", v.d.Point+1), Text: []exercises.Block{v.updateText()},
	}, func() exercises.Scene { return v.scene(v.d.Point) })
}

func (v visit) updateText() exercises.Block {
	return said("f = Σⱼ αⱼyⱼK + b. Where y·f ≤ 0 it is a mistake: α ← α + 1 and b ← b + y. Otherwise both stay.")
}

// handToMistake is the way to the next mistake by hand, or to the end of the
// epoch.
func (v visit) handToMistake() exercises.Step {
	next := v.mistake()
	q := v.nextQuestion(next)
	info := q.info
	info.Name, info.Title, info.Question = "byhand", "To the next mistake by hand", line("Find the next mistake, and make the update.")
	info.Text = append(info.Text, v.updateText())
	info.Fields[0].Name, info.Reference = "point", exercises.Answers{"point": info.Reference[field]}
	if next < 0 {
		return task{info: info, check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			return v.judgeNext(ctx, a["point"], next).Report("point")
		}}.with(v.state)
	}
	form := v.sheet(next)
	info.Fields = append(info.Fields, form.fields()...)
	for name, text := range form.reference() {
		info.Reference[name] = text
	}
	info.Misconceptions = form.misconceptions()
	return task{info: info, check: func(ctx context.Context, a exercises.Answers) exercises.Report { return v.checkWay(ctx, a, next) }}.with(v.state)
}

// checkWay judges the point, and the numbers on the point that was named.
func (v visit) checkWay(ctx context.Context, a exercises.Answers, next int) exercises.Report {
	point := v.judgeNext(ctx, a["point"], next)
	form, premise := v.sheet(next), true
	if i, _ := v.numbered(ctx, a["point"]); i >= 0 && !point.Accepted {
		form, premise = v.sheet(i), false
	}
	blanks := append([]answer.Blank{{Name: "point", Label: "the point", Judge: func(context.Context, string) answer.Result { return point }}}, form.blanks(ctx, a, premise)...)
	return answer.JudgeForm(ctx, a, blanks)
}

// sheet are the numbers of a visit of a point. In the primal no single α is
// there to be told.
func (v visit) sheet(i int) sheet {
	names := []string{"margin", "mistake", "alpha", "b"}
	if v.problem.Primal() {
		names = slices.Delete(names, 2, 3)
	}
	if !v.bias {
		names = names[:len(names)-1]
	}
	form := sheetOf(v.counts().Derivation(i).Pick(names...), nil)
	form[1].options = yesNo()
	return form
}

// counts is the state before the visit, with f as the run has it.
func (v visit) counts() anatomy.Counts {
	c := anatomy.Counts{Points: anatomy.Points{Y: v.problem.Labels()}, NoBias: !v.bias, Bias: v.prev.Bias}
	for i := range v.n() {
		c.F = append(c.F, v.prev.F(i))
	}
	if !v.problem.Primal() {
		c.Gram, c.Alpha = v.problem.Gram(), v.prev.CoefCopy()
	}
	return c
}

// scene is the table of the weights that f of a point is made of.
func (v visit) scene(i int) exercises.Scene {
	if v.problem.Primal() {
		return v.state()
	}
	table := weights("f at point "+pointNumber(i)+" is Σ αy·K + b", "αy", v.prev.Weights(), func(j int) float64 { return v.problem.K(i, j) }, math.Abs(v.margin(i))/20)
	return exercises.Scene{
		Figures: []exercises.Figure{table},
		Notes:   []ascii.Line{line("b = %s, y%s = %s, α%s = %s", show(v.prev.Bias), sub(i), answer.Signed(v.problem.Y(i)), sub(i), show(v.prev.Coef().At(i)))},
	}
}

// state is the table of the points before the step, in the order in which they
// are visited.
func (v visit) state() exercises.Scene {
	columns := []column{labels("y", v.problem.Y), values("f", v.prev.F)}
	if !v.problem.Primal() {
		columns = append(columns, values("α", v.prev.Coef().At))
	}
	s := exercises.Scene{Figures: []exercises.Figure{pointsTable("The points before the step, in their order", from(v.from%v.n(), v.n()), columns...)}}
	if v.bias {
		s.Notes = []ascii.Line{line("b = %s", show(v.prev.Bias))}
	}
	return s
}

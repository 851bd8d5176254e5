package dual

import (
	"context"
	"fmt"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// entries are the numbers of the two steps by name, the student's or the true
// ones. A blank is computed from entries before it, so that a slip can be
// followed.
type entries map[string]float64

// blank is one number of the two steps, in the order of the work.
type blank struct {
	name, label string
	from        []string // the blanks it is computed from
	value       func(threePoints, entries) float64
	slips       []slip
}

// slip is a known wrong way to a blank's number.
type slip struct {
	id    string
	value func(threePoints, entries) float64
}

// handBlanks lists a′ after one step, f = Ka′, and a″ after two steps.
func handBlanks() []blank {
	var out []blank
	for i := range 3 {
		out = append(out, firstBlank(i))
	}
	for i := range 3 {
		out = append(out, scoreBlank(i))
	}
	for i := range 3 {
		out = append(out, secondBlank(i))
	}
	return out
}

func firstName(i int) string  { return fmt.Sprint("first", i+1) }
func scoreName(i int) string  { return fmt.Sprint("score", i+1) }
func secondName(i int) string { return fmt.Sprint("second", i+1) }

// firstBlank is aᵢ after the step from a = 0.
func firstBlank(i int) blank {
	target := func(factor float64) func(threePoints, entries) float64 {
		return func(p threePoints, _ entries) float64 { return factor * p.rate * p.t[i] }
	}
	return blank{
		name: firstName(i), label: "a" + stage.Sub(i+1) + "′", value: target(1),
		slips: []slip{{"no-two", target(0.5)}, {"no-n", target(3)}, {"uphill", target(-1)}},
	}
}

// scoreBlank is fᵢ = (Ka′)ᵢ.
func scoreBlank(i int) blank {
	return blank{
		name: scoreName(i), label: "f" + stage.Sub(i+1), from: []string{firstName(0), firstName(1), firstName(2)},
		value: func(p threePoints, e entries) float64 {
			return p.score([3]float64{e[firstName(0)], e[firstName(1)], e[firstName(2)]}, i)
		},
		slips: []slip{
			{"row-sum", func(p threePoints, _ entries) float64 { return p.k(i, 0) + p.k(i, 1) + p.k(i, 2) }},
			{"own-only", func(p threePoints, e entries) float64 { return p.k(i, i) * e[firstName(i)] }},
		},
	}
}

// secondBlank is aᵢ after two steps.
func secondBlank(i int) blank {
	step := func(p threePoints, e entries) float64 { return p.rate * (p.t[i] - e[scoreName(i)]) }
	return blank{
		name: secondName(i), label: "a" + stage.Sub(i+1) + "″", from: []string{firstName(i), scoreName(i)},
		value: func(p threePoints, e entries) float64 { return e[firstName(i)] + step(p, e) },
		slips: []slip{
			{"restart", step},
			{"same-again", func(p threePoints, e entries) float64 { return e[firstName(i)] + p.rate*p.t[i] }},
			{"uphill", func(p threePoints, e entries) float64 { return e[firstName(i)] - step(p, e) }},
		},
	}
}

// truth is every entry as it should be.
func (p threePoints) truth() entries {
	e := entries{}
	for _, b := range handBlanks() {
		e[b.name] = b.value(p, e)
	}
	return e
}

// handStep asks for two steps of gradient descent on the dual weights.
func (p threePoints) handStep() worksheets.Behaviour {
	reference := exercises.Answers{}
	examples := map[string]exercises.Answers{}
	for _, b := range handBlanks() {
		reference[b.name] = decimal(b.value(p, p.truth()))
		for _, s := range b.slips {
			if examples[s.id] == nil {
				examples[s.id] = exercises.Answers{}
			}
			examples[s.id][b.name] = decimal(s.value(p, p.truth()))
		}
	}
	return worksheets.Behaviour{
		Scene:     func(_ context.Context, a exercises.Answers) exercises.Scene { return p.handScene(a) },
		Check:     func(_ context.Context, a exercises.Answers) exercises.Report { return p.judgeSteps(a) },
		Echo:      echo(answer.Scope{}),
		Reference: reference,
		Examples:  examples,
	}
}

// handScene shows the points with the lines that the student's numbers make,
// and the table of K.
func (p threePoints) handScene(a exercises.Answers) exercises.Scene {
	picture := ascii.Map{X: ascii.RangeOf(p.x[:]...).With(0).Pad(.15), Y: ascii.RangeOf(p.t[:]...).With(0).Pad(.15), XLabel: "x", YLabel: "t"}
	for i := range p.x {
		picture.Marks = append(picture.Marks, ascii.Mark{X: p.x[i], Y: p.t[i], Label: fmt.Sprint(i + 1)})
	}
	for _, step := range []struct {
		words  string
		name   func(int) string
		dotted bool
	}{{"after one step", firstName, true}, {"after two steps", secondName, false}} {
		if w, ok := p.line(a, step.name); ok {
			picture.Curves = append(picture.Curves, ascii.CurveLine{F: func(x float64) float64 { return w * x }, Dotted: step.dotted, Name: step.words})
		}
	}
	return exercises.Scene{
		Figures: []exercises.Figure{{Title: "The points, and your lines f(x) = wx", Role: exercises.Main, Plot: picture}, p.table()},
		Formula: []ascii.Line{{
			{Text: "aᵢ", Ink: ascii.Symbol1}, {Text: " ← ", Ink: ascii.Text}, {Text: "aᵢ", Ink: ascii.Symbol1}, {Text: " + ", Ink: ascii.Text},
			{Text: "(2η/n)", Ink: ascii.Symbol3}, {Text: " (tᵢ − (Ka)ᵢ)", Ink: ascii.Text}, {Text: ",   2η/n = " + shown(p.rate), Ink: ascii.Symbol3},
		}},
	}
}

// line is w = Σ aᵢxᵢ for the three numbers the student has typed; not ok while
// one of them cannot be read.
func (p threePoints) line(a exercises.Answers, name func(int) string) (w float64, ok bool) {
	var numbers [3]float64
	for i := range numbers {
		v, problem := answer.Values(a[name(i)], 1)
		if problem != nil {
			return 0, false
		}
		numbers[i] = v[0]
	}
	return p.weight(numbers), true
}

// judgeSteps judges each blank on its own. A number that is wrong but follows
// from an own earlier number is called consistent with it, so that one slip is
// told once.
func (p threePoints) judgeSteps(a exercises.Answers) exercises.Report {
	truth, own := p.truth(), p.typed(a)
	var blanks []answer.Blank
	var carried []ascii.Line
	for _, b := range handBlanks() {
		judge := exactly(truth[b.name], b.mistakes(p, truth, own)...)
		if carry := b.value(p, own); !near(carry, truth[b.name]) && near(carry, own[b.name]) {
			carried = append(carried, ascii.Plain(fmt.Sprintf("%s = %s follows from your earlier numbers; it comes right with them.", b.label, shown(own[b.name]))))
			judge = consistent(judge)
		}
		blanks = append(blanks, answer.Blank{Name: b.name, Label: b.label, Judge: judge})
	}
	r := answer.JudgeForm(a, blanks)
	for name, f := range r.Fields {
		if f.Verdict == exercises.Equal { // the mark says it all
			f.Message = ""
			r.Fields[name] = f
		}
	}
	switch {
	case r.Accepted:
		r.Fact = []ascii.Line{ascii.Plain(fmt.Sprintf("w = Σ aᵢxᵢ goes 0, %s, %s: exactly what the primal does.", shown(p.weight(p.first)), shown(p.weight(p.second))))}
	case r.Verdict.Counts():
		r.Fact = append(r.Fact, carried...)
	}
	return r
}

// typed are the student's numbers; what follows from them where one is
// missing, so that each can be judged by itself.
func (p threePoints) typed(a exercises.Answers) entries {
	e := entries{}
	for _, b := range handBlanks() {
		e[b.name] = b.value(p, e)
		if v, problem := answer.Values(a[b.name], 1); problem == nil {
			e[b.name] = v[0]
		}
	}
	return e
}

// mistakes are the blank's slips as numbers, from the true entries and from
// the student's own.
func (b blank) mistakes(p threePoints, truth, own entries) []answer.Mistake {
	var out []answer.Mistake
	for _, s := range b.slips {
		for _, e := range []entries{truth, own} {
			if v := s.value(p, e); !near(v, truth[b.name]) && v > -1e12 && v < 1e12 {
				out = append(out, answer.Mistake{ID: s.id, Form: decimal(v)})
			}
		}
	}
	return out
}

// consistent judges a number that follows from an earlier slip: not right
// yet, and nothing to be said of it by itself.
func consistent(judge func(string) answer.Result) func(string) answer.Result {
	return func(text string) answer.Result {
		r := judge(text)
		r.Verdict, r.Accepted = exercises.Close, false
		r.Misconception, r.Advice = "", nil
		r.Fact = []ascii.Line{ascii.Plain("consistent with an earlier number; it comes right with it.")}
		return r
	}
}

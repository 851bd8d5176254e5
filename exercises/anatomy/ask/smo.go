package ask

import (
	"context"

	"fmt"
	"math"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/solvers"
)

// smoQuestions are about a pair update: the pair, then what comes of it.
func smoQuestions(u pairUpdate, i int) []exercises.Step {
	var out []exercises.Step
	if q, ok := u.pairQuestion(i); ok {
		out = append(out, q)
	}
	d := u.step(u.k, u.l)
	if q, ok := u.kappaQuestion(d, i); ok {
		out = append(out, u.lit(q))
	}
	return append(out, u.lit(u.clipQuestion(d)), u.lit(u.alphaQuestion(d)), u.lit(u.riseQuestion(d)))
}

// lit is a task with the pair lit on the picture beside.
func (u pairUpdate) lit(t task) task {
	t.scene = func(context.Context, exercises.Answers) exercises.Scene {
		return exercises.Scene{Points: map[int]string{u.k: "k", u.l: "ℓ"}}
	}
	return t
}

// pairQuestion asks which pair the rule takes, at every other step, or for any
// that violates the KKT conditions. Not ok where there is none to name.
func (u pairUpdate) pairQuestion(i int) (task, bool) {
	why, ruled := u.byRule()
	valid := u.Violation(u.k, u.l) > 0
	if ruled && u.smo.Rule != solvers.Random && (i%2 == 0 || !valid) {
		return u.ruleQuestion(why), true
	}
	return u.validQuestion(), valid
}

// pairInfo is what the two questions for a pair share.
func (u pairUpdate) pairInfo(question string, text ...exercises.Block) exercises.Info {
	return exercises.Info{
		Name: "pair", Title: "The pair", Question: line("%s", question), Text: text,
		Fields:    []exercises.Field{{Name: "k", Label: "k =", Width: 5, Group: "pair", Point: true}, {Name: "l", Label: "ℓ =", Width: 5, Group: "pair", Point: true}},
		Reference: exercises.Answers{"k": strconv.Itoa(u.k + 1), "l": strconv.Itoa(u.l + 1)},
	}
}

func (u pairUpdate) ruleQuestion(why solvers.Why) task {
	return task{
		info: u.pairInfo("Which pair does the rule take next?", said("%s", u.rule.Asks)),
		scene: func(ctx context.Context, a exercises.Answers) exercises.Scene {
			k, _ := u.numbered(ctx, a["k"])
			return u.ruleScene(k)
		},
		check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			k, l, r := u.readPair(ctx, a)
			switch {
			case r.Verdict != exercises.Equal:
				return r
			case u.taken(k, l):
				return accepted(u.because(why))
			case u.tied(k, l) || u.tied(l, k):
				return accepted(line("It is as good as %s, which comes first in order.", pairName(u.k, u.l)), u.because(why))
			}
			return refused(u.whyNot(k, l), "It is another pair.")
		},
	}
}

func (u pairUpdate) validQuestion() task {
	return task{
		info: u.pairInfo("Name a pair that violates the KKT conditions.",
			said("Any pair counts whose update can raise W: tα of one can grow, tα of the other can shrink, and F of the first is below F of the second.")),
		scene: func(context.Context, exercises.Answers) exercises.Scene { return u.scene() },
		check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			k, l, r := u.readPair(ctx, a)
			if r.Verdict != exercises.Equal {
				return r
			}
			v := u.Violation(k, l)
			switch {
			case v > 0 && u.taken(k, l):
				return accepted(line("Pair %s violates the conditions by %s, and it is the one that the solver takes.", pairName(k, l), show(v)))
			case v > 0:
				return accepted(line("Pair %s violates the conditions by %s; the solver takes %s, with %s.", pairName(k, l), show(v), pairName(u.k, u.l), show(u.Violation(u.k, u.l))))
			}
			return refused(u.whyNot(k, l), "This pair cannot raise W.")
		},
	}
}

// because is the reason for the pair that was taken, with the runner-up.
func (u pairUpdate) because(why solvers.Why) ascii.Line {
	what, scale := "|Ek − Eℓ| is", 1.0
	if u.smo.Rule == solvers.SecondOrder {
		what, scale = "the gain it promises is", 0.5
	}
	if why.RunnerUp < 0 {
		return line("For %s %s %s.", pairName(u.k, u.l), what, show(scale*why.Score))
	}
	return line("For %s %s %s; for the runner-up ℓ = %d it is %s.", pairName(u.k, u.l), what, show(scale*why.Score), why.RunnerUp+1, show(scale*why.RunnerUpScore))
}

// whyNot is a fact about a pair that is not the answer.
func (u pairUpdate) whyNot(k, l int) ascii.Line {
	v := u.Violation(k, l)
	switch {
	case math.IsInf(v, -1):
		return line("Neither way is open to %s: what would have to move is at a bound.", pairName(k, l))
	case v <= 0:
		return line("Along %s W cannot rise: the errors differ by %s, and the only way open to the two goes down.", pairName(k, l), show(math.Abs(u.F(k)-u.F(l))))
	}
	return line("Pair %s violates the conditions too, by %s.", pairName(k, l), show(v))
}

// readPair reads the fields of a pair, counted from 0. The report is Equal
// where there are two points to judge.
func (u pairUpdate) readPair(ctx context.Context, a exercises.Answers) (k, l int, r exercises.Report) {
	read := [2]int{-1, -1}
	a = inTwo(a)
	var blanks []answer.Blank
	for j, name := range []string{"k", "l"} {
		i, result := u.numbered(ctx, a[name])
		read[j] = i
		blanks = append(blanks, answer.Blank{Name: name, Label: []string{"k", "ℓ"}[j], Judge: func(context.Context, string) answer.Result { return result }})
	}
	r = answer.JudgeForm(ctx, a, blanks)
	if r.Accepted && read[0] == read[1] {
		return 0, 0, refused(line("A pair has two different points."), "That is one point.")
	}
	return read[0], read[1], r
}

// inTwo takes two numbers in one of the fields of a pair, where the other is empty,
// for both: there a comma stands between two.
func inTwo(a exercises.Answers) exercises.Answers {
	for _, name := range []string{"k", "l"} {
		other := map[string]string{"k": "l", "l": "k"}[name]
		parts := strings.FieldsFunc(a[name], func(r rune) bool { return strings.ContainsRune(",;(){} ", r) })
		if len(parts) == 2 && strings.TrimSpace(a[other]) == "" {
			return a.With("k", parts[0]).With("l", parts[1])
		}
	}
	return a
}

func accepted(fact ...ascii.Line) exercises.Report {
	return exercises.Report{Verdict: exercises.Equal, Accepted: true, Headline: "Right.", Fact: fact}
}

func refused(fact ascii.Line, headline string) exercises.Report {
	return exercises.Report{Verdict: exercises.NotEqual, Headline: headline, Fact: []ascii.Line{fact}}
}

// given is what is known of the pair that was taken.
func (u pairUpdate) given(d pairStep) []exercises.Block {
	step := math.Abs(d.n["alnew"]-d.n["al"]) / 100
	return []exercises.Block{
		said("The pair is %s, so k = %d and ℓ = %d.", pairName(u.k, u.l), u.k+1, u.l+1),
		formula("αk = %s, αℓ = %s, tk = %s, tℓ = %s, C = %s", showTo(d.n["ak"], step), showTo(d.n["al"], step), answer.Signed(d.n["tk"]), answer.Signed(d.n["tl"]), show(u.C)),
		formula("Ek = %s, Eℓ = %s", showTo(d.n["ek"], u.resolution(d)), showTo(d.n["el"], u.resolution(d))),
		formula("%s", entries(d)),
	}
}

// resolution is what errors have to be told apart by, so that the difference
// of those of a pair comes out right.
func (u pairUpdate) resolution(d pairStep) float64 { return d.Apart() / 200 }

// entries are the entries of K of a pair, with the digits that κ takes.
func entries(d pairStep) string {
	k, l, fine := sub(d.K), sub(d.L), math.Abs(d.n["kappa"])/1000
	return fmt.Sprintf("K%s%s = %s, K%s%s = %s, K%s%s = %s", k, k, showTo(d.n["kkk"], fine), l, l, showTo(d.n["kll"], fine), k, l, showTo(d.n["kkl"], fine))
}

// kappaEvery is at every how many steps the sign of κ is asked for where it is
// nothing out of the ordinary.
const kappaEvery = 4

// kappaQuestion asks for the sign of κ.
func (u pairUpdate) kappaQuestion(d pairStep, i int) (task, bool) {
	dust := 1e-12 * (math.Abs(d.n["kkk"]) + math.Abs(d.n["kll"]))
	accept := []string{"positive"}
	switch {
	case d.n["kappa"] < 0:
		accept[0] = "negative"
	case d.n["kappa"] == 0:
		accept[0] = "zero"
	}
	if math.Abs(d.n["kappa"]) <= dust && d.n["kappa"] != 0 {
		accept = append(accept, "zero")
	}
	because := "κ = ‖φk − φℓ‖², and the two points differ in feature space."
	switch accept[0] {
	case "zero":
		because = "The two points coincide in feature space."
	case "negative":
		because = "No squared distance is negative: this kernel is not positive semidefinite."
	}
	return choice{
		info: about("kappa", "The sign of κ", line("Is κ = K_kk + K_ℓℓ − 2K_kℓ of this pair positive, zero or negative?"),
			u.given(d)...),
		label: "κ is", options: exercises.Choices("positive", "zero", "negative"), accept: accept,
		right: line("κ = %s. %s", show(d.n["kappa"]), because),
		wrong: line("Put the three entries of K in place."),
	}.task(), d.n["kappa"] <= dust || i%kappaEvery == kappaEvery-1
}

// clipQuestion asks which bound clips the step.
func (u pairUpdate) clipQuestion(d pairStep) task {
	accept := []string{"none"}
	switch {
	case d.clipped() && d.n["star"] < d.n["lo"]:
		accept[0] = "L"
	case d.clipped():
		accept[0] = "H"
	}
	dust := 1e-9 * (1 + math.Abs(d.n["star"]))
	for _, end := range []struct {
		name string
		at   float64
	}{{"L", d.n["lo"]}, {"H", d.n["hi"]}} {
		if math.Abs(d.n["star"]-end.at) <= dust {
			accept = append(accept, "none", end.name)
		}
	}
	if d.clipped() && d.n["lo"] == d.n["hi"] {
		accept = append(accept, "L", "H")
	}
	return choice{
		info: about("clip", "The clip", line("Will αℓ be clipped, and at which bound?"),
			append(u.given(d), said("The step goes to αℓ* = αℓ + tℓ(Ek − Eℓ)/κ, as far as [L, H] allows."))...),
		label: "it is clipped at", options: []exercises.Choice{{Value: "L", Label: "L"}, {Value: "H", Label: "H"}, {Value: "none", Label: "neither"}}, accept: accept,
		right: line("αℓ* = %s and [L, H] = [%s, %s].", show(d.n["star"]), show(d.n["lo"]), show(d.n["hi"])),
		wrong: line("Lay αℓ* beside L and H: s = tk·tℓ = %s tells which rule for the two is in force.", answer.Signed(d.n["s"])),
	}.task()
}

// alphaQuestion asks for the new αℓ.
func (u pairUpdate) alphaQuestion(d pairStep) task {
	e := entryOf(d.sheet.Get("alnew"), d.n)
	swapped := d.sheet.WithSlip("errors-swapped", "star")["alnew"]
	e.value = func(numbers) float64 { return d.n["alnew"] }
	e.size = func(numbers) float64 { return math.Max(math.Max(math.Abs(d.n["al"]), d.n["ak"]), d.n["alnew"]) }
	e.slips = []slip{
		{e.slips[0].id, e.slips[0].says, func(numbers) float64 { return d.n["star"] }},
		{"errors-swapped", "It looks as if Ek and Eℓ changed places.", func(numbers) float64 { return swapped }},
	}
	return single{
		info: about("alpha", "The new αℓ", line("What is α%s after the step?", sub(d.L)),
			append(u.given(d), said("αℓ* = αℓ + tℓ(Ek − Eℓ)/κ, clipped to [L, H]."))...),
		entry: e,
		right: line("αℓ* = %s, clipped to [%s, %s], is %s.", show(d.n["star"]), show(d.n["lo"]), show(d.n["hi"]), show(d.n["alnew"])),
	}.task()
}

// rounding is the spacing of float64 at 1: an α that moves by less stays.
const rounding = 2.220446049250313e-16

// riseQuestion asks whether W rises.
func (u pairUpdate) riseQuestion(d pairStep) task {
	accept, because := "rises", line("W gains %s.", show(d.n["dW"]))
	if math.Abs(d.n["delta"]) <= rounding*math.Max(d.n["ak"], d.n["al"]) || d.n["dW"] <= 0 {
		accept, because = "stays", line("α%s stays where it is, and so does W.", sub(d.L))
	}
	return choice{
		info: about("rise", "The objective", line("Does W rise with this step, or stay?"),
			u.given(d)...),
		label: "W", options: exercises.Choices("rises", "stays"), accept: []string{accept},
		right: because,
		wrong: line("W changes where αℓ moves. Where does the clip leave it?"),
	}.task()
}

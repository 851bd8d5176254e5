package ask

import (
	"context"

	"math"
	"slices"
	"strconv"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
)

// byHand is the update with every number filled in, on a pair of the student's
// choice.
func (u pairUpdate) byHand() exercises.Step {
	form := u.sheet(u.k, u.l)
	info := u.pairInfo("Perform the update: choose a pair that violates the KKT conditions, and fill in every number.",
		said("%s Another pair that violates the conditions is as good, in either order.", u.rule.Asks),
		formula("s = tk·tℓ, γ = αk + sαℓ, κ = K_kk + K_ℓℓ − 2K_kℓ, E = f − t"),
		formula("s = +1: L = max(0, αk + αℓ − C), H = min(C, αk + αℓ)"),
		formula("s = −1: L = max(0, αℓ − αk), H = min(C, C + αℓ − αk)"),
		formula("αℓ* = αℓ + tℓ(Ek − Eℓ)/κ, clipped to [L, H]; αk ← αk + s(αℓ old − αℓ new)"),
		said("b is the middle of the thresholds after the step: −(b_up + b_low)/2, with b_up the least F = Σαtκ − t of the points whose tα can grow, and b_low the largest of those whose tα can shrink."),
	)
	info.Name, info.Title = "byhand", "One update by hand"
	info.Fields = append(info.Fields, form.fields()...)
	for name, text := range form.reference() {
		info.Reference[name] = text
	}
	info.Misconceptions, info.Tables = form.misconceptions(), inTable(info.Fields)
	return task{info: info, check: u.checkHand, scene: u.handScene}
}

// checkHand judges the pair, and the rest on it.
func (u pairUpdate) checkHand(ctx context.Context, a exercises.Answers) exercises.Report {
	k, kr := u.numbered(ctx, a["k"])
	l, lr := u.numbered(ctx, a["l"])
	k, l, own := u.assume(k, l)
	form := u.sheet(k, l)
	premise := true
	valid := u.taken(k, l) || u.Violation(k, l) > 0
	switch {
	case own && !valid:
		premise = false
		kr = refuse(kr, u.whyNot(k, l))
		lr = refuse(lr, line("the pair cannot raise W."))
	case kr.Accepted && lr.Accepted && !own:
		lr = refuse(lr, line("a pair has two different points."))
	}
	blanks := append([]answer.Blank{
		{Name: "k", Label: "k", Judge: func(context.Context, string) answer.Result { return kr }},
		{Name: "l", Label: "ℓ", Judge: func(context.Context, string) answer.Result { return lr }},
	}, form.blanks(ctx, a, premise)...)
	r := answer.JudgeForm(ctx, a, blanks)
	if r.Accepted {
		r.Fact = u.done(k, l)
	}
	return r
}

// refuse is a result that is no longer right, for a reason.
func refuse(r answer.Result, why ascii.Line) answer.Result {
	return answer.Result{Verdict: exercises.NotEqual, At: -1, Reading: r.Reading, Fact: []ascii.Line{why}}
}

// assume fills in what is missing of a pair, −1 where it is, from the one that
// was taken. own reports that both points are the student's, and a pair.
func (u pairUpdate) assume(k, l int) (int, int, bool) {
	switch {
	case k >= 0 && l >= 0 && k != l:
		return k, l, true
	case k >= 0 && l >= 0, k < 0 && l < 0:
		return u.k, u.l, false
	case k == u.l:
		return k, u.k, false
	case l == u.k:
		return u.l, l, false
	case k >= 0:
		return k, u.l, false
	}
	return u.k, l, false
}

// done is what a finished update did.
func (u pairUpdate) done(k, l int) []ascii.Line {
	out := []ascii.Line{line("Σαt is still 0, and W rises by %s.", show(u.step(k, l).n["dW"]))}
	if !u.taken(k, l) {
		out = append(out, line("The solver takes %s, which raises W by %s; yours is a step of SMO as well.", pairName(u.k, u.l), show(u.step(u.k, u.l).n["dW"])))
	}
	return out
}

// sheet are the numbers of the update of a pair. Where κ is not above 0 there
// is no αℓ* to speak of.
func (u pairUpdate) sheet(k, l int) sheet {
	d := u.step(k, l)
	form := sheetOf(d.sheet.Pick("s", "gamma", "kappa", "ek", "el", "lo", "hi", "star", "alnew", "aknew", "b"), d.n)
	star, alnew, aknew, b := &form[7], &form[8], &form[9], &form[10]
	alnew.label, aknew.label = "αℓ new", "αk new"
	law := b.value
	b.value = func(n numbers) float64 {
		return law(numbers{"aknew": u.settled(n["aknew"], d.n["aknew"]), "alnew": u.settled(n["alnew"], d.n["alnew"])})
	}
	switch {
	case flat(d):
		alnew.from, alnew.slips = []string{"ek", "el", "lo", "hi"}, nil
		alnew.value = func(n numbers) float64 { return u.farEnd(d, n) }
	case flat(u.step(u.k, u.l)): // the form has no blank for αℓ*
		top, clip := star.value, alnew.value
		alnew.from, alnew.slips = []string{"ek", "el", "kappa", "lo", "hi"}, nil
		alnew.value = func(n numbers) float64 { return clip(numbers{"star": top(n), "lo": n["lo"], "hi": n["hi"]}) }
	default:
		return form
	}
	return slices.Delete(form, 7, 8)
}

// flat reports a κ that is 0 up to rounding, or below: then the step goes to a
// bound, and there is no α* to speak of.
func flat(d pairStep) bool {
	return d.n["kappa"] <= 1e-9*(math.Abs(d.n["kkk"])+math.Abs(d.n["kll"]))
}

// farEnd is where a step goes with κ ≤ 0: to the bound uphill, and nowhere
// where there is no slope. Without a bound it goes as far as the solver says.
func (u pairUpdate) farEnd(d pairStep, n numbers) float64 {
	slope := d.n["tl"] * (n["ek"] - n["el"])
	switch {
	case slope < 0:
		return n["lo"]
	case slope == 0:
		return d.n["al"]
	case math.IsInf(n["hi"], 1):
		return d.n["alnew"]
	}
	return n["hi"]
}

// settled is an α as typed, put where it was meant: on the true value, 0 or C
// where it is one of these rounded.
func (u pairUpdate) settled(a, truth float64) float64 {
	for _, exact := range []float64{truth, 0, u.C} {
		if !math.IsInf(exact, 0) && (demand{want: exact, size: math.Max(math.Abs(truth), math.Abs(exact))}).met(a) {
			return exact
		}
	}
	return a
}

// handScene shows what the student needs of the pair chosen so far: the points,
// the entries of K, and, once both α are there, F after that step.
func (u pairUpdate) handScene(ctx context.Context, a exercises.Answers) exercises.Scene {
	k, _ := u.numbered(ctx, a["k"])
	l, _ := u.numbered(ctx, a["l"])
	if k < 0 || l < 0 || k == l {
		return u.scene()
	}
	d := u.step(k, l)
	s := exercises.Scene{Notes: []ascii.Line{
		u.constants(),
		line("%s", entries(d)),
	}}
	if flat(d) {
		s.Notes = append(s.Notes, line("κ is not positive here: the step goes to the bound that raises W, so there is no αℓ* to fill in."))
	}
	ak, okK := read(ctx, a["aknew"])
	al, okL := read(ctx, a["alnew"])
	if okK && okL && finite(ak) && finite(al) {
		s.Figures = []exercises.Figure{u.after(d, ak, al)}
		return s
	}
	s.Figures = []exercises.Figure{u.table(k, l)}
	return s
}

// after is the table of the points with F after the student's own step.
func (u pairUpdate) after(d pairStep, ak, al float64) exercises.Figure {
	next := u
	next.Machine = d.After(u.settled(ak, d.n["aknew"]), u.settled(al, d.n["alnew"]))
	return next.points("The points after your step "+pairName(d.K, d.L), next.F, d.K, d.L)
}

func pointNumber(i int) string { return strconv.Itoa(i + 1) }

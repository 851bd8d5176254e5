package quiz

import (
	"context"

	"math"
	"strconv"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/solvers"
)

// byHand is the update with every number filled in, on a pair of the student's
// choice.
func (u pairUpdate) byHand() exercises.Step {
	form := u.sheet(u.k, u.l)
	info := u.pairInfo("Perform the update: choose a pair that violates the KKT conditions, and fill in every number.",
		said("%s Another pair that violates the conditions is as good, in either order.", ruleWords(u.smo.Rule)),
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
	info.Misconceptions = form.misconceptions()
	return task{info: info, check: u.checkHand, scene: u.handScene}
}

// checkHand judges the pair, and the rest on it.
func (u pairUpdate) checkHand(ctx context.Context, a exercises.Answers) exercises.Report {
	k, kr := u.readPoint(ctx, a["k"])
	l, lr := u.readPoint(ctx, a["l"])
	k, l, own := u.assume(k, l)
	form := u.sheet(k, l)
	premise := ""
	valid := u.taken(k, l) || u.violation(k, l) > 0
	switch {
	case own && !valid:
		premise = "your pair " + pairName(k, l)
		kr = refuse(kr, u.whyNot(k, l))
		lr = refuse(lr, line("the pair cannot raise W."))
	case kr.Accepted && lr.Accepted && !own:
		lr = refuse(lr, line("a pair has two different points."))
	}
	blanks := append([]answer.Blank{
		{Name: "k", Label: "k", Judge: func(context.Context, string) answer.Result { return kr }},
		{Name: "l", Label: "ℓ", Judge: func(context.Context, string) answer.Result { return lr }},
	}, form.blanks(ctx, a, premise)...)
	r := withCarried(ctx, answer.JudgeForm(ctx, a, blanks), a, form)
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
	out := []ascii.Line{line("Σαt is still 0, and W rises by %s.", show(u.update(k, l).DW))}
	if !u.taken(k, l) {
		out = append(out, line("The solver takes %s, which raises W by %s; yours is a step of SMO as well.", pairName(u.k, u.l), show(u.update(u.k, u.l).DW)))
	}
	return out
}

// sheet are the numbers of the update of a pair.
func (u pairUpdate) sheet(k, l int) sheet {
	d := u.update(k, l)
	c := u.smo.C
	lo := func(s float64) float64 { v, _ := solvers.Bounds(s, d.OldAk, d.OldAl, c); return v }
	hi := func(s float64) float64 { _, v := solvers.Bounds(s, d.OldAk, d.OldAl, c); return v }
	box := func(numbers) float64 { return math.Max(d.OldAk, d.OldAl) }
	caseSays := "That is the rule for the other sign of s."
	form := sheet{
		{name: "s", label: "s", value: func(numbers) float64 { return d.S }},
		{
			name: "gamma", label: "γ", from: []string{"s"}, size: box,
			value: func(n numbers) float64 { return d.OldAk + n["s"]*d.OldAl },
			slips: []slip{{"wrong-case", caseSays, func(n numbers) float64 { return d.OldAk - n["s"]*d.OldAl }}},
		},
		{
			name: "kappa", label: "κ", size: func(numbers) float64 { return math.Abs(d.Kkk) + math.Abs(d.Kll) + 2*math.Abs(d.Kkl) }, within: math.Abs(d.Kappa) / 200,
			value: func(numbers) float64 { return d.Kappa },
			slips: []slip{
				{"kappa-two", "It looks as if K_kℓ was taken once instead of twice.", func(numbers) float64 { return d.Kkk + d.Kll - d.Kkl }},
				{"kappa-sign", "It looks as if K_kℓ was added.", func(numbers) float64 { return d.Kkk + d.Kll + 2*d.Kkl }},
			},
		},
		u.errorEntry("ek", "Ek", k, l),
		u.errorEntry("el", "Eℓ", l, k),
		{
			name: "lo", label: "L", from: []string{"s"}, size: box,
			value: func(n numbers) float64 { return lo(n["s"]) },
			slips: []slip{{"wrong-case", caseSays, func(n numbers) float64 { return lo(-n["s"]) }}},
		},
		{
			name: "hi", label: "H", from: []string{"s"}, size: box,
			value: func(n numbers) float64 { return hi(n["s"]) },
			slips: []slip{{"wrong-case", caseSays, func(n numbers) float64 { return hi(-n["s"]) }}},
		},
	}
	return append(form, u.ends(d)...)
}

// errorEntry is E of point i of a pair, of which the other is j. It is the
// difference of the two that the step is made of.
func (u pairUpdate) errorEntry(name, label string, i, j int) entry {
	f := u.prev.F(i)
	return entry{
		name: name, label: label, within: math.Abs(u.f(i)-u.f(j)) / 16,
		value: func(numbers) float64 { return f - u.t[i] },
		size:  func(numbers) float64 { return math.Abs(f) + 1 },
		slips: []slip{
			{"plus-t", "It looks as if t was added: E = f − t.", func(numbers) float64 { return f + u.t[i] }},
			{"no-bias", "It looks as if b was left out of f.", func(numbers) float64 { return f - u.prev.Bias - u.t[i] }},
		},
	}
}

// flat reports a κ that is 0 up to rounding, or below: then the step goes to a
// bound, and there is no α* to speak of.
func flat(d solvers.SMODetail) bool {
	return d.Kappa <= 1e-9*(math.Abs(d.Kkk)+math.Abs(d.Kll))
}

// ends are the entries from αℓ* on.
func (u pairUpdate) ends(d solvers.SMODetail) sheet {
	step := func(n numbers) float64 { return d.Tl * (n["ek"] - n["el"]) }
	star := entry{
		name: "star", label: "αℓ*", from: []string{"kappa", "ek", "el"}, within: math.Abs(d.Unclipped-d.OldAl) / 4,
		value: func(n numbers) float64 { return d.OldAl + step(n)/n["kappa"] },
		size: func(n numbers) float64 {
			return math.Max(d.OldAl, (math.Abs(n["ek"])+math.Abs(n["el"]))/math.Abs(n["kappa"]))
		},
		slips: []slip{{"errors-swapped", "It looks as if Ek and Eℓ changed places.", func(n numbers) float64 { return d.OldAl - step(n)/n["kappa"] }}},
	}
	clipped := entry{
		name: "alnew", label: "αℓ new", from: []string{"star", "lo", "hi"}, within: math.Abs(d.NewAl-d.OldAl) / 4,
		value: func(n numbers) float64 { return math.Max(n["lo"], math.Min(n["hi"], n["star"])) },
		size:  func(n numbers) float64 { return math.Max(d.OldAk, d.OldAl) },
		slips: []slip{{"no-clip", "That is αℓ* before the clip.", func(n numbers) float64 { return n["star"] }}},
	}
	out := sheet{star, clipped}
	switch {
	case flat(d):
		clipped.from, clipped.slips = []string{"ek", "el", "lo", "hi"}, nil
		clipped.value = func(n numbers) float64 { return u.farEnd(d, step(n), n["lo"], n["hi"]) }
		out = sheet{clipped}
	case flat(u.update(u.k, u.l)): // the form has no blank for αℓ*
		clipped.from, clipped.slips = []string{"ek", "el", "kappa", "lo", "hi"}, nil
		clipped.value = func(n numbers) float64 { return math.Max(n["lo"], math.Min(n["hi"], star.value(n))) }
		out = sheet{clipped}
	}
	return append(out,
		entry{
			name: "aknew", label: "αk new", from: []string{"alnew", "s"}, within: math.Abs(d.NewAk-d.OldAk) / 4,
			value: func(n numbers) float64 { return d.OldAk + n["s"]*(d.OldAl-n["alnew"]) },
			size:  func(n numbers) float64 { return math.Max(math.Max(d.OldAk, d.OldAl), math.Abs(n["alnew"])) },
			slips: []slip{{"partner-sign", "Σαt has to stay: the two move with opposite signs of t.", func(n numbers) float64 { return d.OldAk - n["s"]*(d.OldAl-n["alnew"]) }}},
		},
		entry{
			name: "b", label: "b", from: []string{"alnew", "aknew"}, within: math.Abs(u.bias(d, d.NewAk, d.NewAl)-u.prev.Bias) / 4,
			value: func(n numbers) float64 { return u.bias(d, n["aknew"], n["alnew"]) },
			size:  func(n numbers) float64 { return 1 + math.Abs(d.Ek) + math.Abs(d.El) },
		})
}

// farEnd is where a step goes with κ ≤ 0: to the bound uphill, and nowhere
// where there is no slope. Without a bound it goes as far as the solver says.
func (u pairUpdate) farEnd(d solvers.SMODetail, slope, lo, hi float64) float64 {
	switch {
	case slope < 0:
		return lo
	case slope == 0:
		return d.OldAl
	case math.IsInf(hi, 1):
		return d.NewAl
	}
	return hi
}

// bias is b after α of the pair has become ak and al.
func (u pairUpdate) bias(d solvers.SMODetail, ak, al float64) float64 {
	ak, al = u.settled(ak, d.NewAk), u.settled(al, d.NewAl)
	up, low := math.Inf(1), math.Inf(-1)
	for i := range u.t {
		a := u.alpha[i]
		switch i {
		case d.K:
			a = ak
		case d.L:
			a = al
		}
		f := u.moved(d, i, ak, al)
		if canGrow(u.t[i], a, u.smo.C) {
			up = math.Min(up, f)
		}
		if canGrow(-u.t[i], a, u.smo.C) {
			low = math.Max(low, f)
		}
	}
	return -(up + low) / 2
}

// moved is F of point i after α of the pair has become ak and al.
func (u pairUpdate) moved(d solvers.SMODetail, i int, ak, al float64) float64 {
	return u.f(i) + d.Tk*(ak-d.OldAk)*u.gram.At(d.K, i) + d.Tl*(al-d.OldAl)*u.gram.At(d.L, i)
}

// settled is an α as typed, put where it was meant: on the true value, 0 or C
// where it is one of these rounded.
func (u pairUpdate) settled(a, truth float64) float64 {
	for _, exact := range []float64{truth, 0, u.smo.C} {
		if !math.IsInf(exact, 0) && (demand{want: exact, size: math.Max(math.Abs(truth), math.Abs(exact))}).met(a) {
			return exact
		}
	}
	return a
}

// handScene shows what the student needs of the pair chosen so far: the points,
// the entries of K, and, once both α are there, F after that step.
func (u pairUpdate) handScene(ctx context.Context, a exercises.Answers) exercises.Scene {
	k, _ := u.readPoint(ctx, a["k"])
	l, _ := u.readPoint(ctx, a["l"])
	if k < 0 || l < 0 || k == l {
		return u.scene()
	}
	d := u.update(k, l)
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
func (u pairUpdate) after(d solvers.SMODetail, ak, al float64) exercises.Figure {
	ak, al = u.settled(ak, d.NewAk), u.settled(al, d.NewAl)
	next := u
	next.alpha = append([]float64(nil), u.alpha...)
	next.alpha[d.K], next.alpha[d.L] = ak, al
	f := make([]float64, len(u.t))
	for i := range f {
		f[i] = u.moved(d, i, ak, al)
	}
	return next.points("The points after your step "+pairName(d.K, d.L), f, d.K, d.L)
}

func pointNumber(i int) string { return strconv.Itoa(i + 1) }

package ask

import (
	"context"
	"math"
	"strconv"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/solvers"
)

// rounded is a number as a student writes it down: to one digit more than is
// asked for.
func rounded(v float64, digits int) float64 {
	if math.IsInf(v, 0) || v == 0 {
		return v
	}
	r, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits+1, 64), 64)
	return r
}

// sheets are the forms of a step of each solver, with the step that they are
// judged by and what else it asks for.
func sheets(r run, i int) (s sheet, by exercises.Step, more exercises.Answers) {
	c := at(r.traces, i)
	by = ByHand(r.traces, i)
	switch d := c.now.Detail.(type) {
	case *solvers.SMODetail:
		u := newPair(c, d)
		return u.sheet(u.k, u.l), by, exercises.Answers{"k": pointNumber(u.k), "l": pointNumber(u.l)}
	case *solvers.PerceptronDetail:
		v := newVisit(c, d)
		if v.every {
			return v.sheet(d.Point), by, nil
		}
		if next := v.mistake(); next >= 0 {
			return v.sheet(next), by, exercises.Answers{"point": pointNumber(next)}
		}
	case *solvers.GradientDetail:
		s, _ := newSlope(c)
		return s.sheet(), by, nil
	}
	return nil, by, nil
}

// filled is a form with numbers in place.
func (s sheet) filled(n numbers, more exercises.Answers) exercises.Answers {
	a := exercises.Answers{}
	for name, text := range more {
		a[name] = text
	}
	for _, e := range s {
		a[e.name] = e.text(n[e.name])
	}
	return a
}

// TestRoundedWorkIsRight: a student who writes down at each entry one digit more
// than it is judged to, and goes on from these, is right.
func TestRoundedWorkIsRight(t *testing.T) {
	each(t, func(r run, i int) {
		form, by, more := sheets(r, i)
		if form == nil {
			return
		}
		own := numbers{}
		for _, e := range form {
			own[e.name] = e.value(own)
			if e.options == nil {
				own[e.name] = rounded(own[e.name], e.demand(e.value(form.truth()), form.truth()).digits())
			}
		}
		if got := check(by, form.filled(own, more)); !got.Accepted {
			t.Fatalf("%s step %d: %v of %v: %s", r.name, i, own, form.truth(), facts(got))
		}
	})
}

// TestSlipsAreCarried makes each known slip and goes on rightly from it: the
// slip is named, what follows from it is called consistent, and nothing is
// accepted.
func TestSlipsAreCarried(t *testing.T) {
	made := map[string]int{}
	each(t, func(r run, i int) {
		if i > 3 && i%5 != 0 {
			return
		}
		form, by, more := sheets(r, i)
		truth := form.truth()
		for at, e := range form {
			for _, s := range e.slips {
				own := numbers{}
				for j, after := range form {
					own[after.name] = after.value(own)
					if j == at {
						own[e.name] = s.value(own)
					}
				}
				if !finite(own[e.name]) || e.near(own[e.name], truth[e.name], truth) || math.Abs(own[e.name]-truth[e.name]) < .05*math.Abs(truth[e.name]) {
					continue
				}
				followers := 0
				ok := true
				for _, after := range form[at+1:] {
					if !finite(own[after.name]) && !math.IsInf(truth[after.name], 0) {
						ok = false
					}
					if !after.near(own[after.name], truth[after.name], truth) {
						followers++
					}
				}
				if !ok {
					continue
				}
				made[e.name+" "+s.id]++
				got := check(by, form.filled(own, more))
				if got.Accepted || got.Fields[e.name].Verdict != exercises.NotEqual {
					t.Fatalf("%s step %d: %s in %s = %v (%v) is %v: %s", r.name, i, s.id, e.name, own[e.name], truth[e.name], got.Fields[e.name].Verdict, facts(got))
				}
				if got.Misconception == "" {
					t.Fatalf("%s step %d: %s in %s is not recognised: %s", r.name, i, s.id, e.name, facts(got))
				}
				said := 0
				for _, f := range got.Fields {
					if f.Follows {
						said++
					}
				}
				if said != followers || followers > 0 && !strings.Contains(facts(got), "One slip: "+e.label+".") {
					t.Fatalf("%s step %d: after %s in %s %d entries follow, %d are said to: own %v truth %v\n%s", r.name, i, s.id, e.name, followers, said, own, truth, facts(got))
				}
			}
		}
	})
	for _, name := range []string{"gamma wrong-case", "kappa kappa-two", "ek plus-t", "el no-bias", "lo wrong-case", "hi wrong-case", "star errors-swapped", "alnew no-clip", "aknew partner-sign", "margin no-label", "alpha plus-y", "b minus-y", "r turned", "r no-sigmoid", "anew wrong-way", "anew no-mean"} {
		if made[name] == 0 {
			t.Errorf("%s is never made", name)
		}
	}
}

// TestBlanksLeftEmpty: with one blank empty the others are judged as they are,
// the whole is not, and the blank follows from nothing.
func TestBlanksLeftEmpty(t *testing.T) {
	each(t, func(r run, i int) {
		if i > 2 {
			return
		}
		form, by, more := sheets(r, i)
		truth := form.truth()
		for _, empty := range form {
			a := form.filled(truth, more)
			a[empty.name] = ""
			got := check(by, a)
			if got.Accepted || got.Verdict != exercises.Empty {
				t.Fatalf("%s step %d: without %s it is %v", r.name, i, empty.name, got.Verdict)
			}
			for _, e := range form {
				want := exercises.Equal
				if e.name == empty.name {
					want = exercises.Empty
				}
				if f := got.Fields[e.name]; f.Verdict != want {
					t.Fatalf("%s step %d: without %s, %s = %s is %v %s", r.name, i, empty.name, e.name, a[e.name], f.Verdict, f.Message)
				}
			}
		}
	})
}

// TestSlipBehindAnEmptyBlank: what follows from a slip through a blank left
// empty is told apart from the slip.
func TestSlipBehindAnEmptyBlank(t *testing.T) {
	r := newRun(t, "blobs_overlap", "linear", solvers.LeastSquares{Eta: .5}, 3)
	form, by, _ := sheets(r, 2)
	truth := form.truth()
	own := numbers{"f": truth["f"] + 1}
	own["r"] = form[1].value(own)
	own["anew"] = form[2].value(own)
	a := form.filled(own, nil)
	a["r"] = ""
	got := check(by, a)
	if got.Verdict != exercises.Empty || got.Fields["r"].Verdict != exercises.Empty || got.Fields["r"].Follows {
		t.Errorf("the empty blank: %v %q", got.Verdict, got.Fields["r"].Message)
	}
	if f := got.Fields["anew"]; !f.Follows {
		t.Errorf("behind it: %v %q", f.Verdict, f.Message)
	}
	if f := got.Fields["f"]; f.Verdict != exercises.NotEqual {
		t.Errorf("the slip: %v %q", f.Verdict, f.Message)
	}
}

// TestAnyValidPair: every pair, in either order, is judged by whether it can
// raise W, and its numbers are those of its own update.
func TestAnyValidPair(t *testing.T) {
	var valid, invalid int
	each(t, func(r run, i int) {
		s, ok := r.traces[0].Solver().(solvers.SMO)
		if !ok || r.model.Set.Len() > 12 || i%7 != 1 {
			return
		}
		p := rawOf(t, r, i)
		u := newPair(at(r.traces, i), r.traces[0].At(i+1).Detail.(*solvers.SMODetail))
		by := ByHand(r.traces, i)
		for k := range p.y {
			for l := range p.y {
				if k == l {
					continue
				}
				form := u.sheet(k, l)
				a := form.filled(form.truth(), exercises.Answers{"k": pointNumber(k), "l": pointNumber(l)})
				got := check(by, a)
				by.Scene(context.Background(), a)
				next := solvers.PairUpdate(u.Gram, u.Y, u.Alpha, u.Bias, u.C, k, l)
				rises := p.dualWith(k, l, next.NewAk, next.NewAl) > p.dualWith(k, l, next.OldAk, next.OldAl)+1e-9
				switch {
				case rises && !got.Accepted:
					t.Fatalf("%s step %d: pair %s raises W by %v and is refused: %s", r.name, i, pairName(k, l), next.DW, facts(got))
				case rises:
					valid++
				case got.Accepted && !u.taken(k, l) && !p.violates(k, l, s.C):
					t.Fatalf("%s step %d: pair %s cannot raise W and is accepted", r.name, i, pairName(k, l))
				case !got.Accepted:
					invalid++
					if f := got.Fields["gamma"]; !f.Follows {
						t.Fatalf("%s step %d: γ of a pair that cannot be taken: %v %s", r.name, i, f.Verdict, f.Message)
					}
				}
			}
		}
	})
	if valid < 100 || invalid < 100 {
		t.Errorf("%d valid pairs, %d others: too few to test anything", valid, invalid)
	}
}

// score is what the rule of an update maximises over the partners of k.
func score(u pairUpdate, k, l int) float64 {
	gap := math.Abs(u.F(k) - u.F(l))
	if u.smo.Rule == solvers.SecondOrder {
		return gap * gap / math.Max(u.Gram.At(k, k)+u.Gram.At(l, l)-2*u.Gram.At(k, l), 1e-12)
	}
	return gap
}

// TestNumbersOfAnotherPair: the numbers of one pair are not those of another.
func TestNumbersOfAnotherPair(t *testing.T) {
	r := newRun(t, "worksheet1d", "poly(degree=2,c=1)", solvers.SMO{C: 1}, 5)
	u := newPair(at(r.traces, 2), r.traces[0].At(3).Detail.(*solvers.SMODetail))
	for k := range r.model.Set.Len() {
		for l := range r.model.Set.Len() {
			if k == l || u.taken(k, l) || u.Violation(k, l) <= 0 {
				continue
			}
			form := u.sheet(u.k, u.l)
			got := check(u.byHand(), form.filled(form.truth(), exercises.Answers{"k": pointNumber(k), "l": pointNumber(l)}))
			if got.Accepted {
				t.Fatalf("the numbers of %s pass for those of %s", pairName(u.k, u.l), pairName(k, l))
			}
		}
	}
}

// TestPairQuestions: every pair put to both questions. The rule's is its own
// pair or one tied with it; the other takes those that can raise W.
func TestPairQuestions(t *testing.T) {
	rule, any := 0, 0
	each(t, func(r run, i int) {
		s, ok := r.traces[0].Solver().(solvers.SMO)
		if !ok || r.model.Set.Len() > 12 || i > 2 && i%6 != 0 {
			return
		}
		p := rawOf(t, r, i)
		u := newPair(at(r.traces, i), r.traces[0].At(i+1).Detail.(*solvers.SMODetail))
		why, ruled := u.byRule()
		if !ruled {
			t.Fatalf("%s step %d: the solver's own pair is not the rule's", r.name, i)
		}
		for k := range p.y {
			for l := range p.y {
				a := exercises.Answers{"k": pointNumber(k), "l": pointNumber(l)}
				byRule, valid := check(u.ruleQuestion(why), a), check(u.validQuestion(), a)
				if k == l {
					if byRule.Accepted || valid.Accepted {
						t.Fatalf("a point is a pair")
					}
					continue
				}
				if valid.Accepted != p.violates(k, l, s.C) {
					t.Fatalf("%s step %d: %s: %v", r.name, i, pairName(k, l), facts(valid))
				}
				if byRule.Accepted {
					rule++
				}
				if valid.Accepted {
					any++
				}
				if byRule.Accepted && !u.taken(k, l) && s.Rule != solvers.MaxErrorLiteral {
					if math.Abs(score(u, k, l)-score(u, u.k, u.l)) > 1e-6 && math.Abs(score(u, l, k)-score(u, u.k, u.l)) > 1e-6 {
						t.Fatalf("%s step %d: %s passes for the rule's %s", r.name, i, pairName(k, l), pairName(u.k, u.l))
					}
				}
				if u.taken(k, l) && why.RunnerUp >= 0 && !strings.Contains(facts(byRule), "runner-up ℓ = "+pointNumber(why.RunnerUp)) {
					t.Fatalf("%s step %d: the runner-up is not told: %s", r.name, i, facts(byRule))
				}
			}
		}
	})
	if rule < 50 || any < 300 {
		t.Errorf("%d pairs of the rule, %d valid ones", rule, any)
	}
}

// violates reports from the points whether a pair can raise W, however little.
func (r raw) violates(k, l int, c float64) bool {
	step := r.y[k]*(r.f(k, true)-r.y[k]) - r.y[k]*(r.f(l, true)-r.y[l]) // dW along +αk is −step
	if math.Abs(step) < 1e-9 {
		u := newPair(at(r.run.traces, r.i), r.run.traces[0].At(r.i+1).Detail.(*solvers.SMODetail))
		return u.Violation(k, l) > 0 // rounding decides
	}
	s := r.y[k] * r.y[l]
	if step > 0 { // αk has to shrink, αℓ to move by s
		return r.coef[k] > 0 && (s > 0 && r.coef[l] < c || s < 0 && r.coef[l] > 0)
	}
	return r.coef[k] < c && (s > 0 && r.coef[l] > 0 || s < 0 && r.coef[l] < c)
}

// TestHalfAPair: with one point missing the others are judged on the pair that
// was taken, in the order the other point makes.
func TestHalfAPair(t *testing.T) {
	r := newRun(t, "worksheet1d", "poly(degree=2,c=1)", solvers.SMO{C: 1}, 5)
	u := newPair(at(r.traces, 1), r.traces[0].At(2).Detail.(*solvers.SMODetail))
	for _, c := range []struct {
		k, l       string
		roleK, rol int
	}{
		{pointNumber(u.k), "", u.k, u.l}, {"", pointNumber(u.l), u.k, u.l}, {pointNumber(u.l), "", u.l, u.k}, {"", pointNumber(u.k), u.l, u.k}, {"", "", u.k, u.l},
	} {
		form := u.sheet(c.roleK, c.rol)
		got := check(u.byHand(), form.filled(form.truth(), exercises.Answers{"k": c.k, "l": c.l}))
		if got.Verdict != exercises.Empty {
			t.Errorf("k = %q, ℓ = %q: %v", c.k, c.l, got.Verdict)
		}
		for _, e := range form {
			if f := got.Fields[e.name]; f.Verdict != exercises.Equal {
				t.Errorf("k = %q, ℓ = %q: %s is %v %s", c.k, c.l, e.name, f.Verdict, f.Message)
			}
		}
	}
}

// TestNextMistake: of the points, only the first on the wrong side passes.
func TestNextMistake(t *testing.T) {
	r := newRun(t, "parabola", "poly(degree=2,c=1)", solvers.Perceptron{}, 12)
	for i := 0; i+1 < r.traces[0].Len(); i++ {
		q := Questions(r.traces, i)[0]
		want := q.Info().Reference["answer"]
		for j := range r.model.Set.Len() {
			if got := check(q, exercises.Answers{"answer": pointNumber(j)}); got.Accepted != (pointNumber(j) == want) {
				t.Errorf("step %d: point %d for %s: %s", i, j+1, want, facts(got))
			}
		}
		if got := check(q, exercises.Answers{"answer": "None"}); got.Accepted != (want == "none") {
			t.Errorf("step %d: none for %s", i, want)
		}
	}
}

// TestAFaultySolver: the truth is that of a sound step, whatever the solver
// did.
func TestAFaultySolver(t *testing.T) {
	r := newRun(t, "worksheet1d", "poly(degree=2,c=1)", solvers.SMO{C: 1}, 6)
	tr := r.traces[0]
	sound := ByHand(r.traces, 2).Info().Reference
	// The pair of step 3 in a step that moved something else.
	broken := tr.Cut(2).With(step(tr.At(5), tr.At(3)))
	got := ByHand([]solvers.Trace{broken}, 2).Info().Reference
	for name, want := range sound {
		if got[name] != want {
			t.Errorf("%s is %s, of a sound step %s", name, got[name], want)
		}
	}
}

// step is a step with the detail of another.
func step(of, detail solvers.Step) solvers.Step {
	of.Detail = detail.Detail
	return of
}

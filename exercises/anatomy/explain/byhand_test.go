package explain

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
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

// formsOf is the form of a step, with the step that it is judged by and what else that
// asks for; not ok if there are no numbers to fill in.
func formsOf(r run, i int) (f form, by exercises.Task, more exercises.Answers, ok bool) {
	a := r.account(i)
	by = ByHand(a)
	switch {
	case by == nil || a.Instead != nil:
		return f, by, nil, false
	case a.HandMove == nil:
		return newForm(handBlanks(a)), by, nil, true
	}
	q := a.HandMove()
	if q.Blanks == nil {
		return f, by, nil, false
	}
	return newForm(q.Blanks(q.Want)), by, picker{*q, r.model.Set.Len()}.reference(), true
}

// filled is a form with numbers in place.
func (f form) filled(n anatomy.Numbers, more exercises.Answers) exercises.Answers {
	a := exercises.Answers{}
	for name, text := range more {
		a[name] = text
	}
	for _, q := range f.Derivation {
		a[q.Name] = text(q, n[q.Name])
	}
	return a
}

// advised are the slips of a quantity that students are told of.
func advised(q anatomy.Quantity) []anatomy.Slip {
	return slices.DeleteFunc(slices.Clone(q.Slips), func(s anatomy.Slip) bool { return s.Advice == "" })
}

// TestRoundedWorkIsRight: a student who writes down at each entry one digit more
// than it is judged to, and goes on from these, is right.
func TestRoundedWorkIsRight(t *testing.T) {
	each(t, func(r run, i int) {
		form, by, more, ok := formsOf(r, i)
		if !ok {
			return
		}
		own := anatomy.Numbers{}
		for _, e := range form.Derivation {
			own[e.Name] = e.Compute(own)
			if e.Options == nil {
				own[e.Name] = rounded(own[e.Name], form.demand(e, form.right[e.Name], form.right).Digits())
			}
		}
		if got := check(by, form.filled(own, more)); !got.Accepted {
			t.Fatalf("%s step %d: %v of %v: %s", r.name, i, own, form.right, reportText(got))
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
		form, by, more, ok := formsOf(r, i)
		if !ok {
			return
		}
		truth := form.right
		for at, e := range form.Derivation {
			for _, s := range advised(e) {
				own := anatomy.Numbers{}
				for j, after := range form.Derivation {
					own[after.Name] = after.Compute(own)
					if j == at {
						own[e.Name] = s.Compute(own)
					}
				}
				if !finite(own[e.Name]) || form.near(e, own[e.Name], truth[e.Name], truth) ||
					math.Abs(own[e.Name]-truth[e.Name]) < .05*math.Abs(truth[e.Name]) {
					continue
				}
				followers := 0
				ok := true
				for _, after := range form.Derivation[at+1:] {
					if !finite(own[after.Name]) && !math.IsInf(truth[after.Name], 0) {
						ok = false
					}
					if !form.near(after, own[after.Name], truth[after.Name], truth) {
						followers++
					}
				}
				if !ok {
					continue
				}
				made[e.Name+" "+s.ID]++
				got := check(by, form.filled(own, more))
				if got.Accepted || got.Fields[e.Name].Verdict != exercises.NotEqual {
					t.Fatalf("%s step %d: %s in %s = %v (%v) is %v: %s", r.name, i, s.ID, e.Name, own[e.Name],
						truth[e.Name], got.Fields[e.Name].Verdict, reportText(got))
				}
				if got.Misconception == "" {
					t.Fatalf("%s step %d: %s in %s is not recognised: %s", r.name, i, s.ID, e.Name, reportText(got))
				}
				said := 0
				for _, f := range got.Fields {
					if f.Follows {
						said++
					}
				}
				if said != followers || followers > 0 && !strings.Contains(reportText(got), "One slip: "+e.Symbol+".") {
					t.Fatalf("%s step %d: after %s in %s %d entries follow, %d are said to: own %v truth %v\n%s",
						r.name, i, s.ID, e.Name, followers, said, own, truth, reportText(got))
				}
			}
		}
	})
	for _, name := range []string{"gamma wrong-case", "kappa kappa-two", "ek plus-t", "el no-bias", "lo wrong-case",
		"hi wrong-case", "star errors-swapped", "alnew no-clip", "aknew partner-sign", "margin no-label",
		"alpha plus-y", "b minus-y", "r turned", "r no-sigmoid", "anew wrong-way", "anew no-mean"} {
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
		form, by, more, ok := formsOf(r, i)
		if !ok {
			return
		}
		truth := form.right
		for _, empty := range form.Derivation {
			a := form.filled(truth, more)
			a[empty.Name] = ""
			got := check(by, a)
			if got.Accepted || got.Verdict != exercises.Empty {
				t.Fatalf("%s step %d: without %s it is %v", r.name, i, empty.Name, got.Verdict)
			}
			for _, e := range form.Derivation {
				want := exercises.Equal
				if e.Name == empty.Name {
					want = exercises.Empty
				}
				if f := got.Fields[e.Name]; f.Verdict != want {
					t.Fatalf("%s step %d: without %s, %s = %s is %v %s", r.name, i, empty.Name, e.Name, a[e.Name],
						f.Verdict, f.Message)
				}
			}
		}
	})
}

// TestSlipBehindAnEmptyBlank: what follows from a slip through a blank left
// empty is told apart from the slip.
func TestSlipBehindAnEmptyBlank(t *testing.T) {
	r := newRun(t, "blobs_overlap", "linear", solvers.LeastSquares{Eta: .5}, 3)
	form, by, _, _ := formsOf(r, 2)
	truth := form.right
	own := anatomy.Numbers{"f": truth["f"] + 1}
	own["r"] = form.Derivation[1].Compute(own)
	own["anew"] = form.Derivation[2].Compute(own)
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
		u := newPair(r, i)
		by := handAt(r, i)
		for k := range p.y {
			for l := range p.y {
				if k == l {
					continue
				}
				form := u.form(k, l)
				a := form.filled(form.right, exercises.Answers{"k": pointNumber(k), "l": pointNumber(l)})
				got := check(by, a)
				by.Scene(context.Background(), a)
				next := solvers.PairUpdate(u.Machine.Gram, u.Y, u.Alpha, u.Bias, u.C, k, l)
				rises := p.dualWith(k, l, next.NewAk, next.NewAl) > p.dualWith(k, l, next.OldAk, next.OldAl)+1e-9
				switch {
				case rises && !got.Accepted:
					t.Fatalf("%s step %d: pair %s raises W by %v and is refused: %s", r.name, i, pairName(k, l),
						next.DW, reportText(got))
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
		return gap * gap / math.Max(u.Machine.Gram.At(k, k)+u.Machine.Gram.At(l, l)-2*u.Machine.Gram.At(k, l), 1e-12)
	}
	return gap
}

// TestNumbersOfAnotherPair: the numbers of one pair are not those of another.
func TestNumbersOfAnotherPair(t *testing.T) {
	r := newRun(t, "worksheet1d", "poly(degree=2,c=1)", solvers.SMO{C: 1}, 5)
	u := newPair(r, 2)
	for k := range r.model.Set.Len() {
		for l := range r.model.Set.Len() {
			if k == l || u.taken(k, l) || u.Violation(k, l) <= 0 {
				continue
			}
			form := u.form(u.k, u.l)
			got := check(ByHand(u.Account),
				form.filled(form.right, exercises.Answers{"k": pointNumber(k), "l": pointNumber(l)}))
			if got.Accepted {
				t.Fatalf("the numbers of %s pass for those of %s", pairName(u.k, u.l), pairName(k, l))
			}
		}
	}
}

// TestHalfAPair: with one point missing the others are judged on the pair that
// was taken, in the order the other point makes.
func TestHalfAPair(t *testing.T) {
	r := newRun(t, "worksheet1d", "poly(degree=2,c=1)", solvers.SMO{C: 1}, 5)
	u := newPair(r, 1)
	for _, c := range []struct {
		k, l       string
		roleK, rol int
	}{
		{pointNumber(u.k), "", u.k, u.l}, {"", pointNumber(u.l), u.k, u.l}, {pointNumber(u.l), "", u.l, u.k},
		{"", pointNumber(u.k), u.l, u.k}, {"", "", u.k, u.l},
	} {
		form := u.form(c.roleK, c.rol)
		got := check(ByHand(u.Account), form.filled(form.right, exercises.Answers{"k": c.k, "l": c.l}))
		if got.Verdict != exercises.Empty {
			t.Errorf("k = %q, ℓ = %q: %v", c.k, c.l, got.Verdict)
		}
		for _, e := range form.Derivation {
			if f := got.Fields[e.Name]; f.Verdict != exercises.Equal {
				t.Errorf("k = %q, ℓ = %q: %s is %v %s", c.k, c.l, e.Name, f.Verdict, f.Message)
			}
		}
	}
}

// TestAFaultySolver: the truth is that of a sound step, whatever the solver
// did.
func TestAFaultySolver(t *testing.T) {
	r := newRun(t, "worksheet1d", "poly(degree=2,c=1)", solvers.SMO{C: 1}, 6)
	tr := r.traces[0]
	sound := handAt(r, 2).Info().Reference
	// The pair of step 3 in a step that moved something else.
	broken := tr.Cut(2).Append(step(tr.At(5), tr.At(3)))
	r.traces = []solvers.Trace{broken}
	got := handAt(r, 2).Info().Reference
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

// TestStandingStillIsRefused: where a number moves by more than can be hidden
// by rounding, the old one is not accepted for the new.
func TestStandingStillIsRefused(t *testing.T) {
	did := 0
	late := newRun(t, "worksheet1d", "poly(degree=2,c=1)", solvers.SMO{C: 10, Tol: 1e-7}, 400)
	visit := func(r run, i int) {
		prev, now := r.traces[0].At(i), r.traces[0].At(i+1)
		refuse := func(s exercises.Task, name string, old, new, size float64) {
			if s == nil || math.Abs(new-old) < 1e-5*math.Max(size, math.Abs(new)) {
				return
			}
			did++
			if f := check(s, s.Info().Reference.With(name, anatomy.Typed(old))).Fields[name]; f.Verdict ==
				exercises.Equal {
				t.Fatalf("%s step %d: %s may stay at %v, it goes to %v", r.name, i, name, old, new)
			}
		}
		by := handAt(r, i)
		switch d := now.Detail.(type) {
		case *solvers.SMODetail:
			size := math.Max(d.OldAk, d.OldAl)
			refuse(by, "alnew", d.OldAl, d.NewAl, size)
			refuse(by, "aknew", d.OldAk, d.NewAk, size)
			refuse(by, "b", prev.Bias, now.Bias, 1+math.Abs(d.Ek)+math.Abs(d.El))
		case *solvers.GradientDetail:
			j := anatomy.LargestChange(d)
			refuse(by, "anew", prev.Coef().At(j), now.Coef().At(j), 0)
		case *solvers.RidgeDetail:
			if s := r.traces[0].Solver().(solvers.Ridge); d.Stage == solvers.StageRegularise && s.Lambda > 0 {
				k := r.traces[0].Problem().K(0, 0)
				refuse(by, "m11", k, k+s.Lambda, 0)
			}
		}
	}
	each(t, visit)
	for i := range late.traces[0].Len() - 1 {
		visit(late, i)
	}
	if did < 100 {
		t.Errorf("%d numbers", did)
	}
}

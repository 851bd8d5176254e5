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

// rounded rounds a number as a student writes it down: to one digit more than is asked
// for.
func rounded(v float64, digits int) float64 {
	if math.IsInf(v, 0) || v == 0 {
		return v
	}
	r, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits+1, 64), 64)
	return r
}

// formsOf returns the form of a step, the task that judges it and the other answers that
// the task asks for. ok is false if there are no numbers to fill in.
func formsOf(r run, i int) (f form, by exercises.Task, more exercises.Answers, ok bool) {
	a := r.account(i)
	by = ByHand(a)
	switch {
	case by == nil || a.Replacement != nil:
		return f, by, nil, false
	case a.HandMove == nil:
		return newForm(handBlanks(a)), by, nil, true
	}
	q := a.HandMove()
	if q.Blanks == nil {
		return f, by, nil, false
	}
	return newForm(q.Blanks(q.Want)), by, moveJudge{*q, r.model.Set.Len()}.reference(), true
}

// filled returns the answers of a form with the given numbers.
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

// advised returns the slips of a quantity that have advice for students.
func advised(q anatomy.Quantity) []anatomy.Slip {
	return slices.DeleteFunc(slices.Clone(q.Slips), func(s anatomy.Slip) bool { return s.Advice == "" })
}

// A sign may be typed alone. To a number that is no sign, the form answers with what a sign
// is.
func TestByHand_signs(t *testing.T) {
	signs := 0
	each(t, func(r run, i int) {
		form, by, more, ok := formsOf(r, i)
		if !ok {
			return
		}
		for _, q := range form.Derivation {
			if !q.Signed {
				continue
			}
			signs++
			a := form.filled(form.right, more).With(q.Name, map[bool]string{true: "+", false: "−"}[form.right[q.Name] > 0])
			if got := check(by, a); !got.Accepted || by.(exercises.Echoer).Echo(t.Context(), q.Name, "-").Problem != "" {
				t.Fatalf("%s step %d: got %s refused or unread, want it accepted: %s", r.name, i, a[q.Name], reportText(got))
			}
			got := check(by, a.With(q.Name, "1/2")).Fields[q.Name].Message
			if want := "A sign is +1 or −1."; got != want {
				t.Fatalf("%s step %d: %s = 1/2 gives %q, want %q", r.name, i, q.Symbol, got, want)
			}
		}
	})
	if signs == 0 {
		t.Error("got no form with a sign, want some")
	}
}

// If a student writes each entry with one digit more than is required, and continues with
// these numbers, all entries are right.
func TestByHand_acceptsRoundedWork(t *testing.T) {
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
			t.Fatalf("%s step %d: got %v refused, want it accepted for %v: %s", r.name, i, own, form.right,
				reportText(got))
		}
	})
}

// If a student makes a known slip and continues correctly, the report names the slip,
// calls what follows consistent, and does not accept the answer.
func TestByHand_carriesSlips(t *testing.T) {
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
				if !isFinite(own[e.Name]) || form.isNear(e, own[e.Name], truth[e.Name], truth) ||
					math.Abs(own[e.Name]-truth[e.Name]) < .05*math.Abs(truth[e.Name]) {
					continue
				}
				followers := 0
				ok := true
				for _, after := range form.Derivation[at+1:] {
					if !isFinite(own[after.Name]) && !math.IsInf(truth[after.Name], 0) {
						ok = false
					}
					if !form.isNear(after, own[after.Name], truth[after.Name], truth) {
						followers++
					}
				}
				if !ok {
					continue
				}
				made[e.Name+" "+s.ID]++
				got := check(by, form.filled(own, more))
				if got.Accepted || got.Fields[e.Name].Verdict != exercises.NotEqual {
					t.Fatalf("%s step %d: with %s in %s = %v (true: %v): got verdict %v, want %v: %s", r.name, i, s.ID,
						e.Name,
						own[e.Name], truth[e.Name], got.Fields[e.Name].Verdict, exercises.NotEqual, reportText(got))
				}
				if got.Misconception == "" {
					t.Fatalf("%s step %d: %s in %s: got no misconception, want one: %s", r.name, i, s.ID, e.Name,
						reportText(got))
				}
				said := 0
				for _, f := range got.Fields {
					if f.Follows {
						said++
					}
				}
				if said != followers || followers > 0 && !strings.Contains(reportText(got), "1 slip: "+e.Symbol+".") {
					t.Fatalf("%s step %d: after %s in %s: got %d consistent entries, want %d: own %v truth %v\n%s",
						r.name, i, s.ID, e.Name, said, followers, own, truth, reportText(got))
				}
			}
		}
	})
	for _, name := range []string{"gamma wrong-case", "kappa kappa-two", "ek plus-t", "el no-bias", "lo wrong-case",
		"hi wrong-case", "star errors-swapped", "alnew no-clip", "aknew partner-sign", "margin no-label",
		"alpha plus-y", "b minus-y", "r turned", "r no-sigmoid", "anew wrong-way", "anew no-mean"} {
		if made[name] == 0 {
			t.Errorf("slip %s is never made, want it made", name)
		}
	}
}

// If one blank is empty, the others are judged, and the answer is not accepted.
func TestByHand_emptyBlank(t *testing.T) {
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
				t.Fatalf("%s step %d: without %s: got verdict %v, want %v", r.name, i, empty.Name, got.Verdict,
					exercises.Empty)
			}
			for _, e := range form.Derivation {
				want := exercises.Equal
				if e.Name == empty.Name {
					want = exercises.Empty
				}
				if f := got.Fields[e.Name]; f.Verdict != want {
					t.Fatalf("%s step %d: without %s: %s = %s: got verdict %v, want %v: %s", r.name, i, empty.Name,
						e.Name,
						a[e.Name], f.Verdict, want, f.Message)
				}
			}
		}
	})
}

// An entry that follows from a slip is recognised, even if the entry in between is empty.
func TestByHand_slipBehindEmptyBlank(t *testing.T) {
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
		t.Errorf("the empty blank: got %v %q, want %v", got.Verdict, got.Fields["r"].Message, exercises.Empty)
	}
	if f := got.Fields["anew"]; !f.Follows {
		t.Errorf("behind the empty blank: got %v %q, want that it follows", f.Verdict, f.Message)
	}
	if f := got.Fields["f"]; f.Verdict != exercises.NotEqual {
		t.Errorf("the slip: got %v %q, want %v", f.Verdict, f.Message, exercises.NotEqual)
	}
}

// Every pair, in either order, is judged by whether it can raise g, and its numbers by
// its own update.
func TestByHand_anyValidPair(t *testing.T) {
	var valid, invalid int
	each(t, func(r run, i int) {
		s, ok := r.traces[0].Solver().(solvers.SMO)
		if !ok || r.model.Set.Len() > 12 || i%7 != 1 {
			return
		}
		p := rawOf(r, i)
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
				for _, e := range form.Derivation {
					value, ok := exercises.RightValue(by, a, e.Name)
					if v, _ := readNumber(t.Context(), value); ok && got.Accepted && !form.isNear(e, v, form.right[e.Name], form.right) {
						t.Fatalf("%s step %d: of pair %s %s = %s is told, want %v", r.name, i, pairName(k, l), e.Name,
							value, form.right[e.Name])
					}
				}
				by.Scene(context.Background(), a)
				next := solvers.PairUpdate(u.SMOState.Gram, u.Y, u.Alpha, u.Bias, u.C, k, l)
				rises := p.dualWith(k, l, next.NewAk, next.NewAl) > p.dualWith(k, l, next.OldAk, next.OldAl)+1e-9
				switch {
				case rises && !got.Accepted:
					t.Fatalf("%s step %d: pair %s raises g by %v: got it refused, want it accepted: %s", r.name, i,
						pairName(k, l), next.Gain, reportText(got))
				case rises:
					valid++
				case got.Accepted && !u.taken(k, l) && !p.violates(k, l, s.C):
					t.Fatalf("%s step %d: pair %s cannot raise g: got it accepted, want it refused", r.name, i,
						pairName(k, l))
				case !got.Accepted:
					invalid++
					if f := got.Fields["gamma"]; !f.Follows {
						t.Fatalf("%s step %d: γ of the refused pair %s: got %v %s, want that it follows", r.name, i,
							pairName(k, l), f.Verdict, f.Message)
					}
				}
			}
		}
	})
	if valid < 100 || invalid < 100 {
		t.Errorf("got %d valid pairs, %d others, want at least 100 of each", valid, invalid)
	}
}

// score returns what the rule of an update maximises over the partners of k.
func score(u pairUpdate, k, l int) float64 {
	gap := math.Abs(u.F(k) - u.F(l))
	if u.smo.Rule == solvers.SecondOrder {
		return gap * gap / math.Max(u.SMOState.Gram.At(k, k)+u.SMOState.Gram.At(l, l)-2*u.SMOState.Gram.At(k, l), 1e-12)
	}
	return gap
}

// If one point is missing, the numbers are judged for the pair that was taken, in the
// order that the other point implies.
func TestByHand_halfPair(t *testing.T) {
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
			t.Errorf("k = %q, l = %q: got verdict %v, want %v", c.k, c.l, got.Verdict, exercises.Empty)
		}
		for _, e := range form.Derivation {
			if f := got.Fields[e.Name]; f.Verdict != exercises.Equal {
				t.Errorf("k = %q, l = %q: %s: got %v %s, want %v", c.k, c.l, e.Name, f.Verdict, f.Message,
					exercises.Equal)
			}
		}
	}
}

// The right numbers are those of a correct step, even if the solver made a mistake.
func TestByHand_faultySolver(t *testing.T) {
	r := newRun(t, "worksheet1d", "poly(degree=2,c=1)", solvers.SMO{C: 1}, 6)
	tr := r.traces[0]
	sound := handAt(r, 2).Info().Reference
	// The step names the pair of step 3 but has the α of step 5.
	broken := tr.Cut(2).Append(step(tr.At(5), tr.At(3)))
	r.traces = []solvers.Trace{broken}
	got := handAt(r, 2).Info().Reference
	for name, want := range sound {
		if got[name] != want {
			t.Errorf("%s = %s, want %s as in a sound step", name, got[name], want)
		}
	}
}

// step returns the first step with the detail of the second.
func step(of, detail solvers.Step) solvers.Step {
	of.Detail = detail.Detail
	return of
}

// If a number moves by more than rounding can hide, the old number is refused.
func TestByHand_refusesOldNumber(t *testing.T) {
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
				t.Fatalf("%s step %d: %s goes from %v to %v: got the old number accepted, want it refused", r.name, i,
					name, old, new)
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
		t.Errorf("got %d numbers tested, want at least 100", did)
	}
}

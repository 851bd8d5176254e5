package unit7

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/lesson"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/lessontest"
)

// quantitiesFromPoints computes the update of 7.6 from the points, with nothing but the formulas of the
// worksheet.
func quantitiesFromPoints(h handUpdate) map[string]float64 {
	k, l, t, a := h.d.K, h.d.L, h.t, h.alpha
	f := func(i int) float64 {
		sum := h.b
		for j := range h.x {
			sum += a[j] * t[j] * innerProduct(h.x[j], h.x[i])
		}
		return sum
	}
	v := map[string]float64{"ek": f(k) - t[k], "el": f(l) - t[l], "s": t[k] * t[l]}
	v["gamma"] = a[k] + v["s"]*a[l]
	v["kappa"] = innerProduct(h.x[k], h.x[k]) + innerProduct(h.x[l], h.x[l]) - 2*innerProduct(h.x[k], h.x[l])
	if v["s"] > 0 {
		v["lo"], v["hi"] = math.Max(0, a[k]+a[l]-h.c), math.Min(h.c, a[k]+a[l])
	} else {
		v["lo"], v["hi"] = math.Max(0, a[l]-a[k]), math.Min(h.c, h.c+a[l]-a[k])
	}
	v["star"] = a[l] + t[l]*(v["ek"]-v["el"])/v["kappa"]
	v["alnew"] = math.Min(math.Max(v["star"], v["lo"]), v["hi"])
	v["aknew"] = a[k] + v["s"]*(a[l]-v["alnew"])
	return v
}

// dualObjective returns g(α), computed from the points.
func dualObjective(h handUpdate, alpha []float64) float64 {
	var g float64
	for i, a := range alpha {
		g += a
		for j, b := range alpha {
			g -= a * b * h.t[i] * h.t[j] * innerProduct(h.x[i], h.x[j]) / 2
		}
	}
	return g
}

// TestHandUpdate_isEquallyHardForEverySeed checks that the reference is the update by
// hand and has short numbers, and that the update is clipped, keeps both constraints
// and increases g.
func TestHandUpdate_isEquallyHardForEverySeed(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		h := newUpdatePair(seed).firstUpdate
		want := quantitiesFromPoints(h)
		for _, task := range []string{"errors", "update"} {
			for name, typed := range lessontest.OpenTask(t, Unit(), "7.6", task, seed).Info().Reference {
				v, err := strconv.ParseFloat(typed, 64)
				check.That(t, err == nil && lesson.NearlyEqual(v, want[name]),
					"seed %d: %s = %s, want %v (by hand)", seed, name, typed, want[name])
				check.That(t, len(strings.TrimPrefix(typed, "-")) <= 7,
					"seed %d: %s = %s, want at most 7 characters", seed, name, typed)
			}
		}
		if want["star"] >= want["lo"]-0.04 && want["star"] <= want["hi"]+0.04 {
			t.Errorf("seed %d: α* = %v is within or too near [%v, %v]", seed, want["star"], want["lo"], want["hi"])
		}
		alpha := append([]float64(nil), h.alpha...)
		before := dualObjective(h, alpha)
		alpha[h.d.K], alpha[h.d.L] = want["aknew"], want["alnew"]
		var sum float64
		for i, a := range alpha {
			sum += a * h.t[i]
			if a < -1e-9 || a > h.c+1e-9 {
				t.Errorf("seed %d: got α%d = %v, want it within [0, %v]", seed, i+1, a, h.c)
			}
		}
		if gain := dualObjective(h, alpha) - before; !lesson.NearlyEqual(sum, 0) || gain <= 0 || math.Abs(gain-h.d.Gain) > 1e-9 {
			t.Errorf("seed %d: got Σαt = %v and a gain of %v, want 0 and %v, above 0", seed, sum, gain, h.d.Gain)
		}
	}
}

// TestHandUpdate_tracesASlipForward makes each slip of the update and continues
// correctly from it. The report names the slip once and marks the numbers that follow
// from it.
func TestHandUpdate_tracesASlipForward(t *testing.T) {
	for seed := range uint64(lessontest.Seeds / 5) {
		w := newUpdatePair(seed).firstUpdate.updateCalculation().WithSlips(
			[]string{"wrong-case", "other-kept", "no-c", "kappa-sign", "kappa-two", "errors-swapped", "no-clip",
				"partner-sign"},
		)
		task := lessontest.OpenTask(t, Unit(), "7.6", "update", seed)
		for at, l := range w {
			for _, s := range l.Slips {
				own := answer.Numbers{}
				for i, after := range w {
					own[after.Name] = after.Value(own)
					if i == at {
						own[l.Name] = s.Value(own)
					}
					if k := slices.IndexFunc(after.Slips,
						func(o answer.Slip) bool { return o.ID == s.ID && o.Whole && s.Whole }); k >= 0 {
						own[after.Name] = after.Slips[k].Value(own)
					}
				}
				if lesson.NearlyEqual(own[l.Name], w.RightValues()[l.Name]) {
					continue // γ with αₗ = 0 has no wrong case
				}
				a := exercises.Answers{}
				followers := 0
				for name, v := range own {
					a[name] = answer.Decimal(v)
					if name != l.Name && !lesson.NearlyEqual(v, w.RightValues()[name]) &&
						!(s.Whole && (name == "lo" || name == "hi")) {
						followers++
					}
				}
				r := lessontest.Report(task, a)
				want := s.ID
				if !s.Whole && slices.ContainsFunc(l.Slips, func(o answer.Slip) bool {
					return o.ID != s.ID && !o.Whole && lesson.NearlyEqual(o.Value(w.RightValues()), own[l.Name])
				}) {
					want = "" // two slips give this number, so neither is named
				}
				check.Must(t, !r.Accepted && r.Misconception == want,
					"seed %d: slip %s in %s: got accepted %v, misconception %q (%s), want refused as %q", seed, s.ID,
					l.Name, r.Accepted, r.Misconception, lessontest.Text(r.Fact), want)
				n := 0
				for _, f := range r.Fields {
					if f.Follows {
						n++
					}
				}
				check.Must(t, n == followers,
					"seed %d: slip %s in %s: %d numbers follow, want %d:\n%s", seed, s.ID, l.Name, n, followers,
					lessontest.Text(r.Fact))
			}
		}
	}
}

// TestTwins_moveToTheBound checks that κ = 0 and that the step ends at the bound of
// [L, H] at which g is larger.
func TestTwins_moveToTheBound(t *testing.T) {
	d, before := twinUpdate()
	check.That(t, d.Kappa == 0 && d.NewAl == d.Hi && d.Hi == 1 && d.Clipped,
		"twins: got κ = %v, α = %v in [%v, %v], want κ = 0 and α clipped at the upper end 1", d.Kappa, d.NewAl, d.Lo,
		d.Hi)
	// g = α₁ + α₂ − ½·2·(α₁ − α₂)², so 0.4 before and a slope of 2.
	check.That(t, lesson.NearlyEqual(before, 0.4) && lesson.NearlyEqual(d.Gain, 2*(d.NewAl-d.OldAl)),
		"twins: got g = %v and a gain of %v, want 0.4 and %v", before, d.Gain, 2*(d.NewAl-d.OldAl))
}

// TestFlatScene_givesNothingAway checks that the picture of the step with κ = 0 shows
// its end only after the right answer.
func TestFlatScene_givesNothingAway(t *testing.T) {
	flat := lessontest.OpenTask(t, Unit(), "7.6", "flat", 1)
	for answer, shown := range map[string]bool{"": false, "stay": false, "middle": false, "end": true} {
		chart := flat.Scene(t.Context(), exercises.Answers{"flat": answer}).Figures[0].Plot.(ascii.Chart)
		if got := slices.ContainsFunc(chart.Series, func(s ascii.ChartSeries) bool { return s.Name == "new" }); got !=
			shown {
			t.Errorf("%q: the end is shown: got %v, want %v", answer, got, shown)
		}
	}
}

// TestHandUpdate_oneBoundIsNotTheOtherRule checks a single bound that agrees by chance with the rule
// for the other s, such as H = C. It must not be reported as the mistake of using the other rule.
func TestHandUpdate_oneBoundIsNotTheOtherRule(t *testing.T) {
	tried := 0
	for seed := range uint64(lessontest.Seeds) {
		w := newUpdatePair(seed).firstUpdate.updateCalculation()
		truth, step := w.RightValues(), lessontest.OpenTask(t, Unit(), "7.6", "update", seed)
		other := answer.Numbers{}
		for _, l := range w[2:4] {
			other[l.Name] = l.Slips[slices.IndexFunc(l.Slips,
				func(s answer.Slip) bool { return s.ID == "wrong-case" })].Value(truth)
		}
		if lesson.NearlyEqual(other["lo"], truth["lo"]) || lesson.NearlyEqual(other["hi"], truth["hi"]) {
			continue
		}
		tried++
		for _, field := range []string{"lo", "hi"} {
			r := lessontest.Report(step, step.Info().Reference.With(field, answer.Decimal(other[field])))
			check.That(t, !r.Accepted && r.Misconception != "wrong-case",
				"seed %d: %s of the other rule alone: got accepted %v, misconception %q, want neither", seed, field,
				r.Accepted, r.Misconception)
		}
	}
	if tried == 0 {
		t.Error("got no seed with two bounds that differ between the rules, want some")
	}
}

package stage

import (
	"slices"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/solvers"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// The formulas of an update are the equations of its derivation, even if the step was not clipped.
func TestSMOFormula_isDerived(t *testing.T) {
	start := extendRun(t, beginnings()["smo moons"], 30)
	without := must.Value(start.Fork(t.Context(), clippedAt(t, start), exercises.Answers{"clip": "off"}))
	for _, r := range []Run{start, without.(Run)} {
		for i := 1; i < r.Len(); i++ {
			a, _ := r.lastSegment().account(r.traces, i, false)
			got, n := r.Frame(i).Formula, a.Derivation.Recorded(a.Now)
			for j, name := range []string{"star", "alnew", "aknew"} {
				if want := a.Derivation.Equation(name, n).String(); !strings.HasPrefix(got[j].String(), want) {
					t.Errorf("step %d: got %q, want %q", i, got[j], want)
				}
			}
		}
	}
}

func TestSMOPainter_Event(t *testing.T) {
	m := trainingData("blobs_overlap", "linear")
	r := extendRun(t, must.Value(Start(m, solvers.SMO{C: .5})), 1000)
	trace := r.Trace()
	for i := range r.Len() {
		e := r.Event(i)
		if i == 0 {
			check.Equal(t, e, "", "Event(0)")
			continue
		}
		d := trace.At(i).Detail.(*solvers.SMODetail)
		for text, bound := range map[string]float64{"reaches C": .5, "falls to 0": 0} {
			reached := slices.DeleteFunc([][2]float64{{d.OldAk, d.NewAk}, {d.OldAl, d.NewAl}},
				func(a [2]float64) bool { return a[0] == bound || a[1] != bound })
			if strings.Count(e, text) != len(reached) && !trace.At(i).Status.Done() {
				t.Errorf("update %d: got event %q, want %q for each of %v, from old to new α", i, e, text, reached)
			}
		}
		if strings.HasSuffix(e, "becomes a support vector") && d.OldAk != 0 && d.OldAl != 0 {
			t.Errorf("update %d: got %q with α before it %v and %v, want one at 0", i, e, d.OldAk, d.OldAl)
		}
	}
	if reason, done := r.Done(); !done || !strings.Contains(reason, "KKT") || r.Event(r.Len()-1) != "converged" {
		t.Errorf("Done() = %v, %q, last event %q, want true, KKT, converged", done, reason, r.Event(r.Len()-1))
	}
}

func TestRun_WhyMarksChosenPartner(t *testing.T) {
	for _, rule := range solvers.PairRules() {
		r := extendRun(t, beginnings()["smo "+rule.String()], 40)
		for i := 1; i < r.Len(); i++ {
			chosen := 0
			for _, l := range r.Frame(i).Why() {
				if !slices.ContainsFunc(l, func(s ascii.Span) bool { return s.Ink == ascii.Select }) {
					continue
				}
				chosen++
				check.That(t, strings.HasPrefix(strings.TrimSpace(l.String()), "l  "),
					"%s, step %d: got the chosen row %q, want that of l", rule, i, l.String())
			}
			check.That(t, chosen == 1, "%s, step %d: got %d chosen rows, want 1", rule, i, chosen)
		}
	}
}

// There are no reasons at a frame that begins a new setting.
func TestRun_WhyNeedsAStep(t *testing.T) {
	r := extendRun(t, beginnings()["smo moons"], 5)
	fork := must.Value(r.Fork(t.Context(), 3, map[string]string{"C": "20"}))
	if fork.Frame(3).Why != nil {
		t.Error("Why of a frame that no step led to: got one, want none")
	}
	if len(fork.Frame(4).Why()) == 0 {
		t.Error("Why of the step after it: got nothing, want the reasons")
	}
}

package ledger

import (
	"kernellab/testdata/support/anatomytest"
	"slices"
	"testing"

	"kernellab/exercises/anatomy"

	"kernellab/exercises/dataset"
	"kernellab/solvers"
)

// tampered puts another last step in place of a trace's own.
func tampered(tr solvers.Trace, change func(*solvers.Step)) solvers.Trace {
	s := tr.Last()
	switch d := s.Detail.(type) {
	case *solvers.SMODetail:
		own := *d
		s.Detail = &own
	case *solvers.PerceptronDetail:
		own := *d
		s.Detail = &own
	case *solvers.RidgeDetail:
		own := *d
		s.Detail = &own
	}
	change(&s)
	return tr.Cut(tr.Len() - 2).With(s)
}

func smoDetail(s *solvers.Step) *solvers.SMODetail { return s.Detail.(*solvers.SMODetail) }
func perceptronDetail(s *solvers.Step) *solvers.PerceptronDetail {
	return s.Detail.(*solvers.PerceptronDetail)
}
func ridgeDetail(s *solvers.Step) *solvers.RidgeDetail { return s.Detail.(*solvers.RidgeDetail) }

// Each number that a step states is held to the law of its name, and to no
// other: what is said wrongly of a right update.
func TestEachLawCatchesItsNumber(t *testing.T) {
	m := model(t, dataset.MustBuiltin("moons"), "rbf(sigma=1)")
	smo, perceptron := solvers.SMO{C: 1}, solvers.Perceptron{EveryVisit: true}
	least, logistic := solvers.LeastSquares{Eta: .5}, solvers.Logistic{Gamma: .05}
	tests := []struct {
		law    string
		solver solvers.Solver
		steps  int
		change func(*solvers.Step)
	}{
		{"W", smo, 7, func(s *solvers.Step) { s.Objective += 1e-6 }},
		{"b", smo, 7, func(s *solvers.Step) { s.Bias -= 1e-6 }},
		{"claim", smo, 7, func(s *solvers.Step) { s.Status = solvers.Converged }},
		{"E", smo, 7, func(s *solvers.Step) { smoDetail(s).Ek += 1e-6 }},
		{"E", smo, 7, func(s *solvers.Step) { smoDetail(s).El -= 1e-6 }},
		{"kappa", smo, 7, func(s *solvers.Step) { smoDetail(s).Kappa *= 1.001 }},
		{"kappa", smo, 7, func(s *solvers.Step) { smoDetail(s).KappaUsed *= 1.001 }},
		{"bounds", smo, 7, func(s *solvers.Step) { smoDetail(s).Lo += 1e-6 }},
		{"bounds", smo, 7, func(s *solvers.Step) { smoDetail(s).Hi += 1e-6 }},
		{"star", smo, 7, func(s *solvers.Step) { smoDetail(s).Unclipped += 1e-6 }},
		{"dW", smo, 7, func(s *solvers.Step) { smoDetail(s).DW += 1e-6 }},
		{"order", perceptron, 5, func(s *solvers.Step) { perceptronDetail(s).Point++ }},
		{"b", perceptron, 1, func(s *solvers.Step) { s.Bias++ }},
		{"count", perceptron, 5, func(s *solvers.Step) { s.Updates++ }},
		{"claim", perceptron, 1, func(s *solvers.Step) { s.Status = solvers.Converged }},
		{"loss", least, 4, func(s *solvers.Step) { s.Objective *= 1.0001 }},
		{"claim", least, 4, func(s *solvers.Step) { s.Status = solvers.Converged }},
		{"loss", logistic, 4, func(s *solvers.Step) { s.Objective *= 1.0001 }},
		{"reported", solvers.Ridge{Lambda: .1}, 5, func(s *solvers.Step) { ridgeDetail(s).Residual = .1 }},
	}
	for _, tt := range tests {
		tr := traces(t, m, tt.solver, tt.steps)[0]
		names := redNames(m, tampered(tr, tt.change))
		if !slices.Contains(names, tt.law) {
			t.Errorf("%s %s: red are %v", tt.solver.Name(), tt.law, names)
		}
		if tt.law != "b" && len(names) != 1 {
			t.Errorf("%s %s: red are %v, want this one alone", tt.solver.Name(), tt.law, names)
		}
	}
}

func redNames(m anatomytest.Model, tr solvers.Trace) []string {
	var names []string
	for _, r := range red(Invariants(m, []solvers.Trace{tr}, tr.Len()-1)) {
		names = append(names, r.Name)
	}
	return names
}

// Steps that do not follow each other: an α outside the pair has changed, W has
// fallen, visits were left out.
func TestForeignStepsAreCaught(t *testing.T) {
	m := model(t, dataset.MustBuiltin("moons"), "rbf(sigma=1)")
	tr := traces(t, m, solvers.SMO{C: 1}, 12)[0]
	skipped := tr.Cut(5).With(tr.At(9))
	if names := redNames(m, skipped); !slices.Contains(names, "others") {
		t.Errorf("updates left out: red are %v", names)
	}
	backwards := tr.Cut(9).With(tr.At(5))
	if names := redNames(m, backwards); !slices.Contains(names, "rise") {
		t.Errorf("W falls: red are %v", names)
	}
	ptr := traces(t, m, solvers.Perceptron{}, 12)[0]
	if names := redNames(m, ptr.Cut(5).With(ptr.At(8))); !slices.Contains(names, "mistake") {
		t.Errorf("mistakes left out: red are %v", names)
	}
	gtr := traces(t, m, solvers.LeastSquares{Eta: .3}, 12)[0]
	if names := redNames(m, gtr.Cut(8).With(gtr.At(3))); !slices.Contains(names, "fall") || !slices.Contains(names, "update") {
		t.Errorf("the loss rises: red are %v", names)
	}
}

// An α from another box lies outside this one, and its W above the primal.
func TestAnotherBoxIsCaught(t *testing.T) {
	m := model(t, dataset.MustBuiltin("blobs_overlap"), "rbf(sigma=1)")
	tr := traces(t, m, solvers.SMO{C: 10}, 200)[0]
	names := redNames(m, tr.Resume(solvers.SMO{C: .01}, tr.Problem()))
	if !slices.Contains(names, "box") || !slices.Contains(names, "gap") {
		t.Errorf("red are %v", names)
	}
}

// Every fault turns the law red that it breaks.
func TestFaultsTurnTheirLawRed(t *testing.T) {
	m := model(t, dataset.MustBuiltin("blobs_overlap"), "poly(degree=2,c=1)")
	g, err := m.Gram()
	if err != nil {
		t.Fatal(err)
	}
	right := map[string]solvers.Solver{
		"smo": solvers.SMO{C: .05}, "perceptron": solvers.Perceptron{EveryVisit: true, MaxEpochs: 3},
		"logistic": solvers.Logistic{Gamma: .3 * solvers.GammaSafe(g)}, "least-squares": solvers.LeastSquares{Eta: .3 * solvers.EtaMax(g)},
		"ridge": solvers.Ridge{Lambda: .5},
	}
	laws := map[anatomy.Fault][]string{
		anatomy.FaultNoClip: {"clip", "box"}, anatomy.FaultNoLabel: {"E", "star"}, anatomy.FaultBounds: {"bounds"},
		anatomy.FaultKappa: {"kappa", "star"}, anatomy.FaultDownhill: {"star"}, anatomy.FaultPartner: {"gamma", "sum"},
		anatomy.FaultBias: {"b"}, anatomy.FaultEarly: {"claim"}, anatomy.FaultStrict: {"mistake"}, anatomy.FaultEager: {"mistake"},
		anatomy.FaultBiasSign: {"b"}, anatomy.FaultResidualSign: {"residual", "update", "fall"}, anatomy.FaultNoSigmoid: {"residual", "update"},
		anatomy.FaultNoMean: {"update"}, anatomy.FaultTooLong: {"update"}, anatomy.FaultLambdaEverywhere: {"diagonal", "singular"},
		anatomy.FaultForward: {"forward", "residual"},
	}
	for f := anatomy.FaultNoClip; f.Solver() != ""; f++ {
		tr := traces(t, m, anatomy.Faulty{Right: right[f.Solver()], Fault: f, Times: 4}, 400)
		b := Open(m, tr[:1])
		seen := map[string]bool{}
		for i := range tr[0].Len() {
			for _, r := range red(b.Invariants(tr[:1], i)) {
				seen[r.Name] = true
			}
		}
		if len(laws[f]) == 0 {
			t.Errorf("no law is named for %v", f)
		}
		for _, law := range laws[f] {
			if !seen[law] {
				t.Errorf("%v: the law %s stays green", f, law)
			}
		}
	}
}

// A primal whose features are not the kernel's parts from its dual.
func TestWrongFeaturesAreCaught(t *testing.T) {
	m := model(t, dataset.MustBuiltin("moons"), "poly(degree=2,c=1)")
	rows, _ := m.Features()
	for _, row := range rows {
		row[4] /= 1.0001
	}
	p, err := solvers.NewPrimal(rows, m.Set.Labels())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []solvers.Solver{solvers.Logistic{Gamma: .001}, solvers.LeastSquares{Eta: .01}, solvers.Perceptron{}} {
		tr := traces(t, m, s, 5)
		wrong, err := solvers.NewTrace(s, p)
		if err != nil {
			t.Fatal(err)
		}
		if wrong, err = wrong.Extend(t.Context(), 5, nil); err != nil {
			t.Fatal(err)
		}
		names := []string{}
		for _, r := range red(Invariants(m, []solvers.Trace{tr[0], wrong}, 5)) {
			names = append(names, r.Name)
		}
		if !slices.Contains(names, "w") || !slices.Contains(names, "same f") {
			t.Errorf("%s: red are %v", s.Name(), names)
		}
	}
}

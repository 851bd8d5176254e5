package solvers

import (
	"context"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// restaters are solvers of every kind that can take up coefficients.
func restaters() []Restater {
	return []Restater{
		SMO{C: 1}, SMO{C: 1, Rule: MaxViolation}, SMO{C: .5, Rule: Random, Seed: 3}, Perceptron{}, Perceptron{EveryVisit: true, Seed: 7},
		LeastSquares{Eta: .1}, Logistic{Gamma: .05}, Ridge{Lambda: .3},
	}
}

// TestRestateSaysTheSameOfTheSameProblem takes up a step where nothing has
// changed: whatever follows from the coefficients is what it was.
func TestRestateSaysTheSameOfTheSameProblem(t *testing.T) {
	set := readOracle(t, "moons")
	p := dual(t, kernelGram(rbf(1), set.x), set.y)
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(restaters()).Draw(t, "solver")
		start, err := NewTrace(s, p)
		if err != nil {
			t.Fatal(err)
		}
		tr, err := start.Extend(context.Background(), rapid.IntRange(0, 40).Draw(t, "steps"), nil)
		if err != nil {
			t.Fatal(err)
		}
		at := tr.Last()
		again, err := s.Restate(p, at)
		if err != nil {
			t.Fatalf("%s: %v", s.Name(), err)
		}
		if again.N != at.N || again.Updates != at.Updates {
			t.Errorf("%s: step %d of %d updates became %d, %d", s.Name(), at.N, at.Updates, again.N, again.Updates)
		}
		if _, ok := s.(Ridge); ok {
			if d := again.Detail.(*RidgeDetail); d.Stage != StageGram {
				t.Errorf("ridge begins again with stage %v", d.Stage)
			}
			return
		}
		if !slices.Equal(again.coef, at.coef) {
			t.Errorf("%s: other coefficients", s.Name())
		}
		for i := range p.Len() {
			if math.Abs(again.F(i)-at.F(i)) > 1e-10*(1+math.Abs(at.F(i))) {
				t.Fatalf("%s: f at %d is %v, was %v", s.Name(), i, again.F(i), at.F(i))
			}
		}
		if math.Abs(again.Objective-at.Objective) > 1e-9*(1+math.Abs(at.Objective)) {
			t.Errorf("%s: objective %v, was %v", s.Name(), again.Objective, at.Objective)
		}
		if math.Abs(again.Violation-at.Violation) > 1e-9*(1+math.Abs(at.Violation)) && s.Name() == "smo" {
			t.Errorf("%s: violation %v, was %v", s.Name(), again.Violation, at.Violation)
		}
		if math.Abs(again.Bias-at.Bias) > 1e-9 {
			t.Errorf("%s: b = %v, was %v", s.Name(), again.Bias, at.Bias)
		}
	})
}

func TestRestateUnderAnotherProblem(t *testing.T) {
	set := readOracle(t, "moons")
	p, q := dual(t, kernelGram(rbf(1), set.x), set.y), dual(t, kernelGram(rbf(30), set.x), set.y)
	for _, s := range restaters() {
		if _, ok := s.(Ridge); ok {
			continue
		}
		at := run(t, s, p, 25).Last()
		there, err := s.Restate(q, at)
		if err != nil {
			t.Fatalf("%s: %v", s.Name(), err)
		}
		weights := there.Weights()
		for i := range q.Len() {
			f := there.Bias
			for j, c := range weights {
				f += c * q.K(i, j)
			}
			if math.Abs(f-there.F(i)) > 1e-9 {
				t.Fatalf("%s: f at %d is %v, and Σ c k + b is %v", s.Name(), i, there.F(i), f)
			}
		}
	}
}

func TestRestateRefusesAnAlphaOutsideTheNewBounds(t *testing.T) {
	p := xor(t)
	at := run(t, SMO{C: 10}, p, 50).Last()
	if _, err := (SMO{C: 1e-3}).Restate(p, at); err == nil {
		t.Error("an α above C is taken")
	}
	if _, err := (SMO{C: 100}).Restate(p, at); err != nil {
		t.Error(err)
	}
}

// TestALargerCGoesOn: what has converged for one C has more to gain under a
// larger one.
func TestALargerCGoesOn(t *testing.T) {
	set := readOracle(t, "blobs_overlap")
	p := dual(t, kernelGram(dot, set.x), set.y)
	tr := run(t, SMO{C: .1}, p, 5000)
	if tr.Last().Status != Converged {
		t.Fatalf("status %v", tr.Last().Status)
	}
	more := SMO{C: 1}
	at, err := more.Restate(p, tr.Last())
	if err != nil || at.Status != Running {
		t.Fatalf("status %v, error %v", at.Status, err)
	}
	longer, err := tr.Cut(tr.Len()-2).With(at).Resume(more, p).Extend(context.Background(), 5000, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := run(t, more, p, 5000).Last()
	if got := longer.Last(); got.Status != Converged || math.Abs(got.Objective-want.Objective) > .1 || got.Objective <= tr.Last().Objective {
		t.Errorf("%v with W = %v, want %v", got.Status, got.Objective, want.Objective)
	}
}

// TestVisitsOutOfTurnKeepThePromise: however a perceptron was disturbed, once
// it says that it has converged every point is on its side.
func TestVisitsOutOfTurnKeepThePromise(t *testing.T) {
	set := readOracle(t, "blobs_sep")
	p := dual(t, kernelGram(dot, set.x), set.y)
	rapid.Check(t, func(t *rapid.T) {
		s := Perceptron{EveryVisit: rapid.Bool().Draw(t, "every"), Seed: rapid.Uint64Range(0, 4).Draw(t, "seed")}
		tr, err := NewTrace(s, p)
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 4).Draw(t, "disturbances") {
			if tr, err = tr.Extend(context.Background(), rapid.IntRange(0, 2*p.Len()).Draw(t, "steps"), nil); err != nil {
				t.Fatal(err)
			}
			tr = tr.With(s.Visit(p, tr.Last(), rapid.IntRange(0, p.Len()-1).Draw(t, "point")))
			if rapid.Bool().Draw(t, "reorder") {
				s.Seed = rapid.Uint64Range(0, 4).Draw(t, "seed")
				at, err := s.Restate(p, tr.Last())
				if err != nil {
					t.Fatal(err)
				}
				tr = tr.Cut(tr.Len()-2).With(at).Resume(s, p)
			}
		}
		if tr, err = tr.Extend(context.Background(), 10_000, nil); err != nil {
			t.Fatal(err)
		}
		last := tr.Last()
		if last.Status != Converged {
			t.Fatalf("status %v", last.Status)
		}
		for i := range p.Len() {
			if p.Y(i)*last.F(i) <= 0 {
				t.Fatalf("point %d is on the wrong side", i)
			}
		}
	})
}

func TestADrawnOrderVisitsEveryPointOnceAnEpoch(t *testing.T) {
	set := readOracle(t, "moons")
	p := dual(t, kernelGram(dot, set.x), set.y)
	n := p.Len()
	tr := run(t, Perceptron{EveryVisit: true, Seed: 11}, p, 3*n)
	var epochs [3][]int
	for i := 1; i <= 3*n; i++ {
		d := tr.At(i).Detail.(*PerceptronDetail)
		epochs[d.Epoch-1] = append(epochs[d.Epoch-1], d.Point)
	}
	for e, points := range epochs {
		sorted := slices.Sorted(slices.Values(points))
		if !slices.Equal(sorted, identity(n)) {
			t.Errorf("epoch %d visits %v", e+1, points)
		}
	}
	if slices.Equal(epochs[0], epochs[1]) {
		t.Error("two epochs in one order")
	}
}

// TestAPairThatCannotMoveLeavesTheRunAsItWas: what has converged stays so, and
// what runs on can.
func TestAPairThatCannotMoveLeavesTheRunAsItWas(t *testing.T) {
	p := xor(t)
	s := SMO{C: 1}
	done := run(t, s, p, 50).Last()
	if done.Status != Converged {
		t.Fatal(done.Status)
	}
	for k := range p.Len() {
		for l := range p.Len() {
			if k == l {
				continue
			}
			next := s.Update(p, done, k, l)
			if d := next.Detail.(*SMODetail); d.Null && next.Status != Converged {
				t.Errorf("pair (%d, %d) moves nothing, and the status is %v", k, l, next.Status)
			}
			if _, err := s.Next(p, next); err != nil {
				t.Errorf("after the pair (%d, %d): %v", k, l, err)
			}
		}
	}
}

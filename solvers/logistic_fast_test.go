package solvers

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// radial is the Gram matrix of an RBF of width 1 on points of the plane, with
// labels that no curve follows.
func radial(n int, seed uint64) (*Dense, []float64) {
	r := rand.New(rand.NewPCG(seed, 81))
	x, y := make([][2]float64, n), make([]float64, n)
	for i := range x {
		y[i] = float64(1 - 2*(i%2))
		x[i] = [2]float64{y[i] + 1.3*r.NormFloat64(), y[i] + 1.3*r.NormFloat64()}
	}
	g := make([][]float64, n)
	for i := range g {
		g[i] = make([]float64, n)
		for j := range g {
			g[i][j] = math.Exp(-(math.Pow(x[i][0]-x[j][0], 2) + math.Pow(x[i][1]-x[j][1], 2)) / 2)
		}
	}
	return NewDense(mat.NewSymDense(n, slices.Concat(g...))), y
}

// At the end λaᵢ = yᵢ − s(fᵢ) and no |a| is above 1/λ, for λ over eight decades.
func TestLogisticAtRest(t *testing.T) {
	for seed := range uint64(5) {
		g, y := radial(40, seed)
		for e := -5; e <= 3; e++ {
			lambda := math.Pow(10, float64(e))
			s, err := SolveLogistic(context.Background(), symmetric(g), y, lambda)
			if err != nil || s.Status != Converged {
				t.Fatalf("λ = %v: %v after %d, residual %v, %v", lambda, s.Status, s.Iterations, s.Residual, err)
			}
			for i, a := range s.Coef {
				var f float64
				for j, b := range s.Coef {
					f += g.At(i, j) * b
				}
				if want := (y[i]+1)/2 - Sigmoid(f); math.Abs(lambda*a-want) > 1e-7 || math.Abs(a) > 1/lambda || a*y[i] <= 0 {
					t.Errorf("λ = %v, point %d: λa = %v, y − s(f) = %v", lambda, i+1, lambda*a, want)
				}
			}
		}
	}
}

// Gradient descent from 0 comes to the same a.
func TestLogisticIsWhereDescentEnds(t *testing.T) {
	g, y := radial(24, 3)
	for _, lambda := range []float64{0.1, 1} {
		fast, err := SolveLogistic(context.Background(), symmetric(g), y, lambda)
		if err != nil {
			t.Fatal(err)
		}
		problem, err := NewDual(g, y)
		if err != nil {
			t.Fatal(err)
		}
		slow := Logistic{Lambda: lambda}
		slow.Gamma = slow.SafeStep(g) / 2
		trace, err := NewTrace(slow, problem)
		if err != nil {
			t.Fatal(err)
		}
		if trace, err = trace.Extend(context.Background(), 6000, nil); err != nil {
			t.Fatal(err)
		}
		for i, a := range trace.Last().CoefCopy() {
			if math.Abs(a-fast.Coef[i]) > 1e-6*(1+math.Abs(a)) {
				t.Errorf("λ = %v, a%d: descent %v, Newton %v", lambda, i+1, a, fast.Coef[i])
			}
		}
		if o := trace.Last().Objective; math.Abs(o-fast.Objective) > 1e-9*o {
			t.Errorf("λ = %v: descent ends at %v, Newton at %v", lambda, o, fast.Objective)
		}
	}
}

func TestLogisticReportsWhatItCannotTake(t *testing.T) {
	g, y := radial(6, 1)
	var param *ParamError
	if _, err := SolveLogistic(context.Background(), symmetric(g), y, 0); !errors.As(err, &param) {
		t.Errorf("λ = 0: %v", err)
	}
	if _, err := SolveLogistic(context.Background(), symmetric(g), y[:5], 1); err == nil {
		t.Error("five labels for six points")
	}
	var one *OneClassError
	if _, err := SolveLogistic(context.Background(), symmetric(g), []float64{1, 1, 1, 1, 1, 1}, 1); !errors.As(err, &one) {
		t.Errorf("one class: %v", err)
	}
	ended, end := context.WithCancel(context.Background())
	end()
	if s, err := SolveLogistic(ended, symmetric(g), y, 1); err != nil || s.Status != Interrupted {
		t.Errorf("cancelled: %v, %v", s.Status, err)
	}
}

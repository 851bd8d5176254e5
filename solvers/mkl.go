package solvers

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// MKL learns weights β for several kernels together with a support vector
// machine. Among all β with βₘ ≥ 0 and Σβₘ = 1 it minimises the SVM's optimum
//
//	J(β) = max Σα − ½ Σₘ βₘqₘ,   qₘ = Σᵢⱼ αᵢαⱼtᵢtⱼKₘ(i, j),   0 ≤ α ≤ C, Σαt = 0,
//
// which is convex in β (Rakotomamonjy, Bach, Canu and Grandvalet, SimpleMKL,
// JMLR 9, 2008). A step solves the SVM for the current β and then sets the
// weights that are best for the resulting ‖wₘ‖ = βₘ√qₘ, namely βₘ ∝ ‖wₘ‖ (Xu,
// Jin, Yang, King and Lyu, Simple and Efficient Multiple Kernel Learning by
// Group Lasso, ICML 2010). J never rises. The weights depend on the scale of
// each kernel: see [MeanDiagonal].
type MKL struct {
	C           float64
	RelativeGap float64 // stop when the duality gap is at most RelativeGap·J; if 0, 1e-3
	MaxSteps    int     // if 0, 500
}

// MKLStep is the state of [MKL] after a step.
type MKLStep struct {
	Beta       []float64 // weights, on the simplex
	Objective  float64   // J(β)
	LowerBound float64   // Σα − ½ max qₘ, a lower bound of the least J
	Squares    []float64 // the qₘ; −qₘ/2 is the partial derivative of J by βₘ
	Alpha      []float64 // the SVM's α at these weights
	Bias       float64
}

// Gap returns an upper bound of the distance between J(β) and its minimum. It
// is ≥ 0 up to rounding (SimpleMKL, equation 13).
func (s MKLStep) Gap() float64 { return s.Objective - s.LowerBound }

// dropThreshold is the threshold below which the weight of a kernel may be set to 0.
const dropThreshold = 1e-3

// Learn returns all steps, beginning with equal weights. If the weight of a kernel falls below 10⁻³
// and its qₘ is not the largest, the weight is 0 from then on. The gap still includes this kernel.
// If ctx is cancelled, Learn returns the steps so far and ctx's error. It returns the errors of
// [SolveSVM], and panics if there are no kernels or their sizes differ.
func (l MKL) Learn(ctx context.Context, grams []*mat.SymDense, y []float64) ([]MKLStep, error) {
	if len(grams) == 0 {
		panic("solvers: no kernels to learn from")
	}
	beta := make([]float64, len(grams))
	for m := range beta {
		beta[m] = 1 / float64(len(beta))
	}
	steps, tol := l.MaxSteps, l.RelativeGap
	if steps == 0 {
		steps = 500
	}
	if tol == 0 {
		tol = 1e-3
	}
	var path []MKLStep
	var alpha []float64
	for len(path) <= steps {
		s, err := l.evaluate(ctx, grams, y, beta, alpha)
		if err != nil {
			return path, err
		}
		path, alpha = append(path, s), clone(s.Alpha)
		if s.Gap() <= tol*s.Objective {
			break
		}
		beta = s.nextWeights()
	}
	return path, nil
}

// Evaluate returns the step at the given weights, which need not be on the
// simplex.
func (l MKL) Evaluate(ctx context.Context, grams []*mat.SymDense, y, beta []float64) (MKLStep, error) {
	return l.evaluate(ctx, grams, y, beta, nil)
}

func (l MKL) evaluate(ctx context.Context, grams []*mat.SymDense, y, beta, start []float64) (MKLStep, error) {
	sol, err := SolveSVM(ctx, NewDense(WeightedSum(grams, beta)), y,
		Options{C: l.C, Tol: 1e-5, MaxIter: 200_000, Start: start})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return MKLStep{}, fmt.Errorf("weights %v: %w", beta, err)
	}
	signedAlpha := mat.NewVecDense(len(y), nil)
	s := MKLStep{Beta: clone(beta), Squares: make([]float64, len(grams)), Alpha: sol.Alpha, Bias: sol.Bias}
	var sum, largest float64
	for i, a := range sol.Alpha {
		signedAlpha.SetVec(i, a*y[i])
		sum += a
	}
	s.Objective = sum
	for m, k := range grams {
		s.Squares[m] = mat.Inner(signedAlpha, k, signedAlpha)
		s.Objective -= beta[m] * s.Squares[m] / 2
		largest = max(largest, s.Squares[m])
	}
	s.LowerBound = sum - largest/2
	return s, nil
}

// nextWeights returns the weights β of the next step.
func (s MKLStep) nextWeights() []float64 {
	out := clone(s.Beta)
	var total, largest float64
	for m, q := range s.Squares {
		out[m] *= math.Sqrt(max(0, q))
		total, largest = total+out[m], max(largest, q)
	}
	var keptSum float64
	for m := range out {
		if out[m] /= total; out[m] < dropThreshold && s.Squares[m] < largest {
			out[m] = 0
		}
		keptSum += out[m]
	}
	for m := range out {
		out[m] /= keptSum
	}
	return out
}

// WeightedSum returns Σ βₘKₘ. It panics if lengths or sizes differ.
func WeightedSum(grams []*mat.SymDense, beta []float64) *mat.SymDense {
	if len(grams) != len(beta) {
		panic("solvers: length mismatch")
	}
	n := grams[0].SymmetricDim()
	out := mat.NewSymDense(n, nil)
	for m, k := range grams {
		if k.SymmetricDim() != n {
			panic("solvers: length mismatch")
		}
		for i := range n {
			for j := i; j < n; j++ {
				out.SetSym(i, j, out.At(i, j)+beta[m]*k.At(i, j))
			}
		}
	}
	return out
}

// MeanDiagonal returns the mean of K(i, i), which is the mean of ‖φᵢ‖². Before comparing the
// weights of kernels, divide each Gram matrix by this mean.
func MeanDiagonal(k mat.Symmetric) float64 { return mat.Trace(k) / float64(k.SymmetricDim()) }

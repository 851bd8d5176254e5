package solvers

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// MKL learns weights for several kernels together with a support vector machine:
// it minimises over β, βₘ ≥ 0 and Σβₘ = 1, the SVM's optimum
//
//	J(β) = max Σα − ½ Σₘ βₘqₘ,   qₘ = Σᵢⱼ αᵢαⱼtᵢtⱼKₘ(i, j),   0 ≤ α ≤ C, Σαt = 0,
//
// which is convex in β (Rakotomamonjy, Bach, Canu and Grandvalet, SimpleMKL, JMLR
// 9, 2008). A step solves the SVM for the β at hand and then takes the weights that
// are best for its ‖wₘ‖ = βₘ√qₘ, namely βₘ ∝ ‖wₘ‖ (Xu, Jin, Yang, King and Lyu,
// Simple and Efficient Multiple Kernel Learning by Group Lasso, ICML 2010). J never
// rises. Weights depend on the scale of each kernel: see [MeanDiagonal].
type MKL struct {
	C        float64
	Gap      float64 // stop at a relative duality gap below this; 0: 1e-3
	MaxSteps int     // 0: 500
}

// MKLStep is where the weights stand.
type MKLStep struct {
	Beta      []float64 // on the simplex
	Objective float64   // J(β)
	Bound     float64   // Σα − ½ max qₘ: the least J is not below it
	Squares   []float64 // qₘ: −2 times the slope of J in βₘ
	Alpha     []float64 // of the SVM at these weights
	Bias      float64
}

// Gap is how far J(β) may be above the least one, ≥ 0 but for rounding (SimpleMKL,
// equation 13).
func (s MKLStep) Gap() float64 { return s.Objective - s.Bound }

// droppedBelow is the weight under which a kernel is left out: its slope has made
// it small at every step.
const droppedBelow = 1e-3

// Learn returns the path from equal weights to the end, both included. A kernel
// whose weight got below 10⁻³ while its slope says less has weight 0 from there
// on; the gap still counts it. Cancelled, it returns the path so far and ctx's
// error. It reports what [SolveSVM] would, and panics without kernels or where
// their sizes differ.
func (l MKL) Learn(ctx context.Context, grams []*mat.SymDense, y []float64) ([]MKLStep, error) {
	if len(grams) == 0 {
		panic("solvers: no kernels to learn from")
	}
	beta := make([]float64, len(grams))
	for m := range beta {
		beta[m] = 1 / float64(len(beta))
	}
	steps, tol := l.MaxSteps, l.Gap
	if steps == 0 {
		steps = 500
	}
	if tol == 0 {
		tol = 1e-3
	}
	var path []MKLStep
	var alpha []float64
	for len(path) <= steps {
		s, err := l.at(ctx, grams, y, beta, alpha)
		if err != nil {
			return path, err
		}
		path, alpha = append(path, s), clone(s.Alpha)
		if s.Gap() <= tol*s.Objective {
			break
		}
		beta = s.next()
	}
	return path, nil
}

// At is the step at given weights, which need not lie on the simplex.
func (l MKL) At(ctx context.Context, grams []*mat.SymDense, y, beta []float64) (MKLStep, error) {
	return l.at(ctx, grams, y, beta, nil)
}

func (l MKL) at(ctx context.Context, grams []*mat.SymDense, y, beta, start []float64) (MKLStep, error) {
	sol, err := SolveSVM(ctx, NewDense(WeightedSum(grams, beta)), y, Options{C: l.C, Tol: 1e-5, MaxIter: 200_000, Start: start})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return MKLStep{}, fmt.Errorf("weights %v: %w", beta, err)
	}
	signed := mat.NewVecDense(len(y), nil)
	s := MKLStep{Beta: clone(beta), Squares: make([]float64, len(grams)), Alpha: sol.Alpha, Bias: sol.Bias}
	var sum, most float64
	for i, a := range sol.Alpha {
		signed.SetVec(i, a*y[i])
		sum += a
	}
	s.Objective = sum
	for m, k := range grams {
		s.Squares[m] = mat.Inner(signed, k, signed)
		s.Objective -= beta[m] * s.Squares[m] / 2
		most = math.Max(most, s.Squares[m])
	}
	s.Bound = sum - most/2
	return s, nil
}

// next are the weights that the step leads to.
func (s MKLStep) next() []float64 {
	out := clone(s.Beta)
	var total, most float64
	for m, q := range s.Squares {
		out[m] *= math.Sqrt(math.Max(0, q))
		total, most = total+out[m], math.Max(most, q)
	}
	var kept float64
	for m := range out {
		if out[m] /= total; out[m] < droppedBelow && s.Squares[m] < most {
			out[m] = 0
		}
		kept += out[m]
	}
	for m := range out {
		out[m] /= kept
	}
	return out
}

// WeightedSum is Σ βₘKₘ. It panics where lengths or sizes differ.
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

// MeanDiagonal is the mean of K(i, i), the mean squared length of φ. Kernels that
// are to be weighed against each other are divided by it first.
func MeanDiagonal(k mat.Symmetric) float64 { return mat.Trace(k) / float64(k.SymmetricDim()) }

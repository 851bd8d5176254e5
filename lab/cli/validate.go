package cli

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"time"

	"kernellab/ascii"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
)

// The grid of cross-validation has gridWidths values of σ and gridPenalties values of C or λ.
// Neighbouring values differ by a factor of √10.
const gridWidths, gridPenalties = 7, 9

// candidate holds the parameters at a point of the grid and their error in cross-validation.
// Parameters that the model does not have are 0.
type candidate struct {
	Sigma  number `json:"sigma,omitempty"`
	C      number `json:"C,omitempty"`
	Lambda number `json:"lambda,omitempty"`
	Error  number `json:"error"` // share of the points that are wrong, or mean squared error
}

// centreCandidate returns the candidate with the parameters of the command line, which is the
// centre of the grid.
func (f *modelFlags) centreCandidate() (c candidate) {
	if k, ok := f.kernel.(kernels.RBF); ok {
		c.Sigma = number(k.Sigma)
	}
	if f.model == modelSVM {
		c.C = number(f.c)
	} else {
		c.Lambda = number(f.lambda)
	}
	return c
}

// withCandidate returns the flags with the parameters of a candidate.
func (f *modelFlags) withCandidate(c candidate) *modelFlags {
	g := *f
	if c.Sigma != 0 {
		g.kernel = kernels.RBF{Sigma: float64(c.Sigma)}
	}
	g.c, g.lambda = float64(c.C), float64(c.Lambda)
	g.hasFlag = func(flag string) bool { return flag == "lambda" || f.hasFlag(flag) } // so that fits use g.lambda
	return &g
}

// fitStrength returns how closely a model may follow the points: C, or 1/λ.
func (c candidate) fitStrength() float64 {
	if c.C != 0 {
		return float64(c.C)
	}
	return 1 / float64(c.Lambda)
}

func (c candidate) words() string {
	words := fmt.Sprintf("C = %g", c.C)
	if c.C == 0 {
		words = fmt.Sprintf("λ = %g", c.Lambda)
	}
	if c.Sigma != 0 {
		words = fmt.Sprintf("σ = %g, ", c.Sigma) + words
	}
	return words
}

// checkFolds returns an error if there are too few folds, or if C is infinite or λ is 0, because
// there is no grid around such a value.
func (f *modelFlags) checkFolds() error {
	switch {
	case f.folds < 2:
		return usagef("write --cv 5", "--cv %d: it must be 2 or more", f.folds)
	case math.IsInf(f.centreCandidate().fitStrength(), 1):
		return usagef("give a finite --C, or a --lambda above 0", "--cv tries values around %s",
			f.centreCandidate().words())
	}
	return nil
}

// gridAround returns the candidates around c, sorted by σ, then by rising C or falling λ. Their
// parameters are rounded to three digits, but c itself is among them unchanged. If c has no σ, the
// other candidates have none either.
func (c candidate) gridAround() (out []candidate) {
	scaled := func(v number, halfDecades int) number {
		if halfDecades == 0 {
			return v
		}
		text := strconv.FormatFloat(float64(v)*math.Pow(10, float64(halfDecades)/2), 'g', 3, 64)
		rounded, _ := strconv.ParseFloat(text, 64)
		return number(rounded)
	}
	for i := -gridWidths / 2; i <= gridWidths/2; i++ {
		for j := -gridPenalties / 2; j <= gridPenalties/2; j++ {
			out = append(out, candidate{Sigma: scaled(c.Sigma, i), C: scaled(c.C, j), Lambda: scaled(c.Lambda, -j)})
		}
	}
	if c.Sigma == 0 {
		return out[:gridPenalties]
	}
	return out
}

// crossValidation records how σ and C or λ were chosen. The points are divided into folds. For each
// fold, a model is trained on the other folds, and its error is measured on this fold.
type crossValidation struct {
	Folds      int         `json:"folds"`
	Seed       uint64      `json:"seed"`
	Stratified bool        `json:"stratified"`
	Chosen     candidate   `json:"chosen"`
	Grid       []candidate `json:"grid"`
	Unfinished int         `json:"not_converged"` // number of fits that did not converge
	Fold       []int       `json:"fold"`          // the fold of each point, from 1

	sigmaIndex, penaltyIndex int  // the indices of the chosen σ and of its C or λ
	countsWrong              bool // whether an error is the share of wrong points, not a mean squared error
}

// crossValidate computes the error of each candidate, and chooses the candidate with the smallest
// error. Among equal candidates it prefers the largest σ, then the smallest C or the largest λ.
func crossValidate(ctx context.Context, f *modelFlags, set *dataset.Set) (*crossValidation, error) {
	v := &crossValidation{Folds: f.folds, Seed: f.seed, Stratified: set.Task() == dataset.Classification,
		Grid: f.centreCandidate().gridAround(), Fold: set.Folds(f.seed, f.folds), countsWrong: !isRegression(f.model)}
	if f.folds > set.Len() {
		return nil, usagef(fmt.Sprintf("write at most --cv %d", set.Len()), "--cv %d: there are %d points",
			f.folds, set.Len())
	}
	negativeCount, positiveCount := set.ClassCounts()
	if v.countsWrong && min(negativeCount, positiveCount) == 1 {
		name, positiveName := set.Classes()
		if positiveCount == 1 {
			name = positiveName
		}
		return nil, failf("add points of this class, or leave --cv out",
			"%s: class %q has only one point; with that one left out, the class cannot be learned", set.Name(), name)
	}
	start := time.Now()
	for k := range v.Grid {
		if f.progress != nil {
			timeLeft := ""
			if k > 0 {
				total := time.Since(start) * time.Duration(len(v.Grid)) / time.Duration(k)
				timeLeft = fmt.Sprintf(", about %v left", (total - time.Since(start)).Round(time.Second))
			}
			f.progress(fmt.Sprintf("cross-validation, %d of %d%s: %s", k+1, len(v.Grid), timeLeft, v.Grid[k].words()))
		}
		if err := v.validate(ctx, f.withCandidate(v.Grid[k]), set, &v.Grid[k]); err != nil {
			return nil, err
		}
	}
	v.sigmaIndex, v.penaltyIndex = v.plane().Minimizer(
		func(i, j int) float64 { return float64(v.candidateAt(i, j).Error) })
	v.Chosen = v.candidateAt(v.sigmaIndex, v.penaltyIndex)
	for i := range v.Fold {
		v.Fold[i]++
	}
	return v, nil
}

// validate computes the error of a candidate: the sum of the errors on the folds, divided by the
// number of points.
func (v *crossValidation) validate(ctx context.Context, f *modelFlags, set *dataset.Set, c *candidate) error {
	f.progress = nil
	var sum float64
	for fold := range v.Folds {
		heldOut, trainingSet := set.HoldOut(v.Fold, fold)
		m, err := fit(ctx, f, trainingSet, nil)
		var scores []float64
		if err == nil {
			scores, err = m.evaluate(ctx, heldOut.Points())
		}
		switch {
		case ctx.Err() != nil:
			return failf("", "interrupted during cross-validation")
		case err != nil:
			return err
		case v.countsWrong:
			sum += float64(heldOut.Len() - countRight(heldOut, scores))
		default:
			sum += float64(heldOut.Len()) * squaredError(heldOut, scores)
		}
		if m.status != solvers.Converged {
			v.Unfinished++
		}
	}
	c.Error = number(sum / float64(set.Len()))
	return nil
}

// candidateAt returns a candidate by the indices of its σ and its C or λ.
func (v *crossValidation) candidateAt(i, j int) candidate {
	return v.Grid[(i*gridPenalties+j)%len(v.Grid)]
}

// plane returns the axes of the grid, which are logarithmic. If the kernel has no σ, the grid has a
// single column, which is drawn twice.
func (v *crossValidation) plane() stage.ParameterGrid {
	p := stage.ParameterGrid{
		Sigma: stage.LogGrid{Step: 1, Count: 2},
		C:     stage.LogGrid{From: math.Log10(v.Grid[0].fitStrength()), Step: 0.5, Count: gridPenalties},
	}
	if first := v.Grid[0].Sigma; first != 0 {
		p.Sigma = stage.LogGrid{From: math.Log10(float64(first)), Step: 0.5, Count: gridWidths}
	}
	return p
}

// foldWords describes the folds.
func (v *crossValidation) foldWords() string {
	method := "drawn at random"
	if v.Stratified {
		method = "drawn from each class alike"
	}
	return fmt.Sprintf("%d folds, %s, seed %d", v.Folds, method, v.Seed)
}

// words describes the chosen parameters and their error, with what makes them doubtful.
func (v *crossValidation) words() string {
	words := fmt.Sprintf("%s: mean squared error %.4g", v.Chosen.words(), v.Chosen.Error)
	if v.countsWrong {
		n := float64(len(v.Fold))
		words = fmt.Sprintf("%s: %.0f of %.0f wrong", v.Chosen.words(), float64(v.Chosen.Error)*n, n)
	}
	if v.penaltyIndex%(gridPenalties-1) == 0 || v.Chosen.Sigma != 0 && v.sigmaIndex%(gridWidths-1) == 0 {
		words += ", at the edge of the grid"
	}
	if v.Unfinished > 0 {
		words += fmt.Sprintf(", %s not converged", ascii.Count(v.Unfinished, "fit"))
	}
	return words
}

// figure returns the picture of the errors over the plane.
func (v *crossValidation) figure() ascii.Figure {
	p, maxExcess := v.plane(), number(math.SmallestNonzeroFloat64)
	for _, c := range v.Grid {
		maxExcess = max(maxExcess, c.Error-v.Chosen.Error)
	}
	picture := p.Picture(func(i, j int) float64 {
		return float64(v.candidateAt(i, j).Error - v.Chosen.Error)
	}, float64(maxExcess))
	picture.Marks = []ascii.Mark{p.Mark(p.Sigma.At(v.sigmaIndex), p.C.At(v.penaltyIndex), "chosen")}
	if v.Chosen.Sigma == 0 {
		picture.XLabel, picture.Marks[0].X = "same kernel", 0.5
	}
	if v.Chosen.C == 0 {
		picture.YLabel = "log₁₀ 1/λ"
	}
	return picture
}

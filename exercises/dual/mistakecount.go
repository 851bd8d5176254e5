package dual

import (
	"context"
	"strconv"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/solvers"
)

// mistakeCount is a finished run of the perceptron in which some point was a
// mistake more than once, for reading its α.
type mistakeCount struct {
	model  stage.Model
	trace  solvers.Trace
	alpha  []float64
	labels []float64
	often  int // the point with the largest α
}

// Limits of a run that can be read and added up.
const (
	minOften   = 2
	maxUpdates = 40
)

// newMistakeCount runs the worksheet's points with the quadratic kernel, drawn
// until one point has been a mistake at least twice and the whole can be added
// up in the head.
func newMistakeCount(seed uint64) (mistakeCount, error) {
	for try := seed; ; try += 1 << 32 {
		m := stage.Model{Set: dataset.Worksheet1D(try), Kernel: quadratic()}
		problem, err := m.Dual()
		if err != nil {
			return mistakeCount{}, err
		}
		trace, err := solvers.NewTrace(solvers.Perceptron{}, problem)
		if err != nil {
			return mistakeCount{}, err
		}
		if trace, err = trace.Extend(context.Background(), maxUpdates+1, nil); err != nil {
			return mistakeCount{}, err
		}
		c := mistakeCount{
			model: m, trace: trace,
			alpha: trace.Last().CoefCopy(), labels: m.Set.Labels(),
		}
		for i, a := range c.alpha {
			if a > c.alpha[c.often] {
				c.often = i
			}
		}
		if trace.Last().Status == solvers.Converged && c.alpha[c.often] >= minOften && c.distinct() {
			return c, nil
		}
	}
}

// updates is the sum of α: every mistake adds 1 somewhere.
func (c mistakeCount) updates() float64 {
	var sum float64
	for _, a := range c.alpha {
		sum += a
	}
	return sum
}

// bias is Σ αᵢyᵢ: every mistake also adds its label to b.
func (c mistakeCount) bias() float64 {
	var sum float64
	for i, a := range c.alpha {
		sum += a * c.labels[i]
	}
	return sum
}

// points is how many α are not 0.
func (c mistakeCount) points() float64 {
	var n float64
	for _, a := range c.alpha {
		if a != 0 {
			n++
		}
	}
	return n
}

// distinct reports whether the known slips give other numbers than the truth.
func (c mistakeCount) distinct() bool {
	return !near(c.points(), c.updates()) && !near(c.bias(), c.updates()) && !near(c.bias(), c.points())
}

func (c mistakeCount) step() worksheets.Behaviour {
	blanks := []answer.Blank{
		{Name: "meaning", Label: "the meaning", Judge: func(ctx context.Context, text string) answer.Result {
			return answer.JudgeChoice(text, answer.ChoiceTask{Want: "mistakes"})
		}},
		{Name: "updates", Label: "the number of updates", Judge: answer.Exactly(c.updates())},
	}
	return worksheets.Behaviour{
		Scene: func(context.Context, exercises.Answers) exercises.Scene {
			last := stage.PerceptronPainter{Model: c.model}.Paint([]solvers.Trace{c.trace}, c.trace.Len()-1)
			return exercises.Scene{Figures: last.Figures[:2], Inspect: last.Inspect}
		},
		Check: func(ctx context.Context, a exercises.Answers) exercises.Report {
			return answer.JudgeForm(ctx, a, blanks)
		},
		Same: answer.SameText(answer.Scope{}),
		Vars: map[string]string{
			"often": strconv.Itoa(c.often + 1), "sub": stage.Sub(c.often + 1), "times": answer.Decimal(c.alpha[c.often]),
			"alphas": vector(c.alpha), "updates": answer.Decimal(c.updates()), "nine": strconv.Itoa(len(c.alpha)), "bias": answer.Shown(c.bias()),
		},
		Reference: exercises.Answers{"meaning": "mistakes", "updates": answer.Decimal(c.updates())},
		Examples: map[string]exercises.Answers{
			"points-counted": {"updates": answer.Decimal(c.points())},
			"with-labels":    {"updates": answer.Decimal(c.bias())},
		},
	}
}

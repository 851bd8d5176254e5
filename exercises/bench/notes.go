package bench

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/stage"
	"kernellab/solvers"
)

// frameNotes returns the notes that stand next to the pictures of frame i, the state after step i
// of a run.
type frameNotes func(traces []solvers.Trace, i int) []ascii.Line

// setting holds the training data and the solver of a run, and the outcome that the student predicted.
type setting struct {
	data     stage.TrainingData
	solver   solvers.Solver
	expected string // the predicted outcome, in words
}

// notes returns the functions that create the notes on frames, by name.
func notes() map[string]func(setting) frameNotes {
	return map[string]func(setting) frameNotes{
		"circle":    cycleNotes,     // the perceptron has returned to an earlier state
		"zeros":     zeroNotes,      // the number of coefficients that are 0
		"primal":    primalNotes,    // w of the primal and Φᵀa
		"forms":     formNotes,      // a with labels ±1 and a with labels 0/1
		"safe":      safetyNotes,    // η compared with the safe step
		"first":     firstStepNotes, // the effect of the first step of logistic regression on every a
		"pushed":    pushNotes,      // the points that the next step pushes most and least
		"stability": stabilityNotes, // η compared with n/λ_max, and the prediction with what happened
	}
}

// Notes returns the names that Bench.Notes may contain, sorted.
func Notes() []string { return slices.Sorted(maps.Keys(notes())) }

// zeroNotes counts the coefficients that are exactly 0.
func zeroNotes(setting) frameNotes {
	return func(traces []solvers.Trace, i int) []ascii.Line {
		return ascii.PlainLines(zeroWords(traces[0].At(i).CoefCopy()))
	}
}

func zeroWords(a []float64) string {
	zeros, smallest := 0, math.Inf(1)
	for _, v := range a {
		if v == 0 {
			zeros++
			continue
		}
		smallest = min(smallest, math.Abs(v))
	}
	if zeros == len(a) {
		return fmt.Sprintf("all %d aᵢ are 0: the start", zeros)
	}
	return fmt.Sprintf("%d of %d aᵢ are exactly 0; smallest |aᵢ| above 0: %s", zeros, len(a), anatomy.Num(smallest))
}

// safetyNotes compares η with the largest step size for which the loss never rises.
func safetyNotes(s setting) frameNotes {
	l, ok := s.solver.(solvers.Logistic)
	if !ok {
		return noNotes
	}
	limitOf := s.maxStepSize()
	return func(traces []solvers.Trace, _ int) []ascii.Line {
		limit, text, ink := limitOf(traces[0]), "η = %s < %s: the loss never rises", ascii.Dim
		if l.Gamma > limit {
			text, ink = "η = %s > %s: the loss may rise", ascii.Warn
		}
		return []ascii.Line{ascii.Inked(fmt.Sprintf(text, anatomy.Num(l.Gamma), anatomy.Num(limit)), ink)}
	}
}

func noNotes([]solvers.Trace, int) []ascii.Line { return nil }

// firstStepNotes describes the first step, after which every a is ±η/2.
func firstStepNotes(s setting) frameNotes {
	l, ok := s.solver.(solvers.Logistic)
	if !ok {
		return noNotes
	}
	return func(traces []solvers.Trace, i int) []ascii.Line {
		now := traces[0].At(i)
		if now.N != 1 {
			return nil
		}
		positiveCount, negativeCount := 0, 0
		for _, a := range now.Coef().All() {
			switch a {
			case l.Gamma / 2:
				positiveCount++
			case -l.Gamma / 2:
				negativeCount++
			}
		}
		return ascii.Linesf("η/2 = %s: %d points have a = +η/2, %d have −η/2", anatomy.Num(l.Gamma/2),
			positiveCount, negativeCount)
	}
}

// pushNotes returns notes on the points with the largest and the smallest s(−yf). The change of a
// point's coefficient in the next step is proportional to this number.
func pushNotes(setting) frameNotes {
	return func(traces []solvers.Trace, i int) []ascii.Line {
		s, p := traces[0].At(i), traces[0].Problem()
		if i == 0 {
			return nil
		}
		worst, best := 0, 0
		for j := range p.Len() {
			m := p.Y(j) * s.F(j)
			if m < p.Y(worst)*s.F(worst) {
				worst = j
			}
			if m > p.Y(best)*s.F(best) {
				best = j
			}
		}
		push := func(j int) string { return anatomy.Digits(solvers.Sigmoid(-p.Y(j)*s.F(j)), 2) }
		return ascii.Linesf("σ(−yf): largest %s at point %d, smallest %s at point %d", push(worst), worst+1, push(best),
			best+1)
	}
}

// stabilityNotes compares the step size with n/λ_max. If the step size is larger, the note also
// compares the prediction with what happens.
func stabilityNotes(s setting) frameNotes {
	l, ok := s.solver.(solvers.LeastSquares)
	if !ok {
		return noNotes
	}
	limitOf := s.maxStepSize()
	return func(traces []solvers.Trace, i int) []ascii.Line {
		limit := limitOf(traces[0])
		factor := anatomy.Num(1 - 2*l.Eta/limit)
		limitLine := ascii.Line{
			{Text: "n/λmax = ", Ink: ascii.Dim}, {Text: anatomy.Num(limit), Ink: ascii.Text},
			{Text: ",  η = ", Ink: ascii.Dim}, {Text: anatomy.Num(l.Eta), Ink: ascii.Symbol3},
		}
		switch {
		case l.Eta < limit:
			return []ascii.Line{limitLine, ascii.Inked("stable: factor "+factor+" per step along λmax", ascii.Good)}
		case l.Eta == limit:
			return []ascii.Line{limitLine,
				ascii.Inked("at the limit: an error changes its sign and keeps its size", ascii.Warn)}
		}
		out := []ascii.Line{limitLine, ascii.Inked("diverges: factor "+factor+" per step along λmax", ascii.Bad)}
		if s.expected != "" && i >= 3 {
			out = append(out, ascii.Plain("you expected: "+s.expected), swingLine(traces[0], i))
		}
		return out
	}
}

// maxStepSize returns a function that returns the largest step size that is known not to raise the loss,
// or ∞ if none is known. The function computes it on its first call.
func (s setting) maxStepSize() func(solvers.Trace) float64 {
	var once sync.Once
	limit := math.Inf(1)
	return func(t solvers.Trace) float64 {
		once.Do(func() {
			kind, _ := anatomy.KindOf(s.solver)
			if safe, err := safeStep(kind, t.Problem()); err == nil {
				limit = safe
			}
		})
		return limit
	}
}

// swingLine describes how f changed in the last three steps at the point with the largest |f|.
func swingLine(t solvers.Trace, i int) ascii.Line {
	point := 0
	for j := range t.Problem().Len() {
		if f, g := t.At(i).F(j), t.At(i).F(point); f*f > g*g {
			point = j
		}
	}
	return ascii.Plainf("it does this: f(x%s) went %s, %s, %s", anatomy.Sub(point+1), anatomy.Num(t.At(i-2).F(point)),
		anatomy.Num(t.At(i-1).F(point)), anatomy.Num(t.At(i).F(point)))
}

// cycleNotes reports that the perceptron has returned to an earlier state. If the order is random,
// it returns no notes, because no two passes are the same.
func cycleNotes(s setting) frameNotes {
	if p, ok := s.solver.(solvers.Perceptron); !ok || p.Seed != 0 {
		return noNotes
	}
	return func(traces []solvers.Trace, i int) []ascii.Line {
		from, ok := findCycle(traces[0], i)
		if !ok {
			return nil
		}
		return []ascii.Line{
			stage.Warning(fmt.Sprintf("Full circle: f is the same as after update %d, at the same point of a pass. "+
				"Everything since then repeats.", from)),
			ascii.Plainf("Only α grows: Σα = %s. In each round, the changes of w and b cancel out.",
				anatomy.Num(floats.Sum(traces[0].At(i).CoefCopy()))),
		}
	}
}

// maxCycleLength is the maximum length of a detected cycle, in steps.
const maxCycleLength = 600

// findCycle finds the last step before step i from which the perceptron continues exactly as from
// step i. Both steps have the same f at every point and the same position in a pass, but may have
// different coefficients. There must be a mistake between them. The result updates is the number of
// updates up to the step found.
func findCycle(t solvers.Trace, i int) (updates int, ok bool) {
	now := t.At(i)
	n := t.Problem().Len()
	placeInPass := func(s solvers.Step) int { return s.Detail.(*solvers.PerceptronDetail).Visits % n }
	if i == 0 || now.Status == solvers.Converged {
		return 0, false
	}
	for j := i - 1; j >= max(0, i-maxCycleLength); j-- {
		before := t.At(j)
		if before.Updates < now.Updates && placeInPass(before) == placeInPass(now) && sameScores(before, now, n) {
			return before.Updates, true
		}
	}
	return 0, false
}

func sameScores(s, t solvers.Step, n int) bool {
	for i := range n {
		a, b := s.F(i), t.F(i)
		if math.Abs(a-b) > 1e-9*(1+math.Abs(a)) {
			return false
		}
	}
	return true
}

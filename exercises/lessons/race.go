package lessons

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/kernels"
	"kernellab/solvers"
)

// race is runs of SMO under four pair rules, on one set after the other.
type race struct{ sets []entrant }

// entrant is a set on which the rules are run; runs computes once.
type entrant struct {
	stage.StageSet
	runs func() results
}

// results are the runs of the rules on a set.
type results struct {
	traces []solvers.Trace // by racers()
	best   float64         // the largest g of them
}

// racers are the rules with their names in answers.
func racers() (rules []solvers.PairRule, names []string) {
	return []solvers.PairRule{solvers.MaxError, solvers.MaxViolation, solvers.SecondOrder, solvers.Random}, []string{"repaired", "violation", "second", "random"}
}

// newRace offers the moons, nine points of the student's seed, and two sets
// more.
func newRace(nine *dataset.Set) race {
	var r race
	add := func(name, label string, set *dataset.Set, kernel kernels.Kernel[[]float64]) {
		m := stage.Model{Set: set, Kernel: kernel}
		r.sets = append(r.sets, entrant{
			StageSet: stage.StageSet{Name: name, Label: label, Set: set},
			runs:     sync.OnceValue(func() results { return raced(m) }),
		})
	}
	add("nine", "nine points of a line", nine, quadratic())
	add("moons", "two moons", dataset.MustBuiltin("moons"), kernels.RBF{Sigma: 0.5})
	add("circles", "two circles", dataset.MustBuiltin("circles"), quadratic())
	add("blobs_sep", "two clouds", dataset.MustBuiltin("blobs_sep"), kernels.Linear{})
	return r
}

// raced runs every rule to its end.
func raced(m stage.Model) results {
	rules, _ := racers()
	var out results
	for _, rule := range rules {
		t := walked(m, stall{}.solver(rule), 5000)
		out.traces = append(out.traces, t)
		out.best = math.Max(out.best, t.Last().Objective)
	}
	return out
}

// on is the runs on a set.
func (r race) on(name string) results {
	for _, e := range r.sets {
		if e.Name == name {
			return e.runs()
		}
	}
	panic("lessons: no race on " + name)
}

// vars are the updates of the runs, and which rule took the fewest and the most.
func (s results) vars() worksheets.Vars {
	_, names := racers()
	vars := worksheets.Vars{}
	few, many := 0, 0
	for i, name := range names {
		n := s.updates(i)
		vars[name] = n
		if n < s.updates(few) {
			few = i
		}
		if n > s.updates(many) {
			many = i
		}
	}
	rules, _ := racers()
	vars["fewest"], vars["most"] = names[few], names[many]
	vars["few"], vars["fewWords"] = s.updates(few), anatomy.RuleOf(rules[few]).Title
	vars["many"], vars["manyWords"] = s.updates(many), anatomy.RuleOf(rules[many]).Title
	vars["ratio"] = anatomy.Digits(float64(s.updates(3))/float64(s.updates(2)), 3)
	return vars
}

// apart reports whether one rule takes the fewest updates, by more than a tenth,
// and one the most, and random clearly more than the largest gain.
func (s results) apart() bool {
	_, names := racers()
	var n []int
	for i := range names {
		n = append(n, s.updates(i))
	}
	random, gain := float64(n[3]), float64(n[2])
	slices.Sort(n)
	return 10*n[1] > 11*n[0] && n[3] > n[2] && random > 1.5*gain
}

func (s results) updates(i int) int { return s.traces[i].Last().Updates }

// scene is the convergence curves of a set in one chart.
func (r race) scene(_ context.Context, a exercises.Answers) exercises.Scene {
	sets := make([]stage.StageSet, len(r.sets))
	for i, e := range r.sets {
		sets[i] = e.StageSet
	}
	control, set := stage.SetControl("raceset", sets, a)
	scene := exercises.Scene{Controls: []exercises.Control{control}}
	done := r.on(set.Name)
	rules, _ := racers()
	chart := ascii.Chart{XLabel: "updates", Log: true}
	for i, rule := range rules {
		s := done.curve(i)
		called := anatomy.RuleOf(rule).Title
		s.Name, s.Ink = fmt.Sprintf("%s %d", called[strings.LastIndex(called, " ")+1:], done.updates(i)), ascii.Series(i)
		chart.Series = append(chart.Series, s)
		scene.Notes = append(scene.Notes, ascii.Line{{Text: called, Ink: s.Ink}, {Text: fmt.Sprintf(": %d updates", done.updates(i)), Ink: ascii.Text}})
	}
	scene.Figures = []exercises.Figure{stage.Main("g* − g over the updates, "+set.Label, chart)}
	return scene
}

// curve is what a run lacks to the best g, after each update; what rounding
// hides is left out.
func (s results) curve(i int) ascii.ChartSeries {
	var out ascii.ChartSeries
	t := s.traces[i]
	for n := range t.Len() {
		if lack := s.best - t.Brief(n).Objective; lack > 1e-7*s.best {
			out.X, out.Y = append(out.X, float64(n)), append(out.Y, lack)
		}
	}
	return out
}

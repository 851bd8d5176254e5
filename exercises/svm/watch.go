package svm

import (
	"context"
	"math"
	"slices"

	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/exercises/debug"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/solvers"
)

// watch is 7.7: SMO followed from α = 0 to the optimum, its moves foreseen.
func watch(b worksheets.Brief) (worksheets.Parts, error) {
	state, err := newNextPair(b.Seed)
	if err != nil {
		return worksheets.Parts{}, err
	}
	result, err := newResult(b.Seed)
	if err != nil {
		return worksheets.Parts{}, err
	}
	own, _ := b.Data.(*dataset.Set)
	sets := shownSets(own)
	return worksheets.Parts{
		Steps: map[string]worksheets.Behaviour{
			"state": state.pairStep(),
			"clip":  state.clipStep(),
			"watch": {Scene: func(_ context.Context, a exercises.Answers) exercises.Scene { return watchScene(sets, own, a) }},
			"read":  result.step(),
		},
	}, nil
}

// stageSet is a data set of the stage, with a kernel that suits it.
type stageSet struct {
	value, label string
	set          *dataset.Set
	kernel       string
	sigma        float64 // of the RBF kernel, where nothing else is chosen
}

// shownSets are the data sets of the stage. The student's own comes first.
func shownSets(own *dataset.Set) []stageSet {
	sets := []stageSet{
		{"blobs_sep", "separable blobs", dataset.MustBuiltin("blobs_sep"), "linear", 1},
		{"moons", "two moons", dataset.MustBuiltin("moons"), "rbf", 0.5},
		{"worksheet1d", "the worksheet's line", dataset.MustBuiltin("worksheet1d"), "poly", 1},
	}
	if twoClasses(own) {
		sets = append([]stageSet{{"own", own.Name(), own, "rbf", medianDistance(own)}}, sets...)
	}
	return sets
}

// twoClasses reports whether a set can be given to SMO.
func twoClasses(set *dataset.Set) bool {
	if set == nil || set.Task() != dataset.Classification {
		return false
	}
	labels := set.Labels()
	return slices.Contains(labels, 1) && slices.Contains(labels, -1)
}

// medianDistance is a width that fits the scale of a set: the median distance
// between two of its first points, 1 where they all coincide.
func medianDistance(set *dataset.Set) float64 {
	n := min(set.Len(), 100)
	var all []float64
	for i := range n {
		for j := range i {
			var sum float64
			for c, v := range set.Point(i) {
				sum += (v - set.Point(j)[c]) * (v - set.Point(j)[c])
			}
			all = append(all, math.Sqrt(sum))
		}
	}
	slices.Sort(all)
	if len(all) == 0 || all[len(all)/2] == 0 {
		return 1
	}
	return all[len(all)/2]
}

// watchScene is SMO on a chosen set with everything on sliders.
func watchScene(sets []stageSet, own *dataset.Set, a exercises.Answers) exercises.Scene {
	data := exercises.Control{Name: "data", Label: "data", Value: a["data"]}
	for _, s := range sets {
		data.Choices = append(data.Choices, exercises.Choice{Value: s.value, Label: s.label})
	}
	data = offered(data, sets[0].value)
	chosen := sets[slices.IndexFunc(sets, func(s stageSet) bool { return s.value == data.Value })]
	kernel := choice("kernel", "kernel", a, chosen.kernel, "linear", "poly", "rbf")
	c := exercises.Control{Name: "C", Label: "C", Min: 0.01, Max: 1e4, Step: 0.5, Log: true, Value: value(a, "C", "10")}
	rule := choice("rule", "pair rule", a, solvers.MaxViolation.String(),
		solvers.MaxViolation.String(), solvers.SecondOrder.String(), solvers.MaxError.String(), solvers.Random.String())
	scene := exercises.Scene{Controls: []exercises.Control{data, kernel, c, rule}}
	sigma := sigmaControl(chosen, a)
	if kernel.Value == "rbf" {
		scene.Controls = append(scene.Controls, sigma)
	}
	model := stage.Model{Set: chosen.set, Kernel: stage.KernelOf(kernel.Value, sigma.Number())}
	if chosen.set.Dim() > 2 {
		columns, pair := stage.ColumnsControl("columns", chosen.set, a)
		model.Pair = pair
		scene.Controls = append(scene.Controls, columns)
	}
	if note, ok := model.SliceNote(); ok {
		scene.Notes = append(scene.Notes, note)
	}
	if own != nil && !twoClasses(own) {
		scene.Notes = append(scene.Notes, stage.Warning(own.Name()+" is left out: SMO needs points of two classes."))
	}
	run, err := startSMO(model, rule.Value, c.Number())
	if err != nil {
		scene.Notes = append(scene.Notes, stage.Warning(err.Error()))
		return scene
	}
	scene.Run = run
	return scene
}

func startSMO(m stage.Model, rule string, c float64) (exercises.Run, error) {
	r, err := solvers.ParsePairRule(rule)
	if err != nil {
		return nil, err
	}
	return debug.NewSMO(m, solvers.SMO{C: c, Rule: r, Tol: 1e-3, Seed: 1})
}

// sigmaControl is the width of the RBF kernel, two decades to either side of
// what suits the set.
func sigmaControl(s stageSet, a exercises.Answers) exercises.Control {
	decade := math.Pow(10, math.Round(math.Log10(s.sigma)))
	c := exercises.Control{Name: "sigma", Label: "σ", Min: decade / 100, Max: decade * 100, Step: 0.1, Log: true}
	c.Value = exercises.FormatNumber(s.sigma)
	c.Value = value(a, "sigma", c.Nudge(0))
	return c
}

func value(a exercises.Answers, name, otherwise string) string {
	if v := a[name]; v != "" {
		return v
	}
	return otherwise
}

// choice is a control of options that are their own labels.
func choice(name, label string, a exercises.Answers, otherwise string, options ...string) exercises.Control {
	c := exercises.Control{Name: name, Label: label, Value: a[name]}
	for _, o := range options {
		c.Choices = append(c.Choices, exercises.Choice{Value: o, Label: o})
	}
	return offered(c, otherwise)
}

// offered puts the value in place that holds where none of the choices was
// made: nothing yet, or something that a data set gone by had.
func offered(c exercises.Control, otherwise string) exercises.Control {
	if !slices.ContainsFunc(c.Choices, func(o exercises.Choice) bool { return o.Value == c.Value }) {
		c.Value = otherwise
	}
	return c
}

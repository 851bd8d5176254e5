// Package bench creates scenes in which the student chooses the data, the kernel and the parameters
// of a solver by controls and then steps through its run. A scene is the figures,
// controls and notes that a task shows. A run is the list of the solver's steps, each shown as a frame
// with pictures and notes. A worksheet describes such a scene as plain data.
//
// A [Bench] describes the choices, and [Bench.Scene] creates the scene. The ranges of the
// sliders come from package anatomy, so a bench can name any solver in the table of that
// package.
//
// The package knows nothing about worksheets or exercises. An exercise passes its random sets as a
// map from names to sets.
package bench

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/exercises/runfile"
	"kernellab/exercises/stage"
	"kernellab/solvers"
)

// Bench describes a run and the choices for it. The names of its controls are keys of saved
// answers.
type Bench struct {
	// Run lists the solvers in the syntax of run files, each with the parameters that
	// have no control: "smo tol=0.001". If there are several, a control chooses one.
	Run []string
	// NamePrefix is the prefix of the control names. It distinguishes two benches in one
	// exercise.
	NamePrefix string
	// Data lists the sets. If there is only one, it has no control.
	Data []Data
	// Whole means that all points of a student's set are used. Otherwise at most 200 are used.
	Whole bool
	// Targets means that a student's set with real targets is accepted, if a solver fits
	// such targets.
	Targets bool
	// Kernel is the initial kernel of all sets except the student's set. If empty, the initial
	// kernel is one that suits the set.
	Kernel string
	// Kernels are the kernels offered. They are names of stage.KernelControl, texts in
	// the language of package kernels, "typed" for the kernel in the field formula, or
	// "power" for a polynomial with degree and offset on sliders. If nil, linear,
	// quadratic, cubic and RBF are offered. If there is only one, it has no control.
	Kernels []string
	// Sliders are the parameters that have controls. If nil, all parameters have controls if
	// there are several solvers, and none if there is only one solver.
	Sliders []Slider
	// Last names the controls that come after all others, in this order.
	Last []string
	// Second is a second run in lockstep: "primal", if the kernel has few enough
	// features, or "form", the other form of logistic regression.
	Second string
	// Notes lists the notes of each frame by name (see Notes).
	Notes []string
	// Prediction is the prediction to which notes refer.
	Prediction Prediction
}

// Data is a set that can be chosen. Set is the name of a built-in set or of a random set of the
// exercise, "own" for the student's set, or "placed" for points that the student places on the
// picture. Placed points are stored in the field points.
type Data struct {
	Set   string
	Label string // if empty, the usual name of the set
}

// Prediction describes a student's prediction to which notes refer.
type Prediction struct {
	Field string            // the field of the prediction
	Words map[string]string // the meaning of each answer
}

// Source holds the data for a bench: the student's set, and the random sets of the exercise, by
// name. A random set replaces a built-in set of the same name.
type Source struct {
	Own  exercises.Data
	Sets map[string]*dataset.Set
}

// Scene returns the scene for the given answers, which include the values of the controls.
type Scene = func(context.Context, exercises.Answers) exercises.Scene

// Scene returns the function that creates the scene. It returns an error if a solver,
// parameter, slider, set, kernel or note does not exist.
func (b Bench) Scene(source Source) (Scene, error) {
	options, err := b.solverOptions()
	if err != nil {
		return nil, err
	}
	if err := b.check(source); err != nil {
		return nil, err
	}
	sets := sync.OnceValues(func() ([]stage.DataSetOption, string) { return b.sets(source) })
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		offeredSets, note := sets()
		return b.scene(ctx, options, offeredSets, note, a)
	}, nil
}

// solverOption is a solver that the student can choose, with the values of the parameters that have no
// control.
type solverOption struct {
	anatomy.Kind
	solver solvers.Solver
}

// solverOptions parses the solvers in Run.
func (b Bench) solverOptions() ([]solverOption, error) {
	var out []solverOption
	for _, line := range b.Run {
		name, _, _ := strings.Cut(line, " ")
		kind, ok := anatomy.KindNamed(name)
		if !ok {
			return nil, unknown("solver", name, anatomy.Names())
		}
		p, isRequired := parameter(kind, kind.RequiredParameter)
		if isRequired && !strings.Contains(line, " "+p.Name+"=") {
			line += " " + p.Name + "=" + p.Text(kind.Example)
		}
		s, err := runfile.ParseSolver(line)
		if err != nil {
			return nil, err
		}
		for _, slider := range b.Sliders {
			if !slices.ContainsFunc(usualSliders(kind), func(u parameterSlider) bool { return u.Name == slider.Name }) {
				return nil, unknown("slider of "+name, slider.Name, sliderNames(kind))
			}
		}
		out = append(out, solverOption{kind, s})
	}
	return out, nil
}

// check returns an error if a set, kernel, note or control does not exist, or if no solver can take
// a set.
func (b Bench) check(source Source) error {
	if len(b.Run) == 0 || len(b.Data) == 0 {
		return fmt.Errorf("a bench needs a solver and a set")
	}
	for _, d := range b.Data {
		known := append(slices.Sorted(maps.Keys(source.Sets)), append(dataset.Names(), ownSetName, placedSetName)...)
		if !slices.Contains(known, d.Set) {
			return unknown("set", d.Set, known)
		}
		if set := source.Sets[d.Set]; set != nil && set.Task() == dataset.Regression &&
			!slices.ContainsFunc(b.Run, func(line string) bool {
				kind, _ := anatomy.KindNamed(strings.Fields(line)[0])
				return kind.Targets
			}) {
			return fmt.Errorf("the set %s needs labels of two classes for %s", d.Set, strings.Join(b.Run, " and "))
		}
	}
	for _, name := range append(slices.Clone(b.Kernels), b.Kernel) {
		if err := stage.CheckKernel(name); name != "" && name != typedName && name != polynomialName && err != nil {
			return err
		}
	}
	for _, name := range b.Last {
		if known := []string{"data", "kernel", "sigma", "columns", "solver"}; !slices.Contains(known, name) {
			return unknown("control to put last", name, known)
		}
	}
	for _, name := range b.Notes {
		if !slices.Contains(Notes(), name) {
			return unknown("note", name, Notes())
		}
	}
	return nil
}

// UnknownError is the error for a name that is not among the known names, such as the name of a set.
type UnknownError struct {
	What, Name string
	Known      []string
}

func unknown(what, name string, known []string) error { return &UnknownError{what, name, known} }

func (e *UnknownError) Error() string {
	return fmt.Sprintf("no %s %q; there are %s", e.What, e.Name, strings.Join(e.Known, ", "))
}

// scene returns a scene with the run and its controls, or without a run if the answers do
// not allow one.
func (b Bench) scene(ctx context.Context, options []solverOption, sets []stage.DataSetOption, note string,
	a exercises.Answers) exercises.Scene {
	var scene exercises.Scene
	input := b.readInput(sets, a)
	if line, ok := input.data.SliceNote(); ok {
		scene.Notes = append(scene.Notes, line)
	}
	if note != "" {
		scene.Notes = append(scene.Notes, stage.Warning(note))
	}
	option, solverControl := b.chooseSolver(options, input.data.Set, a)
	scene.Controls = input.controls
	if len(options) > 1 {
		scene.Controls = append(scene.Controls, solverControl)
	}
	problem, err := input.data.Dual()
	if err == nil {
		var parameterControls []exercises.Control
		option.solver, parameterControls, err = b.configureSolver(option, problem, a)
		scene.Controls = append(scene.Controls, parameterControls...)
	}
	if input.editor != nil {
		scene.Controls = append(scene.Controls, input.editor.controls(a)...)
	}
	slices.SortStableFunc(scene.Controls, func(c, d exercises.Control) int {
		return cmp.Compare(b.positionInLast(c), b.positionInLast(d))
	})
	missing, run := input.missingInput(), exercises.Run(nil)
	if err == nil && missing == "" {
		run, err = b.run(input, problem, option.solver, a)
	}
	if err != nil {
		missing = cmp.Or(missing, Sentence(err.Error()))
	}
	return input.addRun(ctx, scene, run, missing)
}

// positionInLast returns the position of a control in b.Last, or −1.
func (b Bench) positionInLast(c exercises.Control) int {
	return slices.Index(b.Last, strings.TrimPrefix(c.Name, b.NamePrefix))
}

// chooseSolver returns the chosen solver and its control. It offers only solvers that can
// take the data.
func (b Bench) chooseSolver(options []solverOption, set *dataset.Set,
	a exercises.Answers) (solverOption, exercises.Control) {
	var suitableChoices []exercises.Choice
	for _, o := range options {
		if len(options) == 1 || set.Task() == dataset.Classification || o.Targets {
			suitableChoices = append(suitableChoices, exercises.Choice{Value: o.Name, Label: cmp.Or(o.Label, o.Name)})
		}
	}
	c := stage.ChoiceControl(b.NamePrefix+"solver", "solver", a, suitableChoices[0].Value, suitableChoices...)
	return options[slices.IndexFunc(options, func(o solverOption) bool { return o.Name == c.Value })], c
}

// If there are fewer than fewPoints points, each visit of the perceptron is a step by default.
const fewPoints = 10

// RecordedPrefix is the prefix of the names of parameters in answers from a run file. Such an
// answer sets a parameter that has no control.
const RecordedPrefix = "·"

// configureSolver returns the solver of an option with the values of its controls, and the controls.
func (b Bench) configureSolver(o solverOption, problem *solvers.Problem,
	a exercises.Answers) (solvers.Solver, []exercises.Control, error) {
	s := o.solver
	if p, ok := s.(solvers.Perceptron); ok && problem.Len() < fewPoints {
		p.EveryVisit = true
		s = p
	}
	for _, p := range o.Kind.Parameters {
		if text, mistake := p.Read(a[b.NamePrefix+RecordedPrefix+p.Name]); mistake == "" {
			s = p.Set(s, text)
		}
	}
	var controls []exercises.Control
	for _, slider := range usualSliders(o.Kind) {
		slider, isOffered := b.adaptSlider(slider)
		if !isOffered {
			continue
		}
		slider, err := slider.scaled(o.Kind, problem)
		if err != nil {
			return s, controls, err
		}
		slider.Value = stage.AnswerOr(a, b.NamePrefix+slider.Name, slider.Value)
		c := slider.control(b.NamePrefix)
		controls = append(controls, c)
		s = slider.parameter.Set(s, slider.text(c))
	}
	return s, controls, nil
}

// ownSetName is the name of the student's set.
const ownSetName = "own"

// sets returns the sets to choose from, and a note about the student's set. It omits the student's
// set if there is none, or if the solver cannot take it.
func (b Bench) sets(source Source) (out []stage.DataSetOption, note string) {
	for _, d := range b.Data {
		if d.Set == placedSetName { // the placed points are in the answers
			out = append(out, stage.DataSetOption{Name: placedSetName, Label: d.Label})
			continue
		}
		if d.Set != ownSetName {
			out = append(out, b.set(d, source.Sets[d.Set]))
			continue
		}
		limit := 200
		if b.Whole {
			limit = 0
		}
		studentSet, rejection, ok := stage.OwnSet(source.Own, limit)
		if set, _ := source.Own.(*dataset.Set); b.Targets && set != nil {
			studentSet, rejection, ok = stage.OwnSetAnyLabels(set, limit), "", true
		}
		if ok && len(b.Run) == 1 && strings.HasPrefix(b.Run[0], "smo") && oneClass(studentSet.Set) {
			ok, rejection = false, studentSet.Set.Name()+" is left out: SMO needs points of two classes."
		}
		if note = rejection; ok {
			out = append(out, studentSet)
		}
	}
	if len(out) == 0 {
		out = append(out, b.set(Data{Set: "moons"}, nil))
	}
	return out, note
}

func oneClass(s *dataset.Set) bool {
	negative, positive := s.ClassCounts()
	return negative == 0 || positive == 0
}

// set returns a set that is always available: randomSet, or a built-in set if randomSet is nil.
func (b Bench) set(d Data, randomSet *dataset.Set) stage.DataSetOption {
	if randomSet == nil {
		randomSet = dataset.MustBuiltin(d.Set)
	}
	return stage.DataSetOption{Name: d.Set, Label: cmp.Or(d.Label, dataset.Title(d.Set)), Set: randomSet,
		Kernel: cmp.Or(b.Kernel, suitableKernel(d.Set))}
}

// suitableKernel returns the name of a kernel that suits a built-in set.
func suitableKernel(name string) string {
	switch name {
	case "moons", "sine_reg", "odd_wave", "sine_gap":
		return "rbf"
	case "worksheet1d", "xor4", "circles":
		return "poly"
	}
	return "linear"
}

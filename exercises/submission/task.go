package submission

import (
	"context"
	"embed"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
)

// Task describes what a program has to do: the steps of a solver on points, starting from
// coefficients 0. The solver is SMO, with the initial b that kernellab uses, or a descent
// whose coefficients include the labels, such as logistic regression.
type Task struct {
	Set    *dataset.Set
	Kernel kernels.Kernel[[]float64]
	Solver solvers.Solver
}

// Tasks returns the names of the kinds of tasks.
func Tasks() []string { return []string{"smo", "logistic"} }

// Named returns a random task of the kind that Tasks names. It returns an error for any other name.
func Named(name string, seed uint64) (Task, error) {
	switch name {
	case "smo":
		return NewTask(seed), nil
	case "logistic":
		return NewLogistic(seed), nil
	}
	return Task{}, fmt.Errorf("there is no task %q; there are %s", name, strings.Join(Tasks(), " and "))
}

// taskPoints is the number of points of a task.
const taskPoints = 6

// NewTask returns a random task for SMO: six points with integer coordinates, the linear
// kernel and the rule of the maximal violating pair. In all tasks, SMO converges in
// 4 to 12 updates. Some of the updates are clipped, but not the first. Some
// pairs have equal labels, and some have different labels.
func NewTask(seed uint64) Task {
	r := rand.New(rand.NewPCG(seed, 79))
	for {
		t := drawTask(r)
		trace, err := t.Solved()
		if err == nil && t.coversAllCases(trace) {
			return t
		}
	}
}

func drawTask(r *rand.Rand) Task {
	labels := []float64{1, 1, 1, -1, -1, -1}
	r.Shuffle(len(labels), func(i, j int) { labels[i], labels[j] = labels[j], labels[i] })
	var x [][]float64
	for len(x) < taskPoints {
		p := []float64{float64(r.IntN(7) - 3), float64(r.IntN(7) - 3)}
		if !slices.ContainsFunc(x, func(q []float64) bool { return slices.Equal(p, q) }) {
			x = append(x, p)
		}
	}
	c := []float64{0.2, 0.5, 1}[r.IntN(3)]
	return Task{
		Set: dataset.NewClassification("six points", x, labels), Kernel: kernels.Linear{},
		Solver: solvers.SMO{C: c, Tol: anatomy.Tol, Rule: solvers.MaxViolation},
	}
}

// coversAllCases reports whether a run converges in 4 to 12 updates. Some updates must be clipped,
// but not the first. Some pairs must have equal labels, and some different labels.
func (t Task) coversAllCases(trace solvers.Trace) bool {
	last := trace.Last()
	if last.Status != solvers.Converged || last.Updates < 4 || last.Updates > 12 {
		return false
	}
	var hasClipped, hasEqual, hasDifferent bool
	for i := 1; i < trace.Len(); i++ {
		d := trace.At(i).Detail.(*solvers.SMODetail)
		hasClipped = hasClipped || d.Clipped
		hasEqual, hasDifferent = hasEqual || d.S > 0, hasDifferent || d.S < 0
	}
	return hasClipped && hasEqual && hasDifferent && !trace.At(1).Detail.(*solvers.SMODetail).Clipped
}

// logisticSteps is the number of steps of the task for logistic regression.
const logisticSteps = 5

// NewLogistic returns a random task for the dual update of logistic regression: the points
// of NewTask, the linear kernel, labels 0 and 1, and at most half the safe step
// size.
func NewLogistic(seed uint64) Task {
	t := NewTask(seed)
	safe := solvers.SafeGamma(solvers.NewDense(kernels.Gram(t.Kernel, t.Set.Points())))
	gamma := 0.5
	for _, g := range []float64{0.2, 0.1, 0.05, 0.02} {
		if gamma > safe/2 {
			gamma = g
		}
	}
	t.Solver = solvers.Logistic{Gamma: gamma, MaxSteps: logisticSteps}
	return t
}

// InPlace follows a program that updates each coefficient a_i immediately, rather than
// all at once. It returns the first point, counted from 1, for which this program
// computes a wrong f in its first step, and this f. In the first step every right f is 0. InPlace
// returns 0 if there is no such point. The solver of the task must be a descent.
func (t Task) InPlace() (point int, f float64) {
	comparer, err := t.newComparer(0) // it compares no row, so it needs no tolerance
	if err != nil {
		return 0, 0
	}
	for i, f := range comparer.(*descentComparer).inPlace() {
		if math.Abs(f) > 1e-9 {
			return i + 1, f
		}
	}
	return 0, 0
}

// maxSteps bounds the length of a run of a task.
const maxSteps = 100_000

// Solved returns the complete run of the task.
func (t Task) Solved() (solvers.Trace, error) { return t.run(t.Solver, maxSteps) }

func (t Task) run(s solvers.Solver, steps int) (solvers.Trace, error) {
	p, err := t.problem()
	if err != nil {
		return solvers.Trace{}, err
	}
	trace, err := solvers.NewTrace(s, p)
	if err != nil {
		return trace, err
	}
	return trace.Extend(context.Background(), steps, nil)
}

func (t Task) problem() (*solvers.Problem, error) {
	gram := kernels.Gram(t.Kernel, t.Set.Points())
	if err := kernels.CheckFinite(gram); err != nil {
		return nil, err
	}
	return solvers.NewDual(solvers.NewDense(gram), t.Set.Labels())
}

// Planted is the trace of a program with one slip, a likely mistake, and the first number in which
// it is visible.
type Planted struct {
	Fault anatomy.Fault
	Trace solvers.Trace
	Departure
}

// plantableFaults returns the slips that a student has to distinguish.
func plantableFaults() []anatomy.Fault {
	return []anatomy.Fault{anatomy.FaultNoClip, anatomy.FaultNoLabel, anatomy.FaultBounds, anatomy.FaultKappa,
		anatomy.FaultDownhill, anatomy.FaultPartner}
}

// Plant chooses a random slip for a task of SMO. The slip shows at the second step at the
// earliest, in a number that is off by more than 0.01.
func Plant(seed uint64, t Task) (Planted, error) {
	r := rand.New(rand.NewPCG(seed, 790))
	for {
		faults := plantableFaults()
		faultySolver := anatomy.FaultySolver{Correct: t.Solver, Fault: faults[r.IntN(len(faults))],
			CorrectSteps: 1 + r.IntN(2)}
		trace, err := t.run(faultySolver, 8)
		if err != nil {
			return Planted{}, err
		}
		rows := RowsOf(trace)
		found, err := Compare(context.Background(), t, rows, 1e-6)
		if err != nil {
			return Planted{}, err
		}
		if found.Step >= 2 && found.Group() != "" && math.Abs(found.Want-found.Have) > 0.01 &&
			math.Abs(found.Have) < 1e4 {
			return Planted{Fault: faultySolver.Fault, Trace: trace, Departure: found}, nil
		}
	}
}

//go:embed templates/*.txt
var templates embed.FS

// Languages returns the languages of the skeletons.
func Languages() []string { return []string{"python", "go", "pseudo"} }

// Columns are the columns that a trace of SMO should have. k and l are required.
const Columns = "step,k,l,E_k,E_l,s,gamma,lo,hi,kappa,unclipped,alpha_k,alpha_l,bias"

// columns returns the columns that a trace of the task should have.
func (t Task) columns() string {
	if _, ok := t.Solver.(solvers.SMO); ok {
		return Columns
	}
	names := []string{"step"}
	for _, c := range descentColumns(t.Set.Len()) {
		names = append(names, c.names[0])
	}
	return strings.Join(names, ",")
}

// Skeleton writes a program to start from: the data of a task of Tasks, the columns of its trace,
// and the algorithm without the crucial lines. The text checkCommand is the command with which the
// student compares the trace. An unknown language is an error.
func Skeleton(w io.Writer, t Task, language, checkCommand string) error {
	text, err := templates.ReadFile("templates/" + t.Solver.Name() + "." + language + ".txt")
	if err != nil {
		return fmt.Errorf("there is no skeleton in %q; there are %s", language, strings.Join(Languages(), ", "))
	}
	brackets := "()"
	if language == "go" {
		brackets = "{}"
	}
	var points, labels, zeroOneLabels []string
	for i, x := range t.Set.Points() {
		points = append(points, brackets[:1]+formatList(x)+brackets[1:])
		labels = append(labels, formatShortest(t.Set.Label(i)))
		zeroOneLabels = append(zeroOneLabels, formatShortest(anatomy.ZeroOne(t.Set.Label(i))))
	}
	smo, _ := t.Solver.(solvers.SMO)
	logistic, _ := t.Solver.(solvers.Logistic)
	_, err = strings.NewReplacer(
		"{{.Check}}", checkCommand, "{{.Columns}}", t.columns(), "{{.N}}", strconv.Itoa(t.Set.Len()),
		"{{.X}}", strings.Join(points, ", "), "{{.T}}", strings.Join(labels, ", "),
		"{{.Y}}", strings.Join(zeroOneLabels, ", "),
		"{{.C}}", formatShortest(smo.C), "{{.Tol}}", formatShortest(smo.Tol), "{{.Kernel}}", kernels.Describe(t.Kernel),
		"{{.Gamma}}", formatShortest(logistic.Gamma), "{{.Steps}}", strconv.Itoa(logistic.MaxSteps),
	).WriteString(w, string(text))
	return err
}

func formatList(v []float64) string {
	parts := make([]string, len(v))
	for i, x := range v {
		parts[i] = formatShortest(x)
	}
	return strings.Join(parts, ", ")
}

func formatShortest(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

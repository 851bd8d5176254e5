package anatomy

import (
	"math"
	"slices"
	"strings"
	"sync"

	"kernellab/solvers"
)

// Observable is a property of a step that a breakpoint condition can refer to, such as "alpha"
// or "clip".
type Observable struct {
	Name    string   // name in conditions, such as "alpha"
	Symbol  string   // symbol in formulas, such as "α"
	Aliases []string // further names that conditions may use
	Help    string
	// Typical is a value with which conditions often compare the observable.
	Typical string
	Kind    ValueKind
	About   Subject
	Size    int  // number of entries, which conditions count from 1; 0 if the observable has no index
	Point   bool // entries are written f(x3) instead of f[3]
	Feature bool // the entries belong to features rather than points
	Index   bool // the value is the number of a point, so it can be an index: alpha[k]
	Flips   bool // the value has a sign, so that the verb "flips" applies
	// Words are the values of an observable of kind OneOfWords. If Idle is set, the first word
	// means that nothing happened. The name of the observable alone is then a condition: it holds
	// if the value is not the first word.
	Words []string
	Idle  bool
	// Value returns the value of entry i, counted from 0, at a step. ok is false if the step
	// has no value.
	Value func(s solvers.Step, i int) (v float64, ok bool)
}

// ValueKind is the type of the values of an observable.
type ValueKind uint8

// The kinds of values. A word is represented by its index in the list, a flag by 1
// or 0, and a pair by its [PairCode].
const (
	Number ValueKind = iota
	OneOfWords
	Flag
	PointPair
)

// Subject is what an observable describes.
type Subject uint8

// The subjects, in order of how often their values change.
const (
	AboutProblem  Subject = iota // the problem, which never changes
	AboutPosition                // the position (α, b, f) that the step led to
	AboutStep                    // what the step did
)

// maxPoints exceeds the number of every point in a pair, so that the code of a pair is an exact
// integer.
const maxPoints = 1 << 20

// PairCode encodes two points as one number, which does not depend on their order.
func PairCode(a, b int) float64 { return float64(min(a, b)*maxPoints + max(a, b)) }

// PairOfCode is the inverse of [PairCode].
func PairOfCode(code float64) (a, b int) { return int(code) / maxPoints, int(code) % maxPoints }

// everyStep returns the Value function of an observable that every step has.
func everyStep(read func(s solvers.Step) float64) func(solvers.Step, int) (float64, bool) {
	return func(s solvers.Step, _ int) (float64, bool) { return read(s), true }
}

// optional returns the Value function of an observable that some steps lack.
func optional(read func(solvers.Step) (float64, bool)) func(solvers.Step, int) (float64, bool) {
	return func(s solvers.Step, _ int) (float64, bool) { return read(s) }
}

// detailValue returns the Value function of an observable that is read from a step's detail.
func detailValue[D solvers.Detail](read func(d D) float64) func(solvers.Step, int) (float64, bool) {
	return optional(FromDetail(read))
}

// lazyConstant returns the Value function of a constant that is computed when it is first needed.
func lazyConstant(compute func() float64) func(solvers.Step, int) (float64, bool) {
	cached := sync.OnceValue(compute)
	return func(solvers.Step, int) (float64, bool) { return cached(), true }
}

// observe returns an observable. The argument names contains its name, its symbol
// and its aliases, separated by spaces.
func observe(names, help string, about Subject, value func(solvers.Step, int) (float64, bool)) Observable {
	n := strings.Fields(names)
	return Observable{Name: n[0], Symbol: n[1], Aliases: n[2:], Help: help, About: about, Value: value}
}

// constantObservable returns an observable that no step changes.
func constantObservable(names, help string, v float64) Observable {
	return observe(names, help, AboutProblem, everyStep(func(solvers.Step) float64 { return v }))
}

// positionObservable returns an observable of the position after the step.
func positionObservable(names, help string, read func(s solvers.Step) float64) Observable {
	return observe(names, help, AboutPosition, everyStep(read))
}

// withTypical returns the observable with a typical value.
func (o Observable) withTypical(typical string) Observable {
	o.Typical = typical
	return o
}

// asFlag returns the observable with the values true and false.
func (o Observable) asFlag() Observable {
	o.Kind = Flag
	return o
}

// withEntries returns the observable with n entries.
func (o Observable) withEntries(n int) Observable {
	o.Size = n
	return o
}

// byPoint returns the observable with an entry for each of n points, written as in f(x3).
func (o Observable) byPoint(n int) Observable {
	o.Size, o.Point = n, true
	return o
}

// withFlips returns the observable with Flips set.
func (o Observable) withFlips() Observable {
	o.Flips = true
	return o
}

// withWords returns the observable with the given words as values.
func (o Observable) withWords(words ...string) Observable {
	o.Kind, o.Words = OneOfWords, words
	return o
}

// asIndex returns the observable with Index set.
func (o Observable) asIndex() Observable {
	o.Index = true
	return o
}

// boolNumber returns 1 for true and 0 for false.
func boolNumber(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Observables returns the observables of a run: first those of the kind, then those that all
// solvers have.
func (k Kind) Observables(s solvers.Solver, p *solvers.Problem) []Observable {
	points := pointObservables(p)
	if k.Restarts {
		points[0].Value = afterSolving(points[0].Value)
	}
	return slices.Concat(k.Observe(s, p), points, spectrumObservables(p), statusObservables())
}

// Observables returns the quantities that have a ConditionName, as observables. Those with the same
// ConditionName become the entries of one observable.
func (d Derivation) Observables() []Observable {
	var out []Observable
	for _, q := range d {
		switch {
		case q.ConditionName == "":
		case q.Entry > 1:
			out[len(out)-1].addEntry(q)
		default:
			out = append(out, q.observable())
		}
	}
	return out
}

// observable returns the quantity as an observable. If Entry is set, it is the first entry of the
// observable.
func (q Quantity) observable() Observable {
	out := Observable{Name: q.ConditionName, Symbol: q.Symbol, Aliases: q.Aliases, Help: q.Help, About: AboutStep,
		Typical: q.Typical, Value: optional(q.Recorded)}
	if q.Persistent {
		out.About = AboutPosition
	}
	if q.Entry > 0 {
		out.Symbol, out.Size = strings.TrimRight(q.Symbol, "₀₁₂₃₄₅₆₇₈₉"), 1
	}
	return out
}

// addEntry adds a quantity as the next entry of the observable.
func (o *Observable) addEntry(q Quantity) {
	earlierEntries, newIndex := o.Value, o.Size
	o.Size++
	o.Value = func(s solvers.Step, i int) (float64, bool) {
		if i < newIndex {
			return earlierEntries(s, i)
		}
		return q.Recorded(s)
	}
}

// statusObservables returns the observables about the progress of a run.
func statusObservables() []Observable {
	var words []string
	for s := solvers.Running; s.String() != "unknown"; s++ {
		words = append(words, s.String())
	}
	progress := ProgressObservables("the solver has ended")
	return []Observable{
		progress[0],
		positionObservable("updates updates", "how many steps moved a coefficient",
			func(s solvers.Step) float64 { return float64(s.Updates) }),
		positionObservable("status status", "running, or how it ended",
			func(s solvers.Step) float64 { return float64(s.Status) }).withWords(words...),
		progress[1],
	}
}

// ProgressObservables returns two observables: the number of the step, and whether the run is done.
// doneHelp is the help text of the latter.
func ProgressObservables(doneHelp string) []Observable {
	return []Observable{
		positionObservable("step step n N", "the number of the step",
			func(s solvers.Step) float64 { return float64(s.N) }),
		positionObservable("done done", doneHelp,
			func(s solvers.Step) float64 { return boolNumber(s.Status.Done()) }).asFlag(),
	}
}

// pointObservables returns the observables f and t, which have an entry for each point.
func pointObservables(p *solvers.Problem) []Observable {
	return []Observable{
		observe("f f", "f at a point", AboutPosition,
			func(s solvers.Step, i int) (float64, bool) { return s.F(i), true }).byPoint(p.Len()).withFlips(),
		observe("t t y", "the label or target of a point", AboutProblem,
			func(_ solvers.Step, i int) (float64, bool) { return p.Y(i), true }).withEntries(p.Len()),
	}
}

// classObservables returns the observables of a classifier: its prediction at each point, and the
// number of errors.
func classObservables(p *solvers.Problem) []Observable {
	return []Observable{
		observe("pred pred prediction class", "the side a point is on: the sign of f", AboutPosition,
			func(s solvers.Step, i int) (float64, bool) { return Side(s.F(i)), true }).byPoint(p.Len()).withFlips(),
		positionObservable("errors errors", "how many points are on the wrong side, with y·f ≤ 0",
			func(s solvers.Step) float64 {
				n := 0.0
				for i := range p.Len() {
					n += boolNumber(PlusMinus(p.Y(i))*s.F(i) <= 0) // label 0 counts as −1
				}
				return n
			}).withTypical("0"),
	}
}

// Side returns the sign of a number: −1, 0 or 1.
func Side(v float64) float64 { return boolNumber(v > 0) - boolNumber(v < 0) }

// coefObservable returns the observable of the coefficients: α or a, with the given names, or w in
// the primal.
func coefObservable(p *solvers.Problem, names string) Observable {
	help := "the dual weight of a point"
	if p.IsPrimal() {
		names, help = "w w a alpha", "the weight of a feature"
	}
	o := observe(names, help, AboutPosition,
		func(s solvers.Step, i int) (float64, bool) { return s.Coef().At(i), true }).withEntries(p.Dim())
	o.Feature = p.IsPrimal()
	return o
}

// countCoefficients returns a function that counts the coefficients of a step that satisfy a
// condition.
func countCoefficients(condition func(a float64) bool) func(solvers.Step) float64 {
	return func(s solvers.Step) float64 {
		n := 0.0
		for _, a := range s.Coef().All() {
			n += boolNumber(condition(a))
		}
		return n
	}
}

// supportObservable returns the observable nSV, the number of points with a positive coefficient.
func supportObservable() Observable {
	return positionObservable("nSV nSV support", "how many α are above 0",
		countCoefficients(func(a float64) bool { return a > 0 }))
}

func biasObservable() Observable {
	return positionObservable("b b bias", "the offset of f", func(s solvers.Step) float64 { return s.Bias })
}

func dualObservable() Observable {
	return positionObservable("g g W objective dual", "the dual objective",
		func(s solvers.Step) float64 { return s.Objective })
}

// lossObservable returns the observable of the objective, called loss. A step whose objective is
// NaN has no value.
func lossObservable(help string) Observable {
	return observe("loss loss objective", help, AboutPosition,
		func(s solvers.Step, _ int) (float64, bool) { return s.Objective, !math.IsNaN(s.Objective) })
}

// residualObservable returns the observable of the residuals that a step used. It has an entry for
// each point, and no values for an initial state.
func residualObservable(p *solvers.Problem, names, residual string) Observable {
	return observe(names, residual+" of a point before the step", AboutStep, entryValue(Residuals)).withEntries(p.Len())
}

// entryValue returns the Value function of a vector's entries. It returns false beyond the end
// of the vector.
func entryValue(read func(solvers.Step) solvers.Vector) func(solvers.Step, int) (float64, bool) {
	return func(s solvers.Step, i int) (float64, bool) {
		v := read(s)
		if i >= v.Len() {
			return 0, false
		}
		return v.At(i), true
	}
}

// spectrumObservables returns the observables of the smallest and the largest eigenvalue of K.
func spectrumObservables(p *solvers.Problem) []Observable {
	values := sync.OnceValue(func() []float64 { return eigenvalues(p) })
	return []Observable{
		observe("eig_min eig_min λ_min lambda_min eigmin", "the smallest eigenvalue of K", AboutProblem,
			lazyConstant(func() float64 { return values()[0] })).withTypical("0"),
		observe("eig_max eig_max λ_max lambda_max eigmax", "the largest eigenvalue of K", AboutProblem,
			lazyConstant(func() float64 { return values()[len(values())-1] })),
	}
}

// eigenvalues returns the eigenvalues of K in ascending order, or a single NaN if
// they cannot be computed.
func eigenvalues(p *solvers.Problem) []float64 {
	if values := solvers.Eigenvalues(p.Len(), p.K); values != nil {
		return values
	}
	return []float64{math.NaN()}
}

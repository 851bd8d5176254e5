package anatomy

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kernellab/solvers"
)

// Observable is something that a condition can ask of a step: "alpha", "clip".
type Observable struct {
	Name    string   // as conditions are printed: "alpha"
	Symbol  string   // as formulas are set: "α"
	Aliases []string // further names that are understood
	Help    string
	// Typical is a value that it is often compared with.
	Typical string
	Kind    ValueKind
	About   Subject
	Size    int  // the number of entries, which count from 1; 0: it has no index
	Point   bool // an entry is written f(x3), not f[3]
	Feature bool // the entries belong to features, not to points
	Index   bool // the value is the number of a point, so that alpha[k] can be asked
	Flips   bool // it has a side, so that the verb "flips" suits it
	// Words are the values of an observable of kind OneOfWords. If Idle is set,
	// the first means that nothing happened, and the name alone stands for all
	// the others.
	Words []string
	Idle  bool
	// Value returns the value at a step, of entry i counted from 0. Not ok if the
	// step has none.
	Value func(s solvers.Step, i int) (v float64, ok bool)
}

// ValueKind is what an observable is compared with.
type ValueKind uint8

// The kinds of values. The value of a word is its place in the list, that of a
// flag 1 or 0, and that of a pair its [PairCode].
const (
	Number ValueKind = iota
	OneOfWords
	Flag
	PointPair
)

// Subject is what an observable is about.
type Subject uint8

// The subjects, from what lasts longest.
const (
	AboutProblem  Subject = iota // the problem, which never changes
	AboutPosition                // the position that a step led to
	AboutStep                    // what the step did
)

// maxPoints bounds the numbers in a pair, so that its code is a whole number.
const maxPoints = 1 << 20

// PairCode returns two points, in any order, as one number.
func PairCode(a, b int) float64 { return float64(min(a, b)*maxPoints + max(a, b)) }

// PairOfCode undoes [PairCode].
func PairOfCode(code float64) (a, b int) { return int(code) / maxPoints, int(code) % maxPoints }

// value makes an observable's value that no step is without.
func value(of func(s solvers.Step) float64) func(solvers.Step, int) (float64, bool) {
	return func(s solvers.Step, _ int) (float64, bool) { return of(s), true }
}

// scalar makes a value without entries.
func scalar(of func(solvers.Step) (float64, bool)) func(solvers.Step, int) (float64, bool) {
	return func(s solvers.Step, _ int) (float64, bool) { return of(s) }
}

// detail makes a value of what a step's detail says.
func detail[D solvers.Detail](of func(d D) float64) func(solvers.Step, int) (float64, bool) {
	return scalar(FromDetail(of))
}

// once makes a value that is computed when it is first asked for.
func once(of func() float64) func(solvers.Step, int) (float64, bool) {
	first := sync.OnceValue(of)
	return func(solvers.Step, int) (float64, bool) { return first(), true }
}

// observe returns an observable. Its names are the name, the symbol, and further names,
// with spaces between them.
func observe(names, help string, about Subject, value func(solvers.Step, int) (float64, bool)) Observable {
	n := strings.Fields(names)
	return Observable{Name: n[0], Symbol: n[1], Aliases: n[2:], Help: help, About: about, Value: value}
}

// constant is an observable that no step changes.
func constant(names, help string, v float64) Observable {
	return observe(names, help, AboutProblem, value(func(solvers.Step) float64 { return v }))
}

// position is a number of the position that a step led to.
func position(names, help string, of func(s solvers.Step) float64) Observable {
	return observe(names, help, AboutPosition, value(of))
}

// often returns the observable with a value that it is often compared with.
func (o Observable) often(typical string) Observable {
	o.Typical = typical
	return o
}

// flag returns the observable as one that is true or false.
func (o Observable) flag() Observable {
	o.Kind = Flag
	return o
}

// each returns the observable with an entry for each of n.
func (o Observable) each(n int) Observable {
	o.Size = n
	return o
}

// byPoint returns the observable with an entry for each of n points, written f(x3).
func (o Observable) byPoint(n int) Observable {
	o.Size, o.Point = n, true
	return o
}

// sided returns the observable as one that has a side to flip to.
func (o Observable) sided() Observable {
	o.Flips = true
	return o
}

// words returns the observable as one of some words.
func (o Observable) words(words ...string) Observable {
	o.Kind, o.Words = OneOfWords, words
	return o
}

// index returns the observable as one that names a point.
func (o Observable) index() Observable {
	o.Index = true
	return o
}

// flagged returns a truth value as a number.
func flagged(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Observables returns what conditions can ask of the steps of a run: the words
// of its kind, then those of every solver. Of a solver without a kind there are
// the latter alone.
func (k Kind) Observables(s solvers.Solver, p *solvers.Problem) []Observable {
	points := pointObservables(p)
	switch {
	case k.Observe != nil:
		own := k.Observe(s, p)
		if k.Restarts {
			points[0].Value = onceSolved(points[0].Value)
		}
		return slices.Concat(own, points, spectrumObservables(p), statusObservables())
	case k.Words != nil:
		return slices.Concat(k.derivedObservables(s, p), points, spectrumObservables(p), statusObservables())
	}
	return append(statusObservables(), points...)
}

// derivedObservables are those of a kind that lists none: its coefficients, its
// objective, the words of its derivation, and its parameters.
func (k Kind) derivedObservables(s solvers.Solver, p *solvers.Problem) []Observable {
	objective := position(k.Objective+" "+k.Objective+" objective", "what the steps go by", func(s solvers.Step) float64 { return s.Objective })
	out := append([]Observable{coefficients(p, k.Letter+" "+k.Letter), objective}, k.Words().Observables()...)
	for _, q := range k.Parameters {
		if v, err := strconv.ParseFloat(q.Text(s), 64); err == nil && q.Sign != "" {
			out = append(out, constant(q.Name+" "+q.Sign, "a parameter of "+k.Title, v))
		}
	}
	return out
}

// Observables returns the quantities that conditions know by a word. Entries of
// one word are one observable.
func (s Derivation) Observables() []Observable {
	var out []Observable
	for _, q := range s {
		switch {
		case q.Word == "":
		case q.Entry > 1:
			out[len(out)-1].join(q)
		default:
			out = append(out, q.observable())
		}
	}
	return out
}

// observable is a quantity, or the first of several entries, as a condition
// asks for it.
func (q Quantity) observable() Observable {
	out := Observable{Name: q.Word, Symbol: q.Symbol, Aliases: q.Aliases, Help: q.Help, About: AboutStep, Typical: q.Typical, Value: scalar(q.Recorded)}
	if q.Persistent {
		out.About = AboutPosition
	}
	if q.Entry > 0 {
		out.Symbol, out.Size = strings.TrimRight(q.Symbol, "₀₁₂₃₄₅₆₇₈₉"), 1
	}
	return out
}

// join makes a quantity the next entry.
func (o *Observable) join(q Quantity) {
	before, last := o.Value, o.Size
	o.Size++
	o.Value = func(s solvers.Step, i int) (float64, bool) {
		if i < last {
			return before(s, i)
		}
		return q.Recorded(s)
	}
}

// statusObservables say how far a run has come.
func statusObservables() []Observable {
	var words []string
	for s := solvers.Running; s.String() != "unknown"; s++ {
		words = append(words, s.String())
	}
	place := PlaceObservables("the solver has ended")
	return []Observable{
		place[0],
		position("updates updates", "how many steps moved a coefficient", func(s solvers.Step) float64 { return float64(s.Updates) }),
		position("status status", "running, or how it ended", func(s solvers.Step) float64 { return float64(s.Status) }).words(words...),
		place[1],
	}
}

// PlaceObservables returns the number of the step, and whether it is the last.
func PlaceObservables(done string) []Observable {
	return []Observable{
		position("step step n N", "the number of the step", func(s solvers.Step) float64 { return float64(s.N) }),
		position("done done", done, func(s solvers.Step) float64 { return flagged(s.Status.Done()) }).flag(),
	}
}

// pointObservables are f and the label of each point.
func pointObservables(p *solvers.Problem) []Observable {
	return []Observable{
		observe("f f", "f at a point", AboutPosition, func(s solvers.Step, i int) (float64, bool) { return s.F(i), true }).byPoint(p.Len()).sided(),
		observe("t t y", "the label or target of a point", AboutProblem, func(_ solvers.Step, i int) (float64, bool) { return p.Y(i), true }).each(p.Len()),
	}
}

// classObservables are what a classifier says of the points.
func classObservables(p *solvers.Problem) []Observable {
	return []Observable{
		observe("pred pred prediction class", "the side a point is on: the sign of f", AboutPosition,
			func(s solvers.Step, i int) (float64, bool) { return Side(s.F(i)), true }).byPoint(p.Len()).sided(),
		position("errors errors", "how many points are on the wrong side, with y·f ≤ 0", func(s solvers.Step) float64 {
			n := 0.0
			for i := range p.Len() {
				n += flagged(PM(p.Y(i))*s.F(i) <= 0) // a label 0 counts as −1
			}
			return n
		}).often("0"),
	}
}

// Side returns the sign of a number: −1, 0 or 1.
func Side(v float64) float64 { return flagged(v > 0) - flagged(v < 0) }

// coefficients are the entries of α, a or w.
func coefficients(p *solvers.Problem, names string) Observable {
	help := "the dual weight of a point"
	if p.Primal() {
		names, help = "w w a alpha", "the weight of a feature"
	}
	o := observe(names, help, AboutPosition, func(s solvers.Step, i int) (float64, bool) { return s.Coef().At(i), true }).each(p.Dim())
	o.Feature = p.Primal()
	return o
}

// countCoefficients counts the coefficients of which a condition is true.
func countCoefficients(is func(a float64) bool) func(solvers.Step) float64 {
	return func(s solvers.Step) float64 {
		n := 0.0
		for _, a := range s.Coef().All() {
			n += flagged(is(a))
		}
		return n
	}
}

// support counts the points with a coefficient.
func support() Observable {
	return position("nSV nSV support", "how many α are above 0", countCoefficients(func(a float64) bool { return a > 0 }))
}

// bias is b.
func bias() Observable {
	return position("b b bias", "the offset of f", func(s solvers.Step) float64 { return s.Bias })
}

// dualObjective is W.
func dualObjective() Observable {
	return position("W W objective dual", "the dual objective", func(s solvers.Step) float64 { return s.Objective })
}

// lossObservable is what a solver descends; a step may be without it.
func lossObservable(help string) Observable {
	return observe("loss loss objective", help, AboutPosition, func(s solvers.Step, _ int) (float64, bool) { return s.Objective, !math.IsNaN(s.Objective) })
}

// residualObservable is what a step went by, by point, which the start does not have.
func residualObservable(p *solvers.Problem, names, what string) Observable {
	return observe(names, what+" of a point before the step", AboutStep, entry(Residuals)).each(p.Len())
}

// entry makes a value of an entry of a vector, which may be shorter.
func entry(of func(solvers.Step) solvers.Vector) func(solvers.Step, int) (float64, bool) {
	return func(s solvers.Step, i int) (float64, bool) {
		v := of(s)
		if i >= v.Len() {
			return 0, false
		}
		return v.At(i), true
	}
}

// spectrumObservables are the ends of the spectrum of K.
func spectrumObservables(p *solvers.Problem) []Observable {
	values := sync.OnceValue(func() []float64 { return eigenvalues(p) })
	return []Observable{
		observe("eig_min eig_min λ_min lambda_min eigmin", "the smallest eigenvalue of K", AboutProblem, once(func() float64 { return values()[0] })).often("0"),
		observe("eig_max eig_max λ_max lambda_max eigmax", "the largest eigenvalue of K", AboutProblem, once(func() float64 { return values()[len(values())-1] })),
	}
}

// eigenvalues returns those of K, rising; NaN alone if they are not found.
func eigenvalues(p *solvers.Problem) []float64 {
	if values := solvers.Eigenvalues(p.Len(), p.K); values != nil {
		return values
	}
	return []float64{math.NaN()}
}

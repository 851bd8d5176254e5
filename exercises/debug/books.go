package debug

import (
	"sync"

	"kernellab/exercises"
	"kernellab/exercises/anatomy/ledger"
	"kernellab/exercises/anatomy/watch"
	"kernellab/exercises/anatomy/why"
	"kernellab/solvers"
)

// desk is what the questions about a segment need and no step changes. It is
// made when it is first asked for, once for all runs that share the segment.
type desk struct {
	books   func() *ledger.Books
	words   func() watch.Vocabulary
	reasons func() *why.Desk
	// listed are the names of the painter's own breaks.
	listed func() map[string]bool
	typed  sync.Map // watch.Condition by its text
}

func newDesk(s segment, traces []solvers.Trace) *desk {
	return &desk{
		books:   sync.OnceValue(func() *ledger.Books { return ledger.Open(s.model, s.view(traces)) }),
		words:   sync.OnceValue(func() watch.Vocabulary { return watch.For(s.solvers[0], s.problems[0]) }),
		reasons: sync.OnceValue(func() *why.Desk { return why.Open(s.model) }),
		listed: sync.OnceValue(func() map[string]bool {
			names := map[string]bool{}
			for _, b := range s.painter.Breaks() {
				names[b.Name] = true
			}
			return names
		}),
	}
}

var (
	_ exercises.Ledger  = Run{}
	_ exercises.Watcher = Run{}
)

// Invariants lists what must hold at frame i.
func (r Run) Invariants(i int) []exercises.Invariant {
	if i < 0 || i >= r.Len() {
		return nil
	}
	seg := r.at(i)
	if _, ok := seg.main().(solvers.Ridge); ok && seg.from > 0 {
		return seg.desk.books().Invariants(seg.stages(r.traces, i), i-seg.from)
	}
	if i > 0 && r.opens(i) {
		return seg.desk.books().Opening(r.view(seg), i)
	}
	return seg.desk.books().Invariants(r.view(seg), i)
}

// stages are the frames of a segment up to i alone: ridge regression began
// again with it.
func (s segment) stages(traces []solvers.Trace, i int) []solvers.Trace {
	out := s.view(traces)
	for j, t := range out {
		short := solvers.From(t.Solver(), t.Problem(), t.At(s.from))
		for at := s.from + 1; at <= min(i, t.Len()-1); at++ {
			short = short.With(t.At(at))
		}
		out[j] = short
	}
	return out
}

// Watch reads a condition in the words of the run's algorithm.
func (r Run) Watch(text string) (exercises.Break, error) {
	c, err := watch.Compile(text, r.last().desk.words())
	if err != nil {
		return exercises.Break{}, err
	}
	return exercises.Break{Name: c.String(), Label: c.Label()}, nil
}

// Complete lists how a condition can go on at rune at.
func (r Run) Complete(text string, at int) []exercises.Completion {
	return r.last().desk.words().Complete(text, at)
}

// Reading is the value of what a condition looks at, at frame i; "" for a
// break that was not typed.
func (r Run) Reading(b exercises.Break, i int) string {
	if i < 0 || i >= r.Len() || r.at(i).desk.listed()[b.Name] {
		return ""
	}
	c, ok := r.at(i).desk.read(b.Name)
	if !ok {
		return ""
	}
	now := r.traces[0].At(i)
	if r.opens(i) {
		return c.Reading(now, now)
	}
	return c.Reading(r.traces[0].At(i-1), now)
}

// condition makes a break ready to be asked of many steps: one of the
// painter's by its name, any other as a text. One that cannot be read never
// holds.
func condition(s segment, b exercises.Break) func(prev, now solvers.Step) bool {
	if s.desk.listed()[b.Name] {
		return func(prev, now solvers.Step) bool { return s.painter.Holds(b.Name, prev, now) }
	}
	c, _ := s.desk.read(b.Name)
	return c.Holds
}

// read compiles a condition, each text once: a search goes through many steps
// with one.
func (d *desk) read(text string) (c watch.Condition, ok bool) {
	if known, seen := d.typed.Load(text); seen {
		return known.(watch.Condition), true
	}
	c, err := watch.Compile(text, d.words())
	if err != nil {
		return watch.Condition{}, false
	}
	d.typed.Store(text, c)
	return c, true
}

package solvers

import (
	"context"
	"errors"
	"slices"
	"sync"
	"weak"
)

// MemoryBudget limits the memory, in bytes, of the steps of traces. It applies to the
// traces that are extended with it. If they need more, the largest store drops every other
// step, and [Trace.At] recomputes these when needed. Solvers are deterministic, so this
// only takes time. Recomputed steps may take up to 1 MB in addition. A MemoryBudget is safe
// for concurrent use.
type MemoryBudget struct {
	limit  int
	parent *MemoryBudget // another budget that also applies, or nil

	mu     sync.Mutex
	stores []weak.Pointer[stepStore]
}

// RunMemory is the budget in bytes for the steps of a run without another budget. A process
// has 256 MB for them. A run gets less than half, because the garbage collector may not yet
// have freed the same amount.
const RunMemory = 96 << 20

// NewMemoryBudget returns a budget of the given bytes. If parent is not nil,
// that budget applies as well.
func NewMemoryBudget(limit int, parent *MemoryBudget) *MemoryBudget {
	return &MemoryBudget{limit: limit, parent: parent}
}

// budgetKey is the key of a context's budget.
type budgetKey struct{}

// WithMemoryBudget returns a context in which extending traces is subject to a
// budget.
func WithMemoryBudget(ctx context.Context, r *MemoryBudget) context.Context {
	return context.WithValue(ctx, budgetKey{}, r)
}

// budgetOf returns the budget of a context, or nil.
func budgetOf(ctx context.Context) *MemoryBudget {
	r, _ := ctx.Value(budgetKey{}).(*MemoryBudget)
	return r
}

// Used returns the bytes that the live traces of the budget take now.
func (r *MemoryBudget) Used() int { return totalBytes(r.inUse()) }

func totalBytes(all []*stepStore) int {
	sum := 0
	for _, v := range all {
		sum += v.bytes()
	}
	return sum
}

// add adds a store to the budget and its parents.
func (r *MemoryBudget) add(v *stepStore) {
	for ; r != nil; r = r.parent {
		r.mu.Lock()
		r.stores = append(r.stores, weak.Make(v))
		r.mu.Unlock()
	}
}

// inUse returns the stores of live traces and forgets the others.
func (r *MemoryBudget) inUse() []*stepStore {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []*stepStore
	r.stores = slices.DeleteFunc(r.stores, func(w weak.Pointer[stepStore]) bool {
		v := w.Value()
		if v != nil {
			out = append(out, v)
		}
		return v == nil
	})
	return out
}

// ErrMemory is the error for a trace that cannot grow, because all traces together use up a
// budget that contains its own, even after thinning.
var ErrMemory = errors.New("the runs of all students here fill the memory: try again when others have left theirs")

// full reports whether a budget that contains this one is used up.
func (r *MemoryBudget) full() bool {
	for r = r.parent; r != nil; r = r.parent {
		if r.Used() > r.limit {
			return true
		}
	}
	return false
}

// enforce thins the largest stores until all of them fit, in this budget and
// its parents.
func (r *MemoryBudget) enforce() {
	for ; r != nil; r = r.parent {
		all := r.inUse()
		for totalBytes(all) > r.limit && thinLargest(all) {
		}
	}
}

// thinLargest thins the largest store that can be thinned. It reports whether
// there was one.
func thinLargest(all []*stepStore) bool {
	slices.SortFunc(all, func(a, b *stepStore) int { return b.bytes() - a.bytes() })
	for _, v := range all {
		if v.thin() {
			return true
		}
	}
	return false
}

// keepAll is the largest number of points for which a trace stores every step
// while the budget lasts. With more points it stores only some steps from the
// start.
const keepAll = 500

// keepFirst is the number of first steps that are always stored, because the
// stages of ridge regression are few and expensive.
const keepFirst = 16

// interval returns the initial distance between stored steps, so that on
// average about 250 numbers per step are stored.
func interval(p *Problem) int {
	if p.Len() <= keepAll {
		return 1
	}
	return max(1, (p.Len()+p.Dim())/500)
}

// These limit the recomputed steps that are stored, in number and in bytes.
const (
	recallSteps = 512
	recallBytes = 1 << 20
)

// stepStore stores some steps of a trace: one step per interval, and some
// recomputed ones. All traces that share it would compute the same steps, so it
// can be thinned at any time. It is safe for concurrent use.
type stepStore struct {
	parent *stepStore // has the steps before from; nil if there are none
	from   int

	mu         sync.Mutex
	budgets    []*MemoryBudget
	interval   int
	kept       stepSet
	recomputed stepSet
	seen       int // number of steps so far
}

// stepSet is a set of steps by number, with its size.
type stepSet struct {
	steps map[int]Step
	bytes int
}

func (s *stepSet) put(i int, step Step) {
	if s.steps == nil {
		s.steps = map[int]Step{}
	}
	if _, ok := s.steps[i]; !ok {
		s.steps[i] = step
		s.bytes += step.bytes()
	}
}

// fork returns a store for a trace that shares the steps before i with v.
func (v *stepStore) fork(i int) *stepStore {
	v.mu.Lock()
	defer v.mu.Unlock()
	return &stepStore{parent: v, from: i, interval: v.interval}
}

// join adds the store to a budget and returns that. If r is nil, it uses the
// store's first budget, or a new one of RunMemory.
func (v *stepStore) join(r *MemoryBudget) *MemoryBudget {
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case r == nil && len(v.budgets) > 0:
		return v.budgets[0]
	case r == nil:
		r = NewMemoryBudget(RunMemory, nil)
	}
	if !slices.Contains(v.budgets, r) {
		v.budgets = append(v.budgets, r)
		r.add(v)
	}
	return r
}

// maxInterval returns the largest distance between stored steps, including
// those of parents.
func (v *stepStore) maxInterval() int {
	widest := 1
	for ; v != nil; v = v.parent {
		v.mu.Lock()
		widest = max(widest, v.interval)
		v.mu.Unlock()
	}
	return widest
}

// keeps reports whether step i is to be stored. The caller holds the lock.
func (v *stepStore) keeps(i int) bool { return i < keepFirst || i%v.interval == 0 }

// keep stores step i if keeps reports true.
func (v *stepStore) keep(i int, s Step) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.seen++
	if v.keeps(i) {
		v.kept.put(i, s)
	}
}

// recall stores a recomputed step.
func (v *stepStore) recall(i int, s Step) {
	v = v.owner(i)
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.recomputed.steps) >= recallSteps || v.recomputed.bytes > recallBytes {
		v.recomputed = stepSet{}
	}
	v.recomputed.put(i, s)
}

// get returns step i if it is stored.
func (v *stepStore) get(i int) (Step, bool) {
	v = v.owner(i)
	v.mu.Lock()
	defer v.mu.Unlock()
	if s, ok := v.kept.steps[i]; ok {
		return s, true
	}
	s, ok := v.recomputed.steps[i]
	return s, ok
}

// owner returns the store that step i belongs to.
func (v *stepStore) owner(i int) *stepStore {
	for i < v.from {
		v = v.parent
	}
	return v
}

// thin drops every other step and all recomputed steps. It reports whether it
// could drop any.
func (v *stepStore) thin() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.kept.steps) <= 2*keepFirst {
		return false
	}
	v.interval *= 2
	all := v.kept.steps
	v.kept, v.recomputed = stepSet{}, stepSet{}
	for i, s := range all {
		if v.keeps(i) {
			v.kept.put(i, s)
		}
	}
	return true
}

// briefBytes is the size of the numbers that a trace stores for each step.
const briefBytes = 64

// bytes returns the size of the stored steps and numbers.
func (v *stepStore) bytes() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.kept.bytes + v.recomputed.bytes + v.seen*briefBytes
}

// bytes returns the approximate size of a step.
func (s Step) bytes() int {
	const itself, detail = 240, 256
	n := len(s.coef) + len(s.scores)
	if d, ok := s.Detail.(*GradientDetail); ok {
		n += len(d.residuals) + len(d.change)
	}
	if d, ok := s.Detail.(*AscentDetail); ok {
		n += len(d.gradient)
	}
	return itself + detail + 8*n
}

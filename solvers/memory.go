package solvers

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"weak"
)

// MemoryBudget limits how many bytes the steps of several traces may take together. It applies to
// every trace that is extended in a context with this budget (see [WithMemoryBudget]). If the
// traces need more, the largest trace drops every other stored step, and [Trace.At] recomputes
// dropped steps when they are needed. Solvers are deterministic, so recomputing only takes time.
// The recomputed steps of a trace may exceed the limit by about 1 MB. A MemoryBudget is safe for
// concurrent use.
type MemoryBudget struct {
	limit  int
	parent *MemoryBudget // another budget that also limits these traces, or nil

	mu     sync.Mutex
	stores []weak.Pointer[stepStore]

	// bound is at least the result of Used. While it is within the limit, no step has to count the
	// memory of all traces.
	bound    atomic.Int64
	counting sync.Mutex // held while the bound is lowered
}

// RunMemory is the budget, in bytes, of a trace that is extended without a budget in its context. A
// process has 256 MB for steps. One trace gets less than half of that, because steps that are no
// longer used but not yet freed may take as much again.
const RunMemory = 96 << 20

// NewMemoryBudget returns a budget of limit bytes. If parent is not nil, the parent's limit applies
// to the traces as well.
func NewMemoryBudget(limit int, parent *MemoryBudget) *MemoryBudget {
	return &MemoryBudget{limit: limit, parent: parent}
}

// budgetKey is the key of a context's budget.
type budgetKey struct{}

// WithMemoryBudget returns a context in which extending traces is subject to a
// budget.
func WithMemoryBudget(ctx context.Context, b *MemoryBudget) context.Context {
	return context.WithValue(ctx, budgetKey{}, b)
}

// budgetOf returns the budget of a context, or nil.
func budgetOf(ctx context.Context) *MemoryBudget {
	b, _ := ctx.Value(budgetKey{}).(*MemoryBudget)
	return b
}

// Used returns the number of bytes that the live traces of the budget take now.
func (b *MemoryBudget) Used() int {
	b.counting.Lock()
	defer b.counting.Unlock()
	bound := b.bound.Load()
	used := totalBytes(b.liveStores())
	b.bound.Add(int64(used) - bound)
	return used
}

// isExceeded reports whether the live traces of the budget take more than its limit.
func (b *MemoryBudget) isExceeded() bool {
	return b.bound.Load() > int64(b.limit) && b.Used() > b.limit
}

func totalBytes(stores []*stepStore) int {
	sum := 0
	for _, st := range stores {
		sum += st.bytes()
	}
	return sum
}

// addStore adds a store of the given size to the budget and its parents.
func (b *MemoryBudget) addStore(st *stepStore, size int) {
	for budget := b; budget != nil; budget = budget.parent {
		budget.mu.Lock()
		budget.stores = append(budget.stores, weak.Make(st))
		budget.mu.Unlock()
	}
	b.grow(size + summaryBytes)
}

// grow records that the stores of the budget have grown.
func (b *MemoryBudget) grow(bytes int) {
	for ; b != nil; b = b.parent {
		b.bound.Add(int64(bytes))
	}
}

// liveStores returns the stores of live traces and removes the other stores from the budget.
func (b *MemoryBudget) liveStores() []*stepStore {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []*stepStore
	b.stores = slices.DeleteFunc(b.stores, func(w weak.Pointer[stepStore]) bool {
		st := w.Value()
		if st != nil {
			out = append(out, st)
		}
		return st == nil
	})
	return out
}

// ErrMemory reports that a trace cannot grow. Even after dropping steps, the traces of all
// students together use up a parent of the trace's budget.
var ErrMemory = errors.New("the runs of all students here fill the memory: try again when others have closed theirs")

// parentIsFull reports whether a parent of the budget is used up.
func (b *MemoryBudget) parentIsFull() bool {
	for b = b.parent; b != nil; b = b.parent {
		if b.isExceeded() {
			return true
		}
	}
	return false
}

// enforceLimit thins the largest stores of this budget, and of each of its parents,
// until the stores fit.
func (b *MemoryBudget) enforceLimit() {
	for ; b != nil; b = b.parent {
		for b.isExceeded() && thinLargest(b.liveStores()) {
		}
	}
}

// thinLargest thins the largest store that can be thinned. It reports whether
// there was one.
func thinLargest(stores []*stepStore) bool {
	slices.SortFunc(stores, func(a, b *stepStore) int { return b.bytes() - a.bytes() })
	for _, st := range stores {
		if st.thin() {
			return true
		}
	}
	return false
}

// maxFullyStoredPoints is the largest number of points for which a trace always stores every step as
// long as its budget allows. A trace of more points may store only some steps from the beginning.
const maxFullyStoredPoints = 500

// alwaysStoredSteps is the number of steps at the start of a trace that are always
// stored, because the steps of ridge regression are few and expensive.
const alwaysStoredSteps = 16

// initialInterval returns the initial distance between stored steps. For many points, it is chosen so
// that about 500 coefficients and scores are stored for each step of the trace on average.
func initialInterval(p *Problem) int {
	if p.Len() <= maxFullyStoredPoints {
		return 1
	}
	return max(1, (p.Len()+p.Dim())/500)
}

// The limits of the recomputed steps that a store keeps, in number and in bytes.
const (
	maxRecomputedSteps = 512
	maxRecomputedBytes = 1 << 20
)

// stepStore stores some steps of a trace: every step whose index is a multiple of interval, and
// some recomputed steps. Steps can be dropped at any time, because all traces that share the store
// would recompute the same steps. A stepStore is safe for concurrent use.
type stepStore struct {
	parent *stepStore // has the steps 0 … start−1; nil if start is 0
	start  int

	mu         sync.Mutex
	budgets    []*MemoryBudget
	interval   int
	regular    stepSet // the steps for which mustStore is true
	recomputed stepSet
	stepCount  int // number of steps so far
}

// stepSet holds steps by their index in the trace, and their total size.
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

// fork returns a store for a trace that shares the steps 0 … i−1 with st.
func (st *stepStore) fork(i int) *stepStore {
	st.mu.Lock()
	defer st.mu.Unlock()
	return &stepStore{parent: st, start: i, interval: st.interval}
}

// joinBudget adds the store to the budget b and returns b. If b is nil, it uses the store's first
// budget, or a new budget of RunMemory bytes if the store has none.
func (st *stepStore) joinBudget(b *MemoryBudget) *MemoryBudget {
	st.mu.Lock()
	defer st.mu.Unlock()
	switch {
	case b == nil && len(st.budgets) > 0:
		return st.budgets[0]
	case b == nil:
		b = NewMemoryBudget(RunMemory, nil)
	}
	if !slices.Contains(st.budgets, b) {
		st.budgets = append(st.budgets, b)
		b.addStore(st, st.size())
	}
	return b
}

// maxInterval returns the largest distance between stored steps, including
// the steps in parent stores.
func (st *stepStore) maxInterval() int {
	largestInterval := 1
	for ; st != nil; st = st.parent {
		st.mu.Lock()
		largestInterval = max(largestInterval, st.interval)
		st.mu.Unlock()
	}
	return largestInterval
}

// mustStore reports whether step i must be stored at the current interval. The caller must hold the
// lock.
func (st *stepStore) mustStore(i int) bool { return i < alwaysStoredSteps || i%st.interval == 0 }

// add counts step i, and stores the step if mustStore is true.
func (st *stepStore) add(i int, s Step) {
	st.mu.Lock()
	defer st.mu.Unlock()
	defer st.reportGrowth(st.size())
	st.stepCount++
	if st.mustStore(i) {
		st.regular.put(i, s)
	}
}

// storeRecomputed stores a recomputed step.
func (st *stepStore) storeRecomputed(i int, s Step) {
	st = st.owner(i)
	st.mu.Lock()
	defer st.mu.Unlock()
	defer st.reportGrowth(st.size())
	if len(st.recomputed.steps) >= maxRecomputedSteps || st.recomputed.bytes > maxRecomputedBytes {
		st.recomputed = stepSet{}
	}
	st.recomputed.put(i, s)
}

// get returns step i if it is stored.
func (st *stepStore) get(i int) (Step, bool) {
	st = st.owner(i)
	st.mu.Lock()
	defer st.mu.Unlock()
	if s, ok := st.regular.steps[i]; ok {
		return s, true
	}
	s, ok := st.recomputed.steps[i]
	return s, ok
}

// owner returns the store that step i belongs to.
func (st *stepStore) owner(i int) *stepStore {
	for i < st.start {
		st = st.parent
	}
	return st
}

// thin drops every other stored step and all recomputed steps. If the store has at most
// 2·alwaysStoredSteps steps, thin drops nothing and returns false.
func (st *stepStore) thin() bool {
	st.mu.Lock()
	defer st.mu.Unlock()
	if len(st.regular.steps) <= 2*alwaysStoredSteps {
		return false
	}
	st.interval *= 2
	steps := st.regular.steps
	st.regular, st.recomputed = stepSet{}, stepSet{}
	for i, s := range steps {
		if st.mustStore(i) {
			st.regular.put(i, s)
		}
	}
	return true
}

// summaryBytes is the size of a [stepSummary], which a trace stores for every step.
const summaryBytes = 64

// bytes returns the approximate size of everything in the store.
func (st *stepStore) bytes() int {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.size()
}

// size returns the same as bytes. The caller must hold the lock.
func (st *stepStore) size() int {
	return st.regular.bytes + st.recomputed.bytes + st.stepCount*summaryBytes
}

// reportGrowth reports to the budgets by how much the store has grown beyond oldSize. It does not
// report that it has shrunk: [MemoryBudget.Used] finds that. The caller must hold the lock.
func (st *stepStore) reportGrowth(oldSize int) {
	for _, b := range st.budgets {
		b.grow(max(0, st.size()-oldSize))
	}
}

// bytes returns the approximate size of a step.
func (s Step) bytes() int {
	const stepBytes, detailBytes = 240, 256
	n := len(s.coef) + len(s.scores)
	if d, ok := s.Detail.(*GradientDetail); ok {
		n += len(d.residuals) + len(d.change)
	}
	if d, ok := s.Detail.(*AscentDetail); ok {
		n += len(d.gradient)
	}
	return stepBytes + detailBytes + 8*n
}

package solvers

import (
	"context"
	"slices"
	"sync"
	"weak"
)

// Room bounds the bytes that the steps of traces extended in it may take. Where
// they take more, the largest is thinned: it keeps every other step, and takes
// those between again when they are asked for. Nobody sees a difference but in
// time, since solvers are deterministic. Up to 1 MB of steps that were asked for
// again may come on top for a while. A Room is safe for concurrent use.
type Room struct {
	most  int
	house *Room // that this one is part of; nil: none

	mu     sync.Mutex
	vaults []weak.Pointer[vault]
}

// RunRoom is what the steps of a run may take where no room is given, in bytes: of
// the 256 MB that a process has for them, less than half, since the collector lets
// as much again lie before it takes it away.
const RunRoom = 96 << 20

// NewRoom returns a room of so many bytes within another, or by itself where
// house is nil.
func NewRoom(most int, house *Room) *Room { return &Room{most: most, house: house} }

// roomKey is that of a context's room.
type roomKey struct{}

// WithRoom returns a context in which traces are extended in a room.
func WithRoom(ctx context.Context, r *Room) context.Context {
	return context.WithValue(ctx, roomKey{}, r)
}

// roomOf is the room of a context; nil: there is none.
func roomOf(ctx context.Context) *Room {
	r, _ := ctx.Value(roomKey{}).(*Room)
	return r
}

// Taken is what the traces in the room take now, those that are in use.
func (r *Room) Taken() int { return weightOf(r.all()) }

func weightOf(all []*vault) int {
	sum := 0
	for _, v := range all {
		sum += v.weight()
	}
	return sum
}

// enter takes a vault in.
func (r *Room) enter(v *vault) {
	for ; r != nil; r = r.house {
		r.mu.Lock()
		r.vaults = append(r.vaults, weak.Make(v))
		r.mu.Unlock()
	}
}

// all are the vaults in use; the others are forgotten.
func (r *Room) all() []*vault {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []*vault
	r.vaults = slices.DeleteFunc(r.vaults, func(w weak.Pointer[vault]) bool {
		v := w.Value()
		if v != nil {
			out = append(out, v)
		}
		return v == nil
	})
	return out
}

// settle thins the largest vaults until all fit, here and in the house.
func (r *Room) settle() {
	for ; r != nil; r = r.house {
		all := r.all()
		for weightOf(all) > r.most && thinLargest(all) {
		}
	}
}

// thinLargest thins the largest vault that has something to give; none has
// where it returns false.
func thinLargest(all []*vault) bool {
	slices.SortFunc(all, func(a, b *vault) int { return b.weight() - a.weight() })
	for _, v := range all {
		if v.thin() {
			return true
		}
	}
	return false
}

// keepAll is the number of points up to which a trace keeps every step as long
// as there is room. Above, it keeps one step in a few from the start.
const keepAll = 500

// keepFirst is how many steps at the beginning are kept in any case: the
// stages of ridge regression are few and dear.
const keepFirst = 16

// interval is how far apart the kept steps of a problem are at first: about 250
// numbers a step remain.
func interval(p *Problem) int {
	if p.Len() <= keepAll {
		return 1
	}
	return max(1, (p.Len()+p.Dim())/500)
}

// Of the steps taken again so many are remembered, as long as they are no more
// than so many bytes.
const (
	recallMost  = 512
	recallBytes = 1 << 20
)

// vault is the steps of a trace that are at hand: one in every few from its
// beginning, and some that were taken again. What it has of a step is what any
// trace that shares it would find, so that it may be thinned at any time. It is
// safe for concurrent use.
type vault struct {
	past *vault // has the steps below from; nil: nothing
	from int

	mu    sync.Mutex
	rooms []*Room
	every int
	kept  shelf
	again shelf
	seen  int // steps there were
}

// shelf is some steps by their number, and what they take.
type shelf struct {
	steps map[int]Step
	bytes int
}

func (s *shelf) put(i int, step Step) {
	if s.steps == nil {
		s.steps = map[int]Step{}
	}
	if _, has := s.steps[i]; !has {
		s.steps[i] = step
		s.bytes += step.bytes()
	}
}

// since is the vault of a trace that shares the steps below i with that of v.
func (v *vault) since(i int) *vault {
	v.mu.Lock()
	defer v.mu.Unlock()
	return &vault{past: v, from: i, every: v.every}
}

// enters takes up a room, and one of its own where there is none.
func (v *vault) enters(r *Room) *Room {
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case r == nil && len(v.rooms) > 0:
		return v.rooms[0]
	case r == nil:
		r = NewRoom(RunRoom, nil)
	}
	if !slices.Contains(v.rooms, r) {
		v.rooms = append(v.rooms, r)
		r.enter(v)
	}
	return r
}

// grid is how far apart the steps kept are at most, of the past too.
func (v *vault) grid() int {
	most := 1
	for ; v != nil; v = v.past {
		v.mu.Lock()
		most = max(most, v.every)
		v.mu.Unlock()
	}
	return most
}

// keeps reports whether step i is one to keep. The caller holds the lock.
func (v *vault) keeps(i int) bool { return i < keepFirst || i%v.every == 0 }

// keep takes a step in, where it is one to keep.
func (v *vault) keep(i int, s Step) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.seen++
	if v.keeps(i) {
		v.kept.put(i, s)
	}
}

// recall takes in a step that was taken again.
func (v *vault) recall(i int, s Step) {
	v = v.of(i)
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.again.steps) >= recallMost || v.again.bytes > recallBytes {
		v.again = shelf{}
	}
	v.again.put(i, s)
}

// get is step i, where it is at hand.
func (v *vault) get(i int) (Step, bool) {
	v = v.of(i)
	v.mu.Lock()
	defer v.mu.Unlock()
	if s, ok := v.kept.steps[i]; ok {
		return s, true
	}
	s, ok := v.again.steps[i]
	return s, ok
}

// of is the vault that step i belongs to.
func (v *vault) of(i int) *vault {
	for i < v.from {
		v = v.past
	}
	return v
}

// thin gives up every other step, and what was taken again; not ok where
// nothing more can be given.
func (v *vault) thin() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.kept.steps) <= 2*keepFirst {
		return false
	}
	v.every *= 2
	all := v.kept.steps
	v.kept, v.again = shelf{}, shelf{}
	for i, s := range all {
		if v.keeps(i) {
			v.kept.put(i, s)
		}
	}
	return true
}

// headBytes is what a trace keeps of each of its steps.
const headBytes = 64

// weight is what the trace takes, in bytes.
func (v *vault) weight() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.kept.bytes + v.again.bytes + v.seen*headBytes
}

// bytes is about what a step takes.
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

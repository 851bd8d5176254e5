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

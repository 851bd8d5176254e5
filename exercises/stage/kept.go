package stage

import (
	"context"
	"sync"
)

// Kept is a value that takes longer than a key press may: it is computed when it
// is first asked for, and once. An attempt that was cancelled leaves nothing.
// It is safe for concurrent use.
type Kept[T any] struct {
	lock  sync.Mutex
	made  bool
	value T
}

// Get returns the value, computed by of unless it is there.
func (k *Kept[T]) Get(ctx context.Context, of func(context.Context) (T, error)) (T, error) {
	k.lock.Lock()
	defer k.lock.Unlock()
	if k.made {
		return k.value, nil
	}
	v, err := of(ctx)
	if err != nil {
		return v, err
	}
	k.value, k.made = v, true
	return v, nil
}

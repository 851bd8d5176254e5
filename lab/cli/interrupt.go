package cli

import (
	"context"
	"fmt"
	"time"
)

// grace is how long work that watches the context may take to hand over what
// it has, before it is left behind.
const grace = 40 * time.Millisecond

// within does work and returns when it is done or, soon after ctx is
// cancelled, ctx's error: some work (a read from a terminal, a Cholesky
// factorisation) cannot be stopped, but nobody has to wait for it. A panic of
// work comes back as an error.
func within[T any](ctx context.Context, work func() (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			if r := recover(); r != nil {
				o.err = fmt.Errorf("internal error: %v", r)
			}
			done <- o
		}()
		o.value, o.err = work()
	}()
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
	}
	select {
	case o := <-done:
		return o.value, o.err
	case <-time.After(grace):
		var zero T
		return zero, ctx.Err()
	}
}

package remote

import (
	"context"
	"testing"
)

// A program that ends because its connection has gone, before anybody noticed, has
// not quit.
func TestWhoEndedASession(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	x := &session{ctx: ctx, cancel: cancel, quit: make(chan struct{})}
	if got := x.ended(); got != byItself {
		t.Errorf("nothing happened, and it was ended by %q", got)
	}
	cancel()
	if got := x.ended(); got != byClient {
		t.Errorf("the connection has gone, and it was ended by %q", got)
	}
}

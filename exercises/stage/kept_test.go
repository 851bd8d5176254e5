package stage

import (
	"context"
	"testing"
)

// What was cancelled is computed again, what was computed is not.
func TestKept(t *testing.T) {
	calls := 0
	var k Kept[int]
	of := func(ctx context.Context) (int, error) { calls++; return 7, ctx.Err() }
	ended, end := context.WithCancel(context.Background())
	end()
	if _, err := k.Get(ended, of); err == nil {
		t.Error("a cancelled attempt succeeds")
	}
	for range 3 {
		if v, err := k.Get(context.Background(), of); v != 7 || err != nil {
			t.Error(v, err)
		}
	}
	if calls != 2 {
		t.Errorf("computed %d times", calls)
	}
}

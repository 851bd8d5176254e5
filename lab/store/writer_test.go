package store

import (
	"context"
	"database/sql"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"
)

// Saves that take long are spread over several transactions.
func TestDB_batchesEnd(t *testing.T) {
	db := openRecord(t, filepath.Join(t.TempDir(), "class.db"))
	var mu sync.Mutex
	saves := map[*sql.Tx]int{}
	var all sync.WaitGroup
	for range 12 {
		all.Go(func() {
			if err := db.save(func(_ context.Context, tx *sql.Tx) error {
				time.Sleep(maxBatchTime * 2 / 5)
				mu.Lock()
				defer mu.Unlock()
				saves[tx]++
				return nil
			}); err != nil {
				t.Errorf("save: %v, want no error", err)
			}
		})
	}
	all.Wait()
	if n := slices.Max(slices.Collect(maps.Values(saves))); n > 3 {
		t.Errorf("got %d saves in a transaction, want at most 3, which take %s", n, 3*maxBatchTime*2/5)
	}
}

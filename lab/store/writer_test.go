package store

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kernellab/testdata/support/postgrestest"
)

// Saves that take long are spread over several transactions.
func TestDB_batchesEnd(t *testing.T) {
	db := opened(t, filepath.Join(t.TempDir(), "class.db"))
	var mu sync.Mutex
	saves := map[*sql.Tx]int{}
	var all sync.WaitGroup
	for range 12 {
		all.Go(func() {
			if err := db.save(func(_ context.Context, tx *sql.Tx) error {
				time.Sleep(maxBatch * 2 / 5)
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
		t.Errorf("got %d saves in a transaction, want at most 3, which take %s", n, 3*maxBatch*2/5)
	}
}

// The latency of saves by 32 students who save all the time.
func BenchmarkStudent_SaveExercise(b *testing.B) {
	const students = 32
	places := map[string]string{"sqlite": filepath.Join(b.TempDir(), "class.db"), "postgres": postgrestest.Schema(b)}
	for engine, where := range places {
		if where == "" {
			continue
		}
		b.Run(engine, func(b *testing.B) {
			db, left := opened(b, where), atomic.Int64{}
			left.Store(int64(b.N))
			took := make([][]time.Duration, students)
			var all sync.WaitGroup
			for i := range students {
				s, e := db.Student(fmt.Sprint(i)), sample("7.7", 0)
				all.Go(func() {
					for left.Add(-1) >= 0 {
						e.Revision++
						start := time.Now()
						if err := s.SaveExercise(e); err != nil {
							b.Errorf("SaveExercise: %v, want no error", err)
						}
						took[i] = append(took[i], time.Since(start))
					}
				})
			}
			all.Wait()
			times := slices.Sorted(slices.Values(slices.Concat(took...)))
			b.ReportMetric(times[len(times)/2].Seconds()*1e3, "p50-ms")
			b.ReportMetric(times[len(times)*99/100].Seconds()*1e3, "p99-ms")
		})
	}
}

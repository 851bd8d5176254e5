package class

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// Work holds the work of a student.
type Work struct {
	Name  string
	Seen  time.Time // of the last event
	Tasks map[TaskID]Attempts
	Begun []string // exercises, in order
}

// Work returns the work of every student, sorted by name.
func (b *Board) Work() (all []Work) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, id := range slices.Sorted(maps.Keys(b.students)) {
		w := b.students[id].Work
		w.Tasks, w.Begun = maps.Clone(w.Tasks), slices.Clone(w.Begun)
		all = append(all, w)
	}
	slices.SortStableFunc(all, func(a, b Work) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// Median sorts durations and returns their median, or 0 if there are none.
func Median(all []time.Duration) time.Duration {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return (all[(len(all)-1)/2] + all[len(all)/2]) / 2
}

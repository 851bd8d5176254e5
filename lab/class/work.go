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
		s := b.students[id]
		w := Work{s.name, s.seen, map[TaskID]Attempts{}, slices.Clone(s.begun)}
		for task, t := range s.tasks {
			w.Tasks[task] = *t
		}
		all = append(all, w)
	}
	slices.SortStableFunc(all, func(a, b Work) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// Median returns the median, or 0 of nothing.
func Median(all []time.Duration) time.Duration {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return (all[(len(all)-1)/2] + all[len(all)/2]) / 2
}

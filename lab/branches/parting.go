package branches

import "math"

// Parting is the last frame that a branch shares with the current one.
type Parting struct{ Index, Number, At int }

// Partings returns the parting of every branch except the current one.
func (b *Set) Partings() []Parting {
	var out []Parting
	mine := b.shared(b.now)
	for i := range b.list {
		if i == b.now {
			continue
		}
		theirs, at := b.shared(i), math.MaxInt
		for up := i; up >= 0; up = b.list[up].parent {
			if last, ok := mine[up]; ok {
				at = min(last, theirs[up])
				break
			}
		}
		out = append(out, Parting{i, b.list[i].number, at})
	}
	return out
}

// shared returns, for branch i and all its ancestors, the last frame that i shares
// with each.
func (b *Set) shared(i int) map[int]int {
	out, last := map[int]int{}, math.MaxInt
	for ; i >= 0; i = b.list[i].parent {
		out[i] = last
		if at, _, ok := b.left(i); ok {
			last = min(last, at)
		}
	}
	return out
}

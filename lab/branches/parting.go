package branches

import "math"

// Parting is where a branch and the one in hand part: the last frame that both
// share.
type Parting struct{ Index, Number, At int }

// Partings tells of every other branch where it parts from the one in hand.
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

// shared are the branches that branch i came from, itself among them, with the last
// frame that it shares with each.
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

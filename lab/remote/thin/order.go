package thin

import "slices"

// foreseen is from among how many looks the next one is chosen, nearby from among
// how many runs of a look: what that takes does not grow with the screen.
const (
	foreseen = 64
	nearby   = 16
)

// paintLooks writes cells that are sorted by look: after one look that of the next
// few which takes the fewest bytes to turn to and to reach. A foreground that cells
// have on several backgrounds is so named once for two of them.
func (s *Screen) paintLooks(cells []uint64) {
	var room [foreseen][]uint64
	looks := room[:0]
	for {
		for len(looks) < foreseen && len(cells) > 0 {
			n := lookAt(cells)
			looks, cells = append(looks, cells[:n]), cells[n:]
		}
		if len(looks) == 0 {
			return
		}
		i := least(looks, func(look []uint64) int {
			return s.turning(look[0]) + s.moving(look[0])
		})
		s.paintRuns(looks[i])
		looks = slices.Delete(looks, i, i+1)
	}
}

// paintRuns writes cells of one look: after one run of cells that of the next few
// which takes the fewest bytes to reach.
func (s *Screen) paintRuns(cells []uint64) {
	var room [nearby][]uint64
	runs := room[:0]
	for {
		for len(runs) < nearby && len(cells) > 0 {
			n := s.runAt(cells)
			runs, cells = append(runs, cells[:n]), cells[n:]
		}
		if len(runs) == 0 {
			return
		}
		i := least(runs, func(run []uint64) int { return s.moving(run[0]) })
		s.paintAll(runs[i])
		runs = slices.Delete(runs, i, i+1)
	}
}

// least is the first of some lists of cells, at least one, that costs the least.
func least(lists [][]uint64, cost func(cells []uint64) int) int {
	best, low := 0, cost(lists[0])
	for i := 1; i < len(lists); i++ {
		if c := cost(lists[i]); c < low {
			best, low = i, c
		}
	}
	return best
}

// lookAt is how many cells at the front have the look of the first.
func lookAt(cells []uint64) int {
	n := 1
	for n < len(cells) && cells[n]>>placeBits == cells[0]>>placeBits {
		n++
	}
	return n
}

// runAt is how many cells at the front follow each other in a line.
func (s *Screen) runAt(cells []uint64) int {
	n := 1
	for n < len(cells) && cells[n] == cells[n-1]+1 && int(cells[n]&placeMask)%s.w != 0 {
		n++
	}
	return n
}

// turning is about how many bytes it takes to turn to the look of a cell.
func (s *Screen) turning(cell uint64) int {
	to, from := s.shown[cell&placeMask].look, s.at.look
	cost := 0
	if to.attrs != from.attrs {
		cost = 3
	}
	if to.fg != from.fg {
		cost += 1 + len(s.inks.params[to.fg])
	}
	if to.bg != from.bg {
		cost += 1 + len(s.inks.params[to.bg])
	}
	return cost
}

// moving is about how many bytes it takes to move to a cell.
func (s *Screen) moving(cell uint64) int {
	i := int(cell & placeMask)
	x, y := i%s.w, i/s.w
	across, down := x-s.at.x, y-s.at.y
	placed := len("\x1b[;H") + digits(x+1) + digits(y+1)
	if s.at.unsure {
		return placed
	}
	cost := counted(max(down, -down))
	switch {
	case across < 0:
		cost += min(-across, counted(-across))
	case down == 0 && across <= mostAcross:
		cost += across
	default:
		cost += counted(across)
	}
	return min(cost, placed)
}

// counted is how long a control sequence with a count is; 0 where there is nothing
// to count.
func counted(n int) int {
	switch n {
	case 0:
		return 0
	case 1:
		return len("\x1b[C")
	}
	return len("\x1b[C") + digits(n)
}

func digits(n int) int {
	switch {
	case n < 10:
		return 1
	case n < 100:
		return 2
	}
	return 3
}

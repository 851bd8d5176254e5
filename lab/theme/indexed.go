package theme

import "kernellab/ascii"

// unset marks the terminal's own colour in an index table.
const unset = -1

// indexes256 returns the index of every ink in the 256-colour table. Fills are chosen
// by hand, because their nearest neighbours would make both weak sides the same grey.
// So are inks whose nearest colour is that of a class or is hard to see on a fill.
// Every other ink gets the nearest colour.
func indexes256(dark bool) [ascii.NumInks]int {
	s := shadesOf(dark)
	var out [ascii.NumInks]int
	for ink, h := range s.all() {
		out[ink] = nearest256(h)
	}
	for ink, i := range inks256(dark) {
		out[ink] = i
	}
	pos, neg := fills256(dark)
	for i := range ascii.FillSteps {
		out[ascii.FillPos(i)] = pos[third(i)]
		out[ascii.FillNeg(i)] = neg[third(i)]
	}
	return out
}

// inks256 returns the inks that do not use the nearest colour.
func inks256(dark bool) map[ascii.Ink]int {
	if dark {
		return map[ascii.Ink]int{ascii.Select: 227, ascii.Symbol1: 183}
	}
	return map[ascii.Ink]int{ascii.Symbol2: 22}
}

// fills256 returns the three strengths of each side.
func fills256(dark bool) (pos, neg [3]int) {
	if dark {
		return [3]int{234, 58, 94}, [3]int{234, 17, 24}
	}
	return [3]int{255, 230, 222}, [3]int{255, 153, 117}
}

// third maps a fill strength to one of three: below ½, up to the margin at |f| = 1, and
// beyond it.
func third(strength int) int {
	switch {
	case strength < 3:
		return 0
	case strength < 7:
		return 1
	}
	return 2
}

// nearest256 returns the index of the nearest of the 240 fixed colours of xterm's
// table: the 6×6×6 cube from 16 and the grey ramp from 232. It avoids the first
// sixteen, which the user can change.
func nearest256(h hex) int {
	best, bestDist := 16, 1<<30
	for i := 16; i < 256; i++ {
		if d := distance(h, xterm(i)); d < bestDist {
			best, bestDist = i, d
		}
	}
	return best
}

// xterm returns the colour of index i in xterm's table, for 16 ≤ i < 256.
func xterm(i int) hex {
	if i >= 232 {
		v := hex(8 + 10*(i-232))
		return v<<16 | v<<8 | v
	}
	level := func(n int) hex { return [6]hex{0, 95, 135, 175, 215, 255}[n] }
	i -= 16
	return level(i/36)<<16 | level(i/6%6)<<8 | level(i%6)
}

// distance returns a squared distance, weighted by how sensitive the eye is to the
// channels.
func distance(a, b hex) int {
	d := func(shift uint) int { return int(a>>shift&0xff) - int(b>>shift&0xff) }
	r, g, bl := d(16), d(8), d(0)
	return 3*r*r + 4*g*g + 2*bl*bl
}

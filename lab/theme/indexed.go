package theme

import "kernellab/ascii"

// unset stands for the terminal's own colour in an index table.
const unset = -1

// indexes256 is the index in the 256-colour table of every ink: fills are
// chosen by hand, because their nearest neighbours would make both weak sides
// the same grey, and so are inks whose nearest colour is that of a class, or is lost
// on a fill; everything else is the nearest colour.
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

// inks256 are the inks that are not the nearest colour.
func inks256(dark bool) map[ascii.Ink]int {
	if dark {
		return map[ascii.Ink]int{ascii.Select: 227, ascii.Symbol1: 183}
	}
	return map[ascii.Ink]int{ascii.Symbol2: 22}
}

// fills256 are the three strengths of each side.
func fills256(dark bool) (pos, neg [3]int) {
	if dark {
		return [3]int{234, 58, 94}, [3]int{234, 17, 24}
	}
	return [3]int{255, 230, 222}, [3]int{255, 153, 117}
}

// third maps a fill strength to one of three: below ½, up to the margin at
// |f| = 1, and beyond it.
func third(strength int) int {
	switch {
	case strength < 3:
		return 0
	case strength < 7:
		return 1
	}
	return 2
}

// nearest256 is the index of the nearest of the 240 fixed colours of xterm's
// table: the 6×6×6 cube from 16 and the grey ramp from 232. The first sixteen
// are the user's own and are left alone.
func nearest256(h hex) int {
	best, bestDist := 16, 1<<30
	for i := 16; i < 256; i++ {
		if d := distance(h, xterm(i)); d < bestDist {
			best, bestDist = i, d
		}
	}
	return best
}

// xterm is the colour of index i, 16 ≤ i < 256, in xterm's table.
func xterm(i int) hex {
	if i >= 232 {
		v := hex(8 + 10*(i-232))
		return v<<16 | v<<8 | v
	}
	level := func(n int) hex { return [6]hex{0, 95, 135, 175, 215, 255}[n] }
	i -= 16
	return level(i/36)<<16 | level(i/6%6)<<8 | level(i%6)
}

// distance is a squared distance weighted as the eye weighs the channels.
func distance(a, b hex) int {
	d := func(shift uint) int { return int(a>>shift&0xff) - int(b>>shift&0xff) }
	r, g, bl := d(16), d(8), d(0)
	return 3*r*r + 4*g*g + 2*bl*bl
}

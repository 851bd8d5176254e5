package main

// shape is a piece of a cell in units of the cell: x and y from 0 to 1.
type shape struct {
	x, y, w, h float64
	round      bool // an ellipse in that box
	hollow     bool // its outline only
	diamond    bool
}

// stroke is how thick a line is, as a share of a cell's width.
const stroke = 0.14

// cellHeight is the height of a cell over its width.
const cellHeight = 2.0

// shapesOf is the geometry of a rune that means a picture; not ok for one that
// is text.
func shapesOf(r rune) (out []shape, ok bool) {
	switch {
	case r == 0 || r == ' ' || r == 0x2800:
		return nil, true
	case r == '▀':
		return []shape{{w: 1, h: 0.5}}, true
	case r >= '▁' && r <= '█':
		n := float64(r-'▁'+1) / 8
		return []shape{{y: 1 - n, w: 1, h: n}}, true
	case r == '░':
		return braille('⢌'), true
	case r >= '▉' && r <= '▏':
		return []shape{{w: float64('▐'-r) / 8, h: 1}}, true
	case r == '▐':
		return []shape{{x: 0.5, w: 0.5, h: 1}}, true
	case r > 0x2800 && r <= 0x28ff:
		return braille(r), true
	}
	if arms, ok := boxes[r]; ok {
		return lines(arms), true
	}
	s, ok := marks[r]
	return s, ok
}

// braille is the dots of a cell, two columns of four.
func braille(r rune) []shape {
	places := [8][2]int{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}}
	var out []shape
	const d = 0.3 // of a cell's width
	for bit, p := range places {
		if (r-0x2800)>>bit&1 == 1 {
			x, y := (float64(p[0])+0.5)/2, (float64(p[1])+0.5)/4
			out = append(out, shape{x: x - d/2, y: y - d/2/cellHeight, w: d, h: d / cellHeight, round: true})
		}
	}
	return out
}

// The arms of a box-drawing character.
const (
	up = 1 << iota
	down
	left
	right
)

// boxes are the box-drawing characters that figures use; dashed lines are
// drawn through.
var boxes = map[rune]int{
	'─': left | right, '│': up | down, '┌': down | right, '┐': down | left, '└': up | right, '┘': up | left,
	'├': up | down | right, '┤': up | down | left, '┬': down | left | right, '┴': up | left | right, '┼': up | down | left | right,
	'╴': left, '╵': up, '╶': right, '╷': down, '┈': left | right, '┄': left | right, '╌': left | right,
	'╎': up | down, '┊': up | down, '┆': up | down, '┃': up | down, '━': left | right,
}

func lines(arms int) []shape {
	var out []shape
	const v = stroke / cellHeight
	if arms&left != 0 {
		out = append(out, shape{y: 0.5 - v/2, w: 0.5 + stroke/2, h: v})
	}
	if arms&right != 0 {
		out = append(out, shape{x: 0.5 - stroke/2, y: 0.5 - v/2, w: 0.5 + stroke/2, h: v})
	}
	if arms&up != 0 {
		out = append(out, shape{x: 0.5 - stroke/2, w: stroke, h: 0.5 + v/2})
	}
	if arms&down != 0 {
		out = append(out, shape{x: 0.5 - stroke/2, y: 0.5 - v/2, w: stroke, h: 0.5 + v/2})
	}
	return out
}

// marks are the points of a data set, about as high as wide on the page.
var marks = map[rune][]shape{
	'●': {{x: 0.05, y: 0.275, w: 0.9, h: 0.45, round: true}},
	'○': {{x: 0.05, y: 0.275, w: 0.9, h: 0.45, round: true, hollow: true}},
	'◉': {{x: 0.05, y: 0.275, w: 0.9, h: 0.45, round: true, hollow: true}, {x: 0.25, y: 0.375, w: 0.5, h: 0.25, round: true}},
	'·': {{x: 0.35, y: 0.425, w: 0.3, h: 0.15, round: true}},
	'•': {{x: 0.25, y: 0.375, w: 0.5, h: 0.25, round: true}},
	'■': {{x: 0.05, y: 0.275, w: 0.9, h: 0.45}},
	'□': {{x: 0.05, y: 0.275, w: 0.9, h: 0.45, hollow: true}},
	'◆': {{x: 0, y: 0.25, w: 1, h: 0.5, diamond: true}},
	'◇': {{x: 0, y: 0.25, w: 1, h: 0.5, diamond: true, hollow: true}},
}

// covers reports whether a shape covers the place (x, y) of its cell.
func (s shape) covers(x, y float64) bool {
	if x < s.x || y < s.y || x >= s.x+s.w || y >= s.y+s.h {
		return false
	}
	if !s.hollow {
		return s.holds(x, y)
	}
	const edge = 0.12
	inner := s
	inner.hollow = false
	inner.x, inner.w = s.x+edge, s.w-2*edge
	inner.y, inner.h = s.y+edge/cellHeight, s.h-2*edge/cellHeight
	return s.holds(x, y) && !inner.covers(x, y)
}

// holds is covers for a shape that is filled, within its box.
func (s shape) holds(x, y float64) bool {
	u, v := 2*(x-s.x)/s.w-1, 2*(y-s.y)/s.h-1
	switch {
	case s.round:
		return u*u+v*v <= 1
	case s.diamond:
		return max(u, -u)+max(v, -v) <= 1
	}
	return true
}

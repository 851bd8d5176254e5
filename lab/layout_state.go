package lab

import "kernellab/ascii"

// fewStates and manyStates are how many rows of points there are below a picture,
// with their header, on a stage of usual height and on a tall one.
const fewStates, manyStates = 5, 13

// stateFrom is the height from which a stage has room for points below its picture.
const stateFrom = 30

// stateBeside is the width from which the points stand below the picture alone, and
// leave the charts beside it as they are.
const stateBeside = 110

// stateRows is how many rows of points stand below the pictures that have a room.
func (p stageParts) stateRows(r ascii.Rect) int {
	n := min(p.state, fewStates)
	if r.H > 2*manyStates {
		n = min(p.state, manyStates)
	}
	if p.mains == 0 || p.lowState || r.H < n+1+leastMain {
		return 0
	}
	return n
}

// statesBelow is by how much pictures and charts give way to the points.
func (p stageParts) statesBelow(r ascii.Rect) int {
	n := p.stateRows(r)
	if n == 0 || r.W >= stateBeside && p.charts > 0 {
		return 0
	}
	return n + 1
}

// placeState puts the points of a run below the pictures placed, where those keep
// their room; alone they have all of it.
func (l *stageLayout) placeState(r ascii.Rect, p stageParts) {
	if p.state > 0 && p.mains+p.charts+p.tables == 0 {
		l.states = []ascii.Rect{r}
		return
	}
	n := p.stateRows(r)
	if n == 0 {
		return
	}
	band := ascii.Rect{X: r.X, Y: r.Y + r.H - n, W: r.W, H: n}
	if p.statesBelow(r) == 0 {
		last := l.mains[len(l.mains)-1]
		band.W = last.X + last.W - r.X
		for i := range l.mains {
			l.mains[i].H -= n + 1
		}
	}
	l.states = []ascii.Rect{band}
}

package ascii

import "math"

// onCentres widens a range by as little as it takes for evenly spaced ticks in it
// to lie on the centres of n cells, so that what is drawn at a tick's value meets
// the tick; not ok for ticks that are not evenly spaced, or closer than the cells.
func (r Range) onCentres(ticks []Tick, n int) (wide Range, ok bool) {
	step, even := spacing(ticks)
	if !even || n < 3 {
		return r, false
	}
	for every := math.Floor(float64(n)*step/r.Span() + 1e-9); every >= 1; every-- {
		cell := step / every
		slack := float64(n)*cell - r.Span()
		// The first tick lies half a cell above a whole number of them.
		below := math.Round((ticks[0].Value-r.Min+slack/2)/cell-0.5) + 0.5
		if lo := ticks[0].Value - below*cell; lo <= r.Min+1e-9*cell && lo+float64(n)*cell >= r.Max-1e-9*cell {
			return Range{lo, lo + float64(n)*cell}, true
		}
	}
	return r, false
}

// spacing is the distance between neighbouring ticks; even is false where there
// is not one for all.
func spacing(ticks []Tick) (step float64, even bool) {
	if len(ticks) < 2 {
		return 0, false
	}
	step = ticks[1].Value - ticks[0].Value
	for i := range ticks[1:] {
		if d := ticks[i+1].Value - ticks[i].Value; !(math.Abs(d-step) <= 1e-6*step) {
			return 0, false
		}
	}
	return step, true
}

// An axis is rather widened by worthATick of its span than that it has a tick
// less, and by mostWidened at most.
const (
	worthATick  = 0.06
	mostWidened = 1.3
)

// centred is the range with ticks on the centres of n cells, and its ticks, about
// most at most. Of the spacings that ticksOf has for it, it takes one that widens
// little and leaves many ticks; where each would widen it too much it is padded,
// and the ticks lie where they may.
func (r Range) centred(most, n int, ticksOf func(Range, int) []Tick) (Range, []Tick) {
	wide, ticks := r.Pad(0.04), ticksOf(r, most)
	least := math.Inf(1)
	for m := most; m >= 2; m-- {
		t := ticksOf(r, m)
		w, ok := r.onCentres(t, n)
		wider := w.Span() / r.Span()
		if cost := wider - worthATick*float64(len(t)); ok && wider <= mostWidened && cost < least {
			wide, ticks, least = w, t, cost
		}
	}
	return wide, ticks
}

package dataset

import "slices"

// Worksheet1D draws the nine points of the lifting exercise: in u = x + 1,
// three of class −1 around 0 (|u| ≤ 0.6) and three of class +1 on either side
// (1.2 ≤ |u| ≤ 3), all multiples of 0.1, in rising order.
//
// Every seed is as hard as every other. The best threshold errs on three
// points; (x + 1)² ≷ 1 separates, and so does a line over (x, x²), (x, exp x)
// or (x, x³). No two points have the same |u|, so nothing is tied.
func Worksheet1D(seed uint64) *Set {
	r := newSource(seed, streamWorksheet)
	near := pick(r, []float64{12, 13, 14}, 2)
	mid := pick(r, []float64{18, 19, 20, 21, 22}, 2)
	far := pick(r, []float64{27, 28, 29, 30}, 2)
	in := pick(r, []float64{4, 5, 6}, 2)
	centre := pick(r, []float64{-2, -1, 1, 2}, 1)
	tenths := []float64{-far[0], -mid[0], -near[0], -in[0], centre[0], in[1], near[1], mid[1], far[1]}
	points, labels := make([][]float64, 0, 9), make([]float64, 0, 9)
	for i, u := range tenths {
		points = append(points, []float64{(u - 10) / 10})
		labels = append(labels, 1)
		if i/3 == 1 {
			labels[i] = -1
		}
	}
	return NewClassification("worksheet1d", slices.Clip(points), labels)
}

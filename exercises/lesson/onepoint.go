package lesson

import (
	"context"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
)

// OnePoint returns the judge of a field that asks for the number of one of n points.
// why says what keeps another point from being the one.
func OnePoint(want, n int, why func(i int) string) worksheets.Judge {
	t := answer.SetTask{Want: []int{want + 1}, Max: n, Size: 1}
	j := worksheets.Checked(PointNumber(want), func(ctx context.Context, text string) answer.Result {
		r := t.Judge(ctx, text)
		if got, stop := answer.ReadSet(text, t); stop == nil && !r.Accepted {
			r.Fact = ascii.PlainLines(why(got[0] - 1))
		}
		return r
	})
	j.Same = func(_ context.Context, typed, example string) bool {
		a, noA := answer.ReadSet(typed, t)
		b, noB := answer.ReadSet(example, t)
		return noA == nil && noB == nil && slices.Equal(a, b)
	}
	return j
}

package stage

import (
	"bytes"
	"context"
	"testing"

	"pgregory.net/rapid"

	"kernellab/ascii"
	"kernellab/exercises"
)

// TestOddChoices: whatever is typed, a fork is made or refused in words, and
// what is made can be shown, asked and written down.
func TestOddChoices(t *testing.T) {
	odd := []string{"1e308", "1e-300", "4.9e-324", "0", "-0", "inf", "NaN", "1", "2", "3", "4", "0.5", "7.25", "1e17", "1e-17", "1e400", "٣", " 3 ", "0x10", "1_0", "on", "off", "", "rule", "file", "18446744073709551615", "random", "max-error-literal"}
	rapid.Check(t, func(t *rapid.T) {
		r := drawRun(t)
		at := rapid.IntRange(-1, r.Len()).Draw(t, "at")
		a := exercises.Answers{}
		names := []string{"k", "l", "clip", "point", "C", "rule", "order", "gamma", "eta", "lambda", "sigma", "other"}
		if own := r.Options(at, nil); len(own) > 0 && rapid.IntRange(0, 9).Draw(t, "own") > 0 {
			names = names[:0]
			for _, c := range own {
				names = append(names, c.Name)
			}
		}
		for range rapid.IntRange(1, 2).Draw(t, "choices") {
			a[rapid.SampledFrom(names).Draw(t, "name")] = rapid.OneOf(rapid.SampledFrom(odd), rapid.SampledFrom(odd), rapid.SampledFrom(odd), rapid.String()).Draw(t, "text")
		}
		r.Options(at, a)
		_, errSeen := r.Preview(at, a)
		fork, err := r.Fork(context.Background(), at, a)
		if err != nil {
			if err.Error() == "" || err != errNothing && errSeen == nil {
				t.Fatalf("%v: fork %v, preview %v", a, err, errSeen)
			}
			return
		}
		f := extended(t, fork, 6)
		g := ascii.NewGrid(50, 16)
		for i := range f.Len() {
			for _, fig := range f.Frame(i).Figures {
				fig.Plot.Draw(g, g.Bounds(), ascii.View{})
			}
			f.Invariants(i)
			f.Summary(i)
			f.Event(i)
			f.Questions(i)
			f.ByHand(i)
		}
		for _, format := range f.Formats() {
			if err := f.Export(&bytes.Buffer{}, format); err != nil {
				t.Errorf("%s: %v", format, err)
			}
		}
		r.Compare(f, max(0, at))
		var text bytes.Buffer
		if err := f.Record(&text); err != nil {
			t.Errorf("%v is not written down: %v", a, err)
		}
	})
}

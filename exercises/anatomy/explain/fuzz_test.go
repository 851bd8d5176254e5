package explain

import (
	"context"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// FuzzAnswer puts a text into one field of the questions and forms about some steps and
// the reference into the others. Nothing panics, and a number that is accepted is near
// the reference, unless the pair is another.
func FuzzAnswer(f *testing.F) {
	for _, text := range []string{"", "0.5", "−1e-3", "inf", "∞", "1/3", "2√2", "3, 4", "(", "x3", "none", "0", "1e400",
		"1e-400", "yes", "L", "nan", "--1", "9999999999999999999"} {
		for which := range uint16(30) {
			f.Add(text, which*97)
		}
	}
	type one struct {
		step  exercises.Task
		info  exercises.Info
		field exercises.Field
	}
	var all []one
	for _, r := range []run{
		newRun(f, "worksheet1d", "poly(degree=2,c=1)", solvers.SMO{C: 1}, 3),
		newRun(f, "xor4", "poly(degree=2,c=1)", solvers.SMO{C: 1e9}, 1),
		newRun(f, "xor4", "poly(degree=2,c=1)", solvers.Perceptron{}, 2),
		newRun(f, "sine_reg", "rbf(sigma=.5)", solvers.LeastSquares{Eta: .5}, 2),
		newRun(f, "sine_reg", "poly(degree=3,c=1)", solvers.Ridge{Lambda: .1}, 3),
	} {
		for i := range r.traces[0].Len() - 1 {
			for _, s := range asked(r, i) {
				for _, field := range s.Info().Fields {
					all = append(all, one{s, s.Info(), field})
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, text string, which uint16) {
		s := all[int(which)%len(all)]
		a := s.info.Reference.With(s.field.Name, text)
		got := check(s.step, a)
		s.step.Scene(context.Background(), a)
		v, isNumber := readNumber(t.Context(), text)
		want, numeric := readNumber(t.Context(), s.info.Reference[s.field.Name])
		if !got.Accepted || !isNumber || !numeric || s.field.Name == "k" || s.field.Name == "l" {
			return
		}
		if d := (anatomy.Demand{Want: want, Scale: 1000}); !d.IsMetBy(v) {
			t.Fatalf("%s: %s = %q: got accepted, want only numbers near %s", s.info.Name, s.field.Name, text,
				s.info.Reference[s.field.Name])
		}
	})
}

package lessons

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
	"kernellab/solvers"
)

// 6.7: the slope that is asked, minus it, and the update are those of the loss
// that is run; the slip is none of them. None is asked in 6.6.
func TestUnseenLossesAreWhatTheySay(t *testing.T) {
	for _, l := range unseenLosses() {
		value := func(text string, y, f float64) float64 {
			text = strings.NewReplacer("y_i", "y", "f_i", "f", "Σ_j a_j K_ij", "f", "max(0, 1 - y f)", "((1 - y f + |1 - y f|)/2)").Replace(text)
			text = strings.ReplaceAll(text, "max(0, 1 - y f)", "((1 - y f + |1 - y f|)/2)")
			e, err := answer.Parse(t.Context(), text, answer.Scope{Vars: []string{"y", "f"}})
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			at, bad := e.Compile("y", "f")
			if bad != nil {
				t.Fatal(bad)
			}
			return at.Value(y, f)
		}
		for _, f := range []float64{-1.3, 0.2, 2.5} {
			if math.Abs(value(l.curve, 1, f)-l.loss.Value(1, f)) > 1e-12 || math.Abs(value(l.tangent, 1, f)-l.loss.Slope(1, f)) > 1e-12 {
				t.Errorf("%s: the chart has another loss at f = %v", l.name, f)
			}
		}
		for _, x := range []float64{-1.7, -0.4, 0.3, 1.1} {
			y := l.y(x)
			if !l.loss.Labels.Takes(y) || (l.signs == "y") != (l.loss.Labels == solvers.Signs) {
				t.Errorf("%s: the label %v", l.name, y)
			}
			for _, f := range []float64{-1.3, 0.2, 2.5} {
				slope := l.loss.Slope(y, f)
				for text, want := range map[string]float64{l.slope: slope, l.minus: -slope, l.update: -slope} {
					if got := value(text, y, f); math.Abs(got-want) > 1e-12 {
						t.Errorf("%s: %s is %v at y = %v, f = %v, want %v", l.name, text, got, y, f, want)
					}
				}
			}
			if got := value(l.slip, y, 0.2); x > 0 && l.loss.Labels != solvers.Signs && got == l.loss.Slope(y, 0.2) {
				t.Errorf("%s: the slip %s is right", l.name, l.slip)
			}
		}
	}
}

// The level is passed at the step that is asked, and every seed has its loss.
func TestUnseenRun(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(60) {
		parts, err := blankPage(worksheets.Brief{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		seen[parts.Vars["name"]]++
		for _, l := range unseenLosses() {
			d, level, step := newUnseenRun(rand.New(rand.NewPCG(seed, 1)), l)
			var k [][]float64
			for _, x := range d.x {
				row := make([]float64, len(d.x))
				for j, z := range d.x {
					row[j] = math.Exp(-(x[0] - z[0]) * (x[0] - z[0]) / (2 * 0.7 * 0.7))
				}
				k = append(k, row)
			}
			at, total := 0, func(a []float64) (sum float64) {
				for i, row := range k {
					f := 0.0
					for j := range row {
						f += row[j] * a[j]
					}
					sum += l.loss.Value(d.y[i], f)
				}
				return sum
			}
			walk(k, unseenRate, func(i int, f float64) float64 { return -l.loss.Slope(d.y[i], f) }, step, func(a, _ []float64) {
				at++
				if got := total(a); (got <= level) != (at == step) {
					t.Errorf("seed %d, %s: Σℓ = %v after step %d, the level is %v at step %d", seed, l.name, got, at, level, step)
				}
			})
		}
	}
	if len(seen) != len(unseenLosses()) {
		t.Errorf("the losses drawn are %v", seen)
	}
}

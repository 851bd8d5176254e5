package unit4

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/lessontest"
)

// TestPassData_methodsAgree checks that features and kernel give the same numbers, and that
// the stored K is the one computed on the fly.
func TestPassData_methodsAgree(t *testing.T) {
	p := newPassData(7, 30)
	check.That(t, len(p.w) == 11*12/2, "got %d features in 10 dimensions, want 66", len(p.w))
	for i, row := range p.phi {
		if k := floats.Dot(row, p.phi[0]); math.Abs(k-p.k[i][0]) > 1e-12 {
			t.Errorf("point %d: φ·φ = %v, want %v, the kernel", i, k, p.k[i][0])
		}
	}
	if fly, stored := p.sumWithKernel(), p.sumWithGram(); math.Abs(fly-stored) > 1e-9 {
		t.Errorf("sumWithKernel() = %v, want %v as stored", fly, stored)
	}
}

// TestWorksheet_judgesCostsWithoutAssumptions checks that 4.3 without its assumptions
// accepts both terms in any form, but neither term alone.
func TestWorksheet_judgesCostsWithoutAssumptions(t *testing.T) {
	task := lessontest.OpenTask(t, Unit(), "4.3", "unless", 1)
	for field, texts := range map[string]map[string]bool{
		"anypt": {"m^2 (n + m)": true, "O(2 n m^2 + m^3/3)": true, "n m^2": false, "m^3": false, "m^3 + n^2 d": false},
		"anykt": {"n^3 + n^2 d": true, "O(n^2 (n + d))": true, "n^3": false, "n^2 d": false},
	} {
		for text, want := range texts {
			check.Equal(t, task.Check(t.Context(), task.Info().Reference.With(field, text)).Accepted, want,
				"%s = %s: accepted", field, text)
		}
	}
}

// The chart of 4.2 counts what its text says: 2C(d + p, p) multiplications per point for the
// features. The kernel costs d multiplications per pair of points, or one if K is stored.
func TestEdgeOfTheChart(t *testing.T) {
	choose := func(n, k float64) float64 {
		c := 1.0
		for i := 1.0; i <= k; i++ {
			c *= (n - k + i) / i
		}
		return c
	}
	for _, d := range []float64{2, 10, 100, 784} {
		for p := 2.0; p <= 4; p++ {
			for stored, pair := range map[string]float64{"0": d, "1": 1} {
				edge := 2 * choose(d+p, p) / pair
				scene := costPlane(t.Context(), exercises.Answers{"degree": fmt.Sprint(p), "gram": stored}, "degree")
				f := []float64{1}
				scene.Figures[0].Plot.(ascii.Map).Field.Sample(f, []float64{math.Log10(d)}, []float64{math.Log10(edge)})
				if math.Abs(f[0]) > 1e-9 {
					t.Errorf("d = %v, p = %v, stored %s: at n = %v the costs differ by a factor 10^%v", d, p, stored, edge, f[0])
				}
			}
			if on, rule := 2*choose(d+p, p)/d, math.Pow(d, p-1); p == 2 && math.Abs(on-rule) > 4 || p > 2 && d > 2 && on > rule {
				t.Errorf("d = %v, p = %v: the edge is at %v, the powers say %v", d, p, on, rule)
			}
		}
	}
}

// The counters of 4.1 agree with a count over all monomials. A monomial of degree 2 or more costs
// one multiplication, from a smaller monomial. A multinomial coefficient other than 1 costs
// another. Both are counted for x and for z.
func TestCounters_countMonomials(t *testing.T) {
	for _, d := range []int{2, 4, 8} {
		for p := 2; p <= 3; p++ {
			m, build := 0, 0
			var walk func(i, left int, times float64)
			walk = func(i, left int, times float64) {
				if i == d {
					m++
					for k := 2; k <= left; k++ {
						times /= float64(k)
					}
					if left < p-1 {
						build += 2
					}
					if left < p && math.Abs(times-1) > 1e-9 {
						build += 2
					}
					return
				}
				for n, by := 0, 1.0; n <= left; n++ {
					walk(i+1, left-n, times/by)
					by *= float64(n + 1)
				}
			}
			walk(0, p, float64(p*(p-1)*max(p-2, 1)))
			s := lessontest.OpenTask(t, Unit(), "4.1", "watch", 1).Scene(t.Context(),
				exercises.Answers{"dimension": fmt.Sprint(d), "power": fmt.Sprint(p)})
			table := lessontest.Text(slices.Concat(s.Figures[0].Plot.(ascii.Table).Rows...))
			want := fmt.Sprintf("φ(x)ᵀφ(z)\n%d\n%d\nkernel\n–\n%d", build, m, d+p-1)
			check.Equal(t, table, want, "d = %d, p = %d", d, p)
		}
	}
}

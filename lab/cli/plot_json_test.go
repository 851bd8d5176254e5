package cli

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"kernellab/exercises/dataset"
)

// What plot prints as JSON is the fit of solve, and f of it where it says.
func TestPlotAsJSON(t *testing.T) {
	for _, c := range []struct {
		data, columns string
		args          []string
		x, y          int
	}{
		{"xor4", "x1 x2", []string{"--model", "svm", "--kernel", "poly(degree=2,c=1)", "--size", "30x10"}, 30, 10},
		{"sine_reg", "x", []string{"--model", "ridge", "--kernel", "rbf(sigma=1)", "--size", "50x20"}, 50, 0},
	} {
		out, said, code := call(t, "", append([]string{"plot", "--json", "--data", c.data}, c.args...)...)
		var got struct {
			Columns    []string
			X, Y, F    []float64
			Dual       []float64
			Bias       float64
			Iterations int
		}
		if err := json.Unmarshal([]byte(out), &got); err != nil || code != exitDone {
			t.Fatalf("exit %d, %v: %s%s", code, err, out, said)
		}
		if len(got.X) != c.x || len(got.Y) != c.y || len(got.F) != c.x*max(1, c.y) || !strings.HasPrefix(c.columns, strings.Join(got.Columns, " ")[:1]) {
			t.Fatalf("%v: %d × %d places, %d values", got.Columns, len(got.X), len(got.Y), len(got.F))
		}
		set := dataset.MustBuiltin(c.data)
		for _, n := range []int{0, 7, len(got.F) - 1} {
			at := []float64{got.X[n%c.x]}
			if c.y > 0 {
				at = append(at, got.Y[n/c.x])
			}
			want := got.Bias
			for i, a := range got.Dual {
				if c.data == "xor4" {
					dot := at[0]*set.Point(i)[0] + at[1]*set.Point(i)[1]
					want += a * set.Label(i) * (dot + 1) * (dot + 1)
				} else {
					d := at[0] - set.Point(i)[0]
					want += a * math.Exp(-d*d/2)
				}
			}
			if math.Abs(got.F[n]-want) > 1e-9*(1+math.Abs(want)) {
				t.Errorf("%s: f at %v is %v, not %v", c.data, at, got.F[n], want)
			}
		}
	}
	if _, said, code := call(t, "", "plot", "--json", "--words", "--data", "xor4", "--model", "svm", "--kernel", "linear"); code != exitUsage || !strings.Contains(said, "--words") {
		t.Errorf("exit %d: %s", code, said)
	}
}

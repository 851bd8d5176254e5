package kernels

import (
	"errors"
	"strings"
	"testing"

	"kernellab/testdata/support/bombs"
)

// typedBombs are kernels whose values cost far more than their text.
func typedBombs() map[string]string {
	run := func(text, between string, n int) string {
		return strings.TrimSuffix(strings.Repeat(text+between, n), between)
	}
	nest := func(open, core, closing string, n int) string {
		return strings.Repeat(open, n) + core + strings.Repeat(closing, n)
	}
	return map[string]string{
		"exponentials":    `expr("` + run("exp(-dist)", "*", 170) + `")`,
		"long sum":        `expr("` + run("dot", "+", 480) + `")`,
		"nested":          `expr("` + nest("exp(", "-dist", ")", 90) + `")`,
		"deep":            `expr("` + nest("(", "dot", ")", 900) + `")`,
		"tower":           `expr("` + run("dot", "^", 95) + `")`,
		"long tower":      `expr("` + run("dot", "^", 480) + `")`,
		"minuses":         `expr("` + strings.Repeat("-", 1900) + `dot")`,
		"huge number":     `expr("1e999999999*dot")`,
		"huge power":      `expr("dot^1e300")`,
		"digits":          `expr("` + strings.Repeat("9", 1900) + `*dot")`,
		"long name":       `expr("` + strings.Repeat("dist", 480) + `")`,
		"min":             `expr("` + nest("min(dot,", "1", ")", 90) + `")`,
		"powers":          `expr("` + nest("pow(", "dot", ",30)", 90) + `")`,
		"cosines":         `expr("` + run("cos(dist)", "+", 180) + `")`,
		"sum of kernels":  run("rbf(1)", "+", 280),
		"product":         run("rbf(1)", "*", 280),
		"polynomials":     run("poly(30,1)", "*", 170),
		"sum of products": run("rbf(1)*rbf(2)*linear", "+", 90),
		"brackets":        nest("(", "linear", ")", 900),
		"open":            strings.Repeat("(", 1900),
		"multiples":       strings.Repeat("0.5*", 480) + "linear",
		"huge multiple":   strings.Repeat("1e300*", 300) + "linear",
		"features":        `features(` + run(`"x"`, ",", 480) + `)`,
		"feature":         `features("` + run("exp(x)", "*", 280) + `")`,
		"far coordinate":  `features("x999999999")`,
		"high coordinate": `features("x10000")`,
		"long":            strings.Repeat("linear+", 9000) + "linear",
		"quotes":          strings.Repeat(`"`, 1900),
		"just allowed":    `expr("` + run("exp(-dist)", "+", 28) + `")`,
	}
}

// TestTypedBombs reads each, fills the Gram matrix of a few points and draws a
// field: all of it soon and in little memory.
func TestTypedBombs(t *testing.T) {
	points := [][]float64{{0, 0}, {1, 0}, {0, 1}, {-1, 2}, {2, -1}, {1, 1}, {-2, -2}, {0.5, 0.25}}
	for name, text := range typedBombs() {
		bombs.Light(t, name, func() { probeTyped(t, name, text, points) })
	}
}

func probeTyped(t *testing.T, name, text string, points [][]float64) {
	k, err := Parse(text)
	var bad *ParseError
	switch {
	case err != nil && (!errors.As(err, &bad) || bad.Msg == "" || len([]rune(err.Error())) > 4000):
		t.Errorf("%s: %.200q", name, err)
	case err == nil && CheckDim(k, 2) == nil:
		Gram(k, points)
		axis := make([]float64, 120)
		for i := range axis {
			axis[i] = float64(i)/30 - 2
		}
		Expansion{Kernel: k, Points: points, Coef: []float64{1, -1, 1, -1, 1, -1, 1, -1}}.Sample(make([]float64, len(axis)*len(axis)), axis, axis)
	}
}

// TestDearKernelsAreRefused tells how much is too much.
func TestDearKernelsAreRefused(t *testing.T) {
	for _, text := range []string{`expr("exp(-dist)+exp(-dist2)*cos(dist)")`, "0.3*rbf(1)+0.7*poly(30,1)*linear"} {
		if _, err := Parse(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, name := range []string{"exponentials", "long sum", "sum of kernels", "feature"} {
		_, err := Parse(typedBombs()[name])
		if err == nil || !strings.Contains(err.Error(), "operations") || !strings.Contains(err.Error(), "fewer terms works") {
			t.Errorf("%s: %.200v", name, err)
		}
	}
}

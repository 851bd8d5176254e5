package kernels

import (
	"fmt"
	"strconv"
	"strings"

	"kernellab/kernels/vec"
)

// maxCoordinate is the largest i of a variable xᵢ in a typed feature.
const maxCoordinate = 10000

// Features is the kernel k(x, z) = φ(x)·φ(z) of a feature map that lists its
// features as formulas over x1, x2, … (x is short for x1), with the functions
// of [Expr]: features("x", "(x+1)^2"). It is positive semidefinite wherever its
// features are finite.
type Features struct {
	sources []string
	roots   []*node
	needs   int // the highest coordinate used, counted from 1
}

var (
	_ Kernel[[]float64] = (*Features)(nil)
	_ FeatureMap        = (*Features)(nil)
)

// add parses src[from:end] as another feature. It is only called while f is
// built.
func (f *Features) add(src []rune, from, end int) {
	root := parseFormula(src, from, end, featureScope())
	f.sources = append(f.sources, strings.TrimSpace(string(src[from:end])))
	f.roots = append(f.roots, root)
	root.variables(func(slot int) { f.needs = max(f.needs, slot+1) })
}

func featureScope() scope {
	return scope{
		slot: func(name string) (int, bool) {
			if name == "x" {
				return 0, true
			}
			digits, ok := strings.CutPrefix(name, "x")
			i, err := strconv.Atoi(digits)
			return i - 1, ok && err == nil && i >= 1 && i <= maxCoordinate
		},
		list:  "x1, x2, … (x alone is x1)",
		names: []string{"x1", "x2"},
	}
}

// Eval returns φ(x)·φ(z).
func (f *Features) Eval(x, z []float64) float64 {
	vec.Match(x, z)
	f.checkLen(x)
	var s float64
	for _, root := range f.roots {
		s += root.eval(x) * root.eval(z)
	}
	return s
}

// String returns features("…","…").
func (f *Features) String() string {
	return `features("` + strings.Join(f.sources, `","`) + `")`
}

// Dim returns the number of features, which does not depend on in.
func (f *Features) Dim(int) int { return len(f.roots) }

// MapTo writes the features of x to dst.
func (f *Features) MapTo(dst, x []float64) {
	f.checkLen(x)
	if len(dst) != len(f.roots) {
		panic("kernels: length mismatch")
	}
	for i, root := range f.roots {
		dst[i] = root.eval(x)
	}
}

func (f *Features) checkLen(x []float64) {
	if len(x) < f.needs {
		panic("kernels: a feature uses a coordinate that the point does not have")
	}
}

// coordinates returns a number of coordinates in words.
func coordinates(d int) string {
	if d == 1 {
		return "1 coordinate"
	}
	return fmt.Sprintf("%d coordinates", d)
}

func (f *Features) checkDim(d int) error {
	if d < f.needs {
		return fmt.Errorf("%s uses x%d, but the points have %s; use x1 to x%d", f, f.needs, coordinates(d), d)
	}
	return nil
}

// features parses the quoted formulas.
func (p *parser) features(t token) Kernel[[]float64] {
	f := &Features{}
	for _, text := range p.quotedArguments(t) {
		from, end := text.contents()
		f.add(p.src, from, end)
	}
	return f
}

package answer

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/kernels"

	"gonum.org/v1/gonum/mat"
)

// KernelTask asks whether a function of two points is a kernel.
type KernelTask struct {
	// X and Z are the names of the components of x and z. If a point is a single number, they are
	// x and z.
	X, Z []string
	// NonNegative is true if the points have no negative components, so that min(x, z) is a kernel.
	NonNegative bool
}

// Scope returns the names that a student may write: the components and, if there are several, the
// vectors x and z, with dot for xᵀz, dist for ‖x − z‖ and dist2 for its square.
func (t KernelTask) Scope() Scope {
	s := Scope{Vars: slices.Concat(t.X, t.Z)}
	if d := len(t.X); d > 1 {
		s.Vars = nil
		x, z := strings.TrimRight(t.X[0], "0123456789"), strings.TrimRight(t.Z[0], "0123456789")
		s.Arrays = []Array{{Name: x, Dims: []int{d}}, {Name: z, Dims: []int{d}}}
		s.Definitions = map[string]string{"dot": x + "'" + z, "dist": "norm(" + x + "-" + z + ")",
			"dist2": "norm(" + x + "-" + z + ")^2"}
	}
	if t.NonNegative {
		s.Positive = slices.Concat(t.X, t.Z)
	}
	return s
}

// KernelFinding is the result of [KernelTask.Decide]: whether a function of two points is known to
// be a kernel, or known not to be one.
type KernelFinding struct {
	// Proved is true if the lines of Derivation prove that the function is a kernel. Refuted is
	// true if Why shows that it is not a kernel. If both are false, either Why says why the
	// function cannot be tested, or no set of points that was tried refutes it, which proves
	// nothing.
	Proved, Refuted bool
	// Asymmetric is true if the function is refuted because k(x, z) and k(z, x)
	// differ.
	Asymmetric bool
	Derivation []string
	Why        string
	// V is a vector that refutes the function: at the points in Why, Σ vᵢvⱼk(xᵢ, xⱼ) = Value < 0.
	// It is nil if there is none.
	V     []float64
	Value float64
}

// Decide decides whether an expression in the scope of the task is a kernel. For a polynomial in x
// and z with rational coefficients and at most maxMonomials monomials, it decides exactly, by the
// matrix of the coefficients. For any other function, it looks for a proof by the closure rules,
// and for points and a vector v with vᵀKv < 0. It also tries extraPoints, which may be nil.
func (t KernelTask) Decide(e Expr, extraPoints [][]float64) KernelFinding {
	k, err := t.compile(e)
	if err != nil {
		return KernelFinding{Why: capitalise(err.Error()) + "."}
	}
	if c := compareNodes(k.root, t.swapPoints(k.root), e.scope, false); c.outcome == refuted {
		why := "It is not symmetric: k(x, z) and k(z, x) differ."
		if c.fact != "" && !c.vague {
			why += " " + capitalise(strings.Replace(c.fact, "yours", "k(x, z)", 1)) + ", k(z, x) " + c.otherValue + "."
		}
		return KernelFinding{Refuted: true, Asymmetric: true, Why: why}
	}
	pointSets := t.pointSets()
	for _, points := range pointSets {
		if why := k.undefinedMessage(points); why != "" {
			return KernelFinding{Why: why}
		}
	}
	proof := kernelProof{task: t, scope: e.scope, findings: map[*node]finding{}, abbreviations: t.abbreviations()}
	if rule, ok := proof.prove(k.root); ok {
		if len(proof.lines) == 0 {
			return KernelFinding{Proved: true, Derivation: []string{"A kernel: " + rule + "."}}
		}
		return KernelFinding{Proved: true, Derivation: append(proof.lines, "So this is a kernel: "+rule+".")}
	}
	for _, points := range append(pointSets, extraPoints) {
		if f, ok := k.refuteAt(points); ok {
			return f
		}
	}
	if m, ok := proof.coefficients(k.root); ok && !isPSD(m.entries) {
		return KernelFinding{Refuted: true,
			Why: "The matrix of its coefficients over the monomials of x and z is not positive semidefinite, so some points refute it."}
	}
	return KernelFinding{}
}

// abbreviations maps the short forms xᵀz and ‖x − z‖ to their expanded forms. If a point is a single
// number, it returns an empty map.
func (t KernelTask) abbreviations() map[string]*node {
	s, out := t.Scope(), map[string]*node{}
	for name, short := range map[string]string{"dot": "xᵀz", "dist": distanceText} {
		if text, ok := s.Definitions[name]; ok {
			expansion, err := MustParse(text, s).tensor()
			if err == nil {
				out[short] = expansion.cells[0]
			}
		}
	}
	return out
}

// Kernel returns the expression as a value of type kernels.Kernel. It need not be positive
// semidefinite. ok is false if the expression does not have a single value.
func (t KernelTask) Kernel(e Expr) (k kernels.Kernel[[]float64], ok bool) {
	k, err := t.compile(e)
	return k, err == nil
}

// compiledKernel is an expanded and compiled scalar expression that implements
// kernels.Kernel.
type compiledKernel struct {
	task     KernelTask
	expr     Expr
	root     *node
	compiled Func
}

var _ kernels.Kernel[[]float64] = compiledKernel{}

func (k compiledKernel) Eval(x, z []float64) float64 { return k.compiled.Value(slices.Concat(x, z)...) }
func (k compiledKernel) String() string              { return k.expr.String() }

// maxEvaluations is the maximum number of evaluations of the function at all sets of points
// together.
const maxEvaluations = 500

// compile compiles an expression for evaluation at points.
func (t KernelTask) compile(e Expr) (compiledKernel, error) {
	root, err := e.scalar()
	if err != nil {
		return compiledKernel{}, err
	}
	compiled, err := compileNode(e.scope.work, root, slices.Concat(t.X, t.Z))
	if err != nil {
		return compiledKernel{}, err
	}
	return compiledKernel{t, e, root, compiled},
		e.scope.work.Spend(maxEvaluations * len(compiled.code) / evaluationsPerWork)
}

// undefinedMessage returns a message with a pair of points at which the function has no
// value, or "" if it has values at all pairs.
func (k compiledKernel) undefinedMessage(points [][]float64) string {
	for _, x := range points {
		for _, z := range points {
			_, err := k.compiled.At(slices.Concat(x, z)...)
			if err == nil {
				continue
			}
			where := fmt.Sprintf("at x = %s, z = %s", formatPoints([][]float64{x}), formatPoints([][]float64{z}))
			if err.(*DomainError).TooLarge {
				return "Its numbers are too large to compute with " + where + "."
			}
			return "It has no value " + where + ": a kernel is defined for all points."
		}
	}
	return ""
}

// swapPoints returns the expression with x and z exchanged.
func (t KernelTask) swapPoints(n *node) *node {
	return n.replace(func(m *node) (*node, bool) {
		if m.op != opName {
			return nil, false
		}
		if i := slices.Index(t.X, m.text); i >= 0 {
			return nameNode(t.Z[i]), true
		}
		if i := slices.Index(t.Z, m.text); i >= 0 {
			return nameNode(t.X[i]), true
		}
		return nil, false
	})
}

// pointSets returns the sets of points at which a kernel is tested. Points with small whole numbers
// come first, so that a refutation can be checked by hand.
func (t KernelTask) pointSets() [][][]float64 {
	coordinateSets := [][]float64{{0, 1}, {1, 2}, {-1, 1}, {0, 1, 2}, {-1, 0, 1}, {1, 2, 3}, {-2, -1, 0, 1, 2},
		{0, 0.5, 1, 1.5, 2}, {0, 0.1, 0.2, 1}, {0, 1, 2, 3, 4, 5, 6}, {-3, -1, 2, 4}, {0, 2, 4, 6, 8, 10}}
	var out [][][]float64
	for _, coordinates := range coordinateSets {
		var points [][]float64
		for i, v := range coordinates {
			p := make([]float64, len(t.X))
			for k := range p {
				p[k] = v
				if k > 0 {
					p[k] = coordinates[(i*(k+2)+k)%len(coordinates)]
				}
			}
			if t.NonNegative && slices.Min(p) < 0 {
				continue
			}
			points = append(points, p)
		}
		if len(points) > 1 {
			out = append(out, points)
		}
	}
	return out
}

// RefuteAt looks for a vector v with vᵀKv < 0 at the given points, with small whole numbers as
// entries if possible. ok is true only if the sign is certain. K must be symmetric.
func (t KernelTask) RefuteAt(e Expr, points [][]float64) (f KernelFinding, ok bool) {
	k, err := t.compile(e)
	if err != nil {
		return f, false
	}
	return k.refuteAt(points)
}

func (k compiledKernel) refuteAt(points [][]float64) (f KernelFinding, ok bool) {
	g := kernels.Gram(k, points)
	if kernels.CheckFinite(g) != nil {
		return f, false
	}
	v := negativeDirection(g, 1e-9)
	if v == nil {
		return f, false
	}
	pointNodes := make([][]*node, len(points))
	for i, p := range points {
		pointNodes[i] = vectorNodes(p)
	}
	sum := k.task.quadraticForm(k.expr.scope.work, k.root, pointNodes, vectorNodes(v))
	if sum.sign >= 0 {
		return f, false
	}
	why := fmt.Sprintf("At the points %s the vector v = %s has vᵀKv = %s < 0.", formatPoints(points), formatVector(v),
		formatFloat(sum.value))
	return KernelFinding{Refuted: true, Why: why, V: v, Value: sum.value}, true
}

// vectorNodes returns numbers as nodes.
func vectorNodes(v []float64) []*node {
	out := make([]*node, len(v))
	for i, x := range v {
		out[i] = numNode(new(big.Rat).SetFloat64(x))
	}
	return out
}

// negativeDirection returns a vector v with vᵀGv < 0, if possible with small whole numbers as
// entries. It returns nil if G is positive semidefinite up to a tolerance.
func negativeDirection(g mat.Symmetric, tol float64) []float64 {
	var notPSD *kernels.NotPSDError
	if !errors.As(kernels.CheckPSD(g, tol), &notPSD) {
		return nil
	}
	v := notPSD.Vector
	largest := max(slices.Max(v), -slices.Min(v))
	for scale := 1.0; scale <= 20; scale++ {
		rounded := make([]float64, len(v))
		for i, x := range v {
			rounded[i] = math.Round(x/largest*scale) + 0
		}
		vector := mat.NewVecDense(len(v), rounded)
		if mat.Inner(vector, g, vector) < -1e-9*scale*scale {
			return positiveFirst(rounded)
		}
	}
	return v
}

// positiveFirst returns v or −v, so that the first nonzero entry is positive.
func positiveFirst(v []float64) []float64 {
	for _, x := range v {
		if x < 0 {
			for i := range v {
				v[i] = -v[i] + 0
			}
		}
		if x != 0 {
			break
		}
	}
	return v
}

func formatPoints(points [][]float64) string {
	return ascii.Join(points, ", ", func(p []float64) string {
		if len(p) == 1 {
			return formatFloat(p[0])
		}
		return formatVector(p)
	})
}

func formatVector(v []float64) string { return "(" + ascii.Join(v, ", ", formatFloat) + ")" }

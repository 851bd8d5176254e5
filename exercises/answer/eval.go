package answer

import (
	"fmt"
	"math"
	"strings"

	"kernellab/exercises/budget"
	"kernellab/kernels/expr"
)

// A DomainError says where an expression has no value.
type DomainError struct {
	What string // "ln of −2"
	At   string // "x₁ = −3"; empty where no variable is involved
}

func (e *DomainError) Error() string {
	if e.At == "" {
		return e.What + " is not defined"
	}
	return e.What + " is not defined, at " + e.At
}

// Eval computes the value with the variables given. The error is a
// *DomainError where there is no finite value, and a plain one where a
// variable is missing or the expression is a list.
func (e Expr) Eval(env map[string]float64) (float64, error) {
	names := make([]string, 0, len(env))
	values := make([]float64, 0, len(env))
	for k, v := range env {
		names = append(names, k)
		values = append(values, v)
	}
	f, err := e.Compile(names...)
	if err != nil {
		return 0, err
	}
	return f.At(values...)
}

// Func is an expression made ready for many evaluations. It is safe for
// concurrent use.
type Func struct {
	program
	root  *node
	names []string
}

// Compile makes the expression ready for evaluation with its variables in the
// order given. It refuses a list and a variable that is not among them.
func (e Expr) Compile(vars ...string) (Func, error) {
	t, lerr := e.lowered()
	if lerr != nil {
		return Func{}, lerr
	}
	if !t.isScalar() {
		return Func{}, fmt.Errorf("%s has %s; one value is needed here", e.quoted(), t.shape())
	}
	names := make([]string, len(vars))
	for i, v := range vars {
		names[i] = canonName(v)
	}
	return compileNode(e.scope.work, t.cells[0], names)
}

func compileNode(work *budget.Budget, root *node, names []string) (Func, error) {
	p, err := compile(work, root, names)
	return Func{program: p, root: root, names: names}, err
}

// Value is the value at x, NaN where there is none. It is the fast way, for
// drawing.
func (f Func) Value(x ...float64) float64 {
	v := f.run(x)
	if math.IsInf(v, 0) {
		return math.NaN()
	}
	return v
}

// At is the value at x, or the *DomainError that says why there is none.
func (f Func) At(x ...float64) (float64, error) {
	v := f.run(x)
	if !math.IsNaN(v) && !math.IsInf(v, 0) {
		return v, nil
	}
	return 0, &DomainError{What: f.culprit(f.root, f.values(x)), At: f.where(x)}
}

// where names the point, with the variables that occur.
func (f Func) where(x []float64) string {
	var parts []string
	for i, n := range f.names {
		if i < len(x) && f.root.has(func(m *node) bool { return m.op == opName && m.text == n }) {
			parts = append(parts, typesetName(n)+" = "+formatFloat(x[i]))
		}
	}
	return strings.Join(parts, ", ")
}

// culprit describes the innermost operation that has no value, by the values of
// all operations.
func (f Func) culprit(n *node, values []float64) string {
	var args []string
	for _, a := range n.args {
		v := values[f.slots[a]]
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return f.culprit(a, values)
		}
		args = append(args, formatFloat(v))
	}
	switch n.op {
	case opDiv:
		if args[1] == "0" {
			return args[0] + "/0"
		}
	case opPow:
		return args[0] + " to the power " + args[1]
	case opCall:
		name := n.text
		if name == "sqrt" {
			name = "the square root"
		}
		return name + " of " + strings.Join(args, ", ")
	}
	return "a number this large"
}

// formatFloat writes a number briefly, with a typeset minus.
func formatFloat(v float64) string { return formatDigits(v, 6) }

func isInt(n *node, v int64) bool {
	return n.op == opNum && n.num.IsInt() && n.num.Num().IsInt64() && n.num.Num().Int64() == v
}

// realFunction is the function of one real variable with that name, or nil.
func realFunction(name string) func(float64) float64 {
	switch name {
	case "s":
		return func(u float64) float64 { return 1 / (1 + math.Exp(-u)) }
	case "sign":
		return signOf
	case "factorial":
		return factorialFloat
	}
	return expr.Function(name)
}

func signOf(v float64) float64 {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return v
}

// factorialFloat is n! for whole n from 0 to 170, NaN elsewhere.
func factorialFloat(v float64) float64 {
	if v < 0 || v > 170 || v != math.Trunc(v) {
		return math.NaN()
	}
	out := 1.0
	for k := 2.0; k <= v; k++ {
		out *= k
	}
	return out
}

// chooseFloat is the binomial coefficient for whole 0 ≤ k, n ≤ 10⁶; NaN
// elsewhere.
func chooseFloat(n, k float64) float64 {
	if n < 0 || k < 0 || n > 1e6 || n != math.Trunc(n) || k != math.Trunc(k) {
		return math.NaN()
	}
	if k > n {
		return 0
	}
	k = math.Min(k, n-k)
	out := 1.0
	for i := 1.0; i <= k && !math.IsInf(out, 0); i++ {
		out = out * (n - k + i) / i
	}
	return math.Round(out)
}

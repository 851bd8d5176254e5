package answer

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"kernellab/exercises/budget"
	"kernellab/kernels/expr"
)

// DomainError reports that an expression has no value at a point, or that its value cannot be computed.
type DomainError struct {
	What     string // the expression, such as "“ln(x₁)”"
	At       string // the point, such as "x₁ = −3"; empty if no variable occurs
	TooLarge bool   // whether there certainly is a value, but one that is too large to compute with
	Unknown  bool   // whether it is unknown if there is a value
}

func (e *DomainError) Error() string {
	problem := " is not defined"
	switch {
	case e.TooLarge:
		problem = " has numbers that are too large to compute with"
	case e.Unknown:
		problem = " cannot be computed"
	}
	if e.At != "" {
		problem += ", at " + e.At
	}
	return e.What + problem
}

// Eval returns the value for the given variables. The error is a *DomainError if
// there is no finite value, and a plain error if a variable is missing or the
// expression is a list.
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

// Func is an expression prepared for many evaluations. It is safe for concurrent
// use.
type Func struct {
	// code holds the operations of the expression, each after its operands. Shared
	// operations occur only once.
	code  []operation
	root  *node
	names []string
	work  *budget.Budget
}

// Compile prepares the expression for evaluation with variables in the given order. It returns an
// error if the expression is a list or contains any other variable.
func (e Expr) Compile(vars ...string) (Func, error) {
	n, err := e.scalar()
	if err != nil {
		return Func{}, err
	}
	names := make([]string, len(vars))
	for i, v := range vars {
		names[i] = canonName(v)
	}
	return compileNode(e.scope.work, n, names)
}

func compileNode(work *budget.Budget, root *node, names []string) (Func, error) {
	c := compiler{slots: map[*node]int{}, names: names, work: work}
	err := c.add(root)
	return Func{c.code, root, names, work}, err
}

// Value returns the value at x, or NaN if there is no finite value. Unlike At, it does not report
// why there is no value.
func (f Func) Value(x ...float64) float64 {
	values := make([]float64, len(f.code))
	for i, compute := range f.code {
		values[i] = compute(values, x)
	}
	v := values[len(values)-1]
	if math.IsInf(v, 0) {
		return math.NaN()
	}
	return v
}

// At returns the value at x, or a *DomainError if there is none. Finding the reason takes long. If it
// is not needed, call Value.
func (f Func) At(x ...float64) (float64, error) {
	if v := f.Value(x...); !math.IsNaN(v) {
		return v, nil
	}
	c := certaintyAt(f.work, f.root, exactPoint(f.names, x))
	return 0, &DomainError{What: "“" + printShort(f.root) + "”", At: f.pointText(x),
		TooLarge: c.valueCertain && !math.IsNaN(c.value), Unknown: !c.valueCertain}
}

// pointText formats the point x, with the names of the variables that occur in the expression.
func (f Func) pointText(x []float64) string {
	var parts []string
	for i, n := range f.names {
		if i < len(x) && f.root.contains(func(m *node) bool { return m.op == opName && m.text == n }) {
			parts = append(parts, typesetName(n)+" = "+formatFloat(x[i]))
		}
	}
	return strings.Join(parts, ", ")
}

// formatFloat formats a number with up to six digits and a typographic minus.
func formatFloat(v float64) string { return formatDigits(v, 6) }

func isInt(n *node, v int64) bool {
	return n.op == opNum && n.num.IsInt() && n.num.Num().IsInt64() && n.num.Num().Int64() == v
}

// realFunction returns the function of one real variable with the given name, or
// nil.
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

// factorialFloat returns n! for integers n ≥ 0, and NaN otherwise.
func factorialFloat(v float64) float64 {
	if v < 0 || v != math.Trunc(v) {
		return math.NaN()
	}
	return math.Round(math.Gamma(v + 1))
}

// chooseFloat returns the binomial coefficient for integers n and k with 0 ≤ k and 0 ≤ n ≤ 10⁶, and
// NaN otherwise.
func chooseFloat(n, k float64) float64 {
	if n < 0 || k < 0 || n > 1e6 || n != math.Trunc(n) || k != math.Trunc(k) {
		return math.NaN()
	}
	if k > n {
		return 0
	}
	k = min(k, n-k)
	out := 1.0
	for i := 1.0; i <= k && !math.IsInf(out, 0); i++ {
		out = out * (n - k + i) / i
	}
	return math.Round(out)
}

// operation computes one value from the values of earlier operations and the
// variables.
type operation func(v, x []float64) float64

// evaluationsPerWork is the number of evaluated operations that cost one unit of work.
const evaluationsPerWork = 128

type compiler struct {
	code  []operation
	slots map[*node]int // the position of a node's value
	names []string
	work  *budget.Budget
}

// add appends a node after its operands, unless it was added before.
func (c *compiler) add(n *node) error {
	if _, ok := c.slots[n]; ok {
		return nil
	}
	if len(c.code)%nodesPerWork == 0 {
		if err := c.work.Spend(1); err != nil {
			return err
		}
	}
	args := make([]int, len(n.args))
	for i, a := range n.args {
		if err := c.add(a); err != nil {
			return err
		}
		args[i] = c.slots[a]
	}
	o, err := c.compile(n, args)
	c.slots[n] = len(c.code)
	c.code = append(c.code, o)
	return err
}

// compile returns the operation of a node. slots are the positions of the values of its operands.
func (c *compiler) compile(n *node, slots []int) (operation, error) {
	switch n.op {
	case opNum:
		num, _ := n.num.Float64()
		return func(_, _ []float64) float64 { return num }, nil
	case opName:
		return c.compileName(n)
	case opNeg:
		return func(v, _ []float64) float64 { return -v[slots[0]] }, nil
	case opAdd:
		return func(v, _ []float64) float64 { return v[slots[0]] + v[slots[1]] }, nil
	case opSub:
		return func(v, _ []float64) float64 { return v[slots[0]] - v[slots[1]] }, nil
	case opMul:
		return func(v, _ []float64) float64 { return v[slots[0]] * v[slots[1]] }, nil
	case opDiv:
		return func(v, _ []float64) float64 { return v[slots[0]] / v[slots[1]] }, nil
	case opPow:
		if isInt(n.args[1], 2) {
			return func(v, _ []float64) float64 { return v[slots[0]] * v[slots[0]] }, nil
		}
		return func(v, _ []float64) float64 { return math.Pow(v[slots[0]], v[slots[1]]) }, nil
	}
	switch n.text {
	case "min":
		return extremum(math.Min, slots), nil
	case "max":
		return extremum(math.Max, slots), nil
	case "choose":
		return func(v, _ []float64) float64 { return chooseFloat(v[slots[0]], v[slots[1]]) }, nil
	}
	f := realFunction(n.text)
	if f == nil || len(slots) != 1 {
		return nil, fmt.Errorf("%s cannot be computed here", n.text)
	}
	return func(v, _ []float64) float64 { return f(v[slots[0]]) }, nil
}

func extremum(pick func(a, b float64) float64, slots []int) operation {
	return func(v, _ []float64) float64 {
		out := v[slots[0]]
		for _, i := range slots[1:] {
			out = pick(out, v[i])
		}
		return out
	}
}

// compileName returns the operation that yields a variable or a constant.
func (c *compiler) compileName(n *node) (operation, error) {
	if i := slices.Index(c.names, n.text); i >= 0 {
		return func(_, x []float64) float64 { return x[i] }, nil
	}
	switch n.text {
	case "e":
		return func(_, _ []float64) float64 { return math.E }, nil
	case "pi":
		return func(_, _ []float64) float64 { return math.Pi }, nil
	}
	return nil, fmt.Errorf("%s has no value here", typesetName(n.text))
}

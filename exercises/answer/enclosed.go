package answer

import (
	"errors"
	"math"
	"math/big"

	"kernellab/exercises/budget"
	"kernellab/exercises/enclose"
)

// IntervalField returns a field for interval arithmetic with the given number of bits. It charges
// its work to the budget of the expression.
func (e Expr) IntervalField(bits uint) *enclose.Field {
	return &enclose.Field{Bits: bits, Spend: e.scope.work.Spend}
}

// Enclosure returns an interval that contains a scalar's value at a point, to the precision
// of the field. The error is [enclose.ErrUndefined] if there is certainly no value,
// [enclose.ErrVague] if the precision does not suffice, or the error of the budget.
func (e Expr) Enclosure(f *enclose.Field, point map[string]*big.Rat) (enclose.Real, error) {
	n, err := e.scalar()
	if err != nil {
		return enclose.Real{}, err
	}
	values := make(map[string]enclose.Real, len(point))
	for name, q := range point {
		values[name] = enclose.Exact(q)
	}
	return enclosureAt(f, n, values), f.Err
}

// enclosureAt returns an interval that contains the value of the scalar n at a point. n must be
// expanded: it must contain no index, sum or vector.
func enclosureAt(f *enclose.Field, n *node, point map[string]enclose.Real) enclose.Real {
	v := intervalEvaluator{Field: f, point: point, cache: map[*node]enclose.Real{}}
	return v.eval(n)
}

// precisions returns the precisions to try, in bits, in ascending order.
func precisions() []uint { return []uint{128, 512} }

// certainty holds what has been proved about a real number.
type certainty struct {
	// value is the number, rounded to a float64, or NaN if there certainly is no number. If no
	// precision suffices to tell the number from 0, value is near 0.
	value        float64
	valueCertain bool // whether value is known; if not, value is 0
	sign         int  // −1, 0 or 1
	signCertain  bool // whether sign is known
}

// certaintyOf computes a number with increasing precision, until its sign is certain and the
// interval is narrow enough to round it to a float64.
func certaintyOf(work *budget.Budget, compute func(f *enclose.Field) enclose.Real) (out certainty) {
	for _, bits := range precisions() {
		f := &enclose.Field{Bits: bits, Spend: work.Spend}
		r := compute(f)
		switch {
		case errors.Is(f.Err, enclose.ErrUndefined):
			return certainty{value: math.NaN(), valueCertain: true}
		case errors.Is(f.Err, enclose.ErrVague):
			continue
		case f.Err != nil:
			return out
		}
		out.value, out.valueCertain = f.Float(r), true
		if out.sign, out.signCertain = f.Sign(r); out.signCertain && f.IsPrecise(r) {
			break
		}
	}
	return out
}

// certaintyAt returns what is certain about an expanded scalar's value at a point.
func certaintyAt(work *budget.Budget, n *node, point map[string]enclose.Real) certainty {
	return certaintyOf(work, func(f *enclose.Field) enclose.Real { return enclosureAt(f, n, point) })
}

// certainlyDifferAt reports whether two scalars certainly differ at a point, and returns their
// values at this point. Two scalars also differ if exactly one of them has no value.
func certainlyDifferAt(work *budget.Budget, a, b *node, point map[string]enclose.Real) (u, v float64, differ bool) {
	certaintyA, certaintyB := certaintyAt(work, a, point), certaintyAt(work, b, point)
	u, v = certaintyA.value, certaintyB.value
	if !certaintyA.valueCertain || !certaintyB.valueCertain || math.IsNaN(u) || math.IsNaN(v) {
		return u, v, certaintyA.valueCertain && certaintyB.valueCertain && math.IsNaN(u) != math.IsNaN(v)
	}
	gap := certaintyAt(work, binary(opSub, a, b), point)
	return u, v, gap.signCertain && gap.sign != 0
}

// intervalEvaluator evaluates the nodes of one expression. It evaluates shared nodes only once.
type intervalEvaluator struct {
	*enclose.Field
	point map[string]enclose.Real
	cache map[*node]enclose.Real
}

func (v *intervalEvaluator) eval(n *node) enclose.Real {
	if r, ok := v.cache[n]; ok {
		return r
	}
	if v.Err != nil {
		return enclose.Int(0)
	}
	r := v.operation(n)
	v.cache[n] = r
	return r
}

func (v *intervalEvaluator) operation(n *node) enclose.Real {
	switch n.op {
	case opNum:
		return enclose.Exact(n.num)
	case opName:
		return v.variable(n.text)
	case opCall:
		return v.call(n)
	}
	a := v.eval(n.args[0])
	if n.op == opNeg {
		return v.Neg(a)
	}
	if n.op == opPow && n.args[0].op == opName && n.args[0].text == "e" {
		return v.Exp(v.eval(n.args[1]))
	}
	b := v.eval(n.args[1])
	switch n.op {
	case opAdd:
		return v.Add(a, b)
	case opSub:
		return v.Sub(a, b)
	case opMul:
		return v.Mul(a, b)
	case opDiv:
		return v.Quo(a, b)
	case opPow:
		return v.Pow(a, b)
	}
	return v.failVague()
}

// failVague records that a value cannot be computed.
func (v *intervalEvaluator) failVague() enclose.Real {
	return v.fail(enclose.ErrVague)
}

func (v *intervalEvaluator) fail(err error) enclose.Real {
	if v.Err == nil {
		v.Err = err
	}
	return enclose.Int(0)
}

func (v *intervalEvaluator) variable(name string) enclose.Real {
	if x, ok := v.point[name]; ok {
		return x
	}
	switch name {
	case "e":
		return v.Exp(enclose.Int(1))
	case "pi":
		return v.Pi()
	}
	return v.failVague()
}

func (v *intervalEvaluator) call(n *node) enclose.Real {
	args := make([]enclose.Real, len(n.args))
	for i, a := range n.args {
		args[i] = v.eval(a)
	}
	switch n.text {
	case "max", "min":
		pick := v.Max
		if n.text == "min" {
			pick = v.Min
		}
		out := args[0]
		for _, a := range args[1:] {
			out = pick(out, a)
		}
		return out
	case "sign":
		return v.signOf(args[0])
	case "factorial":
		return v.factorial(args[0])
	case "choose":
		return v.choose(args[0], args[1])
	}
	if fn := v.function(n.text); fn != nil {
		return fn(args[0])
	}
	return v.failVague()
}

// function returns the function with the given name, computed to the precision of the field, or
// nil. It corresponds to realFunction, which computes with float64.
func (v *intervalEvaluator) function(name string) func(enclose.Real) enclose.Real {
	return map[string]func(enclose.Real) enclose.Real{
		"sqrt": v.Sqrt, "exp": v.Exp, "ln": v.Log, "abs": v.Abs, "s": v.Logistic,
		"sin": v.Sin, "cos": v.Cos, "tan": v.Tan, "sinh": v.Sinh, "cosh": v.Cosh, "tanh": v.Tanh,
	}[name]
}

func (v *intervalEvaluator) signOf(a enclose.Real) enclose.Real {
	sign, ok := v.Sign(a)
	if !ok {
		return v.failVague()
	}
	return enclose.Int(int64(sign))
}

// wholeNumber returns a as an integer from 0 to maxFactorial. It fails with ErrUndefined if a is a
// fraction or negative, and with ErrVague if a is above maxFactorial or not known exactly.
func (v *intervalEvaluator) wholeNumber(a enclose.Real) int64 {
	q, ok := a.Rational()
	switch {
	case ok && (!q.IsInt() || q.Sign() < 0):
		v.fail(enclose.ErrUndefined)
	case !ok || !q.Num().IsInt64() || q.Num().Int64() > maxFactorial:
		v.failVague()
	default:
		return q.Num().Int64()
	}
	return 0
}

func (v *intervalEvaluator) factorial(a enclose.Real) enclose.Real {
	n := v.wholeNumber(a)
	return enclose.Exact(new(big.Rat).SetInt(new(big.Int).MulRange(1, n)))
}

func (v *intervalEvaluator) choose(a, b enclose.Real) enclose.Real {
	n, k := v.wholeNumber(a), v.wholeNumber(b)
	return enclose.Exact(new(big.Rat).SetInt(new(big.Int).Binomial(n, k)))
}

// IsAffine reports whether e is proved to be of the form a·x + b wherever it has a value. x is the
// given variable, and a and b do not contain x.
func (e Expr) IsAffine(variable string) bool {
	n, err := e.scalar()
	if err != nil {
		return false
	}
	atZero, atOne := substitute(n, variable, 0), substitute(n, variable, 1)
	line := binary(opAdd, atZero, binary(opMul, nameNode(variable), binary(opSub, atOne, atZero)))
	return compareForms(n, line, e.scope, false).outcome == proved
}

// OnOneLine reports whether the points (x, e(x)), (y, e(y)) and (z, e(z)) are proved to lie on one
// line, where x, y and z are values of the variable. A result of false proves nothing.
func (e Expr) OnOneLine(variable string, x, y, z *big.Rat) bool {
	n, err := e.scalar()
	if err != nil {
		return false
	}
	valueAt := func(v *big.Rat) *node { return n.replaceName(variable, numNode(v)) }
	difference := func(a, b *big.Rat) *node { return numNode(new(big.Rat).Sub(a, b)) }
	// They are on one line if and only if (y − x)(e(z) − e(x)) = (z − x)(e(y) − e(x)).
	l := binary(opMul, difference(y, x), binary(opSub, valueAt(z), valueAt(x)))
	r := binary(opMul, difference(z, x), binary(opSub, valueAt(y), valueAt(x)))
	ring := newRing(e.scope)
	return len(ring.difference(ring.form(l), ring.form(r))) == 0 && ring.err == nil
}

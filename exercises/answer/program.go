package answer

import (
	"fmt"
	"math"

	"kernellab/exercises/budget"
)

// program is an expression as a list of operations, each after those it uses.
// An operation that is used in several places is there once, so that a program
// is never longer than the expression has nodes. It is safe for concurrent use.
type program struct {
	code  []operation
	slots map[*node]int // where the value of a node is
}

// operation computes one value from earlier ones.
type operation struct {
	op   op
	args []int
	num  float64                 // of opNum
	fn   func(float64) float64   // of a call with one argument
	many func([]float64) float64 // of a call with several
}

// evaluationsPerWork is how many operations are computed in one unit of work.
const evaluationsPerWork = 128

// onStack is how many values fit in what an evaluation has at hand without
// asking for memory.
const onStack = 64

// compile makes a program of a scalar that is written out.
func compile(work *budget.Budget, root *node, names []string) (program, error) {
	c := compiler{program: program{slots: map[*node]int{}}, names: names, work: work}
	err := c.add(root)
	return c.program, err
}

type compiler struct {
	program
	names []string
	work  *budget.Budget
}

// add puts a node behind what it uses, unless it is there.
func (c *compiler) add(n *node) error {
	if _, ok := c.slots[n]; ok {
		return nil
	}
	if len(c.code)%cellsPerWork == 0 {
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
	o, err := c.operation(n)
	if err != nil {
		return err
	}
	o.args = args
	c.slots[n] = len(c.code)
	c.code = append(c.code, o)
	return nil
}

func (c *compiler) operation(n *node) (operation, error) {
	switch n.op {
	case opNum:
		v, _ := n.num.Float64()
		return operation{op: opNum, num: v}, nil
	case opName:
		return c.name(n)
	case opPow:
		if isInt(n.args[1], 2) {
			return operation{op: opCall, fn: func(v float64) float64 { return v * v }}, nil
		}
		return operation{op: opPow}, nil
	case opNeg, opAdd, opSub, opMul, opDiv:
		return operation{op: n.op}, nil
	}
	return callOf(n)
}

// name is a variable, by its place in opIndex, or a constant.
func (c *compiler) name(n *node) (operation, error) {
	for i, v := range c.names {
		if v == n.text {
			return operation{op: opIndex, num: float64(i)}, nil
		}
	}
	switch n.text {
	case "e":
		return operation{op: opNum, num: math.E}, nil
	case "pi":
		return operation{op: opNum, num: math.Pi}, nil
	}
	return operation{}, fmt.Errorf("%s has no value here", typesetName(n.text))
}

func callOf(n *node) (operation, error) {
	switch {
	case n.text == "min" || n.text == "max":
		return operation{op: opCall, many: extremeOf(n.text == "max")}, nil
	case n.text == "choose":
		return operation{op: opCall, many: func(v []float64) float64 { return chooseFloat(v[0], v[1]) }}, nil
	}
	f := realFunction(n.text)
	if f == nil || len(n.args) != 1 {
		return operation{}, fmt.Errorf("%s cannot be computed here", n.text)
	}
	return operation{op: opCall, fn: f}, nil
}

func extremeOf(largest bool) func([]float64) float64 {
	return func(args []float64) float64 {
		v := args[0]
		for _, a := range args[1:] {
			if largest {
				v = math.Max(v, a)
			} else {
				v = math.Min(v, a)
			}
		}
		return v
	}
}

// run is the value at x; NaN stands for no value.
func (p program) run(x []float64) float64 {
	var near [onStack]float64
	v := near[:]
	if len(p.code) > onStack {
		v = make([]float64, len(p.code))
	}
	p.fill(v, x)
	return v[len(p.code)-1]
}

// values are the values of all operations at x.
func (p program) values(x []float64) []float64 {
	v := make([]float64, len(p.code))
	p.fill(v, x)
	return v
}

func (p program) fill(v, x []float64) {
	for i, o := range p.code {
		switch o.op {
		case opNum:
			v[i] = o.num
		case opIndex:
			v[i] = x[int(o.num)]
		case opNeg:
			v[i] = -v[o.args[0]]
		case opAdd:
			v[i] = v[o.args[0]] + v[o.args[1]]
		case opSub:
			v[i] = v[o.args[0]] - v[o.args[1]]
		case opMul:
			v[i] = v[o.args[0]] * v[o.args[1]]
		case opDiv:
			v[i] = v[o.args[0]] / v[o.args[1]]
		case opPow:
			v[i] = math.Pow(v[o.args[0]], v[o.args[1]])
		case opCall:
			v[i] = o.called(v)
		}
	}
}

func (o operation) called(v []float64) float64 {
	if o.fn != nil {
		return o.fn(v[o.args[0]])
	}
	args := make([]float64, len(o.args))
	for i, a := range o.args {
		args[i] = v[a]
	}
	return o.many(args)
}

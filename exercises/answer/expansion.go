package answer

import "slices"

// DualNames are the names of a dual update.
type DualNames struct {
	Weights string   // a or alpha
	Targets string   // t or y
	Signs   bool     // the targets are −1 or +1
	Bits    bool     // the targets are 0 or 1
	Scalars []string // eta, gamma, n: taken as positive
	// Logistic allows s(u), also written σ(u).
	Logistic bool
}

// DualScope is the scope of a dual update written for one i: weights a_i,
// targets t_i, the symmetric matrix K_ij, also written k(x_i, x_j), and the
// indices i, j and l. It is decided for several numbers of points, which n
// stands for where it is among the scalars.
func DualScope(d DualNames) Scope {
	s := expansion(d.Weights, d.Targets, d.Signs)
	if d.Bits {
		s.Bits = []string{d.Targets}
	}
	s.Vars, s.Positive, s.Logistic = d.Scalars, d.Scalars, d.Logistic
	return s.AnySize(counted(d.Scalars))
}

// MachineNames are the names in a kernel expansion f(x) = Σ aᵢyᵢk(xᵢ, x) + b.
type MachineNames struct {
	Weights string   // a or alpha
	Labels  string   // y or t, −1 or +1; "" where there are none
	Scalars []string // b and whatever else may occur
}

// MachineScope is the scope of a kernel expansion at a point x: weights a_i,
// labels y_i, the training points x_i and the query point x, which occur inside
// the kernel, as k(x_i, x) and k(x_i, x_j), also written K_ij. It is decided
// as a dual update is, with yᵢ² = 1 and k symmetric.
func MachineScope(m MachineNames) Scope {
	s := expansion(m.Weights, m.Labels, true)
	s.Vars, s.Query = m.Scalars, "x"
	return s.AnySize(counted(m.Scalars))
}

// counted is the letter that counts the points, where it is among the scalars.
func counted(scalars []string) string {
	if slices.Contains(scalars, "n") {
		return "n"
	}
	return ""
}

// expansion is what three points, their kernel, weights and labels are called.
func expansion(weights, labels string, signs bool) Scope {
	s := Scope{
		Arrays: []Array{
			{Name: weights, Dims: []int{3}},
			{Name: "K", Dims: []int{3, 3}, Symmetric: true, Gram: true},
			{Name: "x", Dims: []int{3}, Points: true},
		},
		Indices: []string{"i", "j", "l", "k", "m"}, N: 3,
		Kernel: map[string]string{"k": "K"},
	}
	if labels != "" {
		s.Arrays = append(s.Arrays, Array{Name: labels, Dims: []int{3}})
	}
	if labels != "" && signs {
		s.Signs = []string{labels}
	}
	return s
}

// AtQuery is the scope with a vector k of kernel values between the points and
// a new one, x: k_j may also be written k(x_j, x).
func (s Scope) AtQuery(k string) Scope {
	s.Arrays = append(s.Arrays[:len(s.Arrays):len(s.Arrays)], Array{Name: "x", Dims: []int{s.N}, Points: true})
	s.Kernel, s.Query = map[string]string{k: k}, "x"
	return s
}

// kernel reads k(x_i, x_j) as K_ij, and k(x_i, x) as the symbol of the kernel
// between point i and the query point.
func (lw *lowerer) kernel(n *node, matrix string) tensor {
	idx := &node{op: opArray, text: matrix, at: n.at}
	queries := 0
	for _, a := range n.args {
		switch {
		case a.op == opArray && len(a.args) == 1 && lw.scope.array(a.text).Points:
			idx.args = append(idx.args, a.args[0])
		case a.op == opArray && len(a.args) == 0 && lw.scope.Query == a.text:
			queries++
		default:
			panic(faultf(a.at, "%s takes two of the points, as %s(x_i, x_j)", n.text, n.text))
		}
	}
	switch held := len(lw.scope.array(matrix).Dims); {
	case queries == 0 && held == 2, queries == 1 && held == 1:
		return lw.array(idx)
	case held == 1:
		panic(faultf(n.at, "%s is taken between a point and %s here, as %s(%s_j, %s)", n.text, lw.scope.Query, n.text, lw.scope.Query, lw.scope.Query))
	}
	name := matrix + lw.scope.Query
	for _, i := range idx.args {
		v, ok := lw.indexValue(i)
		if a := lw.scope.array(matrix); !ok || v < 1 || v > a.Dims[0] {
			panic(faultf(n.at, "there is no point with index %s", printNode(i)))
		}
		name += string(rune('0' + v))
	}
	if queries == 2 {
		name += lw.scope.Query
	}
	return scalar(&node{op: opName, text: name, at: n.at})
}

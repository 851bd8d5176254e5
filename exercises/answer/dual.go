package answer

// DualNames are the names of a dual update.
type DualNames struct {
	Weights string   // a or alpha
	Targets string   // t or y
	Signs   bool     // the targets are −1 or +1
	Scalars []string // eta, gamma, n: taken as positive
	// Logistic allows s(u), also written σ(u).
	Logistic bool
}

// DualScope is the scope of a dual update written for one i: weights a_i,
// targets t_i, the symmetric matrix K_ij, also written k(x_i, x_j), and the
// indices i, j and l. It is decided for n = 3.
func DualScope(d DualNames) Scope {
	s := Scope{
		Vars: d.Scalars, Positive: d.Scalars,
		Arrays: []Array{
			{Name: d.Weights, Dims: []int{3}},
			{Name: d.Targets, Dims: []int{3}},
			{Name: "K", Dims: []int{3, 3}, Symmetric: true},
			{Name: "x", Dims: []int{3}, Points: true},
		},
		Indices: []string{"i", "j", "l", "k", "m"}, N: 3,
		Kernel:   map[string]string{"k": "K"},
		Logistic: d.Logistic,
	}
	if d.Signs {
		s.Signs = []string{d.Targets}
	}
	return s
}

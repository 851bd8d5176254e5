package answer

import "slices"

// bindSums finds what the sums of a tree run over that do not say it: Σ a_j K_ij
// has one index that stands nowhere else, and that is meant. A sum of a vector
// without any index adds its entries. It panics with a *SyntaxError where an
// index cannot be told.
func bindSums(root *node, s *Scope) {
	outside := map[string]bool{}
	free(root, nil, true, outside)
	root.walk(func(n *node) {
		if n.op != opSum || n.text != "" {
			return
		}
		within := map[string]bool{}
		free(n.args[0], nil, false, within)
		if len(within) > 1 || hasVectors(n.args[0], s) {
			for i := range outside {
				delete(within, i)
			}
		}
		switch len(within) {
		case 0:
			return // a sum of a vector's entries
		case 1:
			for i := range within {
				n.text = i
			}
			return
		}
		panic(faultf(n.at, "say what is summed over, as sum(j, …) or sum_j"))
	})
}

// hasVectors reports whether an array stands in a tree without all of its
// indices.
func hasVectors(n *node, s *Scope) bool {
	return n.has(func(m *node) bool {
		return m.op == opList || m.op == opArray && !s.array(m.text).Points && len(m.args) < len(s.array(m.text).Dims)
	})
}

// free collects the indices of a tree that no sum binds; with open, those of
// the sums that do not say what they run over are left out.
func free(n *node, bound []string, open bool, into map[string]bool) {
	if n.op == opIndex && !slices.Contains(bound, n.text) {
		into[n.text] = true
	}
	if n.op == opSum && n.text == "" && open {
		return
	}
	if n.op == opSum {
		bound = append(bound[:len(bound):len(bound)], n.text)
	}
	for _, a := range n.args {
		free(a, bound, open, into)
	}
}

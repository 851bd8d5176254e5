package answer

import "math/big"

// ExactRows are the entries of a list at settings of its names, as exact numbers:
// a row a setting. The error says which entry has no number that is known exactly,
// or that the budget of the text has ended.
func ExactRows(entries []Expr, settings []map[string]int64) (ExactMatrix, error) {
	out := make(ExactMatrix, len(settings))
	for i, at := range settings {
		row := make([]Expr, len(entries))
		for j, e := range entries {
			root := e.root
			for name, v := range at {
				root = substitute(root, name, v)
			}
			row[j] = Expr{root: root, scope: e.scope}
		}
		exact, err := exactVector(row)
		if err != nil {
			return nil, err
		}
		out[i] = exact
	}
	return out, nil
}

// ExactMatrix is rows of exact numbers.
type ExactMatrix [][]surd

// InnerIs reports whether the inner product of rows i and j is the fraction.
func (m ExactMatrix) InnerIs(i, j int, want *big.Rat) bool {
	sum := ratSurd(new(big.Rat).Neg(want))
	for k := range m[i] {
		sum = sum.add(m[i][k].mul(m[j][k]))
	}
	return sum.isZero()
}

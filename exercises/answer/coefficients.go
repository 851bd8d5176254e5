package answer

import "math/big"

// coefficientMatrix is a polynomial Σ Mᵢⱼ mᵢ(x) mⱼ(z) over monomials.
type coefficientMatrix struct {
	monomials []mono
	m         [][]*big.Rat
}

// maxMonomials bounds the matrix.
const maxMonomials = 24

// put sets the coefficient of x·z, two monomials in the names of x; it returns
// false where the matrix would become too large.
func (c *coefficientMatrix) put(x, z mono, q *big.Rat) bool {
	i, j := c.place(x), c.place(z)
	if len(c.monomials) > maxMonomials {
		return false
	}
	c.m[i][j] = q
	return true
}

// place is the row of a monomial, a new one where it has none yet.
func (c *coefficientMatrix) place(m mono) int {
	key := m.key()
	for i, o := range c.monomials {
		if o.key() == key {
			return i
		}
	}
	c.monomials = append(c.monomials, m)
	for i := range c.m {
		c.m[i] = append(c.m[i], new(big.Rat))
	}
	row := make([]*big.Rat, len(c.monomials))
	for j := range row {
		row[j] = new(big.Rat)
	}
	c.m = append(c.m, row)
	return len(c.monomials) - 1
}

// coefficientMatrices are the matrices of a polynomial with parameters, by the
// key of the positive monomial that stands in front of each.
type coefficientMatrices map[string]*coefficientMatrix

// arePSD reports whether all are positive semidefinite: then so is their sum,
// whatever the parameters.
func (ms coefficientMatrices) arePSD() bool {
	for _, m := range ms {
		if !m.isPSD() {
			return false
		}
	}
	return true
}

// why says why a polynomial is a kernel.
func (ms coefficientMatrices) why() string {
	for _, m := range ms {
		for i := range m.m {
			for j := range m.m {
				if i != j && m.m[i][j].Sign() != 0 {
					return "multiplied out it is Σ Mᵢⱼ mᵢ(x)mⱼ(z) over monomials, and M is positive semidefinite by exact elimination"
				}
			}
		}
	}
	return "multiplied out, every term is c·m(x)·m(z) with c ≥ 0, so φ(x) holds the √c·m(x)"
}

func (c *coefficientMatrix) isPSD() bool { return isPSD(c.m) }

// isPSD decides by exact elimination whether a symmetric matrix is positive
// semidefinite: no pivot is negative, and the row of a pivot 0 is 0.
func isPSD(m [][]*big.Rat) bool {
	n := len(m)
	a := make([][]*big.Rat, n)
	for i := range a {
		a[i] = make([]*big.Rat, n)
		for j := range a[i] {
			a[i][j] = new(big.Rat).Set(m[i][j])
		}
	}
	for k := range n {
		switch a[k][k].Sign() {
		case -1:
			return false
		case 0:
			for j := k + 1; j < n; j++ {
				if a[k][j].Sign() != 0 {
					return false
				}
			}
			continue
		}
		for i := k + 1; i < n; i++ {
			factor := new(big.Rat).Quo(a[i][k], a[k][k])
			for j := k; j < n; j++ {
				a[i][j].Sub(a[i][j], new(big.Rat).Mul(factor, a[k][j]))
			}
		}
	}
	return true
}

package answer

// IsMultipleOf reports whether an expression is proved to be another of the same
// scope times a positive number.
func (e Expr) IsMultipleOf(other Expr) bool {
	a, errA := e.lowered()
	b, errB := other.lowered()
	if errA != nil || errB != nil || !a.isScalar() || !b.isScalar() {
		return false
	}
	x, y := a.cells[0], b.cells[0]
	for _, at := range []int64{1, 2, 3} {
		u, v := x, y
		for i, name := range e.scope.symbols() { // 1, 2, 3, … from one on: no two are equal
			u, v = substitute(u, canonName(name), at+int64(i)), substitute(v, canonName(name), at+int64(i))
		}
		su, okU := sharpSign(e.scope.work, u, nil)
		sv, okV := sharpSign(e.scope.work, v, nil)
		if !okU || !okV || su == 0 || sv == 0 {
			continue
		}
		return su == sv && compareForms(binary(opMul, x, v), binary(opMul, y, u), e.scope, false).outcome == proved
	}
	return false
}

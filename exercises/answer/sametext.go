package answer

// SameText returns a comparison of two texts read in one scope: true where
// both can be read and are provably equal. It fits worksheets' Behaviour.Same.
func SameText(s Scope) func(field, a, b string) bool {
	return func(_, a, b string) bool {
		x, err := Parse(a, s)
		if err != nil {
			return false
		}
		y, err := Parse(b, s)
		if err != nil {
			return false
		}
		equal, decided := Same(x, y)
		return equal && decided
	}
}

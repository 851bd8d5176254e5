package answer

import "context"

// SameText returns a comparison of two texts read in one scope: true where
// both can be read and are provably equal. It fits worksheets' Behaviour.Same.
func SameText(s Scope) func(ctx context.Context, field, a, b string) bool {
	return func(ctx context.Context, _, a, b string) bool {
		x, err := Parse(ctx, lastSide(a), s)
		if err != nil {
			return false
		}
		y, err := Parse(ctx, b, s)
		if err != nil {
			return false
		}
		return provedEqual(x, y)
	}
}

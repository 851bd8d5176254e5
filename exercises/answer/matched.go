package answer

// matched is the error for brackets that do not match: one that is not closed,
// one that closes nothing, [1, 2). Readers that take brackets away ask it first;
// an expression is held to it by its grammar.
func matched(src []rune) *SyntaxError {
	var open []int
	for i, r := range src {
		switch {
		case nests(r) > 0:
			open = append(open, i)
		case nests(r) < 0 && len(open) == 0:
			return faultf(i, "this %c closes nothing: there is no opening one before it", r)
		case nests(r) < 0:
			last := len(open) - 1
			if left := src[open[last]]; closing(left) != r {
				return faultf(i, "this %c stands where %c has to close the %c", r, closing(left), left)
			}
			open = open[:last]
		}
	}
	if last := len(open) - 1; last >= 0 {
		left := src[open[last]]
		return faultf(open[last], "this %c is not closed: %c is missing", left, closing(left))
	}
	return nil
}

// closing is the bracket that closes another.
func closing(r rune) rune {
	switch r {
	case '(':
		return ')'
	case '[':
		return ']'
	}
	return '}'
}

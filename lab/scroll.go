package lab

// scroll is how far a text is scrolled. While it follows, what is wanted is in
// sight, else it is where the student left it.
type scroll struct {
	top    int
	follow bool
}

// first is the first line shown of n in h rows, where lines from … to are wanted.
func (s scroll) first(n, h, from, to int) int {
	top := min(s.top, max(0, n-h))
	if s.follow {
		top = max(top, to-h+1)
		top = min(top, from)
	}
	return max(0, min(top, n-h))
}

// by moves the text by some lines from the one shown first now.
func (s *scroll) by(lines, first, n, h int) {
	*s = scroll{top: max(0, min(first+lines, n-h))}
}

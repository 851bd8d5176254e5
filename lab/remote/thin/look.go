package thin

import (
	"strconv"
	"strings"
)

// look is how text looks: its colours and its attributes. The zero look is the
// terminal's own.
type look struct {
	fg, bg ink
	attrs  uint16 // bit k: the attribute that SGR k turns on, 1 ≤ k ≤ 9
}

// ink is a colour's place in a list of them; zero is the terminal's own.
type ink uint16

// inks are the colours met so far, as the parameters that choose them.
type inks struct {
	places map[string]ink
	params []string
}

func newInks() inks { return inks{places: map[string]ink{}, params: []string{""}} }

// mostInks is how many colours are told apart.
const mostInks = 1 << 15

// full reports whether there is room for no other colour.
func (s *inks) full() bool { return len(s.params) >= mostInks }

// of is the place of a colour; where there is no more room, the terminal's own.
func (s *inks) of(params string) ink {
	if c, ok := s.places[params]; ok {
		return c
	}
	if s.full() {
		return 0
	}
	c := ink(len(s.params))
	own := strings.Clone(params)
	s.places[own] = c
	s.params = append(s.params, own)
	return c
}

// append appends the sequence that changes one look to another.
func (s *inks) append(dst []byte, from, to look) []byte {
	if to == (look{}) {
		return append(dst, "\x1b[m"...)
	}
	dst = append(dst, "\x1b["...)
	if from.attrs != to.attrs {
		dst, from = append(dst, "0;"...), look{}
		for k := 1; k <= 9; k++ {
			if to.attrs>>k&1 == 1 {
				dst = append(strconv.AppendInt(dst, int64(k), 10), ';')
			}
		}
	}
	if from.fg != to.fg {
		dst = append(append(dst, s.choice(to.fg, "39")...), ';')
	}
	if from.bg != to.bg {
		dst = append(append(dst, s.choice(to.bg, "49")...), ';')
	}
	dst[len(dst)-1] = 'm'
	return dst
}

func (s *inks) choice(c ink, own string) string {
	if c == 0 {
		return own
	}
	return s.params[c]
}

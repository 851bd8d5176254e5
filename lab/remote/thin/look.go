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

// inks are the colours met so far, as the parameters that choose them. One of a
// table or mixed is the same ink before and behind, without the first digit of what
// chooses it, 38 or 48.
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
	dst = appendAttrs(append(dst, "\x1b["...), from.attrs, to.attrs)
	if from.fg != to.fg {
		dst = append(s.choose(dst, to.fg, '3'), ';')
	}
	if from.bg != to.bg {
		dst = append(s.choose(dst, to.bg, '4'), ';')
	}
	dst[len(dst)-1] = 'm'
	return dst
}

// appendAttrs appends the parameters that turn off what is on and on what is off,
// each with a semicolon.
func appendAttrs(dst []byte, from, to uint16) []byte {
	for k := 1; k <= 9; k++ {
		if (from&^to)>>k&1 == 1 {
			code, clears := turnsOff(k)
			from &^= clears
			dst = append(strconv.AppendInt(dst, int64(code), 10), ';')
		}
	}
	for k := 1; k <= 9; k++ {
		if (to&^from)>>k&1 == 1 {
			dst = append(strconv.AppendInt(dst, int64(k), 10), ';')
		}
	}
	return dst
}

// turnsOff is the parameter that turns an attribute off, and the attributes that it
// turns off: bold with faint, and both kinds of blinking.
func turnsOff(k int) (code int, clears uint16) {
	switch k {
	case 1, 2:
		return 22, 1<<1 | 1<<2
	case 5, 6:
		return 25, 1<<5 | 1<<6
	}
	return 20 + k, 1 << k
}

// choose appends the parameters of a colour; before is '3', or '4' for one behind.
func (s *inks) choose(dst []byte, c ink, before byte) []byte {
	if c == 0 {
		return append(dst, before, '9')
	}
	if s.mixed(c) {
		dst = append(dst, before)
	}
	return append(dst, s.params[c]...)
}

// mixed reports whether a colour is one of a table or mixed.
func (s *inks) mixed(c ink) bool { return c != 0 && s.params[c][0] == '8' }

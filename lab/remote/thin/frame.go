package thin

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"kernellab/ascii"
)

// reader is where a frame is being read.
type reader struct {
	x, y int
	look look
}

// take puts a frame into the cells.
func (s *Screen) take(frame string) {
	s.read = reader{}
	for len(frame) > 0 && s.read.y < s.h {
		switch b := frame[0]; {
		case b >= ' ' && b < 0x7f:
			s.print(rune(b), 1)
			frame = frame[1:]
		case b == '\n':
			s.endLine()
			frame = frame[1:]
		case b == '\x1b':
			frame = frame[s.sequence(frame):]
		default:
			r, n := utf8.DecodeRuneInString(frame)
			s.print(r, ascii.RuneWidth(r))
			frame = frame[n:]
		}
	}
	for s.read.y < s.h {
		s.endLine()
	}
}

// print puts a character that takes so many cells; one that does not fit is a
// blank.
func (s *Screen) print(r rune, width int) {
	at := &s.read
	if width == 0 || at.x >= s.w {
		return
	}
	i := at.y*s.w + at.x
	if at.x+width > s.w {
		r, width = ' ', 1
	}
	s.put(i, s.alike(cell{r, at.look}))
	if width == 2 {
		s.put(i+1, cell{tail, at.look})
	}
	at.x += width
}

// alike is one of two ways to say what a half block shows, always the same one, so
// that two colours are a pair of one kind whichever of them is above.
func (s *Screen) alike(c cell) cell {
	if c.rune != '▀' && c.rune != '▄' || c.look.attrs != 0 || c.look.bg >= c.look.fg || !s.inks.mixed(c.look.bg) || !s.inks.mixed(c.look.fg) {
		return c
	}
	c.look.fg, c.look.bg = c.look.bg, c.look.fg
	c.rune = '▀' + '▄' - c.rune
	return c
}

// endLine blanks the rest of a line and begins the next.
func (s *Screen) endLine() {
	at := &s.read
	for ; at.x < s.w; at.x++ {
		s.put(at.y*s.w+at.x, cell{rune: ' '})
	}
	at.x, at.y = 0, at.y+1
}

// sequence follows an escape sequence, if it chooses colours or attributes, and
// returns how long it is.
func (s *Screen) sequence(text string) int {
	if !strings.HasPrefix(text, "\x1b[") {
		return 1
	}
	for i := 2; i < len(text); i++ {
		switch b := text[i]; {
		case b == 'm':
			s.choose(text[2:i])
			return i + 1
		case b >= '@' && b <= '~':
			return i + 1
		case b < ' ' || b > '~':
			return i
		}
	}
	return len(text)
}

// choose follows the parameters of SGR. One that is not known, or has parts of
// its own, is left out.
func (s *Screen) choose(params string) {
	now := &s.read.look
	if params == "" {
		*now = look{}
	}
	for params != "" {
		n := span(params, 1)
		if p := params[:n]; p == "38" || p == "48" {
			n = s.mix(params)
		} else {
			s.turn(p)
		}
		params = strings.TrimPrefix(params[n:], ";")
	}
}

// span is how long so many parameters at the front are, with what separates them.
func span(params string, many int) int {
	for i := range len(params) {
		if params[i] != ';' {
			continue
		}
		if many--; many == 0 {
			return i
		}
	}
	return len(params)
}

// mix follows 38 or 48 with an indexed or a mixed colour, and returns how long
// they are.
func (s *Screen) mix(params string) int {
	n := 0
	switch {
	case strings.HasPrefix(params[2:], ";2;"):
		n = span(params, 5)
	case strings.HasPrefix(params[2:], ";5;"):
		n = span(params, 3)
	default:
		return 2
	}
	if c := s.inks.of(params[1:n]); params[0] == '3' {
		s.read.look.fg = c
	} else {
		s.read.look.bg = c
	}
	return n
}

// turn follows a parameter that stands alone.
func (s *Screen) turn(param string) {
	now := &s.read.look
	n, err := strconv.ParseUint(param, 10, 8)
	switch {
	case param == "" || n == 0 && err == nil:
		*now = look{}
	case err != nil:
	case n <= 9:
		now.attrs |= 1 << n
	case n == 22:
		now.attrs &^= 1<<1 | 1<<2
	case n == 25:
		now.attrs &^= 1<<5 | 1<<6
	case n == 23 || n == 24 || n >= 27 && n <= 29:
		now.attrs &^= 1 << (n - 20)
	case n >= 30 && n <= 37 || n >= 90 && n <= 97:
		now.fg = s.inks.of(param)
	case n >= 40 && n <= 47 || n >= 100 && n <= 107:
		now.bg = s.inks.of(param)
	case n == 39:
		now.fg = 0
	case n == 49:
		now.bg = 0
	}
}

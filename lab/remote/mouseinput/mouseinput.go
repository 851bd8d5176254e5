// Package mouseinput takes the reports of a mouse out of a terminal's input that the
// terminal library cannot read, and would have typed into a field: with coordinates
// below one, as some terminals send while the mouse is dragged out of their window,
// in pieces that come too late, or broken. It knows the bytes of such reports alone
// (xterm's mode 1006: ESC [ < button ; column ; row, and M or m), and passes on
// everything else as it is; it knows nothing of screens.
package mouseinput

import (
	"bytes"
	"strconv"
	"strings"
)

// The bytes of a report.
const (
	escape     = 0x1b
	mostReport = 40 // bytes; a longer one is broken
	moves      = 32 // in the button: the mouse moves
)

// idle is the rest of a report that says nothing: the mouse, with no button held, is
// in the corner.
const idle = "35;1;1M"

// Cleaner cleans the input of one terminal, which may be split anywhere. The zero
// value is ready.
type Cleaner struct {
	held   []byte // of what may become a report, from its ESC on
	passed bool   // that ESC is passed on already
	late   bool   // and what follows came too late to be read with it
}

// Clean returns what is to be read of a piece of input. A piece is late where whoever
// reads has not waited for it with an ESC at the end of the piece before.
func (c *Cleaner) Clean(in []byte, late bool) []byte {
	out := make([]byte, 0, len(in)+len(c.held))
	if c.passed && late && len(c.held) == 1 {
		if c.late = true; !bytes.HasPrefix(in, []byte("[<")) { // two keys
			c.held, c.passed, c.late = nil, false, false
		}
	}
	for _, b := range in {
		out = c.take(out, b)
	}
	if len(c.held) == 1 && !c.passed {
		c.passed = true // it may be a key, which waits for nothing
		out = append(out, escape)
	}
	return out
}

// take adds a byte to the output, or holds it back.
func (c *Cleaner) take(out []byte, b byte) []byte {
	switch n := len(c.held); {
	case b == escape:
		switch {
		case n < len("\x1b[<"):
			out = c.release(out)
		case c.passed && !c.late:
			out = append(out, "[<"+idle...)
		}
		c.held, c.passed, c.late = []byte{escape}, false, false
	case n == 0:
		return append(out, b)
	case n < len("\x1b[<"):
		if c.held = append(c.held, b); b != "\x1b[<"[n] {
			out = c.release(out)
		}
	case b >= 0x20 && b < 0x40:
		if n < mostReport {
			c.held = append(c.held, b)
		}
	default:
		out = c.end(out, b)
	}
	return out
}

// release passes on what is held: it is no report.
func (c *Cleaner) release(out []byte) []byte {
	from := 0
	if c.passed {
		from = min(1, len(c.held))
	}
	out = append(out, c.held[from:]...)
	c.held, c.passed, c.late = nil, false, false
	return out
}

// end passes on a report that byte b ends, as it is to be read, or nothing. A control
// among its bytes breaks it, and stays.
func (c *Cleaner) end(out []byte, b byte) []byte {
	report, ok := readable(string(c.held[len("\x1b[<"):]), b)
	if !ok && c.passed {
		report = idle // its ESC would go with the next key
	}
	if report != "" && !c.late {
		c.held = append(c.held[:len("\x1b[<")], report...)
		out = c.release(out)
	}
	if b < 0x20 || b > 0x7e {
		out = append(out, b)
	}
	c.held, c.passed, c.late = nil, false, false
	return out
}

// readable is the rest of a report with coordinates from one on, and its end; not ok
// for one that is broken, or a press where there is no screen.
func readable(params string, end byte) (report string, ok bool) {
	parts := strings.Split(params, ";")
	if len(parts) != 3 || end != 'M' && end != 'm' {
		return "", false
	}
	button, err := strconv.ParseUint(parts[0], 10, 16)
	if err != nil {
		return "", false
	}
	for i, part := range parts[1:] {
		n, err := strconv.ParseInt(part, 10, 32)
		if err != nil || n < 1 && end == 'M' && button&moves == 0 {
			return "", false
		}
		parts[i+1] = strconv.FormatInt(max(1, n), 10)
	}
	return strings.Join(parts, ";") + string(end), true
}

// Package mouseinput removes or repairs mouse reports that the terminal library
// cannot read. The library would otherwise type such reports into a field. Some
// have coordinates below one, because some terminals send these while the mouse
// is dragged out of their window. Others are broken, or arrive in pieces that
// come too late.
//
// Start reading at [Cleaner.Clean]. The package knows only the bytes of such
// reports (xterm's mode 1006: ESC [ < button ; column ; row, and M or m) and
// passes on everything else unchanged. It knows no screens.
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
	moves      = 32 // bit of the button number: the mouse moves
)

// idle is the rest of a report without effect: the mouse is in the corner, and
// no button is held.
const idle = "35;1;1M"

// Cleaner cleans the input of one terminal. The input may be split anywhere.
// The zero value is ready to use.
type Cleaner struct {
	held   []byte // bytes that may become a report, from its ESC on
	passed bool   // that ESC has already been passed on
	late   bool   // the bytes after that ESC came too late to be read with it
}

// Clean returns the bytes of the next piece of input that the reader should
// decode. A piece is late if the previous piece ended with an ESC and the
// reader did not wait for more.
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
		c.passed = true // it may be a key, which must not wait
		out = append(out, escape)
	}
	return out
}

// take appends byte b to out, or holds b back.
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

// release passes on the held bytes, except an ESC that has already been passed
// on. It returns the extended output.
func (c *Cleaner) release(out []byte) []byte {
	from := 0
	if c.passed {
		from = min(1, len(c.held))
	}
	out = append(out, c.held[from:]...)
	c.held, c.passed, c.late = nil, false, false
	return out
}

// end ends the held report with byte b. It passes on the readable form of the
// report, or nothing. If b is a control byte or not ASCII, the report is
// broken, and end passes b on.
func (c *Cleaner) end(out []byte, b byte) []byte {
	report, ok := readable(string(c.held[len("\x1b[<"):]), b)
	if !ok && c.passed {
		report = idle // otherwise its ESC would combine with the next key
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

// readable returns the rest of a report, up to and including its end, with
// coordinates of at least 1. It returns false if the report is broken, or if it
// is a press outside the screen.
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

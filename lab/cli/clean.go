package cli

import (
	"io"
	"os"
	"time"

	"kernellab/lab/sgr"
)

// clean is the input of a screen, without the reports of a mouse that the terminal
// library would type. A terminal stays one.
func clean(in io.Reader) io.Reader {
	c := &cleaned{in: in}
	if file, ok := in.(*os.File); ok {
		return struct {
			io.Reader
			terminal
		}{c, file}
	}
	return c
}

// terminal is what the library asks of a terminal beside its input.
type terminal interface {
	io.WriteCloser
	Fd() uintptr
	Name() string
}

// cleaned is an input on its way. The library waits 50 ms for what follows an ESC.
type cleaned struct {
	in    io.Reader
	mouse sgr.Cleaner
	last  time.Time // that something was read
	rest  []byte    // cleaned, without room yet
}

const escapeWait = 45 * time.Millisecond

// Read may return nothing where a report has only begun.
func (c *cleaned) Read(dst []byte) (int, error) {
	if len(c.rest) > 0 {
		n := copy(dst, c.rest)
		c.rest = c.rest[n:]
		return n, nil
	}
	own := make([]byte, max(1, len(dst)/2)) // what was held back comes with it
	n, err := c.in.Read(own)
	now := time.Now()
	out := c.mouse.Clean(own[:n], now.Sub(c.last) > escapeWait)
	c.last = now
	n = copy(dst, out)
	c.rest = out[n:]
	return n, err
}

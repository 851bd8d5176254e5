package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"kernellab/lab/remote/mouseinput"
)

// stdinName stands for standard input on the command line.
const stdinName = "-"

// open returns what a file, or standard input, holds. Reading ends with ctx,
// also where nothing comes. The name is for messages.
func (s streams) open(ctx context.Context, path string) (in io.ReadCloser, name string, err error) {
	if path == stdinName {
		if s.in == nil {
			return nil, "", failf("name a file", "there is no standard input to read")
		}
		return io.NopCloser(impatient{ctx, s.in}), "standard input", nil
	}
	file, err := os.Open(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, "", failf("", "%s: there is no such file", path)
	case err != nil:
		return nil, "", failf("", "%v", err)
	}
	return struct {
		io.Reader
		io.Closer
	}{impatient{ctx, file}, file}, path, nil
}

// readError says what came of reading what open has opened.
func readError(ctx context.Context, name string, err error) error {
	if ctx.Err() != nil {
		return failf("", "interrupted while reading %s", name)
	}
	return failf("", "%s: %v", name, err)
}

// impatient is a reader that waits no longer than until ctx ends.
type impatient struct {
	ctx context.Context
	in  io.Reader
}

// Read reads into memory of its own first, as a read that is left behind may
// still write there.
func (p impatient) Read(dst []byte) (int, error) {
	own, err := within(p.ctx, func() ([]byte, error) {
		own := make([]byte, len(dst))
		n, err := p.in.Read(own)
		return own[:n], err
	})
	return copy(dst, own), err
}

// grace is how long work that watches the context may take to hand over what
// it has, before it is left behind.
const grace = 40 * time.Millisecond

// within does work and returns when it is done or, soon after ctx is
// cancelled, ctx's error: some work (a read from a terminal, a Cholesky
// factorisation) cannot be stopped, but nobody has to wait for it. A panic of
// work comes back as an error.
func within[T any](ctx context.Context, work func() (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			if r := recover(); r != nil {
				o.err = fmt.Errorf("internal error: %v", r)
			}
			done <- o
		}()
		o.value, o.err = work()
	}()
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
	}
	select {
	case o := <-done:
		return o.value, o.err
	case <-time.After(grace):
		var zero T
		return zero, ctx.Err()
	}
}

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
	mouse mouseinput.Cleaner
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

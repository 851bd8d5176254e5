package cli

import (
	"context"
	"errors"
	"io"
	"os"
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

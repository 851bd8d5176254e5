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

// stdinName is the file name that means standard input.
const stdinName = "-"

// open opens a file or standard input. Reads end when ctx ends, even if no input
// arrives. The name is for messages.
func (s streams) open(ctx context.Context, path string) (in io.ReadCloser, name string, err error) {
	if path == stdinName {
		if s.in == nil {
			return nil, "", failf("name a file", "there is no standard input to read")
		}
		return io.NopCloser(cancellableReader{ctx, s.in}), "standard input", nil
	}
	file, err := openFile(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, "", failf("names are looked up from the current directory", "%s: there is no such file", path)
	case err != nil:
		return nil, "", failf("name a file that you may read, or - for standard input", "%v", err)
	}
	return struct {
		io.Reader
		io.Closer
	}{cancellableReader{ctx, file}, file}, path, nil
}

// openFile opens a regular file. It refuses anything else, because opening a pipe may block for ever.
func openFile(path string) (*os.File, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: this is a directory, a pipe or a device, not a file", path)
	}
	return os.Open(path)
}

// readFile reads a file or standard input. It stops after most + 1 bytes, so that the caller can tell
// that there are too many.
func (s streams) readFile(ctx context.Context, path string, most int64) (text []byte, name string, err error) {
	in, name, err := s.open(ctx, path)
	if err != nil {
		return nil, "", err
	}
	defer in.Close()
	if text, err = io.ReadAll(io.LimitReader(in, most+1)); err != nil {
		err = readError(ctx, name, err)
	}
	return text, name, err
}

// readError turns an error from reading a file into a message for the user.
func readError(ctx context.Context, name string, err error) error {
	if ctx.Err() != nil {
		return failf("", "interrupted while reading %s", name)
	}
	return failf("", "%s: %v", name, err)
}

// cancellableReader is a reader that stops waiting when ctx ends.
type cancellableReader struct {
	ctx context.Context
	in  io.Reader
}

// Read reads into a separate buffer first, because an abandoned read may still write to
// its buffer later.
func (p cancellableReader) Read(dst []byte) (int, error) {
	own, err := withGrace(p.ctx, func() ([]byte, error) {
		own := make([]byte, len(dst))
		n, err := p.in.Read(own)
		return own[:n], err
	})
	return copy(dst, own), err
}

// grace is how long work may still take to return its result after ctx is cancelled. Then
// it is abandoned.
const grace = 40 * time.Millisecond

// withGrace calls work and returns its result. If ctx is cancelled and work does not
// return within the grace period, it returns ctx's error. Some work, such as a
// read from a terminal or a Cholesky factorisation, cannot be stopped, but the
// caller does not have to wait for it. A panic in work is returned as an error.
func withGrace[T any](ctx context.Context, work func() (T, error)) (T, error) {
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

// repairMouse returns a reader of a screen's input. It repairs mouse reports that the
// terminal library would otherwise treat as typing. If the input is a terminal, the reader
// also has the other methods of a terminal.
func repairMouse(in io.Reader) io.Reader {
	if file, ok := in.(*os.File); ok {
		return struct {
			io.Reader
			terminal
		}{mouseRepairer{in}, file}
	}
	return mouseRepairer{in}
}

// terminal is what the library needs from a terminal in addition to its input.
type terminal interface {
	io.WriteCloser
	Fd() uintptr
	Name() string
}

// mouseRepairer repairs the mouse reports of an input.
type mouseRepairer struct{ in io.Reader }

func (c mouseRepairer) Read(dst []byte) (int, error) {
	n, err := c.in.Read(dst)
	return copy(dst, mouseinput.Clamp(dst[:n])), err
}

package cli

import (
	"bufio"
	"os"
	"sync"

	"kernellab/exercises/anatomy"
	"kernellab/exercises/runfile"
	"kernellab/solvers"
)

// traceFile writes the steps of a solver, one JSON object a line. A solver
// that was left behind by an interruption may go on recording after close;
// that is ignored.
type traceFile struct {
	mu     sync.Mutex
	closed bool
	file   *os.File
	buf    *bufio.Writer
	lines  runfile.Lines
}

var _ recorder = (*traceFile)(nil)

func createTrace(path string, s solvers.Solver) (*traceFile, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, failf("name a file in a folder that exists and can be written", "--trace: %v", err)
	}
	buf := bufio.NewWriterSize(file, 1<<16)
	kind, _ := anatomy.Of(s)
	number := func(b []byte, v float64) []byte { return number(v).append(b) }
	return &traceFile{file: file, buf: buf, lines: runfile.Lines{W: buf, Kind: kind, Number: number, Brief: true}}, nil
}

// close flushes what was recorded.
func (t *traceFile) close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	err := t.buf.Flush()
	if closed := t.file.Close(); err == nil {
		err = closed
	}
	return err
}

// record writes one step.
func (t *traceFile) record(s solvers.Step) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil
	}
	return t.lines.Write(s)
}

package lab

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync/atomic"

	"kernellab/lab/job"
)

// scribe writes something down that may be long, and counts how far it has come.
type scribe struct {
	job     job.Job
	session *session
	name    string
	lines   *atomic.Int64
	of      int
}

// begin is told what is written, and of how many lines; it returns their count.
func (s *scribe) begin(to *session, name string, of int) *atomic.Int64 {
	s.session, s.name, s.of, s.lines = to, name, of, new(atomic.Int64)
	return s.lines
}

// done returns how much is written, between 0 and 1; 0 if nothing is.
func (s *scribe) done() float64 {
	if !s.job.Busy() || s.of == 0 {
		return 0
	}
	return min(1, float64(s.lines.Load())/float64(s.of))
}

// leave gives the writing up; not ok where nothing is written.
func (s *scribe) leave() bool {
	if !s.job.Busy() {
		return false
	}
	s.job.Stop()
	s.session.notice = "not written: you left it"
	return true
}

// errEnough ends the writing of a text that is long enough.
var errEnough = errors.New("there are more lines")

// lineWriter is a writer that counts lines, takes no more once ctx has ended, and
// where most is above 0 no more than so many lines.
type lineWriter struct {
	ctx   context.Context
	w     io.Writer
	lines *atomic.Int64
	most  int
}

func (c *lineWriter) Write(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	for n := 0; n < len(b); {
		if c.most > 0 && int(c.lines.Load()) >= c.most {
			return n, errEnough
		}
		end := len(b)
		if i := bytes.IndexByte(b[n:], '\n'); i >= 0 {
			end = n + i + 1
			c.lines.Add(1)
		}
		wrote, err := c.w.Write(b[n:end])
		if n += wrote; err != nil {
			return n, err
		}
	}
	return len(b), nil
}

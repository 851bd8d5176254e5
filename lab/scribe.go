package lab

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/lab/job"
)

// scribe writes something down that may be long, and tells how far it has come.
type scribe struct {
	job     job.Job
	session *session
	name    string
	lines   *atomic.Int64
	of      int
}

// lookEvery is how often the student is told how far the writing has come.
const lookEvery = 250 * time.Millisecond

// lookMsg looks how far the writing has come that an address asked for.
type lookMsg struct{ job.Address }

// begin is told what is written, and of how many lines; it returns their count.
func (s *scribe) begin(to *session, name string, of int) *atomic.Int64 {
	s.session, s.name, s.of, s.lines = to, name, of, new(atomic.Int64)
	return s.lines
}

// look returns the command that looks again in a while.
func (s *scribe) look(by job.Asker) tea.Cmd {
	at := s.job.Address(by.Owner)
	return s.session.later(lookEvery, func(time.Time) tea.Msg { return lookMsg{at} })
}

// looked tells how far the writing is; nil once it is over.
func (s *scribe) looked(m lookMsg, by job.Asker) tea.Cmd {
	if !s.job.Awaits(m.Address) {
		return nil
	}
	s.session.notice = fmt.Sprintf("writing %s: %d of %s; esc leaves it", s.name, s.lines.Load(), ascii.Count(s.of, "step"))
	return s.look(by)
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

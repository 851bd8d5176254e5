package remote

import (
	"bufio"
	"errors"
	"time"

	"charm.land/ssh"
)

// exportCommand is the only command that the host runs: ssh HOST export > mine.jsonl.
const exportCommand = "export"

// export handles a session with the command export. It needs no terminal. The session of
// the key in the lab continues.
func (h *Server) export(s ssh.Session) {
	c := newClient(s, linkOf(s.Context()).sizes.get())
	c.Log = logOf(h.config, c, h.numbers.Add(1))
	if c.Anonymous() {
		h.refuse(s, &Refusal{ReasonNoKey, sentenceNoKey})
		return
	}
	var no *Refusal
	switch err := h.writeExport(s, c); {
	case err == nil:
		_ = s.Exit(0)
	case errors.As(err, &no):
		h.refuse(s, no)
	case s.Context().Err() != nil: // the client has left or stopped reading
		c.Log.Info("work not exported", "why", string(byClient))
	default:
		c.Log.Error("work not exported", "error", cause(err))
		exitWith(s, exitBroken, sentenceNoExport)
	}
}

// writeExport writes the work of a client to standard output, see [Config.Export]. It
// returns a [*Refusal] if the client may not export now.
func (h *Server) writeExport(s ssh.Session, c Client) error {
	done, no := h.sessions.addExport(c)
	if no != nil {
		return no
	}
	defer done()
	l, start := linkOf(s.Context()), time.Now()
	h.lobby.settled(l)
	out := bufio.NewWriterSize(patientWriter{s, stallLimit, l.alarm.guarded(l.hangUp)}, 16<<10)
	err := h.config.Export(s.Context(), c, out)
	if err == nil {
		err = out.Flush()
	}
	if err == nil {
		c.Log.Info("work exported", "seconds", time.Since(start).Seconds())
	}
	return err
}

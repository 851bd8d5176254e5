package remote

import (
	"errors"
	"fmt"
	"runtime/debug"

	"charm.land/ssh"
	"charm.land/wish/v2"
)

// Sentences for clients that cannot come in.
const (
	sentenceCommand  = "This is a lab and runs no commands: connect without one."
	sentenceNoPTY    = "The lab needs a terminal to draw on: connect with ssh -t."
	sentenceDumb     = "The lab needs a terminal that can place its cursor; this one calls itself \"dumb\". Set TERM, for example to xterm-256color, and connect again."
	sentenceNoKey    = "The lab keeps your progress under your public key, and you sent none. Make one with ssh-keygen -t ed25519 and connect again."
	sentenceFull     = "The lab is full: all %d places are taken. Please try again in a few minutes."
	sentenceOften    = "Your key has logged in many times within a few seconds. Please wait a little and try again."
	sentenceClosing  = "The lab is closing now. Please try again later."
	sentenceNoLab    = "The lab could not open your work; the fault is recorded."
	sentenceNoAnswer = "Something in the lab broke and this session had to end; the fault is recorded."
)

// middleware lists what a session passes, innermost first, as wish wants it.
func (h *Server) middleware() []wish.Middleware {
	return []wish.Middleware{h.lab, h.identified, h.onTerminal, h.punctual, h.recovered}
}

// recovered keeps a panic of the handlers below in its session.
func (h *Server) recovered(next ssh.Handler) ssh.Handler {
	return func(s ssh.Session) {
		defer linkOf(s.Context()).hangUpSoon()
		defer func() {
			value := recover()
			if value == nil {
				return
			}
			h.watch.tell("panic in session handler", value, debug.Stack())
			tell(s, exitBroken, sentenceNoAnswer)
		}()
		next(s)
	}
}

// punctual stops the clock of connections that start no session.
func (h *Server) punctual(next ssh.Handler) ssh.Handler {
	return func(s ssh.Session) {
		linkOf(s.Context()).late.Stop()
		next(s)
	}
}

// onTerminal lets in sessions with a terminal and no command.
func (h *Server) onTerminal(next ssh.Handler) ssh.Handler {
	return func(s ssh.Session) {
		pty, _, hasPTY := s.Pty()
		switch {
		case s.RawCommand() != "":
			h.refuse(s, &Refusal{ReasonCommand, sentenceCommand})
		case !hasPTY:
			h.refuse(s, &Refusal{ReasonNoTerminal, sentenceNoPTY})
		case pty.Term == "dumb":
			h.refuse(s, &Refusal{ReasonNoTerminal, sentenceDumb})
		default:
			next(s)
		}
	}
}

// identified lets in clients with a key, and others if they are welcome.
func (h *Server) identified(next ssh.Handler) ssh.Handler {
	return func(s ssh.Session) {
		if s.PublicKey() == nil && !h.config.AllowAnonymous {
			h.refuse(s, &Refusal{ReasonNoKey, sentenceNoKey})
			return
		}
		next(s)
	}
}

// lab runs the program of one client. It is the innermost handler.
func (h *Server) lab(ssh.Handler) ssh.Handler {
	return func(s ssh.Session) {
		x := newSession(s, newClient(s, linkOf(s.Context()).sizes.get()), h.config, h.numbers.Add(1), h.computing)
		defer x.cancel()
		before, no := h.sessions.add(x)
		if no != nil {
			h.refuse(s, no)
			return
		}
		defer h.sessions.remove(x)
		defer x.release()
		h.doors.seated(x.link)
		x.takeOver(before)
		if x.ended() != byItself { // ended while it waited
			_ = s.Exit(x.farewell(false, "", nil, h.config.IdleTimeout))
			return
		}
		opened, no := h.open(x)
		if no != nil {
			h.refuse(s, no)
			return
		}
		status := x.run(opened, h.config)
		if x.lost && h.sessions.isClosing() {
			h.unsaved.Add(1)
		}
		_ = s.Exit(status)
	}
}

// open asks the factory for the client's lab.
func (h *Server) open(x *session) (Opened, *Refusal) {
	opened, err := h.config.New(x.ctx, x.client)
	if err == nil && opened.Model != nil {
		return opened, nil
	}
	var no *Refusal
	if errors.As(err, &no) {
		return Opened{}, no
	}
	x.log.Error("session not opened", "error", cause(err))
	return Opened{}, &Refusal{ReasonNoLab, sentenceNoLab}
}

// refuse says why a client may not come in, and counts it.
func (h *Server) refuse(s ssh.Session, no *Refusal) {
	h.doors.refused.add(no.Why)
	tell(s, exitRefused, no.Sentence)
}

// tell says one sentence on standard error and exits.
func tell(s ssh.Session, code int, sentence string) {
	l := linkOf(s.Context())
	l.late.Stop()
	out := patientWriter{s.Stderr(), stallLimit, l.alarm.guarded(l.hangUp)}
	_, _ = fmt.Fprintln(out, sentence)
	_ = s.Exit(code)
}

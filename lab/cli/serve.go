package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/spf13/cobra"

	"kernellab/exercises/catalogue"
	"kernellab/lab"
	"kernellab/lab/progress"
	"kernellab/lab/remote"
	"kernellab/lab/remote/meter"
)

const serveHelp = `Offer the lab over SSH: one lab for each session, progress for each public key.

Every key may log in, and what a student does is kept under its fingerprint.
Clients without a key are told how to make one, or with --anonymous are let in
and nothing of theirs is kept. Sessions see no file of this machine.

Ctrl-C, SIGTERM and SIGHUP end every session with its progress saved and its
terminal restored; a second Ctrl-C or SIGTERM ends the host at once. A key that
logs in again takes its session over from where it was.

The log on standard error is one JSON object a line and names nobody: sessions
have numbers. --metrics answers anyone who reaches its address.`

// serveFlags are the flags of serve.
type serveFlags struct {
	addr      once[string]
	dataDir   once[string]
	sessions  once[int]
	idle      once[time.Duration]
	anonymous once[bool]
	metrics   once[string]
	students  once[int]
	addresses once[bool]
}

// newServe is the command that hosts the lab.
func newServe(s streams) *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:     "serve",
		Short:   "Offer the lab over SSH, for a class",
		Long:    serveHelp,
		Example: "  kernellab serve\n  kernellab serve --addr 0.0.0.0:2222 --data-dir /srv/kernellab",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return serve(cmd.Context(), s, &f) },
	}
	addOnce(cmd, &f.addr, "addr", "HOST:PORT", remote.DefaultAddr, "where to listen; other machines reach 0.0.0.0, not loopback", remote.DefaultAddr, text("addr", remote.DefaultAddr))
	addOnce(cmd, &f.dataDir, "data-dir", "DIR", "server, under your data folder", "holds the host key and the students' progress", "", text("data-dir", "/srv/kernellab"))
	addOnce(cmd, &f.sessions, "max-sessions", "N", strconv.Itoa(remote.DefaultMaxSessions), "sessions at one time", remote.DefaultMaxSessions, count("max-sessions", "200", 10000))
	addOnce(cmd, &f.idle, "idle", "TIME", remote.DefaultIdleTimeout.String(), "how long a session may be without a key press", remote.DefaultIdleTimeout, duration("idle"))
	addOnce(cmd, &f.anonymous, "anonymous", "bool", "", "let in clients without a key; nothing of theirs is kept", false, boolean("anonymous"))
	addOnce(cmd, &f.students, "max-students", "N", strconv.Itoa(defaultStudents), "keys whose work is kept; known keys always get in", defaultStudents, count("max-students", "2000", 1000000))
	addOnce(cmd, &f.addresses, "log-addresses", "bool", "", "name the address and the key of each session in the log", false, boolean("log-addresses"))
	addOnce(cmd, &f.metrics, "metrics", "HOST:PORT", "", "tell counts there over HTTP: /metrics for Prometheus, /livez, /readyz", "", text("metrics", "127.0.0.1:9180"))
	return cmd
}

// duration accepts lengths of time greater than 0.
func duration(name string) func(string) (time.Duration, error) {
	return accepted(name, "30m", "a time such as 90s, 30m or 2h", func(s string) (time.Duration, bool) {
		d, err := time.ParseDuration(s)
		return d, err == nil && d > 0
	})
}

// serve hosts the lab until ctx ends.
func serve(ctx context.Context, s streams, f *serveFlags) error {
	library, err := catalogue.New()
	if err != nil {
		return err
	}
	dir := f.dataDir.value
	if dir == "" {
		own, err := progress.DefaultDir(s.env)
		if err != nil {
			return err
		}
		dir = filepath.Join(own, "server")
	}
	log := slog.New(slog.NewJSONHandler(s.err, nil))
	quietLibraries(log)
	counts := &meter.Meter{}
	watch := remote.Watch{Log: log, Meter: counts}
	labs := newHostedLabs(library, dir, watch)
	if err := labs.probe(); err != nil {
		return err
	}
	host, err := remote.Listen(remote.Config{
		Addr: f.addr.value, DataDir: dir, MaxSessions: f.sessions.value, IdleTimeout: f.idle.value,
		AllowAnonymous: f.anonymous.value,
		Log:            log,
		LogAddresses:   f.addresses.value,
		Meter:          counts,
		Notice:         func(text string) tea.Msg { return lab.NoticeMsg{Text: text} },
		New:            newRoll(dir, f.students.value).admit(watch, labs.open),
	})
	if err != nil {
		return err
	}
	counted, err := tellCounts(f.metrics.value, watch, host.Ready)
	if err != nil {
		return errors.Join(err, host.Close())
	}
	fmt.Fprintf(s.out, "kernellab listens on %s\nhost key %s\njoin with: %s\n", host.Addr(), host.Fingerprint(), host.Command())
	if counted != nil {
		defer counted.Close()
		fmt.Fprintf(s.out, "metrics at http://%s/metrics\n", counted.Addr())
	}
	go labs.shelf.keepTrying(ctx, shelfPause)
	return errors.Join(host.Serve(ctx), labs.shelf.empty())
}

// quietLibraries has what the SSH library writes to the log of the process, in
// place of letting a panic end it, go to the host's without the address and
// the panic's words. A process is one host; the setting is made once.
func quietLibraries(log *slog.Logger) { slog.SetDefault(slog.New(messagesOnly{log.Handler()})) }

// messagesOnly is a log handler that drops every attribute.
type messagesOnly struct{ slog.Handler }

func (h messagesOnly) Handle(ctx context.Context, r slog.Record) error {
	return h.Handler.Handle(ctx, slog.NewRecord(r.Time, r.Level, r.Message, 0))
}

func (h messagesOnly) WithAttrs([]slog.Attr) slog.Handler { return h }
func (h messagesOnly) WithGroup(string) slog.Handler      { return h }

// tellCounts answers those who ask for the counts at addr until the listener is
// closed. Without an address there is none.
func tellCounts(addr string, watch remote.Watch, ready func() error) (net.Listener, error) {
	if addr == "" {
		return nil, nil
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, failf("--metrics takes an address of this machine and a free port, such as 127.0.0.1:9180", "cannot tell metrics on %s: %v", addr, err)
	}
	go func() {
		defer watch.Guard()
		_ = watch.Meter.Serve(l, ready, watch.Guard)
	}()
	return l, nil
}

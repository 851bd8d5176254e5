package remote

import (
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"charm.land/ssh"
	"charm.land/wish/v2"
	gossh "golang.org/x/crypto/ssh"

	"kernellab/lab/progress"
)

// Server is a host that listens. Several can live in one process.
type Server struct {
	config    Config
	watch     Watch
	listener  net.Listener
	ssh       *ssh.Server
	key       gossh.PublicKey
	sessions  *registry
	computing turns
	doors     *doors
	writable  folderProbe
	numbers   atomic.Int64 // of the sessions, to name them in the log
	unsaved   atomic.Int64 // sessions that ended in a drain with work not saved
}

// Listen reads or makes the host key and opens the port, so that the caller
// can say where before it calls [Server.Serve]. Errors name the setting that
// has to change; a damaged key is a [*HostKeyError].
func Listen(c Config) (*Server, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	signer, err := hostKey(filepath.Join(c.DataDir, hostKeyName))
	if err != nil {
		return nil, err
	}
	watch := Watch{c.Log, c.Metrics}
	h := &Server{
		config: c, watch: watch, key: signer.PublicKey(), sessions: newRegistry(c.MaxSessions), doors: newDoors(c, watch),
		computing: newTurns(runtime.GOMAXPROCS(0)),
	}
	if h.ssh, err = h.newSSH(signer); err != nil {
		return nil, err
	}
	listen := keepAlive()
	if h.listener, err = listen.Listen(context.Background(), "tcp", c.Addr); err != nil {
		return nil, fmt.Errorf("cannot listen on %s: %w", c.Addr, err)
	}
	return h, nil
}

// newSSH is the SSH server with the guards in place.
func (h *Server) newSSH(signer gossh.Signer) (*ssh.Server, error) {
	return wish.NewServer(
		func(s *ssh.Server) error {
			s.AddHostKey(signer)
			s.Version = "kernellab"
			s.HandshakeTimeout = handshakeTimeout
			s.ChannelHandlers = map[string]ssh.ChannelHandler{"session": h.openSession}
			s.RequestHandlers = map[string]ssh.RequestHandler{}
			s.SubsystemHandlers = map[string]ssh.SubsystemHandler{}
			s.ConnCallback = h.doors.enter
			s.ServerConfigCallback = h.doors.configure
			return nil
		},
		ssh.EmulatePty(),
		// Any key: it is who you are, not whether you may.
		ssh.PublicKeyAuth(func(ssh.Context, ssh.PublicKey) bool { return true }),
		// Without a key the login succeeds, so that the session can say what to
		// do, which a refused login cannot. "None" would not do: clients try it
		// first and would never show their key.
		ssh.KeyboardInteractiveAuth(func(ssh.Context, gossh.KeyboardInteractiveChallenge) bool { return true }),
		wish.WithMiddleware(h.middleware()...),
	)
}

// Addr is where the host listens, with the port it got.
func (h *Server) Addr() net.Addr { return h.listener.Addr() }

// Fingerprint is that of the host's key, as clients show it when they ask
// whether to trust the host.
func (h *Server) Fingerprint() string { return gossh.FingerprintSHA256(h.key) }

// Ready returns nil, or why the host should have no new clients now.
func (h *Server) Ready() error {
	if h.sessions.isClosing() {
		return errors.New("the host is closing")
	}
	return h.writable.check(h.config.DataDir)
}

// probeEvery is how long the result of writing to the data folder is good for.
const probeEvery = 5 * time.Second

// folderProbe remembers whether a folder could be written to.
type folderProbe struct {
	mu   sync.Mutex
	when time.Time
	err  error
}

// check reports whether a folder can be written to. It tries at most once in
// [probeEvery]. The error names no path. No folder is no trouble.
func (p *folderProbe) check(dir string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if dir != "" && time.Since(p.when) >= probeEvery {
		p.err = nil
		if progress.Probe(dir) != nil {
			p.err = errors.New("the data folder cannot be written to")
		}
		p.when = time.Now()
	}
	return p.err
}

// Close closes the port of a host whose [Server.Serve] was never called.
func (h *Server) Close() error { return h.listener.Close() }

// Serve accepts clients until the context is cancelled, and then drains: no
// new clients, every program quits with its terminal restored and its progress
// saved, then the connections close. It returns nil after an orderly drain, at
// the latest 10 seconds after the cancellation; an error says how
// many sessions had to be left behind, the work of how many could not be
// saved, or why the host stopped by itself. It is called once.
func (h *Server) Serve(ctx context.Context) error {
	failed := make(chan error, 1)
	go h.listen(failed)
	select {
	case err := <-failed:
		return errors.Join(fmt.Errorf("the host stopped listening: %w", err), h.drain())
	case <-ctx.Done():
		return h.drain()
	}
}

// listen accepts clients until it cannot, and says why.
func (h *Server) listen(failed chan<- error) {
	defer h.watch.Guard()
	err := errors.New("it broke; the fault is recorded")
	defer func() { failed <- err }()
	err = h.ssh.Serve(h.listener)
}

// drain ends everything in time.
func (h *Server) drain() error {
	deadline, cancel := context.WithTimeout(context.Background(), drainTimeout)
	defer cancel()
	_ = h.listener.Close()
	empty := h.sessions.close()
	select {
	case <-empty:
	case <-deadline.Done():
	}
	// Clients that were told their exit status close by themselves.
	soon, cancelSoon := context.WithTimeout(deadline, closeGrace/2)
	defer cancelSoon()
	_ = h.ssh.Shutdown(soon)
	_ = h.ssh.Close()
	h.doors.refused.flush()
	var errs []error
	if left := h.sessions.count(); left > 0 {
		errs = append(errs, fmt.Errorf("%d sessions had not ended after %s", left, drainTimeout))
	}
	if n := h.unsaved.Load(); n > 0 {
		errs = append(errs, fmt.Errorf("sessions whose work could not be saved: %d", n))
	}
	return errors.Join(errs...)
}

// Package remote serves the lab over SSH: one Bubble Tea program per session,
// one session per connection, one identity per public key.
//
// The package knows no screens. [Config.New] makes the model of a client, and
// this package gives the model a terminal. It also ensures that nothing a client
// sends can reach another session or the process. Start reading at [Listen] and
// [Server.Serve]. A client meets these guards, in this order:
//
//   - Connections without a session wait in a separate pool. When the pool is
//     full, the oldest connection is dropped. A connection that has no session
//     within 40 seconds is closed.
//   - Behind one of [Config.Proxies], the address of a client comes from the proxy.
//   - Any public key is accepted, and its SHA-256 fingerprint is the identity:
//     a key grants no rights and only identifies whose progress to load and save.
//   - A key has at most one session, even if several hosts serve the class. A newer session takes
//     over as soon as the previous one has saved. A key that logs in too often is asked to wait,
//     and so is an address that sends too many new keys.
//   - A connection has one session channel. Forwarding, agents, subsystems and
//     signals are refused. A session without a terminal, or with a command other than
//     export, gets a sentence and exit status 1. The command export writes the work of the
//     key ([Config.Export]). A key may run one export at a time. An export counts as a login
//     and towards [Config.MaxSessions], and does not end the session of the key.
//   - Window sizes are clamped, and only the newest is kept. Environment variables are
//     limited in number and size.
//   - This package decodes the input and limits its rate and length. If the
//     decoder panics, only the bytes that it was given are lost.
//   - A session gets thirty events per second, and each event contains all the input
//     that was waiting. If handling that input takes longer than 10 ms, the rest is handled in
//     a later turn. Sessions take turns for handling messages and drawing, and separate
//     turns for computations, which leave one core free. A session that has used much time
//     recently lets later ones go first.
//   - A panic anywhere in a session saves and ends that session, with a sentence
//     and exit status 70.
//   - A client that answers no request for a minute, stops reading for 30 seconds,
//     or sends no input for [Config.IdleTimeout], is disconnected after its
//     progress has been saved.
//
// FAULTS.md in this folder describes the faults that the host has to survive.
//
// The log identifies no person. It numbers the sessions, and it sums refusals by
// reason over a second. It records a fault by its type and place, without the
// text of the panic, which may quote a student. [Config.LogAddresses] adds
// addresses and fingerprints, never names or terminals.
package remote

import (
	"bufio"
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"charm.land/ssh"
	"charm.land/wish/v2"
	"github.com/pires/go-proxyproto"
	gossh "golang.org/x/crypto/ssh"
)

// Server is a listening host. One process can hold several.
type Server struct {
	config         Config
	panics         PanicReporter
	listener       net.Listener
	ssh            *ssh.Server
	key            gossh.PublicKey
	sessions       *registry
	computing      *scheduler // for computations, which run in goroutines of their own
	drawing        *scheduler // for handling messages and drawing
	lobby          *lobby
	sessionCounter atomic.Int64 // counter that numbers sessions in the log
	unsavedCount   atomic.Int64 // number of sessions that ended with unsaved work while the host was closing
}

// Listen reads or makes the host key and opens the port, so that the caller can
// print the address before it calls [Server.Serve]. An error names the setting
// that has to change. If the key is damaged, the error is a [*HostKeyError].
func Listen(c Config) (*Server, error) {
	signer, err := hostKey(filepath.Join(c.DataDir, HostKeyName))
	if err != nil {
		return nil, err
	}
	panics := PanicReporter{c.Log, c.Metrics}
	h := &Server{
		config: c, panics: panics, key: signer.PublicKey(), sessions: newRegistry(c.MaxSessions),
		lobby:     newLobby(c, panics),
		computing: newScheduler(runtime.GOMAXPROCS(0) - 1),
		drawing:   newScheduler(runtime.GOMAXPROCS(0)),
	}
	if h.ssh, err = h.newSSH(signer); err != nil {
		return nil, err
	}
	if h.listener, err = net.Listen("tcp", c.Addr); err != nil {
		return nil, fmt.Errorf("cannot listen on %s: %w", c.Addr, err)
	}
	h.listener = withProxies(h.listener, c.Proxies)
	h.measureQueues()
	return h, nil
}

// measureQueues adds the numbers of waiting connections, and of waiting and running
// computations, to the metrics.
func (h *Server) measureQueues() {
	h.panics.Metrics.Gauge("kernellab_waiting_connections", func() float64 { return float64(h.lobby.waiting.count()) })
	h.panics.Metrics.Gauge("kernellab_computations_waiting", func() float64 {
		waiting, _ := h.computing.turnCounts()
		return float64(waiting)
	})
	h.panics.Metrics.Gauge("kernellab_computations_running", func() float64 {
		_, running := h.computing.turnCounts()
		return float64(running)
	})
}

// newSSH returns the SSH server with its guards installed.
func (h *Server) newSSH(signer gossh.Signer) (*ssh.Server, error) {
	return wish.NewServer(
		func(s *ssh.Server) error {
			s.AddHostKey(signer)
			s.Version = "kernellab"
			s.HandshakeTimeout = handshakeTimeout
			s.ChannelHandlers = map[string]ssh.ChannelHandler{"session": h.openSession}
			s.RequestHandlers = map[string]ssh.RequestHandler{}
			s.SubsystemHandlers = map[string]ssh.SubsystemHandler{}
			s.ConnCallback = h.lobby.admit
			s.ServerConfigCallback = h.lobby.configure
			s.Handler = h.handle
			return nil
		},
		ssh.EmulatePty(),
		// Accept any key: a key identifies a client and grants no permission.
		ssh.PublicKeyAuth(func(ssh.Context, ssh.PublicKey) bool { return true }),
		// A login without a key succeeds, so that the session can explain what
		// to do, which a refused login cannot. The method "none" would not
		// work: clients try it first and would never show their key.
		ssh.KeyboardInteractiveAuth(func(ssh.Context, gossh.KeyboardInteractiveChallenge) bool { return true }),
	)
}

// Addr returns the address on which the host listens, with the actual port.
func (h *Server) Addr() net.Addr { return h.listener.Addr() }

// Fingerprint returns the SHA-256 fingerprint of the host key, in the form that
// clients show when they ask whether to trust the host.
func (h *Server) Fingerprint() string { return gossh.FingerprintSHA256(h.key) }

// Ready returns nil if the host can take new clients. Otherwise the error gives the
// reason: the host is closing, or what [Config.Ready] returns.
func (h *Server) Ready() error {
	if h.sessions.isClosing() {
		return errors.New("the host is closing")
	}
	return h.config.Ready()
}

// Close closes the port. Call it only if [Server.Serve] is never called.
func (h *Server) Close() error { return h.listener.Close() }

// Serve accepts clients until the context is cancelled, and then drains. While
// it drains, it accepts no new clients. Every program quits, with its terminal
// restored and its progress saved, and then the connections close.
//
// Serve returns at the latest 15 seconds after the cancellation, usually within 10. It
// returns nil after an orderly drain. Otherwise the error gives the number of sessions left
// behind, the number of sessions whose work could not be saved, or the reason
// why the host stopped before the cancellation. Call Serve once.
func (h *Server) Serve(ctx context.Context) error {
	listenErr := make(chan error, 1)
	go h.listen(listenErr)
	select {
	case err := <-listenErr:
		return errors.Join(fmt.Errorf("the host stopped listening: %w", err), h.drain())
	case <-ctx.Done():
		_ = h.listener.Close()
		select {
		case <-listenErr: // wait, because the library may still be starting, and must not be shut down then
		case <-time.After(drainTimeout / 2):
		}
		return h.drain()
	}
}

// listen accepts clients until it fails or the listener closes, and then sends
// the reason to listenErr.
func (h *Server) listen(listenErr chan<- error) {
	defer h.panics.Recover()
	err := errors.New("its listener panicked; the fault is in the log")
	defer func() { listenErr <- err }()
	err = h.ssh.Serve(h.listener)
}

// drain ends all sessions and connections within [drainTimeout]. The error
// counts the sessions that had not ended and those whose work could not be
// saved.
func (h *Server) drain() error {
	deadline, cancel := context.WithTimeout(context.Background(), drainTimeout)
	defer cancel()
	_ = h.listener.Close()
	empty := h.sessions.close()
	select {
	case <-empty:
	case <-deadline.Done():
	}
	// Clients that have received their exit status close their connections.
	shutdownCtx, cancelShutdown := context.WithTimeout(deadline, closeTimeout/2)
	defer cancelShutdown()
	_ = h.ssh.Shutdown(shutdownCtx)
	_ = h.ssh.Close()
	h.lobby.refused.flush()
	var errs []error
	if remaining := h.sessions.count(); remaining > 0 {
		errs = append(errs, fmt.Errorf("%d sessions had not ended after %s", remaining, drainTimeout))
	}
	if n := h.unsavedCount.Load(); n > 0 {
		errs = append(errs, fmt.Errorf("sessions whose work could not be saved: %d", n))
	}
	return errors.Join(errs...)
}

// Command returns the command line that connects to the host. If the host listens on
// all addresses, the line contains one that other machines may reach, if there is one.
func (h *Server) Command() string {
	host, port, err := net.SplitHostPort(h.Addr().String())
	ip := net.ParseIP(host)
	switch outside := outsideAddress(); {
	case err != nil || ip == nil || ip.IsLoopback() || ip.IsUnspecified() && outside == "":
		host = "localhost"
	case ip.IsUnspecified():
		host = outside
	}
	return fmt.Sprintf("ssh -p %s %s", port, host)
}

// outsideAddress returns an address of this machine that other machines may reach, preferably an
// IPv4 address. It returns "" if there is none.
func outsideAddress() (address string) {
	addrs, _ := net.InterfaceAddrs()
	for _, a := range addrs {
		network, ok := a.(*net.IPNet)
		switch {
		case !ok || !network.IP.IsGlobalUnicast():
		case network.IP.To4() != nil:
			return network.IP.String()
		default:
			address = cmp.Or(address, network.IP.String())
		}
	}
	return address
}

// HostKeyError is the error for a host key that exists but cannot be used. The
// file stays unchanged: clients remember a host by this key, and a new key
// would make every client warn of an attack.
type HostKeyError struct {
	Path string
	Err  error
}

func (e *HostKeyError) Error() string { return fmt.Sprintf("host key %s: %v", e.Path, e.Err) }

// Unwrap returns the cause.
func (e *HostKeyError) Unwrap() error { return e.Err }

// Hint returns a sentence on how to repair the key.
func (e *HostKeyError) Hint() string {
	return "restore the file from a copy, or move it away to have a new key made (clients will then warn that the host has changed)"
}

// hostKey returns the host key at path. If the file does not exist, it first creates it
// with a new ed25519 key.
func hostKey(path string) (gossh.Signer, error) {
	signer, err := readHostKey(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return signer, err
	}
	if err := createHostKey(path); err != nil {
		return nil, fmt.Errorf("making host key %s: %w", path, err)
	}
	return readHostKey(path)
}

func readHostKey(path string) (gossh.Signer, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		err = fmt.Errorf("can be read by other users (mode %04o); chmod 600 makes it private", info.Mode().Perm())
	}
	var text []byte
	if err == nil {
		text, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, &HostKeyError{path, err}
	}
	signer, err := gossh.ParsePrivateKey(text)
	if err != nil {
		return nil, &HostKeyError{path, fmt.Errorf("is damaged or no private key: %w", err)}
	}
	return signer, nil
}

// createHostKey writes a new key under a temporary name and links it to path, so that
// path never holds a part of a key. If a file has appeared at path in the meantime, it
// keeps that file.
func createHostKey(path string) error {
	_, privateKey, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	block, err := gossh.MarshalPrivateKey(privateKey, "kernellab host key")
	if err != nil {
		return err
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	tempFile, err := os.CreateTemp(dir, ".host_key_*") // mode 0600
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(tempFile.Name()) }()
	if err := errors.Join(pem.Encode(tempFile, block), tempFile.Sync(), tempFile.Close()); err != nil {
		return err
	}
	if err := os.Link(tempFile.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// withProxies returns a listener whose connections from the given proxies must begin with a header
// of version 2 of the PROXY protocol, which contains the address of the client. A header from
// anybody else ends the login, because a header is not SSH.
func withProxies(l net.Listener, proxies []netip.Prefix) net.Listener {
	if len(proxies) == 0 {
		return l
	}
	return &proxyproto.Listener{Listener: l, ReadHeaderTimeout: handshakeTimeout, ValidateHeader: validHeader,
		ConnPolicy: func(o proxyproto.ConnPolicyOptions) (proxyproto.Policy, error) {
			peer, err := netip.ParseAddrPort(o.Upstream.String())
			addr := peer.Addr().Unmap().WithZone("")
			trusted := err == nil && slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(addr) })
			if trusted {
				return proxyproto.REQUIRE, nil
			}
			return proxyproto.SKIP, nil
		}}
}

// validHeader returns an error if a header has another version or lacks the address of the
// client. Connections of the proxy itself, such as health checks, need no address.
func validHeader(h *proxyproto.Header) error {
	_, isTCP := h.SourceAddr.(*net.TCPAddr)
	if h.Version != 2 || !isTCP && !h.Command.IsLocal() {
		return errors.New("no header of version 2 with the address of a client")
	}
	return nil
}

// exportCommand is the only command that the host runs: ssh HOST export > mine.jsonl.
const exportCommand = "export"

// export handles a session with the command export, which needs no terminal. If the key
// also has a session in the lab, that session continues.
func (h *Server) export(s ssh.Session) {
	c := newClient(s, connectionOf(s.Context()).windowSize.get())
	c.Log = logOf(h.config, c, h.sessionCounter.Add(1))
	if c.IsAnonymous() {
		h.refuse(s, &Refusal{ReasonNoKey, sentenceNoKey})
		return
	}
	var refusal *Refusal
	switch err := h.writeExport(s, c); {
	case err == nil:
		_ = s.Exit(0)
	case errors.As(err, &refusal):
		h.refuse(s, refusal)
	case s.Context().Err() != nil: // the client has left or stopped reading
		c.Log.Info("work not exported", "why", string(endedByClient))
	default:
		c.Log.Error("work not exported", "error", cause(err))
		exitWith(s, exitBroken, sentenceNoExport)
	}
}

// writeExport sends the work of a client to the client, see [Config.Export]. It
// returns a [*Refusal] if the client may not export now.
func (h *Server) writeExport(s ssh.Session, c Client) error {
	done, refusal := h.sessions.addExport(c)
	if refusal != nil {
		return refusal
	}
	defer done()
	conn, start := connectionOf(s.Context()), time.Now()
	h.lobby.recordSessionStart(conn)
	out := bufio.NewWriterSize(patientWriter{s, writeStallTimeout, conn.alarm.withRecovery(conn.hangUp)}, 16<<10)
	err := h.config.Export(s.Context(), c, out)
	if err == nil {
		err = out.Flush()
	}
	if err == nil {
		c.Log.Info("work exported", "seconds", time.Since(start).Seconds())
	}
	return err
}

// Package remote serves the lab over SSH: one Bubble Tea program per session,
// one session per connection, one identity per public key.
//
// It knows no screens. [Config.New] makes the model of a client; this package
// gives it a terminal, and takes care that nothing a client sends can reach
// another session or the process. The guards, in the order a client meets
// them:
//
//   - connections that have not logged in wait in a pool of their own, and when
//     it is full the oldest is dropped; one that has no session within 40
//     seconds is closed, and one whose peer answers nothing within 35;
//   - any public key is accepted, and its SHA-256 fingerprint is the identity:
//     this is a lab, and a key only says whose progress is whose;
//   - a key has one session: a newer one takes over, once the one before it has
//     saved; a key that logs in without end is asked to wait;
//   - one session channel a connection; forwarding, agent, subsystems and
//     signals are refused, commands and sessions without a terminal get a
//     sentence and exit status 1;
//   - window sizes are clamped and coalesced, and variables are counted, before
//     any other code sees them;
//   - input is decoded here, with limits on rate and length; a decoder that
//     panics costs the bytes it was given and nothing else;
//   - a session has thirty events a second, each of all the input that was
//     waiting; as many computations begin at one time as there are cores, first
//     come first served;
//   - a panic anywhere in a session ends that session, saved, with a sentence and
//     exit status 70;
//   - a client that stops reading for ten seconds, or presses no key for
//     [Config.IdleTimeout], is closed with its progress saved.
//
// FAULTS.md beside this file says what the host has to bear.
//
// The log names nobody: sessions have numbers, faults are told by their type
// and place without the words of a panic, which may quote a student, and
// refusals by their reason, summed for a second. [Config.LogAddresses] adds
// addresses and fingerprints, never names or terminals.
package remote

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
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
		config: c, watch: watch, key: signer.PublicKey(), sessions: newRegistry(c.MaxSessions),
		doors:     newDoors(c, watch),
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

// Command is the line that connects to the host: from anywhere if it listens
// on every address, else from where its one address can be reached.
func (h *Server) Command() string {
	host, port, err := net.SplitHostPort(h.Addr().String())
	ip := net.ParseIP(host)
	switch own := outsideAddresses(); {
	case err != nil || ip == nil || ip.IsLoopback() || ip.IsUnspecified() && len(own) == 0:
		host = "localhost"
	case ip.IsUnspecified():
		host = own[0]
	}
	return fmt.Sprintf("ssh -p %s %s", port, host)
}

// outsideAddresses returns the addresses of this machine that others may reach,
// those of IPv4 first.
func outsideAddresses() []string {
	all, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	var four, six []string
	for _, a := range all {
		network, ok := a.(*net.IPNet)
		switch {
		case !ok || !network.IP.IsGlobalUnicast():
		case network.IP.To4() != nil:
			four = append(four, network.IP.String())
		default:
			six = append(six, network.IP.String())
		}
	}
	return append(four, six...)
}

// maxHostKeyBytes is far above any private key; a larger file is no key.
const maxHostKeyBytes = 64 << 10

// HostKeyError is a host key that is there and cannot be used. The file is
// left as it is: clients remember a host by this key, and a new one makes each
// of them warn of an attack.
type HostKeyError struct {
	Path string
	Err  error
}

func (e *HostKeyError) Error() string { return fmt.Sprintf("host key %s: %v", e.Path, e.Err) }

// Unwrap returns the cause.
func (e *HostKeyError) Unwrap() error { return e.Err }

// Hint says what would work.
func (e *HostKeyError) Hint() string {
	return "restore the file from a copy, or move it away to have a new key made (clients will then warn that the host has changed)"
}

// hostKey reads the host's key, making an ed25519 one first if there is no
// file at path.
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
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, err
	case err != nil:
		return nil, &HostKeyError{path, err}
	case !info.Mode().IsRegular():
		return nil, &HostKeyError{path, errors.New("is not a file")}
	case info.Size() > maxHostKeyBytes:
		return nil, &HostKeyError{path, fmt.Errorf("has %d bytes, too many for a private key", info.Size())}
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0:
		return nil, &HostKeyError{path,
			fmt.Errorf("can be read by other users (mode %04o); chmod 600 makes it private", info.Mode().Perm())}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, &HostKeyError{path, err}
	}
	signer, err := gossh.ParsePrivateKey(text)
	var encrypted *gossh.PassphraseMissingError
	if errors.As(err, &encrypted) {
		return nil, &HostKeyError{path, errors.New("is protected by a passphrase; a host key must have none")}
	}
	if err != nil {
		return nil, &HostKeyError{path, fmt.Errorf("is damaged or no private key: %w", err)}
	}
	return signer, nil
}

// createHostKey writes a new key under a temporary name and links it to path,
// so that path never holds half a key. A file that appeared there in the
// meantime is kept.
func createHostKey(path string) error {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	block, err := gossh.MarshalPrivateKey(private, "kernellab host key")
	if err != nil {
		return err
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	temporary, err := os.CreateTemp(dir, ".host_key_*") // mode 0600
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(temporary.Name()) }()
	if err := writeSynced(temporary, pem.EncodeToMemory(block)); err != nil {
		return err
	}
	if err := os.Link(temporary.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// writeSynced writes the text, waits until it is on the disk, and closes.
func writeSynced(f *os.File, text []byte) error {
	_, err := f.Write(text)
	return errors.Join(err, f.Sync(), f.Close())
}

package remote

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/netip"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"kernellab/lab/progress"
)

// Defaults of the options for [Config].
const (
	DefaultAddr        = "127.0.0.1:2222"
	DefaultMaxSessions = 200
	DefaultIdleTimeout = 30 * time.Minute
)

// HostKeyName is the name of the file with the host's private key.
const HostKeyName = "ssh_host_ed25519_key"

// Limits that no configuration changes.
const (
	handshakeTimeout  = 20 * time.Second // for the SSH handshake
	startTimeout      = 40 * time.Second // from the connection to the start of its session
	writeStallTimeout = 30 * time.Second // for one write that makes no progress
	drainTimeout      = 10 * time.Second // for all sessions to end when the host closes
	quitTimeout       = 2 * time.Second  // for a program to quit after it has been asked to
	lastOutputTimeout = time.Second / 2  // for the last output of a program that was cancelled
	announcePause     = time.Second      // between two attempts to announce a session to other hosts
	takeoverTimeout   = 4 * time.Second  // for a session to end after a newer session with the same key has replaced it
	closeTimeout      = 2 * time.Second  // for a client to close after it has received its exit status

	// writeBufferBytes is the number of bytes that the operating system buffers for a
	// client. A write to a full buffer returns when about a third of it has been sent,
	// so a connection of 1 kB/s makes progress within the stall limit. The default
	// buffer holds megabytes, with which such a connection would be taken for a stalled
	// one.
	writeBufferBytes = 16 << 10
)

// Lab is the program that one client sees: its model, and the function that ends it.
type Lab struct {
	Model tea.Model
	// Leave ends the model's running work and writes what is not yet saved. An error means that not
	// everything is saved. Leave is called exactly once: after the program has ended, for
	// whatever reason, and before the client receives its last message. If no work of the client is kept,
	// Leave returns [ErrNothingKept].
	Leave func() error
}

// ErrNothingKept is the error of Leave if no work of the client is kept, for example because
// the client left before joining. It is not a failure, but the farewell must not
// mention kept work.
var ErrNothingKept = errors.New("nothing is kept")

// UnsavedError is the error of Leave if some work could not be saved. Its text omits paths, which
// other people must not read.
type UnsavedError struct {
	Err      error // contains paths
	InMemory bool  // whether the work is held in memory, to try to save it again
}

func (e *UnsavedError) Error() string { return progress.Cause(e.Err) }

// Unwrap returns the underlying error.
func (e *UnsavedError) Unwrap() error { return e.Err }

// Config configures a server. All fields but Proxies are required. Some fields
// correspond to these options of the serve command:
//
//	--addr          Addr            address to listen on; loopback by default
//	--data-dir      DataDir         folder of the host key, and of the students' work
//	--max-sessions  MaxSessions     number of sessions at one time
//	--idle          IdleTimeout     time without input until a session is closed
//	--anonymous     AllowAnonymous  admit clients without a key and save nothing for them
//	--proxy         Proxies         addresses of proxies that name their clients
//	--log-addresses LogAddresses    add addresses and key fingerprints to the log
//	--metrics       Metrics         counters; the option is the address at which they are served
type Config struct {
	// Addr is the TCP address to listen on, host:port. Port 0 picks a free port; see
	// [Server.Addr].
	Addr string

	// Proxies are the addresses of proxies, such as HAProxy, that send the address of
	// their client in a header of version 2 of the PROXY protocol. The header is required.
	Proxies []netip.Prefix

	// DataDir is the folder of the host's private key. If the folder is
	// missing, it is created with mode 0700. If the key is missing, a new one
	// is made. A damaged key is an error and is never overwritten.
	DataDir string

	// Ready returns nil if the work of clients can be saved.
	Ready func() error
	// New makes the lab of one client. It runs in the session's goroutine, for
	// many clients at once, so the models it returns must share no mutable
	// state. The context ends with the session, before Leave is called, and the
	// lab's computations run under it. An error ends the session. The error's
	// text goes to the log and not to the client, unless the error is a
	// [*Refusal].
	New func(ctx context.Context, c Client) (Lab, error)

	// BeginSession announces a session to the other hosts of the class, and waits until their
	// sessions of the same key have saved and ended, or ctx ends. If the key later logs in
	// on another host, replaced is called. This host calls withdraw when the work of the
	// session is saved. An error together with withdraw means that other sessions may not have
	// ended. An error without withdraw means that the session could not be announced, and this
	// host calls BeginSession again.
	BeginSession func(ctx context.Context, c Client, replaced func()) (withdraw func(), err error)

	// Export writes the work of a client to out, for the command "ssh HOST export". An
	// error is treated like one of New.
	Export func(ctx context.Context, c Client, out io.Writer) error

	// MaxSessions is the maximum number of sessions at one time. Further clients get a
	// message instead of a session.
	MaxSessions int

	// IdleTimeout is the time after which a session is closed if its keyboard and its
	// mouse are not used.
	IdleTimeout time.Duration

	// AllowAnonymous admits clients without a key, as [AnonymousID]. [Config.New] must save nothing
	// for them. If AllowAnonymous is false, these clients get exit status 1 and a message on how to
	// make a key.
	AllowAnonymous bool

	// Log receives one record for each start and end of a session, one for
	// every fault, and at most one a second for each kind of refusal. Records
	// identify sessions by number. They contain no name, key, address, variable
	// or text of a client, nor the text of a panic.
	Log *slog.Logger

	// LogAddresses adds the address and the fingerprint of the key to the
	// records of sessions.
	LogAddresses bool

	// Notice makes the message that asks a model to show a line to the student until a
	// key is pressed.
	Notice func(text string) tea.Msg

	// Metrics holds the counters of the host.
	Metrics *Metrics
}

// AnonymousID is the identity of every client without a key. It contains no
// colon, so no fingerprint can be equal to it.
const AnonymousID = "anonymous"

// Client describes the person and the terminal at the other end of a session,
// as reported when the session opened. It is a value, and the receiver owns
// Env.
type Client struct {
	// ID is the SHA-256 fingerprint of the public key that logged in, or
	// [AnonymousID]. It has the form that OpenSSH prints, "SHA256:…" in base64. It
	// may contain slashes, so do not use it as a file name.
	ID string
	// Width and Height are the terminal's size in cells: 1…250 by 1…80.
	Width, Height int
	// Env holds NAME=value for TERM, and for COLORTERM, LANG, LC_* and NO_COLOR
	// if the client sent them. The values are printable ASCII. Together with
	// [Client.Getenv], Env is sufficient for colour detection.
	Env []string
	// Remote is the client's network address, from the proxy if there is one.
	Remote string
	// Log adds the number of the session to every line. Never log a name, a key or a
	// text of a client. Do not log a path either, because a path reveals the key.
	Log *slog.Logger
}

// IsAnonymous reports whether the client came without a key, so that nothing may
// be saved under its ID.
func (c Client) IsAnonymous() bool { return c.ID == AnonymousID }

// Getenv returns the value of the variable in Env, or "" if Env has no such
// variable.
func (c Client) Getenv(name string) string {
	for i := len(c.Env) - 1; i >= 0; i-- {
		if value, ok := strings.CutPrefix(c.Env[i], name+"="); ok {
			return value
		}
	}
	return ""
}

// Network returns the client's IPv4 address or, for IPv6, the /64 network, because a client usually
// has the whole network.
func (c Client) Network() string {
	addrPort, err := netip.ParseAddrPort(c.Remote)
	if err != nil {
		return c.Remote
	}
	addr := addrPort.Addr().Unmap().WithZone("")
	if addr.Is4() {
		return addr.String()
	}
	return netip.PrefixFrom(addr, 64).Masked().String()
}

// newClient returns the client of an accepted session. The library sets the key after
// the handshake, so it is the key that signed and not one that was only offered.
func newClient(s ssh.Session, size size) Client {
	pty, _, _ := s.Pty()
	env := append([]string{"TERM=" + pty.Term}, s.Environ()...)
	return Client{
		ID:     identity(s.PublicKey()),
		Width:  size.width,
		Height: size.height,
		Env:    env,
		Remote: s.RemoteAddr().String(),
	}
}

// identity returns the fingerprint of a key, or [AnonymousID] if there is no
// key. A certificate counts as the key it certifies, so that renewing the
// certificate keeps the progress.
func identity(key ssh.PublicKey) string {
	switch key := key.(type) {
	case nil:
		return AnonymousID
	case *gossh.Certificate:
		return gossh.FingerprintSHA256(key.Key)
	default:
		return gossh.FingerprintSHA256(key)
	}
}

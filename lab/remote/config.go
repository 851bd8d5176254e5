package remote

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// Defaults of [Config].
const (
	DefaultAddr        = "127.0.0.1:2222"
	DefaultMaxSessions = 200
	DefaultIdleTimeout = 30 * time.Minute
	hostKeyName        = "ssh_host_ed25519_key"
)

// Limits that no configuration changes.
const (
	handshakeTimeout = 20 * time.Second // of the SSH handshake
	startTimeout     = 40 * time.Second // from the connection to its session
	stallLimit       = 10 * time.Second // of one write that makes no progress
	drainTimeout     = 10 * time.Second // from the end of the context to the return of Serve
	quitGrace        = 2 * time.Second  // for a program to quit by itself
	hangUpGrace      = time.Second / 2  // for a program that had to be ended to say so
	takeoverWait     = 4 * time.Second  // for the session that a newer one of its key ends
	closeGrace       = 2 * time.Second  // for a client to close after its exit status
)

// Opened is the lab of one client, and the way to end it.
type Opened struct {
	Model tea.Model
	// Leave ends what the model has under way and writes what is not yet
	// written; an error says that not everything is kept. It may be nil. It is
	// called exactly once: after the program has ended, however it ended, and
	// before the client hears a last sentence.
	Leave func() error
}

// Config is how to serve. Only New and DataDir are required. As options of the serve command:
//
//	--addr          Addr            where to listen; loopback by default
//	--data-dir      DataDir         holds the host key; the factory keeps progress there too
//	--max-sessions  MaxSessions     sessions at one time
//	--idle          IdleTimeout     without a key before a session is closed
//	--anonymous     AllowAnonymous  let in clients without a key, nothing saved
//	--log-addresses LogAddresses    name clients in the log
//	--metrics       Metrics         counts, and who may read them
type Config struct {
	// Addr is the TCP address to listen on, host:port. Empty means
	// [DefaultAddr]; port 0 picks a free one, see [Server.Addr].
	Addr string

	// DataDir holds the host's private key, which is made if it is missing. A
	// damaged one is an error and is never overwritten. The folder is created
	// with mode 0700 if it is missing.
	DataDir string

	// New makes the lab of one client. It runs in the session's goroutine, for
	// many clients at once; the models it returns must share nothing that
	// changes. The context ends with the session, before Leave is called: what
	// the lab computes runs under it. An error ends the session; its text goes to
	// the log, not to the client, unless it is a [*Refusal].
	New func(ctx context.Context, c Client) (Opened, error)

	// MaxSessions is the number of sessions at one time; zero or less means
	// [DefaultMaxSessions]. The next client gets a sentence.
	MaxSessions int

	// IdleTimeout closes a session in which no key, paste or click arrived for
	// so long. Zero means [DefaultIdleTimeout], negative means never.
	IdleTimeout time.Duration

	// AllowAnonymous lets clients without a key in, as [AnonymousID]; what the
	// factory makes for them must save nothing. Otherwise they get a sentence
	// that says how to make a key, and exit status 1.
	AllowAnonymous bool

	// Log receives one record for each start and end of a session and for
	// every fault, and one a second for each kind of refusal. Sessions have
	// numbers there: no name, key, address, variable or text of a client
	// appears, nor what a panic says. Nil discards.
	Log *slog.Logger

	// LogAddresses adds the address and the key's fingerprint to the records of
	// sessions.
	LogAddresses bool

	// Notice makes the message that has a model show a line to its student,
	// until a key is pressed. Nil says nothing.
	Notice func(text string) tea.Msg

	// Metrics count what happens; nil means new ones.
	Metrics *Metrics
}

// withDefaults fills what was left out and refuses what cannot work.
func (c Config) withDefaults() (Config, error) {
	if c.New == nil {
		return c, errors.New("remote: Config.New is missing: it makes the program of each session")
	}
	if c.DataDir == "" {
		return c, errors.New("remote: Config.DataDir is missing: it holds the host key")
	}
	if c.Addr == "" {
		c.Addr = DefaultAddr
	}
	if c.MaxSessions <= 0 {
		c.MaxSessions = DefaultMaxSessions
	}
	if c.IdleTimeout == 0 {
		c.IdleTimeout = DefaultIdleTimeout
	}
	if c.Metrics == nil {
		c.Metrics = NewMetrics()
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return c, nil
}

// AnonymousID is the identity of every client without a key. It contains no
// colon, so no fingerprint can be equal to it.
const AnonymousID = "anonymous"

// Client is who is at the other end of a session and what their terminal said
// about itself when it opened. It is a value; Env is the receiver's to keep.
type Client struct {
	// ID is the SHA-256 fingerprint of the public key that logged in, as
	// OpenSSH prints it ("SHA256:…", base64: not a file name), or
	// [AnonymousID].
	ID string
	// Width and Height are the terminal's cells: 1…250 by 1…80.
	Width, Height int
	// Env holds NAME=value for TERM, and for COLORTERM, LANG, LC_* and
	// NO_COLOR if the client sent them; printable ASCII only. With
	// [Client.Getenv] it is what colour detection needs.
	Env []string
	// Remote is the client's network address.
	Remote string
	// Log has the number of the session on every line. Nobody's name, key or
	// words belong there, nor a path, which tells a key.
	Log *slog.Logger
}

// Anonymous reports whether the client came without a key, so that nothing
// may be saved under its ID.
func (c Client) Anonymous() bool { return c.ID == AnonymousID }

// Getenv returns the value of a variable in Env, or "".
func (c Client) Getenv(name string) string {
	for i := len(c.Env) - 1; i >= 0; i-- {
		if value, ok := strings.CutPrefix(c.Env[i], name+"="); ok {
			return value
		}
	}
	return ""
}

// newClient reads the client off an accepted session. The key is the one that
// signed, not one that was only offered: the library sets it after the
// handshake.
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

// identity is the fingerprint of a key. A certificate counts as the key it
// certifies, so that renewing it keeps the progress.
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

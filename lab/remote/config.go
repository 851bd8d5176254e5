package remote

import (
	"context"
	"errors"
	"log/slog"
	"time"

	tea "charm.land/bubbletea/v2"
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

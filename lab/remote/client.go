package remote

import (
	"log/slog"
	"strings"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

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

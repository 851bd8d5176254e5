package remote

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	gossh "golang.org/x/crypto/ssh"
)

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
		return nil, &HostKeyError{path, fmt.Errorf("can be read by other users (mode %04o); chmod 600 makes it private", info.Mode().Perm())}
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

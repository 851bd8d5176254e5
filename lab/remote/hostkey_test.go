package remote

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

func TestHostKeyIsMadeOnceAndKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", hostKeyName)
	first, err := hostKey(path)
	if err != nil {
		t.Fatal(err)
	}
	if first.PublicKey().Type() != gossh.KeyAlgoED25519 {
		t.Errorf("type %s, want ed25519", first.PublicKey().Type())
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, error %v; want 0600", info.Mode(), err)
	}
	second, err := hostKey(path)
	if err != nil || !bytes.Equal(first.PublicKey().Marshal(), second.PublicKey().Marshal()) {
		t.Errorf("the second start has another key (error %v)", err)
	}
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*"))
	hidden, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*"))
	if len(left)+len(hidden) != 1 {
		t.Errorf("files left behind: %q %q", left, hidden)
	}
}

// Hosts that start together agree on one key.
func TestHostKeyRace(t *testing.T) {
	path := filepath.Join(t.TempDir(), hostKeyName)
	prints := make([]string, 8)
	var wg sync.WaitGroup
	for i := range prints {
		wg.Go(func() {
			if signer, err := hostKey(path); err == nil {
				prints[i] = gossh.FingerprintSHA256(signer.PublicKey())
			}
		})
	}
	wg.Wait()
	for _, p := range prints {
		if p == "" || p != prints[0] {
			t.Fatalf("fingerprints differ: %q", prints)
		}
	}
}

func TestUnusableHostKeyIsLeftAlone(t *testing.T) {
	good := filepath.Join(t.TempDir(), "good")
	if _, err := hostKey(good); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, text string
		mode       os.FileMode
		want       string
	}{
		{"empty", "", 0o600, "damaged"},
		{"cut", string(text[:len(text)/2]), 0o600, "damaged"},
		{"other", "hello", 0o600, "damaged"},
		{"open", string(text), 0o644, "chmod 600"},
		{"huge", strings.Repeat("x", maxHostKeyBytes+1), 0o600, "too many"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "key")
			if err := os.WriteFile(path, []byte(c.text), c.mode); err != nil {
				t.Fatal(err)
			}
			_, err := hostKey(path)
			var bad *HostKeyError
			if !errors.As(err, &bad) || bad.Path != path || !strings.Contains(err.Error(), c.want) || bad.Hint() == "" {
				t.Errorf("error %v, want %q", err, c.want)
			}
			if after, _ := os.ReadFile(path); string(after) != c.text {
				t.Error("the file was changed")
			}
		})
	}
	if _, err := hostKey(t.TempDir()); err == nil || !strings.Contains(err.Error(), "is not a file") {
		t.Errorf("a directory: error %v", err)
	}
}

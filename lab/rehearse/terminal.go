package rehearse

import (
	"errors"
	"io"
	"sync/atomic"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// terminal is a session over SSH. It discards the output of the host, and only records when
// the last of it arrived.
type terminal struct {
	client     *gossh.Client
	keys       io.WriteCloser
	lastOutput atomic.Int64 // time of the last output, in nanoseconds
	ended      chan struct{}
}

func (t *terminal) Write(p []byte) (int, error) {
	t.lastOutput.Store(time.Now().UnixNano())
	return len(p), nil
}

// patience is how long a student waits for the host.
const patience = 5 * time.Second

// connect logs in and waits for the first screen.
func connect(addr, name string, key gossh.Signer) (*terminal, error) {
	client, err := gossh.Dial("tcp", addr, &gossh.ClientConfig{
		User: name, Auth: []gossh.AuthMethod{gossh.PublicKeys(key)}, Timeout: time.Minute,
		HostKeyCallback: gossh.InsecureIgnoreHostKey(), // the host is this process
	})
	if err != nil {
		return nil, err
	}
	t := &terminal{client: client, ended: make(chan struct{})}
	go func() {
		_ = client.Wait()
		close(t.ended)
	}()
	if err := errors.Join(t.open(), t.types("")); err != nil {
		return nil, errors.Join(err, client.Close())
	}
	return t, nil
}

func (t *terminal) open() error {
	session, err := t.client.NewSession()
	if err != nil {
		return err
	}
	session.Stdout = t
	if t.keys, err = session.StdinPipe(); err != nil {
		return err
	}
	return errors.Join(session.RequestPty("xterm-256color", 36, 120, nil), session.Shell())
}

// types types keys and waits until the screen has changed and is at rest. Some keys change
// nothing.
func (t *terminal) types(keys string) error {
	const quiet = 200 * time.Millisecond
	began := time.Now()
	if _, err := io.WriteString(t.keys, keys); err != nil {
		return err
	}
	for time.Since(began) < patience {
		select {
		case <-t.ended:
			return io.EOF
		case <-time.After(quiet / 4):
		}
		last := time.Unix(0, t.lastOutput.Load())
		if last.After(began) && time.Since(last) > quiet {
			return nil
		}
	}
	return nil
}

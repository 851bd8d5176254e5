//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package progress

import (
	"errors"
	"os"
	"syscall"
)

// tryLock takes the lock file at path without waiting. The lock ends with the process
// that holds it. held is false if another process holds it.
func tryLock(path string) (unlock func(), held bool, err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, false, err
	}
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	switch {
	case err == nil:
		return func() { _ = f.Close() }, true, nil
	case errors.Is(err, syscall.EWOULDBLOCK):
		_ = f.Close()
		return nil, false, nil
	case errors.Is(err, syscall.ENOLCK), errors.Is(err, syscall.ENOTSUP), errors.Is(err, syscall.ENOSYS):
		// The file system has no locks. A single process needs none.
		_ = f.Close()
		return func() {}, true, nil
	}
	_ = f.Close()
	return nil, false, err
}

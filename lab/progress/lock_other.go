//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package progress

import (
	"errors"
	"io/fs"
	"os"
	"time"
)

// staleLock is the age above which a lock file belongs to a process that died. No save
// takes a tenth of it.
const staleLock = 10 * time.Second

// tryLock creates the lock file at path without waiting, and removes a stale one. held
// is false if the file existed.
func tryLock(path string) (unlock func(), held bool, err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrExist) {
		if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > staleLock {
			_ = os.Remove(path)
		}
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	_ = f.Close()
	return func() { _ = os.Remove(path) }, true, nil
}

package store

import (
	"errors"
	"fmt"
	"syscall"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"kernellab/lab/progress"
)

// explained returns an error as one that [progress.Cause] can explain: it adds the cause
// of an error of SQLite in terms of the operating system.
func explained(err error) error {
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return err
	}
	causes := map[int]error{
		lib.SQLITE_FULL: syscall.ENOSPC, lib.SQLITE_READONLY: syscall.EROFS, lib.SQLITE_CANTOPEN: syscall.EACCES,
		lib.SQLITE_PERM: syscall.EACCES, lib.SQLITE_IOERR: syscall.EIO,
		lib.SQLITE_NOTADB: progress.ErrDamaged, lib.SQLITE_CORRUPT: progress.ErrDamaged,
	}
	switch code := e.Code() & 0xff; { // the low byte is the primary code
	case e.Code() == lib.SQLITE_IOERR_SHMSIZE: // no room for the index of the write-ahead log
		return fmt.Errorf("%w (%w)", syscall.ENOSPC, err)
	case code == lib.SQLITE_BUSY:
		return &progress.BusyError{}
	case causes[code] != nil:
		return fmt.Errorf("%w (%w)", causes[code], err)
	}
	return err
}

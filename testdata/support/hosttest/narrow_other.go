//go:build !unix

package hosttest

import "syscall"

// narrow does nothing on systems whose socket options this package does not know.
func narrow(string, string, syscall.RawConn) error { return nil }

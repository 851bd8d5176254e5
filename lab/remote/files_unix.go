//go:build unix

package remote

import "golang.org/x/sys/unix"

// fileLimit is how many files and connections the process may have open. Go
// raises the limit to what the system allows at the start.
func fileLimit() int {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil || limit.Cur > 1<<30 {
		return 1 << 30
	}
	return int(limit.Cur)
}

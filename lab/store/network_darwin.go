package store

import "golang.org/x/sys/unix"

// isOnNetwork reports whether a folder is on a network file system. On an error it returns
// false.
func isOnNetwork(dir string) bool {
	var fs unix.Statfs_t
	return unix.Statfs(dir, &fs) == nil && fs.Flags&unix.MNT_LOCAL == 0
}

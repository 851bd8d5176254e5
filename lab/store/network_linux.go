package store

import (
	"slices"

	"golang.org/x/sys/unix"
)

// isOnNetwork reports whether a folder may be on a network file system. A file system of
// FUSE may be one. On an error it returns false.
func isOnNetwork(dir string) bool {
	var fs unix.Statfs_t
	return unix.Statfs(dir, &fs) == nil && slices.Contains([]uint32{
		unix.NFS_SUPER_MAGIC, unix.SMB_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC, unix.CIFS_SUPER_MAGIC, unix.V9FS_MAGIC,
		unix.FUSE_SUPER_MAGIC, unix.AFS_SUPER_MAGIC, unix.AFS_FS_MAGIC, unix.CEPH_SUPER_MAGIC, unix.CODA_SUPER_MAGIC,
		unix.NCP_SUPER_MAGIC, unix.OCFS2_SUPER_MAGIC,
	}, uint32(fs.Type))
}

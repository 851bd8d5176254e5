package store

import (
	"path/filepath"

	"golang.org/x/sys/windows"
)

// isOnNetwork reports whether a folder is on a network drive. On an error it returns false.
func isOnNetwork(dir string) bool {
	path, err := filepath.Abs(dir)
	if err != nil {
		return false
	}
	root, err := windows.UTF16PtrFromString(filepath.VolumeName(path) + `\`)
	return err == nil && windows.GetDriveType(root) == windows.DRIVE_REMOTE
}

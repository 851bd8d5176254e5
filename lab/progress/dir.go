package progress

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path/filepath"
	"runtime"
	"strings"
)

// DefaultDir is the folder a student's own progress is kept in:
// $XDG_DATA_HOME/kernellab where that is an absolute path, else
// ~/.local/share/kernellab, ~/Library/Application Support/kernellab on macOS,
// and %LocalAppData%\kernellab on Windows. It looks only at the variables that
// env returns.
func DefaultDir(env func(string) string) (string, error) { return defaultDir(runtime.GOOS, env) }

func defaultDir(system string, env func(string) string) (string, error) {
	if xdg := env("XDG_DATA_HOME"); filepath.IsAbs(xdg) {
		return filepath.Join(xdg, "kernellab"), nil
	}
	if system == "windows" {
		if local := env("LocalAppData"); local != "" {
			return filepath.Join(local, "kernellab"), nil
		}
		return "", errors.New("no folder for progress: %LocalAppData% is not set; set it, or XDG_DATA_HOME to an absolute path")
	}
	home := env("HOME")
	if !filepath.IsAbs(home) {
		return "", errors.New("no folder for progress: $HOME is not set; set it, or XDG_DATA_HOME to an absolute path")
	}
	if system == "darwin" {
		return filepath.Join(home, "Library", "Application Support", "kernellab"), nil
	}
	return filepath.Join(home, ".local", "share", "kernellab"), nil
}

// ForStudent is the folder under root for the student with an id, such as the
// fingerprint of a public key. Different ids have different folders and no id
// leads out of root, whatever it contains.
func ForStudent(root, id string) string {
	return filepath.Join(root, "students", digest(id))
}

// digest is a name of 32 hexadecimal digits for any text.
func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:16])
}

// fileName is the name of an exercise's document. An id of lower-case letters,
// digits, dots and hyphens is kept readable; any other is hashed, and so never
// a path, a device or the same name in other case.
func fileName(id string) string {
	if id != "" && len(id) <= 40 && strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789.-") == "" {
		return "exercise-" + id + ".json"
	}
	return "exercise_" + digest(id) + ".json"
}

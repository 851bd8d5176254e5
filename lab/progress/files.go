package progress

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"
)

// MaxBytes is the maximum size of a document.
const MaxBytes = 4 << 20

// lockWait is how long a save waits for another process.
const lockWait = 2 * time.Second

// Files stores progress as JSON documents in one folder: profile.json and
// exercise-7.7.json. Only the owner can read the folder and its files. Files is safe
// for concurrent use, also by several processes.
//
// A save that fails changes nothing on disk. It can be repeated later without loss.
type Files struct {
	dir  string
	disk disk
	wait time.Duration
	now  func() time.Time

	mu      sync.Mutex
	bases   map[string]Exercise // what this store last loaded or saved
	profile Profile
}

var _ Store = (*Files)(nil)

// NewFiles returns the store in a folder. It creates nothing before the first save.
func NewFiles(dir string) *Files {
	return &Files{dir: dir, disk: osDisk{}, wait: lockWait, now: time.Now, bases: map[string]Exercise{}}
}

// cause returns the error without its path, which the sentence names already.
func cause(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err
	}
	return err
}

// Dir returns the folder.
func (f *Files) Dir() string { return f.dir }

// CreateDir creates the folder if it does not exist. The error is a *FolderError.
func (f *Files) CreateDir() error {
	if err := f.disk.MkdirAll(f.dir); err != nil {
		return &FolderError{Dir: f.dir, Err: err}
	}
	return nil
}

// Load reads every document. It sets damaged documents aside and does not touch those
// that are too new. It also reads a folder that is not writable, and warns with a
// *FolderError. A missing folder is empty and is not created.
func (f *Files) Load() (State, []error, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, err := f.disk.Stat(f.dir); errors.Is(err, fs.ErrNotExist) {
		return State{Exercises: map[string]Exercise{}}, nil, nil
	}
	unlock, err := f.lock()
	if hasType[*BusyError](err) {
		return State{}, nil, err
	}
	if err == nil {
		defer unlock()
		f.sweep()
		err = probeWrite(f.disk, f.dir, Draft)
	}
	state, warnings := f.read()
	if err != nil {
		warnings = append([]error{&FolderError{Dir: f.dir, Err: err}}, warnings...)
	}
	f.profile = state.Profile
	for id, e := range state.Exercises {
		f.bases[id] = e.Clone()
	}
	return state, warnings, nil
}

// SaveExercise writes e, merged with what other processes have written since this store
// last saved or loaded it. It does nothing if e.Revision is below one that was saved
// before.
func (f *Files) SaveExercise(e Exercise, d Durability) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	base, known := f.bases[e.ID]
	if known && e.Revision < base.Revision {
		return nil
	}
	aside, err := f.save(func() (aside, err error) {
		path := filepath.Join(f.dir, fileName(e.ID))
		disk, aside, err := readOrSetAside(f, path, decodeExercise)
		if err != nil {
			return nil, err
		}
		out := e
		if disk != nil {
			out = merge(base, e, *disk)
		}
		out.Version = Version
		return aside, f.write(path, out, d)
	})
	if err != nil {
		return fmt.Errorf("saving the progress of %s: %w", e.ID, err)
	}
	f.bases[e.ID] = e.Clone()
	return aside
}

// SaveProfile writes p. It does nothing if p.Revision is below one that was saved
// before.
func (f *Files) SaveProfile(p Profile, d Durability) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if p.Revision < f.profile.Revision {
		return nil
	}
	aside, err := f.save(func() (aside, err error) {
		path := filepath.Join(f.dir, profileName)
		disk, aside, err := readOrSetAside(f, path, decodeProfile)
		if err != nil {
			return nil, err
		}
		out := p
		if disk != nil {
			out = mergeProfile(f.profile, p, *disk)
		}
		out.Version = Version
		return aside, f.write(path, out, d)
	})
	if err != nil {
		return fmt.Errorf("saving the profile: %w", err)
	}
	f.profile = p
	return aside
}

// save calls a function that reads, merges and writes one document, under the lock of
// the folder. It creates the folder if it does not exist.
func (f *Files) save(document func() (aside, err error)) (aside, err error) {
	if err := f.disk.MkdirAll(f.dir); err != nil {
		return nil, err
	}
	unlock, err := f.lock()
	if err != nil {
		return nil, err
	}
	defer unlock()
	return document()
}

func removeIfThere(d disk, path string) error {
	err := d.Remove(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func isExercise(name string) bool {
	return strings.HasSuffix(name, ".json") &&
		(strings.HasPrefix(name, "exercise-") || strings.HasPrefix(name, "exercise_"))
}

// read decodes every document and sets damaged ones aside. For an unreadable folder it returns
// a warning and no documents; later saves are merged with what is there.
func (f *Files) read() (State, []error) {
	state := State{Exercises: map[string]Exercise{}}
	names, err := f.disk.ReadDir(f.dir)
	if err != nil {
		return state, []error{&ReadError{Err: err}}
	}
	var warnings []error
	for _, d := range names {
		switch {
		case d.Name() == profileName:
			p, warning := readOne(f, d.Name(), decodeProfile)
			warnings = append(warnings, warning...)
			if p != nil {
				state.Profile = *p
			}
		case isExercise(d.Name()):
			e, warning := readOne(f, d.Name(), decodeExercise)
			warnings = append(warnings, warning...)
			if e != nil {
				state.Exercises[e.ID] = *e
			}
		}
	}
	return state, warnings
}

// readOne reads one document and returns it with the warnings.
func readOne[T any](f *Files, name string, decode func([]byte) (T, error)) (*T, []error) {
	doc, moved, err := readOrSetAside(f, filepath.Join(f.dir, name), decode)
	var warnings []error
	for _, e := range []error{moved, err} {
		if e != nil {
			warnings = append(warnings, e)
		}
	}
	return doc, warnings
}

// lock takes the lock of the folder. It waits up to f.wait for another process.
func (f *Files) lock() (unlock func(), err error) {
	path := filepath.Join(f.dir, lockName)
	end := time.Now().Add(f.wait)
	for {
		unlock, held, err := f.disk.Lock(path)
		if err != nil {
			return nil, err
		}
		if held {
			return unlock, nil
		}
		if time.Now().After(end) {
			return nil, &BusyError{Path: path}
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// sweep removes temporary files that a killed process left. It must be called under the
// lock.
func (f *Files) sweep() {
	names, err := f.disk.ReadDir(f.dir)
	if err != nil {
		return
	}
	for _, d := range names {
		if !isTemporary(d.Name()) {
			continue
		}
		info, err := d.Info()
		if err == nil && f.now().Sub(info.ModTime()) > time.Minute {
			_ = f.disk.Remove(filepath.Join(f.dir, d.Name()))
		}
	}
}

// isTemporary reports whether a name belongs to a temporary file of a write or probe.
func isTemporary(name string) bool {
	for _, pattern := range []string{tempPattern, probePattern, probePattern + "-moved"} {
		if ok, err := filepath.Match(pattern, name); ok && err == nil {
			return true
		}
	}
	return false
}

// DefaultDir returns the folder for a student's own progress: $XDG_DATA_HOME/kernellab
// if that is an absolute path, else ~/.local/share/kernellab, ~/Library/Application
// Support/kernellab on macOS, or %LocalAppData%\kernellab on Windows. It reads variables
// only through env.
func DefaultDir(env func(string) string) (string, error) { return defaultDir(runtime.GOOS, env) }

func defaultDir(system string, env func(string) string) (string, error) {
	if xdg := env("XDG_DATA_HOME"); filepath.IsAbs(xdg) {
		return filepath.Join(xdg, "kernellab"), nil
	}
	if system == "windows" {
		if local := env("LocalAppData"); local != "" {
			return filepath.Join(local, "kernellab"), nil
		}
		return "", errors.New(
			"no folder for progress: %LocalAppData% is not set; set it, or XDG_DATA_HOME to an absolute path",
		)
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

// ForStudent returns the folder under root for the student with an ID, such as the
// fingerprint of a public key. Different IDs have different folders, and no ID leads out
// of root, whatever it contains.
func ForStudent(root, id string) string {
	return filepath.Join(root, "students", digest(id))
}

// digest returns 32 hexadecimal digits for any text.
func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:16])
}

// fileName returns the name of an exercise's document. It keeps an ID of lower-case
// letters, digits, dots and hyphens readable and hashes any other, so that the name is
// never a path or a device and never differs from another one only in case.
func fileName(id string) string {
	if id != "" && len(id) <= 40 && strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789.-") == "" {
		return "exercise-" + id + ".json"
	}
	return "exercise_" + digest(id) + ".json"
}

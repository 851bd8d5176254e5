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

// MaxBytes is the largest document that is read or written.
const MaxBytes = 4 << 20

// lockWait is how long a save waits for another process.
const lockWait = 2 * time.Second

// Files keeps progress as JSON documents in one folder: profile.json and
// exercise-7.7.json. The folder is made readable by its owner only, as is
// every file in it. It is safe for concurrent use, also by several processes.
//
// A save that fails changes nothing on disk, and the same save made again when
// the disk takes it loses nothing.
type Files struct {
	dir  string
	disk disk
	wait time.Duration
	now  func() time.Time

	mu      sync.Mutex
	bases   map[string]Exercise // what this store loaded or saved last
	twins   map[string]twin
	profile Profile
}

var _ Store = (*Files)(nil)

// NewFiles returns the store in a folder. Nothing is made before the first
// save.
func NewFiles(dir string) *Files {
	return &Files{dir: dir, disk: osDisk{}, wait: lockWait, now: time.Now, bases: map[string]Exercise{}, twins: map[string]twin{}}
}

// cause is an error without the path, where the sentence names it already.
func cause(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err
	}
	return err
}

// Dir returns the folder.
func (f *Files) Dir() string { return f.dir }

// Make makes the folder at once where there is none. The error is a
// *FolderError.
func (f *Files) Make() error {
	if err := f.disk.MkdirAll(f.dir); err != nil {
		return &FolderError{Dir: f.dir, Err: err}
	}
	return nil
}

// Load reads every document. Damaged ones are set aside; those that are too
// large, too new or no files are left alone. A folder or a document that
// cannot be written to is read all the same and warned of: a *FolderError, or
// an error that [About] knows the file of. A folder that is not there is
// empty, and is not made.
func (f *Files) Load() (State, []error, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, err := f.disk.Stat(f.dir); errors.Is(err, fs.ErrNotExist) {
		return State{Exercises: map[string]Exercise{}}, nil, nil
	}
	unlock, err := f.lock()
	if is[*BusyError](err) {
		return State{}, nil, err
	}
	if err == nil {
		defer unlock()
		f.sweep()
		err = probeWrite(f.disk, f.dir, Draft)
	}
	state, warnings := f.read(err == nil)
	if err != nil {
		warnings = append([]error{&FolderError{Dir: f.dir, Err: err}}, warnings...)
	}
	f.profile = state.Profile
	for id, e := range state.Exercises {
		f.bases[id] = e.Clone()
	}
	return state, warnings, nil
}

// SaveExercise writes e, merged with what other processes have written since
// this store last saved or loaded it. A revision below one that was saved
// before changes nothing.
func (f *Files) SaveExercise(e Exercise, d Durability) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	base, known := f.bases[e.ID]
	if known && e.Revision < base.Revision {
		return nil
	}
	aside, err := f.save(func() (aside, err error) {
		path := filepath.Join(f.dir, fileName(e.ID))
		disk, aside, err := readOrSetAside(f, path, decodeExercise, f.setAside)
		if err != nil {
			return nil, err
		}
		out := f.join(base, known, e, disk)
		out.Version = Version
		return aside, f.write(path, out, disk == nil, d)
	})
	if err != nil {
		return fmt.Errorf("saving the progress of %s: %w", e.ID, err)
	}
	f.bases[e.ID] = e.Clone()
	return aside
}

// twin is one sheet that two processes began, each for the first time: of the
// two times it was begun at, the one on disk counts.
type twin struct{ here, disk time.Time }

// join is e as it is to be written over what is on disk, nil being nothing.
func (f *Files) join(base Exercise, known bool, e Exercise, disk *Exercise) Exercise {
	if disk == nil {
		return e.Clone()
	}
	if !known && e.Seed == disk.Seed && e.Data == disk.Data && !e.Started.Equal(disk.Started) {
		f.twins[e.ID] = twin{here: e.Started, disk: disk.Started}
	}
	t := f.twins[e.ID]
	return merge(t.rename(base), t.rename(e), *disk)
}

// rename gives a document of the sheet begun here the time of the one on disk.
func (t twin) rename(e Exercise) Exercise {
	if !t.disk.IsZero() && e.Started.Equal(t.here) {
		e.Started = t.disk
	}
	return e
}

// SaveProfile writes p. A revision below one that was saved before changes
// nothing.
func (f *Files) SaveProfile(p Profile, d Durability) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if p.Revision < f.profile.Revision {
		return nil
	}
	aside, err := f.save(func() (aside, err error) {
		path := filepath.Join(f.dir, profileName)
		disk, aside, err := readOrSetAside(f, path, decodeProfile, f.setAside)
		if err != nil {
			return nil, err
		}
		out := p
		if disk != nil {
			out = mergeProfile(f.profile, p, *disk)
		}
		out.Version = Version
		return aside, f.write(path, out, disk == nil, d)
	})
	if err != nil {
		return fmt.Errorf("saving the profile: %w", err)
	}
	f.profile = p
	return aside
}

// save does what reads, merges and writes one document, under the folder's
// lock; the folder is made where there is none. It is done again where another
// process was first.
func (f *Files) save(document func() (aside, err error)) (aside, err error) {
	if err := f.disk.MkdirAll(f.dir); err != nil {
		return nil, err
	}
	unlock, err := f.lock()
	if err != nil {
		return nil, err
	}
	defer unlock()
	for range 3 {
		if aside, err = document(); !errors.Is(err, errTaken) {
			break
		}
	}
	return aside, err
}

func removeIfThere(d disk, path string) error {
	err := d.Remove(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func isExercise(name string) bool {
	return strings.HasSuffix(name, ".json") && (strings.HasPrefix(name, "exercise-") || strings.HasPrefix(name, "exercise_"))
}

// read decodes every document; where the folder is writable, damaged ones are
// set aside and the others proved writable. A folder that cannot be read is
// empty and warned of: what is saved later is merged with what is there.
func (f *Files) read(writable bool) (State, []error) {
	state := State{Exercises: map[string]Exercise{}}
	names, err := f.disk.ReadDir(f.dir)
	if err != nil {
		return state, []error{&ReadError{Err: err}}
	}
	var warnings []error
	for _, d := range names {
		switch {
		case d.Name() == profileName:
			p, warning := readOne(f, d.Name(), decodeProfile, writable)
			warnings = append(warnings, warning...)
			if p != nil {
				state.Profile = *p
			}
		case isExercise(d.Name()):
			e, warning := readOne(f, d.Name(), decodeExercise, writable)
			warnings = append(warnings, warning...)
			if e != nil {
				state.Exercises[e.ID] = *e
			}
		}
	}
	return state, warnings
}

// readOne reads one document, and what there is to warn of.
func readOne[T any](f *Files, name string, decode func([]byte) (T, error), writable bool) (*T, []error) {
	path := filepath.Join(f.dir, name)
	aside := leaveAlone
	if writable {
		aside = f.setAside
	}
	doc, moved, err := readOrSetAside(f, path, decode, aside)
	if err == nil && doc != nil && writable {
		err = f.probeDocument(path)
	}
	var warnings []error
	for _, e := range []error{moved, err} {
		if e != nil {
			warnings = append(warnings, e)
		}
	}
	return doc, warnings
}

// lock takes the folder's lock, waiting a little for another process.
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

// sweep removes what a process that was killed left half written. It is called
// under the lock.
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

// isTemporary reports whether a name is one of a write or probe under way.
func isTemporary(name string) bool {
	for _, pattern := range []string{tempPattern, probePattern, probePattern + "-moved"} {
		if ok, err := filepath.Match(pattern, name); ok && err == nil {
			return true
		}
	}
	return false
}

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

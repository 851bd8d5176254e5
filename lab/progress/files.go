package progress

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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
type Files struct {
	dir  string
	wait time.Duration
	now  func() time.Time

	mu      sync.Mutex
	bases   map[string]Exercise // what this store loaded or saved last
	profile Profile
}

var _ Store = (*Files)(nil)

// NewFiles returns the store in a folder. Nothing is read or made before the
// first call of a method.
func NewFiles(dir string) *Files {
	return &Files{dir: dir, wait: lockWait, now: time.Now, bases: map[string]Exercise{}}
}

// Open returns the store in a folder, which it makes where there is none. If
// the folder cannot be written to, the store is one in memory that starts with
// what can be read, and the warnings say so.
func Open(dir string) (Store, []string) {
	f := NewFiles(dir)
	err := f.writable()
	if err == nil {
		return f, nil
	}
	m := &Memory{}
	warnings := []string{fmt.Sprintf("Progress cannot be saved in %s (%v). You can work; what you do now is forgotten when you leave. A folder of your own in XDG_DATA_HOME would work.", dir, cause(err))}
	state, more, err := f.read(leaveAlone)
	if err == nil {
		m.state = state
		warnings = append(warnings, more...)
	}
	return m, warnings
}

// cause is an error without the path, where the sentence names it already.
func cause(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

// Dir returns the folder.
func (f *Files) Dir() string { return f.dir }

// writable makes the folder and tries to write in it.
func (f *Files) writable() error {
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return err
	}
	t, err := os.CreateTemp(f.dir, tempPattern)
	if err != nil {
		return err
	}
	return errors.Join(t.Close(), os.Remove(t.Name()))
}

// Load reads every document. Damaged ones are set aside; those that are too
// large, too new or no files are left alone.
func (f *Files) Load() (State, []string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return State{}, nil, fmt.Errorf("opening the folder for progress: %w", err)
	}
	unlock, err := f.lock()
	if err != nil {
		return State{}, nil, err
	}
	defer unlock()
	f.sweep()
	state, warnings, err := f.read(f.setAside)
	if err != nil {
		return State{}, warnings, err
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
	unlock, err := f.lock()
	if err != nil {
		return err
	}
	defer unlock()
	path := filepath.Join(f.dir, fileName(e.ID))
	disk, aside, err := readOrSetAside(path, decodeExercise, f.setAside)
	if err != nil {
		return err
	}
	out := e.Clone()
	if disk != nil {
		out = merge(base, e, *disk)
	}
	out.Version = Version
	if err := write(path, out, d); err != nil {
		return fmt.Errorf("saving the progress of %s: %w", e.ID, err)
	}
	f.bases[e.ID] = e.Clone()
	return aside
}

// SaveProfile writes p. A revision below one that was saved before changes
// nothing.
func (f *Files) SaveProfile(p Profile, d Durability) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if p.Revision < f.profile.Revision {
		return nil
	}
	unlock, err := f.lock()
	if err != nil {
		return err
	}
	defer unlock()
	path := filepath.Join(f.dir, profileName)
	disk, aside, err := readOrSetAside(path, decodeProfile, f.setAside)
	if err != nil {
		return err
	}
	out := p
	if disk != nil {
		out = mergeProfile(f.profile, p, *disk)
	}
	out.Version = Version
	if err := write(path, out, d); err != nil {
		return fmt.Errorf("saving the profile: %w", err)
	}
	f.profile = p
	return aside
}

// Reset removes the documents of these exercises, or with no ids everything
// the store has written, also what was set aside.
func (f *Files) Reset(ids ...string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	unlock, err := f.lock()
	if err != nil {
		return err
	}
	defer unlock()
	var errs []error
	for _, id := range ids {
		errs = append(errs, removeIfThere(filepath.Join(f.dir, fileName(id))))
		delete(f.bases, id)
	}
	if len(ids) > 0 {
		return errors.Join(errs...)
	}
	names, err := os.ReadDir(f.dir)
	if err != nil {
		return err
	}
	for _, d := range names {
		if isOurs(d.Name()) {
			errs = append(errs, removeIfThere(filepath.Join(f.dir, d.Name())))
		}
	}
	f.bases, f.profile = map[string]Exercise{}, Profile{}
	return errors.Join(errs...)
}

func removeIfThere(path string) error {
	err := os.Remove(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// isOurs reports whether a name is one that the store gives to documents.
func isOurs(name string) bool {
	base, _, _ := strings.Cut(name, ".damaged-")
	return base == profileName || isExercise(base)
}

func isExercise(name string) bool {
	return strings.HasSuffix(name, ".json") && (strings.HasPrefix(name, "exercise-") || strings.HasPrefix(name, "exercise_"))
}

// read decodes every document; aside is what to do with a damaged one.
func (f *Files) read(aside asideFunc) (State, []string, error) {
	state := State{Exercises: map[string]Exercise{}}
	names, err := os.ReadDir(f.dir)
	if err != nil {
		return state, nil, fmt.Errorf("reading the folder for progress: %w", err)
	}
	var warnings []string
	note := func(err error) {
		if err != nil {
			warnings = append(warnings, err.Error())
		}
	}
	for _, d := range names {
		path := filepath.Join(f.dir, d.Name())
		switch {
		case d.Name() == profileName:
			p, moved, err := readOrSetAside(path, decodeProfile, aside)
			note(errors.Join(moved, err))
			if p != nil {
				state.Profile = *p
			}
		case isExercise(d.Name()):
			e, moved, err := readOrSetAside(path, decodeExercise, aside)
			note(errors.Join(moved, err))
			if e != nil {
				state.Exercises[e.ID] = *e
			}
		}
	}
	return state, warnings, nil
}

// lock takes the folder's lock, waiting a little for another process.
func (f *Files) lock() (unlock func(), err error) {
	path := filepath.Join(f.dir, lockName)
	end := time.Now().Add(f.wait)
	for {
		unlock, held, err := tryLock(path)
		if err != nil {
			return nil, fmt.Errorf("saving progress: %w", err)
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
	names, err := filepath.Glob(filepath.Join(f.dir, tempPattern))
	if err != nil {
		return
	}
	for _, name := range slices.Sorted(slices.Values(names)) {
		info, err := os.Stat(name)
		if err == nil && f.now().Sub(info.ModTime()) > time.Minute {
			_ = os.Remove(name)
		}
	}
}

package progress

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Folder holds the contents of a folder in which an older kernellab saved a student's work:
// profile.json, a document such as exercise-7.7.json for each exercise, and the judged answers
// in answers.jsonl.old and answers.jsonl.
type Folder struct {
	State  State
	Events []Event
}

// ReadFolder reads a folder of an older kernellab. A missing folder counts as empty. ReadFolder
// skips documents and lines that it cannot read, and returns a warning for each.
func ReadFolder(dir string) (Folder, []error, error) {
	out := Folder{State: State{Exercises: map[string]Exercise{}}}
	names, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return out, nil, &ReadError{Err: err}
	}
	var warnings []error
	for _, n := range names {
		isExercise := strings.HasPrefix(n.Name(), "exercise-") || strings.HasPrefix(n.Name(), "exercise_")
		if n.Name() != profileName && !(isExercise && strings.HasSuffix(n.Name(), ".json")) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, n.Name()))
		if err == nil {
			err = out.State.add(n.Name(), text)
		}
		if err != nil {
			warnings = append(warnings, &ReadError{Name: n.Name(), Err: err})
		}
	}
	for _, name := range []string{"answers.jsonl.old", "answers.jsonl"} {
		problems, err := out.readLog(filepath.Join(dir, name))
		if err != nil {
			problems = append(problems, err)
		}
		for _, p := range problems {
			warnings = append(warnings, &ReadError{Name: name, Err: p})
		}
	}
	return out, warnings, nil
}

// add decodes a document and adds it.
func (s *State) add(name string, text []byte) error {
	var head struct {
		Version int    `json:"version"`
		ID      string `json:"id"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return err
	}
	switch {
	case head.Version < 1:
		return errors.New("it has no version")
	case head.Version > Version:
		return &NewerError{head.Version, Version}
	case name == profileName:
		return json.Unmarshal(text, &s.Profile)
	case head.ID == "":
		return errors.New("it names no exercise")
	}
	var e Exercise
	err := json.Unmarshal(text, &e)
	if err == nil {
		s.Exercises[e.ID] = e
	}
	return err
}

// readLog reads a log of answers, which need not exist.
func (f *Folder) readLog(path string) (problems []error, err error) {
	in, err := os.Open(path)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return nil, err
	}
	defer in.Close()
	return ReadEvents(in, func(_ int, e Event) error {
		f.Events = append(f.Events, e)
		return nil
	})
}

// profileName is the name of the profile's document.
const profileName = "profile.json"

// DefaultDir returns the folder for a student's own progress: $XDG_DATA_HOME/kernellab
// if that is an absolute path, else ~/.local/share/kernellab, ~/Library/Application
// Support/kernellab on macOS, or %LocalAppData%\kernellab on Windows. It reads variables
// only through env.
func DefaultDir(env func(string) string) (string, error) { return defaultDirFor(runtime.GOOS, env) }

func defaultDirFor(system string, env func(string) string) (string, error) {
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

// StudentDir returns the folder under root for the student with an ID, such as the
// fingerprint of a public key. Different IDs have different folders, and no ID leads out
// of root, whatever it contains.
func StudentDir(root, id string) string {
	return filepath.Join(StudentsDir(root), digest(id))
}

// StudentsDir returns the folder under root that has a folder for each student.
func StudentsDir(root string) string { return filepath.Join(root, "students") }

// digest returns 32 hexadecimal digits for any text.
func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:16])
}

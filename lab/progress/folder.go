package progress

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// Folder holds what an older kernellab saved of a student: a folder with profile.json,
// a document such as exercise-7.7.json for each exercise, and the judged answers in
// answers.jsonl.old and answers.jsonl.
type Folder struct {
	State   State
	Answers []Answer
}

// ReadFolder reads a folder of an older kernellab. A missing folder is empty. It reads
// past documents and lines that it cannot read, and returns a warning for each.
func ReadFolder(dir string) (Folder, []error, error) {
	out := Folder{State: State{Exercises: map[string]Exercise{}}}
	names, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return out, nil, &ReadError{Err: err}
	}
	var warnings []error
	for _, n := range names {
		if !isDocument(n.Name()) {
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

func isDocument(name string) bool {
	return name == profileName || strings.HasSuffix(name, ".json") &&
		(strings.HasPrefix(name, "exercise-") || strings.HasPrefix(name, "exercise_"))
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
	return ReadAnswers(in, func(_ int, a Answer) error {
		f.Answers = append(f.Answers, a)
		return nil
	})
}

// profileName is the name of the profile's document.
const profileName = "profile.json"

// Answer is a judged answer: one line of the answer log.
type Answer struct {
	Time     time.Time         `json:"time"`
	Exercise string            `json:"exercise"`
	Task     string            `json:"step"`
	Seed     uint64            `json:"seed"`
	Data     string            `json:"data,omitempty"` // the student's own data set; "" for the built-in one
	Raw      map[string]string `json:"raw"`            // every answer of the exercise, as typed
	Reading  string            `json:"reading"`
	Status   string            `json:"status"`            // valid, empty, invalid, ambiguous, undecided
	Verdict  string            `json:"verdict,omitempty"` // equal, equal-other-form, close, not-equal
	Accepted bool              `json:"accepted"`
	Note     string            `json:"note,omitempty"` // name of the misconception that was recognised
	Disputed bool              `json:"disputed,omitempty"`
	Hints    int               `json:"hints"`
	Solution bool              `json:"solution,omitempty"` // the worked solution was shown before
	MS       int64             `json:"ms"`                 // from opening the task to the answer, in milliseconds
}

// LineError reports an unreadable line of a log. A killed process leaves one at the end.
type LineError struct {
	Line int // from 1
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the cause.
func (e *LineError) Unwrap() error { return e.Err }

// maxAnswerLine is the maximum length in bytes of a log line that can be read.
const maxAnswerLine = 1 << 20

// ReadAnswers calls each with every answer of a log and its line number. It reads past
// unreadable lines and returns a *LineError for each of them in problems. err is an
// error of the reader, or the error that each returned.
func ReadAnswers(r io.Reader, each func(line int, a Answer) error) (problems []error, err error) {
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 0, 64<<10), maxAnswerLine)
	line := 0
	for in.Scan() {
		line++
		text := bytes.TrimSpace(in.Bytes())
		if len(text) == 0 {
			continue
		}
		var a Answer
		if err := json.Unmarshal(text, &a); err != nil {
			problems = append(problems, &LineError{line, err})
			continue
		}
		if err := each(line, a); err != nil {
			return problems, err
		}
	}
	if err := in.Err(); err != nil {
		return problems, &LineError{line + 1, err}
	}
	return problems, nil
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

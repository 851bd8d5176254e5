package progress

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"
)

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
	MS       int64             `json:"ms"` // from opening the task to the answer, in milliseconds
}

// AnswerLog appends answers to a file, one line of JSON each. Several processes can
// append to the same file without mixing their lines, because each line is appended by
// a single write.
type AnswerLog struct {
	path       string
	disk       disk
	rotateSize int64 // the size in bytes above which answers.jsonl is renamed and begun again
	mu         sync.Mutex
}

// answerLogName is the name of the log in a student's folder.
const answerLogName = "answers.jsonl"

// maxAnswerLog is the size in bytes above which answers.jsonl is renamed to
// answers.jsonl.old and a new log begins.
const maxAnswerLog = 16 << 20

// MaxHostLog is the maximum size in bytes of the answer log of each student of an SSH
// host.
const MaxHostLog = 1 << 20

// NewAnswerLog returns the log in a student's folder. It creates nothing before the
// first answer.
func NewAnswerLog(dir string) *AnswerLog { return BoundedAnswerLog(dir, 2*maxAnswerLog) }

// BoundedAnswerLog returns a log of at most the given number of bytes in two files. When
// answers.jsonl reaches half of them, it is renamed to answers.jsonl.old and replaces
// the previous one.
func BoundedAnswerLog(dir string, bytes int64) *AnswerLog {
	return &AnswerLog{path: filepath.Join(dir, answerLogName), disk: osDisk{}, rotateSize: bytes / 2}
}

// Append writes an answer at the end of the log and flushes it: after a nil error the
// answer survives a crash of the machine. If writing fails, the answer may still be in
// the log, so an answer that is appended again can occur twice.
func (l *AnswerLog) Append(a Answer) error {
	line, err := json.Marshal(a)
	if err != nil {
		return fmt.Errorf("logging an answer: %w", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.append(append(line, '\n')); err != nil {
		return fmt.Errorf("logging an answer: %w", err)
	}
	return nil
}

func (l *AnswerLog) append(line []byte) error {
	if int64(len(line)) > l.rotateSize {
		return &TooLargeError{len(line), int(l.rotateSize)}
	}
	if err := l.disk.MkdirAll(filepath.Dir(l.path)); err != nil {
		return err
	}
	if err := l.rotate(int64(len(line))); err != nil {
		return fmt.Errorf("renaming the full log: %w", err)
	}
	f, err := l.disk.Open(l.path, os.O_APPEND|os.O_CREATE|os.O_RDWR)
	if err != nil {
		return err
	}
	torn, err := isTorn(f)
	if err == nil {
		if torn {
			line = append([]byte{'\n'}, line...)
		}
		_, err = f.Write(line)
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// rotate begins a new log if there is no room for n more bytes. It does so under the lock
// of the folder, since another process may do the same. If another process holds the
// lock, it leaves that to the next answer.
func (l *AnswerLog) rotate(n int64) error {
	if l.size(l.path)+n <= l.rotateSize {
		return nil
	}
	unlock, held, err := l.disk.Lock(filepath.Join(filepath.Dir(l.path), lockName))
	if err != nil || !held {
		return err
	}
	defer unlock()
	if l.size(l.path)+n <= l.rotateSize {
		return nil
	}
	return l.disk.Rename(l.path, l.oldPath())
}

// isTorn reports whether a file ends within a line because a process was killed while
// writing.
func isTorn(f file) (bool, error) {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return false, err
	}
	last := make([]byte, 1)
	if _, err := f.ReadAt(last, info.Size()-1); err != nil {
		return false, err
	}
	return last[0] != '\n', nil
}

func (l *AnswerLog) oldPath() string { return l.path + ".old" }

// size returns the size of a file, or 0 if it does not exist.
func (l *AnswerLog) size(path string) int64 {
	info, err := l.disk.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
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

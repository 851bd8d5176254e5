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

// Answer is one answer as it was judged: a line of the answer log.
type Answer struct {
	Time     time.Time         `json:"time"`
	Exercise string            `json:"exercise"`
	Step     string            `json:"step"`
	Seed     uint64            `json:"seed"`
	Data     string            `json:"data,omitempty"` // the student's own data set; "" for the built-in one
	Raw      map[string]string `json:"raw"`            // every answer of the exercise, as typed
	Reading  string            `json:"reading"`
	Status   string            `json:"status"`            // valid, empty, invalid, ambiguous, undecided
	Verdict  string            `json:"verdict,omitempty"` // equal, equal-other-form, close, not-equal
	Accepted bool              `json:"accepted"`
	Note     string            `json:"note,omitempty"` // the mal-rule recognised
	Disputed bool              `json:"disputed,omitempty"`
	Hints    int               `json:"hints"`
	MS       int64             `json:"ms"` // from opening the step to the answer, in milliseconds
}

// AnswerLog appends answers to a file, one line of JSON each. Lines of several
// processes do not mix: each is written at once, at the end of the file.
type AnswerLog struct {
	path string
	disk disk
	half int64 // the size of answers.jsonl from which a new one is begun

	mu   sync.Mutex
	said bool // that the log is nearly full
}

// answerLogName is the log's name in a student's folder.
const answerLogName = "answers.jsonl"

// maxAnswerLog is the size at which a log is kept as answers.jsonl.old and a
// new one begun, in bytes.
const maxAnswerLog = 16 << 20

// ClassLog is what one student of a host may fill with answers, in bytes.
const ClassLog = 1 << 20

// NewAnswerLog returns the log in a student's folder. Nothing is made before
// the first answer.
func NewAnswerLog(dir string) *AnswerLog { return BoundedAnswerLog(dir, 2*maxAnswerLog) }

// BoundedAnswerLog is NewAnswerLog for at most so many bytes. They are two
// files: when answers.jsonl has half of them it is kept as answers.jsonl.old,
// in place of the one before.
func BoundedAnswerLog(dir string, bytes int64) *AnswerLog {
	return &AnswerLog{path: filepath.Join(dir, answerLogName), disk: osDisk{}, half: bytes / 2}
}

// Append writes one answer at the end of the log and has it flushed: when it
// returns nil the answer survives the end of the machine. An answer whose
// write failed may be in the log all the same, so one that is appended again
// can be there twice. A *NearlyFullError, once for each AnswerLog, means that
// the answer has been written.
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
	return l.nearlyFull()
}

func (l *AnswerLog) append(line []byte) error {
	if int64(len(line)) > l.half {
		return &OverfullError{len(line), int(l.half)}
	}
	if err := l.disk.MkdirAll(filepath.Dir(l.path)); err != nil {
		return err
	}
	if err := l.turn(int64(len(line))); err != nil {
		return fmt.Errorf("putting the full log aside: %w", err)
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

// turn begins a new log where there is no room for n more bytes. Another
// process may be about to: it is done under the folder's lock, and where
// another holds it the next answer comes to it.
func (l *AnswerLog) turn(n int64) error {
	if l.size(l.path)+n <= l.half {
		return nil
	}
	unlock, held, err := l.disk.Lock(filepath.Join(filepath.Dir(l.path), lockName))
	if err != nil || !held {
		return err
	}
	defer unlock()
	if l.size(l.path)+n <= l.half {
		return nil
	}
	return l.disk.Rename(l.path, l.old())
}

// isTorn reports whether a file ends within a line, as a process leaves it
// that was killed while writing.
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

func (l *AnswerLog) old() string { return l.path + ".old" }

// size is that of a file; one that is not there has none.
func (l *AnswerLog) size(path string) int64 {
	info, err := l.disk.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// nearlyFull says once that the older half of the log is about to go.
func (l *AnswerLog) nearlyFull() error {
	all := l.size(l.path) + l.size(l.old())
	if l.said || all < 2*l.half/10*9 {
		return nil
	}
	l.said = true
	return &NearlyFullError{Bytes: all, Limit: 2 * l.half}
}

// LineError says which line of a log cannot be read. One at the end is what a
// killed process leaves.
type LineError struct {
	Line int // from 1
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the cause.
func (e *LineError) Unwrap() error { return e.Err }

// maxAnswerLine is the longest line of a log that is read, in bytes.
const maxAnswerLine = 1 << 20

// ReadAnswers calls each with every answer of a log and its line. Lines that
// cannot be read come as a *LineError in problems and the rest is read; err is
// a failure of the reader, or the error that each returned.
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

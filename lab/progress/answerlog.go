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
type AnswerLog struct{ path string }

// answerLogName is the log's name in a student's folder.
const answerLogName = "answers.jsonl"

// maxAnswerLog is the size at which a log is kept as answers.jsonl.old and a
// new one begun, in bytes.
const maxAnswerLog = 16 << 20

// NewAnswerLog returns the log in a student's folder. Nothing is made before
// the first answer.
func NewAnswerLog(dir string) *AnswerLog {
	return &AnswerLog{path: filepath.Join(dir, answerLogName)}
}

// Path is the file of the log.
func (l *AnswerLog) Path() string { return l.path }

// Append writes one answer at the end of the log.
func (l *AnswerLog) Append(a Answer) error {
	line, err := json.Marshal(a)
	if err != nil {
		return fmt.Errorf("logging an answer: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(l.path), 0o700); err != nil {
		return fmt.Errorf("logging an answer: %w", err)
	}
	if info, err := os.Stat(l.path); err == nil && info.Size() > maxAnswerLog {
		if err := os.Rename(l.path, l.path+".old"); err != nil {
			return fmt.Errorf("putting the full log aside: %w", err)
		}
	}
	f, err := os.OpenFile(l.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("logging an answer: %w", err)
	}
	_, err = f.Write(append(line, '\n'))
	return errors.Join(err, f.Close())
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

package progress

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"time"
)

// EventKind is the kind of an action of a student.
type EventKind string

// The kinds of events. Older programs logged only answers and wrote no kind.
const (
	AnswerGiven    EventKind = "answer"
	PredictionMade EventKind = "prediction" // the answer to a task that asks what the student expects
	HintShown      EventKind = "hint"
	SolutionShown  EventKind = "solution"
	TaskOpened     EventKind = "opened" // the task became the current one
	GateReached    EventKind = "gate"   // the student wanted to go on, but the teacher lets nobody pass this task yet
	HelpAsked      EventKind = "help"   // Reading is HelpWanted, HelpEnded, Faster or Slower
	VoteCast       EventKind = "vote"   // Raw has the vote under "vote" and the number of the option under "option"
	FollowBegun    EventKind = "follow" // the student watches the screen of the member who leads the class
	FollowEnded    EventKind = "unfollow"
)

// Values of Reading in a HelpAsked event.
const (
	HelpWanted = "wanted"
	HelpEnded  = "ended"
	Faster     = "faster"
	Slower     = "slower"
)

// Event is one line of the log: something that a student did. Fields that its kind does
// not use are zero.
type Event struct {
	Student       string            `json:"student,omitempty"` // id; "" until the event is read from a record
	Seq           int64             `json:"seq,omitempty"`     // number of the student's event, from 1; 0 if not read
	Kind          EventKind         `json:"kind"`
	Time          time.Time         `json:"time"`
	Exercise      string            `json:"exercise"`
	Task          string            `json:"step"`
	Seed          uint64            `json:"seed"`
	Data          string            `json:"data,omitempty"`    // the student's own data set; "" for the built-in one
	Raw           map[string]string `json:"raw"`               // every answer of the exercise, as typed
	Reading       string            `json:"reading"`           // the answer as understood; for HelpAsked see HelpWanted
	Status        string            `json:"status"`            // valid, empty, invalid, ambiguous, undecided
	Verdict       string            `json:"verdict,omitempty"` // equal, equal-other-form, close, not-equal, skipped
	Accepted      bool              `json:"accepted"`
	Misconception string            `json:"note,omitempty"`     // id of the recognised misconception, or ""
	Disputed      bool              `json:"disputed,omitempty"` // the student denies having made this mistake
	Hints         int               `json:"hints"`              // number of hints shown so far
	Solution      bool              `json:"solution,omitempty"` // the worked solution has been shown
	LastAttempt   bool              `json:"last,omitempty"`     // the answer was the last attempt that homework allows
	Milliseconds  int64             `json:"ms"`                 // milliseconds since the task was opened
}

// IsJudged reports whether the event is an answer or a prediction, which the program judges.
func (e Event) IsJudged() bool { return e.Kind == AnswerGiven || e.Kind == PredictionMade }

// LeavesOut reports whether the student has chosen to leave the task out.
func (e Event) LeavesOut() bool { return e.Verdict == "skipped" }

// UnmarshalJSON decodes an event of this program or of an older one.
func (e *Event) UnmarshalJSON(text []byte) error {
	type plain Event // the same fields without this method
	var out plain
	err := json.Unmarshal(text, &out)
	*e = Event(out)
	e.Kind = cmp.Or(e.Kind, AnswerGiven)
	return err
}

// EventKinds returns the kinds of events.
func EventKinds() []EventKind {
	return []EventKind{AnswerGiven, PredictionMade, HintShown, SolutionShown, TaskOpened, GateReached, HelpAsked,
		VoteCast, FollowBegun, FollowEnded}
}

// LineError reports an unreadable line of a log. A killed process may leave one at the end.
type LineError struct {
	Line int // from 1
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the cause.
func (e *LineError) Unwrap() error { return e.Err }

// maxEventLine is the maximum length in bytes of a log line that can be read.
const maxEventLine = 1 << 20

// ReadEvents calls visit with every event of a log and its line number. It skips unreadable lines
// and returns a *LineError for each of them in problems. err is an error of the reader or of visit.
func ReadEvents(r io.Reader, visit func(line int, e Event) error) (problems []error, err error) {
	scanner := bufio.NewScanner(r)
	scanner.Buffer(make([]byte, 0, 64<<10), maxEventLine)
	line := 0
	for scanner.Scan() {
		line++
		text := bytes.TrimSpace(scanner.Bytes())
		if len(text) == 0 {
			continue
		}
		var e Event
		if err := json.Unmarshal(text, &e); err != nil {
			problems = append(problems, &LineError{line, explainEventError(err)})
			continue
		}
		if err := visit(line, e); err != nil {
			return problems, err
		}
	}
	err = scanner.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		err = fmt.Errorf("it has more than %d bytes", maxEventLine)
	}
	if err != nil {
		return problems, &LineError{line + 1, err}
	}
	return problems, nil
}

// explainEventError replaces an error of decoding an event by one in terms of the JSON.
func explainEventError(err error) error {
	if _, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("it is not a JSON object: %w", err)
	}
	typeErr, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return errors.New("time must be in the form 2026-11-27T10:00:00Z")
	}
	kind := typeErr.Type.Kind()
	if typeErr.Field == "raw" {
		kind = reflect.Map // not the kind of the map's values
	}
	wantedTypes := map[reflect.Kind]string{reflect.String: "a text", reflect.Bool: "true or false",
		reflect.Map: "an object of texts", reflect.Struct: "an object", reflect.Uint64: "a whole number from 0"}
	return fmt.Errorf("%s must be %s (got: %s)", cmp.Or(typeErr.Field, "it"),
		cmp.Or(wantedTypes[kind], "a whole number"), typeErr.Value)
}

// ErasedKey is the key of a note about the database: students or events were deleted, so everything
// has to be read again.
const ErasedKey = "erased"

// Note is a message to or from a teacher that a class shares: an announcement, a request for help,
// or a gate (a task that nobody may pass yet), for example. A class has one note for each key. A
// newer note replaces the older one.
type Note struct {
	Key    string // what the note is about, see package class
	Sender string // id of the sender
	Body   string // JSON; "" if the note has been withdrawn
	Number int64  // notes are numbered in the order in which they were posted
	Posted time.Time
}

package remote

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"time"

	"kernellab/lab/progress"
)

// leave ends and saves what the factory made. The error is why not everything
// is kept.
func (x *session) leave(leave func() error) (err error) {
	if leave == nil {
		return nil
	}
	defer func() {
		if value := recover(); value != nil {
			x.metrics.panics.Inc()
			x.log.Error("panic while saving", panicked(value, debug.Stack()))
			err = errors.New("panic while saving")
		}
	}()
	if err := leave(); err != nil {
		x.log.Error("work not saved", "error", cause(err))
		return err
	}
	return nil
}

// ofWork says what has become of the client's work, after another sentence.
func (x *session) ofWork(unsaved error) string {
	switch {
	case x.ended() != byHost && isHeld(unsaved):
		return " Some of what you did could not be saved: " + progress.Cause(unsaved) + ". The lab holds it in memory and tries again; connect again to go on with it."
	case unsaved != nil:
		return " Some of what you did could not be saved: " + progress.Cause(unsaved) + "."
	case x.client.Anonymous():
		return ""
	}
	return " Your progress is kept under your key."
}

// isHeld reports whether work that is not saved is held by the factory, which
// tries again and tells of it.
func isHeld(unsaved error) bool {
	var memory interface{ Held() bool }
	return errors.As(unsaved, &memory) && memory.Held()
}

// farewell tells the client why the session ended, if it was not their wish,
// and what has become of their work, if not all is kept; work is a sentence on
// that, or empty. It returns the exit status.
func (x *session) farewell(broken bool, work string, unsaved error, idle time.Duration) int {
	switch {
	case broken:
		x.say("Something in the lab broke and this session had to end; the fault is recorded." + work)
		return exitBroken
	case x.ended() == byIdle:
		x.say(fmt.Sprintf("No key was pressed for %s, so this session was closed.%s", idle, work))
	case x.ended() == byHost:
		x.say("The lab is closing now." + work)
	case x.ended() == byNewer:
		x.say("You logged in from elsewhere; this session has ended." + work)
	case unsaved != nil:
		x.say(strings.TrimSpace(work))
	}
	if unsaved != nil {
		return exitUnsaved
	}
	return 0
}

// say writes one line to the client's standard error.
func (x *session) say(sentence string) {
	_, _ = io.WriteString(x.errors, sentence+"\n")
}

package remote

import (
	"fmt"
	"io"
	"runtime/debug"
	"time"
)

// leave ends and saves what the factory made, and reports whether everything
// is kept.
func (x *session) leave(leave func() error) (kept bool) {
	if leave == nil {
		return true
	}
	defer func() {
		if value := recover(); value != nil {
			x.meter.Panicked()
			x.log.Error("panic while saving", panicked(value, debug.Stack()))
			kept = false
		}
	}()
	if err := leave(); err != nil {
		x.log.Error("work not saved", "error", cause(err))
		return false
	}
	return true
}

// farewell tells the client why the session ended, if it was not their wish,
// and returns the exit status.
func (x *session) farewell(broken, saved bool, idle time.Duration) int {
	kept := ""
	if saved && !x.client.Anonymous() {
		kept = " Your progress is kept under your key."
	}
	switch {
	case broken:
		x.say("Something in the lab broke and this session had to end; the fault is recorded." + kept)
		return exitBroken
	case x.ended() == byIdle:
		x.say(fmt.Sprintf("No key was pressed for %s, so this session was closed.%s", idle, kept))
	case x.ended() == byHost:
		x.say("The lab is closing now." + kept)
	case x.ended() == byNewer:
		x.say("You logged in from elsewhere; this session has ended." + kept)
	}
	return 0
}

// say writes one line to the client's standard error.
func (x *session) say(sentence string) {
	_, _ = io.WriteString(x.errors, sentence+"\n")
}

package remote

import "golang.org/x/time/rate"

// How often one key may begin a session, and how many of its sessions may be
// on their way out at one time: a key that logs in without end must not take
// the others' places and processor.
const (
	loginBurst      = 20
	loginsPerSecond = 1.0
	lineMost        = 4
)

// line is the sessions of one key: the newest, and those it takes over from
// that have not yet ended. The registry's lock guards it.
type line struct {
	newest *session
	length int
	logins *rate.Limiter
}

func newLine() *line { return &line{logins: rate.NewLimiter(loginsPerSecond, loginBurst)} }

// mayJoin reports whether one more session may come now, and counts it if so.
func (l *line) mayJoin() bool { return l.length < lineMost && l.logins.Allow() }

func (l *line) join(x *session) {
	l.newest, x.line = x, l
	l.length++
}

// leave takes a session out and reports whether another had taken it over.
func (l *line) leave(x *session) (old bool) {
	l.length--
	if l.newest != x {
		return true
	}
	l.newest = nil
	return false
}

// isForgotten reports whether a new line would be the same.
func (l *line) isForgotten() bool { return l.length == 0 && l.logins.Tokens() >= loginBurst }

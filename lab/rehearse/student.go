package rehearse

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"kernellab/exercises"
	"kernellab/lab/class"
	"kernellab/lab/progress"
)

// student is a simulated student.
type student struct {
	Config
	name      string
	key       gossh.Signer
	random    *rand.Rand
	slowness  float64 // factor of all pauses
	errorRate float64 // probability that the first answer to a task is wrong
	stubborn  bool    // whether the student repeats a mistake

	terminal    *terminal
	current     *exercises.Exercise // or nil
	answered    map[string]int      // number of answers, by exercise and task
	topic       string              // what the student thinks about, until thinksUntil
	thinksUntil time.Time
	lastVote    class.VoteRound // the last one in which the student has voted
	gate        class.Gate      // the gate at which the student waits
}

// The keys that students use.
const (
	enterKey    = "\r"
	tabKey      = "\t"
	backTabKey  = "\x1b[Z"
	escapeKey   = "\x1b[27u" // unlike \x1b, it cannot be the beginning of another key
	clearKey    = "\x15"     // ctrl+u
	hintKey     = "\x14"     // ctrl+t
	findKey     = "\x10"     // ctrl+p
	quitKey     = "\x03"     // ctrl+c
	nextTaskKey = "\x0e"     // ctrl+n
	menuKey     = "\x1b[18~" // f7
	dismissKey  = "\x1b[19~" // f8
)

// attend logs in, works, leaves and comes back until ctx ends.
func (s *student) attend(ctx context.Context) {
	for s.pause(ctx, 0, 20) {
		if err := s.visit(ctx); err != nil && ctx.Err() == nil {
			s.ReportError(err)
		}
		s.pause(ctx, 20, 90)
	}
}

// seconds returns a random time.
func (s *student) seconds(least, most float64) time.Duration {
	return time.Duration((least + (most-least)*s.random.Float64()) * s.slowness / s.Pace * float64(time.Second))
}

// pause waits for a random number of seconds. It returns false if ctx has ended.
func (s *student) pause(ctx context.Context, least, most float64) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(s.seconds(least, most)):
		return true
	}
}

// hasThought reports whether the student has thought about a topic for a random number of seconds.
func (s *student) hasThought(topic string, least, most float64) bool {
	if s.topic != topic {
		s.topic, s.thinksUntil = topic, time.Now().Add(s.seconds(least, most))
	}
	return time.Now().After(s.thinksUntil)
}

// visit works in one session until the session or ctx ends, or for a random time.
func (s *student) visit(ctx context.Context) (err error) {
	if s.terminal, err = connect(s.Addr, s.name, s.key); err != nil {
		return err
	}
	closeClient := func() { _ = s.terminal.client.Close() }
	defer closeClient()
	defer context.AfterFunc(ctx, closeClient)()
	if err := s.join(); err != nil {
		return err
	}
	s.current = nil
	for err == nil && s.pause(ctx, 2, 5) {
		if s.random.IntN(150) == 0 {
			_ = s.terminal.typeKeys(quitKey) // it ends the session
			return nil
		}
		err = s.act(ctx)
	}
	return err
}

// join joins the class at the first login.
func (s *student) join() error {
	state, err := s.loadState()
	if err != nil || state.Profile.Seed != 0 {
		return err
	}
	if s.Code != "" {
		err = s.terminal.typeKeys(s.Code + enterKey)
	}
	return errors.Join(err, s.terminal.typeKeys(s.name+enterKey))
}

func (s *student) loadState() (progress.State, error) {
	return s.Load(gossh.FingerprintSHA256(s.key.PublicKey()))
}

// act votes, thinks, or does something else.
func (s *student) act(ctx context.Context) error {
	room := s.Room()
	hasRequest := slices.ContainsFunc(room.HelpRequests, func(r class.HelpRequest) bool { return r.Name == s.name })
	switch v := room.Vote; {
	case v.Open && s.lastVote != v.CurrentRound():
		s.lastVote = v.CurrentRound()
		option := 0 // more and more students agree on it
		if s.random.IntN(1+v.Round) == 0 {
			option = s.random.IntN(max(1, len(v.Options)))
		}
		return errors.Join(s.choose(voteRow), s.terminal.typeKeys(fmt.Sprint(1+option, "\r")))
	case time.Now().Before(s.thinksUntil):
		return nil
	case hasRequest && s.random.IntN(4) == 0:
		return s.choose(helpRow)
	case s.random.IntN(60) == 0:
		return s.choose([]string{fasterRow, slowerRow}[s.random.IntN(2)])
	}
	return s.work(ctx, room)
}

// The rows of the menu of the class.
const (
	helpRow   = "1" // a second time withdraws it
	fasterRow = "2"
	slowerRow = "3"
	voteRow   = "4"
)

// choose chooses a row of the menu of the class. It first puts all messages away, which
// would lead elsewhere.
func (s *student) choose(row string) error {
	return s.terminal.typeKeys(strings.Repeat(dismissKey, 5) + menuKey + row)
}

// terminal is a session over SSH. It discards the output of the host, and only records when
// the last of it arrived.
type terminal struct {
	client     *gossh.Client
	keys       io.WriteCloser
	lastOutput atomic.Int64 // time of the last output, in nanoseconds
}

func (t *terminal) Write(p []byte) (int, error) {
	t.lastOutput.Store(time.Now().UnixNano())
	return len(p), nil
}

// screenTimeout is how long a student waits for the host.
const screenTimeout = 5 * time.Second

// connect logs in and waits for the first screen.
func connect(addr, name string, key gossh.Signer) (*terminal, error) {
	client, err := gossh.Dial("tcp", addr, &gossh.ClientConfig{
		User: name, Auth: []gossh.AuthMethod{gossh.PublicKeys(key)}, Timeout: time.Minute,
		HostKeyCallback: gossh.InsecureIgnoreHostKey(), // the host is this process
	})
	if err != nil {
		return nil, err
	}
	t := &terminal{client: client}
	if err := errors.Join(t.open(), t.typeKeys("")); err != nil {
		return nil, errors.Join(err, client.Close())
	}
	return t, nil
}

func (t *terminal) open() error {
	session, err := t.client.NewSession()
	if err != nil {
		return err
	}
	session.Stdout = t
	if t.keys, err = session.StdinPipe(); err != nil {
		return err
	}
	return errors.Join(session.RequestPty("xterm-256color", 36, 120, nil), session.Shell())
}

// typeKeys types keys and waits until the screen has changed and is at rest. Some keys change
// nothing.
func (t *terminal) typeKeys(keys string) error {
	const quiet = 200 * time.Millisecond
	began := time.Now()
	if _, err := io.WriteString(t.keys, keys); err != nil {
		return err
	}
	for time.Since(began) < screenTimeout {
		time.Sleep(quiet / 4)
		last := time.Unix(0, t.lastOutput.Load())
		if last.After(began) && time.Since(last) > quiet {
			return nil
		}
	}
	return nil
}

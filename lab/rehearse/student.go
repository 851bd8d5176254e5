package rehearse

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
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

	keys     io.Writer           // what the student types in the current session
	current  *exercises.Exercise // or nil
	answered map[string]int      // number of answers, by exercise and task
	lastVote class.VoteRound     // the last one in which the student has voted
	gate     class.Gate          // the gate at which the student waits
}

// The keys that students use.
const (
	enterKey    = "\r"
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

// pause waits for a random number of seconds. It returns false if ctx has ended.
func (s *student) pause(ctx context.Context, least, most float64) bool {
	seconds := (least + (most-least)*s.random.Float64()) * s.slowness / s.Pace
	select {
	case <-ctx.Done():
		return false
	case <-time.After(time.Duration(seconds * float64(time.Second))):
		return true
	}
}

// happens returns true once in n calls, at random.
func (s *student) happens(n int) bool { return s.random.IntN(n) == 0 }

// visit works in one session until the session or ctx ends, or for a random time.
func (s *student) visit(ctx context.Context) error {
	client, err := gossh.Dial("tcp", s.Addr, &gossh.ClientConfig{
		User: s.name, Auth: []gossh.AuthMethod{gossh.PublicKeys(s.key)}, Timeout: time.Minute,
		HostKeyCallback: gossh.InsecureIgnoreHostKey(), // the host is this process
	})
	if err != nil {
		return err
	}
	defer client.Close()
	session, err := client.NewSession()
	if err != nil {
		return err
	}
	s.current = nil
	s.keys, err = session.StdinPipe()
	err = errors.Join(err, session.RequestPty("xterm-256color", 36, 120, nil), session.Shell(), s.join())
	for err == nil && s.pause(ctx, 2, 5) {
		if s.happens(150) {
			return s.typeKeys(quitKey)
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
		err = s.typeKeys(s.Code + enterKey)
	}
	return errors.Join(err, s.typeKeys(s.name+enterKey))
}

func (s *student) loadState() (progress.State, error) {
	return s.Load(gossh.FingerprintSHA256(s.key.PublicKey()))
}

// act votes, asks for something, or works.
func (s *student) act(ctx context.Context) error {
	room := s.Room()
	switch v := room.Vote; {
	case v.Open && s.lastVote != v.CurrentRound():
		s.lastVote = v.CurrentRound()
		option := 0 // more and more students agree on it
		if s.happens(1 + v.Round) {
			option = s.random.IntN(max(1, len(v.Options)))
		}
		return errors.Join(s.choose(voteRow), s.typeKeys(fmt.Sprint(1+option, enterKey)))
	case s.asksForHelp(room) && s.happens(20):
		return s.choose(helpRow)
	case s.happens(300):
		return s.choose([]string{fasterRow, slowerRow}[s.random.IntN(2)])
	}
	return s.work(ctx, room)
}

// asksForHelp reports whether the student waits for the teacher.
func (s *student) asksForHelp(room class.Room) bool {
	return slices.ContainsFunc(room.HelpRequests, func(r class.HelpRequest) bool { return r.Name == s.name })
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
	return s.typeKeys(strings.Repeat(dismissKey, 5) + menuKey + row)
}

// typeKeys types keys, and gives the host time to draw and to save.
func (s *student) typeKeys(keys string) error {
	_, err := io.WriteString(s.keys, keys)
	time.Sleep(time.Second / 2)
	return err
}

// Package rehearse simulates the students of a class, so that a teacher can try the board
// alone. The students log in over SSH like real ones. They read, answer, make the mistakes
// that the exercises recognise, ask for help, leave and come back. Start reading at [Run].
//
// The students see no screen: they look up in the record where they are. The package must
// not know the host.
package rehearse

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"kernellab/exercises"
	"kernellab/lab/class"
	"kernellab/lab/progress"
)

// Config configures a rehearsal. All fields except Code are required.
type Config struct {
	Addr        string // address of the host
	Students    int
	Code        string // code of the class, or ""
	Library     exercises.Library
	Pace        float64     // speed of the students; 1 is as fast as people
	ReportError func(error) // reports errors of sessions
	// Load returns the saved work of the student whose key has a fingerprint.
	Load func(fingerprint string) (progress.State, error)
	Room func() class.Room // returns the newest room of the class
}

// Run keeps the students at work until ctx ends.
func Run(ctx context.Context, c Config) {
	var students sync.WaitGroup
	for i := range c.Students {
		s := newStudent(c, i)
		students.Go(func() { s.attend(ctx) })
	}
	students.Wait()
}

// MaxStudents is the maximum number of students. They share the machine with the host.
const MaxStudents = 500

// keyOf returns the key of student i.
func keyOf(i int) gossh.Signer {
	seed := sha256.Sum256(fmt.Appendf(nil, "kernellab rehearsal %d", i))
	key, err := gossh.NewSignerFromKey(ed25519.NewKeyFromSeed(seed[:]))
	if err != nil {
		panic("rehearse: " + err.Error()) // ed25519 keys are always accepted
	}
	return key
}

var names = strings.Fields(`Ada Bela Chiara Dmitri Elif Farid Grete Hana Ivo Jonas Kaya Lena Mateo Nora Omar Paula
	Quentin Rosa Samir Tilda Uma Viktor Wanda Xenia Yusuf Zoe Anton Britta Carlos Dina`)

// nameOf returns the name of student i.
func nameOf(i int) string {
	if i < len(names) {
		return names[i]
	}
	return fmt.Sprint(names[i%len(names)], " ", 1+i/len(names))
}

// exercisePath lists exercises whose tasks can all be answered in fields and choices.
var exercisePath = []string{"1.2", "1.3", "1.4", "2.1", "2.2", "2.3", "3.1", "3.2", "3.3", "3.5"}

func newStudent(c Config, i int) *student {
	s := &student{Config: c, name: nameOf(i), key: keyOf(i), random: rand.New(rand.NewPCG(1, uint64(i))),
		answerCounts: map[string]int{}}
	s.slowness, s.errorRate = 0.6+s.random.Float64(), 0.1+0.6*s.random.Float64()
	s.stubborn = i%8 == 3
	return s
}

// student is a simulated student.
type student struct {
	Config
	name      string
	key       gossh.Signer
	random    *rand.Rand
	slowness  float64 // multiplies all pauses
	errorRate float64 // probability that the first answer to a task is wrong
	stubborn  bool    // whether the student repeats a mistake

	keys            io.Writer           // the keyboard input of the current session
	currentExercise *exercises.Exercise // or nil
	answerCounts    map[string]int      // number of answers, by exercise and task
	lastVote        class.VoteRound     // the last round in which the student has voted
	gate            class.Gate          // the gate at which the student waits
}

// The keys that simulated students press, as a terminal sends them.
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
func (s *student) pause(ctx context.Context, minSeconds, maxSeconds float64) bool {
	seconds := (minSeconds + (maxSeconds-minSeconds)*s.random.Float64()) * s.slowness / s.Pace
	select {
	case <-ctx.Done():
		return false
	case <-time.After(time.Duration(seconds * float64(time.Second))):
		return true
	}
}

// happens returns true with probability 1/n.
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
	s.currentExercise = nil
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

// act does one thing: it votes, asks for help or another pace, or works at the task.
func (s *student) act(ctx context.Context) error {
	room := s.Room()
	switch v := room.Vote; {
	case v.Open && s.lastVote != v.CurrentRound():
		s.lastVote = v.CurrentRound()
		option := 0 // in each round, more students agree on this option
		if s.happens(1 + v.Round) {
			option = s.random.IntN(max(1, len(v.Options)))
		}
		return errors.Join(s.choose(voteRow), s.typeKeys(fmt.Sprint(1+option, enterKey)))
	case s.awaitsHelp(room) && s.happens(20):
		return s.choose(helpRow)
	case s.happens(300):
		return s.choose([]string{fasterRow, slowerRow}[s.random.IntN(2)])
	}
	return s.work(ctx, room)
}

// awaitsHelp reports whether the student waits for the teacher.
func (s *student) awaitsHelp(room class.Room) bool {
	return slices.ContainsFunc(room.HelpRequests, func(r class.HelpRequest) bool { return r.Name == s.name })
}

// The rows of the menu of the class.
const (
	helpRow   = "1" // chosen a second time, it withdraws the request
	fasterRow = "2"
	slowerRow = "3"
	voteRow   = "4"
)

// choose chooses a row of the menu of the class. It first dismisses all messages, because
// menuKey opens the visible message if there is one.
func (s *student) choose(row string) error {
	return s.typeKeys(strings.Repeat(dismissKey, 5) + menuKey + row)
}

// typeKeys types keys, and gives the host time to draw and to save.
func (s *student) typeKeys(keys string) error {
	_, err := io.WriteString(s.keys, keys)
	time.Sleep(time.Second / 2)
	return err
}

// work opens the first exercise that is not done, or does something with its current task.
func (s *student) work(ctx context.Context, room class.Room) error {
	state, err := s.loadState()
	next := slices.IndexFunc(exercisePath, func(id string) bool { return !state.Exercises[id].Done })
	if err != nil || next < 0 {
		return err
	}
	id := exercisePath[next]
	work := state.Exercises[id]
	if s.currentExercise == nil || s.currentExercise.ID != id || s.currentExercise.Seed != work.Seed {
		s.currentExercise, err = s.Library.Open(id, exercises.Options{Seed: work.Seed})
		return errors.Join(err, s.typeKeys(findKey+id+enterKey))
	}
	i, ok := s.currentExercise.TaskIndex(work.Task)
	if !ok {
		return fmt.Errorf("%s has no task %q", id, work.Task)
	}
	task, taskKey, done := s.currentExercise.Tasks[i], id+" "+work.Task, work.Tasks[work.Task].Done
	info, answerCount := task.Info(), s.answerCounts[taskKey]
	switch {
	case done && s.gate == room.Gate && s.gate.Holds:
		return nil
	case done || len(info.Fields) == 0 && s.happens(6):
		s.gate = room.Gate
		return s.typeKeys(enterKey)
	case len(info.Fields) == 0 || !s.happens(12): // reads or thinks
		return nil
	case answerCount > 1 && !s.awaitsHelp(room) && s.happens(6):
		return s.choose(helpRow)
	case answerCount > 1 && s.happens(4):
		return s.typeKeys(hintKey)
	case answerCount > 3 && s.happens(4):
		return s.typeKeys(nextTaskKey)
	}
	s.answerCounts[taskKey]++
	return s.typeKeys(keysForAnswers(info, s.answer(ctx, task, answerCount)) + enterKey)
}

// answer returns the student's next answers to a task after a number of wrong ones. Most wrong
// answers show the first misconception of the task, so that several students make the same mistake.
func (s *student) answer(ctx context.Context, task exercises.Task, wrongAnswers int) exercises.Answers {
	info := task.Info()
	rightAnswers, errorRate := info.Reference, s.errorRate*math.Pow(0.6, float64(wrongAnswers))
	if s.stubborn && wrongAnswers < 4 {
		errorRate = 1
	}
	mistakes := exercises.Distinguishable(ctx, task)
	switch {
	case s.random.Float64() > errorRate:
		return rightAnswers
	case !s.stubborn && len(info.Fields) == 1 && info.Fields[0].Kind == exercises.TextField && s.happens(6):
		return rightAnswers.With(info.Fields[0].Name, rightAnswers[info.Fields[0].Name]+" + (") // unreadable
	case len(mistakes) > 0:
		if s.stubborn || s.happens(2) {
			mistakes = mistakes[:1]
		}
		return rightAnswers.Joined(mistakes[s.random.IntN(len(mistakes))].Example)
	}
	for _, f := range info.Fields { // a guess
		if len(f.Choices) > 0 {
			rightAnswers = rightAnswers.With(f.Name, f.Choices[s.random.IntN(len(f.Choices))].Value)
		}
	}
	return rightAnswers
}

// keysForAnswers returns the keys that fill the fields of a task. They move the focus from any field
// to the stage, the half of the screen with the pictures, and then through all fields from the last to
// the first.
func keysForAnswers(info exercises.Info, answers exercises.Answers) string {
	keys := escapeKey
	for _, f := range slices.Backward(info.Fields) {
		text := answers[f.Name]
		if f.Kind == exercises.TextField {
			keys += backTabKey + clearKey + text
		} else {
			keys += backTabKey + fmt.Sprint(1+exercises.ChoiceIndex(f.Choices, text))
		}
	}
	return keys
}

package rehearse

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

// student is a simulated student.
type student struct {
	Config
	name     string
	key      gossh.Signer
	list     []exercises.Summary // to work through
	random   *rand.Rand
	slow     float64 // factor of all pauses
	slip     float64 // probability that the first answer to a task is wrong
	stubborn bool    // whether the student repeats a mistake

	terminal *terminal
	at       *exercises.Exercise // open exercise, or nil
	answered map[string]int      // number of answers, by exercise and task
}

// The keys that students use.
const (
	enter    = "\r"
	tab      = "\t"
	backTab  = "\x1b[Z"
	escape   = "\x1b[27u" // cannot be taken for the beginning of another key
	clear    = "\x15"     // ctrl+u
	hint     = "\x14"     // ctrl+t
	find     = "\x10"     // ctrl+p
	quit     = "\x03"     // ctrl+c
	nextTask = "\x0e"     // ctrl+n
)

// live logs in, works, leaves and comes back until ctx ends.
func (s *student) live(ctx context.Context) {
	for s.pause(ctx, 0, 20) {
		if err := s.visit(ctx); err != nil && ctx.Err() == nil {
			s.Failed(err)
		}
		s.pause(ctx, 20, 90)
	}
}

// pause waits for a random time between some seconds. It returns false if ctx has ended.
func (s *student) pause(ctx context.Context, least, most float64) bool {
	seconds := (least + (most-least)*s.random.Float64()) * s.slow / s.Pace
	select {
	case <-ctx.Done():
		return false
	case <-time.After(time.Duration(seconds * float64(time.Second))):
		return true
	}
}

// visit works in one session. It ends with the session, with ctx, or after some time at
// random.
func (s *student) visit(ctx context.Context) (err error) {
	if s.terminal, err = connect(s.Addr, s.name, s.key); err != nil {
		return err
	}
	end := func() { _ = s.terminal.client.Close() }
	defer end()
	defer context.AfterFunc(ctx, end)()
	if err := s.join(); err != nil {
		return err
	}
	s.at = nil
	for s.pause(ctx, 2, 6) {
		if s.random.IntN(40) == 0 {
			_ = s.terminal.types(quit) // it ends the session
			return nil
		}
		if err := s.act(ctx); err != nil {
			return err
		}
	}
	return nil
}

// join joins the class at the first login.
func (s *student) join() error {
	state, err := s.saved()
	if err == nil && state.Profile.Seed == 0 && s.Code != "" {
		err = s.terminal.types(s.Code + enter)
	}
	if err == nil && state.Profile.Seed == 0 {
		err = s.terminal.types(s.name + enter)
	}
	return err
}

func (s *student) saved() (progress.State, error) {
	return s.Load(gossh.FingerprintSHA256(s.key.PublicKey()))
}

// act opens an exercise, or thinks about the current task and does something with it.
func (s *student) act(ctx context.Context) error {
	state, err := s.saved()
	if err != nil {
		return err
	}
	next := slices.IndexFunc(s.list, func(e exercises.Summary) bool { return !state.Exercises[e.ID].Done })
	if next < 0 {
		s.pause(ctx, 60, 60)
		return nil
	}
	id := s.list[next].ID
	work := state.Exercises[id]
	if s.at == nil || s.at.ID != id || s.at.Seed != work.Seed {
		return s.open(id)
	}
	i, ok := s.at.Index(work.Task)
	if !ok {
		return fmt.Errorf("%s has no task %q", id, work.Task)
	}
	task := s.at.Tasks[i]
	info, answered := task.Info(), s.answered[id+work.Task]
	switch {
	case work.Tasks[work.Task].Done:
		return s.terminal.types(enter)
	case len(info.Fields) == 0:
		s.pause(ctx, 10, 40)
		return s.terminal.types(enter)
	case !s.pause(ctx, 15, 75):
		return nil
	case answered > 1 && s.random.IntN(4) == 0:
		return s.terminal.types(hint)
	case answered > 3 && s.random.IntN(4) == 0:
		return s.terminal.types(nextTask)
	}
	s.answered[id+work.Task]++
	return s.terminal.types(s.focus(ctx, task, work) + fill(info, s.choose(ctx, task, answered)) + enter)
}

// open opens an exercise with the palette.
func (s *student) open(id string) error {
	if err := s.terminal.types(find + id + enter); err != nil {
		return err
	}
	state, err := s.saved()
	if err == nil {
		s.at, err = s.Library.Open(id, exercises.Options{Seed: state.Exercises[id].Seed})
	}
	return err
}

// focus returns the keys that lead from any field to the first one. On the stage, tab leads
// to the first field that needs another answer.
func (s *student) focus(ctx context.Context, task exercises.Task, work progress.Exercise) string {
	fields := task.Info().Fields
	var report exercises.Report
	if work.Tasks[work.Task].Verdict != "" {
		report = task.Check(ctx, work.Answers)
	}
	open := slices.IndexFunc(fields, func(f exercises.Field) bool {
		r, judged := report.Fields[f.Name]
		return judged && r.Open()
	})
	if open < 0 {
		open = slices.IndexFunc(fields, func(f exercises.Field) bool { return work.Answers[f.Name] == "" })
	}
	return escape + tab + strings.Repeat(backTab, max(0, open))
}

// choose returns answers to a task after others. Most wrong ones are the first
// misconception of the task, so that several students make the same mistake.
func (s *student) choose(ctx context.Context, task exercises.Task, others int) exercises.Answers {
	info := task.Info()
	right, slip := info.Reference, s.slip*math.Pow(0.6, float64(others))
	mistakes := exercises.Apparent(ctx, task)
	switch {
	case s.stubborn && others < 4 && len(mistakes) > 0:
		return right.Joined(mistakes[0].Example)
	case s.random.Float64() > slip:
		return right
	case len(info.Fields) == 1 && info.Fields[0].Kind == exercises.TextField && s.random.IntN(6) == 0:
		return right.With(info.Fields[0].Name, right[info.Fields[0].Name]+" + (") // unreadable
	case len(mistakes) > 0 && s.random.IntN(5) < 3:
		return right.Joined(mistakes[0].Example)
	case len(mistakes) > 0:
		return right.Joined(mistakes[s.random.IntN(len(mistakes))].Example)
	}
	for _, f := range info.Fields { // a guess
		if len(f.Choices) > 0 {
			right = right.With(f.Name, f.Choices[s.random.IntN(len(f.Choices))].Value)
		}
	}
	return right
}

// fill returns the keys that fill the fields of a task from the first to the last.
func fill(info exercises.Info, answers exercises.Answers) string {
	var keys []string
	for _, f := range info.Fields {
		text := answers[f.Name]
		if f.Kind == exercises.TextField {
			keys = append(keys, clear+text)
			continue
		}
		i := slices.IndexFunc(f.Choices, func(c exercises.Choice) bool { return c.Value == text })
		keys = append(keys, fmt.Sprint(i+1))
	}
	return strings.Join(keys, tab)
}

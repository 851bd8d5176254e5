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
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"

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
	var class sync.WaitGroup
	for i := range c.Students {
		s := newStudent(c, i)
		class.Go(func() { s.attend(ctx) })
	}
	class.Wait()
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
		answered: map[string]int{}}
	s.slowness, s.errorRate = 0.6+s.random.Float64(), 0.1+0.6*s.random.Float64()
	s.stubborn = i%8 == 3
	return s
}

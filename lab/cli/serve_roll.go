package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"kernellab/lab/progress"
	"kernellab/lab/remote"
	"kernellab/lab/remote/meter"
)

// defaultStudents is how many keys a host keeps work for unless it is told
// otherwise: many classes, and few enough for a small disk.
const defaultStudents = 2000

const sentenceNewKey = "This lab keeps the work of as many students as it can, and your key is new here. Please connect with the key you used before, or ask whoever runs the lab for a place."

// roll knows whose work a host keeps, so that keys made by the thousand cannot
// fill its disk. A student counts once their folder is there, and a new one
// while their session lasts.
type roll struct {
	dir  string
	most int
	mu   sync.Mutex
	here map[string]int // sessions of new students, by key
}

func newRoll(dir string, most int) *roll { return &roll{dir: dir, most: most, here: map[string]int{}} }

// enter admits a key, and returns what has to be called when its session ends.
// Known keys always come in.
func (r *roll) enter(id string) (leave func(), err error) {
	if r.knows(id) {
		return func() {}, nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, again := r.here[id]; !again && r.folders()+len(r.here) >= r.most {
		return nil, &remote.Refusal{Why: meter.RefusedNewKey, Sentence: sentenceNewKey}
	}
	r.here[id]++
	return func() { r.leave(id) }, nil
}

// admit wraps a factory so that only whom the roll admits reaches it.
func (r *roll) admit(watch remote.Watch, open factory) factory {
	return func(ctx context.Context, c remote.Client) (remote.Opened, error) {
		if c.Anonymous() {
			return open(ctx, c)
		}
		leave, err := r.enter(c.ID)
		if err != nil {
			return remote.Opened{}, err
		}
		// However the session ends, also with a panic in here.
		context.AfterFunc(ctx, watch.Guarded(leave))
		return open(ctx, c)
	}
}

// factory is the form of [remote.Config.New].
type factory = func(context.Context, remote.Client) (remote.Opened, error)

func (r *roll) leave(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.here[id]--; r.here[id] == 0 {
		delete(r.here, id)
	}
}

// knows reports whether there is a folder for a key. A folder that cannot be
// looked at counts: its student must not be turned away.
func (r *roll) knows(id string) bool {
	_, err := os.Stat(progress.ForStudent(r.dir, id))
	return !errors.Is(err, fs.ErrNotExist)
}

// folders is how many students have one. Some of them may be here as new ones
// too: then they count twice until they leave, which is on the safe side.
func (r *roll) folders() int {
	found, err := os.ReadDir(filepath.Join(r.dir, "students"))
	if err != nil {
		return 0
	}
	return len(found)
}

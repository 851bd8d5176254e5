package cli

import (
	"encoding/json"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/catalogue"
)

// Every step with fields of every exercise can be judged by its name: with its
// reference, which is accepted, and with nothing, which is not.
func TestJudgeWalksEveryStep(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, every exercise: minutes under the race detector")
	}
	lib, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range exerciseIDs(lib) {
		e, err := lib.Open(id, exercises.Options{Seed: judgedSeed})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range e.Steps {
			if info := s.Info(); len(info.Fields) > 0 {
				walkStep(t, id, info)
			}
		}
	}
}

func walkStep(t *testing.T, id string, info exercises.Info) {
	args := []string{"judge", id, "--step", info.Name, "--json"}
	right, empty := args, args
	for _, f := range info.Fields {
		right = append(right[:len(right):len(right)], "--answer", f.Name+"="+info.Reference[f.Name])
		empty = append(empty[:len(empty):len(empty)], "--answer", f.Name+"=")
	}
	for _, c := range []struct {
		args     []string
		code     int
		accepted bool
		status   string
	}{{right, 0, true, ""}, {empty, 1, false, "empty"}, {args, 1, false, "empty"}} {
		out, said, code := call(t, "", c.args...)
		var j judged
		if err := json.Unmarshal([]byte(out), &j); err != nil {
			t.Errorf("%s: %v: %s", strings.Join(c.args, " "), err, said)
			continue
		}
		if code != c.code || j.Accepted != c.accepted || j.Step != info.Name || c.status != "" && j.Status != c.status {
			t.Errorf("%s: exit %d, %s", strings.Join(c.args, " "), code, out)
		}
	}
}

// A step can be judged alone with answers of earlier steps given too; a name that
// is no step is wrong usage, and says which there are.
func TestJudgeStepByName(t *testing.T) {
	out, _, code := call(t, "", "judge", "3.2", "--step", "phi", "--answer", "rotated=no", "--answer", "phi=[1, x1]", "--json")
	if code != 1 || !strings.Contains(out, `"step":"phi"`) {
		t.Errorf("exit %d: %s", code, out)
	}
	_, said, code := call(t, "", "judge", "3.2", "--step", "know", "--answer", "phi=[1]")
	if code != 2 || !strings.Contains(said, "phi, unique, tall") {
		t.Errorf("exit %d: %s", code, said)
	}
}

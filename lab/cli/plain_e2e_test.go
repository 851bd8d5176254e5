//go:build e2e

package cli_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"kernellab/exercises"
)

// The transcript takes its lines from a pipe: all exercises, every step with
// something wrong first.
func TestEndToEndPlain(t *testing.T) {
	t.Parallel()
	p := newPupil(t, nil, "")
	p.terminal = &terminal{t: t}
	p.seed = 7
	var script []string
	for _, id := range p.ids() {
		script = append(script, "open "+id)
		if e, err := p.library.Open(id, exercises.Options{}); err == nil && e.After != (exercises.After{}) {
			script = append(script, "open "+id) // it is meant for another day: the student insists
		}
		script = append(script, p.transcript(id)...)
	}
	data := t.TempDir()
	run := exec.Command(program(t), "--plain", "--seed", "7")
	run.Env = append(os.Environ(), "XDG_DATA_HOME="+data, "LC_ALL=C.UTF-8")
	run.Stdin = strings.NewReader(strings.Join(append(script, "quit"), "\n") + "\n")
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, id := range p.ids() {
		if !strings.Contains(string(out), "Exercise "+id+" is finished.") {
			t.Errorf("%s is not finished; the transcript ends:\n%s", id, out[max(0, len(out)-3000):])
		}
	}
	allDone(t, filepath.Join(data, "kernellab"), p, p.ids())
}

// transcript are the lines that do one exercise.
func (p *pupil) transcript(id string) []string {
	p.t.Helper()
	e, err := p.library.Open(id, exercises.Options{Seed: p.seed})
	if err != nil {
		p.t.Fatal(err)
	}
	p.exercise, p.answers = e, exercises.Answers{}
	var out []string
	for i, step := range e.Steps {
		p.at = i
		info := step.Info()
		if step.Scene(context.Background(), p.answers).Run != nil {
			out = append(out, ":next 3", ":back", ":goto 5", ":why", ":start")
		}
		if wrong, ok := p.wrongAnswer(step, info); ok && len(info.Fields) > 0 {
			out = append(append(out, lines(info, wrong)...), ":answer")
		}
		for _, name := range p.controlsIn(info.Reference) {
			out = append(out, fmt.Sprintf("set %s %s", name, info.Reference[name]))
		}
		out = append(append(out, lines(info, info.Reference)...), "")
		if len(info.Fields) == 0 && len(info.Question) > 0 {
			out = append(out, "") // one line has it judged, one goes on
		}
		p.answers = p.with(info.Reference)
	}
	return out
}

// lines are the answers as they are typed: choices by their letters.
func lines(info exercises.Info, a exercises.Answers) []string {
	var out []string
	for _, f := range info.Fields {
		line := a[f.Name]
		for i, c := range f.Choices {
			if c.Value == line {
				line = string(rune('a' + i))
				break
			}
		}
		out = append(out, line)
	}
	return out
}

package progress

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
)

func TestAnswerLog_Append(t *testing.T) {
	log := NewAnswerLog(t.TempDir() + "/new")
	want := []Answer{
		{Time: day(1), Exercise: "3.2", Task: "phi", Seed: 4, Raw: map[string]string{"phi": "[1, √2x1]\n<&>"},
			Reading: "[1, √2·x₁]", Status: "valid", Verdict: "not-equal", Note: "linear-missing", Hints: 1, MS: 8123},
		{Time: day(2), Exercise: "7.6", Task: "errors", Raw: map[string]string{"ek": "1", "el": ""}, Status: "empty"},
	}
	for _, a := range want {
		check(t, log.Append(a))
	}
	f := must(os.OpenFile(log.path, os.O_APPEND|os.O_WRONLY, 0))
	if _, err := f.WriteString("\n{\"time\":"); err != nil { // killed while writing
		t.Fatal(err)
	}
	check(t, f.Close())
	src := must(os.ReadFile(log.path))
	var got []Answer
	problems, err := ReadAnswers(strings.NewReader(string(src)), func(_ int, a Answer) error {
		got = append(got, a)
		return nil
	})
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("ReadAnswers: got %+v, error %v, want %+v", got, err, want)
	}
	var bad *LineError
	if len(problems) != 1 || !errors.As(problems[0], &bad) || bad.Line != 4 {
		t.Errorf("got problems %v, want one in line 4", problems)
	}
}

// Lines that are written at the same time do not mix.
func TestAnswerLog_concurrentAppend(t *testing.T) {
	dir := t.TempDir()
	var wait sync.WaitGroup
	for w := range 4 {
		wait.Go(func() {
			for i := range 50 {
				if err := NewAnswerLog(dir).Append(
					Answer{Task: fmt.Sprint(w, " ", i), Reading: strings.Repeat("x", 2000)},
				); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	f := must(os.Open(NewAnswerLog(dir).path))
	defer f.Close()
	seen := map[string]bool{}
	problems, err := ReadAnswers(f, func(_ int, a Answer) error { seen[a.Task] = true; return nil })
	if len(seen) != 200 || len(problems) > 0 || err != nil {
		t.Errorf("got %d answers, problems %v, error %v, want 200 and none", len(seen), problems, err)
	}
}

func TestAnswerLog_setAsideWhenFull(t *testing.T) {
	log := NewAnswerLog(t.TempDir())
	check(t, os.WriteFile(log.path, nil, 0o600))
	check(t, os.Truncate(log.path, maxAnswerLog+1))
	check(t, log.Append(Answer{Task: "s"}))
	info, err := os.Stat(log.path)
	if err != nil || info.Size() > 1000 {
		t.Errorf("got log %v, error %v, want at most 1000 bytes", info, err)
	}
	if _, err := os.Stat(log.path + ".old"); err != nil {
		t.Error(err)
	}
}

func TestReadAnswers_stops(t *testing.T) {
	stop := errors.New("enough")
	n := 0
	_, err := ReadAnswers(strings.NewReader("{}\n{}\n"), func(int, Answer) error { n++; return stop })
	if !errors.Is(err, stop) || n != 1 {
		t.Errorf("ReadAnswers that is stopped: got %d answers, error %v, want 1, %v", n, err, stop)
	}
	if _, err := ReadAnswers(strings.NewReader(strings.Repeat("x", maxAnswerLine+1)), nil); err == nil {
		t.Error("ReadAnswers of an endless line: got no error, want one")
	}
}

// A log that is a link to a file elsewhere is not written.
func TestAnswerLog_followsNoLink(t *testing.T) {
	dir, other := t.TempDir(), filepath.Join(t.TempDir(), "precious")
	check(t, os.WriteFile(other, []byte("kept\n"), 0o600))
	log := NewAnswerLog(dir)
	if err := os.Symlink(other, log.path); err != nil {
		t.Skip("no links here: ", err)
	}
	if err := log.Append(Answer{Exercise: "3.2"}); err == nil {
		t.Error("Append through a link: got no error, want one")
	}
	if text, err := os.ReadFile(other); err != nil || string(text) != "kept\n" {
		t.Errorf("the other file holds %q, error %v, want it unchanged", text, err)
	}
}

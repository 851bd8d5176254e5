package progress

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"kernellab/testdata/support/check"
)

func sample(id string, revision uint64) Exercise {
	return Exercise{
		Version: Version, ID: id, Attempt: Attempt{
			Seed: 1<<63 + 1, Data: "mine.csv (9 × 2)", Started: day(1), Task: "sum", Index: 1,
			Answers: map[string]string{"x2": "(x₁+1)² <&>", "b": ""},
			Tasks:   map[string]Task{"sum": {Attempts: 2, LatestAnswers: []string{"a", "b"}, Hints: 1, Frame: 12}},
		},
		Updated: day(2), Revision: revision,
	}
}

func day(n int) time.Time { return time.Date(2026, 11, n, 8, 0, 0, 0, time.UTC) }

func TestMemory_saveAndLoad(t *testing.T) {
	s := &Memory{}
	want, profile := sample("7.7", 3), Profile{Version: Version, Seed: 41, Settings: Settings{Speed: 8}, Revision: 2}
	check.OK(t, s.SaveExercise(want))
	check.OK(t, s.SaveProfile(profile))
	older := sample("7.7", 2)
	older.Task = "look"
	check.OK(t, s.SaveExercise(older))
	check.OK(t, s.SaveProfile(Profile{Seed: 1, Revision: 1}))
	state, _, _ := s.Load()
	if got := state.Exercises["7.7"]; !reflect.DeepEqual(got, want) || state.Profile != profile {
		t.Errorf("Load: got\n%+v, %+v\nwant\n%+v, %+v", got, state.Profile, want, profile)
	}
	state.Exercises["7.7"].Answers["x2"] = "changed by the reader"
	if again, _, _ := s.Load(); again.Exercises["7.7"].Answers["x2"] != want.Answers["x2"] {
		t.Error("a change of what Load returned changed the store, want a copy")
	}
}

// Damaged documents and lines in a folder of an older program are skipped. The folder is not
// changed.
func TestReadFolder_damaged(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"profile.json": `{"version":1,"seed":41}`, "exercise-1.1.json": `{"version":1,"id":"1.1"}`, "notes.json": "{",
		"exercise-1.2.json": `{"version":`, "exercise-1.3.json": `{"version":9,"id":"1.3"}`, "exercise_0f.json": `{"version":1}`,
		"answers.jsonl.old": `{"exercise":"1.1","seed":1}`, "answers.jsonl": "{\n{\"exercise\":\"1.1\",\"seed\":2}\n",
	} {
		check.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	f, warnings, err := ReadFolder(dir)
	if err != nil || f.State.Profile.Seed != 41 || len(f.State.Exercises) != 1 || f.State.Exercises["1.1"].ID != "1.1" {
		t.Errorf("ReadFolder: got %+v, error %v, want the profile and 1.1", f.State, err)
	}
	check.That(t, len(f.Events) == 2 && f.Events[0].Seed == 1 && f.Events[1].Seed == 2,
		"ReadFolder: got events %+v, want both in order", f.Events)
	check.That(t, len(warnings) == 4, "ReadFolder: got warnings %v, want four", warnings)
	if f, warnings, err := ReadFolder(filepath.Join(dir, "none")); err != nil || len(warnings) > 0 || len(f.State.Exercises) > 0 {
		t.Errorf("ReadFolder of a missing folder: got %+v, %v, %v, want nothing", f, warnings, err)
	}
}

func TestDefaultDir_environment(t *testing.T) {
	for _, c := range []struct {
		name, system string
		env          map[string]string
		want         string
	}{
		{"xdg", "linux", map[string]string{"XDG_DATA_HOME": "/x", "HOME": "/h"}, "/x/kernellab"},
		{"relative xdg is ignored", "linux", map[string]string{"XDG_DATA_HOME": "x", "HOME": "/h"},
			"/h/.local/share/kernellab"},
		{"home", "linux", map[string]string{"HOME": "/h"}, "/h/.local/share/kernellab"},
		{"macOS", "darwin", map[string]string{"HOME": "/h"}, "/h/Library/Application Support/kernellab"},
		{"Windows", "windows", map[string]string{"LocalAppData": "/l"}, "/l/kernellab"},
		{"nothing", "linux", nil, ""},
		{"nothing on Windows", "windows", map[string]string{"HOME": "/h"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := defaultDirFor(c.system, func(k string) string { return c.env[k] })
			check.That(t, filepath.ToSlash(got) == c.want && (err == nil) == (c.want != ""),
				"defaultDirFor = %q, error %v, want %q", got, err, c.want)
			if err != nil && !strings.Contains(err.Error(), "XDG_DATA_HOME") {
				t.Errorf("DefaultDir: got error %v, want one that says what would work", err)
			}
		})
	}
}

// FuzzReadEvents checks that an event that can be read stays the same when it is written
// and read again.
func FuzzReadEvents(f *testing.F) {
	for _, text := range []string{`{"exercise":"1.1","step":"a","raw":{"x":"½"},"ms":3}`, `{"kind":"hint","hints":2}`,
		"{\n{}\n", `{"kind":"","seq":7,"student":"ada","time":"2026-11-02T08:00:00.123456789+01:00"}`, `{"raw":null}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		_, _ = ReadEvents(bytes.NewReader(text), func(_ int, e Event) error {
			again := Event{}
			line, err := json.Marshal(e)
			if err == nil {
				err = json.Unmarshal(line, &again)
			}
			check.That(t, err == nil && e.Kind != "" && reflect.DeepEqual(again, e),
				"got event %+v, error %v, want %+v with a kind", again, err, e)
			return nil
		})
	})
}

func TestReadEvents_stops(t *testing.T) {
	stop := errors.New("enough")
	n := 0
	_, err := ReadEvents(strings.NewReader("{}\n{}\n"), func(int, Event) error { n++; return stop })
	check.That(t, errors.Is(err, stop) && n == 1,
		"ReadEvents that is stopped: got %d events, error %v, want 1, %v", n, err, stop)
	if _, err := ReadEvents(strings.NewReader(strings.Repeat("x", maxEventLine+1)), nil); err == nil {
		t.Error("ReadEvents of an endless line: got no error, want one")
	}
}

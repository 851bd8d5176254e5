package cli

import (
	"path/filepath"
	"testing"
	"time"

	"kernellab/lab/progress"
	"kernellab/lab/store"
)

// recordWith returns the path of a record in which a student has done something.
func recordWith(t *testing.T, events ...progress.Event) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), recordName)
	db := store.Open(path, store.NoQuota)
	for _, e := range events {
		check(t, db.Student("ada").Append(e))
	}
	check(t, db.Close())
	return path
}

// twoEvents returns a disputed answer with every field and a hint.
func twoEvents() []progress.Event {
	at := time.Date(2026, 11, 2, 8, 0, 0, 0, time.UTC)
	return []progress.Event{
		{Kind: progress.AnswerGiven, Time: at, Exercise: "3.2", Task: "phi", Seed: 1, Data: "mine", Reading: "x",
			Raw: map[string]string{"phi": "x"}, Status: "valid", Verdict: "equal", Note: "sign", Disputed: true, Solution: true},
		{Kind: progress.HintShown, Time: at, Exercise: "3.2", Task: "phi", Seed: 1, Hints: 1},
	}
}

func TestStore_exportsEveryEvent(t *testing.T) {
	out, _, _ := call(t, "", "store", "export", "--store", recordWith(t, twoEvents()...))
	lines := objects(t, out)
	if len(lines) != 2 || lines[0]["seq"] != 1.0 || lines[1]["kind"] != "hint" || lines[1]["student"] != "ada" {
		t.Errorf("store export: got\n%s\nwant an answer and a hint of ada", out)
	}
	readPage(t).holds(t, "store export", lines)
}

package cli

import (
	"encoding/csv"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kernellab/lab/class"
	"kernellab/lab/progress"
	"kernellab/lab/store"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// A spreadsheet executes nothing in an export, and the cells contain what was typed.
func TestClass_export(t *testing.T) {
	dir := t.TempDir()
	db := store.Open(filepath.Join(dir, recordName), store.NoQuota)
	names := []string{"=HYPERLINK(\"http://x\")", "+1", "-1", "@SUM(A1)", "\ttab", "\rcr", "Zoë, “Z” \"O'Hara\""}
	raw := map[string]string{"feature": "-7/3\n", "fewest": "=1+1", "gone": "@"}
	for _, name := range names {
		s := must.Value(db.StudentWithKey(t.Context(), name))
		check.OK(t, s.Join(name, false))
		for _, e := range []progress.Event{
			{Kind: progress.AnswerGiven, Exercise: "1.2", Task: "feature", Raw: raw, Reading: "−7/3", Verdict: "equal",
				Misconception: "=note", Hints: 2, Milliseconds: 1500},
			{Kind: progress.AnswerGiven, Exercise: "1.2", Task: "former", Raw: raw, Status: "invalid"},
			{Kind: progress.AnswerGiven, Exercise: "4.2", Task: "write", Raw: map[string]string{"a": "1", "c": "=2"}},
			{Kind: progress.HintShown, Exercise: "1.2", Task: "feature", Hints: 3},
			{Kind: progress.VoteCast, Exercise: "1.2", Task: "feature", Raw: class.VoteRound{VoteID: 9, Round: 1}.RawChoice(2)},
		} {
			e.Time = time.Date(2026, 11, 27, 8, 0, 0, 0, time.UTC)
			check.OK(t, s.Append(e))
		}
	}
	check.OK(t, db.Close())
	out, errs, code := classCall(t, dir, "", "export")
	rows := must.Value(csv.NewReader(strings.NewReader(out)).ReadAll())
	check.Must(t, code == exitDone && len(rows) == 1+5*len(names) && slices.Equal(rows[0], exportColumns),
		"export: got exit %d, %s%s, want a header and 5 rows for each of %d students", code, out, errs, len(names))
	var got []string
	for i, row := range rows[1:] {
		for _, cell := range row {
			if cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r\n") {
				t.Errorf("got the cell %q, want nothing that a spreadsheet executes", cell)
			}
		}
		if i%5 == 0 {
			got = append(got, strings.TrimPrefix(row[0], "'"))
		}
		id := row[1]
		row[0], row[1] = "", ""
		if got, want := strings.Join(row[2:], "|"), []string{
			"2026-11-27T08:00:00Z|1.2|feature|answer|equal|'=note|2|1500|'-7/3\n|−7/3",
			"2026-11-27T08:00:00Z|1.2|former|answer|invalid||0|0|feature=-7/3\n; fewest==1+1; gone=@|",
			"2026-11-27T08:00:00Z|4.2|write|answer|||0|0|a=1; c==2|",
			"2026-11-27T08:00:00Z|1.2|feature|hint|||3|0||",
			"2026-11-27T08:00:00Z|1.2|feature|vote|||0|0|option=2; round=1; vote=9|",
		}[i%5]; got != want || len(id) != 32 {
			t.Errorf("row %d of %q: got %q, want %q", i, id, got, want)
		}
	}
	if slices.Sort(names); !slices.Equal(got, names) {
		t.Errorf("got the names %q, want %q", got, names)
	}

	out, _, _ = classCall(t, dir, "", "export", "--json")
	for i, line := range strings.Split(strings.TrimSpace(out), "\n") {
		var e struct{ Name, Student, Kind string }
		check.OK(t, json.Unmarshal([]byte(line), &e))
		check.That(t, e.Name == names[i/5] && len(e.Student) == 32 && e.Kind != "",
			"JSON line %d: got %+v, want an event of %q", i, e, names[i/5])
	}
}

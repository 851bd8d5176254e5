package cli

import (
	"encoding/csv"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kernellab/lab/progress"
	"kernellab/lab/store"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// Grades have the names of the list of the class, everybody on that list, no teachers, and
// nothing that a spreadsheet executes.
func TestGrades_names(t *testing.T) {
	dir := t.TempDir()
	workOf(t, dir)
	file := filepath.Join(dir, recordName)
	db := store.Open(file, store.NoQuota)
	ada, twin := must.Value(db.StudentWithKey(t.Context(), "ada")), must.Value(db.StudentWithKey(t.Context(), "twin"))
	check.OK(t, twin.Join("Ada", false))
	check.OK(t, twin.SaveExercise(progress.Exercise{ID: "1.3", TestedOut: true}))
	check.OK(t, db.Student("teacher").Join("Ms Lee", false))
	check.OK(t, db.Post(progress.Note{Sender: "teacher", Key: "announcement", Body: "{}"}))
	check.OK(t, db.SetRoster([]store.RosterRow{{Name: "=Lovelace, <b>Ada</b>", Student: ada.ID()}, {Name: "Zoë"}}))
	check.OK(t, db.Close())

	for flags, want := range map[string][]string{
		"--csv":           {"'=Lovelace, <b>Ada</b>", "Ada"},
		"--csv --summary": {"'=Lovelace, <b>Ada</b>", "Ada", "Zoë"},
	} {
		out, errs, code := call(t, "", append(strings.Fields("grades --store "+file), strings.Fields(flags)...)...)
		var got []string
		for _, row := range must.Value(csv.NewReader(strings.NewReader(out)).ReadAll())[1:] {
			got = append(got, row[0])
		}
		slices.Sort(got)
		if got = slices.Compact(got); code != exitDone || !slices.Equal(got, want) {
			t.Errorf("grades %s: got exit %d, %s, the names %q, want %q", flags, code, errs, got, want)
		}
	}
	if _, errs, code := call(t, "", "report", "Ada", "--store", file); code != exitFailed ||
		!strings.Contains(errs, `"Ada" may be Ada (`) {
		t.Errorf("report on a name of two students: got exit %d, %s, want both", code, errs)
	}
	out, _, code := call(t, "", "report", ada.ID()[:6], "--store", file)
	check.That(t, code == exitDone && strings.Contains(out, "zero: A perfect cut would"),
		"report on an id: got exit %d, %s, want the misconception", code, out)
}

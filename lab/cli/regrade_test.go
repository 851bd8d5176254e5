package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"kernellab/lab/progress"
)

// TestRegrade: what the checker decides in another way now is listed, what it
// decides as before is not.
func TestRegrade(t *testing.T) {
	dir := t.TempDir()
	log := progress.NewAnswerLog(dir)
	right := map[string]string{"phi": "[1, √2x1, √2x2, x1², x2², √2x1x2]"}
	for _, a := range []progress.Answer{
		{Exercise: "3.2", Step: "phi", Seed: 1, Raw: right, Status: "valid", Verdict: "equal"},
		{Exercise: "3.2", Step: "phi", Seed: 2, Raw: right, Status: "valid", Verdict: "not-equal"},
		{Exercise: "3.2", Step: "phi", Seed: 2, Raw: map[string]string{"phi": "[1, √2x1, √2x2, x1², x2², x1x2]"}, Status: "valid", Verdict: "not-equal"},
		{Exercise: "3.2", Step: "phi", Seed: 2, Raw: map[string]string{"phi": "[1"}, Status: "invalid"},
		{Exercise: "3.2", Step: "gone", Seed: 2, Raw: right, Status: "valid"},
		{Exercise: "6.4", Step: "train", Seed: 2, Status: "valid", Accepted: true}, // it had no question
		{Exercise: "99.1", Step: "phi", Seed: 2, Raw: right, Status: "valid"},
		{Exercise: "7.7", Step: "state", Data: "mine", Raw: right, Status: "valid"},
		{Exercise: "7.5", Step: "gradient", Seed: 7, Raw: map[string]string{"slope": "[1, 1, 1, 1, 1]"}, Status: "valid", Verdict: "equal", Accepted: true}, // one field for all entries
		{Exercise: "3.2", Step: "phi", Seed: 1, Raw: map[string]string{"features": "[1]"}, Status: "valid", Verdict: "equal"},
		{Exercise: "6.4", Step: "target", Seed: 1, Raw: map[string]string{}, Status: "empty"}, // the controls were left alone, and stay so
	} {
		if err := log.Append(a); err != nil {
			t.Fatal(err)
		}
	}
	stdout, stderr, code := call(t, "", "regrade", filepath.Join(dir, "answers.jsonl"))
	want := "line 2: 3.2 phi, seed 2: not-equal → equal  phi=[1, √2x1, √2x2, x1², x2², √2x1x2]\n" +
		"line 3: 3.2 phi, seed 2: not-equal → not-equal (cross-one)  phi=[1, √2x1, √2x2, x1², x2², x1x2]\n"
	if code != 0 || stdout != want {
		t.Errorf("exit %d\n%s", code, stdout)
	}
	for _, says := range []string{"11 answers, 2 changed", "1 of steps that ask in other fields now", "1 of steps that only showed", "1 on the student's own data", "1 of steps that do not exist", "1 of exercises that do not exist"} {
		if !strings.Contains(stderr, says) {
			t.Errorf("no %q in %q", says, stderr)
		}
	}
	stdout, stderr, code = call(t, "not json\n", "regrade", "-", "--json")
	if code != 0 || stdout != "" || !strings.Contains(stderr, "line 1") {
		t.Errorf("a damaged line: exit %d, %q, %q", code, stdout, stderr)
	}
	if _, stderr, code := call(t, "", "regrade", dir+"/none"); code != 1 || !strings.Contains(stderr, "no such file") {
		t.Errorf("no file: exit %d, %q", code, stderr)
	}
	if _, _, code := call(t, "", "regrade"); code != 2 {
		t.Errorf("no argument: exit %d", code)
	}
}

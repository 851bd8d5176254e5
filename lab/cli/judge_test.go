package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"kernellab/lab/progress"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// call runs a command line and returns what it printed and its exit code.
func call(t *testing.T, stdin string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, err bytes.Buffer
	code = Run(context.Background(), args, strings.NewReader(stdin), &out, &err, func(string) string { return "" })
	return out.String(), err.String(), code
}

// The script judge.txtar has decimals, syntax errors and answers that are too large.
func TestJudge_answers(t *testing.T) {
	for _, c := range []struct {
		name    string
		args    []string
		stdin   string
		code    int
		step    string
		status  string
		verdict string // "" if the verdict is null
		rule    string
		reading string
		says    string
	}{
		{"right", []string{"3.2", "--answer", "[1, √2x1, √2x2, x1², x2², √2x1x2]"}, "", 0, "phi", "valid", "equal", "",
			"[1, √2·x₁, √2·x₂, x₁², x₂², √2·x₁·x₂]", "gives the kernel exactly"},
		{"cross term", []string{"3.2", "--answer", "[1, √2x1, √2x2, x1², x2², x1x2]"}, "", 1, "phi", "valid",
			"not-equal", "cross-one", "", "1·x₁x₂z₁z₂"},
		{"empty", []string{"3.2", "--answer", " "}, "", 1, "phi", "empty", "", "", "", "Nothing here yet."},
		{"two readings", []string{"6.1", "--answer", "update=a_i + 2η/n t_i − 1/2t_i 4η/n Σ_j a_j K_ij"}, "", 1,
			"update", "valid", "not-equal", "extra-factor", "", ""},
		{"standard input", []string{"3.2", "--answer", "-"}, "1\n√2x1\n√2x2\nx1²\nx2²\n√2x1x2\n", 0, "phi", "valid",
			"equal", "", "", ""},
		{"the step that can read it", []string{"1.2", "--answer", "(x1+1)^2"}, "", 0, "feature", "valid", "equal", "",
			"(x₁ + 1)²", "Separable."},
		{"a choice", []string{"3.2", "--answer", "rotated=perm"}, "", 1, "unique", "valid", "not-equal",
			"only-permutations", "only if Q permutes features or changes signs", ""},
		{"no such option", []string{"3.2", "--step", "unique", "--answer", "maybe"}, "", 1, "unique", "invalid", "", "",
			"", "Choose one of"},
		{"several fields", []string{"3.3", "--answer", "kernel=36", "--answer", "inner=6^2"}, "", 0, "both", "valid",
			"equal", "", "(xᵀz + 1)² = 36; φ(x)·φ(z) = 6²", ""},
		{"a step by its name, with an answer of an earlier one",
			[]string{"3.2", "--step", "phi", "--answer", "rotated=no", "--answer", "phi=[1, x1]"}, "", 1, "phi",
			"valid", "not-equal", "", "", ""},
		{"a form without answers", []string{"3.3", "--step", "both"}, "", 1, "both", "empty", "", "", "", ""},
		{"one of them missing", []string{"3.3", "--answer", "kernel=16"}, "", 1, "both", "empty", "", "", "",
			"Still to fill in"},
	} {
		t.Run(c.name, func(t *testing.T) {
			stdout, stderr, code := call(t, c.stdin, append([]string{"judge", "--json", "--seed", "5"}, c.args...)...)
			var got judgedTask
			if err := json.Unmarshal([]byte(stdout), &got); err != nil {
				t.Fatalf("got %s with error %v, want JSON: %s", stdout, err, stderr)
			}
			check.That(t, code == c.code && stderr == "",
				"exit %d, want %d; on stderr %q", code, c.code, stderr)
			if got.Task != c.step || got.Status != c.status || textOf(got.Verdict) != c.verdict ||
				textOf(got.Misconception) != c.rule {
				t.Errorf("got %s %s %q %q, want %s %s %q %q", got.Task, got.Status, textOf(got.Verdict),
					textOf(got.Misconception),
					c.step, c.status, c.verdict, c.rule)
			}
			if c.reading != "" && got.Reading != c.reading {
				t.Errorf("got reading %s, want %s", got.Reading, c.reading)
			}
			check.That(t, strings.Contains(strings.Join(got.Message, "\n"), c.says),
				"got message %q, want %q in it", got.Message, c.says)
			check.That(t, got.Accepted == (code == 0),
				"got accepted = %v with exit %d, want exit 0 exactly if accepted", got.Accepted, code)
		})
	}
}

func textOf(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// Regrade lists the answers that are now judged in another way, and no others.
func TestRegrade_log(t *testing.T) {
	var log strings.Builder
	right := map[string]string{"phi": "[1, √2x1, √2x2, x1², x2², √2x1x2]"}
	for _, a := range []progress.Event{
		{Exercise: "3.2", Task: "phi", Seed: 1, Raw: right, Status: "valid", Verdict: "equal"},
		{Exercise: "3.2", Task: "phi", Seed: 2, Raw: right, Status: "valid", Verdict: "not-equal"},
		{Exercise: "3.2", Task: "phi", Seed: 2, Raw: map[string]string{"phi": "[1, √2x1, √2x2, x1², x2², x1x2]"},
			Status: "valid", Verdict: "not-equal"},
		{Exercise: "3.2", Task: "phi", Seed: 2, Raw: map[string]string{"phi": "[1"}, Status: "invalid"},
		{Exercise: "3.2", Task: "gone", Seed: 2, Raw: right, Status: "valid"},
		{Exercise: "6.4", Task: "train", Seed: 2, Status: "valid", Accepted: true}, // the task had no question
		{Exercise: "99.1", Task: "phi", Seed: 2, Raw: right, Status: "valid"},
		{Exercise: "7.7", Task: "state", Data: "mine", Raw: right, Status: "valid"},
		{Exercise: "7.5", Task: "gradient", Seed: 7, Raw: map[string]string{"slope": "[1, 1, 1, 1, 1]"},
			Status: "valid", Verdict: "equal", Accepted: true}, // from an older version, with one field for all entries
		{Exercise: "3.2", Task: "phi", Seed: 1, Raw: map[string]string{"features": "[1]"}, Status: "valid",
			Verdict: "equal"},
		{Exercise: "6.4", Task: "target", Seed: 1, Raw: map[string]string{},
			Status: "empty"}, // the controls were left alone, and stay so
		{Kind: progress.HintShown, Exercise: "3.2", Task: "phi", Seed: 1, Hints: 1},
	} {
		log.Write(append(must.Value(json.Marshal(a)), '\n'))
	}
	stdout, stderr, code := call(t, log.String(), "regrade", "-")
	want := "line 2: 3.2 phi, seed 2: not-equal → equal  phi=[1, √2x1, √2x2, x1², x2², √2x1x2]\n" +
		"line 3: 3.2 phi, seed 2: not-equal → not-equal (cross-one)  phi=[1, √2x1, √2x2, x1², x2², x1x2]\n"
	check.That(t, code == 0 && stdout == want, "regrade: got exit %d\n%s\nwant 0\n%s", code, stdout, want)
	for _, says := range []string{"11 answers, 2 changed", "1 of tasks that ask in other fields now",
		"1 of tasks that only showed", "1 on the student's own data", "1 of tasks that do not exist",
		"1 of exercises that do not exist"} {
		check.That(t, strings.Contains(stderr, says), "regrade: got %q, want %q in it", stderr, says)
	}
}

// A file of which no line can be read is one error.
func TestRegrade_otherFormat(t *testing.T) {
	_, stderr, code := call(t, "name,id,time\nAda,1,2\nBob,2,3\n", "regrade", "-")
	check.That(t, code == exitFailed && strings.Count(stderr, "line ") == 1 &&
		strings.Contains(stderr, "regrade reads JSON Lines, as kernellab class export --json prints them"),
		"got exit %d, %s, want %d and one error about the format", code, stderr, exitFailed)
}

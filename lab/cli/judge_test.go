package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/lab/progress"
)

// call runs a command line and returns what it printed and its exit code.
func call(t *testing.T, stdin string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, err bytes.Buffer
	code = Run(context.Background(), args, strings.NewReader(stdin), &out, &err, func(string) string { return "" })
	return out.String(), err.String(), code
}

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		name    string
		args    []string
		stdin   string
		code    int
		step    string
		status  string
		verdict string // "": null
		rule    string
		reading string
		says    string
	}{
		{"right", []string{"3.2", "--answer", "[1, √2x1, √2x2, x1², x2², √2x1x2]"}, "", 0, "phi", "valid", "equal", "",
			"[1, √2·x₁, √2·x₂, x₁², x₂², √2·x₁·x₂]", "is 0"},
		{"cross term", []string{"3.2", "--answer", "[1, √2x1, √2x2, x1², x2², x1x2]"}, "", 1, "phi", "valid",
			"not-equal", "cross-one", "", "1·x₁x₂z₁z₂"},
		{"decimals", []string{"3.2", "--answer", "phi=[1, 1.414x1, 1.414x2, x1², x2², 1.414x1x2]"}, "", 1, "phi",
			"valid", "close", "decimals", "", "1.414² = 1.999396"},
		{"bracket", []string{"3.2", "--answer", "[1, √2x1"}, "", 1, "phi", "invalid", "", "", "", "expected"},
		{"empty", []string{"3.2", "--answer", " "}, "", 1, "phi", "empty", "", "", "", "Nothing here yet."},
		{"two readings", []string{"6.1", "--answer", "update=a_i + 2η/n t_i − 1/2t_i 4η/n Σ_j a_j K_ij"}, "", 1,
			"update", "valid", "not-equal", "", "", ""},
		{"too large", []string{"3.2", "--answer", "[9^9^9^9]"}, "", 1, "phi", "undecided", "", "", "",
			"Cannot decide."},
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
			var got judged
			if err := json.Unmarshal([]byte(stdout), &got); err != nil {
				t.Fatalf("%v: %s %s", err, stdout, stderr)
			}
			if code != c.code || stderr != "" {
				t.Errorf("exit %d, want %d; on stderr %q", code, c.code, stderr)
			}
			if got.Step != c.step || got.Status != c.status || textOf(got.Verdict) != c.verdict ||
				textOf(got.MalRule) != c.rule {
				t.Errorf("got %s %s %q %q", got.Step, got.Status, textOf(got.Verdict), textOf(got.MalRule))
			}
			if c.reading != "" && got.Reading != c.reading {
				t.Errorf("read as %s", got.Reading)
			}
			if !strings.Contains(strings.Join(got.Message, "\n"), c.says) {
				t.Errorf("says %q", got.Message)
			}
			if got.Accepted != (code == 0) {
				t.Errorf("accepted %v with exit %d", got.Accepted, code)
			}
		})
	}
}

func textOf(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func TestJudgeRefusesWrongUsage(t *testing.T) {
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"9.9", "--answer", "1"}, "there is no exercise 9.9"},
		{[]string{"--answer", "1"}, "needs an exercise"},
		{[]string{"3.2"}, "needs an answer"},
		{[]string{"3.2", "[1]"}, "takes one exercise"},
		{[]string{"7.6", "--answer", "3"}, `which field is "3" for?`},
		{[]string{"3.2", "--step", "nowhere", "--answer", "3"}, "no step nowhere"},
		{[]string{"3.2", "--answer", "phi=1", "--answer", "phi=2"}, "two answers to phi"},
		{[]string{"3.2", "--seed", "x", "--answer", "1"}, "whole number"},
		{[]string{"--list", "3.2"}, "takes no exercise"},
		{[]string{"3.2", "--step", "know", "--answer", "phi=[1]"}, "phi, unique, tall"},
	} {
		stdout, stderr, code := call(t, "", append([]string{"judge"}, c.args...)...)
		if code != 2 || stdout != "" || !strings.Contains(stderr, c.says) {
			t.Errorf("%v: exit %d, %q, %q", c.args, code, stdout, stderr)
		}
	}
}

func TestJudgeList(t *testing.T) {
	stdout, _, code := call(t, "", "judge", "--list")
	for _, want := range []string{"3.2  ", "  phi: ", "    phi ", "choice  yes | square | perm | no"} {
		if code != 0 || !strings.Contains(stdout, want) {
			t.Errorf("exit %d, no %q in the list", code, want)
		}
	}
	stdout, _, _ = call(t, "", "judge", "--list", "--json")
	var steps []listed
	if err := json.Unmarshal([]byte(stdout), &steps); err != nil || len(steps) < 10 {
		t.Errorf("%d steps, %v", len(steps), err)
	}
	for _, s := range steps {
		if rules := slices.Sorted(slices.Values(s.MalRules)); len(slices.Compact(rules)) != len(s.MalRules) {
			t.Errorf("%s, %s names a misconception twice: %q", s.Exercise, s.Step, s.MalRules)
		}
	}
}

// TestJudge_everyStep judges the steps of one exercise per unit by their names, with
// the reference and with nothing. Package catalogue does it for all exercises.
func TestJudge_everyStep(t *testing.T) {
	lib, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range lib.Units() {
		id := u.Exercises[0].ID
		e, err := lib.Open(id, exercises.Options{Seed: judgedSeed})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range e.Tasks {
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
	}{{right, 0, true, ""}, {empty, 1, false, "empty"}} {
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

// TestRegrade: what the checker decides in another way now is listed, what it
// decides as before is not.
func TestRegrade(t *testing.T) {
	dir := t.TempDir()
	log := progress.NewAnswerLog(dir)
	right := map[string]string{"phi": "[1, √2x1, √2x2, x1², x2², √2x1x2]"}
	for _, a := range []progress.Answer{
		{Exercise: "3.2", Step: "phi", Seed: 1, Raw: right, Status: "valid", Verdict: "equal"},
		{Exercise: "3.2", Step: "phi", Seed: 2, Raw: right, Status: "valid", Verdict: "not-equal"},
		{Exercise: "3.2", Step: "phi", Seed: 2, Raw: map[string]string{"phi": "[1, √2x1, √2x2, x1², x2², x1x2]"},
			Status: "valid", Verdict: "not-equal"},
		{Exercise: "3.2", Step: "phi", Seed: 2, Raw: map[string]string{"phi": "[1"}, Status: "invalid"},
		{Exercise: "3.2", Step: "gone", Seed: 2, Raw: right, Status: "valid"},
		{Exercise: "6.4", Step: "train", Seed: 2, Status: "valid", Accepted: true}, // it had no question
		{Exercise: "99.1", Step: "phi", Seed: 2, Raw: right, Status: "valid"},
		{Exercise: "7.7", Step: "state", Data: "mine", Raw: right, Status: "valid"},
		{Exercise: "7.5", Step: "gradient", Seed: 7, Raw: map[string]string{"slope": "[1, 1, 1, 1, 1]"},
			Status: "valid", Verdict: "equal", Accepted: true}, // one field for all entries
		{Exercise: "3.2", Step: "phi", Seed: 1, Raw: map[string]string{"features": "[1]"}, Status: "valid",
			Verdict: "equal"},
		{Exercise: "6.4", Step: "target", Seed: 1, Raw: map[string]string{},
			Status: "empty"}, // the controls were left alone, and stay so
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
	for _, says := range []string{"11 answers, 2 changed", "1 of steps that ask in other fields now",
		"1 of steps that only showed", "1 on the student's own data", "1 of steps that do not exist",
		"1 of exercises that do not exist"} {
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

func TestCheckFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	head := "---\nunit: \"1\"\ntitle: T\nintro: I.\n---\n# 1.1 Read\n\n```exercise\ngoal: See.\nminutes: 1\n```\n\n## look: Look\n\n"
	good := write("good.md", head+"Text.\n")
	bad := write("bad.md", head+"Text.\n\n```questions\nWhich?\n```\n")
	for _, c := range []struct {
		args   []string
		code   int
		stdout string
		stderr string
	}{
		{[]string{good}, 0, "1 worksheet, nothing found", ""},
		{[]string{bad}, 1, "bad.md:", "problem"},
		{[]string{good, bad}, 1, "bad.md:", ""},
		{[]string{filepath.Join(dir, "none.md")}, 1, "", "there is no such file"},
		{[]string{dir}, 1, "", "is a directory"},
		{[]string{good, "--seeds", "3"}, 2, "", "without files"},
		{[]string{"--seeds", "0"}, 2, "", "1 or more"},
		{[]string{"--exercise", "99.9"}, 2, "", "there is no exercise 99.9"},
	} {
		stdout, stderr, code := call(t, "", append([]string{"check"}, c.args...)...)
		if code != c.code || !strings.Contains(stdout, c.stdout) || !strings.Contains(stderr, c.stderr) {
			t.Errorf("%v: exit %d, %q, %q", c.args, code, stdout, stderr)
		}
	}
}

// TestCheckExercise checks one exercise of each unit. Package catalogue audits all.
func TestCheckExercise(t *testing.T) {
	lib, err := catalogue.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range lib.Units() {
		stdout, stderr, code := call(t, "", "check", "--seeds", "2", "--exercise", u.Exercises[0].ID)
		if code != 0 || !strings.Contains(stdout, "1 exercise, 2 seeds each, nothing found") {
			t.Errorf("%s: exit %d, %s%s", u.Exercises[0].ID, code, stdout, stderr)
		}
	}
}

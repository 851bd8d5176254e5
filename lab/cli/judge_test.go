package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
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
		{"right", []string{"3.2", "--answer", "[1, √2x1, √2x2, x1², x2², √2x1x2]"}, "", 0, "phi", "valid", "equal", "", "[1, √2·x₁, √2·x₂, x₁², x₂², √2·x₁·x₂]", "is 0"},
		{"cross term", []string{"3.2", "--answer", "[1, √2x1, √2x2, x1², x2², x1x2]"}, "", 1, "phi", "valid", "not-equal", "cross-one", "", "1·x₁x₂z₁z₂"},
		{"decimals", []string{"3.2", "--answer", "phi=[1, 1.414x1, 1.414x2, x1², x2², 1.414x1x2]"}, "", 1, "phi", "valid", "close", "decimals", "", "1.414² = 1.999396"},
		{"bracket", []string{"3.2", "--answer", "[1, √2x1"}, "", 1, "phi", "invalid", "", "", "", "expected"},
		{"empty", []string{"3.2", "--answer", " "}, "", 1, "phi", "empty", "", "", "", "Nothing here yet."},
		{"two readings", []string{"6.1", "--answer", "update=a_i + 2η/n t_i − 1/2t_i 4η/n Σ_j a_j K_ij"}, "", 1, "update", "valid", "not-equal", "", "", ""},
		{"too large", []string{"3.2", "--answer", "[9^9^9^9]"}, "", 1, "phi", "undecided", "", "", "", "Cannot decide."},
		{"standard input", []string{"3.2", "--answer", "-"}, "1\n√2x1\n√2x2\nx1²\nx2²\n√2x1x2\n", 0, "phi", "valid", "equal", "", "", ""},
		{"the step that can read it", []string{"1.2", "--answer", "(x1+1)^2"}, "", 0, "feature", "valid", "equal", "", "(x₁ + 1)²", "Separable."},
		{"a choice", []string{"3.2", "--answer", "rotated=perm"}, "", 1, "unique", "valid", "not-equal", "only-permutations", "only if Q permutes features or changes signs", ""},
		{"no such option", []string{"3.2", "--step", "unique", "--answer", "maybe"}, "", 1, "unique", "invalid", "", "", "", "Choose one of"},
		{"several fields", []string{"3.3", "--answer", "kernel=36", "--answer", "inner=6^2"}, "", 0, "both", "valid", "equal", "", "(xᵀz + 1)² = 36; φ(x)·φ(z) = 6²", ""},
		{"one of them missing", []string{"3.3", "--answer", "kernel=16"}, "", 1, "both", "empty", "", "", "", "Still to fill in"},
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
			if got.Step != c.step || got.Status != c.status || textOf(got.Verdict) != c.verdict || textOf(got.MalRule) != c.rule {
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

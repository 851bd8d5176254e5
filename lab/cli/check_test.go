package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"kernellab/exercises/worksheets"
	"kernellab/testdata/support/check"
)

// planted contains mistakes of authors. Each replaces a text in the starter worksheet, and message
// is a part of the problem that check must print.
var planted = []struct{ old, new, message string }{
	{"The function (x − {{r}})²", "The function (x − {{q}})²", "the variable {{q}} of task root has no value"},
	{"the base is −{{double}}", "the base is −{{dbl}}", "{{dbl}}"},
	{`judge: {number: "{{r}}"}`, `judge: {number: "{{rr}}"}`, "{{rr}}"},
	{`example: "a number", width: 8, judge: {number: "{{r}}"}`, "choices: [yes, no], judge: {choice: maybe}", "not offered"},
	{"run: perceptron", "run: percepton", `no solver "percepton"`},
	{"xor4", "xor5", `no set "xor5"; did you mean "xor4"?`},
	{"[stripes", "[strips", `no set "strips"; did you mean "stripes"?`},
	{"[1, 0, 1]", "[1, x, 1]", `my.md:29:9: the set stripes: column 2 (x2): not a number: "x"; write numbers such as 2, -0.5 or 1.5e-3` + "\n"},
	{"[1, 0, 1]", "[1, 1]", "2 values where the first row has 3"},
	{"[1, 0, 1]", "[1, 0, 5]", "needs labels of two classes for perceptron"},
	{"stripes:\n", "far: ../far.csv\nstripes:\n", `"../far.csv" must be the name of a file in the folder`},
	{"stripes:\n", "far: far.csv\nstripes:\n", `there is no file "far.csv"`},
	{"stripes:\n", "moons:\n", `the name "moons" of a set`},
	{"kernel: poly", "kernel: polly", `no kernel "polly"`},
	{"sliders: [passes]", "sliders: [pases]", `"pases"; did you mean "passes"?`},
	{"judge: {number", "judge: {nummer", `did you mean "number"?`},
	{`judge: {number: "{{r}}"}`, `judge: {number: "{{r}}", digit: 3}`, `did you mean "digits"?`},
	{`chart: "A square"`, `chrat: "A square"`, `did you mean "chart"?`},
	{"from: 0\n", "form: 0\n", `did you mean "from"?`},
	{"double: 2*r", "double: 2*r\nwhere: r > 10", "never held"},
	{"double: 2*r", "double: 2*r\ninverse: 1/(r - r)", "the number inverse is"},
	{`example: "-{{r}}"`, `example: "{{r}}"`, "sign: this misconception never occurs"},
	{`example: "0"`, `example: "-{{r}}"`, "at-zero: this misconception never occurs"},
	{`example: "0"`, `example: "((0"`, "recognised as"},
	{`example: "0"`, `example: {y: "0"}`, `"y", which is not one of its fields`},
	{`example: "a number"`, `example: "{{r}}"`, "the placeholder of x is an answer to it"},
	{"minutes: 5", "minutes: 5\nneeds: [3.9]", `no exercise "3.9"`},
	{"minutes: 5\n", "", "minutes"},
	{"stream: 9001", "stream: 33", "has the stream 33, as 3.3"},
	{"stream: 9001", "stream 9001", "18:1"},
	{"is Markdown", "has $x^2$ in it", "cannot show \"$x^2$\""},
	{"is Markdown", "has [a link](http://x.org)", "cannot show"},
	{"is Markdown", "has ![a picture](a.png)", "cannot show"},
	{"is Markdown", "is <b>bold</b>", "cannot show"},
	{"The text of a task is Markdown.", "| a | b |\n| --- | --- |\n| 1 | 2 |", "cannot show"},
	{"```question", "```verbatim\n" + strings.Repeat("x", 150) + "\n```\n\n```question", "150 columns"},
	{"The text of a task", strings.Repeat("The text of a task ", 60), "words, more than 250"},
	{"- Solve x", "- " + strings.Repeat("x ", 1e6) + "x", ": a text of 20000"},
	{"- Solve x − {{r}} = 0.\n", "", "write three"},
	{"```solution\nx − {{r}} = 0, so x = {{r}}.\n```\n", "", "fields but no solution"},
	{"```insight", "```insigth", `unknown block "insigth"`},
	{"```insight\nA square is 0 only where its base is 0.\n```\n", "", "my.md:35:1: task root has no insight"},
	{`of: "(x - {{r}})^2"}]`, `of: "(x - {{r}})^2"}]` + "\nnotes: [\"yours: {y}\"]", `my.md:58:9: the scene chart, notes: no field "y"`},
	{`chart: "A square"`, `chart: "The root of {z}"`, `no field "z"`},
	{"## watch: Watch", "## root: Watch", "task root twice"},
	{`- {name: x, label`, `- {name: x, label: "z =", judge: {number: "1"}}` + "\n" + `- {name: x, label`, "field x twice"},
	{`of: "(x - {{r}})^2"`, `of: "(x - {{r}}^2"`, "cannot be read"},
	{`of: "(x - {{r}})^2"`, `of: "(y - {{r}})^2"`, "the name “y”"},
	{"double: 2*r", "double: 2*q", "the name “q”"},
	{"from: 2, to: 9", "from: 9, to: 2", "no number from 9 to 2"},
	{"say: At x = 0 the function is {{r}}², not 0.", "say: At x = −{{r}} the base is −{{double}}, which is not 0.",
		"the same message"},
	{`unit: "T"`, `unit: "7"`, "unit 7"},
	{`example: "0"`, "example: [" + strings.Repeat(`"11", `, 301) + `"12"]`, "examples of misconceptions, more than 300"},
	{"## watch", strings.Repeat("## t: T\n\nx\n\n", 60) + "## watch", "more than 60"},
	{"# T.1 A root", "# A root", "number of an exercise"},
	{"text of a task", "text\x1b[31m of a task", "U+001B"},
}

// A hint, a note or a title must not contain the answer, here {{double}}, with every seed.
func TestCheck_answersGivenAway(t *testing.T) {
	file := filepath.Join(t.TempDir(), "my.md")
	for _, c := range []struct{ old, new, message string }{
		{"is 0?\n", "is 0?\n", "nothing found"},
		{"Solve x", "It is {{double}}, solve x", "T.1 root: hint 3 gives the answer to x away"},
		{"- When is", "- It is 1{{double}}, 0.{{double}} or {{double}}9, when is", "nothing found"},
		{"low: 0\n", "low: 0\nnotes: [\"x = {{double}}.\"]\n", "T.1 root: the scene gives the answer to x away"},
		{`chart: "A square"`, `chart: "x − {{double}}"`, "the scene gives the answer to x away"},
		{`example: "a number"`, `example: "{{double}}"`, "the placeholder of x is an answer to it"},
	} {
		text := strings.NewReplacer(`number: "{{r}}"`, `number: "{{double}}"`, "{from: 2,", "{from: 3,", c.old, c.new).
			Replace(worksheets.Starter)
		check.OK(t, os.WriteFile(file, []byte(text), 0o600))
		if out, errs, _ := call(t, "", "check", file); !strings.Contains(out+errs, c.message) {
			t.Errorf("%q: got %q, want %q", c.new, out+errs, c.message)
		}
	}
}

// withPlace matches a problem with its place.
var withPlace = regexp.MustCompile(`my\.md:\d+:\d+: `)

func TestCheck_plantedMistakes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "my.md")
	for _, m := range planted {
		t.Run(m.message, func(t *testing.T) {
			text := strings.Replace(worksheets.Starter, m.old, m.new, 1)
			check.Must(t, text != worksheets.Starter, "the starter has no %q", m.old)
			check.OK(t, os.WriteFile(file, []byte(text), 0o600))
			begun := time.Now()
			out, errs, code := call(t, "", "check", file)
			check.That(t, code == 1 && strings.Contains(out, m.message),
				"got exit code %d and %q, want 1 and %q", code, out+errs, m.message)
			for line := range strings.Lines(out) {
				check.That(t, withPlace.MatchString(line), "got %q, want a file, a line and a column", line)
			}
			if took := time.Since(begun); took > 5*time.Second {
				t.Errorf("got the answer after %v, want it within a second", took)
			}
		})
	}
}

// If any line of a worksheet is lost, doubled or cut, check soon prints a problem, or the worksheet still works.
func TestCheck_damagedLines(t *testing.T) {
	lines := strings.SplitAfter(worksheets.Starter, "\n")
	file := filepath.Join(t.TempDir(), "my.md")
	for i, line := range lines {
		for _, damaged := range []string{"", line + line, line[:len(line)/2] + "\n", "  " + line, "}" + line, strings.ToUpper(line)} {
			text := strings.Join(lines[:i], "") + damaged + strings.Join(lines[i+1:], "")
			check.OK(t, os.WriteFile(file, []byte(text), 0o600))
			if out, errs, code := call(t, "", "check", file, "--seeds", "1"); code > 1 || out == "" {
				t.Errorf("line %d as %q: got exit code %d, %q and %q", i+1, damaged, code, out, errs)
			}
		}
	}
}

// fullDisk is a writer that takes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

func TestRun_outputToAFullDisk(t *testing.T) {
	own := filepath.Join(t.TempDir(), "my.md")
	check.OK(t, os.WriteFile(own, []byte(worksheets.Starter), 0o600))
	for _, line := range []string{"list", "list --json", "judge --list", "check --seeds 1 " + own, "check --exercise 2.3 --seeds 1",
		"print 2.3", "solve --data worksheet1d --model svm --kernel linear --C 1"} {
		var errs bytes.Buffer
		code := Run(context.Background(), strings.Fields(line), nil, fullDisk{}, &errs, func(string) string { return "" })
		if want := "no space left on device"; code != exitFailed || !strings.Contains(errs.String(), want) {
			t.Errorf("%s: got exit %d, %q, want %d, %q", line, code, errs.String(), exitFailed, want)
		}
	}
}

package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"kernellab/ascii"
	"kernellab/testdata/support/check"
)

// runPlot runs plot on built-in data and returns what it draws.
func runPlot(t *testing.T, env func(string) string, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	code := Run(context.Background(), append([]string{"plot"}, args...), nil, &out, &errs, env)
	if code != exitDone && code != exitFailed {
		t.Fatalf("plot %q: got exit %d, want %d or %d: %s", args, code, exitDone, exitFailed, errs.String())
	}
	return out.String()
}

func noEnv(string) string { return "" }

// plotCases returns a command line for each kind of picture.
func plotCases() map[string][]string {
	return map[string][]string{
		"regions in 2-D":     {"--data", "moons", "--model", "svm", "--kernel", "rbf(sigma=0.5)"},
		"probability in 2-D": {"--data", "circles", "--model", "logistic", "--kernel", "rbf(1)"},
		"curve of a class":   {"--data", "worksheet1d", "--model", "perceptron", "--kernel", "poly(2)"},
		"curve of a target":  {"--data", "sine_reg", "--model", "ridge", "--kernel", "rbf(1)"},
		"plane of five": {"--data", "../../testdata/oracle/five.csv", "--model", "svm", "--kernel", "rbf(1)",
			"--columns", "3,2"},
		"targets as classes": {"--data", "moons", "--model", "least-squares", "--kernel", "linear"},
	}
}

func TestPlot_fitsItsSize(t *testing.T) {
	for name, args := range plotCases() {
		for _, size := range [][2]int{{80, 24}, {20, 8}} {
			for _, color := range []string{"mono", "ascii"} {
				s := runPlot(t, noEnv, append(args, "--color", color, "--size", fmt.Sprintf("%dx%d", size[0], size[1]))...)
				lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
				check.That(t, len(lines) == size[1],
					"%s, %v, %s: got %d lines, want %d", name, size, color, len(lines), size[1])
				for i, line := range lines {
					if w := ascii.Width(ansi.Strip(line)); w > size[0] {
						t.Errorf("%s, %v, %s: line %d has %d columns, want at most %d: %q", name, size, color, i+1, w,
							size[0], line)
					}
				}
				if color == "ascii" &&
					strings.ContainsFunc(s, func(r rune) bool { return r > 126 || r < 32 && r != '\n' }) {
					t.Errorf("%s, %v: got a picture with other characters, want plain ASCII:\n%s", name, size, s)
				}
			}
		}
	}
}

func TestPlot_colour(t *testing.T) {
	for flag, want := range map[string]string{"true": "38;2;", "256": "38;5;", "16": "\x1b[", "ascii": "", "auto": ""} {
		env := map[string]string{"COLORTERM": "truecolor", "TERM": "xterm"} // but the output is no terminal
		if flag == "true" {
			env = map[string]string{"NO_COLOR": "1"} // the flag names the profile
		}
		s := runPlot(t, func(k string) string { return env[k] }, append(plotCases()["regions in 2-D"], "--color", flag)...)
		check.That(t, strings.Contains(s, "\x1b[") == (want != "") && strings.Contains(s, want),
			"--color %s with %v: want %q in the picture, got\n%s", flag, env, want, s)
	}
}

func TestPlot_lightScreen(t *testing.T) {
	for env, want := range map[string]bool{"": true, "15;0": true, "0;15": false, "0;7": false, "0;default;15": false} {
		check.Equal(t, isDark(func(string) string { return env }), want, "isDark with COLORFGBG=%q", env)
	}
}

// The values in the JSON of plot equal the values that solve predicts.
func TestPlot_JSON(t *testing.T) {
	for _, c := range []struct{ columns, args, size string }{
		{"x1,x2", "--data xor4 --model svm --kernel poly(degree=2,c=1)", "30x10"},
		{"x1", "--data sine_reg --model ridge --kernel rbf(sigma=1)", "50x20"},
	} {
		var got struct{ X, Y, F []float64 }
		out, said, code := call(t, "", strings.Fields("plot --json --size "+c.size+" "+c.args)...)
		if err := json.Unmarshal([]byte(out), &got); err != nil || code != exitDone {
			t.Fatalf("plot --json: got exit %d, error %v, want JSON: %s%s", code, err, out, said)
		}
		places, shape := c.columns+"\n", fmt.Sprintf("%dx%d", len(got.X), len(got.Y))
		for i := range got.F {
			x := got.X[i%len(got.X)]
			if places += fmt.Sprint(x); len(got.Y) > 0 {
				places += fmt.Sprint(",", got.Y[i/len(got.X)])
			}
			places += "\n"
		}
		out, said, _ = call(t, places, strings.Fields("solve --json --predict - "+c.args)...)
		var want answer
		if err := json.Unmarshal([]byte(out), &want); err != nil {
			t.Fatalf("solve: got %s, error %v: %s", out, err, said)
		}
		checkNear(t, c.args, got.F, want.Decision, 1e-9, 1)
		if shape != c.size && shape != "50x0" {
			t.Errorf("%s: got %s places, want %s", c.args, shape, c.size)
		}
	}
	if _, said, code := call(t, "", "plot", "--json", "--words", "--data", "xor4", "--model", "svm", "--kernel",
		"linear"); code != exitUsage || !strings.Contains(said, "--words") {
		t.Errorf("plot --json --words: got exit %d, %s, want %d and --words", code, said, exitUsage)
	}
}

// writeNewFile never replaces a file, and leaves none if the write fails.
func TestWriteHere_keepsFiles(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for i, want := range []string{"a.run", "a-2.run", "a-3.run"} {
		where, err := writeNewFile("a.run", func(w io.Writer) error { _, err := fmt.Fprint(w, i); return err })
		check.Must(t, err == nil && filepath.Base(where) == want,
			"written to %q, %v; want %s", where, err, want)
		if text, _ := os.ReadFile(where); string(text) != string(rune('0'+i)) {
			t.Fatalf("%s holds %q, want %q", where, text, string(rune('0'+i)))
		}
	}
	_, err := writeNewFile("a.csv", func(w io.Writer) error {
		_, _ = w.Write(make([]byte, 1<<20))
		return context.Canceled
	})
	if files, _ := os.ReadDir("."); !errors.Is(err, context.Canceled) || len(files) != 3 {
		t.Errorf("writeNewFile that fails: got error %v, files %v, want %v and 3 files", err, files, context.Canceled)
	}
	if where, err := writeNewFile("no/such/folder.run", func(io.Writer) error { return nil }); err == nil {
		t.Errorf("writeNewFile in a folder that does not exist: got %q, want an error", where)
	}
}

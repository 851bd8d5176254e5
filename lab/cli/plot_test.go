package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
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
				if len(lines) != size[1] {
					t.Errorf("%s, %v, %s: got %d lines, want %d", name, size, color, len(lines), size[1])
				}
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
	args := plotCases()["regions in 2-D"]
	for _, c := range []struct {
		color string
		env   map[string]string
		want  string // a sequence that must be there; empty: no colour at all
	}{
		{"true", nil, "38;2;"},
		{"256", nil, "38;5;"},
		{"16", nil, "\x1b["},
		{"ascii", nil, ""},
		{"auto", map[string]string{"COLORTERM": "truecolor", "TERM": "xterm"}, ""}, // not a terminal
		{"true", map[string]string{"NO_COLOR": "1"}, "38;2;"},                      // asked for by name
	} {
		s := runPlot(t, func(k string) string { return c.env[k] }, append(args, "--color", c.color)...)
		if c.want == "" && (strings.Contains(s, "38;") || strings.Contains(s, "48;")) {
			t.Errorf("--color %s with %v: got colours, want none", c.color, c.env)
		}
		if !strings.Contains(s, c.want) {
			t.Errorf("--color %s with %v: want %q in the picture, got\n%s", c.color, c.env, c.want, s)
		}
	}
}

func TestPlot_lightScreen(t *testing.T) {
	for env, want := range map[string]bool{"": true, "15;0": true, "0;15": false, "0;7": false, "0;default;15": false} {
		if got := isDark(func(string) string { return env }); got != want {
			t.Errorf("isDark with COLORFGBG=%q = %v, want %v", env, got, want)
		}
	}
}

// The JSON of plot is the fit of solve and the values of f.
func TestPlot_JSON(t *testing.T) {
	for _, c := range []struct {
		data, columns string
		args          []string
		x, y          int
	}{
		{"xor4", "x1 x2", []string{"--model", "svm", "--kernel", "poly(degree=2,c=1)", "--size", "30x10"}, 30, 10},
		{"sine_reg", "x", []string{"--model", "ridge", "--kernel", "rbf(sigma=1)", "--size", "50x20"}, 50, 0},
	} {
		out, said, code := call(t, "", append([]string{"plot", "--json", "--data", c.data}, c.args...)...)
		var got struct {
			Columns    []string
			X, Y, F    []float64
			Dual       []float64
			Bias       float64
			Iterations int
		}
		if err := json.Unmarshal([]byte(out), &got); err != nil || code != exitDone {
			t.Fatalf("plot --json: got exit %d, error %v, want JSON: %s%s", code, err, out, said)
		}
		if len(got.X) != c.x || len(got.Y) != c.y || len(got.F) != c.x*max(1, c.y) ||
			!strings.HasPrefix(c.columns, strings.Join(got.Columns, " ")[:1]) {
			t.Fatalf("%v: got %d × %d places, %d values, want %d × %d", got.Columns, len(got.X), len(got.Y), len(got.F),
				c.x, c.y)
		}
		set := dataset.MustBuiltin(c.data)
		for _, n := range []int{0, 7, len(got.F) - 1} {
			at := []float64{got.X[n%c.x]}
			if c.y > 0 {
				at = append(at, got.Y[n/c.x])
			}
			want := got.Bias
			for i, a := range got.Dual {
				if c.data == "xor4" {
					dot := at[0]*set.Point(i)[0] + at[1]*set.Point(i)[1]
					want += a * set.Label(i) * (dot + 1) * (dot + 1)
				} else {
					d := at[0] - set.Point(i)[0]
					want += a * math.Exp(-d*d/2)
				}
			}
			if math.Abs(got.F[n]-want) > 1e-9*(1+math.Abs(want)) {
				t.Errorf("%s: f(%v) = %v, want %v", c.data, at, got.F[n], want)
			}
		}
	}
	if _, said, code := call(t, "", "plot", "--json", "--words", "--data", "xor4", "--model", "svm", "--kernel",
		"linear"); code != exitUsage || !strings.Contains(said, "--words") {
		t.Errorf("plot --json --words: got exit %d, %s, want %d and --words", code, said, exitUsage)
	}
}

// writeHere never replaces a file, and leaves none if the write fails.
func TestWriteHere_keepsFiles(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for i, want := range []string{"a.run", "a-2.run", "a-3.run"} {
		where, err := writeHere("a.run", func(w io.Writer) error { _, err := fmt.Fprint(w, i); return err })
		if err != nil || filepath.Base(where) != want {
			t.Fatalf("written to %q, %v; want %s", where, err, want)
		}
		if text, _ := os.ReadFile(where); string(text) != string(rune('0'+i)) {
			t.Fatalf("%s holds %q, want %q", where, text, string(rune('0'+i)))
		}
	}
	_, err := writeHere("a.csv", func(w io.Writer) error {
		_, _ = w.Write(make([]byte, 1<<20))
		return context.Canceled
	})
	if files, _ := os.ReadDir("."); !errors.Is(err, context.Canceled) || len(files) != 3 {
		t.Errorf("writeHere that fails: got error %v, files %v, want %v and 3 files", err, files, context.Canceled)
	}
	if where, err := writeHere("no/such/folder.run", func(io.Writer) error { return nil }); err == nil {
		t.Errorf("writeHere in a folder that does not exist: got %q, want an error", where)
	}
}

func TestPictureOf_format(t *testing.T) {
	frame := exercises.Frame{
		Figures: []exercises.Figure{
			{Title: "Decision regions", Plot: ascii.Map{Marks: []ascii.Mark{{X: 1, Y: 2, Class: 1}}}},
		},
		Status: ascii.Plain("update 3"), Formula: []ascii.Line{ascii.Plain("g = 0.5")},
	}
	var out strings.Builder
	check(t, pictureOf(&out, "1.1 A point, step 3", frame))
	for _, want := range []string{"<svg ", ">1.1</text>", ">update</text>", ">Decision</text>", ">◇</text>",
		">g</text>", ">0.5</text>", "</svg>"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("want %q in the picture, got\n%s", want, &out)
		}
	}
}

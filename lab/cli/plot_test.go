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
		t.Fatalf("%q: exit %d: %s", args, code, errs.String())
	}
	return out.String()
}

func noEnv(string) string { return "" }

// plotCases has a command line for each kind of picture.
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

func TestPlotFitsItsSize(t *testing.T) {
	for name, args := range plotCases() {
		for _, size := range [][2]int{{80, 24}, {20, 8}} {
			for _, color := range []string{"mono", "ascii"} {
				s := runPlot(t, noEnv, append(args, "--color", color, "--size", sizeText(size))...)
				lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
				if len(lines) != size[1] {
					t.Errorf("%s, %v, %s: %d lines", name, size, color, len(lines))
				}
				for i, line := range lines {
					if w := ascii.Width(withoutEscapes(line)); w > size[0] {
						t.Errorf("%s, %v, %s: line %d has %d columns: %q", name, size, color, i+1, w, line)
					}
				}
				if color == "ascii" &&
					strings.ContainsFunc(s, func(r rune) bool { return r > 126 || r < 32 && r != '\n' }) {
					t.Errorf("%s, %v: the ASCII picture is not plain ASCII", name, size)
				}
			}
		}
	}
}

func sizeText(size [2]int) string {
	return fmt.Sprintf("%dx%d", size[0], size[1])
}

// withoutEscapes takes SGR sequences out of a line.
func withoutEscapes(s string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, "\x1b[")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		_, s, _ = strings.Cut(rest, "m")
	}
}

func TestPlotHasColourOnlyWhereAsked(t *testing.T) {
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
			t.Errorf("--color %s with %v has colours", c.color, c.env)
		}
		if !strings.Contains(s, c.want) {
			t.Errorf("--color %s with %v lacks %q", c.color, c.env, c.want)
		}
	}
}

func TestPlotOnLightScreens(t *testing.T) {
	for env, want := range map[string]bool{"": true, "15;0": true, "0;15": false, "0;7": false, "0;default;15": false} {
		if got := isDark(func(string) string { return env }); got != want {
			t.Errorf("COLORFGBG=%q is dark: %v", env, got)
		}
	}
}

// What plot prints as JSON is the fit of solve, and f of it where it says.
func TestPlotAsJSON(t *testing.T) {
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
			t.Fatalf("exit %d, %v: %s%s", code, err, out, said)
		}
		if len(got.X) != c.x || len(got.Y) != c.y || len(got.F) != c.x*max(1, c.y) ||
			!strings.HasPrefix(c.columns, strings.Join(got.Columns, " ")[:1]) {
			t.Fatalf("%v: %d × %d places, %d values", got.Columns, len(got.X), len(got.Y), len(got.F))
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
				t.Errorf("%s: f at %v is %v, not %v", c.data, at, got.F[n], want)
			}
		}
	}
	if _, said, code := call(t, "", "plot", "--json", "--words", "--data", "xor4", "--model", "svm", "--kernel",
		"linear"); code != exitUsage || !strings.Contains(said, "--words") {
		t.Errorf("exit %d: %s", code, said)
	}
}

// A file that is there is never written over, and what is given up leaves none.
func TestWriteHere(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for i, want := range []string{"a.run", "a-2.run", "a-3.run"} {
		where, err := writeHere("a.run", func(w io.Writer) error { _, err := fmt.Fprint(w, i); return err })
		if err != nil || filepath.Base(where) != want {
			t.Fatalf("written to %q, %v; want %s", where, err, want)
		}
		if text, _ := os.ReadFile(where); string(text) != string(rune('0'+i)) {
			t.Fatalf("%s holds %q", where, text)
		}
	}
	_, err := writeHere("a.csv", func(w io.Writer) error {
		_, _ = w.Write(make([]byte, 1<<20))
		return context.Canceled
	})
	if files, _ := os.ReadDir("."); !errors.Is(err, context.Canceled) || len(files) != 3 {
		t.Errorf("%v, and there are %v", err, files)
	}
	if where, err := writeHere("no/such/folder.run", func(io.Writer) error { return nil }); err == nil {
		t.Errorf("written to %q", where)
	}
}

func TestPictureOf(t *testing.T) {
	frame := exercises.Frame{
		Figures: []exercises.Figure{
			{Title: "Decision regions", Plot: ascii.Map{Marks: []ascii.Mark{{X: 1, Y: 2, Class: 1}}}},
		},
		Status: ascii.Plain("update 3"), Formula: []ascii.Line{ascii.Plain("W = 0.5")},
	}
	var out strings.Builder
	if err := pictureOf(&out, "1.1 A point, step 3", frame); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<svg ", ">1.1</text>", ">update</text>", ">Decision</text>", ">◇</text>",
		">W</text>", ">0.5</text>", "</svg>"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the picture lacks %q:\n%s", want, &out)
		}
	}
}

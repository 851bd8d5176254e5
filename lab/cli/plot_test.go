package cli

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"kernellab/ascii"
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
		"plane of five":      {"--data", "../../testdata/oracle/five.csv", "--model", "svm", "--kernel", "rbf(1)", "--columns", "3,2"},
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
				if color == "ascii" && strings.ContainsFunc(s, func(r rune) bool { return r > 126 || r < 32 && r != '\n' }) {
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

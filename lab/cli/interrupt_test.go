package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"kernellab/solvers"
	"kernellab/testdata/support/check"
)

// runCancelled runs a command line and cancels it after a moment. Tests check that the
// command ends and how, not how long it takes.
func runCancelled(t *testing.T, stdin io.Reader, args ...string) (code int, out, errs string) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	timer := time.AfterFunc(50*time.Millisecond, cancel)
	defer timer.Stop()
	defer cancel()
	var o, e bytes.Buffer
	code = Run(ctx, args, stdin, &o, &e, func(string) string { return "" })
	return code, o.String(), e.String()
}

// slowData returns a problem that takes the solver minutes.
func slowData() string {
	var b strings.Builder
	b.WriteString("x1,x2,label\n")
	for i := range 300 {
		fmt.Fprintf(&b, "%d,%d,%s\n", i*i*7%101, i*37%97, []string{"-1", "1"}[i*i%5%2])
	}
	return b.String()
}

func TestRun_interruptedSolve(t *testing.T) {
	for name, args := range map[string][]string{
		"perceptron": {"--model", "perceptron", "--kernel", "linear", "--epochs", "1000000000"},
		"stepper": {"--model", "svm", "--kernel", "linear", "--C", "1e15", "--iterations", "1000000000", "--pair",
			"max-violation"},
		"svm": {"--model", "svm", "--kernel", "linear", "--C", "1e15", "--iterations", "1000000000"},
	} {
		t.Run(name, func(t *testing.T) {
			code, out, errs := runCancelled(t, strings.NewReader(slowData()),
				append([]string{"solve", "--data", "-", "--json"}, args...)...)
			var got struct {
				Status string
				Gap    float64 `json:"duality_gap"`
				Dual   []float64
			}
			if err := json.Unmarshal([]byte(out), &got); err != nil {
				t.Fatalf("got output %s with error %v (exit %d, %s), want JSON", out, err, code, errs)
			}
			check.That(t, code == exitFailed && got.Status == "interrupted",
				"got exit %d, status %q, want %d, interrupted: %s", code, got.Status, exitFailed, errs)
			if name == "svm" && (len(got.Dual) != 300 || !(got.Gap > 0)) {
				t.Errorf("got %d α, gap %v, want 300, above 0", len(got.Dual), got.Gap)
			}
		})
	}
}

func TestRun_interruptedWhileReading(t *testing.T) {
	for line, want := range map[string]string{
		"solve --data - --model svm --kernel linear": "the data",
		"replay -":             "standard input",
		"regrade -":            "standard input",
		"judge 3.2 --answer -": "standard input",
	} {
		silent, w := io.Pipe()
		defer w.Close()
		code, out, errs := runCancelled(t, silent, strings.Fields(line)...)
		check.That(t, code == exitFailed && out == "" && errs == "kernellab: interrupted while reading "+want+"\n",
			"%s: got exit %d, output %q, %q, want %d, none, interrupted while reading %s", line, code, out, errs,
			exitFailed, want)
	}
}

func TestWithGrace_abandonsWork(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	forever := make(chan struct{})
	defer close(forever)
	_, err := withGrace(ctx, func() (int, error) { <-forever; return 1, nil })
	check.That(t, errors.Is(err, context.Canceled), "%v, want the context's error", err)
	if _, err := withGrace(context.Background(), func() (int, error) { panic("broken") }); err == nil ||
		!strings.Contains(err.Error(), "broken") {
		t.Errorf("within of a panic: got error %v, want one with the panic", err)
	}
}

// A long replay ends soon after ctrl-C, while it computes and while it prints.
func TestRun_interruptedReplay(t *testing.T) {
	var many strings.Builder
	for line := range strings.Lines(slowData()) {
		many.WriteString("| " + line)
	}
	for name, data := range map[string]string{
		"computing": "classification \"slow\"\n" + many.String(),
		"telling":   "built-in xor4\n",
	} {
		file := "kernellab run 1\ndata " + data +
			"kernel rbf(sigma=1)\nsolver logistic gamma=0.001\nbranch main\nsteps 100000\nend\n"
		begun := time.Now()
		code, _, errs := runCancelled(t, strings.NewReader(file), "replay", "-", "--json")
		if took := time.Since(begun); code != exitFailed || errs != "kernellab: interrupted while replaying -\n" ||
			took > 5*time.Second {
			t.Errorf("%s: got exit %d after %v, %q, want %d within 5s", name, code, took, errs, exitFailed)
		}
	}
}

func TestProgressOn_clearsItsLine(t *testing.T) {
	var b bytes.Buffer
	say, done := progressLine(&b)
	show := func(p solvers.Progress) { say(progressWords(p)) }
	done()
	if b.Len() > 0 {
		t.Errorf("done without progress writes %q, want nothing", b.String())
	}
	show(solvers.Progress{Iterations: 9, Violation: .6, Objective: 2, Gap: math.Inf(1), Active: 8})
	if got := b.String(); !strings.HasPrefix(got, "\r9 updates, violation 0.6, g 2, 8 points in play") {
		t.Errorf("got %q, want the numbers of step 9 on one line", got)
	}
	b.Reset()
	show(solvers.Progress{Iterations: 12, Violation: .5, Objective: 3, Gap: 4, Active: 7})
	done()
	if got := b.String(); !strings.HasPrefix(got, "\r12 updates, violation 0.5, g 3, gap 4, 7 points in play") ||
		!strings.HasSuffix(got, "\r\x1b[K") || strings.Contains(got, "\n") {
		t.Errorf("got %q, want one line that is cleared", got)
	}
	if say, _ := progressOn(&b); say != nil {
		t.Error("progressOn of a buffer: got a function, want none")
	}
}

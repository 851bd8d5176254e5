package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

// cancelled runs a command line and cancels it after a moment. Only the order
// of events is tested: that the command ends, and how.
func cancelled(t *testing.T, stdin io.Reader, args ...string) (code int, out, errs string) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	timer := time.AfterFunc(50*time.Millisecond, cancel)
	defer timer.Stop()
	defer cancel()
	var o, e bytes.Buffer
	code = Run(ctx, args, stdin, &o, &e, func(string) string { return "" })
	return code, o.String(), e.String()
}

// slowData is a problem that the stepper works on for minutes.
func slowData() string {
	var b strings.Builder
	b.WriteString("x1,x2,label\n")
	for i := range 300 {
		b.WriteString([]string{"0", "1", "2", "0.5"}[i%4] + "," + []string{"1", "0", "3"}[i%3] + "," + []string{"-1", "1"}[i*i%5%2] + "\n")
	}
	return b.String()
}

func TestInterruptedSolveSaysSo(t *testing.T) {
	for name, args := range map[string][]string{
		"perceptron": {"--model", "perceptron", "--kernel", "linear", "--epochs", "1000000000"},
		"logistic":   {"--model", "logistic", "--kernel", "rbf(1)", "--iterations", "1000000000", "--tol", "1e-300"},
		"stepper":    {"--model", "svm", "--kernel", "linear", "--C", "1e15", "--iterations", "1000000000", "--pair", "max-violation"},
	} {
		t.Run(name, func(t *testing.T) {
			code, out, errs := cancelled(t, strings.NewReader(slowData()), append([]string{"solve", "--data", "-", "--json"}, args...)...)
			var got struct {
				Status string
				Dual   []float64
			}
			if err := json.Unmarshal([]byte(out), &got); err != nil {
				t.Fatalf("%s: %v (exit %d, %s)", out, err, code, errs)
			}
			if code != exitFailed || got.Status != "interrupted" {
				t.Errorf("exit %d, status %q, stderr %s", code, got.Status, errs)
			}
		})
	}
}

func TestInterruptedWhileReading(t *testing.T) {
	for line, want := range map[string]string{
		"solve --data - --model svm --kernel linear": "the data",
		"replay -":             "standard input",
		"regrade -":            "standard input",
		"judge 3.2 --answer -": "standard input",
	} {
		silent, w := io.Pipe()
		defer w.Close()
		code, out, errs := cancelled(t, silent, strings.Fields(line)...)
		if code != exitFailed || out != "" || errs != "kernellab: interrupted while reading "+want+"\n" {
			t.Errorf("%s: exit %d, %q, %q", line, code, out, errs)
		}
	}
}

func TestWithinLeavesDeafWorkBehind(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	forever := make(chan struct{})
	defer close(forever)
	_, err := within(ctx, func() (int, error) { <-forever; return 1, nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want the context's error", err)
	}
	if _, err := within(context.Background(), func() (int, error) { panic("broken") }); err == nil || !strings.Contains(err.Error(), "broken") {
		t.Errorf("a panic came back as %v", err)
	}
}

// A long replay ends soon after ctrl-C, while it computes as while it tells.
func TestInterruptedReplay(t *testing.T) {
	var many strings.Builder
	for line := range strings.Lines(slowData()) {
		many.WriteString("| " + line)
	}
	for name, data := range map[string]string{
		"computing": "classification \"slow\"\n" + many.String(),
		"telling":   "built-in xor4\n",
	} {
		file := "kernellab run 1\ndata " + data + "kernel rbf(sigma=1)\nsolver logistic gamma=0.001\nbranch main\nsteps 100000\nend\n"
		begun := time.Now()
		code, _, errs := cancelled(t, strings.NewReader(file), "replay", "-", "--json")
		if took := time.Since(begun); code != exitFailed || errs != "kernellab: interrupted while replaying -\n" || took > 5*time.Second {
			t.Errorf("%s: exit %d after %v, %q", name, code, took, errs)
		}
	}
}

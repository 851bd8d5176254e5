package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kernellab/solvers"
)

func TestProgressIsOneLineThatGoesAway(t *testing.T) {
	var b bytes.Buffer
	say, done := progressLine(&b)
	show := func(p solvers.Progress) { say(progressWords(p)) }
	done()
	if b.Len() > 0 {
		t.Errorf("nothing happened, and %q is written", b.String())
	}
	show(solvers.Progress{Iterations: 9, Violation: .6, Objective: 2, Gap: math.Inf(1), Active: 8})
	if got := b.String(); !strings.HasPrefix(got, "\r9 updates, violation 0.6, W 2, 8 points in play") {
		t.Errorf("%q", got)
	}
	b.Reset()
	show(solvers.Progress{Iterations: 12, Violation: .5, Objective: 3, Gap: 4, Active: 7})
	done()
	if got := b.String(); !strings.HasPrefix(got, "\r12 updates, violation 0.5, W 3, gap 4, 7 points in play") || !strings.HasSuffix(got, "\r\x1b[K") || strings.Contains(got, "\n") {
		t.Errorf("%q", got)
	}
	if say, _ := progressOn(&b); say != nil {
		t.Error("a buffer is told about progress")
	}
}

// TestInterruptedLargeSolveIsJSON cancels a solve with 20 000 points on its way
// and reads what it leaves.
func TestInterruptedLargeSolveIsJSON(t *testing.T) {
	const n = 20_000
	r := rand.New(rand.NewPCG(1, 2))
	var text strings.Builder
	for i := range n {
		y := 1 - 2*(i%2)
		text.WriteString([]string{"+1", "", "-1"}[1-y])
		for j := range 3 {
			v := math.Round(1e4*(.2*float64(y)+r.NormFloat64())) / 1e4
			text.WriteString(" " + string(rune('1'+j)) + ":" + number(v).text())
		}
		text.WriteByte('\n')
	}
	file := filepath.Join(t.TempDir(), "large.txt")
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	code := interrupted(file, &out, &errs)
	var got struct {
		Status    string
		Objective float64
		Gap       float64 `json:"duality_gap"`
		Dual      []float64
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatalf("%v in %.200s (exit %d, %s)", err, out.String(), code, errs.String())
	}
	if code != exitFailed || got.Status != "interrupted" || len(got.Dual) != n || !(got.Gap > 0) {
		t.Errorf("exit %d, %s, %d α, gap %v: %s", code, got.Status, len(got.Dual), got.Gap, errs.String())
	}
}

// interrupted solves the file and cancels; where that still met the reading of
// the file, once more and later.
func interrupted(file string, out, errs *bytes.Buffer) int {
	args := []string{"solve", "--json", "--data", file, "--model", "svm", "--kernel", "rbf(gamma=5)", "--C", "1000"}
	for delay := 300 * time.Millisecond; ; delay *= 2 {
		out.Reset()
		errs.Reset()
		ctx, cancel := context.WithTimeout(context.Background(), delay)
		code := Run(ctx, args, nil, out, errs, func(string) string { return "" })
		cancel()
		if out.Len() > 0 || delay > 20*time.Second {
			return code
		}
	}
}

func (v number) text() string { return string(v.append(nil)) }

package lab

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"kernellab/lab/progress"
	"kernellab/lab/study"
	"kernellab/lab/transcript"
)

// transcriptOf runs a session in the transcript on saved work, and returns its output in
// one line.
func transcriptOf(t *testing.T, store progress.Store, lines ...string) string {
	t.Helper()
	seed := uint64(41)
	s, _, err := study.Open(debugLibrary{}, store, study.Options{Seed: &seed})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	in := strings.NewReader(strings.Join(lines, "\n") + "\n")
	if err := transcript.Run(context.Background(), s, in, &out,
		transcript.Options{Start: "D.1", Echo: true}); err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

// A session started on the screen continues in the transcript, with its branches and
// breakpoints, and back.
func TestSavedRun_betweenScreenAndTranscript(t *testing.T) {
	store := &progress.Memory{}
	b := interruptedSession(t, store)
	b.keys("enter", "ctrl+c")

	said := transcriptOf(t, store, "branches", "watch", "end", "what-if k 1", "fork", "watch alpha == 1.7", "arm 3",
		"goto 14", "quit")
	at := 0
	for _, want := range []string{
		"Branch 2, step 12", "Beside the original there are 2 branches",
		"Branch 1 left the original at step 10", "Branch 2 left branch 1 at step 12", "You are here.",
		"1. alpha == 1.9, armed", "2. alpha == 0.5, off", "Step 19", "A condition holds here: alpha == 1.9.",
		"This is branch 3 now.", "“alpha == 0.5” is armed.", "step 14",
	} {
		i := strings.Index(strings.ToLower(said[at:]), strings.ToLower(want))
		if i < 0 {
			t.Fatalf("%q is not said, or too early:\n%s", want, said)
		}
		at += i
	}

	again := reopenedLab(t, store, debugLibrary{})
	again.at(14)
	again.sees("branch 3  update 14")
	again.keys("b")
	again.sees("alpha == 1.7", "alpha == 1.9", "alpha == 0.5")
	again.lacks("α = 1.4  off")
	again.keys("esc", "o")
	again.sees("└ branch 1  from step 10: k = 1, C = 1", "  └ branch 2  from step 12: k = 2, C = 1", "branch 3")
}

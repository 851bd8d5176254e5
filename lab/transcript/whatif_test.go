package transcript

import (
	"strings"
	"testing"

	"kernellab/lab/progress"
)

// The third step of D.1 asks what another pair would gain: the answer is what
// “what-if” says, and a fork really takes the step.
func TestWhatIf(t *testing.T) {
	said := heardIn(t, "D.1",
		"step 3", ":what-if", ":fork", ":goto 3", ":what-if k 3 l 4", ":what-if C 10 l 99", ":what-if z 1",
		":what-if C", ":compare", ":original",
		":what-if C 7", ":what-if C abc", ":what-if k 7 l 1 C 10", ":fork", ":next 3", ":compare", "0.5", ":compare",
		":what-if C 20", ":original", ":fork", ":compare")
	for _, want := range []string{
		"“what-if k”: k, now", "“what-if C”: C, now 1; from 0.01 to 10000.", "What if: update 4, pair (3, 4)",
		"would gain Δg =",
		"“99” cannot be chosen for l.", "“z” is nothing that can be otherwise.", "This is branch 1 now.",
		"C = 7 instead of 1", "C has to be", "Here, forked: C = 10 instead of 1",
		"On the original now; branch 1 stays.", "The original beside branch 1, at step 7.",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not said:\n%s", want, said)
		}
	}
	for text, times := range map[string]int{
		"there is no branch":                    2,
		"The two part at step 3.":               3, // also after an answer was judged, and from the other side
		"Say first what shall be otherwise":     2, // nothing is forked by a choice made on the branch
		"The other ends at step 3":              0, // the original goes on as far as the branch
		"As far as both go, they are the same,": 0,
	} {
		if n := strings.Count(said, text); n != times {
			t.Errorf("%q is said %d times, want %d:\n%s", text, n, times, said)
		}
	}
}

// A choice that cannot be made leaves nothing to fork, and the list of choices takes
// nothing back.
func TestWhatIf_nothingChosen(t *testing.T) {
	said := heardIn(t, "D.1", ":goto 3", ":what-if z 1", ":fork", ":what-if k 3 l 99", ":fork", ":what-if k 3 l 4",
		":what-if", ":fork")
	if strings.Count(said, "Say first what shall be otherwise") != 2 || !strings.Contains(said, "This is branch 1 now.") {
		t.Errorf("got %s\nwant two forks without a choice, and one branch", said)
	}
}

func TestWhatIfNeedsAFork(t *testing.T) {
	said := talkTo(t, student(t, fake{}, &progress.Memory{}), Options{Start: "1.2"}, "what-if", "fork", "original",
		"compare", "contents", "1.1", "what-if", "quit")
	if strings.Count(said, "This computation can go one way only.") != 2 ||
		strings.Count(said, "there is no branch") != 2 || !strings.Contains(said, "nothing to step through") {
		t.Error(said)
	}
}

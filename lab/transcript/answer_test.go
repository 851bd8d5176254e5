package transcript

import (
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

// The advice on a mistake is said, then a hint in its place where the answer
// comes again, and no more once it was disputed.
func TestAdviceHintAndDispute(t *testing.T) {
	wrong := "u^2 + v^2 + 1"
	advice := "It looks as if each term was squared by itself"
	said := heardIn(t, "3.1",
		":dispute", wrong, "", ":dispute", "u^2+1+v^2", ":dispute", "v^2+1+u^2")
	if n := strings.Count(said, advice); n != 2 { // at first, and in another order
		t.Errorf("the advice is said %d times:\n%s", n, said)
	}
	inOrder(t, said, "There is no advice to take back", "Hint 1:", "Taken back, and noted")
}

func TestNewNumbers(t *testing.T) {
	s := student(t, fake{}, &progress.Memory{})
	said := talkTo(t, s, Options{Start: "1.1"}, "skip", "5", "6", ":new", ":new", "steps", "quit")
	if !strings.Contains(said, "New numbers, from seed") || strings.Contains(said, "seed 41.") ||
		strings.Count(said, "Not begun.") != 2 {
		t.Errorf("no new sheet:\n%s", said)
	}
}

// A condition is run to, by its number or typed, also among the steps there
// are; what cannot be read is told with its place.
func TestUntilAndLedger(t *testing.T) {
	said := heardIn(t, "7.7",
		":step 4", "end", "start", "until 1", "until", "until gap < 1", "until gapp < 1", "ledger", "until g drops")
	inOrder(t, said, "Step 3: update 3, pair (21, 1)", "Type “until” and a condition", "gap 0.",
		"I cannot read “gapp < 1” yet, at character 1", "Holds: 0 ≤ α ≤ C", "That did not happen up to here.")
	if strings.Contains(said, "Does not hold") {
		t.Errorf("a law of a right run does not hold:\n%s", said)
	}
}

// A choice is named by its letter, its number or its words; a number that is one of
// the choices means that one.
func TestChoicesByNumber(t *testing.T) {
	v := newVoice(&strings.Builder{}, Options{})
	bend := []exercises.Choice{{Value: "bend", Label: "it bends"}, {Value: "luck", Label: "luck"}}
	counts := []exercises.Choice{{Value: "none", Label: "0"}, {Value: "some", Label: "3"}, {Value: "all", Label: "1"}}
	for _, c := range []struct {
		of         []exercises.Choice
		text, want string
	}{{bend, "1", "bend"}, {bend, "2", "luck"}, {bend, "b", "luck"}, {bend, "It bends", "bend"}, {bend, "3", ""},
		{bend, "0", ""}, {counts, "1", "all"}, {counts, "2", "some"}, {counts, "0", "none"}, {counts, "a", "none"}} {
		if got, problem := v.chosen(c.of, c.text); got != c.want || (problem == "") != (c.want != "") {
			t.Errorf("%q chooses %q (%s), want %q", c.text, got, problem, c.want)
		}
	}
}

// A slider's values are said as they are written on the screen.
func TestPowersOfTenAreSaid(t *testing.T) {
	c := exercises.Control{Name: "n", Value: "1e+09", Min: 1, Max: 1e9, Step: 1}
	if got := valueOf(c) + ", " + rangeOf(c); got != "10⁹, from 1 to 10⁹" {
		t.Error(got)
	}
}

// A table is said row by row, what waits for an answer left out, and its blanks are
// asked one by one.
func TestTableIsAskedFieldByField(t *testing.T) {
	said := heardIn(t, "2.2", "3", "3", "3", "9")
	inOrder(t, said, "linear, how many: to fill in, which: ….", "squares: ", "mixed products: ", "in all: ", "Equal.")
	if strings.Contains(said, "x₁x₂, x₁x₃") {
		t.Errorf("the products are told:\n%s", said)
	}
}

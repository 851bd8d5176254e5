package cli

import (
	"bytes"
	"strings"
	"testing"

	"kernellab/exercises/runfile"
)

// A replay of many steps tells how far it is.
func TestReplayTellsHowFarItIs(t *testing.T) {
	var said []string
	say := func(words string) { said = append(said, words) }
	if replaying(nil) != nil {
		t.Error("nobody is told")
	}
	told := replaying(say)
	for i := range 1000 {
		told(runfile.Branch{Name: "main", Steps: 5000}, i)
	}
	if len(said) == 0 || len(said) > 500 || said[0] != "branch main: step 0 of 5000" {
		t.Errorf("said %q", said)
	}
}

// What is no terminal is told nothing.
func TestReplayIntoAPipeTellsNothing(t *testing.T) {
	text := "kernellab run 1\ndata built-in moons\nkernel rbf(sigma=0.5)\nsolver logistic gamma=0.3\nbranch main\nsteps 3000\nend\n"
	var out, errs bytes.Buffer
	if code := Run(t.Context(), []string{"replay", "-"}, strings.NewReader(text), &out, &errs, func(string) string { return "" }); code != exitDone || errs.Len() > 0 {
		t.Errorf("exit %d, %q", code, errs.String())
	}
}

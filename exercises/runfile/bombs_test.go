package runfile

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"kernellab/testdata/support/bombs"
)

// TestBombs puts every bomb into every line of a run file, and lines of a
// megabyte as well: each file is read or refused with a sentence, soon and in
// little memory.
func TestBombs(t *testing.T) {
	places := []string{
		"%s",
		"kernellab run 1\ndata %s",
		"kernellab run 1\ndata classification %q\nend",
		"kernellab run 1\ndata classification \"mine\"\n| x1,x2,label\n| %s\n| 1,2,1\nkernel linear",
		"kernellab run 1\ndata built-in moons\nkernel %s\nsolver smo C=1",
		"kernellab run 1\ndata built-in moons\nkernel expr(\"%s\")\nsolver smo C=1",
		"kernellab run 1\ndata built-in moons\nkernel linear\nsolver smo C=%s",
		"kernellab run 1\ndata built-in moons\nkernel linear\nsolver smo C=1\nbranch %s",
		"kernellab run 1\ndata built-in moons\nkernel linear\nsolver smo C=1\nbranch main\nsteps %s\nend",
		"kernellab run 1\ndata built-in moons\nkernel linear\nsolver smo C=1\nbranch main\nsteps 3\nbranch b from main at 1\nchoose k=%s\nsteps 9\nend",
	}
	for _, b := range bombs.All() {
		for i, place := range places {
			probe(t, fmt.Sprintf("%s, place %d", b.Name, i), fmt.Sprintf(place, b.Text))
		}
	}
	points := "kernellab run 1\ndata classification \"mine\"\n"
	for name, text := range map[string]string{
		"words":     strings.Repeat("a ", 2<<20),
		"one word":  "kernellab run " + strings.Repeat("1", 4<<20),
		"a kernel":  "kernellab run 1\ndata built-in moons\nkernel " + strings.Repeat("x", 1<<20),
		"far away":  points + strings.Repeat("| 1 10000:1\n", 2000) + "kernel linear\n",
		"wide":      points + "| " + strings.Repeat("x,", 9000) + "label\n",
		"one value": points + "| x,label\n| " + strings.Repeat("9", 1<<20) + ",1\n",
	} {
		probe(t, name, text)
	}
}

func probe(t *testing.T, name, text string) {
	t.Helper()
	var err error
	bombs.Light(t, name, func() { _, err = Read(strings.NewReader(text)) })
	var bad *Error
	switch {
	case err != nil && !errors.As(err, &bad):
		t.Errorf("%s: %.200v", name, err)
	case err != nil && (bad.Problem == "" || len(bad.Error())+len(bad.Hint) > 4000):
		t.Errorf("%s: %d bytes: %.200v", name, len(err.Error()), err)
	}
}

package dataset

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"kernellab/testdata/support/bombs"
)

// TestBombs reads every bomb as data, alone and as a value, and texts of few
// bytes and many zeros.
func TestBombs(t *testing.T) {
	texts := map[string]string{
		"far away":       strings.Repeat("1 10000:1\n", 2000),
		"farther":        "1 999999999999:1\n-1 1:1\n",
		"columns":        strings.Repeat("1,", 60_000) + "1\n",
		"names":          strings.Repeat("x,", 9_000) + "label\n1",
		"labels":         "x,label\n" + strings.Repeat("1,a\n", 20_000),
		"quotes":         strings.Repeat(`"`, 1<<20),
		"open quote":     `"` + strings.Repeat("1,2\n", 1<<18),
		"blank lines":    strings.Repeat("\n", 1<<20),
		"comments":       strings.Repeat("# 1\n", 1<<18),
		"long number":    "x,label\n" + strings.Repeat("9", 1<<20) + ",1\n",
		"long exponent":  "x,label\n1e" + strings.Repeat("9", 1<<16) + ",1\n1,-1\n",
		"long index":     "1 " + strings.Repeat("9", 1<<16) + ":1\n",
		"pairs":          "1 " + strings.Repeat("1:1 ", 1<<16) + "\n",
		"carriage lines": strings.Repeat("1,2\r", 1<<16),
	}
	for _, b := range bombs.All() {
		texts[b.Name] = b.Text
		texts[b.Name+" as a value"] = "x1,x2,label\n1,2,1\n" + strings.ReplaceAll(b.Text, "\n", " ") + ",3,-1\n"
		texts[b.Name+" as a label"] = "x1,x2,label\n1,2,1\n3,4," + strings.ReplaceAll(b.Text, "\n", " ") + "\n"
	}
	for name, text := range texts {
		for _, read := range []func() error{
			func() error { _, err := Read("data", strings.NewReader(text), Options{}); return err },
			func() error { _, err := ReadFeatures("data", strings.NewReader(text), 2, Options{}); return err },
		} {
			probe(t, name, read)
		}
	}
}

func probe(t *testing.T, name string, read func() error) {
	t.Helper()
	var err error
	bombs.Light(t, name, func() { err = read() })
	var bad *Error
	if err != nil && (!errors.As(err, &bad) || bad.Msg == "" || len(bad.Error()) > 4000) {
		t.Errorf("%s: %.200s", name, fmt.Sprint(err))
	}
}

package dataset

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"kernellab/testdata/support/bombs"
	"kernellab/testdata/support/check"
)

// smallLimits returns options with low limits, so that the fuzzer needs little memory.
func smallLimits() Options {
	return Options{MaxBytes: 1 << 16, MaxRows: 500, MaxColumns: 500, MaxValues: 20000}
}

func FuzzRead(f *testing.F) {
	for _, tt := range bad {
		f.Add([]byte(tt.text), uint8(0))
	}
	for _, text := range []string{
		"x1,label\n1,1\n2,-1\n", "x;y;kind\n1;2;a\n3;4;b\n", "-1 1:1 3:2\n+1 2:3 # c\n", "1,2,yes\n3,4,no\n",
		"\ufeffa\tb\r\n1\t0.5\r\n2\t0.25", "\"a,b\",\"c\"\"d\"\n\"1\",2\n3,4\n",
	} {
		f.Add([]byte(text), uint8(1))
		f.Add([]byte(text), uint8(2))
	}
	f.Fuzz(func(t *testing.T, text []byte, task uint8) {
		o := smallLimits()
		o.Task = Task(task % 3)
		s, err := Read("f", strings.NewReader(string(text)), o)
		if err != nil {
			checkRefusal(t, s == nil, err)
			return
		}
		checkSet(t, s)
		again, err := writeAndRead(s)
		check.Must(t, err == nil, "reading what was written: got error %v, want none", err)
		check.Must(t, sameSet(s, again),
			"written and read again: got %v %q, want %v %q", again, again.columns, s, s.columns)
	})
}

func FuzzReadForModel(f *testing.F) {
	for _, text := range []string{"a,b\n1,2\n", "b,kind,a\n1,yes,2\n", "1,2\n", "1:1 2:2\n", "1 1:1\n", "1\n", "x\n"} {
		f.Add([]byte(text), uint8(1))
	}
	f.Fuzz(func(t *testing.T, text []byte, train uint8) {
		train %= 4
		o, text0 := smallLimits(), []string{trained, nameless, asLIBSVM, threeKind}[train]
		o.TrainingSet = trainedOn(t, text0, Options{Positive: []string{"", "", "", "x"}[train]})
		s, err := Read("f", strings.NewReader(string(text)), o)
		if err != nil {
			checkRefusal(t, s == nil, err)
			return
		}
		check.Must(t, s.Len() != 0 && s.Dim() == o.TrainingSet.Dim() && slices.Equal(s.Columns(), o.TrainingSet.Columns()),
			"got %v, want at least a point in the columns %q", s, o.TrainingSet.Columns())
		for i, p := range s.points {
			if slices.ContainsFunc(p, func(v float64) bool { return !finite(v) }) || (math.Abs(s.Label(i)) == 1) != s.Labelled() {
				t.Fatalf("got the point %v labelled %v, want finite coordinates and, if there are labels, a class", p, s.Label(i))
			}
		}
	})
}

// checkRefusal checks that an error comes without data and says what would work.
func checkRefusal(t *testing.T, isNil bool, err error) {
	var e *Error
	if !isNil || !errors.As(err, &e) || e.Msg == "" || e.Hint == "" || strings.ContainsAny(err.Error(), "\n\x1b") {
		t.Fatalf("refused with %q, nil %v, want nothing else and an error in one line with a hint", err, isNil)
	}
}

// checkSet checks the invariants of a set.
func checkSet(t *testing.T, s *Set) {
	if s.Len() < 2 || s.Dim() < 1 || len(s.columns) != s.Dim() || len(s.labels) != s.Len() || s.task == Auto {
		t.Fatalf("got %v with %d columns and %d labels, want a consistent set", s, len(s.columns), len(s.labels))
	}
	for i, p := range s.points {
		if len(p) != s.Dim() || slices.ContainsFunc(p, func(v float64) bool { return !finite(v) }) ||
			!finite(s.labels[i]) {
			t.Fatalf("point %d: got %v labelled %v, want finite numbers", i, p, s.labels[i])
		}
	}
	if neg, pos := s.ClassCounts(); s.task == Classification && (neg == 0 || pos == 0 || neg+pos != s.Len()) {
		t.Fatalf("got %d and %d points of a class, want both classes and no others", neg, pos)
	}
}

// TestRead_survivesBombs reads files that are built to take much time or memory. It reads every
// bomb as a whole file and as a single value.
func TestRead_survivesBombs(t *testing.T) {
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
			func() error {
				_, err := Read("data", strings.NewReader(text), Options{Label: "1", Positive: "a"})
				return err
			},
			func() error {
				_, err := Read("data", strings.NewReader(text), Options{TrainingSet: trainedOn(t, trained, Options{})})
				return err
			},
		} {
			probe(t, name, read)
		}
	}
}

func probe(t *testing.T, name string, read func() error) {
	t.Helper()
	var err error
	bombs.CheckLimits(t, name, func() { err = read() })
	var bad *Error
	if err != nil && (!errors.As(err, &bad) || bad.Msg == "" || len(bad.Error()) > 4000) {
		t.Errorf("%s: got error %.200s, want a short one of type *Error", name, fmt.Sprint(err))
	}
}

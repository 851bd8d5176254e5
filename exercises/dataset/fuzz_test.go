package dataset

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// small keeps the fuzzer's files small in memory.
func small() Options {
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
		o := small()
		o.Task = Task(task % 3)
		s, err := Read("f", strings.NewReader(string(text)), o)
		if err != nil {
			checkRefusal(t, s == nil, err)
			return
		}
		checkSet(t, s)
		again, err := rewritten(s)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		if !sameSet(s, again) {
			t.Fatalf("%v %q changed into %v %q", s, s.columns, again, again.columns)
		}
	})
}

func FuzzReadFeatures(f *testing.F) {
	for _, text := range []string{"a,b\n1,2\n", "a,b,label\n1,2,?\n", "1,2\n", "1:1 2:2\n", "1 1:1\n", "1\n", "x\n"} {
		f.Add([]byte(text), uint8(1))
	}
	f.Fuzz(func(t *testing.T, text []byte, d uint8) {
		dim := int(d%4) + 1
		points, err := ReadFeatures("f", strings.NewReader(string(text)), dim, small())
		if err != nil {
			checkRefusal(t, points == nil, err)
			return
		}
		if len(points) == 0 {
			t.Fatal("no points and no error")
		}
		for _, p := range points {
			if len(p) != dim || slices.ContainsFunc(p, func(v float64) bool { return !finite(v) }) {
				t.Fatalf("point %v in %d dimensions", p, dim)
			}
		}
	})
}

// checkRefusal: nothing beside an error, which says what would work.
func checkRefusal(t *testing.T, isNil bool, err error) {
	var e *Error
	if !isNil || !errors.As(err, &e) || e.Msg == "" || e.Hint == "" || strings.ContainsAny(err.Error(), "\n\x1b") {
		t.Fatalf("refused with %q, nil %v", err, isNil)
	}
}

// checkSet: what a set promises.
func checkSet(t *testing.T, s *Set) {
	if s.Len() < 2 || s.Dim() < 1 || len(s.columns) != s.Dim() || len(s.labels) != s.Len() || s.task == Auto {
		t.Fatalf("inconsistent: %v, %d columns, %d labels", s, len(s.columns), len(s.labels))
	}
	for i, p := range s.points {
		if len(p) != s.Dim() || slices.ContainsFunc(p, func(v float64) bool { return !finite(v) }) || !finite(s.labels[i]) {
			t.Fatalf("point %d: %v labelled %v", i, p, s.labels[i])
		}
	}
	if neg, pos := s.Count(); s.task == Classification && (neg == 0 || pos == 0 || neg+pos != s.Len()) {
		t.Fatalf("%d and %d of a class", neg, pos)
	}
}

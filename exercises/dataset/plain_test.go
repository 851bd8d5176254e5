package dataset

import (
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestPlainNumbersAreTheNearest compares the short way with the standard
// library's, bit for bit, on everything that it takes.
func TestPlainNumbersAreTheNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[-+]?[0-9]{0,12}\.?[0-9]{0,9}`).Draw(t, "text")
		got, rest, ok := plainNumber(text)
		if !ok {
			return
		}
		want, err := strconv.ParseFloat(text, 64)
		if err != nil || rest != "" || math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("%q: %v and %q left, want %v (%v)", text, got, rest, want, err)
		}
	})
	for _, text := range []string{"", "-", ".", "+.", "1234567890123456", "e5", "--1", "x"} {
		if v, _, ok := plainNumber(text); ok {
			t.Errorf("%q is taken for %v", text, v)
		}
	}
	if v, rest, ok := plainNumber("1e5"); !ok || v != 1 || rest != "e5" {
		t.Errorf("1e5: %v, %q, %v", v, rest, ok)
	}
}

// TestPlainLinesGoEitherWay reads lines once as they are and once with a
// comment, which sends them the long way.
func TestPlainLinesGoEitherWay(t *testing.T) {
	line := rapid.StringMatching(`(\+1|-1|1|0|1e0|\+1\.0) {1,2}([1-4]:-?[0-9]{1,3}(\.[0-9]{1,6})?(e2)?[ ]{0,2}){0,4}\r?`)
	rapid.Check(t, func(t *rapid.T) {
		lines := append([]string{"+1 1:2 2:3", "0 1:1"}, rapid.SliceOfN(line, 1, 6).Draw(t, "lines")...)
		short, shortErr := Read("a", strings.NewReader(strings.Join(lines, "\n")), Options{Task: Regression})
		long, longErr := Read("a", strings.NewReader(strings.Join(lines, " #\n")+" #"), Options{Task: Regression})
		if (shortErr == nil) != (longErr == nil) || shortErr != nil && shortErr.Error() != longErr.Error() {
			t.Fatalf("%q: %v, the long way %v", lines, shortErr, longErr)
		}
		if shortErr == nil && !reflect.DeepEqual(short, long) {
			t.Errorf("%q: %v, the long way %v", lines, short.Points(), long.Points())
		}
	})
}

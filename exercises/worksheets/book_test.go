package worksheets

import (
	"strings"
	"testing"
	"testing/fstest"
)

// needing is a unit of two exercises, of which the second needs something.
func needing(unit, needs string) string {
	exercise := func(id, more string) string {
		return "# " + id + " Title\n\n```exercise\ngoal: Read.\nminutes: 1\n" + more +
			"```\n\n## read: Read\n\nText.\n\n"
	}
	return "---\nunit: \"" + unit + "\"\ntitle: T\nintro: I.\n---\n" + exercise(unit+".1", "") +
		exercise(unit+".2", "needs: "+needs+"\n")
}

// TestLoad_checksNeeds checks that what an exercise needs comes before it in the book.
// The error for an unknown name suggests the nearest one.
func TestLoad_checksNeeds(t *testing.T) {
	for _, tt := range []struct{ first, second, want string }{
		{"[1.1]", "[1.2, 2.1]", ""},
		{"[]", "[1.1]", ""},
		{"[2.1]", "[1.1]", "unit1.md:22:9: 1.2 needs 2.1, which comes later; name exercises that come before it"},
		{"[1.1]", "[1.22]", `unit2.md:22:9: no exercise "1.22"; did you mean "1.2"?`},
		{"[1.1]", "[2.2]", "unit2.md:22:9: 2.2 needs itself"},
		{"[1.1]", "[1.1, 1.1]", "unit2.md:22:14: 2.2 needs 1.1 twice; name it once"},
	} {
		book, err := Load(Kit{}, fstest.MapFS{
			"unit1.md": {Data: []byte(needing("1", tt.first))}, "unit2.md": {Data: []byte(needing("2", tt.second))},
		})
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s, %s: got error %v, want none", tt.first, tt.second, err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s, %s: %v, want %s", tt.first, tt.second, err, tt.want)
		case tt.want == "":
			e, _ := book.Exercise("2.2")
			if got := "[" + strings.Join(e.Summary().Needs, ", ") + "]"; got != tt.second {
				t.Errorf("2.2 needs %s, want %s", got, tt.second)
			}
		}
	}
}

// TestLint_ignoresNeedsOfOtherUnits checks that needs of other units are accepted if a
// worksheet is read alone.
func TestLint_ignoresNeedsOfOtherUnits(t *testing.T) {
	if list := Lint("unit2.md", []byte(needing("2", "[1.7, 2.1]")), Kit{}); len(list) > 0 {
		t.Errorf("Lint(unit2.md) = %v, want no problems", list)
	}
}

package worksheets

import (
	"strings"
	"testing"
)

const casesHead = "---\nunit: \"1\"\ntitle: T\nintro: I\n---\n# 1.1 A\n\n```exercise\ngoal: g\nminutes: 1\n```\n\n```numbers\nstream: 1\n"

// TestCases_areDrawnWhole checks that a case is drawn with all its texts, and every
// case for some seed.
func TestCases_areDrawnWhole(t *testing.T) {
	src := casesHead + "n: {from: 1, to: 3}\nfruit:\n  cases:\n    - {name: apple, many: apples}\n    - {name: pear, many: pears}\n    - {name: plum, many: plums}\n```\n\n## s: S\n\n{{n}} {{many}}, each a {{name}}.\n"
	unit, problems := parse("unit1.md", []byte(src), Kit{}, false)
	if len(problems) > 0 {
		t.Fatalf("got the problems %v, want none", problems)
	}
	seen := map[string]bool{}
	for seed := range uint64(30) {
		drawn, err := unit.exercises[0].numbers.draw(seed)
		if err != nil {
			t.Fatal(err)
		}
		texts := unit.exercises[0].numbers.texts(drawn)
		if texts["many"] != texts["name"]+"s" ||
			[]string{"apple", "pear", "plum"}[int(drawn["fruit"])] != texts["name"] {
			t.Errorf("seed %d: got the texts %v at case %v, want all of one case", seed, texts, drawn["fruit"])
		}
		seen[texts["name"]] = true
	}
	if len(seen) != 3 {
		t.Errorf("got the names %v, want 3 different ones", seen)
	}
}

// TestCases_haveTheSameNames checks that cases with different names are refused, and
// names that no text can use.
func TestCases_haveTheSameNames(t *testing.T) {
	for cases, want := range map[string]string{
		"[{a: x, b: y}, {a: z}]": "a case has [a], and the first has [a b]",
		"[{a: x}, {a-b: z}]":     "is no name",
		"[{a: [x, y]}]":          "is no text",
		"[]":                     "there is no case",
	} {
		_, problems := parse("unit1.md", []byte(casesHead+"k: {cases: "+cases+"}\n```\n\n## s: S\n\nx\n"), Kit{}, false)
		if len(problems) == 0 || !strings.Contains(problems[0].Error(), want) {
			t.Errorf("%s: got the problems %v, want %q in the first", cases, problems, want)
		}
	}
}

package worksheets

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// sampleWith returns the sample sheet with one piece of text changed.
func sampleWith(t *testing.T, old, now string) string {
	t.Helper()
	check.Must(t, strings.Count(sheet, old) != 0, "got no %q in the sample, want it there", old)
	return strings.Replace(sheet, old, now, 1)
}

func TestLint_findsFaults(t *testing.T) {
	tests := []struct {
		name, old, now string
		want           string // of the first problem
	}{
		{"the file has no front matter", "---\nunit", "unit", "w.md:1:1: the file has no front matter; start the file with a line ---"},
		{"front matter open", "---\n# 1.2", "# 1.2", "w.md:1:1: the front matter does not end; end it with a line ---"},
		{"front matter key", "intro: One", "inrto: One", `w.md:4:1: unknown field "inrto"`},
		{"front matter key twice", "intro: One", "title: a\nintro: One",
			`w.md:4:1: mapping key "title" already defined at [2:1]`},
		{"front matter syntax", "title: Lifting", "title: [", "w.md:3:8: sequence end token ']' not found"},
		{"unit number", `unit: "1"`, "unit: one",
			"w.md:2:7: the unit is not a number from 1 to 99 or a capital letter"},
		{"exercise of a lettered unit", `unit: "1"`, `unit: "D"`, "w.md:6:1: exercise 1.2 in unit D; number it D.…"},
		{"title missing", "title: Lifting\n", "", "w.md:2:1: title or intro is missing"},
		{"exercise without number", "# 1.2 Lift", "# Lift", "w.md:6:1: the heading does not begin with the number of an exercise"},
		{"exercise of another unit", "# 1.2 Lift", "# 2.2 Lift", "w.md:6:1: exercise 2.2 in unit 1"},
		{"exercise twice", "# 1.2 Lift the line\n",
			"# 1.2 A\n```exercise\ngoal: g\nminutes: 1\n```\n## s: S\n\nt\n# 1.2 Lift the line\n",
			"w.md:14:1: exercise 1.2 twice, first on line 6"},
		{"no exercise block", "```exercise\ngoal: Find a feature.\nminutes: 12\ndata: true\n```\n", "",
			"w.md:6:1: exercise 1.2 has no block exercise"},
		{"exercise block twice", "```exercise\ngoal: F", "```exercise\ngoal: a\nminutes: 2\n```\n```exercise\ngoal: F",
			"w.md:12:1: a second block exercise"},
		{"goal missing", "goal: Find a feature.\n", "", "w.md:9:1: the goal is missing"},
		{"after nothing", "minutes: 12", "minutes: 12\nafter: {hours: 24}",
			"after needs an exercise, and at most 720 hours"},
		{"minutes not a number", "minutes: 12", "minutes: a few",
			"w.md:10:10: this value does not fit its key; see FORMAT.md"},
		{"brackets", "minutes: 12", "minutes: " + strings.Repeat("[", 100_000), "w.md:9:1: the YAML cannot be parsed"},
		{"needs itself", "minutes: 12", "minutes: 12\nneeds: [1.2]",
			"w.md:11:9: 1.2 needs itself; name exercises that come before it"},
		{"needs one that is not there", "minutes: 12", "minutes: 12\nneeds: [2.1, 1.3]",
			`w.md:11:14: no exercise "1.3"; did you mean "1.2"?`},
		{"needs a text", "minutes: 12", "minutes: 12\nneeds: {a: b}", "w.md:11:"},
		{"text before a task", "## read: Look first\n", "", "w.md:15:1: text before the first task of 1.2"},
		{"task without name", "## read: Look", "## Look", "w.md:14:1: the heading does not begin with the name of a task"},
		{"task twice", "## feature: Choose", "## read: Choose", "w.md:28:1: task read twice, first on line 14"},
		{"unknown block", "```solution", "```answer", `w.md:53:1: unknown block "answer"; a task has former, from, source, optional`},
		{"a former task that leads nowhere", "```solution", "```former\nreed\n```\n```solution",
			`w.md:28:1: the former task feature leads to "reed", which is not a task; did you mean "read"?`},
		{"a former task without a name", "```solution", "```former\nRead it\n```\n```solution",
			"the block former must be the name of a task"},
		{"a task from nowhere", "```solution", "```from\n5.7\n```\n```solution", "the block from must name a former task"},
		{"the same item twice", "```solution", "```source\nslides 1\nslides 1\n```\n```solution",
			"an empty or repeated line in source"},
		{"block without name", "```solution", "```", `w.md:53:1: unknown block ""`},
		{"block open", "still a line\n```\n", "still a line\n```fields\n```\n", `w.md:62:1: the block "misconceptions" does not end`},
		{"question of two lines", "Which feature, **please**?", "Which\nfeature?",
			"w.md:31:1: the question does not have exactly one line"},
		{"fields key", "  width: 24", "  widht: 24", `w.md:38:3: unknown field "widht"`},
		{"field name", "- name: feature", "- name: Feature", `w.md:35:9: the name "Feature" of a field`},
		{"field name missing", "- name: feature\n  label", "- label", `w.md:35:1: the name "" of a field`},
		{"field twice", "- name: why", "- name: feature", "w.md:39:1: field feature twice, first on line 35"},
		{"field without label", "  label: because\n", "", "w.md:39:9: field why has no label"},
		{"width", "  width: 24", "  width: 0", "w.md:35:9: the width 0"},
		{"an old field", "  width: 24", "  was: slope", `w.md:35:9: "slope" does not say where the answer was`},
		{"one choice", "choices: [bend, {value: luck, label: \"by luck, {{n}} times\"}]", "choices: [bend]",
			"w.md:39:1: field why has a single choice"},
		{"choice twice", "choices: [bend, {", "choices: [bend, bend, {", `w.md:41:19: the choice "bend" twice`},
		{"choice key", "{value: luck", "{vale: luck", `a choice takes no "vale"; did you mean "value"?`},
		{"choice without label", "{value: luck, label: \"by luck, {{n}} times\"}", "{value: luck}",
			"a choice needs value and label"},
		{"two hints", "- nudge\n", "", "w.md:45:1: 2 hints; write three"},
		{"empty hint", "- nudge\n", "- \"\"\n", "w.md:45:3: an empty hint"},
		{"hint of a list", "- nudge\n", "- [a, b]\n", "w.md:45:3: expected text instead of this sequence"},
		{"no hints", "```hints\n- nudge\n- method {{n}}\n- |\n  almost:\n\n      x2 = (x1 + ...)^2\n```\n", "",
			"w.md:28:1: task feature has fields but no hints"},
		{"no solution", "```solution\nBend it.\n```\n", "", "w.md:28:1: task feature has fields but no solution"},
		{"no question", "```question\nWhich feature, **please**?\n```\n", "",
			"w.md:28:1: task feature has fields but no question"},
		{"solution twice", "```solution\n", "```solution\na\n```\n```solution\n",
			"w.md:56:1: a second block solution in task feature"},
		{"text after a block", "```solution", "so:\n\n```solution", "w.md:53:1: text after a block of the task"},
		{"reference of no field", "feature: (x1+1)^2", "faeture: (x1+1)^2",
			`task feature has an answer for "faeture", which is not one of its fields`},
		{"reference not offered", "why: bend", "why: so", `task feature answers "so" for why, which is not offered`},
		{"reference of a list", "feature: (x1+1)^2", "feature: [1]", "w.md:58:10: expected text instead of this sequence"},
		{"reference value missing", "feature: (x1+1)^2", "feature: {}", "expected text instead of this mapping"},
		{"misconception id", "- id: affine", "- id: Affine!", `w.md:63:7: the id "Affine!" of a misconception`},
		{"table before fields", "```fields", "```table\ncolumns: [a]\nrows: [[\"{feature}\"]]\n```\n\n```fields",
			`"feature" is no field of task feature`},
		{"table of unequal rows", "```hints", "```table\ncolumns: [a, b]\nrows: [[\"{feature}\"]]\n```\n\n```hints",
			"a row has 1 cells, and there are 2 columns"},
		{"table without rows", "```hints", "```table\ncolumns: [a, b]\n```\n\n```hints",
			"a table needs columns and rows"},
		{"table of lists", "```hints", "```table\ncolumns: [a]\nrows: [[[b]]]\n```\n\n```hints",
			"a cell must be a text"},
		{"misconception says nothing",
			"  say: |\n    For {{n}} points a line of slope {{slope}}.\n\n    - still a line\n", "",
			"w.md:63:1: misconception affine has no message"},
		{"given and not used", "given: [slope]", "given: [slope, height]",
			"w.md:63:1: height is given in affine but not used"},
		{"variable malformed", "There are {{n}}", "There are {{ n }}", "w.md:16:1: a {{ that does not begin a variable"},
		{"variable in a title", "# 1.2 Lift the", "# 1.2 Lift {{n}} the", "w.md:6:1: a variable cannot be used here"},
		{"emphasis in a word", "press `enter`.", "press 2*a*b.", "w.md:17:9: an emphasis that begins inside a word"},
		{"deep heading", "    f(x) = `1|a`·x", "#### no", "a heading of level 4; inside a task use ###"},
		{"list in a list", "- two `1|a`", "- two\n  - three", "a list item with more than one paragraph"},
		{"empty solution", "```solution\nBend it.\n```", "```solution\n```",
			"w.md:28:1: task feature has fields but no solution"},
		{"escape", "Bend it.", "Bend \x1b[2J it.", "w.md:54:6: the character U+001B, which does not print"},
		{"escape in quotes", "title: Lifting", `title: "\e[2Jft"`, "w.md:3:8: the character U+001B, which does not print"},
		{"escape in a key", "goal: ", "\"\\u202el\": x\ngoal: ", "w.md:9:1: the character U+202E, which does not print"},
		{"not UTF-8", "Lifting", "\xff", "w.md:1:1: the file is not UTF-8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Lint(File{Name: "w.md", Text: []byte(sampleWith(t, tt.old, tt.now))}, Kit{})
			if len(got) == 0 {
				t.Fatal("got no problem, want one")
			}
			var all []string
			for _, e := range got {
				all = append(all, e.Error())
			}
			if text := strings.Join(all, "\n"); !strings.Contains(text, tt.want) {
				t.Errorf("got\n%s\nwant %q", text, tt.want)
			}
		})
	}
	if got := Lint(File{Name: "w.md", Text: []byte(sheet)}, Kit{}); len(got) != 0 {
		t.Errorf("Lint of the sample = %v, want no problems", got)
	}
}

func TestLint_findsAllProblemsInOrder(t *testing.T) {
	src := sampleWith(t, "minutes: 12", "minutes: 0")
	src = strings.Replace(src, "- nudge\n", "", 1)
	src = strings.Replace(src, "## read: Look", "## Look", 1)
	got := Lint(File{Name: "w.md", Text: []byte(src)}, Kit{})
	check.Must(t, len(got) >= 3, "got %d problems %v, want at least 3", len(got), got)
	for i := 1; i < len(got); i++ {
		if got[i].Line < got[i-1].Line {
			t.Errorf("got line %d after line %d, want them in order", got[i].Line, got[i-1].Line)
		}
	}
}

func TestLint_acceptsWindowsFiles(t *testing.T) {
	src := "\ufeff" + strings.ReplaceAll(sheet, "\n", "\r\n")
	if got := Lint(File{Name: "w.md", Text: []byte(src)}, Kit{}); len(got) != 0 {
		t.Errorf("Lint of a Windows file = %v, want no problems", got)
	}
}

func TestLoad_refusesAUnitTwice(t *testing.T) {
	book, err := Load(Kit{}, fstest.MapFS{"unit1.md": {Data: []byte(sheet)}, "unit1b.md": {Data: []byte(sheet)}})
	if err == nil || !strings.Contains(err.Error(), "unit1b.md:2:1: unit 1 is in unit1.md already") || book != nil {
		t.Errorf("Load = %v, error %v, want an error that names both files", book, err)
	}
	var e *Error
	check.That(t, errors.As(err, &e), "got %T, want an *Error", err)
}

// TestLoad_joinsTheFilesOfAUnit checks that a unit can have files of exercises next to
// it or in another folder. They are ordered by number and can be read alone.
func TestLoad_joinsTheFilesOfAUnit(t *testing.T) {
	begin, second, _ := strings.Cut(sheet, "# 1.2 ")
	second = "# 1.2 " + second
	numbered := func(id string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(strings.Replace(second, "# 1.2 ", "# "+id+" ", 1))}
	}
	unit := &fstest.MapFile{Data: []byte(begin)}
	all := fstest.MapFS{"unit1.md": unit, "1.10-ten.md": numbered("1.10"), "1.9-nine.md": numbered("1.9"),
		"README.md": {Data: []byte("no worksheet")}}
	for _, load := range []func(Kit, ...fs.FS) (*Book, error){Load, func(k Kit, f ...fs.FS) (*Book, error) { return Outline(k, f) }} {
		book := must.Value(load(Kit{}, all, fstest.MapFS{"1.2-two.md": numbered("1.2")}))
		var ids []string
		for _, e := range book.Units()[0].Exercises() {
			whole, err := e.read()
			check.That(t, err == nil && whole.unit == book.Units()[0].Unit().Title,
				"exercise %s: got unit %q, error %v, want that of the book", e.summary.ID, whole.unit, err)
			ids = append(ids, e.Place())
		}
		if want := []string{"1.9-nine.md:1", "1.10-ten.md:1", "1.2-two.md:1"}; !slices.Equal(ids, want) {
			t.Errorf("exercises at %v, want %v", ids, want)
		}
	}
	for want, files := range map[string]fstest.MapFS{
		"unit1.md:1:1: a unit without exercises":          {"unit1.md": unit},
		"1.2-a.md:1:1: unit 1 has no file that begins it": {"1.2-a.md": numbered("1.2")},
		"1.2-b.md:1:1: exercise 1.2 twice, first in 1.2-a.md": {"unit1.md": unit,
			"1.2-a.md": numbered("1.2"), "1.2-b.md": numbered("1.2")},
		"1.2-a.md:1:1: the heading does not begin with the number of an exercise; write # 7.": {"unit1.md": unit,
			"1.2-a.md": numbered("Two")},
	} {
		if _, err := Load(Kit{}, files); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if got := Lint(File{Name: "1.2-a.md", Text: numbered("1.2").Data}, Kit{}); len(got) > 0 {
		t.Errorf("Lint = %v, want no problems", got)
	}
}

func TestLoad_checksWhatComesBefore(t *testing.T) {
	load := func(after string) error {
		src := strings.Replace(sheet, "minutes: 12", "minutes: 12\nafter: {exercise: \""+after+"\", hours: 24}", 1)
		_, err := Load(Kit{}, fstest.MapFS{"unit1.md": {Data: []byte(src)}})
		return err
	}
	id := exerciseIDs(t, sheet)[0]
	for _, after := range []string{"9.9", id} {
		if err := load(after); err == nil ||
			!strings.Contains(err.Error(), id+" must follow "+after+", which is not another exercise") {
			t.Errorf("after %s: got error %v, want one that there is no such other exercise", after, err)
		}
	}
}

// exerciseIDs returns the IDs of the exercises in a worksheet.
func exerciseIDs(t *testing.T, src string) (out []string) {
	t.Helper()
	book := must.Value(Load(Kit{}, fstest.MapFS{"unit1.md": {Data: []byte(src)}}))
	for _, u := range book.units {
		for _, e := range u.exercises {
			out = append(out, e.summary.ID)
		}
	}
	return out
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(sheet))
	f.Add([]byte("---\nunit: \"1\"\ntitle: a\nintro: b\n---\n# 1.1 A\n```exercise\ngoal: g\nminutes: 1\n```\n## s: S\n\n- a\n- *b* `1|c` **d**\n\n1. x\n2. y\n\n    f\n"))
	f.Add([]byte("---\nunit: &a [*a]\n---\n"))
	f.Add([]byte("---\n---\n```\n"))
	f.Add([]byte("---\nunit: \"1\"\ntitle: a\nintro: b\n---\n# 1.1 A\n```exercise\ngoal: g\nminutes: 1\n```\n```numbers\nstream: 1\nd: {from: 1, to: 3}\ne: {of: [1, 2]}\nf: d + e\nwhere: f > 2\n```\n## s: S\n\nx\n\n```scene\nas: s\n```\n## t: T\n\nx\n\n```scene\nas\n```\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		unit, problems := parse(File{Name: "w.md", Text: src}, Kit{}, false)
		check.Must(t, (unit == nil) == (len(problems) > 0),
			"got a unit %v and %d problems, want one of them", unit != nil, len(problems))
		lines := strings.Count(string(src), "\n") + 1
		for _, e := range problems {
			if e.Line < 1 || e.Line > lines+1 || e.Column < 0 || e.Msg == "" {
				t.Fatalf("got the problem %+v, want a place in the %d lines", e, lines)
			}
		}
		if unit == nil {
			return
		}
		for _, e := range unit.exercises {
			for _, s := range e.tasks {
				checkParsed(t, s)
			}
		}
	})
}

// checkParsed checks that a task without problems has everything that the loader promises.
func checkParsed(t *testing.T, s task) {
	check.Must(t, kebabName().MatchString(s.name), "got the task name %q, want words joined by hyphens", s.name)
	if n := len(s.hints); n != 0 && n != 3 {
		t.Fatalf("got %d hints, want 0 or 3", n)
	}
	if len(s.fields) > 0 && (len(s.hints) == 0 || len(s.solution) == 0 || len(s.question) == 0) {
		t.Fatalf("task %s asks: got no hints, solution or question, want all three", s.name)
	}
	for _, b := range s.text {
		check.Must(t, !strings.Contains(b.Text.String(), "\n"), "got the line %q, want no break in it", b.Text)
	}
	v := values{{}}
	for _, u := range s.uses {
		v[0][u.name] = fmt.Sprint("<", u.name, ">")
	}
	if text := blockText(v.blocks(s.text)) + v.line(s.question).String(); strings.Contains(text, "{{") {
		t.Fatalf("got the text %q, want every variable filled in", text)
	}
}

// unitWithNeeds returns a unit of two exercises, the second of which has the given needs.
func unitWithNeeds(unit, needs string) string {
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
			"unit1.md": {Data: []byte(unitWithNeeds("1", tt.first))}, "unit2.md": {Data: []byte(unitWithNeeds("2",
				tt.second))},
		})
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s, %s: got error %v, want none", tt.first, tt.second, err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s, %s: %v, want %s", tt.first, tt.second, err, tt.want)
		case tt.want == "":
			e, _ := book.Exercise("2.2")
			check.Equal(t, "["+strings.Join(e.Summary().Needs, ", ")+"]", tt.second, "2.2 needs")
		}
	}
}

package kit

import (
	"context"
	"fmt"
	"maps"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

func format(t *testing.T) string {
	return string(must.Value(os.ReadFile("../FORMAT.md")))
}

func TestFormat_exampleLoads(t *testing.T) {
	_, after, _ := strings.Cut(format(t), "`````markdown\n")
	example, _, ok := strings.Cut(after, "`````\n")
	if !ok {
		t.Fatal("FORMAT.md: got no example, want one")
	}
	for _, e := range worksheets.Lint(worksheets.File{Name: "FORMAT.md", Text: []byte(example)}, New()) {
		t.Error(e)
	}
	openWorksheet(t, example, 4)
}

// entries returns the examples in a section of FORMAT.md, by what they are examples of.
func entries(t *testing.T, section string) map[string]string {
	t.Helper()
	_, after, ok := strings.Cut(format(t), "\n## "+section+"\n")
	check.Must(t, ok, "FORMAT.md: got no section %s, want one", section)
	text, _, _ := strings.Cut(after, "\n## ")
	out := map[string]string{}
	for _, part := range strings.Split(text, "\n### ")[1:] {
		name, body, _ := strings.Cut(part, "\n")
		_, yaml, _ := strings.Cut(body, "```yaml\n")
		out[name], _, _ = strings.Cut(yaml, "```")
	}
	return out
}

// list returns the entries of a line "key: [a, b]" in an example, or nil if there is none.
func list(example, key string) []string {
	_, after, ok := strings.Cut("\n"+example, "\n"+key+": [")
	if !ok {
		return nil
	}
	line, _, _ := strings.Cut(after, "\n")
	var out []string
	for _, m := range regexp.MustCompile(`"([^"]*)"|([^,"]+)`).FindAllStringSubmatch(strings.TrimSuffix(line, "]"),
		-1) {
		if text := strings.TrimSpace(m[1] + m[2]); text != "" {
			out = append(out, text)
		}
	}
	return out
}

const asking = "```question\nWhat?\n```\n\n```hints\n- a\n- b\n- c\n```\n\n```solution\nSo.\n```\n\n"

// bindWorksheet builds the first exercise of a worksheet.
func bindWorksheet(src string, seed uint64) (*exercises.Exercise, error) {
	book, err := worksheets.Load(New(), fstest.MapFS{"unit1.md": {Data: []byte(src)}})
	if err != nil {
		return nil, err
	}
	var lesson worksheets.Lesson
	if strings.Contains(src, "lesson:") {
		lesson = func(worksheets.LessonInput) worksheets.LessonOutput {
			drawn := func(context.Context, exercises.Answers) exercises.Scene {
				return exercises.Scene{Figures: []exercises.Figure{stage.Main("", ascii.TextBlock{})}}
			}
			return worksheets.LessonOutput{Tasks: map[string]worksheets.LessonTask{"s": {Scene: drawn}}}
		}
	}
	return worksheets.Bind(book.Units()[0].Exercises()[0], lesson, New(), exercises.Options{Seed: seed})
}

func openWorksheet(t *testing.T, src string, seed uint64) *exercises.Exercise {
	t.Helper()
	e, err := bindWorksheet(src, seed)
	check.Must(t, err == nil, "got error %v, want none in\n%s", err, src)
	return e
}

const frontMatter = "---\nunit: \"1\"\ntitle: Toy\nintro: A toy.\n---\n# 1.1 Toy\n\n```exercise\ngoal: Play.\nminutes: 1\n```\n\n"

func TestFormat_judgesExamples(t *testing.T) {
	all := entries(t, "Judges")
	maps.Copy(all, entries(t, "Scopes"))
	for name, example := range all {
		t.Run(name, func(t *testing.T) {
			right, wrong := list(example, "right"), list(example, "wrong")
			field := "- name: f\n  label: f\n"
			for _, line := range strings.Split(example, "\n") {
				if strings.HasPrefix(line, "judge:") || strings.HasPrefix(line, "choices:") {
					field += "  " + line + "\n"
				}
			}
			if len(right) == 0 || len(wrong) == 0 && name != "prediction" {
				t.Fatalf("got right answers %q and wrong ones %q, want some of each", right, wrong)
			}
			step := openWorksheet(t,
				frontMatter+"## s: Step\n\n"+asking+"```fields\n"+field+"```\n\n```reference\nf: \""+right[0]+
					"\"\n```\n", 4).Tasks[0]
			for _, text := range right {
				if r := step.Check(t.Context(), exercises.Answers{"f": text}); !r.Accepted {
					t.Errorf("Check(%s): got refused (%s %v), want accepted", text, r.FirstLine(), r.Fact)
				}
			}
			for _, text := range append(wrong, "") {
				if r := step.Check(t.Context(), exercises.Answers{"f": text}); r.Accepted ||
					text != "" && !r.Verdict.CountsAsAttempt() {
					t.Errorf("Check(%q): got %s %v, want it refused and counted", text, r.FirstLine(), r.Fact)
				}
			}
			for _, text := range right {
				if e := step.(exercises.Echoer).Echo(t.Context(), "f", text); e.Problem != "" {
					t.Errorf("Echo(%s): got the problem %s, want none", text, e.Problem)
				}
			}
		})
	}
}

func TestFormat_drawsScenes(t *testing.T) {
	for name, example := range entries(t, "Scenes") {
		t.Run(name, func(t *testing.T) {
			_, written, _ := strings.Cut(example, "scene:")
			fields, right := "", exercises.Answers{}
			for i, f := range list(example, "fields") {
				fields += fmt.Sprintf("- {name: %s, label: %s, judge: {number: %d}}\n", f, f, i+1)
				right[f] = fmt.Sprint(i + 1)
			}
			src := frontMatter + "## s: Step\n\nRead.\n\n"
			if fields != "" {
				src += asking + "```fields\n" + fields + "```\n\n"
			}
			step := openWorksheet(t, src+"```scene\n"+removeIndent(written)+"```\n", 4).Tasks[0]
			for _, a := range []exercises.Answers{nil, right} {
				s := step.Scene(t.Context(), a)
				if len(s.Figures) == 0 && s.Run == nil {
					t.Error("got nothing on the stage, want a figure or a run")
				}
				for _, f := range s.Figures {
					g := ascii.NewGrid(60, 20)
					f.Plot.Draw(g, ascii.Rect{W: 60, H: 20}, ascii.View{})
				}
			}
		})
	}
}

// removeIndent removes the indent of a block.
func removeIndent(s string) string {
	return strings.TrimSpace(strings.ReplaceAll(s, "\n  ", "\n")) + "\n"
}

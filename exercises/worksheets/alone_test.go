package worksheets

import (
	"context"
	"strings"
	"testing"

	"kernellab/exercises"
)

// TestBind_asksTasksAlone checks that the set-up of an exercise comes before that of
// each task except the first, with its values filled in.
func TestBind_asksTasksAlone(t *testing.T) {
	asks := func(name string) string {
		return "## " + name + ": Asked\n\nText.\n\n```alone\nOf " + name +
			".\n```\n\n```question\nWhat?\n```\n\n```fields\n- {name: " + name +
			", label: x =}\n```\n\n```hints\n- a\n- b\n- c\n```\n\n```solution\n1\n```\n\n```reference\n" + name +
			": \"1\"\n```\n\n"
	}
	src := "---\nunit: \"1\"\ntitle: T\nintro: I.\n---\n# 1.2 One\n\n```exercise\ngoal: G.\nminutes: 2\n```\n\n```numbers\nstream: 1\nm: {of: [3, 3]}\n```\n\n```alone\nOf all, {{m}}.\n```\n\n" + asks("one") + asks("two")
	lesson := func(Brief) Parts {
		right := func(context.Context, exercises.Answers) exercises.Report {
			return exercises.Report{Verdict: exercises.Equal, Accepted: true}
		}
		return Parts{Steps: map[string]Behaviour{"one": {Check: right}, "two": {Check: right}}}
	}
	told := func(src string) (out []string) {
		for _, s := range bind(t, src, lesson).Tasks {
			out = append(out, strings.TrimSpace(blockText(s.Info().Alone)))
		}
		return out
	}
	if got := told(src); len(got) != 2 || got[0] != "Of one." || got[1] != "Of all, 3.\n\nOf two." {
		t.Errorf("got the set-ups %q, want \"Of one.\" and \"Of all, 3.\" before \"Of two.\"", got)
	}
	if got := Lint("unit1.md", []byte(strings.Replace(src, "{{m}}", "{{m", 1)), Kit{}); len(got) == 0 {
		t.Error("Lint of a variable without its end: got no problem, want one")
	}
}

package kit

import (
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
)

// TestDerivation_fades checks that a repeated derivation gives half of its lines, or
// none, and that its slider brings them back one by one. What is found stays.
func TestDerivation_fades(t *testing.T) {
	const sheet = frontMatter + "## lines: Lines\n\n" + asking +
		"```fields\n- name: half\n  label: \"half of 4 =\"\n  judge: {number: 2}\n```\n\n" +
		"```scene\nderivation: Three lines φ\nlines: [one, two, \"half is {half}\", {line: four, once: half}]\n```\n"
	step := openSheet(t, sheet).Tasks[0]
	for _, c := range []struct {
		fading exercises.Fading
		given  string
		want   string
	}{
		{exercises.Whole, "", "one|two|half is 2|four"},
		{exercises.Whole, "1", "one|two|half is 2|four"},
		{exercises.Half, "", "one|two|…|four"},
		{exercises.BlankPage, "", "…|four"},
		{exercises.BlankPage, "1", "one|…|four"},
		{exercises.BlankPage, "3", "one|two|half is 2|four"},
		{exercises.BlankPage, "nonsense", "…|four"},
	} {
		s := step.Scene(t.Context(), exercises.Answers{"half": "2", "given-three-lines": c.given}.Faded(c.fading))
		got := strings.ReplaceAll(text(s.Figures[0].Plot.(ascii.TextBlock).Lines), "\n", "|")
		if got != c.want {
			t.Errorf("fading %d, %q given: got %q, want %q", c.fading, c.given, got, c.want)
		}
		faded := c.fading != exercises.Whole
		if said := strings.Contains(text(s.Notes), "“lines given”"); said != faded || len(s.Controls) > 0 != faded {
			t.Errorf("fading %d: got a note %v and %d controls, want both only if it fades", c.fading, said,
				len(s.Controls))
		}
	}
}

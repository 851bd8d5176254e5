package catalogue

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
)

// mentions maps what the texts of a task may speak of to what its stage must then contain in a
// title, a legend, the names of curves and columns, or the lines below.
func mentions() map[*regexp.Regexp]string {
	out := map[*regexp.Regexp]string{}
	for text, drawn := range map[string]string{
		`\bparabola\b.*\bshows\b`: "g against αₗ",
		`\bdual objective\b`:      "dual objective g",
		`\bgap\b`:                 "gap",
		`\bα\*|αₗ\*`:              "α*",
		`\bpseudo-code\b`:         "pseudo-code",
		`\bdotted\b`:              "margin",
		`\bbars\b`:                "bars",
		`\bcharts?\b`:             "chart",
		`\bthe loss\b`:            "loss",
		`\bviolation\b`:           "violation",
		`\bpass without a\b`:      "pass",
	} {
		out[regexp.MustCompile(text)] = drawn
	}
	return out
}

// checkFigureNames checks that the stage of a task with a run contains what the text, the question
// and the hints speak of.
func checkFigureNames(t *testing.T, s task) {
	if s.scene.Run == nil {
		return
	}
	var said strings.Builder
	for _, b := range s.info.Text {
		fmt.Fprintln(&said, b.Text)
	}
	fmt.Fprintln(&said, s.info.Question)
	for _, hint := range s.info.Hints {
		fmt.Fprintln(&said, hint)
	}
	run := exercises.ExtendTo(t.Context(), s.scene.Run, 3)
	drawn := names(s.scene, run.Frame(min(1, run.Len()-1)))
	for text, want := range mentions() {
		if found := text.FindString(said.String()); found != "" && !strings.Contains(drawn, want) {
			t.Errorf("the text speaks of “%s”, but the stage has no “%s”:\n%s", found, want, drawn)
		}
	}
}

// names returns the titles, legends, names of curves and columns, and lines of a stage.
func names(s exercises.Scene, f exercises.Frame) string {
	s.Run, s.Figures, s.Formula, s.Notes = nil, f.Figures, f.Formula, slices.Concat(f.Notes, s.Notes)
	var out strings.Builder
	fmt.Fprintln(&out, strings.Join(append(sceneTexts(s), f.Status.String()), "\n"))
	for _, fig := range f.Figures {
		switch p := fig.Plot.(type) {
		case ascii.Chart:
			fmt.Fprintln(&out, "chart", p.XLabel, p.YLabel)
			for _, c := range p.Series {
				fmt.Fprintln(&out, c.Name)
			}
		case ascii.Bars:
			fmt.Fprintln(&out, "bars")
		case ascii.Map:
			if p.Levels == ascii.WithMargins {
				fmt.Fprintln(&out, "margin")
			}
		case ascii.Table:
			for _, c := range p.Columns {
				fmt.Fprintln(&out, c.Title)
			}
		case ascii.PointTable:
			for _, c := range p.Columns {
				fmt.Fprintln(&out, c.Title)
			}
		}
	}
	return out.String()
}

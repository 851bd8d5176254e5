package unit6

import (
	"math"
	"strings"
	"testing"

	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
	"kernellab/solvers"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/lessontest"
)

// unseenCases opens 6.7 for the seeds 0 to seeds − 1. It returns what the worksheet and the lesson
// draw for each seed.
func unseenCases(t *testing.T, seeds uint64) (briefs []worksheets.LessonInput, parts []worksheets.LessonOutput) {
	t.Helper()
	for seed := range seeds {
		lessontest.Open(t, func(input worksheets.LessonInput) worksheets.LessonOutput {
			p := blankPage(input)
			briefs, parts = append(briefs, input), append(parts, p)
			return p
		}, "6.7", seed)
	}
	return briefs, parts
}

// lossNamed returns the loss with a name, or the zero value.
func lossNamed(name string) solvers.Loss { l, _ := solvers.LossByName(name); return l }

// textsByLoss returns the texts of each case, by the name of its loss.
func textsByLoss(briefs []worksheets.LessonInput) map[string]map[string]string {
	out := map[string]map[string]string{}
	for _, b := range briefs {
		out[b.Texts["name"]] = b.Texts
	}
	return out
}

// valueOf evaluates a formula of 6.7 at the label y and the score f.
func valueOf(t *testing.T, text string, y, f float64) float64 {
	t.Helper()
	text = strings.NewReplacer("y_i", "y", "f_i", "f", "Σ_j a_j K_ij", "f", "yᵢ", "y ", "fᵢ", "f", "Σⱼ aⱼKᵢⱼ", "f",
		"−", "-", "·", "", "³", "^3").Replace(text)
	text = strings.ReplaceAll(text, "max(0, 1 - y f)", "((1 - y f + |1 - y f|)/2)")
	e, err := answer.Parse(t.Context(), text, answer.Scope{Vars: []string{"y", "f"}})
	check.Must(t, err == nil, "%s: %v", text, err)
	at, bad := e.Compile("y", "f")
	if bad != nil {
		t.Fatal(bad)
	}
	return at.Value(y, f)
}

// TestRandomSineSet_textsMatchTheLoss evaluates the formulas of 6.7 for the slope, its
// negative and the update, and compares them with the loss that the stage runs. The slip
// gives another value.
func TestRandomSineSet_textsMatchTheLoss(t *testing.T) {
	briefs, _ := unseenCases(t, 40)
	all := textsByLoss(briefs)
	check.That(t, len(all) == 3, "got %d losses in 40 seeds, want 3", len(all))
	for name, l := range all {
		loss := lossNamed(name)
		for _, f := range []float64{-1.3, 0.2, 2.5} {
			for text, want := range map[string]float64{l["curve"]: loss.Value(1, f),
				strings.ReplaceAll(l["touch"], "u", "f"):   loss.Value(1, f),
				strings.ReplaceAll(l["tangent"], "u", "f"): loss.Slope(1, f)} {
				if got := valueOf(t, text, 1, f); math.Abs(got-want) > 1e-12 {
					t.Errorf("%s: the chart has %s = %v at f = %v, want %v", name, text, got, f, want)
				}
			}
		}
		for _, y := range map[solvers.LabelKind][]float64{solvers.Signs: {-1, 1}, solvers.Reals: {-0.9, 0.4, 1},
			solvers.Positives: {0.3, 1, 2.6}}[loss.Labels] {
			if (l["signs"] == "y") != (loss.Labels == solvers.Signs) ||
				(l["axis"] == "e^f") != (loss.Labels == solvers.Positives) {
				t.Errorf("%s: got signs %q and axis %q, want them to fit labels %v", name, l["signs"], l["axis"],
					loss.Labels)
			}
			for _, f := range []float64{-1.3, 0.2, 2.5} {
				slope := loss.Slope(y, f)
				for text, want := range map[string]float64{l["slope"]: slope, l["minus"]: -slope, l["update"]: -slope,
					l["writtenSlope"]: slope, l["writtenUpdate"]: -slope} {
					if got := valueOf(t, text, y, f); math.Abs(got-want) > 1e-12 {
						t.Errorf("%s: %s is %v at y = %v, f = %v, want %v", name, text, got, y, f, want)
					}
				}
			}
			if got := valueOf(t, l["slip"], y, 0.2); loss.Labels != solvers.Signs && got == loss.Slope(y, 0.2) {
				t.Errorf("%s: the slip %s gives the slope %v itself, want another value", name, l["slip"],
					loss.Slope(y, 0.2))
			}
		}
	}
}

package unit3

import (
	"strings"
	"testing"

	"kernellab/ascii"
)

func TestSquareFigure_countsWhatIsTyped(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "None of them",
		"u^2":                          "are 1: u².",
		"uv":                           "are 1: uv.",
		"2uv + v*v":                    "are 3: uv, uv, v².",
		"u u + u v + v u":              "are 3: u², uv, uv.",
		"u^2+v^2+1+2u v+2u+2v":         "are 9:",
		"(u+v+1)^2":                    "None of them", // the question itself
		"u(u + v)":                     "None of them",
		"3u":                           "no cell for u.",
		"2 + u^2":                      "no cell for 1.",
		"u^3":                          "None of them is counted yet. There is no cell for u³.",
		"u^3 + u^2 + 1":                "are 2: u², 1. There is no cell for u³.",
		"u^2 v - u + v^2":              "are 1: v². There is no cell for −1·u, u²v.",
		"u^2 + 1/u":                    "There is no cell for a term of yours.",
		"u^9 + u":                      "There is no cell for a term of yours.",
		"1/2 u":                        "no cell for 0.5·u.",
		"-v":                           "no cell for −1·v.",
		"w":                            "None of them",
		"u^2 + 2uv + v^2 + 2u + 2v + ": "None of them",
	} {
		if got := strings.Join(newSquareFigure(t.Context(), text).Words(), " "); !strings.Contains(got, want) {
			t.Errorf("%q: %s; want %s", text, got, want)
		}
	}
}

func TestSquareFigure_fitsItsRoom(t *testing.T) {
	f := newSquareFigure(t.Context(), "u^2")
	for h := len(f.lines(1)); h <= len(f.lines(roomyCell)); h++ {
		g := ascii.NewGrid(f.PreferredWidth(ascii.View{}), h)
		f.Draw(g, g.Bounds(), ascii.View{})
		if text := runesOf(g); strings.Contains(text, "more") || !strings.Contains(text, "u²") {
			t.Errorf("in %d rows: got\n%s\nwant every line of the square and no “more”", h, text)
		}
	}
}

func runesOf(g *ascii.Grid) string {
	var b strings.Builder
	for y := range g.H {
		for x := range g.W {
			b.WriteString(string(g.At(x, y).Rune))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

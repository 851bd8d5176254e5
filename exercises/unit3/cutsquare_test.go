package unit3

import (
	"strings"
	"testing"
)

func TestSquareFigure_countsWhatIsTyped(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "None of them",
		"u^2":                          "counted 1 so far: u².",
		"uv":                           "counted 1 so far: uv.",
		"2uv + v*v":                    "counted 3 so far: uv, uv, v².",
		"u u + u v + v u":              "counted 3 so far: u², uv, uv.",
		"u^2+v^2+1+2u v+2u+2v":         "counted 9 so far:",
		"(u+v+1)^2":                    "None of them", // the question itself
		"3u":                           "no cell for u.",
		"u^3":                          "None of them is counted yet. There is no cell for u³.",
		"u^3 + u^2 + 1":                "counted 2 so far: u², 1. There is no cell for u³.",
		"u^2 v - u + v^2":              "counted 1 so far: v². There is no cell for −1·u, u²v.",
		"u^2 + 1/u":                    "There is no cell for a term of yours.",
		"1/2 u":                        "no cell for 0.5·u.",
		"w":                            "None of them",
		"u^2 + 2uv + v^2 + 2u + 2v + ": "None of them",
	} {
		if got := strings.Join(newSquareFigure(t.Context(), text).Words(), " "); !strings.Contains(got, want) {
			t.Errorf("%q: %s; want %s", text, got, want)
		}
	}
}

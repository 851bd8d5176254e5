package progress

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// However a document is damaged, the error does not name a type of the program.
func TestDecode_errorsNameNoTypes(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text, err := json.Marshal(anyExercise(rt))
		if err != nil {
			rt.Fatal(err)
		}
		at := rapid.IntRange(0, len(text)-1).Draw(rt, "at")
		piece := rapid.SampledFrom([]string{"", "\"", "x", "{", "[", "1e9", "null", "-1.5", "\"\":"}).Draw(rt, "piece")
		damaged := string(text[:at]) + piece +
			string(text[min(at+rapid.IntRange(0, 3).Draw(rt, "without"), len(text)):])
		if _, err = decodeExercise([]byte(damaged)); err == nil {
			return
		}
		for _, word := range []string{"Go ", "struct", "unmarshal", "progress.", "uint", "int64", "json",
			"parsing time"} {
			if strings.Contains(err.Error(), word) {
				rt.Fatalf("%s: got error %v, want it without %q", damaged, err, word)
			}
		}
	})
}

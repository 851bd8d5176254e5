package progress

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A document that is damaged is told of by file, line, column and value, in words of a
// person who looks into it.
func TestMisfitsInWords(t *testing.T) {
	for text, want := range map[string]string{
		"{\n  \"version\": \"one\"\n}": `line 2, column 14: version is "one", and should be a whole number`,
		"{\"version\": 1, \"id\": 7}":  `line 1, column 22: id is 7, and should be a text in quotes`,
		"{\"version\": 1,\n\"steps\": {\n \"watch\": {\"hints\": 2, \"tried\": {}}}}":              `line 3, column 33: steps.watch.tried is {, and should be a list in [ ]`,
		"{\"version\": 1,\n\"steps\": {\"watch\": {\"frame\": 1.5}}}":                              `line 2, column 30: steps.watch.frame is 1.5, and should be a whole number`,
		"{\"version\": 1,\n\"steps\": {\"a\": {\"debug\": {\"branches\": [{\"number\": true}]}}}}": `steps.a.debug.branches.1.number is true, and should be a whole number`,
		"{\"version\": 1, \"seed\": -4}":                                                           `seed is -4, and should be a whole number, 0 or more`,
		"{\"version\": 1, \"updated\": \"yesterday\"}":                                             `updated is "yesterday", and should be a time such as`,
		"{\"version\": 1,\n \"id\": \"7.7\",\n oops}":                                              "line 3, column 2: “oops}” cannot stand here",
		"{\"version\": 1, \"id\": \"7.7":                                                           "the text ends too early",
		"[]":                                                                                       `line 1, column 1: the document is [, and should be a group in { }`,
	} {
		_, err := decodeExercise([]byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n gives %v, want %s", text, err, want)
		}
	}
	if _, err := decodeProfile([]byte(`{"version": 1, "settings": {"speed": "fast"}}`)); err == nil || !strings.Contains(err.Error(), `settings.speed is "fast"`) {
		t.Error(err)
	}
}

// However a document is damaged, no name of a type is in what is said of it.
func TestMisfitsNameNoTypes(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text, err := json.Marshal(anyExercise(rt))
		if err != nil {
			rt.Fatal(err)
		}
		at := rapid.IntRange(0, len(text)-1).Draw(rt, "at")
		piece := rapid.SampledFrom([]string{"", "\"", "x", "{", "[", "1e9", "null", "-1.5", "\"\":"}).Draw(rt, "piece")
		damaged := string(text[:at]) + piece + string(text[min(at+rapid.IntRange(0, 3).Draw(rt, "without"), len(text)):])
		if _, err = decodeExercise([]byte(damaged)); err == nil {
			return
		}
		for _, word := range []string{"Go ", "struct", "unmarshal", "progress.", "uint", "int64", "json", "parsing time"} {
			if strings.Contains(err.Error(), word) {
				rt.Fatalf("%s\n%s", damaged, err)
			}
		}
	})
}

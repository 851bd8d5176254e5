package exercises_test

import (
	"maps"
	"testing"

	"kernellab/exercises"
)

// TestMigrateAnswers_splitsLists checks that a list in an old answer is divided among
// the fields of its entries, but never replaces a newer entry.
func TestMigrateAnswers_splitsLists(t *testing.T) {
	fields := []exercises.Field{
		{Name: "other"},
		{Name: "s1", Legacy: exercises.LegacyField{Field: "s", Entry: 1}},
		{Name: "s2", Legacy: exercises.LegacyField{Field: "s", Entry: 2}},
	}
	for text, want := range map[string]exercises.Answers{
		"[1, -2]": {"s1": "1", "s2": "-2"}, "1; 2/3, 4": {"s1": "1", "s2": "2/3"}, "(7": {"s1": "7"}, "": {}, "[]": {},
	} {
		a := exercises.Answers{"s": text, "other": "x"}
		want["s"], want["other"] = text, "x"
		if got := exercises.MigrateAnswers(fields, a); !maps.Equal(got, want) || len(a) != 2 {
			t.Errorf("MigrateAnswers(%q) = %v, want %v", text, got, want)
		}
		if got := exercises.MigrateAnswers(fields, exercises.MigrateAnswers(fields, a)); !maps.Equal(got, want) {
			t.Errorf("MigrateAnswers(MigrateAnswers(%q)) = %v, want %v", text, got, want)
		}
	}
	a := exercises.Answers{"s": "[1, 2]", "s2": "5"}
	if got := exercises.MigrateAnswers(fields, a); !maps.Equal(got, a) {
		t.Errorf("MigrateAnswers with a new answer = %v, want %v", got, a)
	}
}

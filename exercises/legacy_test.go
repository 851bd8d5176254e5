package exercises_test

import (
	"maps"
	"testing"

	"kernellab/exercises"
)

// What stood in one field as a list stands in the fields of its entries; what is
// typed there anew stays.
func TestRenewed(t *testing.T) {
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
			t.Errorf("%q is renewed to %v", text, got)
		}
		if got := exercises.MigrateAnswers(fields, exercises.MigrateAnswers(fields, a)); !maps.Equal(got, want) {
			t.Errorf("%q renewed twice is %v", text, got)
		}
	}
	a := exercises.Answers{"s": "[1, 2]", "s2": "5"}
	if got := exercises.MigrateAnswers(fields, a); !maps.Equal(got, a) {
		t.Errorf("beside a new answer: %v", got)
	}
}

package answer

import (
	"reflect"
	"testing"
)

func TestReadWitness(t *testing.T) {
	for text, want := range map[string][][]float64{
		"0, 1 | 1, -2":        {{0, 1}, {1, -2}},
		"(0, 1) | [1, -2]":    {{0, 1}, {1, -2}},
		"1/2; 3 | 1, −1":      {{0.5, 3}, {1, -1}},
		"0, 1":                nil,
		"":                    nil,
		"a, b | 1, 2":         nil,
		"|":                   nil,
		"0, 1 | 1, -2 | 3, 4": nil,
	} {
		got, ok := ReadWitness(t.Context(), text)
		if ok != (want != nil) || ok && !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, %v", text, got, ok)
		}
	}
}

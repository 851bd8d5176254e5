package ascii

import (
	"strings"
	"testing"
)

// A function that is 0 everywhere, as before the first step, gives neither class
// the map.
func TestNoClassHasAMapOfZeros(t *testing.T) {
	m := Map{X: Range{Min: -1, Max: 1}, Y: Range{Min: -1, Max: 1}, Field: FieldFunc(func(float64, float64) float64 { return 0 })}
	if said := strings.Join(m.Words(), " "); strings.Contains(said, "100 %") || !strings.Contains(said, "0 everywhere") {
		t.Error(said)
	}
}

package pictures

import (
	"testing"
)

func TestNamesPoint(t *testing.T) {
	for _, c := range []struct {
		name string
		i    int
		want bool
	}{{"α₃", 2, true}, {"α₁₃", 2, false}, {"α₁₃", 12, true}, {"₃", 2, false}, {"g", 2, false}, {"y−f₃", 2, true}, {"",
		2, false}} {
		if got := namesPoint(c.name, c.i); got != c.want {
			t.Errorf("namesPoint(%q, %d) = %v, want %v", c.name, c.i, got, c.want)
		}
	}
}

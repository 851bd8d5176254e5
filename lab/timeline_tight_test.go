package lab

import (
	"testing"

	"kernellab/ascii"
)

// The position gives way part by part, from its end, and never its first one.
func TestThePositionGivesWay(t *testing.T) {
	whole := "update 3  pair (21, 1)  W = 0.2176  gap 60"
	for w, want := range map[int]string{
		80: whole, len(whole): whole, len(whole) - 1: "update 3  pair (21, 1)  W = 0.2176",
		34: "update 3  pair (21, 1)  W = 0.2176", 33: "update 3  pair (21, 1)", 10: "update 3", 3: "update 3", -5: "update 3",
	} {
		if got := givingWay(ascii.Plain(whole), w).String(); got != want {
			t.Errorf("%d columns: %q, want %q", w, got, want)
		}
	}
}

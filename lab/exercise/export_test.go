package exercise

import (
	"strings"
	"sync/atomic"
	"testing"
)

func TestLinesAreCounted(t *testing.T) {
	var text strings.Builder
	var lines atomic.Int64
	c := &lineWriter{ctx: t.Context(), w: &text, lines: &lines, most: 3}
	n, err := c.Write([]byte("a\nb"))
	if n != 3 || err != nil || lines.Load() != 1 {
		t.Errorf("%d bytes, %d lines, %v", n, lines.Load(), err)
	}
	if n, err = c.Write([]byte("c\nd\ne\n")); n != 4 || err != errEnough || text.String() != "a\nbc\nd\n" {
		t.Errorf("%d bytes, %v: %q", n, err, text.String())
	}
}

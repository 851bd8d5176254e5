package exercise

import (
	"strings"
	"sync/atomic"
	"testing"
)

func TestLineWriter_countsLines(t *testing.T) {
	var text strings.Builder
	var lines atomic.Int64
	c := &lineWriter{ctx: t.Context(), w: &text, lines: &lines, limit: 3}
	n, err := c.Write([]byte("a\nb"))
	if n != 3 || err != nil || lines.Load() != 1 {
		t.Errorf("Write = %d bytes, %d lines, %v, want 3 bytes, 1 line", n, lines.Load(), err)
	}
	if n, err = c.Write([]byte("c\nd\ne\n")); n != 4 || err != errEnough || text.String() != "a\nbc\nd\n" {
		t.Errorf("Write beyond the limit = %d bytes, %v, text %q, want 4 bytes, %v", n, err, text.String(), errEnough)
	}
}

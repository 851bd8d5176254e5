package exercise

import (
	"strings"
	"testing"
)

func TestExportWriter_stopsAtItsLimit(t *testing.T) {
	var text strings.Builder
	c := &exportWriter{t.Context(), &text, 7}
	if n, err := c.Write([]byte("a\nb\n")); n != 4 || err != nil {
		t.Errorf("Write = %d bytes, %v, want 4 bytes", n, err)
	}
	if _, err := c.Write([]byte("c\nd\n")); err != errEnough || text.String() != "a\nb\n" {
		t.Errorf("Write beyond the limit: %v, text %q, want %v", err, text.String(), errEnough)
	}
}

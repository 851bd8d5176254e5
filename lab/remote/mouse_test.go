package remote

import (
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"pgregory.net/rapid"

	"kernellab/testdata/support/check"
)

func TestClampMouse(t *testing.T) {
	for name, test := range map[string]struct{ in, want string }{
		"a report as it is":            {"\x1b[<0;5;3M", "\x1b[<0;5;3M"},
		"a release left of the screen": {"\x1b[<0;-5;3m", "\x1b[<0;1;3m"},
		"a drag above the screen":      {"\x1b[<32;7;-12M", "\x1b[<32;7;1M"},
		"both, between keys":           {"a\x1b[<32;-7;-12Mb", "a\x1b[<32;1;1Mb"},
		"an arrow, and a key with alt": {"\x1b[A\x1bq\x1b[1;5C", "\x1b[A\x1bq\x1b[1;5C"},
		"a paste, letters and runes":   {"\x1b[200~-5;-3M ü→\x1b[201~", "\x1b[200~-5;-3M ü→\x1b[201~"},
	} {
		check.Equal(t, string(ClampMouse([]byte(test.in))), test.want, "ClampMouse(%s: %q)", name, test.in)
	}
}

// Wherever the mouse is, the terminal library reads no key of its reports, and every key
// between them.
func TestClampMouse_reportsAreNeverTyped(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		number := func(name string) string {
			return rapid.SampledFrom([]string{"0", "1", "32", "64", "-1", "-300", "99999"}).Draw(rt, name)
		}
		var in, keys string
		for range rapid.IntRange(1, 6).Draw(rt, "reports") {
			in += "\x1b[<35;" + number("x") + ";" + number("y") + rapid.SampledFrom([]string{"M", "m"}).Draw(rt, "end")
			key := rapid.SampledFrom([]string{"", "q", "7", "é"}).Draw(rt, "key")
			in, keys = in+key, keys+key
		}
		typed := ""
		var d uv.EventDecoder
		for out := ClampMouse([]byte(in)); len(out) > 0; {
			n, event := d.Decode(out)
			if k, ok := event.(uv.KeyPressEvent); ok {
				typed += k.Text
			}
			out = out[max(1, n):]
		}
		if typed != keys {
			rt.Fatalf("%q types %q, want %q", in, typed, keys)
		}
	})
}

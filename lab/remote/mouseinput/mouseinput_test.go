package mouseinput

import (
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"pgregory.net/rapid"
)

func TestClean(t *testing.T) {
	for name, test := range map[string]struct{ in, want string }{
		"a report as it is":             {"\x1b[<0;5;3M", "\x1b[<0;5;3M"},
		"a release left of the screen":  {"\x1b[<0;-5;3m", "\x1b[<0;1;3m"},
		"a drag above the screen":       {"\x1b[<32;7;-12M", "\x1b[<32;7;1M"},
		"a press where no screen is":    {"a\x1b[<0;-5;3Mb", "ab"},
		"a wheel where no screen is":    {"\x1b[<64;-1;-1M", ""},
		"column zero, counted from one": {"\x1b[<35;0;0M", "\x1b[<35;1;1M"},
		"too few numbers":               {"a\x1b[<0;5Mb", "ab"},
		"too many":                      {"a\x1b[<0;5;5;5Mb", "ab"},
		"no numbers":                    {"a\x1b[<x b", "a b"},
		"a number that is none":         {"a\x1b[<0;5-5;3Mb", "ab"},
		"endless":                       {"a\x1b[<" + strings.Repeat("1", 500) + "Mb", "ab"},
		"broken off by another":         {"\x1b[<0;5\x1b[<0;5;3M", "\x1b[<0;5;3M"},
		"broken off by a key":           {"\x1b[<0;5\rx", "\rx"},
		"an arrow, and a key with alt":  {"\x1b[A\x1bq\x1b[1;5C", "\x1b[A\x1bq\x1b[1;5C"},
		"escape twice":                  {"\x1b\x1b[A", "\x1b\x1b[A"},
		"a paste, letters and runes":    {"\x1b[200~-5;3M ü→\x1b[201~", "\x1b[200~-5;3M ü→\x1b[201~"},
	} {
		var c Cleaner
		if got := string(c.Clean([]byte(test.in), false)); got != test.want {
			t.Errorf("%s: %q becomes %q, want %q", name, test.in, got, test.want)
		}
	}
}

// An escape is a key unless more comes at once; nothing of a report is typed that
// comes later.
func TestCleanInPieces(t *testing.T) {
	for name, test := range map[string]struct {
		pieces []string
		late   bool
		want   string
	}{
		"escape alone":                 {[]string{"\x1b"}, true, "\x1b|"},
		"escape, then a key":           {[]string{"\x1b", "["}, true, "\x1b|[|"},
		"escape, then keys":            {[]string{"\x1b", "q", "x"}, true, "\x1b|q|x|"},
		"a report split, in time":      {[]string{"\x1b", "[<0;5", ";3M"}, false, "\x1b||[<0;5;3M|"},
		"a broken report split":        {[]string{"\x1b", "[<0;-5;3M", "q"}, false, "\x1b|[<35;1;1M|q|"},
		"a report split, late":         {[]string{"\x1b", "[<0;5", ";3Mx"}, true, "\x1b||x|"},
		"a report split, a later half": {[]string{"\x1b[<0;", "-5;3M", "x"}, true, "||x|"},
		"a report split, broken off":   {[]string{"\x1b", "[<0;5", "\x1bq"}, false, "\x1b||[<35;1;1M\x1bq|"},
		"an arrow split":               {[]string{"\x1b[", "A"}, true, "|\x1b[A|"},
	} {
		var c Cleaner
		var got strings.Builder
		for _, p := range test.pieces {
			got.Write(c.Clean([]byte(p), test.late))
			got.WriteByte('|')
		}
		if got.String() != test.want {
			t.Errorf("%s: %q, want %q", name, got.String(), test.want)
		}
	}
}

// Whatever reports come, in whatever pieces, the terminal library reads no key of
// them, and every key between them.
func TestReportsAreNeverTyped(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		number := func(name string) string {
			return rapid.SampledFrom(
				[]string{"0", "1", "32", "35", "64", "-1", "-300", "99999", "-", "--2", "5-5", "", "1.5", "+7"},
			).Draw(rt, name)
		}
		var in, keys string
		for range rapid.IntRange(1, 6).Draw(rt, "reports") {
			in += "\x1b[<" + number("button") + ";" + number("x") + ";" + number("y") +
				rapid.SampledFrom([]string{"M", "m"}).Draw(rt, "end")
			key := rapid.SampledFrom([]string{"", "q", "7", "é"}).Draw(rt, "key")
			in, keys = in+key, keys+key
		}
		var c Cleaner
		var out []byte
		for rest := []byte(in); len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(rt, "piece")
			out = append(out, c.Clean(rest[:n], false)...)
			rest = rest[n:]
		}
		typed := ""
		var d uv.EventDecoder
		for len(out) > 0 {
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

package theme

import (
	"errors"
	"strings"
	"testing"

	"kernellab/ascii"
)

// envOf reads "A=1 B=2" as an environment.
func envOf(s string) func(string) string {
	m := map[string]string{}
	for _, kv := range strings.Fields(s) {
		k, v, _ := strings.Cut(kv, "=")
		m[k] = v
	}
	return func(k string) string { return m[k] }
}

func TestDetect(t *testing.T) {
	for _, c := range []struct {
		name, env, flag string
		pipe            bool
		want            Choice
	}{
		{name: "kitty", env: "TERM=xterm-kitty LANG=en_GB.UTF-8", want: Choice{Profile: ascii.TrueColor}},
		{name: "COLORTERM", env: "TERM=xterm-256color COLORTERM=truecolor LANG=C.UTF-8",
			want: Choice{Profile: ascii.TrueColor}},
		{name: "256", env: "TERM=xterm-256color LANG=en_GB.utf8", want: Choice{Profile: ascii.Indexed256}},
		{name: "tmux says 256", env: "TERM=tmux-256color TMUX=/tmp/x", want: Choice{Profile: ascii.Indexed256}},
		{name: "tmux with COLORTERM", env: "TERM=screen-256color TMUX=/tmp/x COLORTERM=24bit",
			want: Choice{Profile: ascii.TrueColor}},
		{name: "screen inherits COLORTERM", env: "TERM=screen-256color COLORTERM=truecolor",
			want: Choice{Profile: ascii.Indexed256}},
		{name: "a name that only contains st", env: "TERM=mysterious", want: Choice{Profile: ascii.ANSI16}},
		{name: "linux console", env: "TERM=linux COLORTERM=truecolor LANG=C.UTF-8",
			want: Choice{Profile: ascii.ANSI16}},
		{name: "plain xterm", env: "TERM=xterm", want: Choice{Profile: ascii.ANSI16}},
		{name: "vt100", env: "TERM=vt100", want: Choice{Profile: ascii.Mono}},
		{name: "no TERM", want: Choice{Profile: ascii.ANSI16}},
		{name: "Windows Terminal", env: "WT_SESSION=1", want: Choice{Profile: ascii.TrueColor}},
		{name: "NO_COLOR is any text", env: "TERM=xterm-kitty NO_COLOR=yes", want: Choice{Profile: ascii.Mono}},
		{name: "NO_COLOR=0 too", env: "TERM=xterm-kitty NO_COLOR=0", want: Choice{Profile: ascii.Mono}},
		{name: "flag beats NO_COLOR", env: "TERM=xterm NO_COLOR=1", flag: "true",
			want: Choice{Profile: ascii.TrueColor}},
		{name: "C locale", env: "TERM=xterm-kitty LANG=C", want: Choice{Profile: ascii.SevenBit}},
		{name: "Latin-1", env: "TERM=xterm-kitty LANG=de_DE.ISO-8859-1", want: Choice{Profile: ascii.SevenBit}},
		{name: "LC_ALL beats LANG", env: "TERM=xterm-kitty LC_ALL=C LANG=de_DE.UTF-8",
			want: Choice{Profile: ascii.SevenBit}},
		{name: "flag beats locale", env: "TERM=xterm LANG=C", flag: "256", want: Choice{Profile: ascii.Indexed256}},
		{name: "dumb", env: "TERM=dumb LANG=C.UTF-8", want: Choice{Profile: ascii.SevenBit, Plain: true}},
		{name: "dumb with a flag", env: "TERM=dumb", flag: "mono", want: Choice{Profile: ascii.Mono, Plain: true}},
		{name: "pipe", env: "TERM=xterm-kitty", pipe: true, want: Choice{Profile: ascii.Mono}},
		{name: "auto is the default", env: "TERM=xterm-kitty", flag: "auto", want: Choice{Profile: ascii.TrueColor}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Detect(envOf(c.env), !c.pipe, c.flag)
			if err != nil || got != c.want {
				t.Errorf("Detect(%q, flag %q) = %+v, %v; want %+v", c.env, c.flag, got, err, c.want)
			}
		})
	}
}

func TestDetect_unknownFlag(t *testing.T) {
	_, err := Detect(envOf(""), true, "sepia")
	var bad *FlagError
	if !errors.As(err, &bad) || bad.Value != "sepia" {
		t.Fatalf("Detect with flag sepia: got %v, want a FlagError", err)
	}
	for _, f := range Flags() {
		if !strings.Contains(bad.Hint(), f) {
			t.Errorf("hint %q, want %q in it", bad.Hint(), f)
		}
		if _, err := Detect(envOf(""), true, f); err != nil {
			t.Errorf("flag %q: got %v, want no error", f, err)
		}
	}
}

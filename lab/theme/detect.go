package theme

import (
	"fmt"
	"strings"

	"kernellab/ascii"
)

// Choice is how the lab is to be shown.
type Choice struct {
	Profile ascii.Profile
	// Plain asks for the linear transcript: the terminal cannot place its
	// cursor (TERM=dumb), so no screen can be drawn.
	Plain bool
}

// Flags are the values --color takes, in the order help lists them.
func Flags() []string { return []string{"auto", "true", "256", "16", "mono", "ascii"} }

// Detect decides how to draw from the environment, whether output is a
// terminal, and the value of --color; the empty flag means auto.
//
// A flag other than auto wins over every variable except TERM=dumb, which is
// about the cursor and not about colour. Under auto: any non-empty NO_COLOR
// (https://no-color.org) or output that is no terminal means no colour, and a
// locale that names a character set other than UTF-8 means ASCII. A locale
// that is not set at all counts as UTF-8: containers and SSH clients often
// leave it out.
func Detect(env func(string) string, tty bool, flag string) (Choice, error) {
	c := Choice{Plain: env("TERM") == "dumb"}
	if flag != "" && flag != "auto" {
		p, ok := fromFlag(flag)
		if !ok {
			return Choice{}, &FlagError{Value: flag}
		}
		c.Profile = p
		return c, nil
	}
	c.Profile = fromEnvironment(env, tty)
	return c, nil
}

// FlagError is a value of --color that does not exist.
type FlagError struct{ Value string }

func (e *FlagError) Error() string { return fmt.Sprintf("--color: unknown value %q", e.Value) }

// Hint says what would work.
func (e *FlagError) Hint() string { return "--color takes " + strings.Join(Flags(), ", ") }

func fromFlag(flag string) (ascii.Profile, bool) {
	switch flag {
	case "true":
		return ascii.TrueColor, true
	case "256":
		return ascii.Indexed256, true
	case "16":
		return ascii.ANSI16, true
	case "mono":
		return ascii.Mono, true
	case "ascii":
		return ascii.SevenBit, true
	}
	return 0, false
}

func fromEnvironment(env func(string) string, tty bool) ascii.Profile {
	switch {
	case !isUTF8(env) || env("TERM") == "dumb":
		return ascii.SevenBit
	case env("NO_COLOR") != "" || !tty:
		return ascii.Mono
	}
	return fromTerm(env)
}

// fromTerm knows terminals by the names they give themselves. COLORTERM is
// believed except inside GNU screen, which inherits it and cannot honour it.
func fromTerm(env func(string) string) ascii.Profile {
	term := strings.ToLower(env("TERM"))
	inScreen := strings.HasPrefix(term, "screen") && env("TMUX") == ""
	switch {
	case term == "linux" || term == "ansi" || strings.HasPrefix(term, "cygwin"):
		return ascii.ANSI16
	case strings.HasPrefix(term, "vt") && !strings.Contains(term, "color"):
		return ascii.Mono
	case !inScreen && (saysTrueColor(env("COLORTERM")) || env("WT_SESSION") != "" || isTrueColorTerm(term)):
		return ascii.TrueColor
	case strings.Contains(term, "256color") || env("COLORTERM") != "":
		return ascii.Indexed256
	}
	return ascii.ANSI16
}

func saysTrueColor(colorterm string) bool {
	v := strings.ToLower(colorterm)
	return v == "truecolor" || v == "24bit"
}

// isTrueColorTerm lists terminals that always show 24 bits and say so by name.
func isTrueColorTerm(term string) bool {
	if strings.HasSuffix(term, "-direct") || strings.HasSuffix(term, "-truecolor") {
		return true
	}
	for _, name := range []string{"xterm-kitty", "xterm-ghostty", "ghostty", "wezterm", "alacritty", "foot", "contour", "rio"} {
		if term == name || strings.HasPrefix(term, name+"-") {
			return true
		}
	}
	return false
}

// isUTF8 reads the locale as POSIX does: the first of LC_ALL, LC_CTYPE and
// LANG that is not empty decides.
func isUTF8(env func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		v := strings.ToLower(env(name))
		if v == "" {
			continue
		}
		return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
	}
	return true
}

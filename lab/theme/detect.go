// Package theme defines how each [kernellab/ascii.Ink] looks in a terminal. It detects
// which of the five profiles the terminal supports, and defines the colour and
// attribute of each ink in each profile, on a dark and on a light screen.
//
// It does not know any figure or screen, and has no state. The caller passes a function
// that reads the environment, so that each SSH session uses its own variables.
package theme

import (
	"fmt"
	"strings"

	"kernellab/ascii"
)

// Choice is the result of Detect.
type Choice struct {
	Profile ascii.Profile
	// Plain selects the linear transcript, because the terminal cannot place its cursor
	// (TERM=dumb) and so cannot show a screen.
	Plain bool
}

// Flags returns the values of --color, in the order in which the help lists them.
func Flags() []string { return []string{"auto", "true", "256", "16", "mono", "ascii"} }

// Detect decides how to draw from the environment, whether output is a terminal, and
// the value of --color. The empty flag means auto.
//
// A flag other than auto overrides every variable except TERM=dumb, which is about the
// cursor and not about colour. With auto, there is no colour if NO_COLOR
// (https://no-color.org) is not empty or the output is not a terminal, and only ASCII
// if the locale names a character set other than UTF-8. An unset locale counts as
// UTF-8, because containers and SSH clients often omit it.
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

// FlagError is an unknown value of --color.
type FlagError struct{ Value string }

func (e *FlagError) Error() string { return fmt.Sprintf("--color: unknown value %q", e.Value) }

// Hint returns the values that would work.
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

// fromTerm chooses the profile by the name of the terminal. It ignores COLORTERM inside
// GNU screen, which inherits the variable but does not support the colours.
func fromTerm(env func(string) string) ascii.Profile {
	term := strings.ToLower(env("TERM"))
	inScreen := strings.HasPrefix(term, "screen") && env("TMUX") == ""
	switch {
	case term == "linux" || term == "ansi" || strings.HasPrefix(term, "cygwin"):
		return ascii.ANSI16
	case strings.HasPrefix(term, "vt") && !strings.Contains(term, "color"):
		return ascii.Mono
	case !inScreen && (isTrueColor(env("COLORTERM")) || env("WT_SESSION") != "" || isTrueColorTerm(term)):
		return ascii.TrueColor
	case strings.Contains(term, "256color") || env("COLORTERM") != "":
		return ascii.Indexed256
	}
	return ascii.ANSI16
}

func isTrueColor(colorterm string) bool {
	v := strings.ToLower(colorterm)
	return v == "truecolor" || v == "24bit"
}

// isTrueColorTerm reports whether a terminal's name implies 24-bit colour.
func isTrueColorTerm(term string) bool {
	if strings.HasSuffix(term, "-direct") || strings.HasSuffix(term, "-truecolor") {
		return true
	}
	for _, name := range []string{"xterm-kitty", "xterm-ghostty", "ghostty", "wezterm", "alacritty", "foot", "contour",
		"rio"} {
		if term == name || strings.HasPrefix(term, name+"-") {
			return true
		}
	}
	return false
}

// isUTF8 reports whether the locale uses UTF-8. As in POSIX, the first non-empty
// variable of LC_ALL, LC_CTYPE and LANG decides.
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

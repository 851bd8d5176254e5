// Package theme defines how each [kernellab/ascii.Ink] looks in a terminal. An ink is what a piece
// of text means, such as a warning. A profile is a range of colours. The package detects which of
// the five profiles the terminal supports, and defines the colour and attribute of each ink in each
// profile, on a dark and on a light screen.
//
// It does not know any figure or screen, and has no state. The caller passes a function
// that reads the environment, so that each SSH session uses its own variables.
package theme

import (
	"bytes"
	"cmp"
	"fmt"
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"

	"kernellab/ascii"
)

// Choice is how to draw, as [Detect] decides.
type Choice struct {
	Profile ascii.Profile
	// Plain selects the transcript, a conversation in lines of text, because the terminal cannot
	// place its cursor (TERM=dumb) and so cannot show a screen.
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

// Theme holds the styles of text in one profile, on a dark or a light screen. The
// components of a session share a pointer to it. When the student switches
// between dark and light, the session assigns the new theme, *t = *New(p, dark).
//
// Styles use exactly the colours that the profile has. Run the program with
// [colorprofile.TrueColor] in all profiles, so that Bubble Tea does not convert the
// colours: [Detect] has chosen the profile already.
//
// [colorprofile.TrueColor]: https://pkg.go.dev/github.com/charmbracelet/colorprofile
type Theme struct {
	Palette *ascii.Palette // for figures

	Title          lipgloss.Style // title of a window or a task
	Key            lipgloss.Style // key in the footer
	KeyHelp        lipgloss.Style // word about a key in the footer
	Window         lipgloss.Style // frame of a window: blanks, or lines if the profile has no backgrounds
	BorderedWindow lipgloss.Style // frame of a window with lines

	view           ascii.View
	colours        [ascii.NumInks]color.Color
	attrs          [ascii.NumInks]string
	startSequences [ascii.NumInks]string // escape sequences that begin a text in an ink
	rowStart       string                // escape sequence that begins a row; "" without backgrounds
	resets         *strings.Replacer     // replaces each reset by one that restores the colours of rowStart
}

// New returns the theme of a profile.
func New(p ascii.Profile, dark bool) *Theme {
	t := &Theme{Palette: Palette(p, dark), view: ascii.View{Profile: p}}
	colour := colours(p, dark)
	for i := range t.colours {
		ink := ascii.Ink(i)
		t.colours[i], t.attrs[i] = colour(ink), attribute(p, dark, ink)
		t.startSequences[i], _, _ = strings.Cut(t.Style(ink).Render("x"), "x")
	}
	t.Title, t.Key, t.KeyHelp = t.Style(ascii.Strong), t.Style(ascii.Strong), t.Style(ascii.Dim)
	rule := lipgloss.RoundedBorder()
	if p == ascii.SevenBit {
		rule = lipgloss.ASCIIBorder()
	}
	t.BorderedWindow = lipgloss.NewStyle().Padding(0, 1).Border(rule).BorderForeground(t.colours[ascii.Axis])
	if t.Window = t.BorderedWindow; t.view.Filled() {
		t.Window = lipgloss.NewStyle().Padding(1, 2)
		style := lipgloss.NewStyle().Foreground(t.colours[ascii.Text]).Background(t.colours[ascii.Paper])
		t.rowStart, _, _ = strings.Cut(style.Render("x"), "x")
		restored := "\x1b[0;" + strings.Trim(t.rowStart, "\x1b[m")
		t.resets = strings.NewReplacer("\x1b[m", restored+"m", "\x1b[0m", restored+"m", "\x1b[0;", restored+";")
	}
	return t
}

// Style returns the style of text in an ink, without a background.
func (t *Theme) Style(i ascii.Ink) lipgloss.Style {
	s := lipgloss.NewStyle().Foreground(t.colours[i])
	switch t.attrs[i] {
	case "1":
		return s.Bold(true)
	case "2":
		return s.Faint(true)
	case "4":
		return s.Underline(true)
	case "7":
		return s.Reverse(true)
	}
	return s
}

// View returns a view with the profile, which suffices for text. For figures the caller
// sets the aspect of a cell.
func (t *Theme) View() ascii.View { return t.view }

// Glyph returns asciiRune in the ASCII profile and utf8Rune in all others.
func (t *Theme) Glyph(utf8Rune, asciiRune rune) string {
	return string(t.view.Rune(utf8Rune, asciiRune))
}

// Line returns a line with escape sequences for its inks. It drops characters without a width, such
// as control characters and combining marks. It also transliterates the line, which may change its
// width. So transliterate a line before you lay it out, see [ascii.View.TransliterateLine].
func (t *Theme) Line(l ascii.Line) string {
	var b strings.Builder
	var start, attr string // the escape sequence and the attribute in effect
	for _, s := range t.view.TransliterateLine(l) {
		text := strings.Map(printable, s.Text)
		next, nextAttr := t.startSequences[s.Ink], t.attrs[s.Ink]
		// The colour of a blank does not show. Only a reset ends an attribute or restores the default.
		if blank := strings.TrimSpace(text) == ""; next != start && (!blank || attr != "" || nextAttr != "") {
			if attr != "" || start != "" && t.colours[s.Ink] == (lipgloss.NoColor{}) {
				b.WriteString("\x1b[m")
			}
			b.WriteString(next)
			start, attr = next, nextAttr
		}
		b.WriteString(text)
	}
	if start != "" {
		b.WriteString("\x1b[m")
	}
	return b.String()
}

// printable returns the rune to print for r, or −1 for none. It replaces ℓ, which
// DejaVu Sans Mono and fonts derived from it lack, by l.
func printable(r rune) rune {
	switch {
	case r == 'ℓ':
		return 'l'
	case ascii.RuneWidth(r) == 0:
		return -1
	}
	return r
}

// Lines returns lines with escape sequences, separated by line breaks.
func (t *Theme) Lines(lines []ascii.Line) string { return ascii.Join(lines, "\n", t.Line) }

// Figure returns a grid as text. The first line has its full width, so that a layer
// with the text is as large as the grid.
func (t *Theme) Figure(g *ascii.Grid) string {
	text := g.Encode(t.Palette)
	first, _, _ := strings.Cut(text, "\n")
	return first + strings.Repeat(" ", max(0, g.W-lipgloss.Width(first))) + text[len(first):]
}

// WriteRow writes a row of the screen that consists of some styled texts. Missing colours become those
// of text on paper. Each text must end without a style, and may return to the default colours only by a
// reset that is the first parameter of its escape sequence. In profiles without backgrounds, WriteRow
// only removes the blanks at the end.
func (t *Theme) WriteRow(out *bytes.Buffer, texts []string) {
	if !t.view.Filled() {
		out.WriteString(strings.TrimRight(strings.Join(texts, ""), " "))
		return
	}
	out.WriteString(t.rowStart)
	for _, text := range texts {
		t.resets.WriteString(out, text)
	}
	out.WriteString("\x1b[m")
}

// Block extends or cuts a styled text to w×h cells and gives it a background, such as ascii.Field.
func (t *Theme) Block(s string, w, h int, background ascii.Ink) string {
	canvas := lipgloss.NewCanvas(max(0, w), max(0, h))
	canvas.Compose(lipgloss.NewLayer(s))
	if !t.view.Filled() {
		return lipgloss.Place(w, h, lipgloss.Left, lipgloss.Top, canvas.Render())
	}
	t.Paint(canvas, background)
	return canvas.Render()
}

// Paint sets the missing colours of all cells to those of text on the given background. In profiles
// without backgrounds it does nothing.
func (t *Theme) Paint(canvas *lipgloss.Canvas, background ascii.Ink) {
	if !t.view.Filled() {
		return
	}
	fg, bg := t.colours[ascii.Text], t.colours[background]
	for y := range canvas.Height() {
		for x := range canvas.Width() {
			cell := canvas.CellAt(x, y)
			cell.Style.Fg, cell.Style.Bg = cmp.Or(cell.Style.Fg, fg), cmp.Or(cell.Style.Bg, bg)
		}
	}
}

package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"kernellab/ascii"
	"kernellab/ascii/export"
	"kernellab/lab/theme"
)

const plotHelp = `Fit a model as solve does and draw it: no screen needed, the picture goes to
standard output.

Points in 2-D are drawn as they are, with the two regions, the boundary and, for
an svm, the margins and support vectors. Points in 1-D are drawn as the curve
f(x) over the number line. With more columns the picture shows a plane: the two
columns of --columns, all others at their mean, and the caption says so.
Regression shows the curve, or in 2-D f as colour.

Exit codes are those of solve: a model that did not converge is drawn, with its
status, and exits 1.`

const plotExample = `  kernellab plot --data points.csv --model svm --kernel "rbf(sigma=0.5)"
  kernellab plot --data wide.csv --model logistic --kernel linear --columns 1,3 --size 120x36
  kernellab plot --data points.csv --model svm --kernel "rbf(sigma=0.5)" --figure moons.svg
  kernellab plot --data points.csv --model ridge --kernel "rbf(sigma=1)" --color ascii > picture.txt`

// pictureSize is the size of a picture in cells.
type pictureSize struct{ w, h int }

// plotFlags are the flags of plot.
type plotFlags struct {
	modelFlags
	size    once[pictureSize]
	color   once[string]
	columns once[[2]int]
	words   once[bool]
	json    once[bool]
	figure  once[string]
}

func (f *plotFlags) check() error {
	if f.json.value && f.words.value {
		return usagef("leave one of them out", "--json and --words say the same picture in two ways")
	}
	return f.modelFlags.check()
}

// newPlot is the command that fits a model and draws it.
func newPlot(s streams) *cobra.Command {
	var f plotFlags
	cmd := &cobra.Command{
		Use:     "plot --data FILE --model NAME --kernel KERNEL",
		Short:   "Fit a model to data and draw it on standard output",
		Long:    plotHelp,
		Example: plotExample,
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return plot(cmd.Context(), s, &f) },
	}
	f.add(cmd)
	addOnce(cmd, &f.size, "size", "WxH", "80x24", "columns and rows of the picture", pictureSize{80, 24}, parseSize())
	addOnce(cmd, &f.color, "color", "PROFILE", "auto", strings.Join(theme.Flags(), ", "), "auto", colorFlag)
	addOnce(cmd, &f.columns, "columns", "I,J", "1,2", "the two columns to draw, counted from 1", [2]int{1, 2}, parseColumns())
	addOnce(cmd, &f.words, "words", "bool", "", "say the picture in sentences instead of drawing it", false, boolean("words"))
	addOnce(cmd, &f.json, "json", "bool", "", "print one JSON object: what solve prints, and f over the columns drawn, at --size places", false, boolean("json"))
	addOnce(cmd, &f.figure, "figure", "FILE", "", "write the picture to a file instead: .svg", "", endingIn("figure", ".svg"))
	onLightGround(cmd, "dark")
	return cmd
}

// The sizes a picture may have.
const (
	minWidth, minHeight = 20, 8
	maxWidth, maxHeight = 400, 150
)

func parseSize() func(string) (pictureSize, error) {
	what := fmt.Sprintf("columns x rows, from %dx%d to %dx%d", minWidth, minHeight, maxWidth, maxHeight)
	return accepted("size", "80x24", what, func(s string) (pictureSize, bool) {
		ws, hs, ok := strings.Cut(strings.ToLower(s), "x")
		w, errW := strconv.Atoi(ws)
		h, errH := strconv.Atoi(hs)
		return pictureSize{w, h}, ok && errW == nil && errH == nil && minWidth <= w && w <= maxWidth && minHeight <= h && h <= maxHeight
	})
}

func parseColumns() func(string) ([2]int, error) {
	return accepted("columns", "1,3", "two different columns, counted from 1", func(s string) ([2]int, bool) {
		is, js, ok := strings.Cut(s, ",")
		i, errI := strconv.Atoi(strings.TrimSpace(is))
		j, errJ := strconv.Atoi(strings.TrimSpace(js))
		return [2]int{i, j}, ok && errI == nil && errJ == nil && i >= 1 && j >= 1 && i != j
	})
}

func colorFlag(s string) (string, error) {
	if _, err := theme.Detect(func(string) string { return "" }, false, s); err != nil || s == "" {
		return "", usagef("--color takes "+strings.Join(theme.Flags(), ", "), "--color %s: there is no such profile", s)
	}
	return s, nil
}

func plot(ctx context.Context, s streams, f *plotFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	choice, err := theme.Detect(s.env, isTerminal(s.out), f.color.value)
	if err != nil {
		return err
	}
	set, err := loadSet(ctx, f.data.value, f.model.value, s.in)
	if err != nil {
		return err
	}
	plane, err := choosePlane(set, f.columns)
	if err != nil {
		return err
	}
	for _, note := range set.Notes() {
		fmt.Fprintln(s.err, note)
	}
	m, err := fit(ctx, &f.modelFlags, set, nil)
	if err != nil {
		return err
	}
	warn(s.err, m)
	if m.weights == nil {
		return m.failure()
	}
	if err := f.print(ctx, s, m, plane, choice.Profile); err != nil {
		return err
	}
	return m.failure()
}

// print writes the picture, its words or its numbers.
func (f *plotFlags) print(ctx context.Context, s streams, m *fitted, over plane, profile ascii.Profile) error {
	if f.json.value {
		numbers, err := newPlotted(ctx, m, over, f.size.value)
		if err != nil {
			return err
		}
		return writeJSON(s.out, numbers)
	}
	p := newPicture(m, over)
	if f.figure.isSet {
		return writeFile("figure", f.figure.value, func(w io.Writer) error {
			return export.SVG(w, p.draw(f.size.value, ascii.View{}), theme.Light())
		})
	}
	if f.words.value {
		_, err := fmt.Fprintln(s.out, strings.Join(append(p.captions(), p.figure.Words()...), "\n"))
		return err
	}
	g := p.draw(f.size.value, ascii.View{Profile: profile})
	_, err := fmt.Fprintln(s.out, g.Encode(paletteFor(s, f, profile)))
	return err
}

// paletteFor is the theme's palette, and none at all in a file or a pipe:
// there nothing but runes is wanted, unless a profile was asked for by name.
func paletteFor(s streams, f *plotFlags, profile ascii.Profile) *ascii.Palette {
	if !isTerminal(s.out) && (profile == ascii.SevenBit || f.color.value == "auto") {
		return ascii.NewPalette(profile, func(ascii.Ink) ascii.Style { return ascii.Style{} })
	}
	return theme.Palette(profile, isDark(s.env))
}

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(file.Fd())
}

// isDark reads COLORFGBG, which some terminals set to "text;background"; white
// backgrounds are 7 and 15.
func isDark(env func(string) string) bool {
	_, background, ok := strings.Cut(env("COLORFGBG"), ";")
	return !ok || !strings.HasSuffix(background, "15") && background != "7"
}

package cli

import (
	"context"
	"errors"
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

// pictureSize is the size of a picture in cells, and a flag.
type pictureSize struct{ w, h int }

// The sizes a picture may have.
const (
	minWidth, minHeight = 20, 8
	maxWidth, maxHeight = 400, 150
)

// Set reads a size such as 80x24.
func (p *pictureSize) Set(s string) error {
	ws, hs, _ := strings.Cut(strings.ToLower(s), "x")
	w, errW := strconv.Atoi(ws)
	h, errH := strconv.Atoi(hs)
	if errW != nil || errH != nil || w < minWidth || w > maxWidth || h < minHeight || h > maxHeight {
		return fmt.Errorf("it must be columns x rows, such as 80x24, from %dx%d to %dx%d", minWidth, minHeight, maxWidth, maxHeight)
	}
	*p = pictureSize{w, h}
	return nil
}

func (p *pictureSize) String() string { return fmt.Sprintf("%dx%d", p.w, p.h) }

// Type names the kind of value for help.
func (p *pictureSize) Type() string { return "WxH" }

// columnPair is two different columns, counted from 1, and a flag.
type columnPair [2]int

// Set reads columns such as 1,3.
func (p *columnPair) Set(s string) error {
	is, js, _ := strings.Cut(s, ",")
	i, errI := strconv.Atoi(strings.TrimSpace(is))
	j, errJ := strconv.Atoi(strings.TrimSpace(js))
	if errI != nil || errJ != nil || i < 1 || j < 1 || i == j {
		return errors.New("it must be two different columns, counted from 1, such as 1,3")
	}
	*p = columnPair{i, j}
	return nil
}

func (p *columnPair) String() string { return fmt.Sprintf("%d,%d", p[0], p[1]) }

// Type names the kind of value for help.
func (p *columnPair) Type() string { return "I,J" }

// plotFlags are the flags of plot.
type plotFlags struct {
	modelFlags
	size    pictureSize
	color   string
	columns columnPair
	words   bool
	json    bool
	figure  string
}

func (f *plotFlags) check() error {
	if f.json && f.words {
		return usagef("leave one of them out", "--json and --words say the same picture in two ways")
	}
	if err := checkEnding("figure", f.figure, ".svg"); err != nil {
		return err
	}
	return f.modelFlags.check()
}

// newPlot is the command that fits a model and draws it.
func newPlot(s streams) *cobra.Command {
	f := plotFlags{size: pictureSize{80, 24}, columns: columnPair{1, 2}}
	cmd := &cobra.Command{
		Use:     "plot --data FILE --model NAME --kernel KERNEL",
		Short:   "Fit a model to data and draw it on standard output",
		Long:    plotHelp,
		Example: plotExample,
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return plot(cmd.Context(), s, &f) },
	}
	f.add(cmd)
	cmd.Flags().Var(&f.size, "size", "columns and rows of the picture")
	cmd.Flags().StringVar(&f.color, "color", "auto", strings.Join(theme.Flags(), ", "))
	cmd.Flags().Var(&f.columns, "columns", "the two columns to draw, counted from 1")
	cmd.Flags().BoolVar(&f.words, "words", false, "say the picture in sentences instead of drawing it")
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object: what solve prints, and f over the columns drawn, at --size places")
	cmd.Flags().StringVar(&f.figure, "figure", "", "write the picture to a file instead: .svg")
	onLightGround(cmd, "dark")
	return cmd
}

// detectColor returns the colours that a flag asks for, or those of the terminal.
func detectColor(s streams, tty bool, flag string) (theme.Choice, error) {
	choice, err := theme.Detect(s.env, tty, flag)
	if err != nil {
		return choice, usagef("--color takes "+strings.Join(theme.Flags(), ", "), "--color %s: there is no such profile", flag)
	}
	return choice, nil
}

func plot(ctx context.Context, s streams, f *plotFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	choice, err := detectColor(s, isTerminal(s.out), f.color)
	if err != nil {
		return err
	}
	set, err := loadSet(ctx, f.data, f.model, s.in)
	if err != nil {
		return err
	}
	plane, err := choosePlane(set, f)
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
	warnUnlessPSD(s.err, m)
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
	if f.json {
		numbers, err := newPlotted(ctx, m, over, f.size)
		if err != nil {
			return err
		}
		return writeJSON(s.out, numbers)
	}
	p := newPicture(m, over)
	if f.figure != "" {
		return writeFile("figure", f.figure, func(w io.Writer) error {
			return export.SVG(w, p.draw(f.size, ascii.View{}), theme.Light())
		})
	}
	if f.words {
		_, err := fmt.Fprintln(s.out, strings.Join(append(p.captions(), p.figure.Words()...), "\n"))
		return err
	}
	g := p.draw(f.size, ascii.View{Profile: profile})
	_, err := fmt.Fprintln(s.out, g.Encode(paletteFor(s, f, profile)))
	return err
}

// paletteFor is the theme's palette, and none at all in a file or a pipe:
// there nothing but runes is wanted, unless a profile was asked for by name.
func paletteFor(s streams, f *plotFlags, profile ascii.Profile) *ascii.Palette {
	if !isTerminal(s.out) && (profile == ascii.SevenBit || f.color == "auto") {
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

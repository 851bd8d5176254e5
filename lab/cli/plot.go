package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"kernellab/ascii"
	"kernellab/ascii/export"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/lab/theme"
)

const plotHelp = `Fit a model as "kernellab solve" does, and draw it on standard output. The lab is not
opened.

Points in 2-D are drawn as they are, with the two regions, the boundary and, for an
svm, the margins and support vectors. Points in 1-D are drawn as the curve f(x) over
the number line. If there are more columns, the picture shows the two of --columns.
All others are held at their mean, and the caption says so. For
regression, points in 1-D are drawn with the curve, and in 2-D f is shown as colour.
With --predict the points are those to predict, and with --cv the picture shows the
errors in the folds over sigma and C (or lambda). With --scale the axes are scaled.

Exit codes are those of "kernellab solve": a model that did not converge is drawn,
with its status, and exits 1.`

const plotExample = `  kernellab plot --data points.csv --model svm --kernel "rbf(sigma=0.5)"
  kernellab plot --data wide.csv --model logistic --kernel linear --columns 1,3 --size 120x36
  kernellab plot --data points.csv --model svm --kernel "rbf(sigma=0.5)" --figure moons.svg
  kernellab plot --data iris.csv --positive virginica --model svm --kernel "rbf(1)" --scale --cv 5
  kernellab plot --data points.csv --model ridge --kernel "rbf(sigma=1)" --color ascii > picture.txt`

// pictureSize is the size of a picture in cells. It implements pflag.Value.
type pictureSize struct{ w, h int }

// The smallest and the largest picture, in cells.
const (
	minWidth, minHeight = 20, 8
	maxWidth, maxHeight = 400, 150
)

// Set parses a size such as 80x24.
func (p *pictureSize) Set(s string) error {
	ws, hs, _ := strings.Cut(strings.ToLower(s), "x")
	w, errW := strconv.Atoi(ws)
	h, errH := strconv.Atoi(hs)
	if errW != nil || errH != nil || w < minWidth || w > maxWidth || h < minHeight || h > maxHeight {
		return fmt.Errorf("it must be columns x rows, such as 80x24, from %dx%d to %dx%d", minWidth, minHeight,
			maxWidth, maxHeight)
	}
	*p = pictureSize{w, h}
	return nil
}

func (p *pictureSize) String() string { return fmt.Sprintf("%dx%d", p.w, p.h) }

// Type returns the placeholder for the value in help.
func (p *pictureSize) Type() string { return "WxH" }

// plotFlags are the flags of plot.
type plotFlags struct {
	modelFlags
	size    pictureSize
	color   string
	columns []int
	words   bool
	json    bool
	figure  string
}

func (f *plotFlags) check() error {
	if f.json && f.words {
		return usagef("leave one of them out", "--json and --words cannot be combined")
	}
	if err := checkEnding("figure", f.figure, ".svg"); err != nil {
		return err
	}
	return f.modelFlags.check()
}

// newPlot returns the command that fits a model and draws it.
func newPlot(s streams) *cobra.Command {
	f := plotFlags{size: pictureSize{80, 24}}
	cmd := &cobra.Command{
		Use:     "plot --data FILE --model NAME --kernel KERNEL",
		Short:   "Fit a model to data and draw it on standard output",
		Long:    plotHelp,
		Example: plotExample,
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return plot(cmd.Context(), s, &f) },
	}
	f.add(cmd)
	flags := cmd.Flags()
	flags.Var(&f.size, "size", "columns and rows of the picture")
	flags.StringVar(&f.color, "color", "auto", "colours: "+strings.Join(theme.Flags(), ", "))
	flags.IntSliceVar(&f.columns, "columns", []int{1, 2}, "the two columns to draw, counted from 1")
	flags.BoolVar(&f.words, "words", false, "describe the picture in sentences instead of drawing it")
	flags.BoolVar(&f.json, "json", false,
		"print one JSON object: what solve prints, and the values of f on a grid of --size")
	flags.StringVar(&f.figure, "figure", "", "write the picture to a file instead: .svg")
	registerCompletion(cmd, "color", theme.Flags()...)
	addIgnoredFlag(cmd, "dark")
	return cmd
}

// detectColor returns the colours that a flag names or, for auto, the colours that the
// terminal supports.
func detectColor(s streams, tty bool, flag string) (theme.Choice, error) {
	choice, err := theme.Detect(s.env, tty, flag)
	if err != nil {
		return choice, usagef("--color takes "+strings.Join(theme.Flags(), ", "),
			"--color %s: there is no such profile", flag)
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
	in, err := f.load(ctx, s)
	if err != nil {
		return err
	}
	plane, err := choosePlane(in.train, f)
	if err != nil {
		return err
	}
	m, err := f.run(ctx, s.err, in, nil)
	if err != nil {
		return err
	}
	if m.weights == nil {
		return m.failure()
	}
	if err := f.print(ctx, s, m, plane, choice.Profile); err != nil {
		return err
	}
	return m.failure()
}

// print writes the picture, its description in words, or its numbers.
func (f *plotFlags) print(ctx context.Context, s streams, m *fittedModel, drawnPlane plane,
	profile ascii.Profile) error {
	if f.json {
		numbers, err := newPlotResult(ctx, m, drawnPlane, f.size)
		if err != nil {
			return err
		}
		return writeJSON(s.out, numbers)
	}
	p := newPicture(m, drawnPlane)
	if f.figure != "" {
		return writeFile("figure", f.figure, func(w io.Writer) error {
			return export.SVG(w, p.draw(f.size, ascii.View{}), theme.Light())
		})
	}
	if f.words {
		lines := slices.Concat([]string{p.title, p.status}, p.captions, p.figure.Words())
		_, err := fmt.Fprintln(s.out, strings.Join(lines, "\n"))
		return err
	}
	g := p.draw(f.size, ascii.View{Profile: profile})
	_, err := fmt.Fprintln(s.out, g.Encode(paletteFor(s, f, profile)))
	return err
}

// paletteFor returns the theme's palette. If the output is a file or a pipe, it
// returns a palette without styles, unless --color names a profile with colours.
func paletteFor(s streams, f *plotFlags, profile ascii.Profile) *ascii.Palette {
	if !isTerminal(s.out) && (profile == ascii.SevenBit || f.color == "auto") {
		return ascii.NewPalette(profile, func(ascii.Ink) ascii.Style { return ascii.Style{} })
	}
	return theme.Palette(profile, isDark(s.env))
}

// isTerminal reports whether an input or an output is a terminal.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(file.Fd())
}

// isDark reports whether the terminal has a dark background. It reads COLORFGBG,
// which some terminals set to "text;background", where 7 and 15 are white
// backgrounds. If the variable is missing, the background counts as dark.
func isDark(env func(string) string) bool {
	_, background, ok := strings.Cut(env("COLORFGBG"), ";")
	return !ok || !strings.HasSuffix(background, "15") && background != "7"
}

// picture is the figure of a fitted model with the lines above and below it.
type picture struct {
	title, status string
	captions      []string // the fixed values of other columns, and what the colours mean
	figure        ascii.Figure
}

// newPicture returns the picture of a model over the columns of p.
func newPicture(m *fittedModel, p plane) picture {
	model := stage.TrainingData{Set: m.set, Kernel: m.kernel, DrawnColumns: p.columns, FixedValues: m.set.Mean()}
	o := stage.MapOptions{
		Standalone: true, Targets: isRegression(m.model), Margins: m.model == modelSVM, Kind: m.markOf,
		Probability: m.model == modelLogistic && m.set.Dim() > 1,
	}
	out := picture{title: fmt.Sprintf("%s  %s", m.model, m.kernel), status: statusLine(m)}
	if v := m.validation; v != nil {
		out.title = fmt.Sprintf("%s  cross-validation, %s", m.model, v.foldWords())
		out.status = m.set.Name() + ", chosen: " + v.words()
		out.captions = []string{"orange or dotted: many errors in the folds, blue or empty: few"}
		out.figure = v.figure()
		return out
	}
	if m.decision != nil {
		test, text := m.pointsToPredict()
		lines := strings.Split(strings.TrimSpace(text), "\n")
		model.Set, o.Kind, out.status, out.captions = test, nil, lines[0], lines[1:]
	}
	if m.inputs.scales != nil {
		out.captions = append(out.captions, "columns scaled to [−1, 1]")
	}
	for _, line := range []string{p.fixedValues, model.Scale(o), m.gram.words()} {
		if line != "" {
			out.captions = append(out.captions, line)
		}
	}
	out.figure = model.Map(m.expansion(), o).Plot
	return out
}

// markOf returns the mark of training point i. It shows support vectors of an SVM, and
// the mistakes of a perceptron.
func (m *fittedModel) markOf(i int) ascii.MarkKind {
	switch m.model {
	case modelSVM:
		return stage.AlphaMark(max(0, min(m.dual[i], m.c)), m.c)
	case modelPerceptron:
		return stage.MistakeMark(m.dual[i])
	}
	return ascii.PlainMark
}

// statusLine returns a short summary of the fit.
func statusLine(m *fittedModel) string {
	s := fmt.Sprintf("%s: %d points, %s", m.set.Name(), m.set.Len(), m.status) + m.errorWords(m.set, m.scores)
	if m.model == modelSVM {
		all, atBound := m.supportVectors()
		s += fmt.Sprintf(", %d support vectors", all)
		if atBound > 0 {
			s += fmt.Sprintf(" (%d at C)", atBound)
		}
	}
	return s
}

// errorWords describes the error of f on a set.
func (m *fittedModel) errorWords(set *dataset.Set, f []float64) string {
	if isRegression(m.model) {
		return fmt.Sprintf(", mean squared error %.3g", squaredError(set, f))
	}
	return fmt.Sprintf(", %d wrong", set.Len()-countRight(set, f))
}

// draw draws the figure with the title and the status above it and the remaining
// captions below it.
func (p picture) draw(size pictureSize, v ascii.View) *ascii.Grid {
	g := ascii.NewGrid(size.w, size.h)
	g.Fill(g.Bounds(), ascii.Cell{Bg: ascii.Paper})
	write := func(y int, text string, ink ascii.Ink) {
		g.Write(1, y, size.w-1, ascii.View{}.Clip(ascii.Line{{Text: text, Ink: ink}}, size.w-1))
	}
	write(0, p.title, ascii.Strong)
	write(1, p.status, ascii.Dim)
	p.figure.Draw(g, ascii.Rect{Y: 2, W: size.w, H: size.h - 2 - len(p.captions)}, v)
	for i, line := range p.captions {
		write(size.h-len(p.captions)+i, line, ascii.Dim)
	}
	return g
}

// plane is the part of the input space that a picture shows.
type plane struct {
	columns     [2]int // the columns, from 0
	fixedValues string // the fixed values of the other columns, in words; may be empty
}

// choosePlane returns the plane of the two columns to draw. The other columns are fixed at their
// mean.
func choosePlane(set *dataset.Set, f *plotFlags) (plane, error) {
	d := set.Dim()
	if d == 1 {
		if f.hasFlag("columns") {
			return plane{}, usagef("leave it out", "--columns: the points have one coordinate")
		}
		return plane{}, nil
	}
	if c := f.columns; len(c) != 2 || c[0] == c[1] || slices.Min(c) < 1 || slices.Max(c) > d {
		return plane{}, usagef("write --columns 1,2", "--columns takes two different columns, from 1 to %d", d)
	}
	i, j := f.columns[0]-1, f.columns[1]-1
	return plane{columns: [2]int{i, j}, fixedValues: fixedValueWords(set, i, j)}, nil
}

// fixedValueWords returns the fixed values of the columns other than i and j.
func fixedValueWords(set *dataset.Set, i, j int) string {
	var fixedValues []string
	names := set.Columns()
	for column, mean := range set.Mean() {
		if column != i && column != j {
			fixedValues = append(fixedValues, names[column]+" = "+ascii.FormatValue(mean))
		}
	}
	if fixedValues == nil {
		return ""
	}
	return "at their mean: " + firstSix(fixedValues)
}

// firstSix joins the first six words by commas, and adds the number of further words.
func firstSix(words []string) string {
	const maxWords = 6
	if n := len(words); n > maxWords {
		words = append(words[:maxWords:maxWords], fmt.Sprintf("and %d more", n-maxWords))
	}
	return strings.Join(words, ", ")
}

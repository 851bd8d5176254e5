package transcript

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/study"
)

// printer writes paragraphs that fit a width.
type printer struct {
	out   io.Writer
	view  ascii.View
	width int
	// column is the column in which the latest prompt ended.
	column int
	// warnedNow is the command in the current line of input, if a warning was written instead of
	// running it. The command runs if the next line repeats it. warnedBefore is warnedNow of the
	// previous line.
	warnedNow, warnedBefore string
	// controlNames holds the names and labels of the sliders, choices and buttons of the task. Text in
	// the style of code names a key of the keyboard, unless it is one of these names.
	controlNames []string
	// descriptions holds the latest description of each figure, by the figure's name.
	descriptions map[string]string
	err          error // the first write error; nothing is written after it
}

func newPrinter(out io.Writer, o Options) *printer {
	width := o.Width
	if width == 0 {
		width = DefaultWidth
	}
	return &printer{out: out, view: ascii.View{Profile: o.Profile}, width: max(20, width),
		descriptions: map[string]string{}}
}

func (p *printer) write(s string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.out, s)
	}
}

// writeLine writes one line unchanged.
func (p *printer) writeLine(s string) { p.write(s + "\n") }

// prompt writes a question that is answered on the same line.
func (p *printer) prompt(s string) {
	lines := wrap(p.cleanText(s), p.width-8)
	p.write("\n" + strings.Join(lines, "\n") + " ")
	p.column = ascii.Width(lines[len(lines)-1]) + 1
}

// echo writes the answer to a prompt, on the same line if it fits.
func (p *printer) echo(s string) {
	s = p.cleanText(s)
	if p.column+ascii.Width(s) <= p.width {
		p.writeLine(s)
		return
	}
	p.writeLine("")
	p.say(s)
}

// say writes a text as a paragraph.
func (p *printer) say(s string) { p.writeItem("", s) }

// sayf writes a formatted paragraph.
func (p *printer) sayf(format string, args ...any) { p.say(fmt.Sprintf(format, args...)) }

// sayProblem writes hint, a sentence about what can be typed. If text is not empty, it first writes
// what is wrong with it: problem is a format with %s for the text.
func (p *printer) sayProblem(text, problem, hint string) {
	if text != "" {
		hint = fmt.Sprintf(problem, text) + " " + hint
	}
	p.say(hint)
}

// writeLines writes each line as a paragraph.
func (p *printer) writeLines(lines []ascii.Line) {
	for _, l := range lines {
		p.say(l.String())
	}
}

// writeItem writes a paragraph after a mark, with a hanging indent.
func (p *printer) writeItem(mark, s string) {
	mark = p.cleanText(mark)
	indent := min(ascii.Width(mark), p.width/2)
	for i, l := range wrap(p.cleanText(s), p.width-indent) {
		if i > 0 {
			mark = strings.Repeat(" ", indent)
		}
		p.writeLine(strings.TrimRight(mark+l, " "))
	}
}

// writeIndented writes an indented line and keeps the spaces in it. It wraps the line only if it
// does not fit.
func (p *printer) writeIndented(s string) {
	const indent = "    "
	s = p.cleanText(s)
	if ascii.Width(s) <= p.width-len(indent) {
		p.writeLine(strings.TrimRight(indent+s, " "))
		return
	}
	p.writeItem(indent, s)
}

// writeTable writes lines that may be aligned in columns.
func (p *printer) writeTable(lines []ascii.Line) {
	for _, l := range lines {
		p.writeIndented(l.String())
	}
}

// cleanText returns s in the characters of the profile, without control characters.
func (p *printer) cleanText(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), r == '\u2028', r == '\u2029':
			return ' '
		case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Co, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
	if p.view.Profile == ascii.SevenBit {
		s = spellFormula(s)
	}
	return p.view.Transliterate(s)
}

// wrap breaks s at spaces into lines of at most width columns. It splits words that are wider than
// a line. An empty text gives one empty line.
func wrap(s string, width int) []string {
	var out []string
	for _, l := range ascii.Plain(strings.Join(strings.Fields(s), " ")).Wrap(width) {
		out = append(out, l.String())
	}
	return out
}

// maxLine is the maximum length of an input line in bytes.
const maxLine = study.MaxText

// input is one line of input: its text, or the problem for which it is rejected, as a sentence,
// or the error that ends reading.
type input struct {
	text    string
	problem string
	err     error
}

// readLines reads lines until the input ends, reading fails, or ctx is done.
func readLines(ctx context.Context, in io.Reader) <-chan input {
	lines := make(chan input)
	go func() {
		defer close(lines)
		r := bufio.NewReaderSize(in, maxLine+2)
		for {
			text, tooLong, err := readLine(r)
			if err != nil && !(errors.Is(err, io.EOF) && (text != "" || tooLong)) {
				if !errors.Is(err, io.EOF) {
					send(ctx, lines, input{err: fmt.Errorf("reading a line: %w", err)})
				}
				return
			}
			if !send(ctx, lines, parseInput(text, tooLong)) || err != nil {
				return
			}
		}
	}()
	return lines
}

func send(ctx context.Context, lines chan<- input, line input) bool {
	select {
	case lines <- line:
		return true
	case <-ctx.Done():
		return false
	}
}

// readLine reads up to the end of a line. If the line is too long, it discards the rest of it.
func readLine(r *bufio.Reader) (text string, tooLong bool, err error) {
	part, err := r.ReadSlice('\n')
	text = string(part)
	for errors.Is(err, bufio.ErrBufferFull) {
		tooLong = true
		_, err = r.ReadSlice('\n')
	}
	text = strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
	return text, tooLong || len(text) > maxLine, err
}

// parseInput rejects lines that are too long or are not text.
func parseInput(text string, tooLong bool) input {
	switch {
	case tooLong:
		return input{problem: fmt.Sprintf(
			"That line is longer than %d characters and was not read. Please shorten it.", maxLine,
		)}
	case strings.HasPrefix(text, "\x1b"):
		return input{problem: "That was a key for moving, which does nothing here. Please type words; “help” lists them."}
	case !utf8.ValidString(text) ||
		strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) && r != '\t' }):
		return input{problem: "That line contains characters that are not text, so it was not read. Please type it again."}
	}
	return input{text: strings.TrimSpace(strings.ReplaceAll(text, "\t", " "))}
}

// describeFigures describes figures one after the other. It only names those whose description
// has not changed.
func (p *printer) describeFigures(figures []exercises.Figure) {
	var unchanged []string
	for _, f := range figures {
		switch {
		case f.Plot == nil:
		case p.isKnown(f):
			unchanged = append(unchanged, cmp.Or(figureName(f), "the picture"))
		default:
			p.describeFigure(f)
		}
	}
	if len(unchanged) > 0 {
		p.say("As described before: " + strings.Join(unchanged, "; ") + ". “look” describes it again.")
	}
}

// isKnown reports whether the description of a figure has not changed since it was
// written, or is empty.
func (p *printer) isKnown(f exercises.Figure) bool {
	return p.descriptions[figureName(f)] == description(f)
}

// description returns the complete description of a figure.
func description(f exercises.Figure) string {
	if f.Plot == nil {
		return ""
	}
	return fmt.Sprint(f.Title, f.Plot.Words())
}

// describeFigure describes a figure: a picture in one paragraph, a text or a table line by
// line.
func (p *printer) describeFigure(f exercises.Figure) {
	p.descriptions[figureName(f)] = description(f)
	title := ""
	if f.Title != "" {
		title = "Picture, " + f.Title + ":"
	}
	words := f.Plot.Words()
	say := p.writeIndented
	switch f.Plot.(type) {
	case ascii.TextBlock, ascii.Listing:
	case ascii.Table:
		title = strings.TrimSpace(strings.Replace(title, "Picture", "Table", 1) + " " + typesetNumbers(words[0]))
		words = words[1:]
		say = func(s string) { p.writeItem("  ", s) }
	default:
		p.say(strings.TrimSpace(title + " " + typesetNumbers(strings.Join(words, " "))))
		return
	}
	if title != "" {
		p.say(title)
	}
	for _, l := range words {
		say(typesetNumbers(l))
	}
}

// typesetNumbers returns a text whose numbers can be read aloud: with a real minus sign, and with
// powers of ten in place of e-05.
func typesetNumbers(s string) string {
	s = powerPattern.ReplaceAllStringFunc(s, exercises.Typeset)
	return hyphenPattern.ReplaceAllString(s, "${1}−$2")
}

var (
	powerPattern  = regexp.MustCompile(`\b\d+(\.\d+)?e[-+]?\d+\b`)
	hyphenPattern = regexp.MustCompile(`(^|[\s(\[/])-( ?\d)`)
)

// describedFigures holds the figures that were described last, and the number of their frame.
type describedFigures struct {
	frameNumber int
	figures     []exercises.Figure
}

// setDescribed records that the figures of the current frame were described.
func (p *player) setDescribed(figures []exercises.Figure) {
	p.lastDescribed = describedFigures{p.frameNumber(), figures}
	for _, f := range figures {
		p.descriptions[figureName(f)] = description(f)
	}
}

// describeChangesSinceLast writes how the figures of the current frame differ from the figures
// described last.
func (p *player) describeChangesSinceLast() {
	previous := p.lastDescribed
	p.setDescribed(p.frame().Figures)
	if previous.frameNumber != p.frameNumber() {
		p.sayChanges(fmt.Sprintf("Since step %d:", previous.frameNumber), previous, p.lastDescribed.figures)
	}
}

// sayChanges writes how the current figures differ from the previous figures of the same names, if
// they differ.
func (p *printer) sayChanges(head string, previous describedFigures, current []exercises.Figure) {
	var changes []string
	for _, f := range current {
		change, _ := previous.changesIn(f)
		// Two figures may change in the same way.
		if change = capitalise(change); change != "" && !slices.Contains(changes, change) {
			changes = append(changes, change)
		}
	}
	if len(changes) > 0 {
		p.say(head + " " + strings.Join(changes, " "))
	}
}

// changesIn returns how a figure differs from the figure of the same name in d, or "" if it does
// not differ. ok is false if the two cannot be compared.
func (d describedFigures) changesIn(f exercises.Figure) (words string, ok bool) {
	i := slices.IndexFunc(d.figures, func(b exercises.Figure) bool { return figureName(b) == figureName(f) })
	if i < 0 {
		return "", false
	}
	words, ok = ascii.ChangesSince(f.Plot, d.figures[i].Plot)
	return typesetNumbers(words), ok
}

// beforeComma matches the text before the first comma outside brackets.
var beforeComma = regexp.MustCompile(`^(\([^)]*\)|[^,(])*`)

// figureName returns the title of a figure up to the first comma or wide gap, after which
// titles describe the step.
func figureName(f exercises.Figure) string {
	name, _, _ := strings.Cut(beforeComma.FindString(f.Title), "  ")
	return name
}

package kit

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/answer/matrix"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// walk makes the judge "walk", which decides whether the derivation in a field is right, line by
// line. Its formulas have indices of points, such as Kᵢⱼ. p holds the parameters from the
// worksheet, the Markdown file of the exercise.
func walk(p *worksheets.Params) worksheets.Judge {
	spec := matrix.PointDerivationSpec{
		Letters: p.Texts("letters"), Signs: p.Texts("signs"), Bits: p.Texts("bits"), Given: p.Texts("given"),
		Conclusion: p.Text("hence"), Start: p.Texts("start"), Aliases: p.TextMap("alias"),
		EitherSign: p.Texts("either-sign"), Reasons: reasonsOf(p),
	}
	for _, f := range p.Parts("facts", "says", "called") {
		spec.Facts = append(spec.Facts, matrix.Fact{Statement: f.RequiredText("says"),
			Description: f.RequiredText("called")})
	}
	t, err := matrix.NewPointDerivation(spec, p.RequiredText("walk"), p.Texts("without"), p.Flag("at-once"))
	if err != nil {
		p.Fail("walk", "", "%v", err)
		return worksheets.Judge{}
	}
	return worksheets.Judge{
		Reference: p.Text("solution"), Check: t.Judge, Relates: true, Same: t.SameSlip, Lines: t.Lines,
		Reasons: spec.Reasons.Choices(),
		Echo:    t.Echo,
	}
}

// linesScene returns a scene that shows the lines of an answer below one another, each with its
// verdict. A scene is shown next to the text of a task.
func linesScene(p *worksheets.Params) worksheets.SceneFunc {
	field, title, instructions := p.Field("lines"), p.RequiredText("title"), p.Texts("how")
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		block, rightCount := ascii.TextBlock{Wrap: true}, 0
		for i, l := range p.Lines(ctx, a, field) {
			if l.Follows {
				rightCount++
			}
			block.Lines = append(block.Lines, verdictLine(i+1, l))
		}
		if len(block.Lines) == 0 {
			block.Lines = []ascii.Line{ascii.Inked(" 1  …", ascii.Dim)}
		}
		if len(instructions) > 0 {
			block.Lines = append(block.Lines, ascii.Line{})
		}
		for _, text := range instructions {
			block.Lines = append(block.Lines, ascii.Inked(text, ascii.Dim))
		}
		s := exercises.Scene{
			Figures: []exercises.Figure{{Title: title, Role: exercises.Table, Plot: block, Rows: linesRows}},
		}
		s.Notes = []ascii.Line{ascii.Plainf("Correct lines: %d.", rightCount)}
		return s
	}
}

// linesRows is the number of rows reserved for the lines of a derivation, so that
// nothing moves while lines are added.
const linesRows = 12

// verdictLine returns a line with its number and its verdict in words.
func verdictLine(n int, l answer.Line) ascii.Line {
	out := ascii.Line{{Text: fmt.Sprintf("%2d  ", n), Ink: ascii.Dim}, {Text: l.Text, Ink: ascii.Text}}
	switch {
	case l.Follows && l.Doubted:
		return append(out, ascii.Span{Text: "   follows;", Ink: ascii.Good},
			ascii.Span{Text: " not by " + l.Reason + ".", Ink: ascii.Warn})
	case l.Follows && l.Reason != "":
		return append(out, ascii.Span{Text: "   follows,", Ink: ascii.Good},
			ascii.Span{Text: " by " + l.Reason + ".", Ink: ascii.Dim})
	case l.Follows:
		return append(out, ascii.Span{Text: "   follows.", Ink: ascii.Good})
	case l.Broken && l.Unreadable:
		return append(out, ascii.Span{Text: "   cannot be read yet.", Ink: ascii.Warn})
	case l.Broken:
		return append(out, ascii.Span{Text: "   does not follow.", Ink: ascii.Bad})
	}
	out[1].Ink = ascii.Dim
	return append(out, ascii.Span{Text: "   …", Ink: ascii.Dim})
}

// spaceOf reads the letters of matrix formulas and their definitions.
func spaceOf(p *worksheets.Params) matrix.Space {
	s, err := matrix.NewSpace(p.Texts("letters"), p.Texts("where"))
	if err != nil {
		p.Fail("where", "", "%v", err)
	}
	return s
}

// formula makes a judge for a matrix formula.
func formula(p *worksheets.Params) worksheets.Judge {
	t := matrix.Task{Space: spaceOf(p), Want: p.RequiredText("formula"), Short: p.Choice("form", "any",
		"short") == "short"}
	if e := t.Echo(context.Background(), t.Want); e.Problem != "" {
		p.Fail("formula", "", "%.60q cannot be read: %s", t.Want, e.Problem)
		return worksheets.Judge{}
	}
	return worksheets.Judge{
		Reference: t.Want,
		Check:     t.Judge,
		Echo:      t.Echo,
		Same:      t.Same,
	}
}

// chain makes a judge for the lines of a derivation in matrices.
func chain(p *worksheets.Params) worksheets.Judge {
	t := matrix.Chain{
		Space: spaceOf(p), Goal: p.RequiredText("chain"), Without: p.Texts("without"), Required: p.Texts("through"),
		Given: p.Texts("given"), Reasons: reasonsOf(p),
	}
	if err := t.CheckReasons(); err != nil {
		p.Fail("chain", "", "%v", err)
	}
	return worksheets.Judge{
		Reference: p.Text("solution"), Check: t.Judge, Relates: true, Same: t.SameSlip, Lines: t.Lines,
		Reasons: t.Reasons.Choices(),
		Echo:    t.Echo,
	}
}

// reasonsOf reads the reasons that may justify a line. The student sees them as a list. If the
// parameter "reasons-of" names another field, the reasons of that field are accepted but not listed
// again.
func reasonsOf(p *worksheets.Params) matrix.Reasons {
	field := p.Field("reasons-of")
	if field == "" {
		return matrix.Reasons{List: reasonList(p)}
	}
	otherParams := p.JudgeParams(field)
	if otherParams == nil {
		p.Fail("reasons-of", "name an earlier field with reasons", "%s has no reasons", field)
		return matrix.Reasons{}
	}
	return matrix.Reasons{List: reasonList(otherParams), Unlisted: true}
}

func reasonList(p *worksheets.Params) (out []matrix.Reason) {
	for _, r := range p.Parts("reasons", "reason", "of", "by", "also", "is") {
		reason := matrix.Reason{Name: r.RequiredText("reason"), Letters: r.Texts("of"), Move: matrix.Move(r.Text("by")),
			OtherNames: r.Texts("also"), Explanation: r.Text("is")}
		if (reason.Move == "") == (len(reason.Letters) == 0) ||
			reason.Move != "" && !slices.Contains(matrix.Moves(), reason.Move) {
			r.Fail("reason", "write of: with letters, or by: with one of lines, algebra, reading, inverse, nothing",
				"%q has no use", reason.Name)
		}
		out = append(out, reason)
	}
	return out
}

// derivationScene shows the lines of a calculation, which appear as the student finds them. When
// the task is repeated, half or all of the lines shown from the start are omitted.
func derivationScene(p *worksheets.Params) worksheets.SceneFunc {
	title, controls := p.RequiredText("derivation"), controlSet{formulas: map[string]answer.Func{}}
	lines, notes := fadingLines{title, liveLinesOf(p, "lines", controls)}, liveLinesOf(p, "notes", controls)
	wrap := p.Flag("wrap")
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		shownLines, sliders, fadingNote := lines.visibleLines(ctx, a)
		block := ascii.TextBlock{Lines: shownLines, Wrap: wrap}
		return exercises.Scene{Figures: []exercises.Figure{stage.Main(withMinusSigns(title), block)}, Controls: sliders,
			Notes: append(fadingNote, visibleLines(ctx, notes, a)...)}
	}
}

// fadingLines holds the lines of a calculation that a scene shows. A line is given if it is shown
// before any field is right. When the task is repeated, some of the given lines are omitted.
type fadingLines struct {
	title string
	lines []liveLines
}

// givenCount returns the number of given lines.
func (t fadingLines) givenCount() (n int) {
	for _, l := range t.lines {
		if len(l.hiddenUntil) == 0 {
			n++
		}
	}
	return n
}

// slider returns the control for the number of given lines. Its name consists of the
// words of the title in ASCII letters, so every derivation has a control of its own.
func (t fadingLines) slider(a exercises.Answers, initialCount int) exercises.Control {
	words := strings.FieldsFunc("given "+strings.ToLower(t.title),
		func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	name := strings.Join(words, "-")
	return stage.Slider(name, "lines given", 0, float64(t.givenCount()), 1, a, fmt.Sprint(initialCount))
}

// visibleLines returns the visible lines, the slider that restores omitted lines, and a note about
// this slider. If no line is omitted at first, there is neither a slider nor a note.
func (t fadingLines) visibleLines(ctx context.Context,
	a exercises.Answers) (lines []ascii.Line, sliders []exercises.Control, note []ascii.Line) {
	if a.Fading() == exercises.FadeNothing || t.givenCount() == 0 {
		return visibleLines(ctx, t.lines, a), nil, nil
	}
	initialCount, remark := 0, "You have done this on another day, so the page is blank."
	if a.Fading() == exercises.FadeHalf {
		initialCount, remark = (t.givenCount()+1)/2, "You have done this before, so half of the lines are left out."
	}
	slider := t.slider(a, initialCount)
	return t.upTo(ctx, a, int(slider.Number())), []exercises.Control{slider},
		ascii.PlainLines(remark + " The slider “lines given” brings them back, one by one.")
}

// upTo returns the first shownCount given lines with the lines between them, and those later lines
// that the student has found. An ellipsis replaces omitted lines.
func (t fadingLines) upTo(ctx context.Context, a exercises.Answers, shownCount int) []ascii.Line {
	var out []ascii.Line
	omitting, hasEllipsis := false, false
	for _, l := range t.lines {
		if len(l.hiddenUntil) == 0 {
			shownCount--
		}
		omitting = omitting || shownCount < 0
		switch {
		case !omitting || l.isFound(ctx, a):
			out, hasEllipsis = append(out, l.visible(ctx, a)...), false
		case len(l.hiddenUntil) == 0 && !hasEllipsis:
			out, hasEllipsis = append(out, ascii.Inked("…", ascii.Dim)), true
		}
	}
	return out
}

package kit

import (
	"context"
	"fmt"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/answer/mats"
	"kernellab/exercises/worksheets"
)

// linesOf are the lines typed so far, as a judge of package mats reads them.
func linesOf(read func(ctx context.Context, text string) []mats.Standing) func(context.Context, string) []worksheets.Line {
	return func(ctx context.Context, text string) (out []worksheets.Line) {
		for _, l := range read(ctx, text) {
			out = append(out, worksheets.Line(l))
		}
		return out
	}
}

// walk asks for the lines of a derivation over the points.
func walk(p *worksheets.Params) worksheets.Judge {
	words := mats.Words{
		Letters: p.Texts("letters"), Signs: p.Texts("signs"), Bits: p.Texts("bits"), Given: p.Texts("given"), Hence: p.Needed("hence"), Start: p.Texts("start"), Reasons: reasonsOf(p),
	}
	for _, f := range p.Parts("facts", "says", "called") {
		words.Facts = append(words.Facts, mats.Fact{Says: f.Needed("says"), Called: f.Needed("called")})
	}
	t, err := mats.NewWalk(words, p.Needed("walk"), p.Texts("without"), p.Flag("at-once"))
	if err != nil {
		p.Fail("walk", "", "%v", err)
		return worksheets.Judge{}
	}
	check := func(ctx context.Context, text string) answer.Result { return mats.JudgeWalk(ctx, text, t) }
	return worksheets.Judge{
		Reference: p.Text("solution"), Check: check, Same: t.SameSlip, Lines: linesOf(t.Lines), Reasons: words.Reasons.Shown(),
		Echo: func(_ context.Context, text string) exercises.Echo { return t.Echo(text) },
	}
}

// linesScene is the lines of an answer, one under the other, each with how it
// stands.
func linesScene(p *worksheets.Params) worksheets.SceneFunc {
	field, notes := p.Field("lines"), livesOf(p, "notes", levers{laws: map[string]answer.Func{}})
	title, how := or(p.Text("title"), "Your lines"), p.Texts("how")
	return func(ctx context.Context, a exercises.Answers) exercises.Scene {
		block, stand := ascii.TextBlock{Wrap: true}, 0
		for i, l := range p.Lines(ctx, a, field) {
			if l.Follows {
				stand++
			}
			block.Lines = append(block.Lines, standing(i+1, l))
		}
		if len(block.Lines) == 0 {
			block.Lines = []ascii.Line{ascii.Inked(" 1  …", ascii.Dim)}
		}
		if len(how) > 0 {
			block.Lines = append(block.Lines, ascii.Line{})
		}
		for _, text := range how {
			block.Lines = append(block.Lines, ascii.Inked(text, ascii.Dim))
		}
		s := exercises.Scene{Figures: []exercises.Figure{{Title: title, Role: exercises.Table, Plot: block, Rows: linesRows}}}
		s.Notes = append([]ascii.Line{ascii.Plainf("Lines that follow: %d.", stand)}, shown(ctx, notes, a)...)
		return s
	}
}

// linesRows are kept for the lines of a derivation, so that nothing moves as they
// come: a dozen of them.
const linesRows = 12

// standing is a line with its number and how it stands, in a word.
func standing(n int, l worksheets.Line) ascii.Line {
	out := ascii.Line{{Text: fmt.Sprintf("%2d  ", n), Ink: ascii.Dim}, {Text: l.Text, Ink: ascii.Text}}
	switch {
	case l.Follows && l.Doubted:
		return append(out, ascii.Span{Text: "   follows;", Ink: ascii.Good}, ascii.Span{Text: " not by " + l.Reason + ".", Ink: ascii.Warn})
	case l.Follows && l.Reason != "":
		return append(out, ascii.Span{Text: "   follows,", Ink: ascii.Good}, ascii.Span{Text: " by " + l.Reason + ".", Ink: ascii.Dim})
	case l.Follows:
		return append(out, ascii.Span{Text: "   follows.", Ink: ascii.Good})
	case l.Broken:
		return append(out, ascii.Span{Text: "   does not follow.", Ink: ascii.Bad})
	}
	out[1].Ink = ascii.Dim
	return append(out, ascii.Span{Text: "   …", Ink: ascii.Dim})
}

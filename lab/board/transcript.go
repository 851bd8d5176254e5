package board

import (
	"context"
	"fmt"
	"io"
	"strings"

	"kernellab/ascii"
	"kernellab/lab/ui"
)

// Print writes the board as text, with the wrong answers of every task. The width of the
// session must be set.
func (b *Screen) Print(ctx context.Context, out io.Writer) error {
	w := b.Session.Width
	d := ui.NewDocument(b.Session.Theme, w)
	variants, err := b.variantsOf(b.wanted())()
	if err != nil {
		return err
	}
	b.show(variants)
	b.Refresh()
	b.onAnswers = true // marks no student as selected
	d.Add(append([]ascii.Line{b.header(w), b.activity()}, b.heads(w)...)...)
	b.writeRows(d)
	b.onAnswers = false
	for i := range b.plan.Tasks {
		b.selectTask(i)
		b.explained = explain(ctx, b.variants, i)
		b.Refresh()
		d.Gap()
		d.Add(b.title(), b.status(w), b.legend())
		b.writeAnswers(d)
	}
	var text strings.Builder
	for _, l := range d.Lines() {
		fmt.Fprintln(&text, strings.TrimRight(b.Session.Theme.View().Line(l).String(), " "))
	}
	_, err = io.WriteString(out, text.String())
	return err
}

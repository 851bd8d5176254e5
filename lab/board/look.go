package board

import (
	"fmt"
	"time"

	"kernellab/ascii"
	"kernellab/lab/class"
	"kernellab/lab/theme"
)

// look is how the board draws a cell.
type look uint8

const (
	notBegun look = iota
	working
	wrong
	done
	helped
	skipped
	usedUp
	asking
	numLooks
)

// look returns the look of a student's cell.
func (b *Screen) look(r class.Row, task int) look {
	q, asks := b.requests[r.ID]
	switch c := r.Cells[task]; {
	case asks && q.Exercise == b.plan.Exercise && q.Task == b.plan.Tasks[task].Name:
		return asking
	case c.State == class.Done && c.Helped:
		return helped
	default:
		return [...]look{class.Working: working, class.Wrong: wrong, class.Done: done, class.Passed: done,
			class.Skipped: skipped, class.UsedUp: usedUp}[c.State]
	}
}

// sign returns the sign of a look. The signs differ even without colours.
func (l look) sign(t *theme.Theme) ascii.Span {
	inks := [...]ascii.Ink{ascii.Dim, ascii.Text, ascii.Bad, ascii.Good, ascii.Good, ascii.Dim, ascii.Bad, ascii.Select}
	return ascii.Span{Text: t.Glyph([]rune("·▸✗✓◎–∅?")[l], []rune(".>x+%-0?")[l]), Ink: inks[l]}
}

// words describes the look in the legend.
func (l look) words() string {
	return [...]string{"to do", "working", "wrong", "done", "helped", "skipped", "out of attempts", "ask"}[l]
}

// cell returns a cell of up to three columns: the sign and, at the current task, the minutes
// or the number of wrong answers.
func (l look) cell(t *theme.Theme, c class.Cell) ascii.Span {
	sign := l.sign(t)
	if n := minutes(c.Time); l == working && n > 0 {
		sign.Text += fmt.Sprint(min(n, 99), "m")[:2] // there is no room for more
	} else if l == wrong {
		sign.Text += fmt.Sprint(c.Wrong)
	}
	return sign
}

// minutes returns the whole minutes of a duration.
func minutes(d time.Duration) int { return int(d / time.Minute) }

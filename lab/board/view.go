package board

import (
	"fmt"
	"strconv"

	"charm.land/bubbles/v2/key"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// layout holds the places of the parts of the screen.
type layout struct{ header, students, footer ascii.Rect }

// layoutBoard returns the places of the parts on a screen of w×h cells.
func layoutBoard(w, h int) layout {
	return layout{
		header:   ascii.Rect{X: 2, W: w - 4, H: 1},
		students: ascii.Rect{X: 2, Y: 3, W: w - 4, H: h - 6},
		footer:   ascii.Rect{X: 2, Y: h - 1, W: w - 4, H: 1},
	}
}

func (b *Screen) Layout() {
	if b.stale {
		b.refresh()
	}
	r := layoutBoard(b.Session.Width, b.Session.Height).students
	d := ui.NewDocument(b.Session.Theme, r.W)
	for i, row := range b.rows {
		ink := ascii.Text
		if row.ID == b.student {
			ink = ascii.Accent
			d.Keep(d.Len(), d.Len())
		}
		d.AddPart(strconv.Itoa(i), ascii.Inked(row.Name, ink))
	}
	b.students.SetSize(r.W, r.H)
	b.students.Show(d)
}

func (b *Screen) Layers() []*lipgloss.Layer {
	l, t := layoutBoard(b.Session.Width, b.Session.Height), b.Session.Theme
	head := ascii.Line{{Text: "board", Ink: ascii.Strong},
		{Text: fmt.Sprintf("   %s  %s", b.plan.Exercise, b.plan.Title)}}
	return append(b.students.Layers("students", l.students.X, l.students.Y),
		ui.NewLayer("", t.Line(t.View().Clip(head, l.header.W)), l.header.X, l.header.Y))
}

// Footer returns the keys that are useful on the board.
func (b *Screen) Footer() session.Footer {
	keys := b.actions.Footer(b, []session.Zone{session.ZoneBoard, session.ZoneLab}, session.MaxFooterKeys)
	return session.Footer{Area: layoutBoard(b.Session.Width, b.Session.Height).footer, Keys: keys,
		Pinned: []key.Binding{b.Session.Hint(session.ZoneLab, "help", "help")}}
}

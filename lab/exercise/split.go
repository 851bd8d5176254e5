package exercise

import (
	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/pictures"
)

// split decides how text and stage share the columns of a wide screen. It depends on
// the first scene of a task and does not change during the task: texts and tables on
// the stage take the columns they need and leave the rest to the task's text.
type split struct {
	textOnly bool // the stage has only texts and tables
	columns  int  // that these take
	tables   int  // columns of the tables in the task's text
}

// columnar is a figure that knows how many columns it takes.
type columnar interface{ PreferredWidth(ascii.View) int }

// splitOf returns the split for a scene, given the width of the tables in the task's
// text.
func splitOf(s exercises.Scene, v ascii.View, inText int) split {
	figures, tables := s.Figures, 0
	out := split{tables: inText, textOnly: len(figures) > 0 && s.Run == nil}
	if len(s.Controls) > 0 {
		out.columns = sliderWidth
	}
	for _, f := range figures {
		w, ok := f.Plot.(columnar)
		ok = ok && pictures.Fixed(f.Plot)
		out.textOnly = out.textOnly && ok
		if ok {
			out.columns = max(out.columns, w.PreferredWidth(v), ascii.Width(f.Title))
		}
		if f.Role == exercises.Table {
			tables++
		}
	}
	if tables > 1 { // next to each other, all as wide as the widest
		out.columns = tables*(out.columns+2) - 2
	}
	for _, l := range s.Formula {
		out.columns = max(out.columns, v.Line(l).Width())
	}
	return out
}

// sliderWidth is the number of columns that a slider takes on a stage of texts.
const sliderWidth = 44

// halfGap is the gap between text and stage.
const halfGap = 3

// growth is how many columns the texts on the stage may grow by while the student
// types.
const growth = 8

// withSplit gives the task's text the columns that a stage of texts does not need: at
// least its usual width, and at most maxTextWidth and two thirds of the screen. Both
// are in the middle of the screen.
func (l regions) withSplit(s split) regions {
	if l.narrow || l.tooSmall || l.Stage.Empty() {
		return l
	}
	l = l.withTables(s.tables)
	if !s.textOnly {
		return l
	}
	whole := l.Text.W + l.Stage.W + halfGap
	l.Text.W = max(l.Text.W, min(maxTextWidth, whole*2/3, whole-halfGap-s.columns-growth))
	l.Stage.W = min(whole-halfGap-l.Text.W, max(s.columns+growth, whole/3))
	l.Text.X += (whole - halfGap - l.Text.W - l.Stage.W) / 2
	l.Stage.X = l.Text.X + l.Text.W + halfGap
	l.Text, l.Stage = centred(l.Text), centred(l.Stage)
	return l
}

// minStage is the minimum width of the stage next to a table in the text.
const minStage = 44

// withTables gives the text enough columns for its tables and one more.
func (l regions) withTables(columns int) regions {
	more := min(columns+1-l.Text.W, l.Stage.W-minStage)
	if columns == 0 || more <= 0 {
		return l
	}
	l.Text.W += more
	l.Stage.X += more
	l.Stage.W -= more
	return l
}

// centred moves texts on a high screen down to a little above its middle.
func centred(r ascii.Rect) ascii.Rect {
	down := max(0, (r.H-32)/4)
	return ascii.Rect{X: r.X, Y: r.Y + down, W: r.W, H: r.H - down}
}

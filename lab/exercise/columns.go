package exercise

import (
	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/pictures"
)

// split is how the columns of a wide screen are divided on a step. It follows
// what its first scene brings, and stays as it is until the next step: words and
// tables take the room that they need, and leave the rest to the text.
type split struct {
	words   bool // the stage has words and tables alone
	columns int  // that they take
	tables  int  // columns of the tables in the text
}

// wordy is a figure that says how many columns it takes.
type wordy interface{ Columned(ascii.View) int }

// splitOf reads how much room a scene needs.
func splitOf(s exercises.Scene, v ascii.View, inText int) split {
	figures, tables := s.Figures, 0
	out := split{tables: inText, words: len(figures) > 0 && s.Run == nil}
	if len(s.Controls) > 0 {
		out.columns = besideWords
	}
	for _, f := range figures {
		w, ok := f.Plot.(wordy)
		ok = ok && pictures.Fixed(f.Plot)
		out.words = out.words && ok
		if ok {
			out.columns = max(out.columns, w.Columned(v), ascii.Width(f.Title))
		}
		if f.Role == exercises.Table {
			tables++
		}
	}
	if tables > 1 { // side by side, each as wide as the widest
		out.columns = tables*(out.columns+2) - 2
	}
	for _, l := range s.Formula {
		out.columns = max(out.columns, v.Line(l).Width())
	}
	return out
}

// besideWords is how many columns a slider takes beside words.
const besideWords = 44

// halfGap is between text and stage.
const halfGap = 3

// growth is how many columns words on the stage may grow by as something is
// typed.
const growth = 8

// divided gives the text what words on the stage do not need, between its usual
// column and the widest that is read well, and never more than two thirds. Both
// stand in the middle of the screen.
func (l exerciseLayout) divided(s split) exerciseLayout {
	if l.narrow || l.tooSmall || l.Stage.Empty() {
		return l
	}
	l = l.withTables(s.tables)
	if !s.words {
		return l
	}
	whole := l.Text.W + l.Stage.W + halfGap
	l.Text.W = max(l.Text.W, min(widestText, whole*2/3, whole-halfGap-s.columns-growth))
	l.Stage.W = min(whole-halfGap-l.Text.W, max(s.columns+growth, whole/3))
	l.Text.X += (whole - halfGap - l.Text.W - l.Stage.W) / 2
	l.Stage.X = l.Text.X + l.Text.W + halfGap
	l.Text, l.Stage = lowered(l.Text), lowered(l.Stage)
	return l
}

// leastStage is the fewest columns that a table in the text leaves to the stage.
const leastStage = 44

// withTables gives the text the columns of its tables and the one after them.
func (l exerciseLayout) withTables(columns int) exerciseLayout {
	more := min(columns+1-l.Text.W, l.Stage.W-leastStage)
	if columns == 0 || more <= 0 {
		return l
	}
	l.Text.W += more
	l.Stage.X += more
	l.Stage.W -= more
	return l
}

// lowered is where words stand on a high screen: a little above its middle.
func lowered(r ascii.Rect) ascii.Rect {
	down := max(0, (r.H-32)/4)
	return ascii.Rect{X: r.X, Y: r.Y + down, W: r.W, H: r.H - down}
}

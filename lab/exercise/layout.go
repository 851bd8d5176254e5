package exercise

import (
	"kernellab/ascii"
	"kernellab/lab/debug"
	"kernellab/lab/pictures"
	"kernellab/lab/session"
)

// widestText is the column of text where nothing stands beside it: longer
// lines are hard to read.
const widestText = 76

// pane is what a narrow screen shows: the text, the stage with its pictures, or the
// stage with the points of its run.
type pane uint8

const (
	textPane pane = iota
	StagePane
	statePane
)

// exerciseLayout is where the parts of the exercise screen are. Parts that a
// size or pane does not show are empty.
type exerciseLayout struct {
	tooSmall bool
	narrow   bool
	header   ascii.Rect
	Text     ascii.Rect
	question ascii.Rect // over the stage of a narrow screen
	Stage    ascii.Rect
	footer   ascii.Rect

	Panels debug.PanelRects
}

// LayoutExercise places the exercise screen in w×h cells. It is a pure
// function; no two of its rectangles overlap and none leaves the screen.
func LayoutExercise(w, h int, shown pane) exerciseLayout {
	if w < session.MinWidth || h < session.MinHeight {
		return exerciseLayout{tooSmall: true}
	}
	l := exerciseLayout{
		narrow: w < session.WideFrom,
		header: ascii.Rect{X: 2, Y: 0, W: w - 4, H: 1},
		footer: ascii.Rect{X: 2, Y: h - 1, W: w - 4, H: 1},
	}
	body := ascii.Rect{X: 2, Y: 2, W: w - 4, H: h - 4}
	switch {
	case !l.narrow:
		l.Text = body
		l.Text.W = textWidth(w)
		l.Stage = ascii.Rect{X: body.X + l.Text.W + halfGap, Y: body.Y, W: body.W - l.Text.W - halfGap + 1, H: body.H}
	case shown == textPane:
		l.Text = body
		l.Text.W = min(body.W, widestText)
	default:
		l.question = ascii.Rect{X: body.X, Y: 1, W: body.W, H: 1}
		l.Stage = body
	}
	return l
}

// keys is the footer, with the free row above it on a narrow screen, where one row
// does not hold the keys.
func (l exerciseLayout) keys() ascii.Rect {
	r := l.footer
	if l.narrow {
		r.Y--
		r.H++
	}
	return r
}

// withQuestion gives the question over the stage so many rows.
func (l exerciseLayout) withQuestion(rows int) exerciseLayout {
	if l.question.Empty() {
		return l
	}
	more := rows - l.question.H
	l.question.H += more
	l.Stage.Y += more
	l.Stage.H -= more
	return l
}

// withoutStage gives the text the room of a stage that has nothing to show: the
// middle of the screen, a little above its centre where it is high.
func (l exerciseLayout) withoutStage() exerciseLayout {
	if l.tooSmall || l.narrow {
		return l
	}
	w := min(l.header.W, widestText)
	l.Text.X, l.Text.W = l.header.X+(l.header.W-w)/2, w
	l.Text, l.Stage = lowered(l.Text), ascii.Rect{}
	return l
}

// textWidth is the column of text on a wide screen: 38 columns at 100, 40 at
// 120, 56 from 200 on.
func textWidth(w int) int {
	if w < 120 {
		return 38 + (w-session.WideFrom)/10
	}
	return min(56, 40+(w-120)/5)
}

// withPanels makes room for the panels: why below the stage of a large screen, the
// ledger below the text, or below the stage where that is the only half shown.
func (l exerciseLayout) withPanels(w, h int, why, ledger bool) exerciseLayout {
	if l.tooSmall {
		return l
	}
	if why && debug.HasPanelRoom(w, h) && !l.Stage.Empty() {
		l.Stage, l.Panels.Why = pictures.SplitBottom(l.Stage, l.Stage.H*2/5+1, true)
		l.Stage.H--
	}
	switch {
	case !ledger:
	case !l.narrow:
		l.Text, l.Panels.Ledger = pictures.SplitBottom(l.Text, min(ledgerRows, l.Text.H*3/5), true)
		l.Text.H--
	case !l.Stage.Empty():
		l.Stage, l.Panels.Ledger = pictures.SplitBottom(l.Stage, min(8, l.Stage.H*2/5), true)
	}
	return l
}

// ledgerRows is how high the ledger is at most, below the text.
const ledgerRows = 21

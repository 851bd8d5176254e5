package lab

import (
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
)

// conditionWindow asks for a condition to run to: one of those kept, of the
// kinds the run knows, or typed with completion.
type conditionWindow struct {
	base
	watcher  exercises.Watcher
	watches  *watches
	kinds    []exercises.Break
	input    editor
	rows     []conditionRow
	selected int // −1: the text typed

	wrong *exercises.WatchError // with the text as it stands, once it was entered
}

// conditionRow is a condition to run to, or a completion of the text.
type conditionRow struct {
	label, detail string
	until         exercises.Break
	kept          bool
	completion    *exercises.Completion
}

// completionLimit is how many ways to go on are listed.
const completionLimit = 8

func newConditionWindow(e *exercise, w exercises.Watcher) *conditionWindow {
	c := &conditionWindow{base: e.session.base(), watcher: w, watches: &e.debug.watches, kinds: e.player.run.Breaks()}
	c.list()
	return c
}

func (c *conditionWindow) overlay() bool   { return true }
func (c *conditionWindow) resume() tea.Cmd { return nil }

// list finds the rows for the text: with none, the conditions there are.
func (c *conditionWindow) list() {
	c.rows, c.selected = nil, -1
	text := strings.TrimSpace(c.input.value())
	if text == "" {
		for _, k := range c.watches.kept {
			c.rows = append(c.rows, conditionRow{label: k.Label, detail: k.reading, until: k.Break, kept: true})
		}
		c.selected = 0
	}
	for _, b := range c.kinds {
		if strings.Contains(strings.ToLower(b.Label), strings.ToLower(text)) {
			c.rows = append(c.rows, conditionRow{label: b.Label, until: b})
		}
	}
	if text == "" && len(c.rows) == 0 {
		c.selected = -1
	}
	if text != "" {
		c.complete()
	}
}

// complete lists the ways to go on before the kinds that contain the text.
func (c *conditionWindow) complete() {
	var rows []conditionRow
	for _, k := range c.watcher.Complete(c.input.value(), c.input.at) {
		if k.Text == c.input.value() || len(rows) == completionLimit {
			continue
		}
		rows = append(rows, conditionRow{label: k.Text, detail: k.Help, completion: &k})
	}
	c.rows = append(rows, c.rows...)
}

func (c *conditionWindow) update(msg tea.Msg) (intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return c.key(msg), nil
	case tea.PasteMsg:
		c.input.insert(msg.Content)
		c.edited()
	case tea.MouseWheelMsg:
		c.move(wheelStep(msg) / 3)
	case tea.MouseClickMsg:
		return c.click(msg), nil
	}
	return nil, nil
}

func (c *conditionWindow) edited() {
	c.wrong = nil
	c.list()
}

func (c *conditionWindow) key(msg tea.KeyPressMsg) intent {
	switch c.session.keys.match(zoneWatch, msg) {
	case "up":
		c.move(-1)
	case "down":
		c.move(1)
	case "accept":
		c.accept()
	case "answer":
		return c.enter(1)
	case "run back":
		return c.enter(-1)
	case "forget":
		c.forget()
	case "leave":
		return popIntent{}
	case "":
		before := c.input.value()
		c.input.key(msg)
		if c.input.value() != before {
			c.edited()
		}
	}
	return nil
}

// move selects a row; above the first one is the text typed.
func (c *conditionWindow) move(n int) {
	least := -1
	if c.input.value() == "" {
		least = 0
	}
	c.selected = max(least, min(c.selected+n, len(c.rows)-1))
}

// accept takes the correction offered, else the completion selected, else the
// first.
func (c *conditionWindow) accept() {
	if c.wrong != nil && c.wrong.Fix != "" {
		c.put(c.wrong.Fix, len([]rune(c.wrong.Fix)))
		return
	}
	i := max(0, c.selected)
	if i < len(c.rows) && c.rows[i].completion != nil {
		c.put(c.rows[i].completion.Text, c.rows[i].completion.At)
	}
}

func (c *conditionWindow) put(text string, at int) {
	c.input.set(text)
	c.input.at = max(0, min(at, len(c.input.text)))
	c.edited()
}

// enter runs to the row selected or the text typed; a completion is taken
// first, and a text that cannot be read stays with what is wrong.
func (c *conditionWindow) enter(dir int) intent {
	if c.selected >= 0 && c.selected < len(c.rows) {
		row := c.rows[c.selected]
		if row.completion != nil {
			c.accept()
			return nil
		}
		return answerIntent{breakAnswer{until: row.until, dir: dir}}
	}
	if strings.TrimSpace(c.input.value()) == "" {
		return nil
	}
	b, err := c.watcher.Watch(c.input.value())
	if err != nil {
		c.wrong = asWatchError(err)
		return nil
	}
	return answerIntent{breakAnswer{until: b, dir: dir, typed: true}}
}

// asWatchError is an error with its place, the end of nothing where it has
// none.
func asWatchError(err error) *exercises.WatchError {
	var w *exercises.WatchError
	if errors.As(err, &w) {
		return w
	}
	return &exercises.WatchError{At: -1, Problem: err.Error()}
}

// forget drops the kept condition selected.
func (c *conditionWindow) forget() {
	if c.selected < 0 || c.selected >= len(c.rows) || !c.rows[c.selected].kept {
		return
	}
	at := c.selected
	c.watches.forget(c.rows[at].until.Name)
	c.list()
	c.selected = min(at, len(c.rows)-1)
}

// conditionLayout is the window's area, its input line and its list.
type conditionLayout struct{ area, input, problem, list ascii.Rect }

func (c *conditionWindow) layout(w, h int) conditionLayout {
	const problemRows = 5 // a caret, three lines of what is wrong, the correction
	out := conditionLayout{area: overlayArea(w, h, 76, 5+problemRows+max(8, len(c.kinds)+len(c.watches.kept)))}
	in := out.area.Inset(2, 1)
	out.input = ascii.Rect{X: in.X + 2, Y: in.Y + 2, W: in.W - 2, H: 1}
	out.list = ascii.Rect{X: in.X, Y: in.Y + 4, W: in.W, H: max(0, in.H-4)}
	if c.wrong != nil {
		out.problem = ascii.Rect{X: in.X, Y: in.Y + 3, W: in.W, H: min(problemRows, max(0, in.H-3))}
		out.list.Y += problemRows - 1
		out.list.H = max(0, out.list.H-problemRows+1)
	}
	return out
}

func (c *conditionWindow) click(msg tea.MouseClickMsg) intent {
	at := c.layout(c.session.width, c.session.height)
	if !at.area.Contains(msg.X, msg.Y) {
		return popIntent{}
	}
	i := msg.Y - at.list.Y + scrollTo(c.selected, len(c.rows), at.list.H)
	if !at.list.Contains(msg.X, msg.Y) || i >= len(c.rows) {
		return nil
	}
	c.selected = i
	return c.enter(1)
}

func (c *conditionWindow) draw(p pen) {
	at := c.layout(p.grid.W, p.grid.H)
	in := p.panel(at.area)
	p.write(in.X, in.Y, in.W, line("Run until …", ascii.Strong))
	keys := "enter runs on   alt+enter back   esc closes"
	p.right(in.X+in.W, in.Y, in.W-14, line(keys, ascii.Dim))
	p.write(in.X, at.input.Y, 2, line(string(p.glyph('›', '>')), ascii.Accent))
	if len(c.input.text) == 0 {
		p.write(at.input.X, at.input.Y, at.input.W, line("type a condition, or choose one", ascii.Dim))
	} else {
		p.write(at.input.X, at.input.Y, at.input.W, line(c.input.value(), ascii.Strong))
	}
	c.drawProblem(p, at)
	c.drawRows(p, at.list)
}

// drawProblem points at what is wrong in the text and offers the correction.
func (c *conditionWindow) drawProblem(p pen, at conditionLayout) {
	if c.wrong == nil || at.problem.Empty() {
		return
	}
	r := at.problem
	lines := p.wrapAll([]ascii.Line{line(c.wrong.Problem, ascii.Warn)}, r.W-2)
	if c.wrong.Fix != "" {
		lines = append(lines[:min(r.H-2, len(lines))], p.say(ascii.Line{{Text: "tab ", Ink: ascii.Accent}, {Text: "makes it ", Ink: ascii.Dim}, {Text: c.wrong.Fix, Ink: ascii.Text}}))
	}
	if a := c.wrong.At; a >= 0 && a <= len(c.input.text) {
		x := at.input.X + width(string(c.input.text[:a]))
		if x < at.input.X+at.input.W {
			p.write(x, r.Y, 1, line(string(p.glyph('↑', '^')), ascii.Warn))
		}
	}
	p.lines(ascii.Rect{X: r.X + 2, Y: r.Y + 1, W: r.W - 2, H: r.H - 1}, p.clipAll(lines, r.W-2), 0)
}

func (c *conditionWindow) drawRows(p pen, r ascii.Rect) {
	top := scrollTo(max(0, c.selected), len(c.rows), r.H)
	for y := 0; y < r.H && top+y < len(c.rows); y++ {
		row, ink := c.rows[top+y], ascii.Text
		if top+y == c.selected {
			ink = ascii.Accent
			p.write(r.X, r.Y+y, 2, line(string(p.glyph('›', '>')), ascii.Accent))
		}
		x := p.right(r.X+r.W, r.Y+y, r.W/2, line(row.detail, ascii.Dim))
		p.write(r.X+2, r.Y+y, x-r.X-4, line(row.label, ink))
	}
}

func (c *conditionWindow) cursor() (int, int, bool) {
	at := c.layout(c.session.width, c.session.height)
	before := string(c.input.text[:c.input.at])
	return at.input.X + min(width(before), at.input.W-1), at.input.Y, true
}

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
	window
	chooser
	watcher exercises.Watcher
	watches *watches
	kinds   []exercises.Break

	wrong *exercises.WatchError // with the text as it stands, once it was entered
}

// keptCondition is the value of a line with a condition that can be forgotten;
// that of a kind is an exercises.Break, that of a way to go on with the text an
// exercises.Completion.
type keptCondition exercises.Break

// completionLimit is how many ways to go on are listed.
const completionLimit = 8

// problemRows are a caret, three lines of what is wrong, the correction.
const problemRows = 5

// newBreakWindow asks for a condition: typed, where the run reads any.
func newBreakWindow(s *session, run exercises.Run, known *watches) screen {
	if w, ok := run.(exercises.Watcher); ok {
		return newConditionWindow(s, w, known, run.Breaks())
	}
	var items []item
	for _, b := range run.Breaks() {
		items = append(items, item{label: b.Label, value: breakAnswer(b)})
	}
	return newListWindow(s, "Run until …", items)
}

func newConditionWindow(s *session, w exercises.Watcher, known *watches, kinds []exercises.Break) *conditionWindow {
	c := &conditionWindow{window: window{s.base()}, watcher: w, watches: known, kinds: kinds}
	c.chooser = chooser{
		title: "Run until …", width: 76,
		input: &editor{}, blank: blankCondition(w),
		rows: problemRows - 1 + max(8, len(c.kinds)+len(c.watches.All())),
	}
	c.list()
	return c
}

// blankCondition says what a condition looks like, by examples of the run's own.
func blankCondition(w exercises.Watcher) string {
	if e, ok := w.(exercises.Exampler); ok && len(e.Examples()) > 0 {
		return "choose one, or type one as " + strings.Join(e.Examples(), "   ")
	}
	return "type a condition, or choose one"
}

// list finds the lines for the text: with none, the conditions there are; else
// the ways to go on before the kinds that contain it.
func (c *conditionWindow) list() {
	c.items, c.selected = nil, -1
	text := strings.TrimSpace(c.input.value())
	if text == "" {
		for _, k := range c.watches.All() {
			c.items = append(c.items, item{k.Label, strings.TrimSpace(c.watches.readings[k.Name] + "  " + k.State()), keptCondition(k.Break)})
		}
	} else {
		c.complete()
	}
	for _, b := range c.kinds {
		if text == "" && c.watches.Find(b.Name) >= 0 {
			continue
		}
		if strings.Contains(strings.ToLower(b.Label), strings.ToLower(text)) {
			c.items = append(c.items, item{label: b.Label, value: b})
		}
	}
	if text == "" && len(c.items) > 0 {
		c.selected = 0
	}
}

// complete lists the ways to go on with the text.
func (c *conditionWindow) complete() {
	for _, k := range c.watcher.Complete(c.input.value(), c.input.at) {
		if k.Text != c.input.value() && len(c.items) < completionLimit {
			c.items = append(c.items, item{k.Text, k.Help, k})
		}
	}
}

func (c *conditionWindow) update(msg tea.Msg) (intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return c.key(msg), nil
	case tea.PasteMsg:
		c.input.insert(msg.Content)
		c.edited()
	case tea.MouseWheelMsg:
		c.step(wheelStep(msg) / 3)
	case tea.MouseClickMsg:
		return c.click(msg, c.session.width, c.session.height, c.enter), nil
	}
	return nil, nil
}

// edited forgets what was wrong with the text before it changed.
func (c *conditionWindow) edited() {
	c.fault(nil)
	c.list()
}

// fault notes what is wrong with the text, and makes room for it.
func (c *conditionWindow) fault(err error) {
	c.wrong, c.apart = nil, 0
	if err != nil {
		c.wrong, c.apart = asWatchError(err), problemRows-1
	}
}

// watchKeys are those of the window of conditions.
func watchKeys() keyMap {
	at := zoneWatch.bind
	return keyMap{
		at("up", "up", "↑", "condition or completion above"),
		at("down", "down", "↓", "condition or completion below"),
		at("accept", "tab", "tab", "take the completion, or the correction offered"),
		at("answer", "enter", "enter", "run on to the condition"),
		at("turn", "ctrl+o", "ctrl+o", "switch the condition selected off, or on again: one that is off stops nothing"),
		at("forget", "ctrl+x", "ctrl+x", "end the condition selected: its value is watched no more"),
	}
}

func (c *conditionWindow) key(msg tea.KeyPressMsg) intent {
	switch c.session.keys.match(zoneWatch, msg) {
	case "up":
		c.step(-1)
	case "down":
		c.step(1)
	case "accept":
		c.accept()
	case "answer":
		return c.enter()
	case "turn":
		c.turn()
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

// step selects a line; above the first one is the text typed.
func (c *conditionWindow) step(n int) {
	if c.selected+n < 0 && c.input.value() != "" {
		c.selected = -1
		return
	}
	c.move(n)
}

// taken is the value of the line selected, nil where it is the text typed.
func (c *conditionWindow) taken() any {
	if c.selected < 0 || c.selected >= len(c.items) {
		return nil
	}
	return c.items[c.selected].value
}

// accept takes the correction offered, else the completion selected, else the
// first.
func (c *conditionWindow) accept() {
	if c.wrong != nil && c.wrong.Fix != "" {
		c.put(c.wrong.Fix, len([]rune(c.wrong.Fix)))
		return
	}
	if i := max(0, c.selected); i < len(c.items) {
		if k, ok := c.items[i].value.(exercises.Completion); ok {
			c.put(k.Text, k.At)
		}
	}
}

func (c *conditionWindow) put(text string, at int) {
	c.input.set(text)
	c.input.at = max(0, min(at, len(c.input.text)))
	c.edited()
}

// enter runs to the line selected or the text typed; a completion is taken
// first, and a text that cannot be read stays with what is wrong.
func (c *conditionWindow) enter() intent {
	switch v := c.taken().(type) {
	case exercises.Completion:
		c.accept()
		return nil
	case keptCondition:
		return answerIntent{breakAnswer(v)}
	case exercises.Break:
		return answerIntent{breakAnswer(v)}
	}
	if strings.TrimSpace(c.input.value()) == "" {
		return nil
	}
	b, err := c.watcher.Watch(c.input.value())
	if err != nil {
		c.fault(err)
		return nil
	}
	return answerIntent{breakAnswer(b)}
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

// own does something to the kept condition selected, and lists them again.
func (c *conditionWindow) own(f func(name string)) {
	k, kept := c.taken().(keptCondition)
	if !kept {
		c.session.notice = "choose one of your own conditions: the others are not watched"
		return
	}
	at := c.selected
	f(k.Name)
	c.list()
	c.selected = min(at, len(c.items)-1)
}

func (c *conditionWindow) forget() { c.own(c.watches.Forget) }
func (c *conditionWindow) turn()   { c.own(c.watches.Turn) }

func (c *conditionWindow) cursor() (int, int, bool) {
	return c.caret(c.session.width, c.session.height)
}

// draw points, between the text and the list, at what is wrong in the text, and
// offers the correction.
func (c *conditionWindow) draw(p pen) {
	c.chooser.draw(p)
	l := c.layout(p.grid.W, p.grid.H)
	r := ascii.Rect{X: l.input.X, Y: l.input.Y + 1, W: l.input.W, H: min(problemRows, l.inside.H-3)}
	if c.wrong == nil || r.Empty() {
		return
	}
	lines := p.wrapAll([]ascii.Line{line(c.wrong.Problem, ascii.Warn)}, r.W)
	if c.wrong.Fix != "" {
		lines = append(lines[:min(r.H-2, len(lines))], p.say(ascii.Line{{Text: "tab ", Ink: ascii.Accent}, {Text: "makes it ", Ink: ascii.Dim}, {Text: c.wrong.Fix, Ink: ascii.Text}}))
	}
	if a := c.wrong.At; a >= 0 && a <= len(c.input.text) {
		if x := ascii.Width(string(c.input.text[:a])); x < r.W {
			p.write(r.X+x, r.Y, 1, line(string(p.glyph('↑', '^')), ascii.Warn))
		}
	}
	p.lines(ascii.Rect{X: r.X, Y: r.Y + 1, W: r.W, H: r.H - 1}, p.clipAll(lines, r.W), 0)
}

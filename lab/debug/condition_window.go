package debug

import (
	"errors"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// conditionWindow asks for a condition to run to: one of those kept, of the
// kinds the run knows, or typed with completion.
type conditionWindow struct {
	*session.Dialog
	picker  *ui.Picker
	typed   exercises.Breakpoints
	watches *Conditions
	kinds   []exercises.Break
}

// keptCondition is the value of a line with a condition that can be forgotten;
// that of a kind is an exercises.Break, that of a way to go on with the text an
// exercises.Completion.
type keptCondition exercises.Break

// completionLimit is how many ways to go on are listed.
const completionLimit = 8

// newBreakWindow asks for a condition: typed, where the run reads any.
func newBreakWindow(s *session.Session, run exercises.Run, known *Conditions) session.Screen {
	if typed := run.Abilities().Breakpoints; typed != nil {
		return newConditionWindow(s, typed, known, run.Breaks())
	}
	var rows []ui.Row
	for _, b := range run.Breaks() {
		rows = append(rows, ui.Row{Label: b.Label, Value: BreakAnswer(b)})
	}
	return session.NewListWindow(s, "Run until …", rows)
}

func newConditionWindow(s *session.Session, typed exercises.Breakpoints, known *Conditions, kinds []exercises.Break) *session.Dialog {
	p := ui.NewSearch(s.Theme, "Run until …", blankCondition(typed))
	p.Width, p.Filters, p.None = 76, false, ""
	p.Height = max(8, len(kinds)+len(known.All()))
	c := &conditionWindow{Dialog: session.NewDialog(s, p), picker: p, typed: typed, watches: known, kinds: kinds}
	c.HandleKey, c.HandleEvent, c.Refresh = c.key, c.event, c.hint
	c.list()
	return c.Dialog
}

// blankCondition says what a condition looks like, by examples of the run's own.
func blankCondition(typed exercises.Breakpoints) string {
	if examples := typed.Examples(); len(examples) > 0 {
		return "choose one, or type one as " + strings.Join(examples, "   ")
	}
	return "type a condition, or choose one"
}

// list finds the rows for the text: with none, the conditions there are; else
// the ways to go on before the kinds that contain it.
func (c *conditionWindow) list() {
	var rows []ui.Row
	text := strings.TrimSpace(c.picker.Text())
	if text == "" {
		for _, k := range c.watches.All() {
			rows = append(rows, ui.Row{Label: k.Label, Detail: strings.TrimSpace(c.watches.readings[k.Name] + "  " + k.State()), Value: keptCondition(k.Break)})
		}
	} else {
		rows = c.completions()
	}
	for _, b := range c.kinds {
		if text == "" && c.watches.Find(b.Name) >= 0 {
			continue
		}
		if strings.Contains(strings.ToLower(b.Label), strings.ToLower(text)) {
			rows = append(rows, ui.Row{Label: b.Label, Value: b})
		}
	}
	c.picker.SetRows(rows...)
}

// completions returns the ways to go on with the text.
func (c *conditionWindow) completions() (rows []ui.Row) {
	text := c.picker.Text()
	for _, k := range c.typed.Complete(text, c.picker.Input.Cursor()) {
		if k.Text != text && len(rows) < completionLimit {
			rows = append(rows, ui.Row{Label: k.Text, Detail: k.Help, Value: k})
		}
	}
	return rows
}

// WatchKeys are those of the window of conditions.
func WatchKeys() session.KeyMap {
	at := session.ZoneBreakpoints.Bind
	return session.KeyMap{
		at("up", "up", "↑", "condition or completion above"),
		at("down", "down", "↓", "condition or completion below"),
		at("accept", "tab", "tab", "take the completion, or the correction offered"),
		at("answer", "enter", "enter", "run on to the condition"),
		at("turn", "ctrl+o", "ctrl+o", "switch the condition selected off, or on again: one that is off stops nothing"),
		at("forget", "ctrl+x", "ctrl+x", "end the condition selected: its value is watched no more"),
	}
}

func (c *conditionWindow) key(msg tea.KeyPressMsg) (session.Intent, tea.Cmd, bool) {
	switch c.Session.Keys.Match(session.ZoneBreakpoints, msg) {
	case "accept":
		if c.picker.Remark.Fix != "" {
			return nil, nil, false
		}
		c.accept()
		return nil, nil, true
	case "turn":
		c.own(c.watches.Turn)
		return nil, nil, true
	case "forget":
		c.own(c.watches.Forget)
		return nil, nil, true
	}
	return nil, nil, false
}

func (c *conditionWindow) event(e ui.Event) (session.Intent, tea.Cmd) {
	switch e {
	case ui.Changed:
		c.list()
	case ui.Taken:
		return c.enter(), nil
	}
	return nil, nil
}

// hint shows the keys for the selected row.
func (c *conditionWindow) hint() {
	c.picker.Hints = []key.Binding{ui.Hint("enter", "runs on")}
	k, kept := c.taken().(keptCondition)
	if !kept {
		return
	}
	state := "off"
	if i := c.watches.Find(k.Name); i >= 0 && c.watches.All()[i].Off {
		state = "on"
	}
	c.picker.Hints = append(c.picker.Hints, ui.Hint("ctrl+o", state), ui.Hint("ctrl+x", "ends it"))
}

// taken is the value of the row selected, nil where it is the text typed.
func (c *conditionWindow) taken() any {
	r, _ := c.picker.Selected()
	return r.Value
}

// accept takes the completion selected, or the first if the text is selected.
func (c *conditionWindow) accept() {
	k, ok := c.taken().(exercises.Completion)
	if all := c.completions(); !ok && c.taken() == nil && len(all) > 0 {
		k, ok = all[0].Value.(exercises.Completion)
	}
	if ok {
		c.picker.Input.SetValue(k.Text)
		c.picker.Input.SetCursor(k.At)
		c.picker.Remark = ui.Remark{}
		c.list()
	}
}

// enter runs to the row selected or the text typed; a completion is taken
// first, and a text that cannot be read stays with what is wrong.
func (c *conditionWindow) enter() session.Intent {
	switch v := c.taken().(type) {
	case exercises.Completion:
		c.accept()
		return nil
	case keptCondition:
		return session.CloseWith{Answer: BreakAnswer(v)}
	case exercises.Break:
		return session.CloseWith{Answer: BreakAnswer(v)}
	}
	if strings.TrimSpace(c.picker.Text()) == "" {
		return nil
	}
	b, err := c.typed.Watch(c.picker.Text())
	if err != nil {
		e := asWatchError(err)
		c.picker.Remark = ui.Remark{Text: ascii.Inked(e.Problem, ascii.Warn), Wrong: e.At + 1, Fix: e.Fix}
		return nil
	}
	return session.CloseWith{Answer: BreakAnswer(b)}
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
		c.Session.Notice = "choose one of your own conditions: the others are not watched"
		return
	}
	at := c.picker.Index()
	f(k.Name)
	c.list()
	c.picker.Select(at)
}

package ui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/help"
	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/spinner"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/theme"
)

// Footer shows keys at the bottom of the screen, with pinned ones at the right. Keys
// that do not fit into the last row go into the row above, if the footer has two rows.
// A notice replaces all keys except the pinned ones.
type Footer struct {
	Keys, Pinned []key.Binding // shown by their help, unless disabled
	Notice       string

	theme *theme.Theme
}

// NewFooter returns a footer without keys.
func NewFooter(t *theme.Theme) *Footer { return &Footer{theme: t} }

// Hint returns an entry of a footer: the names of some keys and what they do.
func Hint(keys, word string) key.Binding {
	return key.NewBinding(key.WithKeys(keys), key.WithHelp(keys, word))
}

// pgdnWidth is the number of columns that stay free at the right of the upper row, because
// a pane above the footer shows “↓ pgdn” there.
const pgdnWidth = 14

// keyGap is the number of columns between two keys. If the keys do not fit into one row,
// the gap is one column less.
const keyGap = 3

// Layers returns a layer for each enabled key and one for the notice. The ID of a key's
// layer is key/NAMES, such as "key/↑ ↓".
func (f *Footer) Layers(area ascii.Rect) []*lipgloss.Layer {
	keys, pinned := f.enabledLayers(f.Keys), f.enabledLayers(f.Pinned)
	gap, width := keyGap, -keyGap
	for _, l := range slices.Concat(keys, pinned) {
		width += l.Width() + keyGap
	}
	if width > area.W && f.Notice == "" {
		gap--
	}
	x, y := area.X+area.W, area.Y+area.H-1
	var out []*lipgloss.Layer
	for _, l := range slices.Backward(pinned) {
		x -= l.Width()
		out = append(out, l.X(x).Y(y))
		x -= gap
	}
	if f.Notice != "" {
		notice := f.theme.View().Clip(ascii.Inked(f.Notice, ascii.Warn), x-area.X)
		return append(out, NewLayer("", f.theme.Line(notice), area.X, y))
	}
	end := x
	x = area.X
	for _, l := range keys {
		if x+l.Width() > end {
			if y == area.Y {
				break
			}
			x, y, end = area.X, y-1, area.X+area.W-pgdnWidth
		}
		out = append(out, l.X(x).Y(y))
		x += l.Width() + gap
	}
	return out
}

// enabledLayers returns the layers of the enabled keys.
func (f *Footer) enabledLayers(keys []key.Binding) (out []*lipgloss.Layer) {
	for _, k := range keys {
		if k.Enabled() {
			out = append(out, f.keyLayer(k))
		}
	}
	return out
}

// keyLayer returns the layer that shows a key and what it does.
func (f *Footer) keyLayer(k key.Binding) *lipgloss.Layer {
	names, view := k.Help(), f.theme.View()
	k.SetHelp(view.Transliterate(names.Key), view.Transliterate(names.Desc))
	h := help.Model{Styles: help.Styles{ShortKey: f.theme.Key, ShortDesc: f.theme.KeyHelp}}
	return lipgloss.NewLayer(h.ShortHelpView([]key.Binding{k})).ID("key/" + names.Key)
}

// Click returns the key at a click. If an entry shows several keys, as “↑ ↓ choose” does,
// a click on its word means the first key. ok is false if the click is elsewhere or
// KeyNamed does not know the name.
func (f *Footer) Click(c Click) (press tea.KeyPressMsg, ok bool) {
	c, ok = c.In("key")
	if !ok {
		return press, false
	}
	names, start := strings.Split(c.ID, " "), 0
	for _, name := range names {
		end := start + ascii.Width(f.theme.View().Transliterate(name))
		if c.X >= start && c.X < end {
			return KeyNamed(name)
		}
		start = end + 1
	}
	return KeyNamed(names[0])
}

// KeyNamed returns the key with the given name, which is written as in the footer and in the help:
// ↑ or ctrl+p, for example.
func KeyNamed(name string) (k tea.KeyPressMsg, ok bool) {
	for prefix, mod := range map[string]tea.KeyMod{"ctrl+": tea.ModCtrl, "alt+": tea.ModAlt, "shift+": tea.ModShift} {
		if rest, found := strings.CutPrefix(name, prefix); found {
			name, k.Mod = rest, mod
		}
	}
	codes := map[string]rune{
		"enter": tea.KeyEnter, "tab": tea.KeyTab, "esc": tea.KeyEscape, "space": ' ', "↑": tea.KeyUp, "↓": tea.KeyDown,
		"←": tea.KeyLeft, "→": tea.KeyRight, "pgup": tea.KeyPgUp, "pgdn": tea.KeyPgDown, "home": tea.KeyHome,
		"end": tea.KeyEnd,
	}
	for i := range rune(9) {
		codes["f"+string('1'+i)] = tea.KeyF1 + i
	}
	runes := []rune(name)
	k.Code, ok = codes[name]
	if !ok && len(runes) == 1 {
		k.Code = runes[0]
	}
	if k.Mod == 0 && (!ok || name == "space") && k.Code != 0 {
		k.Text = string(k.Code)
	}
	return k, k.Code != 0
}

// HelpGroup is a group of keys on the help screen.
type HelpGroup struct {
	Title string
	Keys  []key.Binding
}

// WriteHelp adds groups of keys to a document, except empty groups.
func WriteHelp(d *Document, groups ...HelpGroup) {
	const column = 14
	for _, group := range groups {
		if len(group.Keys) == 0 {
			continue
		}
		d.AddGap()
		d.Write(ascii.Inked(group.Title, ascii.Accent))
		for _, k := range group.Keys {
			h := k.Help()
			d.AddPaddedItem(column, ascii.Inked(h.Key, ascii.Strong), ascii.Inked(h.Desc, ascii.Text))
		}
	}
}

// busyDelay is the time before work in progress is shown.
const busyDelay = 300 * time.Millisecond

// Busy shows a spinner while work is in progress, but not for the first busyDelay.
type Busy struct {
	Label      string     // label of the work in progress; "" if there is none
	QueuePlace func() int // returns the work's place in the queue for the processor, from 1, or 0; may be nil

	theme   *theme.Theme
	after   After
	spinner spinner.Model
	serial  int // number of the work in progress
	visible bool
}

// After returns a command that sends a message later, as [tea.Tick] does.
type After func(time.Duration, func(time.Time) tea.Msg) tea.Cmd

// busyMsg makes a spinner visible. It holds the ID of the spinner and the serial of the
// work that began busyDelay ago.
type busyMsg struct{ id, serial int }

// NewBusy returns a spinner that is not visible.
func NewBusy(t *theme.Theme, after After) *Busy {
	b := &Busy{theme: t, after: after, spinner: spinner.New(spinner.WithSpinner(spinner.MiniDot))}
	if t.View().Profile == ascii.SevenBit {
		b.spinner.Spinner = spinner.Line
	}
	return b
}

// SetLabel sets the label of the work in progress, or "" if there is none. Call it after
// every message: it does nothing while the label stays the same. For new work it
// returns the command that makes the spinner visible later.
func (b *Busy) SetLabel(label string) tea.Cmd {
	if label == b.Label {
		return nil
	}
	b.serial++
	b.Label, b.visible = label, false
	if label == "" {
		return nil
	}
	msg := busyMsg{b.spinner.ID(), b.serial}
	return b.after(busyDelay, func(time.Time) tea.Msg { return msg })
}

// Update makes the spinner visible and animates it.
func (b *Busy) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	switch m := msg.(type) {
	case busyMsg:
		if m == (busyMsg{b.spinner.ID(), b.serial}) {
			b.visible = true
			return b.spinner.Tick
		}
	case spinner.TickMsg:
		if b.visible {
			b.spinner, cmd = b.spinner.Update(m)
		}
	}
	return cmd
}

// Visible reports whether the spinner is visible.
func (b *Busy) Visible() bool { return b.visible }

// View draws the spinner and a label in w columns. It returns "" while the spinner is not
// visible.
func (b *Busy) View(w int) string {
	if !b.visible {
		return ""
	}
	label := b.theme.View().Clip(ascii.Inked(b.words(), ascii.Dim), w-2)
	b.spinner.Style = b.theme.Style(ascii.Accent)
	return b.spinner.View() + " " + b.theme.Line(label)
}

// words returns the label or, while the work waits for other students' work, its position
// in the queue.
func (b *Busy) words() string {
	if b.QueuePlace != nil {
		if n := b.QueuePlace(); n > 0 {
			return fmt.Sprintf("number %d in the queue: the host is busy", n)
		}
	}
	return b.Label
}

// WriteTo adds an empty line and the spinner to a document. It adds nothing while the
// spinner is not visible.
func (b *Busy) WriteTo(d *Document) {
	if !b.visible {
		return
	}
	d.AddGap()
	d.PlacePart("busy", ascii.Rect{Y: d.Len(), W: d.Width, H: 1}, b.View(d.Width))
	d.Add(ascii.Blanks(d.Width))
}

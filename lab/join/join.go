// Package join is the screen of a student's first login to a host. It asks for a name, and
// before that for a code if the class has one. It explains what the host keeps, for how
// long, and how to have it deleted. Start reading at [Model].
//
// The package also decides which names are safe, and reads the files in which a teacher
// describes a class. It must not know exercises, the database or the network.
package join

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	gossh "golang.org/x/crypto/ssh"

	"kernellab/ascii"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// Options configures the screen of a first login. Join is required. Check is required if
// AsksCode is set. Both are called in commands.
type Options struct {
	Profile    ascii.Profile // colours of the terminal
	AsksCode   bool          // whether the screen asks for a code
	Name       string        // the student's name; if "", the screen asks for one
	Suggestion string        // the name if the student types nothing
	KeepDays   int           // days for which answers, hints and times are kept; 0: until the class is deleted

	// Check checks a code. It returns the name of the student if the code is a personal
	// one. If the code is wrong, the error is [ErrCode] or [ErrWait].
	Check func(code string) (name string, err error)
	// Join records the name and returns the lab. suggested reports whether the name is
	// the suggestion. If another student has taken it meanwhile, the error is a
	// [*TakenError].
	Join func(name string, suggested bool) (lab tea.Model, err error)
}

// The errors of Options.Check. The screen shows their texts.
var (
	ErrCode = errors.New("This is not a code of this class. Please check it, or ask your teacher.")
	ErrWait = errors.New("There were too many wrong codes from your address. Please try again in a minute.")
)

// TakenError reports that a suggested name is taken. Next is another suggestion.
type TakenError struct{ Next string }

func (e *TakenError) Error() string {
	return "Somebody has just taken that name. How about this one?"
}

// errFailed is shown in place of errors whose texts are not for students.
var errFailed = errors.New("The lab could not save that. Please press enter again, or ask your teacher.")

// Model is the screen of a first login. When the student has joined, Update returns the
// lab instead.
type Model struct {
	options       Options
	theme         *theme.Theme
	field         *ui.Field
	footer        *ui.Footer
	width, height int
	busy          bool      // whether Check or Join is running
	queue         []tea.Msg // keys and pastes that arrived meanwhile
	err           error
}

// New returns the screen of a first login.
func New(o Options) *Model {
	t := theme.New(o.Profile, true)
	m := &Model{options: o, theme: t, field: ui.NewField(t), footer: ui.NewFooter(t)}
	m.footer.Keys = []key.Binding{ui.Hint("enter", "go on"), ui.Hint("esc", "leave")}
	m.field.SetLimit(maxTypedLength)
	m.field.SetFocused(true)
	m.updateField()
	return m
}

// maxTypedLength is the maximum number of characters in the field.
const maxTypedLength = 200

// Init does nothing.
func (m *Model) Init() tea.Cmd { return nil }

// checkedMsg is the result of Options.Check.
type checkedMsg struct {
	name string
	err  error
}

// joinedMsg is the result of Options.Join.
type joinedMsg struct {
	lab tea.Model
	err error
}

// Update handles keys, pastes and the results of commands.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.KeyPressMsg, tea.PasteMsg:
		cmd = m.input(msg)
	case checkedMsg:
		if msg.err == nil {
			m.acceptCode(msg.name)
			return m.replay(m, nil)
		}
		m.showError(msg.err)
	case joinedMsg:
		if msg.err == nil {
			lab, resizeCmd := msg.lab.Update(tea.WindowSizeMsg{Width: m.width, Height: m.height})
			return m.replay(lab, tea.Batch(msg.lab.Init(), resizeCmd))
		}
		m.showError(msg.err)
	}
	m.updateField()
	return m, cmd
}

// input handles a key or a paste. While the model is busy, it queues everything except
// the keys that leave.
func (m *Model) input(msg tea.Msg) tea.Cmd {
	const maxQueued = 100
	press, _ := msg.(tea.KeyPressMsg)
	switch press.String() {
	case "ctrl+c", "esc":
		return tea.Quit
	}
	switch {
	case m.width > 0 && ui.TooSmall(m.width, m.height): // the student cannot see the field
	case m.busy:
		if len(m.queue) < maxQueued {
			m.queue = append(m.queue, msg)
		}
	case press.String() == "enter":
		return m.submit()
	default:
		m.field.Update(msg)
	}
	return nil
}

// replay passes the queued keys and pastes to the next screen.
func (m *Model) replay(next tea.Model, cmd tea.Cmd) (tea.Model, tea.Cmd) {
	cmds, queue := []tea.Cmd{cmd}, m.queue
	m.queue = nil
	for _, msg := range queue {
		next, cmd = next.Update(msg)
		cmds = append(cmds, cmd)
	}
	return next, tea.Batch(cmds...)
}

// submit returns a command that checks the code or joins.
func (m *Model) submit() tea.Cmd {
	m.busy = true
	o, text := m.options, m.field.Value()
	if o.AsksCode {
		return func() tea.Msg {
			name, err := o.Check(text)
			return checkedMsg{name, err}
		}
	}
	name := o.Name
	if name == "" {
		name = CleanName(text)
	}
	suggested := name == ""
	if suggested {
		name = o.Suggestion
	}
	return func() tea.Msg {
		lab, err := o.Join(name, suggested)
		return joinedMsg{lab, err}
	}
}

// acceptCode shows the next question after a right code. name is the name for a personal code,
// or "".
func (m *Model) acceptCode(name string) {
	m.busy, m.err, m.options.AsksCode = false, nil, false
	m.options.Name = cmp.Or(name, m.options.Name)
	m.field.SetValue("")
	m.updateField()
}

// showError shows an error of Check or Join.
func (m *Model) showError(err error) {
	m.busy, m.queue, m.err = false, nil, errFailed
	m.field.WillReplace = m.options.AsksCode // typing then replaces the wrong code
	taken, isTaken := errors.AsType[*TakenError](err)
	if isTaken {
		m.options.Suggestion = taken.Next
	}
	if isTaken || errors.Is(err, ErrCode) || errors.Is(err, ErrWait) {
		m.err = err
	}
}

// margin is the number of columns that stay free at each side.
const margin = 2

// textWidth returns the width of the text.
func (m *Model) textWidth() int { return max(1, min(m.width-2*margin, 76)) }

// updateField sets the size and the placeholder of the field.
func (m *Model) updateField() {
	m.field.SetSize(min(m.textWidth(), maxNameWidth+2), 1)
	m.field.Placeholder = m.options.Suggestion
	if m.options.AsksCode {
		m.field.Placeholder = "code"
	}
}

// layers returns the layers of the screen, and the cursor or nil.
func (m *Model) layers() (out []*lipgloss.Layer, cursor *tea.Cursor) {
	if ui.TooSmall(m.width, m.height) {
		return []*lipgloss.Layer{ui.TooSmallLayer(m.theme, m.width, m.height)}, nil
	}
	d := ui.NewDocument(m.theme, m.textWidth())
	addField := func() {
		d.AddGap()
		y := d.Len() + 1
		out = append(out, ui.NewLayer("field", m.field.View(), margin, y))
		fieldX, fieldY := m.field.Caret()
		cursor = tea.NewCursor(margin+fieldX, y+fieldY)
		d.Add(ascii.Blanks(d.Width), nil)
	}
	d.Write(ascii.Inked("kernellab", ascii.Strong))
	d.AddGap()
	switch {
	case m.options.AsksCode:
		d.Write(ascii.Plain("Welcome. This lab belongs to a class. Please type the code that your teacher gave you:"))
		addField()
	case m.options.Name != "":
		d.Write(ascii.Plain("Welcome, " + m.options.Name + "."))
		d.AddGap()
	default:
		d.Write(ascii.Plain("Welcome. What should the class call you? If you type nothing, you get the name in the field."))
		addField()
	}
	if m.err != nil {
		d.Write(ascii.Inked(m.err.Error(), ascii.Warn))
		d.AddGap()
	}
	if !m.options.AsksCode {
		for _, line := range m.privacyLines() {
			d.AddItem(ascii.Inked("· ", ascii.Dim), ascii.Plain(line))
		}
	}
	out = append([]*lipgloss.Layer{ui.NewLayer("", d.String(), margin, 1)}, out...)
	bottom := ascii.Rect{X: margin, Y: m.height - 1, W: m.width - 2*margin, H: 1}
	return append(out, m.footer.Layers(bottom)...), cursor
}

// privacyLines returns the sentences that a student reads before joining: what is kept, for how
// long, and how to have it deleted.
func (m *Model) privacyLines() []string {
	howLong := "All this is kept until your teacher deletes the class."
	if m.options.KeepDays > 0 {
		howLong = fmt.Sprintf("Answers, hints and times are kept for %s, your name and your place in the exercises "+
			"until your teacher deletes the class.", ascii.Count(m.options.KeepDays, "day"))
	}
	return []string{
		"The lab keeps your answers, the hints you take, the times, and your name. Your teacher sees them.",
		howLong,
		"To be forgotten, ask your teacher, who runs kernellab class forget.",
	}
}

// View returns the screen.
func (m *Model) View() tea.View {
	layers, cursor := m.layers()
	v := tea.NewView(ui.Compose(m.theme, m.width, m.height, layers...))
	v.AltScreen, v.WindowTitle, v.Cursor = true, "kernellab", cursor
	return v
}

// maxNameWidth is the maximum width of a name in cells.
const maxNameWidth = 32

// CleanName turns a text into a name that is safe to show anywhere, see [ascii.CleanLine].
func CleanName(text string) string { return ascii.CleanLine(text, maxNameWidth) }

// The words of pseudonyms.
const (
	adjectives = "able airy amber ample bold brave brisk calm clever cosy daring deft eager early fair fleet fond " +
		"gentle glad golden happy honest jolly keen kind lively lucky merry mild modest nimble noble patient plucky " +
		"polite proud quick quiet ready royal sage shy silver sly snug solid spry steady sunny swift tidy warm wise witty"
	animals = "badger bear beaver bison camel crane deer dolphin eagle falcon ferret finch fox gecko hare hawk " +
		"hedgehog heron ibex jackdaw kestrel koala lark lemur lion lizard lynx magpie marmot marten mole moose newt " +
		"otter owl panda penguin plover puffin quail rabbit raven robin salmon seal shrew sparrow squirrel stork swan " +
		"tapir tiger toad turtle walrus weasel whale wolf wombat wren"
)

// Pseudonym returns a random name, such as "brisk otter", that is not among the used names. If many
// names are used, it ends with a number.
func Pseudonym(used []string) string {
	for n := 1; ; n++ {
		name := pick(adjectives) + " " + pick(animals)
		if n > 50 {
			name = fmt.Sprint(name, " ", n)
		}
		if !slices.Contains(used, name) {
			return name
		}
	}
}

// pick returns a random word of a text.
func pick(text string) string {
	words := strings.Fields(text)
	return words[rand.IntN(len(words))]
}

// ExpectedStudent is a row of the list of a class. It describes a student whom the teacher expects.
type ExpectedStudent struct {
	Name        string // clean, and unique in the list
	Fingerprint string // of the student's public key, such as SHA256:…, or ""
}

// byteOrderMark is what Excel writes at the beginning of a file in UTF-8.
const byteOrderMark = "\ufeff"

// ReadRoster reads the list of a class. The list is CSV in UTF-8 without a header, with a
// name and an optional fingerprint in each line. If it contains a semicolon, semicolons
// separate the values, otherwise commas. No name or fingerprint may occur twice, and names
// that differ only in case are the same. An error names the line and the value.
func ReadRoster(in io.Reader) (all []ExpectedStudent, err error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	table := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(text, []byte(byteOrderMark))))
	table.FieldsPerRecord, table.TrimLeadingSpace = -1, true
	if bytes.ContainsRune(text, ';') {
		table.Comma = ';'
	}
	lines := map[string]int{} // the line of each name and fingerprint
	for {
		row, err := table.Read()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if parseErr, ok := errors.AsType[*csv.ParseError](err); ok {
			return nil, fmt.Errorf("line %d: %w", parseErr.Line, parseErr.Err)
		}
		if err != nil {
			return nil, err
		}
		line, _ := table.FieldPos(0)
		if len(all) == 0 && strings.EqualFold(strings.TrimSpace(row[0]), "name") {
			return nil, fmt.Errorf("line %d: %q is a header: the list has none, only students", line, row[0])
		}
		e, err := parseRow(row)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		for i, key := range []string{strings.ToLower(e.Name), e.Fingerprint} {
			if lines[key] > 0 && key != "" {
				return nil, fmt.Errorf("line %d: %q is in line %d already", line, row[i], lines[key])
			}
			lines[key] = line
		}
		all = append(all, e)
	}
}

// parseRow parses a row.
func parseRow(row []string) (e ExpectedStudent, err error) {
	if !utf8.ValidString(row[0]) {
		return e, fmt.Errorf("%q is not UTF-8: save the list as CSV UTF-8", row[0])
	}
	if e.Name = CleanName(row[0]); e.Name == "" {
		return e, fmt.Errorf("%q is not a name", row[0])
	}
	if len(row) > 1 {
		e.Fingerprint = strings.TrimSpace(row[1])
	}
	encoded, ok := strings.CutPrefix(e.Fingerprint, "SHA256:")
	sum, err := base64.RawStdEncoding.Strict().DecodeString(encoded)
	switch {
	case len(row) > 2:
		return e, fmt.Errorf("%q is one value too many: a line has a name and at most a fingerprint", row[2])
	case e.Fingerprint != "" && (!ok || err != nil || len(sum) != 32 || strings.ContainsAny(encoded, "\r\n")):
		return e, fmt.Errorf("%q is not a fingerprint: ssh-keygen -l -f KEY.pub prints one that begins with SHA256:", row[1])
	}
	return e, nil
}

// ReadTeacherKeys reads public keys in the format of authorized_keys and returns the set of
// their fingerprints. An error names the line.
func ReadTeacherKeys(in io.Reader) (fingerprints map[string]bool, err error) {
	fingerprints = map[string]bool{}
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		text := bytes.TrimSpace(bytes.TrimPrefix(lines.Bytes(), []byte(byteOrderMark)))
		if len(text) == 0 || text[0] == '#' {
			continue
		}
		key, _, _, _, err := gossh.ParseAuthorizedKey(text)
		if err != nil {
			return nil, fmt.Errorf("line %d: this is not a public key, as in a file such as id_ed25519.pub", n)
		}
		fingerprints[gossh.FingerprintSHA256(key)] = true
	}
	return fingerprints, lines.Err()
}

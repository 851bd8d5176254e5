package lab

import (
	"bytes"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
)

// recordAnswer is what to write down: the run file, the steps in a format, or
// the figure as a picture.
type recordAnswer struct {
	format  string
	picture bool
}

// recordedMsg brings the text, and where it was written.
type recordedMsg struct {
	address
	name  string
	text  string
	where string // "" where there is no folder of the student's
	err   error
}

func (m recordedMsg) to() address { return m.address }

// recordName proposes a name for the file in a format; "" is the run file.
func (e *exercise) recordName(format string) string {
	if format == "" {
		format = "run"
	}
	ex := e.sheet.work.Exercise()
	return fmt.Sprintf("kernellab-%s-seed%d.%s", ex.ID, ex.Seed, format)
}

// askRecord asks what to write down.
func (e *exercise) askRecord() intent {
	r := e.player.run.(exercises.Recorder)
	items := []item{{label: e.recordName(""), detail: "to replay it", value: recordAnswer{}}}
	for _, f := range r.Formats() {
		items = append(items, item{label: e.recordName(f), detail: "its steps, " + strings.ToUpper(f), value: recordAnswer{format: f}})
	}
	if e.session.config.Write != nil && e.session.config.Picture != nil && len(e.figures()) > 0 {
		for _, f := range pictureFormats() {
			items = append(items, item{label: e.pictureName(f), detail: "the figure, " + strings.ToUpper(f), value: recordAnswer{f, true}})
		}
	}
	title := "Write down this run"
	if e.session.config.Write == nil {
		title = "Show this run as text"
	}
	return pushIntent{newListWindow(e.session, title, items)}
}

// record returns the command that writes the run, or a picture of it, down.
func (e *exercise) record(a recordAnswer) tea.Cmd {
	r, ok := e.player.run.(exercises.Recorder)
	if !ok {
		return nil
	}
	name, encode := e.recordName(a.format), recordIn(r, a.format)
	if a.picture {
		name, encode = e.pictureName(a.format), e.pictureIn(a.format)
	}
	_, gen := e.debug.record.start(e.session.ctx)
	write, to := e.session.config.Write, address{e.owner, gen}
	return func() tea.Msg {
		text, err := encode()
		m := recordedMsg{address: to, name: name, text: string(text), err: err}
		if err == nil && write != nil {
			m.where, m.err = write(name, text)
		}
		return m
	}
}

// recordIn writes a run in a format; "" is the run file.
func recordIn(r exercises.Recorder, format string) func() ([]byte, error) {
	return func() ([]byte, error) {
		var text bytes.Buffer
		if format == "" {
			err := r.Record(&text)
			return text.Bytes(), err
		}
		err := r.Export(&text, format)
		return text.Bytes(), err
	}
}

// pictureFormats are the formats of Config.Picture.
func pictureFormats() []string { return []string{"svg", "png"} }

// pictureName proposes a name for a picture of the step on the stage.
func (e *exercise) pictureName(format string) string {
	ex := e.sheet.work.Exercise()
	return fmt.Sprintf("kernellab-%s-seed%d-step%d.%s", ex.ID, ex.Seed, e.player.at, format)
}

// pictureIn draws the enlarged figure, or the first, as a picture.
func (e *exercise) pictureIn(format string) func() ([]byte, error) {
	const columns, rows, aspect = 100, 36, 2
	figure := e.figures()[max(0, e.enlarge-1)]
	if e.enlarge > 0 {
		figure.Plot = e.lens.apply(figure.Plot)
	}
	picture, dark := e.session.config.Picture, e.session.settings.dark
	title := fmt.Sprintf("%s, step %d", figure.Title, e.player.at)
	return func() ([]byte, error) {
		g := ascii.NewGrid(columns, rows)
		figure.Plot.Draw(g, g.Bounds(), ascii.View{Profile: ascii.TrueColor, Aspect: aspect})
		return picture(format, g, dark, title)
	}
}

// recorded says where the file is, or shows the text.
func (e *exercise) recorded(m recordedMsg) intent {
	switch {
	case !e.debug.record.finish(m.gen):
	case m.err != nil:
		e.session.notice = "not written: " + m.err.Error()
	case m.where != "":
		e.session.notice = "written to " + m.where
	default:
		return pushIntent{newTextWindow(e.session, m.name, func(p pen, w int) []ascii.Line { return recordLines(p, m.text, w) })}
	}
	return nil
}

// recordLimit is how many lines of a record a window shows.
const recordLimit = 2000

func recordLines(p pen, text string, w int) []ascii.Line {
	var out []ascii.Line
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, l := range lines {
		if i == recordLimit {
			return append(out, p.say(line(plural(len(lines)-i, "more line"), ascii.Dim)))
		}
		out = append(out, wrap(p.say(line(l, ascii.Text)), w)...)
	}
	return out
}

package lab

import (
	"bytes"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
)

// recordAnswer is what to write down: the run file, or the steps in a format.
type recordAnswer struct{ format string }

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
	ex := e.work.Exercise()
	return fmt.Sprintf("kernellab-%s-seed%d.%s", ex.ID, ex.Seed, format)
}

// recordWindow asks what to write down.
func (e *exercise) recordWindow(r exercises.Recorder) screen {
	items := []item{{label: e.recordName(""), detail: "to replay it", value: recordAnswer{}}}
	for _, f := range r.Formats() {
		items = append(items, item{label: e.recordName(f), detail: "its steps, " + strings.ToUpper(f), value: recordAnswer{f}})
	}
	title := "Write down this run"
	if e.session.config.Write == nil {
		title = "Show this run as text"
	}
	return newListWindow(e.session, title, items, false)
}

// record returns the command that writes the run down.
func (e *exercise) record(a recordAnswer) tea.Cmd {
	r, ok := e.player.run.(exercises.Recorder)
	if !ok {
		return nil
	}
	_, gen := e.debug.record.start(e.session.ctx)
	write, name, to := e.session.config.Write, e.recordName(a.format), address{e.owner, gen}
	return func() tea.Msg {
		var text bytes.Buffer
		m := recordedMsg{address: to, name: name}
		if a.format == "" {
			m.err = r.Record(&text)
		} else {
			m.err = r.Export(&text, a.format)
		}
		m.text = text.String()
		if m.err == nil && write != nil {
			m.where, m.err = write(name, text.Bytes())
		}
		return m
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

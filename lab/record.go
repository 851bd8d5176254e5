package lab

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/job"
)

// recordAnswer is what to write down: the run file, the steps in a format, or
// the figure as a picture.
type recordAnswer struct {
	format  string
	picture bool
}

// recordedMsg brings the text, and where it was written.
type recordedMsg struct {
	job.Address
	name  string
	text  string
	where string // "" where there is no folder of the student's
	err   error
}

// recording is what can be written down of an exercise: its run, and the figure
// at one of its steps.
type recording struct {
	session *session
	name    string // of the exercise and its seed
	run     exercises.Recorder
	at      int
	figure  *exercises.Figure // nil: there is none
}

// file proposes a name for what is written.
func (r recording) file(a recordAnswer) string {
	if a.picture {
		return fmt.Sprintf("kernellab-%s-step%d.%s", r.name, r.at, a.format)
	}
	return fmt.Sprintf("kernellab-%s.%s", r.name, cmp.Or(a.format, "run"))
}

// items lists what to write down.
func (r recording) items() []item {
	var out []item
	add := func(a recordAnswer, detail string) { out = append(out, item{r.file(a), detail, a}) }
	add(recordAnswer{}, "to replay it")
	for _, f := range r.run.Formats() {
		add(recordAnswer{format: f}, "its steps, "+strings.ToUpper(f))
	}
	if c := r.session.config; c.Write != nil && c.Picture != nil && r.figure != nil {
		for _, f := range []string{"svg", "png"} {
			add(recordAnswer{f, true}, "the figure, "+strings.ToUpper(f))
		}
	}
	return out
}

// window asks what to write down.
func (r recording) window() intent {
	title := "Write down this run"
	if r.session.config.Write == nil {
		title = "Show this run as text"
	}
	return pushIntent{newListWindow(r.session, title, r.items())}
}

// write returns the command that writes the run, or a picture of it, down.
func (r recording) write(a recordAnswer, by job.Asker, j *job.Job) tea.Cmd {
	encode, write := r.encoder(a), r.session.config.Write
	return by.Ask(j, func(_ context.Context, to job.Address) tea.Msg {
		text, err := encode()
		m := recordedMsg{Address: to, name: r.file(a), text: string(text), err: err}
		if err == nil && write != nil {
			m.where, m.err = write(m.name, text)
		}
		return m
	})
}

// encoder writes the run in a format, "" being the run file, or draws the figure
// as a picture.
func (r recording) encoder(a recordAnswer) func() ([]byte, error) {
	if a.picture {
		return r.picture(a.format)
	}
	return func() ([]byte, error) {
		var text bytes.Buffer
		if a.format == "" {
			err := r.run.Record(&text)
			return text.Bytes(), err
		}
		err := r.run.Export(&text, a.format)
		return text.Bytes(), err
	}
}

func (r recording) picture(format string) func() ([]byte, error) {
	const columns, rows, aspect = 100, 36, 2
	picture, dark := r.session.config.Picture, r.session.settings.dark
	title := fmt.Sprintf("%s, step %d", r.figure.Title, r.at)
	return func() ([]byte, error) {
		g := ascii.NewGrid(columns, rows)
		r.figure.Plot.Draw(g, g.Bounds(), ascii.View{Profile: ascii.TrueColor, Aspect: aspect})
		return picture(format, g, dark, title)
	}
}

// recorded says where the file is, or shows the text.
func (s *session) recorded(m recordedMsg) intent {
	switch {
	case m.err != nil:
		s.notice = "not written: " + m.err.Error()
	case m.where != "":
		s.notice = "written to " + m.where
	default:
		return pushIntent{newTextWindow(s, m.name, func(d *document) { layRecord(d, m.text) })}
	}
	return nil
}

// recordLimit is how many lines of a record a window shows.
const recordLimit = 2000

func layRecord(d *document, text string) {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for _, l := range lines[:min(len(lines), recordLimit)] {
		d.write(line(l, ascii.Text))
	}
	if left := len(lines) - recordLimit; left > 0 {
		d.write(line(ascii.Count(left, "more line"), ascii.Dim))
	}
}

package lab

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/job"
	"kernellab/lab/study"
)

// recordAnswer is what to write down: the run file, the steps in a format, or
// the figure as a picture.
type recordAnswer struct {
	format  string
	picture bool
}

// recordedMsg brings the text, or says where it was written.
type recordedMsg struct {
	job.Address
	name  string
	text  string
	more  bool   // the text goes on
	where string // "" where there is no folder of the student's
	err   error
}

// recording is what can be written down of an exercise: its run, and the stage
// at one of its steps.
type recording struct {
	session *session
	of      *exercises.Exercise
	run     exercises.Exporter
	others  []exercises.Run // the other branches
	steps   int             // of the run
	at      int
	stage   stage // with the figure that is enlarged
	sight   sight
}

// file proposes a name for what is written.
func (r recording) file(a recordAnswer) string {
	if a.picture {
		return study.PictureName(r.of, r.at, a.format)
	}
	return study.RecordName(r.of, a.format)
}

// items lists what to write down.
func (r recording) items() []item {
	var out []item
	add := func(a recordAnswer, detail string) { out = append(out, item{r.file(a), detail, a}) }
	if _, replays := r.run.(exercises.Recorder); replays {
		add(recordAnswer{}, "to replay it")
	}
	for _, f := range r.run.Formats() {
		add(recordAnswer{format: f}, "its steps, "+strings.ToUpper(f))
	}
	if c := r.session.config; c.Write != nil && c.Picture != nil && len(r.sight.figures) > 0 {
		for _, f := range c.Formats {
			add(recordAnswer{f, true}, "the stage, "+strings.ToUpper(f))
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

// write returns the commands that write the run, or a picture of it, down, and
// that tell how far it has come.
func (r recording) write(a recordAnswer, by job.Asker, to *scribe) tea.Cmd {
	encode, keep := r.encoder(a), r.session.config.Write
	lines := to.begin(r.session, r.file(a), r.steps)
	cmd := by.Ask(&to.job, func(ctx context.Context, address job.Address) tea.Msg {
		m := recordedMsg{Address: address, name: r.file(a)}
		if keep != nil {
			m.where, m.err = keep(m.name, func(w io.Writer) error { return encode(&lineWriter{ctx: ctx, w: w, lines: lines}) })
			return m
		}
		var text bytes.Buffer
		m.err = encode(&lineWriter{ctx: ctx, w: &text, lines: lines, most: recordLimit})
		if m.more = errors.Is(m.err, errEnough); m.more {
			m.err = nil
		}
		m.text = text.String()
		return m
	})
	return tea.Batch(cmd, to.look(by))
}

// encoder writes the run in a format, "" being the run file, or draws the figure
// as a picture.
func (r recording) encoder(a recordAnswer) func(io.Writer) error {
	if a.picture {
		return r.picture(a.format)
	}
	return exercises.Written(r.run, r.others, a.format)
}

func (r recording) picture(format string) func(io.Writer) error {
	picture, page, dark := r.session.config.Picture, r.page(), r.session.settings.dark
	return func(w io.Writer) error {
		text, err := picture(format, page, dark)
		if err == nil {
			_, err = w.Write(text)
		}
		return err
	}
}

// page is the stage as it stands: what it is of, the figures, or the one that is
// enlarged as it is looked at, and the formula.
func (r recording) page() ascii.Page {
	figures := r.sight.figures
	if r.stage.enlarge > 0 {
		f, _ := r.stage.figure(r.sight)
		f.Role = exercises.Main
		figures = []exercises.Figure{f}
	}
	return study.PageOf(r.of, r.at, r.sight.status, figures, r.sight.formula)
}

// recorded says where the file is, or shows the text.
func (s *session) recorded(m recordedMsg) intent {
	switch {
	case m.err != nil:
		s.notice = "not written: " + m.err.Error()
	case m.where != "":
		s.notice = "written to " + m.where
	default:
		return pushIntent{newTextWindow(s, m.name, func(d *document) { layRecord(d, m) })}
	}
	return nil
}

// recordLimit is how many lines of a record a window shows.
const recordLimit = 2000

func layRecord(d *document, m recordedMsg) {
	for l := range strings.Lines(m.text) {
		d.write(line(strings.TrimRight(l, "\n"), ascii.Text))
	}
	if m.more {
		d.write(line("It goes on. The run file, replayed with --trace on your own machine, has all of it.", ascii.Dim))
	}
}

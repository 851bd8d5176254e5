package exercise

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/job"
	"kernellab/lab/pictures"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// RecordAnswer is what to write down: the run in a format, or the stage as a
// picture.
type RecordAnswer struct {
	Format  string
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

// exporter is what can be written down of an exercise: its run, and the stage
// at one of its steps.
type exporter struct {
	session *session.Session
	of      *exercises.Exercise
	run     exercises.Export
	others  []exercises.Run // the other branches
	steps   int             // of the run
	at      int
	stage   pictures.Stage
	sight   pictures.View
	room    ascii.Rect // of the stage on the screen
}

// RecordingOf is what can be written down of the run and the stage; not ok where
// the run cannot.
func RecordingOf(e *Screen) (r exporter, ok bool) {
	p := &e.Right.Debug.Player
	r = exporter{session: e.Session, of: e.Left.Work.Exercise(), at: p.At(), stage: e.Right.Stage, sight: e.Right.Sight(), room: e.halves(StagePane).Stage}
	if r.run = p.Abilities().Export; r.run != nil {
		r.steps = p.Run().Len()
		r.others = p.Noted().Others()
	}
	return r, r.run != nil
}

func withoutRecord(e *Screen) string {
	return session.ReasonIf(e.Right.Debug.Player.Abilities().Export == nil, "this run cannot be written down")
}

func askRecord(e *Screen) session.Intent {
	r, _ := RecordingOf(e)
	return r.window()
}

// file proposes a name for what is written.
func (r exporter) file(a RecordAnswer) string {
	if a.picture {
		return study.PictureName(r.of, r.at)
	}
	return study.RecordName(r.of, a.Format)
}

// items lists what to write down.
func (r exporter) items() []ui.Row {
	var out []ui.Row
	add := func(a RecordAnswer, detail string) {
		out = append(out, ui.Row{Label: r.file(a), Detail: detail, Value: a})
	}
	for _, f := range r.run.Formats() {
		detail := "its steps, " + strings.ToUpper(f)
		if f == "run" {
			detail = "to replay it"
		}
		add(RecordAnswer{Format: f}, detail)
	}
	if r.session.Config.Write != nil && len(r.sight.Figures) > 0 {
		add(RecordAnswer{picture: true}, "the stage, SVG")
	}
	return out
}

// window asks what to write down.
func (r exporter) window() session.Intent {
	title := "Write down this run"
	if r.session.Config.Write == nil {
		title = "Show this run as text"
	}
	return session.Push{Top: session.NewListWindow(r.session, title, r.items())}
}

// write returns the command that writes the run, or a picture of it, down.
func (r exporter) write(a RecordAnswer, by job.Asker, to *exportJob) tea.Cmd {
	encode, keep := r.Encoder(a), r.session.Config.Write
	lines := to.begin(r.session, r.file(a), r.steps)
	return by.Ask(&to.Job, func(ctx context.Context, address job.Address) tea.Msg {
		m := recordedMsg{Address: address, name: r.file(a)}
		if keep != nil {
			m.where, m.err = keep(m.name, func(w io.Writer) error { return encode(&lineWriter{ctx: ctx, w: w, lines: lines}) })
			return m
		}
		var text bytes.Buffer
		m.err = encode(&lineWriter{ctx: ctx, w: &text, lines: lines, most: RecordLimit})
		if m.more = errors.Is(m.err, errEnough); m.more {
			m.err = nil
		}
		m.text = text.String()
		return m
	})
}

// Encoder returns what writes the run in a format, or the stage as a picture.
func (r exporter) Encoder(a RecordAnswer) func(io.Writer) error {
	if !a.picture {
		return func(w io.Writer) error { return r.run.Write(w, a.Format, r.others) }
	}
	g := r.stage.Picture(study.PictureTitle(r.of, r.at), r.sight, r.room.W, r.room.H)
	return func(w io.Writer) error { return pictures.WriteSVG(w, g) }
}

// recorded says where the file is, or shows the text.
func recorded(s *session.Session, m recordedMsg) session.Intent {
	switch {
	case m.err != nil:
		s.Notice = "not written: " + m.err.Error()
	case m.where != "":
		s.Notice = "written to " + m.where
	default:
		return session.Push{Top: session.NewTextWindow(s, m.name, func(d *ui.Document) { layRecord(d, m) })}
	}
	return nil
}

// RecordLimit is how many lines of a record a window shows.
const RecordLimit = 2000

func layRecord(d *ui.Document, m recordedMsg) {
	for l := range strings.Lines(m.text) {
		d.Write(ascii.Inked(strings.TrimRight(l, "\n"), ascii.Text))
	}
	if m.more {
		d.Write(ascii.Inked("It goes on. The run file, replayed with --trace on your own machine, has all of it.", ascii.Dim))
	}
}

// exportJob writes something down that may be long, and counts how far it has come.
type exportJob struct {
	Job     job.Job
	session *session.Session
	name    string
	lines   *atomic.Int64
	of      int
}

// begin is told what is written, and of how many lines; it returns their count.
func (s *exportJob) begin(to *session.Session, name string, of int) *atomic.Int64 {
	s.session, s.name, s.of, s.lines = to, name, of, new(atomic.Int64)
	return s.lines
}

// done returns how much is written, between 0 and 1; 0 if nothing is.
func (s *exportJob) done() float64 {
	if !s.Job.Busy() || s.of == 0 {
		return 0
	}
	return min(1, float64(s.lines.Load())/float64(s.of))
}

// leave gives the writing up; not ok where nothing is written.
func (s *exportJob) leave() bool {
	if !s.Job.Busy() {
		return false
	}
	s.Job.Stop()
	s.session.Notice = "not written: you left it"
	return true
}

// errEnough ends the writing of a text that is long enough.
var errEnough = errors.New("there are more lines")

// lineWriter is a writer that counts lines, takes no more once ctx has ended, and
// where most is above 0 no more than so many lines.
type lineWriter struct {
	ctx   context.Context
	w     io.Writer
	lines *atomic.Int64
	most  int
}

func (c *lineWriter) Write(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	for n := 0; n < len(b); {
		if c.most > 0 && int(c.lines.Load()) >= c.most {
			return n, errEnough
		}
		end := len(b)
		if i := bytes.IndexByte(b[n:], '\n'); i >= 0 {
			end = n + i + 1
			c.lines.Add(1)
		}
		wrote, err := c.w.Write(b[n:end])
		if n += wrote; err != nil {
			return n, err
		}
	}
	return len(b), nil
}

package exercise

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/core"
	"kernellab/lab/pictures"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/ui"
)

// ExportChoice is the student's choice of what to export: the run of a solver in a format, or the
// figures on the screen as a picture.
type ExportChoice struct {
	Format  string
	picture bool
}

// exportedMsg contains the exported text, or the path of the file.
type exportedMsg struct {
	core.Address
	name      string
	text      string
	truncated bool   // whether the text was cut
	path      string // path of the file; "" if the text is shown instead
	err       error
}

// exporter exports the run of an exercise, or a picture of the stage at one step of the run.
type exporter struct {
	session       *session.Session
	exercise      *exercises.Exercise
	export        exercises.Export
	otherBranches []exercises.Run // the other branches, which were forked from the same original run
	frame         int
	stage         pictures.Stage
	view          pictures.View
	area          ascii.Rect // area of the stage on the screen
}

// NewExporter returns an exporter for what the stage shows now. ok is false if there is no run, or
// if the run cannot be exported.
func NewExporter(e *Screen) (r exporter, ok bool) {
	p := &e.Stage.Debug.Player
	r = exporter{session: e.Session, exercise: e.Task.Work.Exercise(), frame: p.FrameNumber(), stage: e.Stage.Pictures,
		view: e.Stage.View(), area: e.basicRegions(StagePane).Stage}
	if r.export = p.Abilities().Export; r.export != nil {
		r.otherBranches = p.UpdatedBranches().Others()
	}
	return r, r.export != nil
}

func noExportReason(e *Screen) string {
	return session.TextIf(e.Stage.Debug.Player.Abilities().Export == nil, "this run cannot be exported")
}

// askExport asks what to export: the run in one of the formats, or a picture.
func askExport(e *Screen) session.Intent {
	r, _ := NewExporter(e)
	var rows []ui.Row
	add := func(choice ExportChoice, detail string) {
		write := func() (session.Intent, tea.Cmd) {
			if latest, ok := NewExporter(e); ok {
				return nil, latest.write(choice, e.Part, &e.Stage.Export)
			}
			return nil, nil
		}
		rows = append(rows, ui.Row{Label: r.fileName(choice), Detail: detail, Value: session.Choice(write)})
	}
	for _, f := range r.export.Formats() {
		detail := "its steps, " + strings.ToUpper(f)
		if f == "run" {
			detail = "to replay it"
		}
		add(ExportChoice{Format: f}, detail)
	}
	title := "Show this run as text"
	if r.session.Config.Write != nil {
		title = "Export this run"
		if len(r.view.Figures) > 0 {
			add(ExportChoice{picture: true}, "the stage, SVG")
		}
	}
	return session.Push{Top: session.NewListWindow(r.session, title, rows...)}
}

// fileName returns a name for the exported file.
func (r exporter) fileName(choice ExportChoice) string {
	if choice.picture {
		return study.PictureFileName(r.exercise, r.frame)
	}
	return study.RunFileName(r.exercise, choice.Format)
}

// write returns the command that exports the run or a picture. If Config.Write is set, the command
// writes a file. Otherwise, its message contains the text.
func (r exporter) write(choice ExportChoice, part session.Part, job *exportJob) tea.Cmd {
	encode, writeFile, name := r.Encoder(choice), r.session.Config.Write, r.fileName(choice)
	job.name = name
	return part.StartJob(&job.Job, func(ctx context.Context, address core.Address) tea.Msg {
		m := exportedMsg{Address: address, name: name}
		if writeFile != nil {
			m.path, m.err = writeFile(name, func(w io.Writer) error {
				return encode(&exportWriter{ctx, w, math.MaxInt})
			})
			return m
		}
		var text bytes.Buffer
		m.err = encode(&exportWriter{ctx, &text, exportLimit})
		if m.truncated = errors.Is(m.err, errTooLong); m.truncated {
			m.err = nil
		}
		m.text = text.String()
		return m
	})
}

// Encoder returns the function that writes the run in a format, or the stage as a
// picture.
func (r exporter) Encoder(choice ExportChoice) func(io.Writer) error {
	if !choice.picture {
		return func(w io.Writer) error { return r.export.Write(w, choice.Format, r.otherBranches) }
	}
	g := r.stage.Picture(study.PictureTitle(r.exercise, r.frame), r.view, r.area.W, r.area.H)
	return func(w io.Writer) error { return pictures.WriteSVG(w, g) }
}

// showExport shows the path of the file, or the text.
func showExport(s *session.Session, m exportedMsg) session.Intent {
	switch {
	case m.err != nil:
		s.Notice = "not written: " + m.err.Error()
	case m.path != "":
		s.Notice = "written to " + m.path
	default:
		return session.Push{Top: session.NewTextWindow(s, m.name, func(d *ui.Document) { writeExport(d, m) })}
	}
	return nil
}

// exportLimit is the maximum number of bytes of an export that a window shows.
const exportLimit = 20_000

func writeExport(d *ui.Document, m exportedMsg) {
	for l := range strings.Lines(m.text) {
		d.Write(ascii.Inked(strings.TrimRight(l, "\n"), ascii.Text))
	}
	if m.truncated {
		d.Write(ascii.Inked("The text is longer. To see all of it, replay the run file with --trace on your own machine.",
			ascii.Dim))
	}
}

// exportJob is an export in progress. name is the name of its file.
type exportJob struct {
	Job  core.Job
	name string
}

// errTooLong stops the export when the text is too long to show.
var errTooLong = errors.New("there is more text")

// exportWriter is a writer that fails when ctx is done, or when a write exceeds the remaining
// bytes.
type exportWriter struct {
	ctx       context.Context
	w         io.Writer
	remaining int
}

func (c *exportWriter) Write(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	if len(b) > c.remaining {
		return 0, errTooLong
	}
	c.remaining -= len(b)
	return c.w.Write(b)
}

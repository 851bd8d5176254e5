package lab

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/ascii/export"
	"kernellab/exercises"
	"kernellab/lab/job"
	"kernellab/lab/study"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// recordAnswer is what to write down: the run in a format, or the stage as a
// picture.
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
	run     exercises.Export
	others  []exercises.Run // the other branches
	steps   int             // of the run
	at      int
	stage   stage
	sight   sight
	room    ascii.Rect // of the stage on the screen
}

// recordingOf is what can be written down of the run and the stage; not ok where
// the run cannot.
func recordingOf(e *exercise) (r recording, ok bool) {
	p := &e.right.debug.player
	r = recording{session: e.session, of: e.sheet.work.Exercise(), at: p.At(), stage: e.right.stage, sight: e.right.sight(), room: e.halves(stagePane).stage}
	if r.run = p.Abilities().Export; r.run != nil {
		r.steps = p.Run().Len()
		r.others = p.Noted().Others()
	}
	return r, r.run != nil
}

func withoutRecord(e *exercise) string {
	return reason(e.right.debug.player.Abilities().Export == nil, "this run cannot be written down")
}

func askRecord(e *exercise) intent {
	r, _ := recordingOf(e)
	return r.window()
}

// file proposes a name for what is written.
func (r recording) file(a recordAnswer) string {
	if a.picture {
		return study.PictureName(r.of, r.at)
	}
	return study.RecordName(r.of, a.format)
}

// items lists what to write down.
func (r recording) items() []ui.Row {
	var out []ui.Row
	add := func(a recordAnswer, detail string) {
		out = append(out, ui.Row{Label: r.file(a), Detail: detail, Value: a})
	}
	for _, f := range r.run.Formats() {
		detail := "its steps, " + strings.ToUpper(f)
		if f == "run" {
			detail = "to replay it"
		}
		add(recordAnswer{format: f}, detail)
	}
	if r.session.config.Write != nil && len(r.sight.figures) > 0 {
		add(recordAnswer{picture: true}, "the stage, SVG")
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
func (r recording) write(a recordAnswer, by job.Asker, to *scribe) tea.Cmd {
	encode, keep := r.encoder(a), r.session.config.Write
	lines := to.begin(r.session, r.file(a), r.steps)
	return by.Ask(&to.job, func(ctx context.Context, address job.Address) tea.Msg {
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
}

// encoder returns what writes the run in a format, or the stage as a picture.
func (r recording) encoder(a recordAnswer) func(io.Writer) error {
	if !a.picture {
		return func(w io.Writer) error { return r.run.Write(w, a.format, r.others) }
	}
	g := r.stage.picture(study.PictureTitle(r.of, r.at), r.sight, r.room.W, r.room.H)
	return func(w io.Writer) error { return writeSVG(w, g) }
}

// WritePicture writes a frame as an SVG of the stage that shows it, which has
// the given columns and rows, below a title and the status of the frame.
func WritePicture(w io.Writer, title string, f exercises.Frame, columns, rows int) error {
	s := newStage()
	return writeSVG(w, s.picture(title, sight{figures: f.Figures, formula: f.Formula, status: f.Status}, columns, rows))
}

func writeSVG(w io.Writer, g *ascii.Grid) error { return export.SVG(w, g, theme.Light()) }

// picture draws the stage of w×h cells for a file: with all colours, below a
// title and the status in place of a timeline.
func (s *stage) picture(title string, v sight, w, h int) *ascii.Grid {
	const head = 3
	g, view := ascii.NewGrid(w+2, h+head+1), ascii.View{Profile: ascii.TrueColor}
	g.Write(1, 0, w, view.Clip(ascii.Inked(title, ascii.Strong), w))
	g.Write(1, 1, w, view.Clip(v.status, w))
	v.run = false
	looked := stage{enlarge: s.enlarge, zooms: s.zooms, point: s.point}
	at := looked.arrange(view, ascii.Rect{X: 1, Y: head, W: w, H: h}, v)
	looked.draw(g, view, at, v)
	t := theme.New(ascii.TrueColor, false)
	for i, r := range controlPlaces(at.controls, len(v.controls), v.control) {
		if !r.Empty() {
			g.Write(r.X, r.Y, r.W, controlView(v.controls[i], i == v.control).Line(t, r.W))
		}
	}
	return g
}

// recorded says where the file is, or shows the text.
func recorded(s *session, m recordedMsg) intent {
	switch {
	case m.err != nil:
		s.notice = "not written: " + m.err.Error()
	case m.where != "":
		s.notice = "written to " + m.where
	default:
		return pushIntent{newTextWindow(s, m.name, func(d *ui.Document) { layRecord(d, m) })}
	}
	return nil
}

// recordLimit is how many lines of a record a window shows.
const recordLimit = 2000

func layRecord(d *ui.Document, m recordedMsg) {
	for l := range strings.Lines(m.text) {
		d.Write(ascii.Inked(strings.TrimRight(l, "\n"), ascii.Text))
	}
	if m.more {
		d.Write(ascii.Inked("It goes on. The run file, replayed with --trace on your own machine, has all of it.", ascii.Dim))
	}
}

package transcript

import (
	"io"
	"slices"
	"strings"

	"kernellab/exercises"
	"kernellab/lab/study"
)

// record writes the run, its steps in a format, or its pictures to a file. Without an
// argument it lists the formats.
func (l *lesson) record(arg string) {
	p := l.stage.player
	run := p.Player.Abilities().Export
	if run == nil {
		l.say("Nothing here can be written down.")
		return
	}
	format := strings.ToLower(arg)
	var text func(io.Writer) error
	name := study.RecordName(l.work.Exercise(), format)
	switch {
	case slices.Contains(run.Formats(), format):
		text = func(w io.Writer) error { return run.Write(w, format, p.Player.Noted().Others()) }
	case format == "svg":
		name = study.PictureName(l.work.Exercise(), p.at())
		text = func(w io.Writer) error {
			return l.files.Picture(w, study.PictureTitle(l.work.Exercise(), p.at()), *p.frame())
		}
	default:
		if arg != "" {
			l.say("“" + arg + "” is nothing that can be written.")
		}
		l.listFormats(run)
		return
	}
	l.writeFile(name, text)
}

func (l *lesson) listFormats(run exercises.Export) {
	v := l.voice
	v.say("Type “record” and what to write:")
	for _, f := range run.Formats() {
		text := "“" + f + "”: its steps, as " + strings.ToUpper(f) + "."
		if f == "run" {
			text = "“run”: a file to replay it, with its branches."
		}
		v.hang("  ", text)
	}
	v.hang("  ", "“svg”: the pictures of this step, as SVG.")
}

// Files writes files for the student.
type Files struct {
	// Write puts a text into a file with the given name, or a similar one, and returns
	// where.
	Write func(name string, text func(io.Writer) error) (where string, err error)
	// Picture writes a frame as an SVG with a title.
	Picture func(w io.Writer, title string, f exercises.Frame) error
}

// writeFile writes a file and reports where.
func (l *lesson) writeFile(name string, text func(io.Writer) error) {
	where, err := l.files.Write(name, text)
	if err != nil {
		l.say(sentence("Not written: " + err.Error()))
		return
	}
	l.say("Written to " + where + ".")
}

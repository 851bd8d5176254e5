package plain

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"kernellab/exercises"
	"kernellab/lab/study"
)

// record writes down the run, its steps in a format, or its pictures; alone, it
// lists what can be written.
func (l *lesson) record(arg string) {
	p := l.stage.player
	run := exercises.AbilitiesOf(p.run).Export
	if run == nil {
		l.voice.say("Nothing here can be written down.")
		return
	}
	format := strings.ToLower(arg)
	var text func(io.Writer) error
	name := study.RecordName(l.work.Exercise(), format)
	switch {
	case slices.Contains(run.Formats(), format):
		p.branches.Note(p.run)
		text = func(w io.Writer) error { return run.Write(w, format, p.branches.Others()) }
	case format == "svg" && l.files.pictures():
		name = study.PictureName(l.work.Exercise(), p.at)
		text = func(w io.Writer) error {
			return l.files.Picture(w, study.PictureTitle(l.work.Exercise(), p.at), p.frame())
		}
	default:
		if arg != "" {
			l.voice.say("“" + arg + "” is nothing that can be written.")
		}
		l.listFormats(run)
		return
	}
	l.write(name, text)
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
	if l.files.pictures() {
		v.hang("  ", "“svg”: the pictures of this step, as SVG.")
	}
}

// Files are how something is written down for the student. The zero Files says it
// line by line.
type Files struct {
	// Write puts a text into a file of that name, or one like it, and says where.
	Write func(name string, text func(io.Writer) error) (where string, err error)
	// Picture writes a frame as an SVG under a title. Without it, or without Write,
	// there are no pictures.
	Picture func(w io.Writer, title string, f exercises.Frame) error
}

func (f Files) pictures() bool { return f.Write != nil && f.Picture != nil }

// write writes a text down and says where, or says it.
func (l *lesson) write(name string, text func(io.Writer) error) {
	v := l.voice
	if l.files.Write != nil {
		where, err := l.files.Write(name, text)
		if err != nil {
			v.say(sentence("Not written: " + err.Error()))
			return
		}
		v.say("Written to " + where + ".")
		return
	}
	out := limited{lines: recordLimit}
	if err := text(&out); err != nil && !errors.Is(err, errEnough) {
		v.say(sentence("Not written: " + err.Error()))
		return
	}
	v.say(name + ":")
	for line := range strings.Lines(out.text.String()) {
		v.keep(strings.TrimRight(line, "\n"))
	}
	if out.lines <= 0 {
		v.say("It goes on.")
	}
}

// recordLimit is how many lines are said of what goes into no file.
const recordLimit = 200

var errEnough = errors.New("that is enough")

// limited takes so many lines and no more.
type limited struct {
	text  bytes.Buffer
	lines int
}

func (l *limited) Write(b []byte) (int, error) {
	for line := range bytes.Lines(b) {
		if l.lines <= 0 {
			return 0, errEnough
		}
		l.text.Write(line)
		if bytes.HasSuffix(line, []byte("\n")) {
			l.lines--
		}
	}
	return len(b), nil
}

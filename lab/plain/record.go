package plain

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/study"
)

// record writes down the run, its steps in a format, or its pictures; alone, it
// lists what can be written.
func (l *lesson) record(arg string) {
	p := l.stage.player
	run, ok := p.run.(exercises.Exporter)
	if !ok {
		l.voice.say("Nothing here can be written down.")
		return
	}
	_, replays := p.run.(exercises.Recorder)
	format := strings.ToLower(arg)
	var text func(io.Writer) error
	name := study.RecordName(l.work.Exercise(), format)
	switch {
	case format == "run" && replays:
		p.branches.Note(p.run)
		text = exercises.Written(run, p.branches.Others(), "")
	case slices.Contains(run.Formats(), format):
		text = exercises.Written(run, nil, format)
	case slices.Contains(l.files.pictures(), format):
		name, text = study.PictureName(l.work.Exercise(), p.at, format), l.pictureAs(format)
	default:
		if arg != "" {
			l.voice.say("“" + arg + "” is nothing that can be written.")
		}
		l.listFormats(run)
		return
	}
	l.write(name, text)
}

func (l *lesson) listFormats(run exercises.Exporter) {
	v := l.voice
	v.say("Type “record” and what to write:")
	if _, replays := run.(exercises.Recorder); replays {
		v.hang("  ", "“run”: a file to replay it, with its branches.")
	}
	for _, f := range run.Formats() {
		v.hang("  ", "“"+f+"”: its steps, as "+strings.ToUpper(f)+".")
	}
	for _, f := range l.files.pictures() {
		v.hang("  ", "“"+f+"”: the pictures of this step, as "+strings.ToUpper(f)+".")
	}
}

// pictureAs draws the stage as it is.
func (l *lesson) pictureAs(format string) func(io.Writer) error {
	f := l.stage.player.frame()
	page := study.PageOf(l.work.Exercise(), l.stage.player.at, f.Status, f.Figures, f.Formula)
	return func(w io.Writer) error {
		text, err := l.files.Picture(format, page)
		if err == nil {
			_, err = w.Write(text)
		}
		return err
	}
}

// Files are how something is written down for the student. The zero Files says it
// line by line.
type Files struct {
	// Write puts a text into a file of that name, or one like it, and says where.
	Write func(name string, text func(io.Writer) error) (where string, err error)
	// Picture is a page as a file of one of Formats.
	Picture func(format string, page ascii.Page) ([]byte, error)
	Formats []string
}

// pictures are the formats in which pictures can be written.
func (f Files) pictures() []string {
	if f.Write == nil || f.Picture == nil {
		return nil
	}
	return f.Formats
}

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

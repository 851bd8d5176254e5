package plain

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"kernellab/lab/study"
)

// maxLine is the longest line that is read, in bytes.
const maxLine = study.MaxText

// input is one line from the student: its text, or a sentence on why it is not
// taken, or the error that ends the reading.
type input struct {
	text    string
	problem string
	err     error
}

// readLines reads until in ends, an error, or ctx is done.
func readLines(ctx context.Context, in io.Reader) <-chan input {
	lines := make(chan input)
	go func() {
		defer close(lines)
		r := bufio.NewReaderSize(in, maxLine+2)
		for {
			text, long, err := readLine(r)
			if err != nil && !(errors.Is(err, io.EOF) && (text != "" || long)) {
				if !errors.Is(err, io.EOF) {
					send(ctx, lines, input{err: fmt.Errorf("reading a line: %w", err)})
				}
				return
			}
			if !send(ctx, lines, understand(text, long)) || err != nil {
				return
			}
		}
	}()
	return lines
}

func send(ctx context.Context, lines chan<- input, line input) bool {
	select {
	case lines <- line:
		return true
	case <-ctx.Done():
		return false
	}
}

// readLine reads to the end of a line, keeping none of one that is too long.
func readLine(r *bufio.Reader) (text string, long bool, err error) {
	part, err := r.ReadSlice('\n')
	text = string(part)
	for errors.Is(err, bufio.ErrBufferFull) {
		long = true
		_, err = r.ReadSlice('\n')
	}
	text = strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
	return text, long || len(text) > maxLine, err
}

// understand refuses what is no text.
func understand(text string, long bool) input {
	switch {
	case long:
		return input{problem: fmt.Sprintf("That line is longer than %d characters and was not read. Please give it shorter.", maxLine)}
	case strings.HasPrefix(text, "\x1b"):
		return input{problem: "That was a key for moving, which does nothing here. Please type words; “help” lists them."}
	case !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) && r != '\t' }):
		return input{problem: "That line has characters that are no text, so it was not read. Please type it again."}
	}
	return input{text: strings.TrimSpace(strings.ReplaceAll(text, "\t", " "))}
}

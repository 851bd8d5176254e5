package transcript

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"

	"kernellab/lab/progress"
	"kernellab/testdata/support/check"
)

// ofGo matches words of Go's error messages, which a student does not understand.
var ofGo = regexp.MustCompile(
	`%!|0x[0-9a-f]{6}|\b(strconv|runtime|nil|panic|invalid syntax|out of range|exercises|transcript)\.|\bmap\[|\[\]string|&\{`,
)

// replyTo returns the reply to the last occurrence of a line in a transcript.
func replyTo(t testing.TB, said, line string) string {
	t.Helper()
	i := strings.LastIndex(said, line+" ")
	end := strings.LastIndex(said, "Your progress is saved.")
	if i < 0 || end < i {
		t.Fatalf("%q is not there:\n%s", line, said)
	}
	return strings.TrimSpace(said[i+len(line) : end])
}

// Every command answers an argument that it does not understand with a sentence that
// quotes it, and changes nothing.
func TestOddArguments(t *testing.T) {
	odd := []string{"x", "-5", "foo bar", "99999999999999999999", "1e9", "3.5", "−1", "%s%d", "“”", "0x10", "NaN"}
	takes := map[string]func(string) bool{ // arguments that the command accepts
		"answer": func(string) bool { return true }, "find": func(string) bool { return true },
		"open": func(arg string) bool { return arg == "3.5" }, "goto": func(string) bool { return false },
	}
	for _, v := range commands() {
		name := v.names()[0]
		for _, arg := range odd {
			if name == "quit" || takes[name] != nil && takes[name](arg) {
				continue
			}
			line := name + " " + arg
			said := talkTo(t, student(t, withFullRun(), &progress.Memory{}), Options{Start: "1.2", Width: 400}, "next 2",
				"what-if speed 2", "fork", "original", "watch n > 1", line, "quit")
			reply := replyTo(t, strings.Join(strings.Fields(said), " "), line)
			check.That(t, strings.Contains(reply, strings.Fields(arg)[0]) && !ofGo.MatchString(reply), "%s: %s", line,
				reply)
			check.That(t, !strings.Contains(reply, "update"), "%s moves: %s", line, reply)
		}
	}
}

// FuzzCommandLine types any line after two steps of a run. The reply must consist of words for a
// student, and the next line must be answered.
func FuzzCommandLine(f *testing.F) {
	for _, v := range commands() {
		for _, arg := range []string{"", " x", " -5", " 3", " end", " back", " gap < 1", " C 5", "  ", "\x00", " \xff",
			" é“”%s"} {
			f.Add(v.names()[0] + arg)
		}
	}
	f.Add(strings.Repeat("x", 70_000))
	f.Add("\x1b[A")
	f.Add(":")
	f.Add(": : hint")
	f.Fuzz(func(t *testing.T, line string) {
		line = strings.NewReplacer("\n", " ", "\r", " ").Replace(line)
		if v, _ := findCommand(strings.ToLower(strings.Trim(line, ": "))); v.usage == "quit" || ofGo.MatchString(line) ||
			ofGo.MatchString(strings.ToLower(line)) {
			t.Skip()
		}
		var out bytes.Buffer
		o := Options{Start: "1.2", Now: noon, Echo: true}
		in := strings.NewReader("next 2\n" + line + "\nsteps\n")
		check.OK(t, Run(context.Background(), student(t, withFullRun(), &progress.Memory{}), in, &out, o))
		said := out.String()
		check.That(t, !ofGo.MatchString(said) && (strings.Contains(said, "You are here.") || strings.Contains(said,
			"Number of an exercise")), "%q: %s", line, said)
		checkText(t, said, line, o)
	})
}

// Accepted input is confirmed: by the position of a slider or the label of a choice. A label is
// accepted as well as its letter.
func TestAcceptedInputIsConfirmed(t *testing.T) {
	said := talkTo(t, student(t, fake(), &progress.Memory{}), Options{Start: "1.2", Width: 400}, "set speed 2.2",
		"set speed 2", "set mode fast", "set speed", "set foo 3", "quit")
	inOrder(t, said, "The speed is 2.", "The speed is 2.",
		"Mode is fast.", "To what? Type “set speed” and a value: now 2; from 0 to 4.",
		"“foo” cannot be set here.")
	said = talkTo(t, student(t, fake(), &progress.Memory{}), Options{Start: "1.1", Width: 400}, "skip", "skip", "7",
		"1", "answer", "b", "quit")
	inOrder(t, said, "“7” is not one of the choices. Type a letter from a to b.", "Taken: 3.", "Not right",
		"Taken: σ = 6.", "Right.")
}

// A command that loses answers must be typed twice in a row.
func TestDestructiveCommandsAskForConfirmation(t *testing.T) {
	said := talkTo(t, student(t, fake(), &progress.Memory{}), Options{Start: "1.1", Width: 400}, "skip", "5", "6",
		"restart", "steps", "restart", "restart", "quit")
	cleared, asked := strings.Count(said, "The answers are cleared"), strings.Count(said, "“restart” again does it")
	check.That(t, cleared == 1 && asked == 2, "cleared %d times, asked %d times, want 1 and 2:\n%s", cleared, asked,
		said)
}

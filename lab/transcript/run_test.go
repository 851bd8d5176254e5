package transcript

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/lab/progress"
	"kernellab/lab/study"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

var update = flag.Bool("update", false, "write the golden transcripts")

// lessons returns the real lessons, which all tests share.
var lessons = sync.OnceValue(func() *catalogue.Catalogue { return must.Value(catalogue.New()) })

func noon() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }

func student(t testing.TB, lib exercises.Library, store progress.Store) *study.Student {
	t.Helper()
	seed := uint64(41)
	s, _, err := study.Open(lib, store, study.Options{Seed: &seed, Now: noon})
	check.OK(t, err)
	return s
}

// talkTo types lines in a conversation and returns the transcript.
func talkTo(t testing.TB, s *study.Student, o Options, lines ...string) string {
	t.Helper()
	var out bytes.Buffer
	o.Now, o.Echo = noon, true
	check.OK(t, Run(context.Background(), s, strings.NewReader(strings.Join(lines, "\n")+"\n"), &out, o))
	return out.String()
}

func TestTranscripts(t *testing.T) {
	for _, c := range []struct {
		name    string
		options Options
		lines   []string
	}{
		{"sums", Options{},
			[]string{"", "", "5 x", " 5 ", "7", "", "back", "", "6", "answer", ":hint", ":hint", ":hint", "", "", "", "c", "b",
				"", "quit"}},
		{"walk", Options{Start: "1.2", Width: 60}, []string{
			"", "controls", "next", "next 2", "why", "back", "goto 99", "next", "start", "event", "n", "end", "goto 1",
			"until", "until post", "inspect 2", "inspect 9",
			"set speed 9", "set mode b", "set speed 2.2", "look", "", "steps", "frobnicate", "next x", "hint",
			"solution", "fill", "answer", "contents", "1.2", "",
		}},
		{"commands", Options{Profile: ascii.SevenBit}, []string{
			"help", "help find", "help frob", "notation", "9", "hint", "open 1", "steps", "skip", "hint", ":solution",
			":fill", "step 9", "step 1", "skip", "", "skip", ":skip", "restart", "contents", "quit",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := talkTo(t, student(t, fake(), &progress.Memory{}), c.options, c.lines...)
			path := filepath.Join("testdata", c.name+".golden")
			if *update {
				check.OK(t, os.WriteFile(path, []byte(got), 0o644))
			}
			want := must.Value(os.ReadFile(path))
			check.That(t, got == string(want), "the transcript differs from %s; look at it, then run with -update:\n%s",
				path, got)
		})
	}
}

// checkText checks that the lines of a transcript fit the width and contain no control characters.
// They may contain characters for drawing only if input, which the transcript repeats, contains them.
// In the ASCII profile, all characters must be ASCII.
func checkText(t testing.TB, said, input string, o Options) {
	t.Helper()
	width := o.Width
	if width == 0 {
		width = 76
	}
	for line := range strings.Lines(said) {
		line = strings.TrimSuffix(line, "\n")
		w := ascii.Width(line)
		check.That(t, w <= width, "%d columns: %q", w, line)
		for _, r := range line {
			if r < ' ' || r >= 0x7f && r < 0xa0 || o.Profile == ascii.SevenBit && r > 0x7e ||
				r >= 0x2500 && r < 0x2900 && !strings.ContainsRune(input, r) {
				t.Errorf("%q in %q", r, line)
				break
			}
		}
	}
}

// history is a store that remembers the answers of every save.
type history struct {
	progress.Memory
	saved []string
}

func (h *history) SaveExercise(e progress.Exercise) error {
	h.saved = append(h.saved, fmt.Sprint(e.Task, " ", e.Answers))
	return h.Memory.SaveExercise(e)
}

func TestSavesAfterEachAnswer(t *testing.T) {
	store := &history{}
	talkTo(t, student(t, fake(), store), Options{Start: "1.1"}, ":skip", "5", "6")
	if want := "add map[s:5]"; !slices.Contains(store.saved, want) {
		t.Errorf("got saves %q, want one of %q before the next answer", store.saved, want)
	}
}

func TestEnds(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	silent, _ := io.Pipe()
	broken := errors.New("broken")
	for name, c := range map[string]struct {
		ctx  context.Context
		in   io.Reader
		want error
	}{
		"end of input":  {t.Context(), strings.NewReader(""), nil},
		"cancelled":     {cancelled, silent, nil},
		"reading fails": {t.Context(), iotest.ErrReader(broken), broken},
	} {
		var out bytes.Buffer
		err := Run(c.ctx, student(t, fake(), &progress.Memory{}), c.in, &out, Options{})
		check.That(t, errors.Is(err, c.want) && strings.Contains(out.String(), "Your progress is saved"),
			"%s: got error %v, want %v, and that all is saved in\n%s", name, err, c.want, out.String())
	}
	err := Run(t.Context(), student(t, fake(), &progress.Memory{}), strings.NewReader("quit\n"), deaf{}, Options{})
	check.That(t, errors.Is(err, io.ErrClosedPipe), "writing fails: got error %v, want %v", err, io.ErrClosedPipe)
}

// While saving fails, quit must be typed twice in a row. After another line in between, the
// conversation goes on. When saving works again, quit ends it at once.
func TestLeavingWhileSavingFails(t *testing.T) {
	for _, c := range []struct {
		name, typed string
		mends       int // number of the first save that succeeds
		asked       int
		lost        bool
	}{
		{"twice", "1\n:skip\n:quit\n:quit\nhelp\n", never, 1, true},
		{"another line between", "1\n:skip\n:quit\n:hint\n:quit\n:q\nhelp\n", never, 2, true},
		{"the input ends", "1\n:skip\n:quit\n", never, 1, true},
		{"the last try works", "1\n:skip\n:quit\nhelp\n", 3, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			store := &mending{Store: &progress.Memory{}, at: c.mends}
			err := Run(context.Background(), student(t, fake(), store), strings.NewReader(c.typed), &out, Options{})
			said := strings.Join(strings.Fields(out.String()), " ")
			n := strings.Count(said, "again does it anyway")
			check.That(t, n == c.asked && errors.Is(err, errFull) == c.lost && !strings.Contains(said, "The lab:") &&
				strings.Contains(said, "is saved") != c.lost, "asked %d times, want %d, %v\n%s", n, c.asked, err,
				said)
		})
	}
}

const never = 1 << 30

// mending is a store whose disk is full until save number at. n counts the saves.
type mending struct {
	progress.Store
	n, at int
}

func (m *mending) SaveExercise(e progress.Exercise) error {
	if m.n++; m.n < m.at {
		return errFull
	}
	return m.Store.SaveExercise(e)
}

// deaf is a writer whose Write always fails.
type deaf struct{}

func (deaf) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

var errFull = fmt.Errorf("writing: %w", syscall.ENOSPC)

// About does not list an exercise that is not on the path among the exercises to build on.
func TestAbout_onPath(t *testing.T) {
	s := student(t, lessons(), &progress.Memory{})
	paths, _ := s.Paths()
	s.SetPath(paths[0].Name)
	onPath, lines := map[string]bool{}, []string{}
	for _, u := range s.UnitsOnPath() {
		for _, e := range u.Exercises {
			onPath[e.ID], lines = true, append(lines, "about "+e.ID, "open "+e.ID, "open "+e.ID)
		}
	}
	said := talkTo(t, s, Options{}, lines...)
	for _, u := range s.Units() {
		for _, e := range u.Exercises {
			got := strings.Contains(said, e.ID+", not begun")
			check.That(t, !got || onPath[e.ID], "on the path %q an exercise builds on %s", paths[0].Name, e.ID)
		}
	}
}

// An empty line after a wrong answer does not submit the answer again, and reveals no hint.
// Pictures that have not changed are only named.
func TestEmptyLine_sendsNothingAgain(t *testing.T) {
	said := talkTo(t, student(t, fake(), &progress.Memory{}), Options{Start: "1.2"}, "", "", "set speed 2", "", "again",
		"look", "quit")
	inOrder(t, said, "Picture, track: A dot at 0.", "Not right.", "This answer has already been judged.", "The speed is 2.",
		"Right.", "As described before: track.", "Picture, track: A dot at 0.")
	n := strings.Count(said, "Not right.")
	check.That(t, n == 1, "the answer was judged %d times, want 1:\n%s", n, said)
}

func TestBadLines(t *testing.T) {
	for _, c := range []struct{ name, line, want string }{
		{"too long", strings.Repeat("x", maxLine+1), "longer than 4096"},
		{"very long", strings.Repeat("x", 20*maxLine), "longer than 4096"},
		{"binary", "5\x00\xff", "characters that are not text"},
		{"arrow key", "\x1b[A", "a key for moving"},
		{"control", "5\x7f", "characters that are not text"},
		{"C1", "5\u009b2J", "characters that are not text"},
		{"bare command", "hint", "Hint 1:"},
		{"empty command", ":", "answer"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := student(t, fake(), &progress.Memory{})
			said := talkTo(t, s, Options{Start: "1.1", Width: 400}, ":skip", c.line, "5", "6")
			check.That(t, strings.Contains(said, c.want), "no %q in:\n%s", c.want, said)
			check.That(t, strings.Contains(said, "This task is done."), "the conversation did not go on:\n%s", said)
		})
	}
}

func TestLongestLineIsRead(t *testing.T) {
	in := strings.Repeat("7", maxLine)
	for _, end := range []string{"", "\n", "\r\n"} {
		var got []input
		for line := range readLines(context.Background(), iotest.OneByteReader(strings.NewReader("a\n"+in+end))) {
			got = append(got, line)
		}
		check.That(t, len(got) == 2 && (got[1].text == in || end == "\r\n"),
			"with %q: %d lines, the last with %d bytes and %q", end, len(got), len(got[len(got)-1].text),
			got[len(got)-1].problem)
	}
}

// Control and format characters, which could confuse a terminal or a reader, are not written.
func TestClean(t *testing.T) {
	v := newPrinter(io.Discard, Options{})
	got := v.cleanText("a\x1b[2Jb\u202ec\u200bd\xff\u009be\nf")
	check.That(t, got == "a [2Jbcd? e f", "%q", got)
}

func TestCommandNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range commands() {
		for _, n := range v.names() {
			check.That(t, !seen[n], "%q means two commands", n)
			seen[n] = true
		}
	}
}

func FuzzConversation(f *testing.F) {
	for _, s := range []string{"1\n:skip\n5\n6\n", "1.2\nnext 3\nset speed 2\ngoto end\nuntil 1\nback 9\n\n",
		"\x00\xff\n:::\n: \nset\nset mode\ninspect -1\nstep 0\n", "open 1\nanswer\n:hint\n\n\n\n",
		"2\ngoto 1000000\nnext 10000\n",
		"2\nnext 9\n7\npredict\n:again\n:skip\nby-hand\n5\n:hint\n\n:skip\ny\n:look\n:next\n",
		"2\nuntil n > 3\nwatch n > 1\nwatch\nunwatch 1\nuntil 2\nuntil n >\n",
		"2\nline\nline\nline back\nevent back\nledger\nend\nledger\nwhat-if speed 3\nwhy what-if\nledger what-if\nfork\n",
		"2\nnext\nwhat-if speed 3\nfork\nnext\nbranches\noriginal\nwhat-if speed 2\nfork\ncompare 1\ncompare\nbranch 0\ncompare\nforget 2\nforget 1\nforget 0\nbranch 9\n",
		"record\n2\nrecord\nrecord run\nrecord csv\nfind walk moves\nnext\nset speed 2\npredict\nset speed 1\n:quit\n"} {
		f.Add(s, byte(40), true)
	}
	f.Fuzz(func(t *testing.T, typed string, width byte, seven bool) {
		if len(typed) > 4000 {
			return
		}
		o := Options{Width: 20 + int(width), Now: noon, Echo: true, Files: Files{
			Write:   func(string, func(io.Writer) error) (string, error) { return "nowhere", nil },
			Picture: func(io.Writer, string, exercises.Frame) error { return nil },
		}}
		if seven {
			o.Profile = ascii.SevenBit
		}
		var out bytes.Buffer
		s := student(t, withFullRun(), &progress.Memory{})
		check.OK(t, Run(context.Background(), s, strings.NewReader(typed), &out, o))
		checkText(t, out.String(), typed, o)
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{":hint", " : set  a  b ", "NEXT 3", "", ":", "::"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		name, arg := parseCommand(line)
		check.That(t, !strings.Contains(name, " ") && strings.TrimSpace(arg) == arg && strings.ToLower(name) == name,
			"parse(%q) = %q, %q", line, name, arg)
		again, more := parseCommand(name + " " + arg)
		check.That(t, strings.HasPrefix(name, ":") || again == name && more == arg, "parse(%q) = %q, %q; again %q, %q",
			line, name, arg, again, more)
	})
}

func FuzzWrap(f *testing.F) {
	f.Add("a bb ccc", 4)
	f.Add("ααααα 漢字漢字", 3)
	f.Fuzz(func(t *testing.T, s string, width int) {
		if width < 2 || width > 500 || len(s) > 5000 {
			return
		}
		lines, kept := wrap(s, width), ""
		for _, l := range lines {
			check.That(t, ascii.Width(l) <= width, "%q has %d columns of %d", l, ascii.Width(l), width)
			// Compare line by line, because the invalid halves of two lines may form a blank together.
			kept += strings.Join(strings.Fields(l), "")
		}
		check.That(t, kept == strings.Join(strings.Fields(s), ""), "%q lost something: %q", s, lines)
	})
}

// If an exercise should wait, the transcript advises so, and opens it at the second request.
func TestExerciseForLater(t *testing.T) {
	begun, tomorrow := "Exercise 1.2, What moves?", fake()
	tomorrow.units[0].Exercises[1].Predecessor = exercises.Predecessor{Exercise: "1.1", Hours: 24}
	s := student(t, tomorrow, &progress.Memory{})
	out := talkTo(t, s, Options{}, "1.2")
	check.That(t, strings.Contains(out, "best done a day after 1.1") && strings.Contains(out, "Open it once more") &&
		!strings.Contains(out, begun), "it opens at once:\n%s", out)
	out = talkTo(t, s, Options{}, "1.2", "2")
	check.That(t, strings.Contains(out, begun), "a student who insists does not get it:\n%s", out)
	s = student(t, tomorrow, &progress.Memory{})
	out = talkTo(t, s, Options{Start: "1.2"}, "")
	check.That(t, strings.Contains(out, begun), "asked for by name it does not open:\n%s", out)
}

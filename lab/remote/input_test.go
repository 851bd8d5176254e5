package remote

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"golang.org/x/time/rate"

	"kernellab/testdata/support/check"
)

// runPump runs a pump on a fake clock, writes the pieces with a pause before each, and
// returns the events, each as a list of messages, and when the last arrived.
func runPump(t *testing.T, pause time.Duration, pieces ...string) (events [][]string, last time.Duration) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		start := time.Now()
		chunks := make(chan []byte)
		rest := make(chan inputMessages, 1)
		p := &inputPump{
			unhandled: rest,
			send: func(input inputMessages) {
				var event []string
				for _, m := range input {
					event = append(event, describe(m))
				}
				events = append(events, event)
				last = time.Since(start)
				rest <- nil
			},
			onActivity: func() {}, onDecoderPanic: func() {}, onSyncReport: func(tea.ModeReportMsg) {},
			rate: rate.NewLimiter(eventsPerSecond, eventBurst),
		}
		go readAll(t.Context(), r, chunks)
		go func() {
			for _, piece := range pieces {
				_, _ = io.WriteString(w, piece)
				time.Sleep(pause)
			}
			_ = w.Close()
		}()
		p.run(t.Context(), chunks)
	})
	return events, last
}

func TestPump_waitsForRestOfSequence(t *testing.T) {
	for _, c := range []struct {
		name  string
		pause time.Duration
		want  string
	}{
		{"in time", 20 * time.Millisecond, "up"},
		{"too late", 200 * time.Millisecond, "esc [ A"},
	} {
		t.Run(c.name, func(t *testing.T) {
			events, _ := runPump(t, c.pause, "\x1b", "[A")
			if got := strings.Join(slices.Concat(events...), " "); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestPump_endsEndlessPaste(t *testing.T) {
	events, _ := runPump(t, 10*time.Second, pasteStart+"abc", "x")
	if got := slices.Concat(events...); !slices.Equal(got, []string{"paste(abc)", "x"}) {
		t.Errorf("got %q, want the paste and x", got)
	}
}

// Text that arrives together is one event and in order.
func TestPump_typedAheadIsOneEvent(t *testing.T) {
	typed := strings.Repeat("abcdefghi\tj\r", 20)
	events, last := runPump(t, time.Second, typed)
	if len(events) != 1 || last > time.Millisecond {
		t.Fatalf("%d events, the last after %v; want one at once", len(events), last)
	}
	want := strings.Repeat("a b c d e f g h i tab j enter ", 20)
	if got := strings.Join(events[0], " ") + " "; got != want {
		t.Errorf("got %q", got)
	}
}

// A key that is held down, or pressed by a script, makes thirty events a second after the
// first few. Every key press arrives. Typing never waits.
func TestPump_keepsRate(t *testing.T) {
	for _, c := range []struct {
		name       string
		pause      time.Duration
		keys, most int // most is the number of events
		late       time.Duration
	}{
		{"typed", 60 * time.Millisecond, 200, 200, 0},
		{"held", 25 * time.Millisecond, 400, eventBurst + 10*eventsPerSecond + 2, time.Second / eventsPerSecond},
		{"from a script", 100 * time.Microsecond, 20_000, eventBurst + 2*eventsPerSecond + 2, time.Second / eventsPerSecond},
	} {
		t.Run(c.name, func(t *testing.T) {
			events, last := runPump(t, c.pause, slices.Repeat([]string{"\x1b[C"}, c.keys)...)
			if n := len(slices.Concat(events...)); n != c.keys || len(events) > c.most {
				t.Errorf("got %d keys in %d events, want all %d in at most %d", n, len(events), c.keys, c.most)
			}
			if late := last - time.Duration(c.keys)*c.pause; late > c.late+time.Millisecond {
				t.Errorf("the last key came %v after it was released, want at most %v", late, c.late)
			}
		})
	}
}

// A program that handles few of the messages of each event slows its client down.
func TestPump_boundsUnhandledInput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		rest, largest := make(chan inputMessages, 1), 0
		p := &inputPump{
			unhandled: rest,
			send: func(input inputMessages) {
				largest = max(largest, len(input))
				rest <- input[1:]
			},
			onActivity: func() {}, onDecoderPanic: func() {}, onSyncReport: func(tea.ModeReportMsg) {},
			rate: rate.NewLimiter(eventsPerSecond, eventBurst),
		}
		chunks := make(chan []byte)
		go p.run(ctx, chunks)
		go func() {
			for ctx.Err() == nil {
				select {
				case chunks <- []byte(strings.Repeat("x", readSize)):
				case <-ctx.Done():
				}
			}
		}()
		time.Sleep(time.Minute)
		cancel()
		synctest.Wait()
		if largest > maxQueuedMessages+readSize {
			t.Errorf("got an event of %d messages, want at most %d", largest, maxQueuedMessages+readSize)
		}
	})
}

// Of movements that wait only the last is delivered, but all turns of the wheel are.
func TestPump_foldsMouseMovements(t *testing.T) {
	flood := slices.Repeat([]string{"\x1b[<35;10;5M", "\x1b[<35;11;6M"}, 1000)
	events, last := runPump(t, 100*time.Microsecond, append(flood, "q", "\x1b[<64;3;3M\x1b[<64;3;3M")...)
	got := slices.Concat(events...)
	if n := len(got); n > 40 ||
		!slices.Equal(got[n-4:], []string{"mouse(none 10,5)", "q", "mouse(wheelup 2,2)", "mouse(wheelup 2,2)"}) {
		t.Errorf("got %d messages that end with %q, want at most 40 that end with the wheel", n, got[max(0, n-4):])
	}
	if last > 300*time.Millisecond {
		t.Errorf("the last event came after %v on the fake clock, want at most 300ms", last)
	}
}

// Input after the end of a session is still read, so that the end of it is seen.
func TestReader_drainsAfterSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		r, w := io.Pipe()
		var ended atomic.Bool
		go func() {
			readAll(ctx, r, make(chan []byte))
			ended.Store(true)
		}()
		cancel()
		for range 100 {
			_, _ = io.WriteString(w, "more")
		}
		_ = w.Close()
		synctest.Wait()
		if !ended.Load() {
			t.Error("the reader did not see the end of the input, want it to")
		}
	})
}

func TestPatientWriter_reportsStall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		stalled := 0
		out := patientWriter{w, writeStallTimeout, func() {
			stalled++
			_ = w.CloseWithError(io.ErrClosedPipe)
		}}
		go func() { // reads two pieces slowly, then no more
			buf := make([]byte, writeChunk)
			for range 2 {
				time.Sleep(writeStallTimeout - time.Second)
				_, _ = io.ReadFull(r, buf)
			}
		}()
		n, err := out.Write(make([]byte, 5*writeChunk))
		check.That(t, err != nil && stalled == 1 && n == 2*writeChunk,
			"wrote %d with error %v and %d stalls, want two pieces, an error, one stall", n, err, stalled)
	})
}

// decodeAll decodes pieces, then lets time pass, and returns what came out.
func decodeAll(pieces ...string) []string {
	var d decoder
	var out []string
	collect := func(expired bool) {
		for {
			msgs, ok := d.next(expired)
			if !ok {
				return
			}
			for _, m := range msgs {
				out = append(out, describe(m))
			}
		}
	}
	for _, piece := range pieces {
		d.feed([]byte(piece))
		collect(false)
	}
	collect(true)
	return out
}

func describe(m tea.Msg) string {
	switch m := m.(type) {
	case tea.PasteMsg:
		return fmt.Sprintf("paste(%s)", m.Content)
	case tea.MouseMsg:
		at := m.Mouse()
		return fmt.Sprintf("mouse(%s %d,%d)", at.Button, at.X, at.Y)
	case fmt.Stringer:
		return m.String()
	}
	return fmt.Sprintf("%T", m)
}

func TestDecoder_messages(t *testing.T) {
	for _, c := range []struct {
		name, input string
		want        string
	}{
		{"letters", "aB é", "a B space é"},
		{"controls", "\r\t\x03\x7f", "enter tab ctrl+c backspace"},
		{"arrows", "\x1b[A\x1b[B\x1bOC", "up down right"},
		{"modified", "\x1b[1;5D\x1b[Z", "ctrl+left shift+tab"},
		{"alt", "\x1bx", "alt+x"},
		{"escape alone", "\x1b", "esc"},
		{"mouse", "\x1b[<0;10;5M", "mouse(left 9,4)"},
		{"wheel", "\x1b[<64;1;1M", "mouse(wheelup 0,0)"},
		{"mouse far away", "\x1b[<0;100000;5M", ""},
		{"mouse dragged out of the window", "\x1b[<32;-3;5M", "mouse(left 0,4)"},
		{"paste", pasteStart + "a\rb\x1b[A\x00" + pasteEnd + "z", "paste(a\nb[A) z"},
		{"empty paste", pasteStart + pasteEnd + "z", "z"},
		{"size report", "\x1b[48;10;10;0;0tz", "z"},
		{"clipboard", "\x1b]52;c;aGVsbG8=\az", "z"},
		{"wide", "漢字", "漢 字"},
	} {
		t.Run(c.name, func(t *testing.T) {
			check.Equal(t, strings.Join(decodeAll(c.input), " "), c.want, "whole")
			for cut := 1; cut < len(c.input); cut++ {
				got := strings.Join(decodeAll(c.input[:cut], c.input[cut:]), " ")
				check.Equal(t, got, c.want, "cut at %d", cut)
			}
		})
	}
}

// A sequence that does not end takes a bounded part of the memory.
func TestDecoder_dropsEndlessSequence(t *testing.T) {
	var d decoder
	for range 100 {
		d.feed(append([]byte("\x1b]"), make([]byte, maxPending/2)...))
		for more := true; more; {
			_, more = d.next(false)
		}
		check.Must(t, len(d.pending) <= maxPending,
			"%d bytes are pending, want %d at most", len(d.pending), maxPending)
	}
}

// FuzzDecode checks that no input, however it is split, causes a panic, a stall or an
// unsafe message.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{"\x9bM-\x890", "\x1b[<0;10;5M", pasteStart + "x" + pasteEnd,
		"\x1b[65;65;65;1;0;65535_", "\x1b]52;c;aGVsbG8=\a", "é\u0301\xff"} {
		f.Add([]byte(seed), 3)
	}
	f.Fuzz(func(t *testing.T, input []byte, cut int) {
		input = input[:min(len(input), 2*maxPending)] // reads are shorter
		cut = max(0, min(cut, len(input)))
		var d decoder
		for i, piece := range [][]byte{input[:cut], input[cut:], nil} {
			d.feed(piece)
			for range 2*len(input) + 2 {
				msgs, ok := d.next(i == 2)
				for _, m := range msgs {
					mustBeSafe(t, m)
				}
				if !ok {
					break
				}
			}
		}
		check.That(t, !d.isUnfinished(), "after the timeout %q is still pending, want nothing", d.pending)
	})
}

func mustBeSafe(t *testing.T, m tea.Msg) {
	t.Helper()
	switch m := m.(type) {
	case tea.WindowSizeMsg:
		t.Errorf("got a window size %v from typed text, want none", m)
	case tea.KeyPressMsg:
		check.That(t, isSafeKeyText(m.Text), "got key text %q, want safe text", m.Text)
	case tea.PasteMsg:
		if !utf8.ValidString(m.Content) || len(m.Content) > maxPaste || strings.Contains(m.Content, "\x1b") {
			t.Errorf("got paste %q, want at most %d bytes of UTF-8 without escapes", m.Content, maxPaste)
		}
	case tea.MouseMsg:
		if at := m.Mouse(); at.X < 0 || at.Y < 0 || at.X >= maxWidth || at.Y >= maxHeight {
			t.Errorf("got mouse at %d,%d, want inside %d×%d", at.X, at.Y, maxWidth, maxHeight)
		}
	}
}

package remote

import (
	"bytes"
	"context"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"golang.org/x/time/rate"
)

// How long unfinished input waits for the rest.
const (
	escapeTimeout = 50 * time.Millisecond // the terminal library's own value
	pasteTimeout  = 2 * time.Second
)

const readSize = 4 << 10

// The rate at which a session may send events. An event is all input since the previous
// event. A fast typist causes 15 per second, in bursts if the network delays keys.
const (
	eventsPerSecond = 30
	eventBurst      = 15
)

// maxQueuedMessages limits the messages that wait or are not handled yet. While there are that
// many, no further input is read. This limits the memory for a client whose program is slow, and
// the rate of any client to 30 000 keys per second.
const maxQueuedMessages = 1000

// inputPump sends a client's input to its program. When the rate allows it and the program
// has handled the previous event, it sends all waiting input as one event. Therefore keys
// that are held down or come from a script do not each wait for a frame. Input that the
// program cannot handle in its turn is returned and waits again. No key is dropped, and of
// several waiting mouse movements only the last is sent. Bubble Tea's own reader is not
// used: its goroutine does not recover from panics, and an abrupt disconnect leaves it
// running.
type inputPump struct {
	send           func(inputMessages)     // blocks while the program is busy, but not after it has ended
	unhandled      <-chan inputMessages    // receives the unhandled input of each event
	onActivity     func()                  // called for every sign of activity
	onDecoderPanic func()                  // called when the decoder panics for the first time
	onSyncReport   func(tea.ModeReportMsg) // called for the terminal's first report on synchronized output
	decoder        decoder
	rate           *rate.Limiter

	inFlight     int // messages of the event that is not handled yet; 0 if there is none
	queued       inputMessages
	queuedCost   int       // tokens that the waiting messages take from rate, besides one for the event
	nextTime     time.Time // when the next event may be sent
	syncReported bool      // whether onSyncReport was called
}

// readAll copies input into chunks until the input or the context ends, and then closes
// chunks. If the context ends first, it continues to read and discard input, because
// otherwise it would not notice the end of the SSH channel.
func readAll(ctx context.Context, input io.Reader, chunks chan<- []byte) {
	defer func() { _, _ = io.Copy(io.Discard, input) }()
	defer close(chunks)
	for {
		chunk := make([]byte, readSize)
		n, err := input.Read(chunk)
		if n > 0 {
			select {
			case chunks <- chunk[:n]:
			case <-ctx.Done():
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// run decodes chunks and delivers their messages until chunks is closed or the context ends.
func (p *inputPump) run(ctx context.Context, chunks <-chan []byte) {
	expiryTimer, sendTimer := time.NewTimer(time.Hour), time.NewTimer(time.Hour)
	defer expiryTimer.Stop()
	defer sendTimer.Stop()
	for {
		readable := chunks
		if len(p.queued)+p.inFlight >= maxQueuedMessages {
			readable = nil
		}
		select {
		case <-ctx.Done():
			return
		case chunk, open := <-readable:
			if !open {
				p.decodeAll(true)
				p.deliverAll(ctx)
				return
			}
			p.decoder.feed(chunk)
			p.decodeAll(false)
			expiryTimer.Reset(p.expiry())
		case <-expiryTimer.C:
			p.decodeAll(true)
			expiryTimer.Reset(p.expiry())
		case <-sendTimer.C:
		case rest := <-p.unhandled:
			p.putBack(rest)
		}
		if pause := p.deliverIfAllowed(); pause > 0 {
			sendTimer.Reset(pause)
		}
	}
}

// putBack puts back the unhandled input of the event that was sent last.
func (p *inputPump) putBack(rest inputMessages) {
	p.queued, p.inFlight = append(rest, p.queued...), 0
}

// deliverAll delivers all waiting messages as fast as the program handles them.
func (p *inputPump) deliverAll(ctx context.Context) {
	for {
		if p.inFlight == 0 {
			p.deliver()
		}
		if p.inFlight == 0 {
			return
		}
		select {
		case rest := <-p.unhandled:
			p.putBack(rest)
		case <-ctx.Done():
			return
		}
	}
}

// deliverIfAllowed delivers the waiting messages if the rate allows it. Otherwise it returns the
// time until the rate allows it.
func (p *inputPump) deliverIfAllowed() time.Duration {
	if len(p.queued) == 0 || p.inFlight > 0 {
		return 0
	}
	if pause := time.Until(p.nextTime); pause > 0 {
		return pause
	}
	p.deliver()
	return 0
}

// deliver sends the waiting messages as one event.
func (p *inputPump) deliver() {
	if len(p.queued) == 0 {
		return
	}
	now := time.Now()
	p.nextTime = now.Add(p.rate.ReserveN(now, min(1+p.queuedCost, eventBurst)).Delay())
	input := p.queued
	p.queued, p.queuedCost, p.inFlight = nil, 0, len(input)
	p.send(input)
}

// expiry returns how long to wait before unfinished input is decoded without its rest.
func (p *inputPump) expiry() time.Duration {
	switch {
	case p.decoder.isPasting:
		return pasteTimeout
	case p.decoder.isUnfinished():
		return escapeTimeout
	}
	return time.Hour // there is no unfinished input
}

// decodeAll enqueues the messages of all input that can be decoded. Only the first item may
// count as expired, because the others arrived later.
func (p *inputPump) decodeAll(expired bool) {
	for {
		previousPanics := p.decoder.panics
		msgs, ok := p.decoder.next(expired)
		if p.decoder.panics == 1 && previousPanics == 0 {
			p.onDecoderPanic()
		}
		if !ok {
			return
		}
		for _, msg := range msgs {
			p.enqueue(msg)
		}
		expired = false
	}
}

// enqueue adds a message to the waiting ones. A paste costs one token per kilobyte.
func (p *inputPump) enqueue(msg tea.Msg) {
	switch m := msg.(type) {
	case tea.ModeReportMsg:
		if m.Mode == ansi.ModeSynchronizedOutput && !p.syncReported {
			p.syncReported = true
			p.onSyncReport(m)
		}
		return
	case tea.PasteMsg:
		p.queuedCost += len(m.Content) / 1024
		p.onActivity()
	case tea.KeyPressMsg, tea.MouseClickMsg, tea.MouseWheelMsg:
		p.onActivity()
	case tea.MouseMotionMsg:
		p.onActivity()
		if last := len(p.queued) - 1; last >= 0 && continuesMotion(p.queued[last], m) {
			p.queued[last] = msg
			return
		}
	}
	p.queued = append(p.queued, msg)
}

// continuesMotion reports whether motion continues the mouse movement msg.
func continuesMotion(msg tea.Msg, motion tea.MouseMotionMsg) bool {
	previous, ok := msg.(tea.MouseMotionMsg)
	return ok && previous.Button == motion.Button && previous.Mod == motion.Mod
}

// Limits on what a client can type.
const (
	maxPaste             = 64 << 10 // bytes of one paste; the rest of it is dropped
	maxPending           = 8 << 10  // bytes of a sequence that has not ended; they are dropped
	maxKeyText           = 64       // bytes of text of one key
	maxEventsPerSequence = 16       // events from one sequence
)

// Bracketed paste, DEC private mode 2004 of xterm.
const (
	pasteStart = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

const escape = 0x1b

// decoder turns terminal input into messages. Sequences, runes and pastes may be split
// anywhere. The zero value is ready to use. The methods never panic. If the terminal library's
// decoder panics (for "\x9bM-\x890", for example), the bytes that were passed to it are
// dropped.
type decoder struct {
	uv        uv.EventDecoder
	pending   []byte // input that is not decoded yet
	paste     []byte // text of the unfinished paste so far
	isPasting bool   // whether a paste has begun and not ended
	panics    int    // number of panics of the library's decoder
}

// isUnfinished reports whether input waits for more: the start of a sequence, or a paste
// without its end.
func (d *decoder) isUnfinished() bool { return len(d.pending) > 0 || d.isPasting }

// feed adds input. Call next afterwards until ok is false.
func (d *decoder) feed(input []byte) {
	d.pending = ClampMouse(append(d.pending, input...))
}

// next decodes the next piece of input, which may yield no message. ok is false if more
// input is needed. If expired is true, it decodes an unfinished sequence without its
// rest, which did not arrive in time.
func (d *decoder) next(expired bool) (msgs []tea.Msg, ok bool) {
	if d.isPasting {
		return d.nextPaste(expired)
	}
	if len(d.pending) == 0 {
		return nil, false
	}
	if bytes.HasPrefix(d.pending, []byte(pasteStart)) {
		d.drop(len(pasteStart))
		d.isPasting = true
		return nil, true
	}
	n, event := d.decode()
	switch {
	case !isIncomplete(d.pending, n, event):
	case len(d.pending) >= maxPending:
		n = len(d.pending)
	case !expired:
		return nil, false
	}
	d.drop(n)
	return messages(event), true
}

// decode passes the pending input to the library's decoder. It consumes at least one
// byte.
func (d *decoder) decode() (n int, event uv.Event) {
	defer func() {
		if recover() != nil {
			d.panics++
			n, event = len(d.pending), nil
		}
	}()
	// Clip the slice, or else the library can append to it and read bytes of earlier
	// input.
	n, event = d.uv.Decode(slices.Clip(d.pending))
	return min(max(n, 1), len(d.pending)), event
}

// isIncomplete reports whether an event may be the start of a longer one. The library
// decodes a part of a sequence as an unknown event, and a lone ESC, or ESC and one more
// byte, as a key.
func isIncomplete(pending []byte, n int, event uv.Event) bool {
	if _, unknown := event.(uv.UnknownEvent); unknown {
		return true
	}
	return pending[0] == escape && n <= 2 && n == len(pending)
}

// nextPaste collects a paste up to its end mark, which may arrive in pieces.
func (d *decoder) nextPaste(expired bool) ([]tea.Msg, bool) {
	end := bytes.Index(d.pending, []byte(pasteEnd))
	if end < 0 && !expired {
		d.collect(max(0, len(d.pending)-len(pasteEnd)+1))
		return nil, false
	}
	if end < 0 {
		d.collect(len(d.pending))
	} else {
		d.collect(end)
		d.drop(len(pasteEnd))
	}
	text := pastedText(d.paste)
	d.paste, d.isPasting = nil, false
	if text == "" {
		return nil, true
	}
	return []tea.Msg{tea.PasteMsg{Content: text}}, true
}

// collect moves n pending bytes into the paste and drops those that do not fit.
func (d *decoder) collect(n int) {
	room := maxPaste - len(d.paste)
	d.paste = append(d.paste, d.pending[:min(n, room)]...)
	d.drop(n)
}

// drop removes n pending bytes.
func (d *decoder) drop(n int) {
	d.pending = append(d.pending[:0], d.pending[n:]...)
}

// pastedText returns the text of a paste without control characters. Tabs stay, and line
// ends become \n.
func pastedText(raw []byte) string {
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(raw))
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || unicode.IsControl(r) && r != '\t' && r != '\n' {
			return -1
		}
		return r
	}, text)
}

// messages converts the events that a program may see and drops all others, which are
// useless or harmful. For example, a client could type a report of a window size, which
// would not be clamped.
func messages(event uv.Event) []tea.Msg {
	switch e := event.(type) {
	case uv.MultiEvent:
		var msgs []tea.Msg
		for _, part := range e[:min(len(e), maxEventsPerSequence)] {
			msgs = append(msgs, messages(part)...)
		}
		return msgs
	case uv.KeyPressEvent:
		if isSafeKeyText(e.Text) {
			return []tea.Msg{tea.KeyPressMsg(e)}
		}
	case uv.MouseClickEvent:
		return mouseMessage(tea.MouseClickMsg(e))
	case uv.MouseReleaseEvent:
		return mouseMessage(tea.MouseReleaseMsg(e))
	case uv.MouseWheelEvent:
		return mouseMessage(tea.MouseWheelMsg(e))
	case uv.MouseMotionEvent:
		return mouseMessage(tea.MouseMotionMsg(e))
	case uv.BackgroundColorEvent:
		return []tea.Msg{tea.BackgroundColorMsg(e)}
	case uv.ModeReportEvent:
		return []tea.Msg{tea.ModeReportMsg(e)}
	}
	return nil
}

// mouseMessage returns a message about the mouse, or nothing if the mouse is outside the largest
// possible screen.
func mouseMessage(msg tea.MouseMsg) []tea.Msg {
	position := msg.Mouse()
	if position.X < 0 || position.Y < 0 || position.X >= maxWidth || position.Y >= maxHeight {
		return nil
	}
	return []tea.Msg{msg}
}

// isSafeKeyText reports whether the text of a key is short, valid UTF-8 without control
// characters.
func isSafeKeyText(text string) bool {
	return len(text) <= maxKeyText && utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
}

var (
	mouseReport        = regexp.MustCompile("\x1b\\[<[0-9;-]+[Mm]")
	negativeCoordinate = regexp.MustCompile(";-[0-9]+")
)

// ClampMouse replaces negative coordinates by 1 in every complete mouse report of the input, in
// xterm's mode 1006: ESC [ < button ; column ; row, and M or m. It does not change other input,
// and the result is not longer. While the mouse is dragged out of the window, some terminals send
// coordinates below 1. The terminal library cannot read these reports and would pass them on as
// typed text.
func ClampMouse(in []byte) []byte {
	return mouseReport.ReplaceAllFunc(in, func(r []byte) []byte {
		return negativeCoordinate.ReplaceAll(r, []byte(";1"))
	})
}

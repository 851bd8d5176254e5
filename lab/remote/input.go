package remote

import (
	"context"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"golang.org/x/time/rate"
)

// How long unfinished input waits for its rest.
const (
	escapeTimeout = 50 * time.Millisecond // the terminal library's own value
	pasteTimeout  = 2 * time.Second
)

const readSize = 4 << 10

// How fast a session may send events. An event is all that came since the one
// before: a fast typist makes 15 a second, and so does one whose keys the line
// brings in bursts.
const (
	eventsPerSecond = 30
	eventBurst      = 15
)

// mostGathered is how many messages may wait for their event. Input beyond them
// is not read, and the client feels it: 30 000 keys a second.
const mostGathered = 1000

// pump carries a client's input to its program: as fast as the rate allows, all
// that is waiting as one event. Keys that are held down, or come from a script,
// do not queue up behind their frames; nothing that was typed is left out, and
// of movements of the mouse that wait only the last counts. Bubble Tea's own
// reader runs in a goroutine that recovers from nothing and that a rude disconnect
// leaves behind.
type pump struct {
	send   func(gathered)          // blocks while the program is busy, not after it ended
	active func()                  // called for every sign that somebody is there
	odd    func()                  // called the first time the decoder panicked
	synced func(tea.ModeReportMsg) // called once when the terminal says that it shows changes at once
	decode decoder
	rate   *rate.Limiter

	waiting gathered
	cost    int       // of what is waiting, beside the event itself
	next    time.Time // when the next event may go
	told    bool      // synced was called
}

// readAll copies input into chunks until it ends or the context does, and
// then goes on reading without using it: a channel that nobody reads would
// never be seen to close. It closes chunks when the input is of no more use.
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

// run decodes chunks until they or the context end.
func (p *pump) run(ctx context.Context, chunks <-chan []byte) {
	expiry, due := time.NewTimer(time.Hour), time.NewTimer(time.Hour)
	defer expiry.Stop()
	defer due.Stop()
	for {
		more := chunks
		if len(p.waiting) >= mostGathered {
			more = nil
		}
		select {
		case <-ctx.Done():
			return
		case chunk, open := <-more:
			if !open {
				p.drain(true)
				p.deliver()
				return
			}
			p.decode.feed(chunk)
			p.drain(false)
			expiry.Reset(p.patience())
		case <-expiry.C:
			p.drain(true)
			expiry.Reset(p.patience())
		case <-due.C:
		}
		if pause := p.offer(); pause > 0 {
			due.Reset(pause)
		}
	}
}

// offer delivers what is waiting if the rate allows it; else it returns how long
// it is until then.
func (p *pump) offer() time.Duration {
	if len(p.waiting) == 0 {
		return 0
	}
	if pause := time.Until(p.next); pause > 0 {
		return pause
	}
	p.deliver()
	return 0
}

// deliver sends what is waiting as one event.
func (p *pump) deliver() {
	if len(p.waiting) == 0 {
		return
	}
	now := time.Now()
	p.next = now.Add(p.rate.ReserveN(now, min(1+p.cost, eventBurst)).Delay())
	input := p.waiting
	p.waiting, p.cost = nil, 0
	p.send(input)
}

// patience is how long to wait before unfinished input is taken as it stands.
func (p *pump) patience() time.Duration {
	switch {
	case p.decode.pasting:
		return pasteTimeout
	case p.decode.waiting():
		return escapeTimeout
	}
	return time.Hour // nothing to expire
}

// drain gathers what can be decoded. Only the first item may be taken as
// expired: what follows it arrived later.
func (p *pump) drain(expired bool) {
	for {
		before := p.decode.panics
		msgs, ok := p.decode.next(expired)
		if p.decode.panics == 1 && before == 0 {
			p.odd()
		}
		if !ok {
			return
		}
		for _, msg := range msgs {
			p.gather(msg)
		}
		expired = false
	}
}

// gather adds a message to what is waiting. A paste costs a token for each
// kilobyte.
func (p *pump) gather(msg tea.Msg) {
	switch m := msg.(type) {
	case tea.ModeReportMsg:
		if m.Mode == ansi.ModeSynchronizedOutput && !p.told {
			p.told = true
			p.synced(m)
		}
		return
	case tea.PasteMsg:
		p.cost += len(m.Content) / 1024
		p.active()
	case tea.KeyPressMsg, tea.MouseClickMsg, tea.MouseWheelMsg:
		p.active()
	case tea.MouseMotionMsg:
		p.active()
		if last := len(p.waiting) - 1; last >= 0 && moves(p.waiting[last], m) {
			p.waiting[last] = msg
			return
		}
	}
	p.waiting = append(p.waiting, msg)
}

// moves reports whether a message is a movement that another goes on with.
func moves(msg tea.Msg, next tea.MouseMotionMsg) bool {
	before, ok := msg.(tea.MouseMotionMsg)
	return ok && before.Button == next.Button && before.Mod == next.Mod
}

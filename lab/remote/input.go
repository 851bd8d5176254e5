package remote

import (
	"context"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"
)

// How long unfinished input waits for its rest.
const (
	escapeTimeout = 50 * time.Millisecond // the terminal library's own value
	pasteTimeout  = 2 * time.Second
)

const readSize = 4 << 10

// pump carries a client's input to its program. Bubble Tea's own reader runs
// in a goroutine that recovers from nothing and that a rude disconnect leaves
// behind.
type pump struct {
	send   func(tea.Msg) // blocks while the program is busy, not after it ended
	active func()        // called for every sign that somebody is there
	odd    func()        // called the first time the decoder panicked
	decode decoder
	rate   *bucket
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

// run decodes chunks until they or the context end. Input comes no faster
// than the rate allows; the client feels the rest as back-pressure.
func (p *pump) run(ctx context.Context, chunks <-chan []byte) {
	timer := time.NewTimer(escapeTimeout)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case chunk, open := <-chunks:
			if !open {
				p.drain(ctx, true)
				return
			}
			p.decode.feed(chunk)
			p.drain(ctx, false)
		case <-timer.C:
			p.drain(ctx, true)
		}
		timer.Reset(p.patience())
	}
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

// drain delivers what can be decoded. Only the first item may be taken as
// expired: what follows it arrived later.
func (p *pump) drain(ctx context.Context, expired bool) {
	for ctx.Err() == nil {
		before := p.decode.panics
		msgs, ok := p.decode.next(expired)
		if p.decode.panics == 1 && before == 0 {
			p.odd()
		}
		if !ok {
			return
		}
		for _, msg := range msgs {
			p.deliver(ctx, msg)
		}
		expired = false
	}
}

// deliver sends a message when the rate allows it. Movement of the mouse is
// dropped rather than delayed: only where it ends matters. A paste costs a
// token for each kilobyte.
func (p *pump) deliver(ctx context.Context, msg tea.Msg) {
	cost := 1.0
	switch m := msg.(type) {
	case tea.MouseMotionMsg, tea.MouseWheelMsg:
		if p.rate.try() {
			p.active()
			p.send(msg)
		}
		return
	case tea.PasteMsg:
		cost += float64(len(m.Content)) / 1024
		p.active()
	case tea.KeyPressMsg, tea.MouseClickMsg:
		p.active()
	}
	if p.rate.wait(ctx, cost) {
		p.send(msg)
	}
}

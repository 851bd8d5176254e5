package remote

import (
	"context"
	"io"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
)

// framePause is between the frames of a session: sixty a second, which no eye
// tells from more.
const framePause = time.Second / 60

// painter shows a session's model to its client. Whatever changes the model calls
// changed; a frame is then painted at once, or as soon as the one before is
// written and its time is over. It shows what the model is by then, so that at
// most one frame of a session waits, and the last change is always shown.
//
// Bubble Tea's own renderer is off. It calls View after every message, keeps
// three screens of cells, 1.4 MB at 120×36, and wakes sixty times a second to
// look for news.
type painter struct {
	view     func() (v tea.View, now size, ok bool)
	rest     func() // waits while the model takes something in; nil where it never does
	out      io.Writer
	turns    turns
	terminal *terminal
	metrics  *Metrics

	news   chan struct{} // holds one token while there may be news
	synced atomic.Bool   // the terminal shows changes at once when asked to
	asked  atomic.Int64  // when the oldest input that is not shown came; 0: none
	done   chan struct{} // closed when run has returned
}

func newPainter(out io.Writer, t turns, terminal *terminal, m *Metrics) *painter {
	return &painter{out: out, turns: t, terminal: terminal, metrics: m, news: make(chan struct{}, 1), done: make(chan struct{})}
}

// changed says that the model may look different now. It never waits.
func (p *painter) changed() {
	select {
	case p.news <- struct{}{}:
	default:
	}
}

// pressed says that input of this moment is on its way to the model.
func (p *painter) pressed() { p.asked.CompareAndSwap(0, time.Now().UnixNano()) }

// run paints until the context ends, there is nothing more to see, or the client
// takes no more, which is the error.
func (p *painter) run(ctx context.Context) error {
	defer close(p.done)
	pause := time.NewTimer(0)
	defer pause.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-pause.C:
		}
		select {
		case <-ctx.Done():
			return nil
		case <-p.news:
		}
		pause.Reset(framePause)
		if more, err := p.paint(ctx); !more || err != nil {
			return err
		}
	}
}

// paint writes one frame. The turn ends before the writing begins: a client who
// reads slowly holds up nobody else.
func (p *painter) paint(ctx context.Context) (more bool, err error) {
	if p.rest != nil {
		p.rest() // before the turn, so that nobody else waits for this model
	}
	if !p.turns.take(ctx) {
		return false, nil
	}
	asked := p.asked.Swap(0)
	frame, more := p.frame()
	if len(frame) == 0 {
		return more, nil
	}
	_, err = p.out.Write(frame)
	if asked != 0 {
		since(p.metrics.keyToFrame, time.Unix(0, asked))
	}
	return more, err
}

// frame is what has to be written for the client to see the model, in a turn that
// was taken.
func (p *painter) frame() (frame []byte, ok bool) {
	defer p.turns.give()
	v, now, ok := p.view()
	if !ok {
		return nil, false
	}
	return p.terminal.draw(v, now, p.synced.Load()), true
}

package remote

import "sync"

// The largest window a session can have, and the one used when a client
// reports zero. Bubble Tea's renderer keeps two screens of cells of 112 bytes: a
// 4000×3000 window took 2.6 GiB.
const (
	maxWidth, maxHeight         = 250, 80
	defaultWidth, defaultHeight = 80, 24
)

// size is a window in cells.
type size struct{ width, height int }

// clampSize turns what a client claims into what a session gets.
func clampSize(columns, rows uint32) size {
	return size{
		width:  clampSide(columns, defaultWidth, maxWidth),
		height: clampSide(rows, defaultHeight, maxHeight),
	}
}

func clampSide(claimed uint32, otherwise, most int) int {
	if claimed == 0 {
		return otherwise
	}
	return int(min(claimed, uint32(most)))
}

// latestSize is a mailbox for window sizes in which the newest wins. Setting
// never blocks.
type latestSize struct {
	changed chan struct{} // holds one token while there is news
	mu      sync.Mutex
	now     size
}

func newLatestSize() *latestSize {
	return &latestSize{changed: make(chan struct{}, 1), now: size{defaultWidth, defaultHeight}}
}

func (l *latestSize) set(s size) {
	l.mu.Lock()
	l.now = s
	l.mu.Unlock()
	select {
	case l.changed <- struct{}{}:
	default:
	}
}

func (l *latestSize) get() size {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now
}

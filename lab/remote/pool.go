package remote

import (
	"container/list"
	"sync"
)

// pool holds connections in the order in which they came, at most so many.
// When one more comes, the oldest has to go: those that wait for nothing but
// harm grow old, and an honest client stays for moments.
type pool struct {
	most int
	drop func(*link) // for the oldest; the pool no longer holds it

	mu    sync.Mutex
	order *list.List
	place map[*link]*list.Element
}

func newPool(most int, drop func(*link)) *pool {
	return &pool{most: most, drop: drop, order: list.New(), place: map[*link]*list.Element{}}
}

func (p *pool) add(l *link) {
	if oldest := p.insert(l); oldest != nil {
		p.drop(oldest)
	}
}

// insert adds a connection and returns the one that has to go for it, or nil.
func (p *pool) insert(l *link) *link {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.place[l] = p.order.PushBack(l)
	if p.order.Len() <= p.most {
		return nil
	}
	oldest := p.order.Remove(p.order.Front()).(*link)
	delete(p.place, oldest)
	return oldest
}

// remove takes a connection out, if it is there.
func (p *pool) remove(l *link) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if e, ok := p.place[l]; ok {
		p.order.Remove(e)
		delete(p.place, l)
	}
}

func (p *pool) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.order.Len()
}

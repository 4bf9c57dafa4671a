package sample

import "sync"

// A progress adds up the moves of all workers and reports them.
type progress struct {
	sync.Mutex
	done, total int
	report      func(done, total int) // may be nil
}

// add counts some moves.
func (p *progress) add(moves int) {
	if p.report == nil {
		return
	}
	p.Lock()
	defer p.Unlock()
	p.done += moves
	p.report(p.done, p.total)
}

package sample

import "sync"

// reportMoves is the number of moves between two reports: a few milliseconds.
const reportMoves = 1 << 20

// A progress adds up the moves of all workers and reports them now and then.
type progress struct {
	sync.Mutex
	done, told, total int
	every             int                   // moves between two reports
	report            func(done, total int) // may be nil
}

func (p *progress) add(moves int) {
	if p.report == nil {
		return
	}
	p.Lock()
	defer p.Unlock()
	if p.done += moves; p.done-p.told >= p.every && p.done < p.total {
		p.told = p.done
		p.report(p.done, p.total)
	}
}

func (p *progress) end() {
	if p.report != nil {
		p.report(p.total, p.total)
	}
}

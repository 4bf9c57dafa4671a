package server

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// A lane lets so many computations run at once. Others wait for their turn, first come first served.
type lane struct {
	free    *semaphore.Weighted
	atOnce  int64
	inside  atomic.Int64 // those that run or wait
	most    int64        // inside
	running atomic.Int64
}

// newLane makes a lane for so many computations at once, behind which so many others may wait.
func newLane(atOnce, waiting int) *lane {
	return &lane{free: semaphore.NewWeighted(int64(atOnce)), atOnce: int64(atOnce), most: int64(atOnce + waiting)}
}

// leastShare is the time that each computation gets, however many wait. A stroke of the brush takes a millisecond or
// two.
const leastShare = 10 * time.Millisecond

// share is the part of so much time that one computation may take for all inside to have their turn in about that
// time: with 50 inside of a lane for 2, a 25th of it.
func (l *lane) share(whole time.Duration) time.Duration {
	return max(min(whole, leastShare), whole*time.Duration(l.atOnce)/time.Duration(max(l.inside.Load(), l.atOnce)))
}

// run waits for its turn and calls f. It does not call f if ctx ends before, or if too many wait already.
func (l *lane) run(ctx context.Context, f func() error) error {
	defer l.inside.Add(-1)
	if l.inside.Add(1) > l.most {
		return problemf(http.StatusServiceUnavailable,
			"the server is busy, and %d questions wait for their turn; the same question a second later would do", l.most)
	}
	if err := l.free.Acquire(ctx, 1); err != nil {
		return problemf(http.StatusServiceUnavailable,
			"the question has waited for its turn until its time was over; the same question later would do")
	}
	defer l.free.Release(1)
	l.running.Add(1)
	defer l.running.Add(-1)
	return f()
}

package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"breadboard/experiments"
)

// mostUnaskedTime is the longest time of a run without asking for consent.
const mostUnaskedTime = time.Minute

// firstLook is the time after which a run estimates its length.
const firstLook = 2 * time.Second

// A clock tells the time, and calls f after d unless stop is called before.
type clock struct {
	now   func() time.Time
	after func(d time.Duration, f func()) (stop func() bool)
}

// wallClock is the machine's clock.
var wallClock = clock{
	now:   time.Now,
	after: func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop },
}

// tooLong is the cause by which a run is stopped. It states the time that the run would
// take.
type tooLong string

// Error is the time in words.
func (t tooLong) Error() string { return string(t) }

// A timeLimit watches the progress of a run, and stops a run that would take more than
// mostUnaskedTime. It looks after two seconds, and again whenever the time so far has
// doubled, because runs have fast and slow parts. Each look predicts the rest from the
// speed since the last look. It stops looking after a minute: a run that came so far ends
// soon.
type timeLimit struct {
	clock clock
	stop  func(cause error)
	start time.Time

	mu          sync.Mutex
	now, looked moment
}

// A moment of a run is the time since its start, and the share of the whole that is done.
type moment struct {
	time  time.Duration
	share float64
}

// progress is the experiments.Progress of the run.
func (l *timeLimit) progress(done, total int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if share := float64(done) / float64(total); share > l.now.share {
		l.now = moment{l.clock.now().Sub(l.start), share}
	}
	if l.now.time >= max(firstLook, 2*l.looked.time) {
		l.look()
	}
}

// look stops the run if it would take too long at the speed since the last look.
func (l *timeLimit) look() {
	took, did := l.now.time-l.looked.time, l.now.share-l.looked.share
	if did <= 0 || l.now.time > mostUnaskedTime {
		return
	}
	const longest = 1e9 // seconds
	left := min(took.Seconds()*(1-l.now.share)/did, longest)
	if all := l.now.time + time.Duration(left*float64(time.Second)); all > mostUnaskedTime {
		l.stop(tooLong("about " + roughly(all)))
	}
	l.looked = l.now
}

// silent stops a run that has passed a minute and made no progress in half of it, such as
// a descent that takes more steps than most.
func (l *timeLimit) silent() {
	if l.now.time < mostUnaskedTime/2 {
		l.stop(tooLong("more than a minute"))
	}
}

func (l *timeLimit) at(d time.Duration, f func()) (stop func() bool) {
	return l.clock.after(d, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		f()
	})
}

// timed does a run that reports its progress, and draws a bar. Unless yes is given, a run
// that would take more than a minute is stopped, and is bad input: takes says what takes that
// long, as in "the runs take".
func (w *world) timed(what, takes string, yes bool, run func(context.Context,
	experiments.Progress) error) error {
	tell, finish := w.progress(what)
	defer finish()
	if yes {
		return run(w.ctx, tell)
	}
	ctx, stop := context.WithCancelCause(w.ctx)
	defer stop(nil)
	limit := &timeLimit{clock: w.clock, stop: stop, start: w.clock.now()}
	defer limit.at(firstLook, limit.look)() // from the last report before, because a run may report rarely
	defer limit.at(mostUnaskedTime, limit.silent)()
	err := run(ctx, func(done, total int) {
		limit.progress(done, total)
		if tell != nil {
			tell(done, total)
		}
	})
	if long, ok := context.Cause(ctx).(tooLong); ok && err != nil {
		return bad(fmt.Errorf("%s %v; --yes goes on", takes, long))
	}
	return err
}

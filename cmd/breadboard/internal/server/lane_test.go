package server

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"
	"time"
)

// A lane runs as many at once as it may, lets others wait for their turn, and refuses those beyond them.
func TestLane(t *testing.T) {
	const atOnce, waiting = 2, 3
	l := newLane(atOnce, waiting)
	leave := make(chan struct{})
	turns := make(chan bool, waiting)
	var all sync.WaitGroup
	for range atOnce {
		all.Go(func() { _ = l.run(t.Context(), func() error { <-leave; return nil }) })
	}
	settles(t, "two do not run at once", func() bool { return l.running.Load() == atOnce })
	for i := range waiting {
		all.Go(func() { _ = l.run(t.Context(), func() error { turns <- true; return nil }) })
		settles(t, "nobody waits", func() bool { return l.inside.Load() == int64(atOnce+i+1) })
	}
	err := l.run(t.Context(), func() error { t.Error("one too many ran"); return nil })
	var p *problem
	if !errors.As(err, &p) || p.Status != http.StatusServiceUnavailable {
		t.Errorf("one too many: %v, want a problem of status 503", err)
	}
	if len(turns) > 0 {
		t.Error("somebody had a turn too early")
	}
	close(leave)
	all.Wait()
	if len(turns) != waiting {
		t.Errorf("%d of %d had their turn", len(turns), waiting)
	}
	if l.inside.Load() != 0 || l.running.Load() != 0 {
		t.Errorf("%d are inside and %d run after all have left", l.inside.Load(), l.running.Load())
	}
}

// Who goes away while waiting leaves the lane to others.
func TestLaneLeft(t *testing.T) {
	l := newLane(1, 1)
	ctx, stop := context.WithCancel(t.Context())
	_ = l.run(t.Context(), func() error {
		stop()
		if err := l.run(ctx, func() error { t.Error("it ran"); return nil }); err == nil {
			t.Error("it had its turn")
		}
		return nil
	})
	if err := l.run(t.Context(), func() error { return nil }); err != nil {
		t.Errorf("the next one: %v", err)
	}
}

// With many inside each gets a small share of the time, and never so little that a stroke does not end in it.
func TestLaneShare(t *testing.T) {
	for _, c := range []struct {
		inside      int64
		whole, want time.Duration
	}{
		{0, 200 * time.Millisecond, 200 * time.Millisecond}, {2, 200 * time.Millisecond, 200 * time.Millisecond},
		{8, 200 * time.Millisecond, 50 * time.Millisecond}, {50, 200 * time.Millisecond, leastShare},
		{1 << 40, 200 * time.Millisecond, leastShare}, {50, time.Millisecond, time.Millisecond},
	} {
		l := newLane(2, 100)
		l.inside.Store(c.inside)
		if got := l.share(c.whole); got != c.want {
			t.Errorf("with %d inside the share of %v is %v, want %v", c.inside, c.whole, got, c.want)
		}
	}
}

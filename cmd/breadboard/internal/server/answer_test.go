package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/semaphore"

	"breadboard/chains/crew"
	"breadboard/cmd/breadboard/internal/answers"
	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

type asked = answers.Asked

// withKind makes a server that has one more kind of answers, "test".
func withKind(t testing.TB, k answers.Kind) *server {
	t.Helper()
	s := testServer(t)
	s.kinds = map[string]answers.Kind{"test": k, "measure": answers.Kinds["measure"]}
	return s
}

// A panic becomes a problem, is told to whoever started the server, and the server goes on. So does that of a worker,
// and an answer that JSON cannot hold.
func TestPanic(t *testing.T) {
	worker := func() (any, error) {
		g := crew.New()
		g.Go(func() error { panic("a worker's") })
		return nil, g.Wait()
	}
	for says, f := range map[string]func() (any, error){
		"its own":                        func() (any, error) { panic("its own") },
		"a worker's":                     worker,
		"json: unsupported type: func()": func() (any, error) { return func() {}, nil },
	} {
		s := withKind(t, answers.Kind{Answer: func(context.Context, asked) (any, error) { return f() }})
		var bug atomic.Pointer[crew.Panic]
		s.Bug = func(p *crew.Panic) { bug.Store(p) }
		address := listen(t, s)
		_, body := post(t, http.DefaultClient, address, "test", "{}")
		refused(t, body, http.StatusInternalServerError, "a bug")
		if p := bug.Load(); p == nil || p.Error() != says || !strings.Contains(string(p.Stack), "answer") {
			t.Errorf("the bug is told as %v, want %s with a stack that leads there", p, says)
		}
		if status, body := post(t, http.DefaultClient, address, "measure", barrier); status != http.StatusOK {
			t.Errorf("after %s the server answers %d %s", says, status, body)
		}
	}
}

// waiting is a kind whose answer does not end by itself.
var waiting = answers.Kind{Answer: func(ctx context.Context, _ asked) (any, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}}

// An answer that takes too long is stopped, and the problem says so.
func TestTimeLimit(t *testing.T) {
	s := withKind(t, waiting)
	s.limit = 20 * time.Millisecond
	_, body := post(t, http.DefaultClient, listen(t, s), "test", "{}")
	refused(t, body, http.StatusUnprocessableEntity, "takes more than 20ms")
}

// A question that waits for its turn until its time is over has the problem of a busy server.
func TestTimeLimitOfWaiting(t *testing.T) {
	leave := make(chan struct{})
	s := withKind(t, answers.Kind{Answer: func(context.Context, asked) (any, error) { <-leave; return nil, nil }})
	s.slow = newLane(1, 1)
	s.limit = 20 * time.Millisecond
	address := listen(t, s)
	go func() { _, _ = post(t, http.DefaultClient, address, "test", "{}") }()
	settles(t, "nothing runs", func() bool { return len(s.slow.running) == 1 })
	r, body := ask(t, request(t, http.MethodPost, "http://"+address+"/api/test", "{}",
		"Content-Type", "application/json"))
	refused(t, body, http.StatusServiceUnavailable, "has waited for its turn")
	if r.Header.Get("Retry-After") == "" {
		t.Error("a busy server does not say when to ask again")
	}
	if status, body := post(t, http.DefaultClient, address, "measure", barrier); status != http.StatusOK {
		t.Errorf("a stroke of the brush waited too: %d %s", status, body)
	}
	close(leave)
	settles(t, "it still runs", func() bool { return s.slow.inside.Load() == 0 })
}

// A page that goes away stops what is computed for it.
func TestPageGoesAway(t *testing.T) {
	s := withKind(t, waiting)
	address := "http://" + listen(t, s) + "/api/test"
	ctx, leave := context.WithCancel(t.Context())
	r := request(t, http.MethodPost, address, "{}", "Content-Type", "application/json").WithContext(ctx)
	gone := make(chan error)
	go func() {
		_, err := http.DefaultClient.Do(r)
		gone <- err
	}()
	settles(t, "nothing is computed", func() bool { return len(s.slow.running) == 1 })
	leave()
	if err := <-gone; !errors.Is(err, context.Canceled) {
		t.Errorf("the page left: %v", err)
	}
	settles(t, "nobody waits, and it is computed still", func() bool { return s.slow.inside.Load() == 0 })
}

// Answers that nobody reads take no more memory than the server affords. Others are still sent when they fit.
func TestUnread(t *testing.T) {
	s := withKind(t, answers.Kind{Answer: func(context.Context, asked) (any, error) {
		return strings.Repeat(" ", 5000), nil
	}})
	s.unread = semaphore.NewWeighted(8000)
	address := listen(t, s)
	held := int64(4000) // by clients that do not read
	if !s.unread.TryAcquire(held) {
		t.Fatal("nothing is left")
	}
	_, body := post(t, http.DefaultClient, address, "test", "{}")
	refused(t, body, http.StatusServiceUnavailable, "answers that nobody reads")
	if status, _ := post(t, http.DefaultClient, address, "measure", barrier); status != http.StatusOK {
		t.Errorf("a small answer has status %d", status)
	}
	s.unread.Release(held)
	for range 3 { // each answer leaves its room to the next
		if status, body := post(t, http.DefaultClient, address, "test", "{}"); status != http.StatusOK {
			t.Errorf("when there is room again the answer is %d %.100s", status, body)
		}
	}
}

// A quick question that turns out to be slow begins again among the slow ones.
func TestSlowStroke(t *testing.T) {
	var times atomic.Int64
	leave := make(chan struct{})
	s := withKind(t, answers.Kind{Quick: true, Answer: func(ctx context.Context, _ asked) (any, error) {
		times.Add(1)
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-leave:
			return "slow", nil
		}
	}})
	s.stroke = time.Millisecond
	address := listen(t, s)
	answer := make(chan string)
	go func() {
		_, body := post(t, http.DefaultClient, address, "test", "{}")
		answer <- body
	}()
	settles(t, "it does not begin again", func() bool { return times.Load() == 2 && len(s.slow.running) == 1 })
	if n := s.quick.inside.Load(); n != 0 {
		t.Errorf("%d are among the quick ones still", n)
	}
	close(leave)
	if body := <-answer; body != "\"slow\"\n" {
		t.Errorf("the answer is %q", body)
	}
}

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
	settles(t, "two do not run at once", func() bool { return len(l.running) == atOnce })
	for i := range waiting {
		all.Go(func() { _ = l.run(t.Context(), func() error { turns <- true; return nil }) })
		settles(t, "nobody waits", func() bool { return l.inside.Load() == int64(atOnce+i+1) })
	}
	err := l.run(t.Context(), func() error { t.Error("one too many ran"); return nil })
	var p *answers.Problem
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
	if l.inside.Load() != 0 || len(l.running) != 0 {
		t.Errorf("%d are inside and %d run after all have left", l.inside.Load(), len(l.running))
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

// Many pages at once each get the answer that explore gives to their question, and no goroutine is left when they are
// gone.
func TestClients(t *testing.T) {
	before := runtime.NumGoroutine()
	t.Run("serve", func(t *testing.T) {
		address := listen(t, testServer(t))
		var wait sync.WaitGroup
		for i := range 100 {
			q := explore.Question{Target: fmt.Sprintf("0,%v,1;2,0,3", 0.01*float64(i)), T: 300}
			want := must.Have(explore.Measure(t.Context(), q))(t)
			wait.Go(func() {
				own := &http.Transport{}
				defer own.CloseIdleConnections()
				status, answer := post(t, &http.Client{Transport: own}, address, "measure",
					fmt.Sprintf(`{"target":%q,"T":300}`, q.Target))
				if status != http.StatusOK || answer != string(answers.Encoded(want)) {
					t.Errorf("client %d got %d %s", i, status, answer)
				}
			})
		}
		wait.Wait()
	})
	settles(t, "goroutines were left behind", func() bool { return runtime.NumGoroutine() <= before })
}

// BenchmarkClients200 reports how long the median of two hundred pages waits, all of which ask at once, each for a
// target of its own and on a connection of its own.
func BenchmarkClients200(b *testing.B) {
	const clients = 200
	address := listen(b, testServer(b))
	var median, last time.Duration
	for b.Loop() {
		took := make([]time.Duration, clients)
		var wait sync.WaitGroup
		for i := range took {
			row := fmt.Sprintf("0,%v,0,1,-2,0,3", 0.01*float64(i))
			question := fmt.Sprintf(`{"target": %q, "T": 1000}`, strings.Repeat(row+";", 6)+row)
			wait.Go(func() {
				own := &http.Transport{}
				defer own.CloseIdleConnections()
				begun := time.Now()
				if status, answer := post(b, &http.Client{Transport: own}, address, "measure",
					question); status != http.StatusOK {
					b.Errorf("client %d got %d %s", i, status, answer)
				}
				took[i] = time.Since(begun)
			})
		}
		wait.Wait()
		slices.Sort(took)
		median += took[clients/2]
		last += took[clients-1]
	}
	b.ReportMetric(float64(median.Nanoseconds())/float64(b.N), "median-ns")
	b.ReportMetric(float64(last.Nanoseconds())/float64(b.N), "last-ns")
}

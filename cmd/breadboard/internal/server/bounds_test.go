package server

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"breadboard/cmd/breadboard/internal/answers"
	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

// These tests have a clock of their own, which passes when all wait, and pipes in place of a network.

var here = &net.TCPAddr{IP: net.ParseIP("127.0.0.1"), Port: 8080}

// pipes is a listener at here, whose connections a test makes.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	c, ok := <-p
	if !ok {
		return nil, net.ErrClosed
	}
	return c, nil
}

func (p pipes) Close() error {
	close(p)
	return nil
}

func (pipes) Addr() net.Addr { return here }

// answered makes a function answer questions of a kind during a test.
func answered(t *testing.T, kind string, answer func(ctx context.Context)) {
	usual := maps.Clone(answers.Kinds)
	t.Cleanup(func() { answers.Kinds = usual })
	answers.Kinds[kind] = func(ctx context.Context, _ answers.Request) (any, error) {
		answer(ctx)
		return nil, nil
	}
}

// TestSlowClients: a client that does not send its header or its body in time is sent away, and so is one that sends
// nothing more. A client that waits long for its answer has it, and one that does not read it has not.
func TestSlowClients(t *testing.T) {
	const post = "POST /api/exact HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nContent-Type: application/json\r\n" +
		"Content-Length: "
	answered(t, "exact", func(ctx context.Context) {
		select {
		case <-time.After(explore.MostTime - time.Second):
		case <-ctx.Done():
		}
	})
	const last = explore.MostTime + 19*time.Second // in the last second of an answer that is read
	for _, c := range []struct {
		sent, has string
		after     time.Duration
		reads     time.Duration // when it begins to
	}{
		{"", "", 10 * time.Second, 0},
		{"GET / HTTP/1.1\r\nHost: 127.0.0.1", "", 10 * time.Second, 0},
		{post + "100\r\n\r\n{", " 413 ", 10 * time.Second, 0},
		{post + "2\r\n\r\n{}", " 200 ", explore.MostTime - time.Second + 2*time.Minute, 0},
		{post + "2\r\n\r\n{}", " 200 ", last + 2*time.Minute, last},
		{post + "2\r\n\r\n{}", "", last + 2*time.Second, last + 2*time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			l := make(pipes)
			served := make(chan error)
			go func() { served <- Serve(ctx, l, here.String(), nil, "v") }()
			client, theirs := net.Pipe()
			l <- theirs
			start := time.Now()
			must.Have(io.WriteString(client, c.sent))(t)
			time.Sleep(c.reads)
			got := string(must.Have(io.ReadAll(client))(t))
			took := time.Since(start)
			if took != c.after || !strings.Contains(got, c.has) || (got == "") != (c.has == "") {
				t.Errorf("%q has %q after %v, want %q after %v", c.sent, got, took, c.has, c.after)
			}
			stop()
			must.Do(t, <-served)
		})
	}
}

// TestTurns: as many questions are computed at once as there are cores, and all others have their turn after them, but
// for those beyond the bound. No stroke of the brush waits for them. Whoever waits too long is told so.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(here.String(), here, nil, "v")
		for kind, slow := range map[string]bool{"exact": true, "levels": true, "walk": true, "measure": false} {
			if (s.laneOf(kind) == s.slow) != slow {
				t.Errorf("%s has the wrong lane", kind)
			}
		}
		var running, most atomic.Int64
		open := make(chan struct{})
		answered(t, "exact", func(ctx context.Context) {
			if n := running.Add(1); n > most.Load() {
				most.Store(n)
			}
			select {
			case <-open:
			case <-ctx.Done():
				time.Sleep(time.Second) // nobody has a turn at the moment at which the time of all is over
			}
			running.Add(-1)
		})
		ask := func(kind string) int {
			r := httptest.NewRequest("POST", "http://127.0.0.1:8080/api/"+kind, strings.NewReader(barrier))
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			s.handler().ServeHTTP(w, r)
			return w.Code
		}
		cores, all := runtime.GOMAXPROCS(0), runtime.GOMAXPROCS(0)+256
		codes := make(chan int, all+3)
		askAll := func() {
			for range all + 3 {
				go func() { codes <- ask("exact") }()
			}
			synctest.Wait()
		}
		counted := func() string {
			synctest.Wait()
			counts := map[int]int{}
			for range len(codes) {
				counts[<-codes]++
			}
			return fmt.Sprint(counts)
		}
		check := func(what string, want map[int]int) {
			t.Helper()
			if got := counted(); got != fmt.Sprint(want) {
				t.Errorf("%s: %s answers, want %v", what, got, want)
			}
		}
		askAll()
		check("beyond the bound", map[int]int{http.StatusServiceUnavailable: 3})
		if code := ask("command"); code != http.StatusOK {
			t.Errorf("a quick question has the status %d", code)
		}
		time.Sleep(explore.MostTime + 2*time.Second)
		check("after the time", map[int]int{http.StatusUnprocessableEntity: cores,
			http.StatusServiceUnavailable: all - cores})
		askAll()
		close(open)
		check("in turn", map[int]int{http.StatusOK: all, http.StatusServiceUnavailable: 3})
		if most.Load() != int64(cores) {
			t.Errorf("%d questions ran at once, want %d", most.Load(), cores)
		}
	})
}

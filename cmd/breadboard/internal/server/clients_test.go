package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"breadboard/experiments/explore"
)

// clients is the number of pages on which somebody paints at once.
const clients = 200

// A stroke is what one page asks, and the answer that it must get.
type stroke struct{ question, answer string }

// strokes are questions at T = 1000 on 7x7, each of a target of its own.
func strokes(t testing.TB) []stroke {
	t.Helper()
	all := make([]stroke, clients)
	for i := range all {
		row := fmt.Sprintf("0,%v,0,1,-2,0,3", 0.01*float64(i))
		q := explore.Question{Target: strings.Repeat(row+";", 6) + row, T: 1000}
		m, err := explore.Measure(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		question, err := json.Marshal(q)
		if err != nil {
			t.Fatal(err)
		}
		all[i] = stroke{string(question), string(encoded(m))}
	}
	return all
}

// paint has each client ask its question, all at once, each on a connection of its own. It returns how long they
// waited, sorted.
func paint(t testing.TB, address string, all []stroke) []time.Duration {
	t.Helper()
	took := make([]time.Duration, len(all))
	var wait sync.WaitGroup
	start := make(chan struct{})
	for i, s := range all {
		wait.Go(func() {
			own := &http.Transport{}
			defer own.CloseIdleConnections()
			<-start
			begun := time.Now()
			status, answer := post(t, &http.Client{Transport: own}, address, "measure", s.question)
			took[i] = time.Since(begun)
			if status != http.StatusOK || answer != s.answer {
				t.Errorf("client %d got %d %s, want %s", i, status, answer, s.answer)
			}
		})
	}
	close(start)
	wait.Wait()
	slices.Sort(took)
	return took
}

// Two hundred pages at once each get the answer that explore gives to their question, and no goroutine is left when
// they are gone.
func TestClients(t *testing.T) {
	all := strokes(t)
	before := runtime.NumGoroutine()
	t.Run("serve", func(t *testing.T) {
		took := paint(t, listen(t, testServer(t)), all)
		t.Logf("of %d clients the median waited %v, the last %v", clients, took[clients/2], took[clients-1])
	})
	settles(t, "goroutines were left behind", func() bool { return runtime.NumGoroutine() <= before })
}

// BenchmarkClients200 reports how long the median of two hundred pages waits, all of which ask at once.
func BenchmarkClients200(b *testing.B) {
	all := strokes(b)
	address := listen(b, testServer(b))
	var median, last time.Duration
	for b.Loop() {
		took := paint(b, address, all)
		median, last = median+took[clients/2], last+took[clients-1]
	}
	b.ReportMetric(float64(median.Nanoseconds())/float64(b.N), "median-ns")
	b.ReportMetric(float64(last.Nanoseconds())/float64(b.N), "last-ns")
}

package main

import (
	"bytes"
	"context"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"breadboard/experiments/meter"
	"breadboard/experiments/meter/metertest"
	"breadboard/grid/must"
)

// soon sets when a command speaks first, for a test.
func soon(t *testing.T, first time.Duration) {
	t.Helper()
	usual := firstTold
	firstTold = first
	t.Cleanup(func() { firstTold = usual })
}

// In a pipe a command says how far it is. A part that is over says nothing of the next. On a terminal, where a bar says
// it, and after the end there is no line.
func TestTellNowAndThen(t *testing.T) {
	soon(t, meter.First)
	var stderr bytes.Buffer
	var time metertest.Timer
	w := &world{stderr: &stderr, clock: time.Clock()}
	stop := w.tellNowAndThen("sweep")
	said := func(want string) {
		t.Helper()
		if diff := cmp.Diff(want, stderr.String()); diff != "" {
			t.Errorf("it says: %s", diff)
		}
		stderr.Reset()
	}
	time.Pass(2)
	said("breadboard: sweep: 2s so far\n")
	tell, finish := w.progress("sweep")
	tell(10, 40)
	time.Pass(2)
	said("breadboard: sweep: 25% after 4s, and about 12s to go\n")
	finish()
	tell, finish = w.progress("sweep")
	tell(1, 2)
	time.Pass(4)
	said("breadboard: sweep: 50% after 8s, and about 8s to go\n")
	finish()
	time.Pass(8)
	said("breadboard: sweep: 16s so far\n")
	stop()
	time.Pass(300)
	said("")
	w.bar = true
	stop = w.tellNowAndThen("sweep")
	time.Pass(300)
	stop()
	said("")
}

// On a terminal the seconds go on where the work tells nothing, and the bar has what is known of the end. After the end
// nothing is drawn.
func TestBarGoesOn(t *testing.T) {
	var stderr bytes.Buffer
	var time metertest.Timer
	w := &world{stderr: &stderr, clock: time.Clock(), bar: true}
	shows := func(want string) {
		t.Helper()
		must.Say(t, stderr.String(), want)
		stderr.Reset()
	}
	tell, finish := w.progress("sweep")
	time.Pass(1)
	shows("sweep: 1s so far   0% |")
	tell(10, 100)
	time.Pass(1)
	shows("sweep: 10% after 2s, and about 18s to go  10% |██")
	time.Pass(28)
	shows("sweep: 10% after 30s, and about 4m30s to go  10% |██")
	tell(40, 100)
	time.Pass(10)
	shows("sweep: 40% after 40s, and about 1m0s to go  40% |████████")
	finish()
	stderr.Reset()
	time.Pass(9)
	if stderr.Len() > 0 {
		t.Errorf("after the end it draws %q", stderr.String())
	}
	tell, finish = w.progress("exact")
	tell(1, 1)
	time.Pass(1)
	shows("exact: 100% after 1s  99% |")
	finish()
}

// telling are all commands, and their chief modes, on a little work. What stands behind a colon has no word for how far
// it is: it looks names up, or what it reads is small, and soon read.
var telling = strings.Split(`exact --toy barrier -T 100,200
exact --toy barrier -T 100 --by-step
exact --toy barrier -T 20 --program smc:10
exact --toy barrier -T 20 --schedule best-j
sample --toy barrier -T 20 --chains 1000
sample --toy barrier -T 20 --chains 100 --program smc:10
sweep --toy easy --seed 1..3 -T 10,20 --out swept
exact --toy barrier -T 20 --certify
exact --toy barrier -T 20 --by-cell
aide --toy barrier -T 10 --gold posterior --program ais --runs 5
aide --hmm weather.json --program smc-data:1,smc-data:3 --runs 50
protocol --toy clustering:2:2 --data two.csv -T 3,4 --sets 4
validate --toy barrier --kernel metropolis -T 10
validate --toy clustering:3:2 --kernel cycle -T 5
score --toy barrier --kernel metropolis,slice
reproduce --quick --out paper
: validate --draws two.csv --toy barrier
: sandwich --forward weights.csv
: sweep --merge o one two
: explore --toy easy -T 3 --addr 192.0.2.1:1
: list
: list zoo
: help
: version`, "\n")

// far matches how far a command is.
var far = regexp.MustCompile(`(?m)^breadboard: [a-z]+: (.* of .*, )?\d+% after `)

// What runs with no target named says first what it is of.
func TestWhatRunsIsTold(t *testing.T) {
	soon(t, meter.First)
	t.Chdir(t.TempDir())
	for line, want := range map[string]string{
		"score":                  "score: 15 kernels on 12 densities of the small zoo; --zoo, --toy or",
		"reproduce":              "reproduce: BREAD's Appendix B, its tables and figures, into",
		"protocol -T 2 --sets 2": "protocol: 5 cases that come with the program, each as it is and as 2 sets",
	} {
		ctx, stop := context.WithCancel(context.WithValue(t.Context(), lastWordsKey{}, new(lastWords)))
		var heard firstWords
		heard.stop = stop
		_ = run(ctx, strings.Fields(line), io.Discard, &heard)
		stop()
		must.Say(t, heard.first, "breadboard: "+want)
	}
}

// firstWords keeps the first words that a command says, and has it stop.
type firstWords struct {
	first string
	stop  func()
}

// Write hears. Whoever speaks does so one at a time.
func (f *firstWords) Write(words []byte) (int, error) {
	if f.first == "" {
		f.first = string(words)
		f.stop()
	}
	return len(words), nil
}

// A listener hears what a command says, and has it stop when it has said how far it is.
type listener struct {
	mu   sync.Mutex
	all  bytes.Buffer
	stop func()
}

// Write hears.
func (l *listener) Write(words []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all.Write(words)
	if far.Match(l.all.Bytes()) {
		l.stop()
	}
	return len(words), nil
}

// byWork is a clock that goes on whenever the work does, to the next moment at which something is to be said. began
// is called when the first such moment is asked for.
func byWork(began func(after time.Duration)) meter.Clock {
	var mu sync.Mutex
	var next func()
	now := time.Unix(0, 0)
	return meter.Clock{
		Now: func() time.Time {
			mu.Lock()
			defer mu.Unlock()
			return now
		},
		After: func(d time.Duration, f func()) {
			mu.Lock()
			defer mu.Unlock()
			began(d)
			next = func() {
				mu.Lock()
				now = now.Add(d)
				mu.Unlock()
				f()
			}
		},
		Moved: func() {
			mu.Lock()
			ring := next
			mu.Unlock()
			ring()
		},
	}
}

// Every command waits with its first word no longer than two seconds. If it works for longer it says how far it is.
func TestEveryCommandTells(t *testing.T) {
	soon(t, meter.First)
	usual := systemClock
	t.Cleanup(func() { systemClock = usual })
	t.Chdir(files(t, map[string]string{"two.csv": "1\n2\n", "weather.json": inputs["weather.json"],
		"weights.csv": "direction,log_w\n" +
			strings.Repeat("forward,0.1\nreverse,-0.2\nforward,-0.3\nreverse,0.25\n", 10)}))
	var left []string
	for _, command := range model(t).Leaves(true) {
		left = append(left, command.Name)
	}
	for _, line := range telling {
		line, ends := strings.CutPrefix(line, ": ")
		args := strings.Fields(line)
		left = slices.DeleteFunc(left, func(name string) bool { return name == args[0] })
		ctx, stop := context.WithCancel(context.WithValue(t.Context(), lastWordsKey{}, new(lastWords)))
		heard := &listener{stop: stop}
		var first []time.Duration
		systemClock = byWork(func(after time.Duration) { first = append(first, after) })
		err := run(ctx, args, io.Discard, heard)
		stop()
		if len(first) == 0 || first[0] != 2*time.Second {
			t.Errorf("%s: it would wait %v before it says anything", line, first)
		}
		if !ends && !far.Match(heard.all.Bytes()) {
			t.Errorf("%s does not say how far it is: %s, %v", line, &heard.all, err)
		}
	}
	if len(left) > 0 {
		t.Errorf("nobody looked whether these commands say anything: %v", left)
	}
}

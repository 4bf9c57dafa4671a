package main

import (
	"bytes"
	"context"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"breadboard/chains/work"
	"breadboard/experiments"
	"breadboard/experiments/meter"
	"breadboard/grid/must"
)

// Of each command that asks before it takes long: one that begins at once, and one that does not, because of the work
// of each of its parts that count.
var asking = map[string]struct{ begins, asks []string }{
	"exact": {[]string{"--toy barrier -T 10", "--toy barrier -T 10 --program smc:2"}, []string{
		"--toy barrier -T 3000000", "--toy ising:2x6:0.4 -T 100 --kernel king", "--toy barrier -T 5000 --program smc:3",
		"--toy ising:2x4:0.4 -T 10 --repeat 50 --kernel cycle",
	}},
	"weights": {[]string{"raise --toy barrier -T 10", "tails 1 --toy barrier -T 10"}, []string{
		"raise --toy barrier -T 3000000", "bounds --upper 2 --toy barrier -T 5000 --program smc:3",
	}},
	"certify": {[]string{"--toy barrier -T 10"}, []string{"--toy ising:2x5:0.4 -T 100 --kernel king"}},
	"sample":  {[]string{"--toy barrier -T 10 --chains 100"}, []string{"--toy barrier -T 10000 --chains 900000"}},
	"aide":    {[]string{"--toy easy -T 10 --runs 10"}, []string{"--toy easy -T 100 --runs 100000 --meta 60"}},
	"protocol": {[]string{"-T 2 --sets 1 --sweeps 0 --toy clustering:2:2 --data y.csv"}, []string{
		"-T 100000", "",
	}},
	"geweke": {[]string{"--toy clustering:3:2 --draws 100 --test sbc"}, []string{
		"--toy clustering:3:2 --draws 100000 --steps 10000",
	}},
	"temper": {[]string{"--toy barrier --walkers 2 --scans 3"}, []string{
		"--toy barrier --walkers 3 --scans 1000000",
		"--toy barrier --walkers 6 --scans 1000000 --chains 1000",
	}},
	"score": {[]string{"--toy barrier --kernel metropolis -N 10"}, []string{
		"--zoo toys,posteriors --kernel metropolis,king -N 1000000",
	}},
}

// forMemory ask for the memory of the files that they read, whatever the time takes.
var forMemory = []string{"draws", "sandwich"}

// What is asked about is a function of the arguments alone: a command decides alike by a clock that is right and by one
// that says that everything takes a thousand times as long. The commands are those of the grammar. Who decided by a
// clock would ask too often by the slow one, and too seldom by the right one: the short form tries these two.
func TestConsentIsByCount(t *testing.T) {
	grammar := reflect.TypeFor[cli]()
	for i := range grammar.NumField() {
		f := grammar.Field(i)
		name := strings.ToLower(f.Name)
		_, known := asking[name]
		if f.Type.Kind() == reflect.Struct && has(f.Type, reflect.TypeFor[consentFlags]()) != known &&
			!slices.Contains(forMemory, name) {
			t.Errorf("%s asks for consent: %v; it is in the table: %v", name, !known, known)
		}
	}
	t.Chdir(files(t, map[string]string{"y.csv": "0.5\n-1\n"}))
	most := mostUnaskedWork
	mostUnaskedWork = time.Second // the same law as at a minute (TestBounded), sooner known
	t.Cleanup(func() { mostUnaskedWork = most })
	right := systemClock
	t.Cleanup(func() { systemClock = right })
	start := time.Now()
	slow := meter.Clock{
		Now: func() time.Time { return start.Add(1000 * time.Since(start)) },
		After: func(d time.Duration, f func()) func() bool {
			return time.AfterFunc(d/1000, f).Stop
		},
	}
	for _, name := range slices.Sorted(maps.Keys(asking)) {
		cases := map[bool][]string{false: asking[name].begins, true: asking[name].asks}
		for asks, all := range cases {
			for _, line := range all {
				for which, c := range map[string]meter.Clock{"right": right, "slow": slow} {
					if !long && asks != (which == "right") {
						continue
					}
					systemClock = c
					args := append([]string{name}, strings.Fields(line)...)
					err := run(t.Context(), args, new(bytes.Buffer), new(bytes.Buffer))
					is := errors.As(err, new(tooLong))
					if is != asks || err != nil && !is && !errors.Is(err, errBroken) {
						t.Errorf("%s %s, by a %s clock: asks %v, want %v: %v", name, line, which, is, asks, err)
					}
				}
			}
		}
	}
}

// has reports whether a struct embeds a type, itself or in what it embeds.
func has(s, embedded reflect.Type) bool {
	for i := range s.NumField() {
		f := s.Field(i)
		if f.Anonymous && f.Type.Kind() == reflect.Struct && (f.Type == embedded || has(f.Type, embedded)) {
			return true
		}
	}
	return false
}

// A run under the bound goes on to its end, and one above it is bad input, whatever it returns and however fast it
// is. With --yes nothing is bounded. A run that fails by itself says so.
func TestBounded(t *testing.T) {
	space := must.Have(experiments.Setting{Toy: "barrier"}.Find())(t)
	takes := describe(space.Need(experiments.ExactBytes, 100)) + " and"
	failed := errors.New("failed")
	for _, c := range []struct {
		minutes float64
		yes     bool
		err     error
		want    string
	}{
		{0.9, false, nil, ""}, {1.1, true, nil, ""}, {0.9, false, failed, "failed"}, {1.1, true, failed, "failed"},
		{2, false, nil, "barrier has 49 cells, which at 100 levels take 28.1 MiB of memory and about 2m0s or more, " +
			"by the count of its work; --yes goes on"},
		{90, false, failed, "barrier has 49 cells, which at 100 levels take 28.1 MiB of memory and about 1h30m or " +
			"more, by the count of its work; --yes goes on"},
	} {
		w := newWorld(t.Context(), new(bytes.Buffer), new(bytes.Buffer), nil)
		got, err := bounded(w, "test", takes, c.yes, func(ctx context.Context, _ experiments.Progress) (int, error) {
			for range 10 {
				work.Add(ctx, c.minutes*6, 1e9)
			}
			return 7, c.err
		})
		says := ""
		if err != nil {
			says = err.Error()
		}
		if got != 7 || says != c.want {
			t.Errorf("%v minutes, --yes %v: %q, want %q", c.minutes, c.yes, says, c.want)
		}
		is := errors.As(err, new(badInput))
		if is != strings.Contains(c.want, "--yes") {
			t.Errorf("%q is bad input: %v", says, is)
		}
	}
}

// Interrupted, a run says nothing about its work.
func TestBoundedAfterASignal(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	w := newWorld(ctx, new(bytes.Buffer), new(bytes.Buffer), nil)
	_, err := bounded(w, "test", "it takes", false, func(ctx context.Context, _ experiments.Progress) (int, error) {
		work.Add(ctx, 1e9, 1e9)
		return 0, context.Canceled
	})
	if err != context.Canceled {
		t.Errorf("error %v", err)
	}
}

// clocks are the places of the workbench that read a clock, and what for. None of them decides what a command
// answers, but where the user asks for a time, and where the page or another program would wait for ever.
var clocks = map[string]string{
	"cmd/breadboard/moves.go":          "the moves of --time",
	"cmd/breadboard/validate.go":       "--time, and the time after a signal",
	"cmd/breadboard/sweep.go":          "what is said of the time of a sweep before it begins",
	"cmd/breadboard/signals.go":        "the last words after a signal",
	"cmd/breadboard/score.go":          "score at equal time, which is measured",
	"cmd/breadboard/internal/client":   "--timeout, for a program that does not answer",
	"cmd/breadboard/internal/server":   "how long the page waits for an answer",
	"experiments/meter/meter.go":       "what is said of a command while it works",
	"experiments/disk/set.go":          "how long another command is waited for that writes there",
	"experiments/explore/limits.go":    "how long the page waits for an answer",
	"experiments/explore/schedules.go": "how long the page waits for an answer",
}

// reads are the names by which a clock is read.
var reads = map[string][]string{
	"time":    {"Now", "Since", "Until", "After", "AfterFunc", "NewTimer", "NewTicker", "Tick", "Sleep"},
	"context": {"WithTimeout", "WithTimeoutCause", "WithDeadline", "WithDeadlineCause"},
	"clock":   {"Now", "After"},
}

// Nothing else reads a clock. A new place has a line in the table, with the reason.
func TestWhoReadsAClock(t *testing.T) {
	root := filepath.Join("..", "..")
	seen := map[string]bool{}
	for name := range imported(t, root) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file := must.Have(parser.ParseFile(token.NewFileSet(), filepath.Join(root, name), nil, 0))(t)
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			of := ""
			switch x := call.X.(type) {
			case *ast.Ident:
				of = x.Name
			case *ast.SelectorExpr:
				of = x.Sel.Name
			}
			if slices.Contains(reads[of], call.Sel.Name) {
				_, itself := clocks[name]
				_, folder := clocks[path.Dir(name)]
				seen[name], seen[path.Dir(name)] = true, true
				if !itself && !folder {
					t.Errorf("%s reads a clock: %s.%s", name, of, call.Sel.Name)
				}
			}
			return true
		})
	}
	for name := range clocks {
		if !seen[name] {
			t.Errorf("%s reads no clock; its line can go", name)
		}
	}
}

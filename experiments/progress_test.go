package experiments

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"breadboard/chains/sample"
	"breadboard/grid/must"
	"breadboard/grid/text"
)

func TestEachTellsItsProgressAndStops(t *testing.T) {
	var reported []int
	places := make([]int, 20)
	err := Each(t.Context(), len(places), func(done, _ int) { reported = append(reported, done) },
		func(_ context.Context, i int) error { places[i]++; return nil })
	if err != nil || len(reported) != 20 || !slices.IsSorted(reported) || reported[19] != 20 {
		t.Errorf("told %v (%v), which does not rise to 20", reported, err)
	}
	if slices.Min(places) != 1 || slices.Max(places) != 1 {
		t.Errorf("parts were run %v times, want once each", places)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	begun := func(context.Context, int) error { t.Error("a part was begun"); return nil }
	must.Fail(t, Each(ctx, 3, nil, begun), "", "a cancelled study returned no error")
}

// TestRoom: parts that need all memory run one at a time.
func TestRoom(t *testing.T) {
	var running atomic.Int32
	part := func(context.Context, int, Progress) error {
		if running.Add(1) > 1 {
			t.Error("two parts run at the same time")
		}
		runtime.Gosched()
		running.Add(-1)
		return nil
	}
	must.Do(t, EachSized(t.Context(), []int{1, 1, 1, 1}, text.MostBytes, nil, part))
}

// TestMemory: the largest target is found and one more cell is not; neither is a target of as many cells with matrices
// of a command, or a run of too many levels.
func TestMemory(t *testing.T) {
	for says, s := range map[string]Setting{
		"": {Toy: "potts:1x2:2930:1"},
		"8,590,761 cells take 2 GiB of memory, and a command has 2 GiB; use up to 8,589,934": {Toy: "potts:1x2:2931:1"},
	} {
		if _, err := s.Find(); (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%s: the error is %v, want %q", s.Toy, err, says)
		}
	}
	rows := must.Have(Setting{Toy: "ising:1x12:1", Exec: Caller, Kernel: YourStep}.Find())(t)
	_, err := rows.Levels([]int{15})
	must.Do(t, err)
	_, err = rows.Levels([]int{10, 16})
	must.Fail(t, err, "T 16: 16 levels take 2 GiB of memory, and a command has 2 GiB; use up to 15", "16 matrices")
}

// TestBytes: what is kept by cell, by level and by chain, in bytes that are multiplied out here.
func TestBytes(t *testing.T) {
	find := func(s Setting) Annealer { return must.Have(s.Annealer())(t) }
	barrier := find(Setting{Toy: "barrier"}) // 49 cells, of which the middle one has four neighbours
	large := find(Setting{Toy: "potts:1x2:513:1"})
	got := []float64{barrier.bytes(Ask{}), barrier.bytes(Ask{Programs: []string{"ais"}}),
		barrier.bytes(Ask{ByCell: true}), barrier.bytes(Ask{Proofs: true}), barrier.bytes(Ask{Chains: &Chains{N: 7}}),
		find(Setting{Toy: "clustering:3:2"}).bytes(Ask{}),
		find(Setting{Toy: "clustering:3:2", Bridge: "observations"}).bytes(Ask{}), barrier.ResultBytes(10, false),
		find(Setting{Toy: "barrier", Exec: "mine"}).ResultBytes(10, false), large.ResultBytes(10, false),
		large.ResultBytes(10, true)}
	want := []float64{250 * 49, 600 * 49, 600 * 49, (8192 + 1024*5) * 49, 250*49 + 7*sample.ChainBytes, (250 + 8*3) * 8,
		(250 + 8*6) * 8, 240*10 + 80*49, (240+8*49*49)*10 + 80*49, 240 * 10, 240*10 + 80*513*513}
	if !slices.Equal(got, want) {
		t.Errorf("the bytes are %v, want %v", got, want)
	}
}

// TestShare: parts of the whole follow one another, and their ends meet.
func TestShare(t *testing.T) {
	var reported []float64
	whole := Progress(func(done, total int) { reported = append(reported, float64(done)/float64(total)) })
	whole.Share(0, 1, 4).Tell(10, 20)
	whole.Share(0, 1, 4).Tell(20, 20)
	whole.Share(1, 4, 4).Tell(0, 3)
	whole.Share(1, 4, 4).Share(0, 1, 2).Tell(3, 3)
	if want := []float64{0.125, 0.25, 0.25, 0.625}; !slices.Equal(reported, want) {
		t.Errorf("told %v, want %v", reported, want)
	}
	Progress(nil).Share(0, 1, 2).Tell(1, 1)
}

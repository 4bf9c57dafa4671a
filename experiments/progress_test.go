package experiments

import (
	"context"
	"slices"
	"testing"

	"breadboard/grid/must"
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

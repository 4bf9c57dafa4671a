package work_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"breadboard/chains/work"
)

// Whether a context ends depends on the sum of what is counted, in any order and by any number of goroutines.
func TestTheSumDecides(t *testing.T) {
	parts := []float64{1, 2, 3, 4, 90}
	for most, ends := range map[time.Duration]bool{99: true, 100: false, 101: false} {
		for turn := range parts {
			ctx, count := work.Bounded(t.Context(), most)
			var all sync.WaitGroup
			for i := range parts {
				steps := parts[(i+turn)%len(parts)]
				all.Go(func() { work.Add(ctx, steps, 1) })
			}
			all.Wait()
			if count.TooMuch() != ends || count.Counted() != 100 {
				t.Errorf("of %d, %v is too much: %v", most, count.Counted(), count.TooMuch())
			}
			is := errors.As(context.Cause(ctx), new(work.TooMuch))
			if is != ends {
				t.Errorf("of %d, the cause is %v", most, context.Cause(ctx))
			}
			count.Close()
		}
	}
}

// What is foreseen ends a context where it is too much with what is counted, and otherwise counts nothing.
func TestForesee(t *testing.T) {
	work.Foresee(t.Context(), 1e30)
	ctx, count := work.Bounded(t.Context(), 100)
	defer count.Close()
	work.Add(ctx, 40, 1)
	work.Foresee(ctx, 60)
	if count.TooMuch() || count.Counted() != 40 {
		t.Errorf("of 100, 40 and 60 are too much, or count %d", count.Counted())
	}
	work.Foresee(ctx, 61)
	if !count.TooMuch() || count.Counted() != 101 || ctx.Err() == nil {
		t.Errorf("of 100, 40 and 61 count %d", count.Counted())
	}
}

// A step counts its price. What is no number of steps, and what nobody bounds, counts nothing; no count overflows.
func TestPrices(t *testing.T) {
	work.Add(t.Context(), 1e30, 1)
	ctx, count := work.Bounded(t.Context(), time.Hour)
	defer count.Close()
	work.Add(ctx, 3, 7)
	work.Add(ctx, -5, 7)
	work.Add(context.WithoutCancel(ctx), 1, 2)
	if count.Counted() != 23 || count.TooMuch() {
		t.Errorf("counted %v", count.Counted())
	}
	work.Add(ctx, 1e300, 1e9)
	if count.Counted() < time.Hour || !count.TooMuch() {
		t.Errorf("counted %v", count.Counted())
	}
}

package explore

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"testing"

	"breadboard/chains"
	"breadboard/grid/must"
)

// Questions that differ in schedule and T alone share what they find out, and each has its own of both. Others share
// nothing, and what has not been asked for long is forgotten.
func TestRecentsShare(t *testing.T) {
	q := Question{Toy: "hard", Seed: new(uint64(3)), Schedule: "best-b", T: 9}
	of := func(q Question) run { return must.Have(q.chained())(t) }
	first := of(q)
	other := q
	other.Schedule = "sigmoid:4"
	other.T = 5
	other.Seed = new(uint64(3)) // the same one elsewhere
	second := of(other)
	if first.recent != second.recent {
		t.Error("two questions of one setting share nothing")
	}
	for _, c := range []struct {
		q Question
		r run
	}{{q, first}, {other, second}} {
		want, _, err := must.Have(c.q.Chain())(t).At(t.Context(), c.q.T)
		must.Do(t, err)
		got, _, err := c.r.at(t.Context(), c.r.chain.T)
		must.Do(t, err)
		if !sameBetas(got, want) || c.r.chain.T != c.q.T || c.r.chain.Schedule != c.q.Schedule {
			t.Errorf("%s at T = %d has the betas %v, want %v", c.q.Schedule, c.q.T, got.Schedule, want.Schedule)
		}
	}
	for _, unlike := range []Question{{Toy: "hard", Seed: new(uint64(4))}, {Toy: "hard", Seed: q.Seed, SkipLast: true},
		{Toy: "hard", Seed: q.Seed, Kernel: "heat-bath"}, {Toy: "hard", Seed: q.Seed, Program: "smc:8"}} {
		if of(unlike).recent == first.recent {
			t.Errorf("%+v shares what is of %+v", unlike, q)
		}
	}
	for i := range mostRecent {
		of(Question{Target: "0," + strconv.Itoa(i), T: 3})
	}
	if of(q).recent == first.recent {
		t.Errorf("a question is kept after %d others", mostRecent)
	}
}

// sameBetas reports whether two annealings stand at the same betas.
func sameBetas(a, b chains.Annealing) bool {
	same := a.T() == b.T()
	for t := 1; same && t <= a.T(); t++ {
		same = a.Schedule.Beta(t) == b.Schedule.Beta(t)
	}
	return same
}

// One of several who want a schedule searches for it. The others wait, and stop waiting when their time is over; nobody
// waits for a formula. At the end all have what a search alone finds.
func TestSearchesTakeTurns(t *testing.T) {
	q := Question{Target: "0,2;1,0", Schedule: "best-j", T: 40}
	r := must.Have(q.chained())(t)
	turn := r.recent.turn("best-j")
	turn <- struct{}{}
	over := errors.New("over")
	ctx, stop := context.WithCancelCause(t.Context())
	stop(over)
	_, _, err := r.at(ctx, 40)
	if !errors.Is(err, over) {
		t.Errorf("who waits hears %v", err)
	}
	formula := q
	formula.Schedule = "linear"
	_, _, err = must.Have(formula.chained())(t).at(t.Context(), 40)
	must.Do(t, err)
	<-turn
	want, _, err := must.Have(q.Chain())(t).At(t.Context(), 40)
	must.Do(t, err)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			got, _, err := r.at(t.Context(), 40)
			if err != nil || !sameBetas(got, want) {
				t.Errorf("%v, and betas %v; want %v", err, got.Schedule, want.Schedule)
			}
		})
	}
	all.Wait()
}

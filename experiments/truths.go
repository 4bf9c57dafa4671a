package experiments

import (
	"context"
	"slices"
	"sync"

	"breadboard/chains"
	"breadboard/exact/tuning"
)

// A truth makes schedules from exact numbers of an annealing: of constant speed by a
// length, or the best at one T. One of length and best is set.
type truth struct {
	name, about string
	length      func(context.Context, chains.Annealing) (*tuning.Length, error)
	best        func(chains.Annealing) *tuning.Search
	passes      int  // the mean time of best, in runs through all levels; measured on 7x7
	gradients   int  // evaluations of best's gradient, twice the mean, because few descents take more
	near        bool // the length is that of B near equilibrium, which is then known
}

// truths is the catalogue of schedules that need the whole annealing.
var truths = []truth{
	{name: "fisher", about: "constant speed by the variance of the slope of log f",
		length: quickly(tuning.FisherLength)},
	{name: "binned", about: "linear within ten bins, by the Jeffreys divergence of each",
		length: quickly(tuning.BinnedLength)},
	{name: "kl", about: "constant fall of KL(p_β‖p_T): coarse near beta = 1", length: quickly(tuning.KLLength)},
	{name: "friction", about: "constant speed by the kernel's friction: for large T", length: tuning.FrictionLength,
		near: true},
	{name: "best-b", about: "the least exact B that descent finds at this T", best: tuning.ByB, passes: 90,
		gradients: 300},
	{name: "best-j", about: "the least exact J that descent finds at this T", best: tuning.ByJ, passes: 130,
		gradients: 800},
}

// byKernel reports whether the schedule depends on the kernel, and not on the densities alone.
func (t truth) byKernel() bool { return t.near || t.best != nil }

// quickly is a length that is over before anybody would stop it.
func quickly(of func(chains.Annealing) (*tuning.Length, error)) func(context.Context,
	chains.Annealing) (*tuning.Length, error) {
	return func(_ context.Context, a chains.Annealing) (*tuning.Length, error) { return of(a) }
}

// ChoosingPasses is the mean number of passes through all levels that choosing a schedule
// takes: 90 for best-b, and 0 for a formula.
func ChoosingPasses(schedule string) int {
	i := slices.IndexFunc(truths, func(t truth) bool { return t.name == schedule })
	if i < 0 {
		return 0
	}
	return truths[i].passes
}

// A tuned holds what chains share that differ in their schedules alone, by the names of truths: the lengths of the
// bridge under the kernel, each computed when it is first asked for, and the searches for the best. Safe for
// concurrent use.
type tuned struct {
	lengths  map[string]func(context.Context) (*tuning.Length, error)
	searches map[string]func() *tuning.Search
}

// newTuned computes lengths on the annealing at its two ends, and searches on one of as few levels as a check needs.
// A best schedule is the best with the steps by level that it is given; nil is one each.
func newTuned(atEnds, few func() chains.Annealing, steps func(T int) []int) tuned {
	of := tuned{map[string]func(context.Context) (*tuning.Length, error){}, map[string]func() *tuning.Search{}}
	for _, t := range truths {
		if t.length != nil {
			of.lengths[t.name] = unlessStopped(func(ctx context.Context) (*tuning.Length, error) {
				return t.length(ctx, atEnds())
			})
		} else {
			of.searches[t.name] = sync.OnceValue(func() *tuning.Search { return t.best(few()).Standing(steps) })
		}
	}
	return of
}

// unlessStopped calls f once, and again as long as its context ended before it did.
func unlessStopped[V any](f func(context.Context) (V, error)) func(context.Context) (V, error) {
	var mu sync.Mutex
	var value V
	var err error
	known := false
	return func(ctx context.Context) (V, error) {
		mu.Lock()
		defer mu.Unlock()
		if !known {
			value, err = f(ctx)
			known = ctx.Err() == nil
		}
		return value, err
	}
}

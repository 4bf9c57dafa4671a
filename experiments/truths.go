package experiments

import (
	"context"
	"sync"

	"breadboard/chains"
	"breadboard/exact/tuning"
)

// A truth is a schedule that is made from exact numbers of an annealing: of constant speed by a length, or the best at
// one T. Either length or search makes it.
type truth struct {
	name, about string
	length      func(ctx context.Context, a chains.Annealing) (*tuning.Length, error)
	search      func(a chains.Annealing) *tuning.Search
	passes      int  // the mean time of a best one, in runs through all levels; measured on 7x7
	gradients   int  // evaluations of its gradient, twice the mean, because few descents take more
	near        bool // the length is that of B near equilibrium, which is then known
}

// truths is the catalogue of schedules that need the whole annealing.
var truths = []truth{
	{name: "fisher", about: "constant speed by the variance of the slope of log f", length: quick(tuning.FisherLength)},
	{name: "binned", about: "linear within ten bins, by the Jeffreys divergence of each",
		length: quick(tuning.BinnedLength)},
	{name: "kl", about: "constant fall of KL(p_β‖p_T): coarse near beta = 1", length: quick(tuning.KLLength)},
	{name: "friction", about: "constant speed by the kernel's friction: for large T",
		length: tuning.FrictionLength, near: true},
	{name: "best-b", about: "the least exact B that descent finds at this T", search: tuning.ByB,
		passes: 90, gradients: 300},
	{name: "best-j", about: "the least exact J that descent finds at this T", search: tuning.ByJ,
		passes: 130, gradients: 800},
}

// truthOf is the truth of a schedule; one without a name if it needs none.
func truthOf(schedule string) (of truth) {
	for _, t := range truths {
		if t.name == schedule {
			of = t
		}
	}
	return of
}

// best reports whether the schedule is searched for at each T.
func (t truth) best() bool { return t.search != nil }

// quick returns a length that is over before anybody would stop it.
func quick(of func(chains.Annealing) (*tuning.Length, error)) func(context.Context, chains.Annealing) (*tuning.Length,
	error) {
	return func(_ context.Context, a chains.Annealing) (*tuning.Length, error) { return of(a) }
}

// ChoosingPasses is the mean number of passes through all levels that choosing a schedule
// takes: 90 for best-b, and 0 for a curve.
func ChoosingPasses(schedule string) int { return truthOf(schedule).passes }

// lengths are what chains share that differ in their schedules alone, by the names of truths: the lengths of the bridge
// under the kernel, each computed when it is first asked for. Safe for concurrent use.
type lengths map[string]func(context.Context) (*tuning.Length, error)

// newLengths returns the lengths of an annealing, of which the two ends are enough.
func newLengths(atEnds func() chains.Annealing) lengths {
	of := lengths{}
	for _, t := range truths {
		if !t.best() {
			of[t.name] = unlessStopped(func(ctx context.Context) (*tuning.Length, error) {
				return t.length(ctx, atEnds())
			})
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

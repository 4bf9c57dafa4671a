package experiments

import (
	"context"
	"slices"
	"sync"

	"breadboard/chains"
	"breadboard/exact/tuning"
)

// An optimum is a schedule that is chosen by exact numbers of an annealing: the one of constant speed by a length, or
// the best at one T. Exactly one of length and search is set.
type optimum struct {
	name, about string
	length      measureLength
	search      func(context.Context, chains.Annealing, int, func(share float64)) (chains.SearchResult, error)
}

// optimal lists the schedules that are chosen by exact numbers.
var optimal = []optimum{
	{name: "fisher", about: "constant speed by the variance of the slope of log f",
		length: noContext(tuning.FisherLength)},
	{name: "binned", about: "linear within ten bins, by the Jeffreys divergence of each",
		length: noContext(tuning.BinnedLength)},
	{name: "kl", about: "constant fall of KL(p_β‖p_T): coarse near beta = 1", length: noContext(tuning.KLLength)},
	{name: friction, about: "constant speed by the kernel's friction: for large T", length: tuning.FrictionLength},
	{name: "best-b", about: "the least exact B that descent finds at this T", search: tuning.BestB},
	{name: "best-j", about: "the least exact J that descent finds at this T", search: tuning.BestJ},
}

// friction names the schedule whose length gives B near equilibrium.
const friction = "friction"

// optimumOf returns the optimum of this name, or nil.
func optimumOf(name string) *optimum {
	i := slices.IndexFunc(optimal, func(o optimum) bool { return o.name == name })
	if i < 0 {
		return nil
	}
	return &optimal[i]
}

// byKernel reports whether the schedule is chosen by the kernel, at betas that are not the schedule's.
func (o *optimum) byKernel() bool { return o.name == friction || o.search != nil }

// A measureLength measures the path of an annealing.
type measureLength func(context.Context, chains.Annealing) (*tuning.Length, error)

// noContext returns a measureLength that is too quick to need a context.
func noContext(of func(chains.Annealing) (*tuning.Length, error)) measureLength {
	return func(_ context.Context, a chains.Annealing) (*tuning.Length, error) { return of(a) }
}

// IsOptimal reports whether exact numbers choose the schedule.
func IsOptimal(schedule string) bool { return optimumOf(schedule) != nil }

// IsSearched reports whether the schedule is found by descent at each T, which takes as long as some hundred runs
// through all levels.
func IsSearched(schedule string) bool {
	o := optimumOf(schedule)
	return o != nil && o.search != nil
}

// lengths keeps the lengths of a bridge under a kernel, by the names of optima. Chains that differ only in their
// schedules share it. It is safe for concurrent use.
type lengths struct {
	mu    sync.Mutex
	known map[string]*tuning.Length
}

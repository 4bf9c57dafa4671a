package sample

import (
	"fmt"
	"runtime"
)

// ChainBytes is the memory of a chain in both directions: a log weight and a cell each, and a share of the work.
const ChainBytes = 26

// Options say how to run an annealing. Only Chains and Seed affect the outcome.
type Options struct {
	Chains  int    // in each direction; at least 2, because a standard error needs two
	Seed    uint64 // fixes everything random
	Workers int    // at most this many goroutines; below 1, one for each processor

	// Progress, if it is not nil, is called with the number of moves that are done, by one goroutine at a time, and
	// at the end with done = total.
	Progress func(done, total int)
}

// ready returns the options with the number of workers, or an error if there are too few chains.
func (o Options) ready() (Options, error) {
	if o.Chains < 2 {
		return o, fmt.Errorf("%d chains; at least 2 are needed for a standard error", o.Chains)
	}
	if o.Workers < 1 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	return o, nil
}

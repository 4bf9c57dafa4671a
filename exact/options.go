package exact

import "breadboard/chains"

// Options say how to run. The zero value runs everything, silently.
type Options struct {
	// Unchecked leaves out the checks, for callers that run many. J and B are the same
	// to the last bit; the laws of log w and the effective sample size are the same to
	// rounding. Steps and Checks are nil, and Pairwise, MeanW, MeanInvW and Defect are
	// NaN. Like Measure it assumes that the kernel leaves p_t invariant. If J or B is
	// infinite everything is run, because the checks explain why.
	Unchecked bool
	// ByLastCell finds F and G, without checks, as Unchecked does, and with the laws of log w and the means of w and
	// 1/w also if the space is large or a density deep. The sum of F is -Paths.Forward, and the mean of G under p_T is
	// Paths.Reverse, up to rounding, because they come from different passes.
	ByLastCell bool
	// EveryLevel compares pairs at every level. Otherwise they are compared at 1,024 steps at most, evenly spread, and
	// if there are more Pairwise is NaN: a sum over some steps is not B.
	EveryLevel bool
	// Progress, unless nil, is called now and then with the number of levels done and
	// the number of all.
	Progress func(done, total int)
}

// everyPair says that pairs are compared at every step.
func (o Options) everyPair(a chains.Annealing) bool { return o.EveryLevel || !shallow(a) }

package explore

import (
	"cmp"
	"context"
	"slices"

	"breadboard/experiments"
)

// usualChains is the number of chains if none is asked for.
const usualChains = 10_000

// Sample runs so many chains in each direction, 10,000 if chains is 0, and tells the estimates of the first 64 of them,
// of the first 128, and so on. They are one run, so that one sees its intervals settle. The last estimates are of all
// chains, and are those of a run by the command with the same seed, digit for digit. A program is run in place of the
// annealing, if one is named; if it has no exact account the exact numbers are not known.
func Sample(ctx context.Context, q Question, chains int, seed uint64, tell func(Sampled) error) error {
	chains = cmp.Or(chains, usualChains)
	if err := inChains(chains); err != nil {
		return err
	}
	c, err := q.Chain()
	if err != nil {
		return err
	}
	ctx, stop := inTime(ctx)
	defer stop()
	program := c.Program
	if program == "ais" {
		program = "" // whose numbers are the annealing's own
	}
	run := experiments.Sampling{Chains: chains, Seed: seed}
	return c.Grow(ctx, c.T, program, run, func(check experiments.CrossCheck) error {
		return tell(sampled(check, chains))
	})
}

// inNats are the estimates of logarithms of weights; the others are plain numbers.
var inNats = []string{"e_log_w_fwd", "e_log_w_rev", "B", "log_r_lower", "log_r_upper", "rmse_fwd", "rmse_rev"}

// sampled makes the answer of a cross-check.
func sampled(c experiments.CrossCheck, of int) Sampled {
	s := Sampled{Chains: c.Chains, Of: of, Counts: make([]int, c.Chain.Target.Grid.Size()),
		Warnings: append([]string{}, c.Warnings...)} // JSON writes nil as null
	for _, e := range c.Comparisons {
		unit := ""
		if slices.Contains(inNats, e.Name) {
			unit = "nats"
		}
		s.Estimates = append(s.Estimates, Estimate{Name: e.Formula(), Key: e.Name, Unit: unit, Value: Number(e.Estimate),
			Low: Number(e.Interval.Low), High: Number(e.Interval.High), Exact: Number(e.Exact)})
	}
	ends := c.Runs.Forward.Ends
	for state, n := range ends {
		s.Counts[state*len(s.Counts)/len(ends)] += n
	}
	return s
}

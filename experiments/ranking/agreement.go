package ranking

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"breadboard/chains/evidence"
	"breadboard/experiments"
)

// dearerThan is the Cost above which a contest is listed: the schedule picked by B then
// has more than twice the least J.
const dearerThan = 2

// An Agreement compares the orders of schedules by J and by B over a sweep.
type Agreement struct {
	Without   []string // the schedules that were taken out before
	Contests  []Contest
	Standings []Standing // by group and T
	Dear      []Contest  // whose Cost is above dearerThan, the dearest first
}

// A Standing counts the wins in a group at one T, over its draws.
type Standing struct {
	Group    string
	T        int
	Contests int
	ByJ, ByB []Share // the schedules that have the least J or B in some draws, most often first
	Same     int     // contests in which both choose the same
	Dear     int     // in which the Cost is above dearerThan
	Cost     Spread
	Tau      Tau
}

// A Share is the number of contests that a schedule wins.
type Share struct {
	Schedule string
	Wins     int
}

// A Tau is the mean of Kendall's tau-b over the draws of a group at one T, with the 95% interval of the percentile
// bootstrap. There is none over several T: two schedules may have one order at a small T, and the other at a large one.
type Tau struct {
	Mean      float64
	Low, High float64 // NaN if there is only one draw
	Tied      int     // draws that do not count, because all entries are equal in J or in B
}

func agree(contests []Contest, without []string) Agreement {
	all := slices.DeleteFunc(slices.Clone(contests), func(c Contest) bool { return len(c.Entries) < 2 })
	a := Agreement{Without: without, Contests: all}
	type part struct {
		group string
		T     int
	}
	for p, of := range experiments.GroupBy(all, func(c Contest) part { return part{c.Group, c.Job.T} }) {
		s := Standing{Group: p.group, T: p.T, Contests: len(of), Tau: tau(of)}
		s.ByJ = shares(of, experiments.J)
		s.ByB = shares(of, experiments.B)
		var costs []float64
		for _, c := range of {
			if c.Winner(experiments.J).Schedule == c.Winner(experiments.B).Schedule {
				s.Same++
			}
			costs = append(costs, c.Cost())
			if c.Cost() > dearerThan {
				s.Dear++
			}
		}
		s.Cost = spread(costs)
		a.Standings = append(a.Standings, s)
	}
	a.Dear = slices.DeleteFunc(slices.Clone(all), func(c Contest) bool { return !(c.Cost() > dearerThan) })
	slices.SortStableFunc(a.Dear, func(x, y Contest) int { return cmp.Compare(y.Cost(), x.Cost()) })
	return a
}

func shares(all []Contest, q experiments.Quantity) (out []Share) {
	for schedule, won := range experiments.GroupBy(all, func(c Contest) string { return c.Winner(q).Schedule }) {
		out = append(out, Share{schedule, len(won)})
	}
	slices.SortFunc(out, func(a, b Share) int { return cmp.Or(b.Wins-a.Wins, cmp.Compare(a.Schedule, b.Schedule)) })
	return out
}

func tau(of []Contest) Tau {
	var all []float64
	for _, c := range of {
		if v := c.Tau(); !math.IsNaN(v) {
			all = append(all, v)
		}
	}
	out := Tau{Mean: mean(all), Low: math.NaN(), High: math.NaN(), Tied: len(of) - len(all)}
	if len(all) > 1 {
		out.Low, out.High = bootstrap(all)
	}
	return out
}

// mean is NaN of nothing.
func mean(xs []float64) float64 {
	sum := 0.0
	for _, x := range xs {
		sum += x
	}
	return sum / float64(len(xs))
}

// Draws are resampled bootstrapRepeats times. The ends of a 95% interval are then
// uncertain by some 6% of a standard error. The dice are always the same, so that the
// same rows have the same summary.
const (
	bootstrapRepeats = 2000
	bootstrapSeed    = 1
)

// bootstrap is the 95% interval of the mean. Each time it draws as many numbers as there are.
func bootstrap(xs []float64) (low, high float64) {
	gen := rand.New(rand.NewPCG(bootstrapSeed, 0))
	means := make([]float64, bootstrapRepeats)
	again := make([]float64, len(xs))
	for i := range means {
		for k := range again {
			again[k] = xs[gen.IntN(len(xs))]
		}
		means[i] = mean(again)
	}
	slices.Sort(means)
	return evidence.Quantile(means, 0.025), evidence.Quantile(means, 0.975)
}

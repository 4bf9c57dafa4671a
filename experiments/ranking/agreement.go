package ranking

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"breadboard/experiments"
)

// dearerThan is the Cost above which a contest is listed: the schedule picked by B then
// has more than twice the least J.
const dearerThan = 2

// An Agreement compares the orders of schedules by J and by B over a sweep.
type Agreement struct {
	Without   []string // the schedules that were taken out before
	Contests  []Contest
	Overall   Tau
	ByGroup   []Tau
	ByT       []Tau      // by group and T
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
}

// A Share is the number of contests that a schedule wins.
type Share struct {
	Schedule string
	Wins     int
}

// A Tau is the mean of Kendall's tau-b over contests, with the 95% interval of the
// percentile bootstrap over targets. All contests of a target are drawn together, because
// they are not independent.
type Tau struct {
	Group     string // "" is all
	T         int    // 0 is all
	Mean      float64
	Low, High float64 // NaN if there is only one target
	Targets   int     // targets with a contest that counts
	Contests  int     // contests that count
	Tied      int     // contests that do not, because all entries are equal in J or in B
}

func agree(contests []Contest, without []string) Agreement {
	all := slices.DeleteFunc(slices.Clone(contests), func(c Contest) bool { return len(c.Entries) < 2 })
	a := Agreement{Without: without, Contests: all, Overall: tau(all, "", 0)}
	for group, of := range experiments.GroupBy(all, func(c Contest) string { return c.Group }) {
		a.ByGroup = append(a.ByGroup, tau(of, group, 0))
	}
	type part struct {
		group string
		T     int
	}
	for p, of := range experiments.GroupBy(all, func(c Contest) part { return part{c.Group, c.Job.T} }) {
		a.ByT = append(a.ByT, tau(of, p.group, p.T))
		s := Standing{Group: p.group, T: p.T, Contests: len(of)}
		s.ByJ, s.ByB = shares(of, experiments.J), shares(of, experiments.B)
		var costs []float64
		for _, c := range of {
			if c.Winner(experiments.J).Schedule == c.Winner(experiments.B).Schedule {
				s.Same++
			}
			if costs = append(costs, c.Cost()); c.Cost() > dearerThan {
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

func tau(all []Contest, group string, T int) Tau {
	out := Tau{Group: group, T: T, Low: math.NaN(), High: math.NaN()}
	var targets []sum
	var whole sum
	for _, of := range experiments.GroupBy(all, func(c Contest) string { return c.Job.TargetKey() }) {
		var one sum
		for _, c := range of {
			if v := c.Tau(); math.IsNaN(v) {
				out.Tied++
			} else {
				one.add(sum{v, 1})
			}
		}
		if one.n > 0 {
			targets = append(targets, one)
			whole.add(one)
		}
	}
	out.Targets, out.Contests, out.Mean = len(targets), whole.n, whole.mean()
	if len(targets) > 1 {
		out.Low, out.High = bootstrap(targets)
	}
	return out
}

// A sum holds the sum of n numbers.
type sum struct {
	sum float64
	n   int
}

func (s *sum) add(t sum)     { s.sum += t.sum; s.n += t.n }
func (s *sum) mean() float64 { return s.sum / float64(s.n) }

// Targets are resampled bootstrapRepeats times. The ends of a 95% interval are then
// uncertain by some 6% of a standard error. The dice are always the same, so that the
// same rows have the same summary.
const (
	bootstrapRepeats = 2000
	bootstrapSeed    = 1
)

// bootstrap is the 95% interval of the mean over all. Each time it draws as many of the
// sums as there are.
func bootstrap(sums []sum) (low, high float64) {
	gen := rand.New(rand.NewPCG(bootstrapSeed, 0))
	means := make([]float64, bootstrapRepeats)
	for i := range means {
		var s sum
		for range sums {
			s.add(sums[gen.IntN(len(sums))])
		}
		means[i] = s.mean()
	}
	slices.Sort(means)
	return quantile(means, 0.025), quantile(means, 0.975)
}

// quantile interpolates between the two nearest sorted values. If they differ and the
// upper one is +Inf, so is the quantile.
func quantile(sorted []float64, p float64) float64 {
	h := p * float64(len(sorted)-1)
	i := int(h)
	low, high := sorted[i], sorted[min(i+1, len(sorted)-1)]
	if low == high || h == float64(i) {
		return low
	}
	return low + (h-float64(i))*(high-low)
}

package ranking

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"breadboard/experiments"
	"breadboard/experiments/sweep"
)

// dearerThan is the Cost above which a contest is listed: the schedule picked by B has
// more than twice the least J.
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
	ByJ, ByB []Share // the schedules that have the least J or B in some, most often first
	Same     int     // contests in which both choose the same
	Dear     int     // in which the Cost is above dearerThan
	Cost     Spread
}

// A Share is the number of contests that a schedule wins.
type Share struct {
	Schedule string
	Wins     int
}

// A Tau is the mean of Kendall's tau-b over contests, with the 95% interval of
// the percentile bootstrap over targets: all contests of a target are drawn
// together, for they are not independent.
type Tau struct {
	Group     string // "" is all
	T         int    // 0 is all
	Mean      float64
	Low, High float64 // NaN if there is only one target
	Targets   int     // with a contest that counts
	Contests  int     // that count
	Tied      int     // that do not, for all in them are equal in J or in B
}

// agree returns the agreement of the contests with two schedules or more, the names
// of their groups being known.
func agree(contests []Contest, name func(sweep.Job) string, without []string) Agreement {
	var all []Contest
	for _, c := range contests {
		if len(c.Entries) > 1 {
			all = append(all, c)
		}
	}
	a := Agreement{Without: without, Contests: all, Overall: tau(all, "", 0)}
	type part struct {
		group string
		T     int
	}
	var order []part
	parts := map[part][]Contest{}
	for _, c := range all {
		for _, p := range []part{{name(c.Cell), 0}, {name(c.Cell), c.Cell.T}} {
			if parts[p] == nil {
				order = append(order, p)
			}
			parts[p] = append(parts[p], c)
		}
		if c.Cost() > dearerThan {
			a.Dear = append(a.Dear, c)
		}
	}
	for _, p := range order {
		if t := tau(parts[p], p.group, p.T); p.T == 0 {
			a.ByGroup = append(a.ByGroup, t)
		} else {
			a.ByT = append(a.ByT, t)
			a.Standings = append(a.Standings, standing(parts[p], p.group, p.T))
		}
	}
	slices.SortStableFunc(a.Dear, func(x, y Contest) int { return cmp.Compare(y.Cost(), x.Cost()) })
	return a
}

// standing counts the wins.
func standing(all []Contest, group string, T int) Standing {
	out := Standing{Group: group, T: T, Contests: len(all)}
	var costs []float64
	for _, c := range all {
		j, b, cost := c.Winner(experiments.J), c.Winner(experiments.B), c.Cost()
		out.ByJ, out.ByB = win(out.ByJ, j.Schedule), win(out.ByB, b.Schedule)
		if j.Schedule == b.Schedule {
			out.Same++
		}
		if cost > dearerThan {
			out.Dear++
		}
		costs = append(costs, cost)
	}
	for _, shares := range [][]Share{out.ByJ, out.ByB} {
		slices.SortStableFunc(shares, func(a, b Share) int {
			return cmp.Or(b.Wins-a.Wins, cmp.Compare(a.Schedule, b.Schedule))
		})
	}
	out.Cost = spread(costs)
	return out
}

func win(shares []Share, schedule string) []Share {
	for i := range shares {
		if shares[i].Schedule == schedule {
			shares[i].Wins++
			return shares
		}
	}
	return append(shares, Share{schedule, 1})
}

// tau averages over contests.
func tau(all []Contest, group string, T int) Tau {
	out := Tau{Group: group, T: T, Low: math.NaN(), High: math.NaN()}
	var targets []sum
	at := map[string]int{}
	for _, c := range all {
		v := c.Tau()
		if math.IsNaN(v) {
			out.Tied++
			continue
		}
		who := c.Cell.TargetKey()
		if _, ok := at[who]; !ok {
			at[who] = len(targets)
			targets = append(targets, sum{})
		}
		targets[at[who]].add(sum{v, 1})
	}
	var whole sum
	for _, t := range targets {
		whole.add(t)
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
// uncertain by some 6% of a standard error. The dice are always the same, for the
// same rows have the same summary.
const (
	bootstrapRepeats = 2000
	bootstrapSeed    = 1
)

// bootstrap is the 95% interval of the mean over all, as many of the sums being
// drawn each time as there are.
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

// quantile interpolates between the two sorted values next to it. If these differ and the
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

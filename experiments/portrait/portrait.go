// Package portrait collects what is drawn of an annealing: the laws of its samples and of its
// target by cell, B by step and by cell, the betas, and the law of log w, forward and in reverse,
// exactly and, if chains were run, as a histogram of theirs.
//
// A Portrait is data alone. Package reports/runs draws it.
package portrait

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/exact/spectra"
	"breadboard/experiments"
	"breadboard/experiments/crosscheck"
	"breadboard/experiments/sampling"
)

// A Portrait is an annealing at one T, with everything that is drawn of it.
type Portrait struct {
	experiments.Exact
	P     []float64 // the target, by cell; the law of the samples is Q, and the betas are Schedule's
	Parts []float64 // of B, by cell; their sum is B
	Laws  Laws
	Check *crosscheck.Check // nil if no chains were run
	// Relaxations are the kernel's, in steps, at betas that rise evenly from 0 to 1; 0 where none is known.
	Relaxations []float64
}

// Exactly makes a portrait of the chain at every T, in the order of ts, without Monte Carlo.
func Exactly(ctx context.Context, c experiments.Chain, ts []int, tell experiments.Progress) ([]Portrait, error) {
	return Sampled(ctx, c, ts, sampling.Plan{}, tell)
}

// Sampled also runs chains at every T, unless there are to be none, and compares their estimates with the exact values.
func Sampled(ctx context.Context, c experiments.Chain, ts []int, s sampling.Plan,
	tell experiments.Progress) ([]Portrait, error) {
	return experiments.AtEach(ctx, c, 1, ts, 1, tell, func(ctx context.Context, at experiments.Aimed,
		tell experiments.Progress) (p Portrait, err error) {
		r, err := exact.Options{Progress: tell.Share(0, 1, 3)}.Run(ctx, at.Annealing)
		if err != nil {
			return p, err
		}
		if p, err = Outlined(ctx, c.Measured(at.Annealing, r), at.Annealing); err != nil {
			return p, err
		}
		if p.Steps != nil {
			p.Relaxations = relaxations(c, at.Annealing)
		}
		var runs sample.Runs
		p.Choice = at.Choice
		if s.Chains > 0 {
			kept := s
			kept.Keep = true
			check, err := crosscheck.Of(ctx, c, at.Annealing, "", kept, tell.Share(1, 2, 3))
			if err != nil {
				return p, err
			}
			runs = check.Runs
			if !s.Keep {
				check.Runs = sample.Runs{}
			}
			p.Check = &check
		}
		p.Laws, err = newLaws(ctx, at.Annealing, p.Result, runs)
		return p, err
	})
}

// Outlined makes a portrait of the exact run of an annealing, without the laws of log w, which may take seconds.
func Outlined(ctx context.Context, e experiments.Exact, a chains.Annealing) (Portrait, error) {
	p := Portrait{Exact: e, P: e.Result.P}
	frames, err := exact.Along(ctx, a, []int{1, a.T()})
	if err == nil {
		p.Parts = frames[1].Parts
	}
	return p, err
}

// relaxations has none of more than 256 states, or of a kernel that is known at its own levels alone.
func relaxations(c experiments.Chain, a chains.Annealing) (times []float64) {
	for i := 0; i <= 20 && a.Grid.Size() <= 256 && !c.FromOutside(); i++ {
		op, level := a.Aimed(1, float64(i)/20)
		p := chains.Normalized(level.LogF())
		s, _ := spectra.Of(op, len(p)).Spectrum(p) // the time is 0 if there is an error
		times = append(times, s.RelaxationTime)
	}
	return times
}

// LogRatio is log q/p by cell: NaN where both are 0.
func (p Portrait) LogRatio() []float64 {
	return p.byCell(func(q, p float64) float64 { return math.Log(q / p) })
}

// Off is q - p by cell.
func (p Portrait) Off() []float64 { return p.byCell(func(q, p float64) float64 { return q - p }) }

// JParts are the terms of J by cell, (q - p) log q/p, and their sum is J. None is negative. A term
// is infinite if one of q and p is 0, and 0 if both are.
func (p Portrait) JParts() []float64 {
	return p.byCell(func(q, p float64) float64 {
		if q == p {
			return 0
		}
		return (q - p) * math.Log(q/p)
	})
}

// byCell compares q and p. If J is 0, as with the perfect kernel, all that differs is rounding, and q is p.
func (p Portrait) byCell(f func(q, p float64) float64) []float64 {
	all := make([]float64, len(p.P))
	same := p.J() == 0
	for x, q := range p.Q {
		if same {
			q = p.P[x]
		}
		all[x] = f(q, p.P[x])
	}
	return all
}

// Laws are the laws of log w - log R in both directions, in the same bins. Without edges there
// are no bins: log w does not vary, or nothing is known of its law but the moments.
//
// log w is a sum over steps, and takes finitely many values: on BARRIER, at T = 100, multiples of
// 1/99 of a nat. How many of these fall into a bin depends on the last digit of its edges. So the
// laws add a normal N, an eighth of a bin wide, to log w. They are then exact to 1e-12. The log weights
// of chains are blurred in the same way.
type Laws struct {
	Edges            []float64
	Sigma            float64 // the standard deviation of N; 0 if the exact laws are not known
	Forward, Reverse Law
}

// A Law is the law of log w - log R in one direction. Exact and Sampled have one entry more than
// there are edges: the first bin ends at the first edge, and the last one begins at the last.
type Law struct {
	exact.Moments
	Exact   []float64 // the mass of each bin; nil if it is not known
	Unknown string    // why it is not
	Sampled []Share   // what part of the chains is in each bin; nil if none were run
}

// A Share is an estimate of the mass of a bin.
type Share struct{ Value, StdErr float64 }

// The bins between the edges cover all but rarest of a law on either side. A law that cannot be
// known finely enough for fewestBins in some seconds counts as unknown.
const mostBins, fewestBins, rarest = 60, 12, 5e-4

// coarse is the width of a first law, as a share of the interval in which log w lies. It says
// where the bins are to be.
const coarse = 1. / 64

// broken is the defect above which a kernel breaks its law. The law of log w in reverse is found
// from forward runs, which needs a sound kernel.
const broken = 1e-7

// newLaws finds the laws exactly, and takes in the log weights of the runs, if there are any.
func newLaws(ctx context.Context, a chains.Annealing, r exact.Result, runs sample.Runs) (l Laws, err error) {
	l.Forward.Moments, l.Reverse.Moments = r.FwdLaw, r.RevLaw
	l.Forward.Mean, l.Reverse.Mean = -r.Paths.Forward, r.Paths.Reverse
	laws, low, high, err := finestLaws(ctx, a)
	bins := int((high - low) / laws[0].Width * (1 + 1e-9))
	switch {
	case err != nil && !errors.Is(err, accounts.ErrTooLarge):
		return l, err
	case laws[0].High-laws[0].Low < 1e-9:
		l.Forward.Unknown = "log w does not vary"
		l.Reverse.Unknown = l.Forward.Unknown
		return l, nil
	case err != nil || bins < fewestBins:
		l.Forward.Unknown = fmt.Sprintf("in some seconds it can be known to %.2g nats, which is too coarse",
			laws[0].Width)
		l.Reverse.Unknown = l.Forward.Unknown
	default:
		l.Edges = evenly(low, high, bins)
		l.Sigma = laws[0].Sigma()
		l.Forward.Exact = masses(laws[0], l.Edges)
		l.Reverse.Exact = masses(laws[1], l.Edges)
		// the laws leave out forward runs of weight 0, and reverse runs that no forward run matches
		l.Forward.Exact[0] += 1 - floats.Sum(l.Forward.Exact)
		l.Reverse.Exact[len(l.Edges)] += 1 - floats.Sum(l.Reverse.Exact)
	}
	if r.Defect > broken {
		l.Reverse.Exact = nil
		l.Reverse.Unknown = "it follows from the forward law if the kernel keeps p_t, and this one does not"
	}
	if runs.Forward.LogW != nil {
		l.takeIn(a, runs)
	}
	return l, nil
}

// finestLaws are the laws forward and in reverse, and the ends of the bins. First laws say where
// these are.
func finestLaws(ctx context.Context, a chains.Annealing) (laws [2]accounts.Law, low, high float64, err error) {
	if laws, err = bothLaws(ctx, a, coarse); err != nil {
		return laws, 0, 0, err
	}
	low, high = math.Inf(1), math.Inf(-1)
	for _, law := range laws {
		low = min(low, quantile(law, rarest))
		high = max(high, quantile(law, 1-rarest))
	}
	span := laws[0].High - laws[0].Low
	if laws[0].Width > coarse*span*(1+1e-9) { // finer ones would take too long
		return laws, low, high, nil
	}
	laws, err = bothLaws(ctx, a, (high-low)/mostBins/span)
	return laws, low, high, err
}

// bothLaws are the laws forward and in reverse, at the same time. One that is too large does not
// stop the other: its ends and its width are known all the same.
func bothLaws(ctx context.Context, a chains.Annealing, width float64) (laws [2]accounts.Law, err error) {
	var large [2]error
	err = experiments.Each(ctx, len(laws), nil, func(ctx context.Context, i int) (err error) {
		laws[i], err = accounts.LawOf(ctx, a, i == 1, width)
		if errors.Is(err, accounts.ErrTooLarge) {
			large[i], err = err, nil
		}
		return err
	})
	return laws, errors.Join(err, large[0], large[1])
}

// quantile is the place below which a law has this share of its mass.
func quantile(l accounts.Law, u float64) float64 {
	low := l.Low - 2*l.Width
	high := l.High + 2*l.Width
	above := (1 - u) * l.Above(low)
	const halvings = 40
	for range halvings {
		if mid := (low + high) / 2; l.Above(mid) > above {
			low = mid
		} else {
			high = mid
		}
	}
	return high
}

// evenly returns the edges of so many bins from low to high, and of one more on either side.
func evenly(low, high float64, bins int) (edges []float64) {
	for i := -1; i <= bins+1; i++ {
		edges = append(edges, low+(high-low)*float64(i)/float64(bins))
	}
	return edges
}

func masses(l accounts.Law, edges []float64) (all []float64) {
	before := l.Above(l.Low - 2*l.Width)
	for _, e := range edges {
		above := l.Above(e)
		all, before = append(all, max(before-above, 0)), above
	}
	return append(all, before)
}

// takeIn finds what part of the runs is in each bin. If there are no bins it makes some, which
// cover all finite log weights but the rarest.
func (l *Laws) takeIn(a chains.Annealing, runs sample.Runs) {
	a, _ = a.Lowered() // as the log weights of the runs
	logR := exact.EndLawsOf(a).LogR
	if l.Edges == nil {
		all := slices.DeleteFunc(slices.Concat(runs.Forward.LogW, runs.Reverse.LogW),
			func(v float64) bool { return math.IsInf(v, 0) })
		if len(all) == 0 {
			return
		}
		slices.Sort(all)
		place := func(u float64) float64 { return all[int(u*float64(len(all)-1))] - logR }
		l.Edges = evenly(place(rarest), place(1-rarest), mostBins)
	}
	l.Forward.Sampled = shares(runs.Forward.LogW, logR, l.Sigma, l.Edges)
	l.Reverse.Sampled = shares(runs.Reverse.LogW, logR, l.Sigma, l.Edges)
}

// shares returns the mean, over the log weights, of the mass that log w - log R + N has in each
// bin.
func shares(logw []float64, logR, sigma float64, edges []float64) []Share {
	const reach = 8 // N is farther from 0 than so many standard deviations with probability 1e-15
	first := make([]float64, len(edges)+1)
	second := make([]float64, len(edges)+1)
	for _, v := range logw {
		v -= logR
		i, before := sort.SearchFloat64s(edges, v-reach*sigma), 0.
		for ; i < len(edges) && edges[i] < v+reach*sigma; i++ {
			upTo := distuv.UnitNormal.CDF((edges[i] - v) / sigma)
			first[i] = first[i] + upTo - before
			second[i] += (upTo - before) * (upTo - before)
			before = upTo
		}
		first[i] = first[i] + 1 - before
		second[i] += (1 - before) * (1 - before)
	}
	all := make([]Share, len(first))
	n := float64(len(logw))
	for i := range all {
		mean := first[i] / n
		all[i] = Share{mean, math.Sqrt(max(second[i]/n-mean*mean, 0) / (n - 1))}
	}
	return all
}

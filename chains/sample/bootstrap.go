package sample

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// At most bootstrapGroups things are resampled: more chains than that are put into so
// many groups first. They are resampled bootstrapRepeats times; with 2000 repeats the
// ends of a 95% interval are uncertain by some 6% of a standard error.
const (
	bootstrapGroups  = 2000
	bootstrapRepeats = 2000
)

// BootstrapB returns the percentile bootstrap interval of B. Forward and reverse chains
// are resampled independently, 2000 times, and the interval holds the middle part of
// the differences of their means: 95% of them for the level 0.95.
//
// More than 2000 chains are first put into 2000 groups of neighbours, whose sizes differ
// by at most one. Resampling groups gives the mean the same variance as resampling
// chains. The same seed gives the same interval. If B is infinite so are both ends.
func (r Runs) BootstrapB(level float64, seed uint64) Interval {
	if b := r.B(); math.IsInf(b.Value, 0) {
		return Interval{b.Value, b.Value}
	}
	gen := rand.New(generator(seed, 2))
	fwd, rev := newGroups(r.Forward.LogW), newGroups(r.Reverse.LogW)
	bs := make([]float64, bootstrapRepeats)
	for i := range bs {
		bs[i] = rev.resample(gen) - fwd.resample(gen)
	}
	slices.Sort(bs)
	return Interval{
		Low:  stat.Quantile((1-level)/2, stat.LinInterp, bs, nil),
		High: stat.Quantile((1+level)/2, stat.LinInterp, bs, nil),
	}
}

// groups are sums of neighbouring chains, with the number of chains in each.
type groups struct{ sums, sizes []float64 }

func newGroups(xs []float64) groups {
	k := min(len(xs), bootstrapGroups)
	g := groups{make([]float64, k), make([]float64, k)}
	for i := range k {
		for _, x := range xs[i*len(xs)/k : (i+1)*len(xs)/k] {
			g.sums[i] += x
			g.sizes[i]++
		}
	}
	return g
}

// resample draws as many groups as there are, with replacement, and returns the mean of
// their chains.
func (g groups) resample(gen *rand.Rand) float64 {
	sum, size := 0.0, 0.0
	for range g.sums {
		i := gen.IntN(len(g.sums))
		sum += g.sums[i]
		size += g.sizes[i]
	}
	return sum / size
}

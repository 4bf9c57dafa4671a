package portrait

import (
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/sample"
	"breadboard/exact"
)

// takeIn finds what part of the runs is in each bin. If there are no bins it makes some, which
// cover all finite log weights but the rarest.
func (l *Laws) takeIn(a chains.Annealing, runs sample.Runs) {
	a, _ = a.Lowered() // as the log weights of the runs
	logR := exact.NewEnds(a).LogR
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
	first, second := make([]float64, len(edges)+1), make([]float64, len(edges)+1)
	for _, v := range logw {
		v -= logR
		i, before := sort.SearchFloat64s(edges, v-reach*sigma), 0.
		for ; i < len(edges) && edges[i] < v+reach*sigma; i++ {
			upTo := distuv.UnitNormal.CDF((edges[i] - v) / sigma)
			first[i], second[i] = first[i]+upTo-before, second[i]+(upTo-before)*(upTo-before)
			before = upTo
		}
		first[i], second[i] = first[i]+1-before, second[i]+(1-before)*(1-before)
	}
	all, n := make([]Share, len(first)), float64(len(logw))
	for i := range all {
		mean := first[i] / n
		all[i] = Share{mean, math.Sqrt(max(second[i]/n-mean*mean, 0) / (n - 1))}
	}
	return all
}

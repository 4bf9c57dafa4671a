package samplers

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/experiments/papers"
)

// mostDeviation bounds ESSD in either direction: Φ^-1 of the double next to 1 is 8.2, so that Eq. (8) as it stands
// gives no more. Without a bound, chains that never moved have hundreds, and their squares are all of the mean squared
// error.
const mostDeviation = 8.2

// essd returns the deviation of a real ESS, measured on k chains, from an estimated one by Eq. (8): Φ^-1(the
// chi-squared CDF with k degrees of freedom at k ess/ress). It is standard normal if the errors are as large as with
// ess independent draws, and above 0 if they are larger.
//
// It comes from the smaller tail, within mostDeviation.
func essd(ess, ress float64, k int) float64 {
	half := float64(k) / 2
	x := ess / ress * half
	if math.IsNaN(x) || math.IsInf(x, 1) {
		return min(x, mostDeviation)
	}
	low := mathext.GammaIncReg(half, x)
	high := mathext.GammaIncRegComp(half, x)
	if low < high {
		return max(distuv.UnitNormal.Quantile(low), -mostDeviation)
	}
	return min(-distuv.UnitNormal.Quantile(high), mostDeviation)
}

// features lists the features of Section 5: logarithms of diagnostics, and the number of axes.
var features = []string{"D", "ESS", "G", "GR"}

// deviations returns the rows of the regression: the ESSD of the means of samplers. It leaves out runs with a
// diagnostic that is not finite. Each feature has mean 0 and standard deviation 1.
func (f Results) deviations() (d data) {
	for _, r := range f.SamplerRuns() {
		x := []float64{float64(r.Axes), math.Log(r.ESS), math.Log(r.Geweke), math.Log(math.Abs(r.RHat - 1))}
		y := essd(r.ESS, r.Mean, f.Chains)
		if sum := floats.Sum(x) + y; !math.IsNaN(sum) && !math.IsInf(sum, 0) {
			d.x = append(d.x, x)
			d.y = append(d.y, y)
			d.groups = append(d.groups, r.Density)
		}
	}
	for f := range features {
		column := make([]float64, len(d.x))
		for i, row := range d.x {
			column[i] = row[f]
		}
		scaled, _, _ := standardized(column)
		for i, row := range d.x {
			row[f] = scaled[i]
		}
	}
	return d
}

// predict makes Table 2.
func (d design) predict(ctx context.Context, o papers.Options, f *Results) (err error) {
	all := f.deviations()
	f.Rows = len(all.x)
	f.Methods, f.Learnt, err = d.compare(ctx, o, all, features)
	return err
}

// compare compares the predictors by these features, each on each fold of the groups. It also returns how many rows
// they learn from, at most.
func (d design) compare(ctx context.Context, o papers.Options, all data, features []string) (methods []Method,
	learnt int, err error) {
	splits := all.split(d.seed)
	list := predictors(features)
	for i, split := range splits {
		splits[i].train = split.train.sampleRows(d.learnt, d.seed)
		learnt = max(learnt, len(splits[i].train.x))
	}
	losses, err := papers.Each(ctx, o, slices.Repeat([]int{1}, folds*len(list)),
		func(_ context.Context, i int) ([]DensityLoss, error) {
			split := splits[i%folds]
			return list[i/folds].tested(split.train, split.test), nil
		})
	if err != nil {
		return nil, 0, err
	}
	first := slices.Concat(losses[:folds]...) // of GP
	for i, m := range list {
		own := slices.Concat(losses[i*folds : (i+1)*folds]...)
		methods = append(methods, Method{m.name,
			against(own, first, func(l DensityLoss) float64 { return l.Square }),
			against(own, first, func(l DensityLoss) float64 { return l.Log })})
	}
	return methods, learnt, nil
}

package samplers

import (
	"context"
	"math"

	"breadboard/experiments/samplers/regression"
)

// mostDeviation is the largest ESSD that the regression is told of, in either direction: Φ^-1 of the
// double next to 1 is 8.2, so that Eq. (8) as it stands gives no more. Chains that never moved
// would have hundreds otherwise, and their squares would be all of the mean squared error.
const mostDeviation = 8.2

// features are those of Section 5, by the diagnostics that they are logarithms of: the classic ones of
// the paper.
var features = []struct {
	name, diagnostic string
	of               func(v float64) float64
}{
	{"ESS", usual, math.Log},
	{"GR", "r-hat-classic", func(v float64) float64 { return math.Log(math.Abs(v - 1)) }},
	{"G", "geweke", func(v float64) float64 { return math.Log(math.Abs(v)) }},
}

// mostRows is how many runs a Gaussian process learns from. Its time grows with their cube: five of
// them take seconds with 500.
const mostRows = 500

// metas predict the ESSD of means from diagnostics and from the dimension on densities that are held
// out (Section 5), a table for each start. The error is ctx's.
func (s Study) metas(ctx context.Context) (all []Meta, err error) {
	for _, start := range startsOf(s.Runs) {
		t, err := regression.Design{Held: 0.2, Most: mostRows, Seed: 1}.Compare(ctx, s.deviations(start), nil)
		if err != nil {
			return nil, err
		}
		all = append(all, Meta{start, t})
	}
	return all, nil
}

// deviations are the rows of the regression: samplers alone, since independent draws and chains that
// never move are what they are compared with. ESS is the mean over the chains, as in Eq. (8); R-hat is
// of all chains, and Geweke's z the mean of |z|.
func (s Study) deviations(start string) (d regression.Data) {
	for _, f := range features {
		d.Names = append(d.Names, f.name)
	}
	d.Names = append(d.Names, "D")
	ess := s.Index(usual)
	for _, r := range s.Runs {
		if r.Start != start || r.Class() != "mean" || r.Control() {
			continue
		}
		var x []float64
		for _, f := range features {
			i := s.Index(f.diagnostic)
			v := r.Alone[i]
			if f.name == "GR" {
				v = r.Values[i]
			}
			x = append(x, f.of(v))
		}
		d.X = append(d.X, append(x, float64(r.Axes)))
		d.Y = append(d.Y, max(-mostDeviation, min(mostDeviation, ESSD(r.Alone[ess], r.Sampled, r.Chains))))
		d.Groups = append(d.Groups, r.Density)
	}
	return d
}

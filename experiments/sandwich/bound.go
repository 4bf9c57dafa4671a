package sandwich

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains/sample"
)

// bound sets what each side bounds alone, and the doubts. The means of w are of one R: of data sets they are not known.
func (r *Result) bound(shared int) {
	r.Means = [2]sample.Estimate{r.mean(1, 0), r.mean(0, 1)}
	r.LogMeans = [2]sample.Estimate{r.Runs.LowerLogR(), r.Runs.UpperLogR()}
	r.Doubts = r.Runs.Warnings()
	if r.DataSets = shared > 1; r.DataSets {
		r.LogMeans = [2]sample.Estimate{sample.Exactly(math.NaN()), sample.Exactly(math.NaN())}
		r.Doubts = []string{fmt.Sprintf("%d groups stand on both sides and are taken for data sets, each with a log "+
			"R of its own", shared)}
	}
	for side, m := range r.Means {
		runs := r.Sides[side]
		groups, e := runs.effectiveGroups(), &r.LogMeans[side]
		r.Ends[side] = m.Value
		if !math.IsInf(m.Value, 0) {
			law := distuv.StudentsT{Sigma: 1, Nu: max(leastFreedom, groups-1)}
			outward := float64(2*side - 1)
			r.Ends[side] += outward * m.StdErr * (law.Quantile(outwardQuantile) + skewed(outward, finite(runs.LogW),
				groups))
		}
		if runs.Group != nil && !r.DataSets && e.StdErr >= 0 {
			e.StdErr = r.stderr(func(at int, logw float64) float64 {
				if at != side {
					return 0
				}
				return math.Exp(float64(1-2*side)*(logw-e.Value)) / float64(len(runs.LogW))
			})
		}
		name, n := directions[side], len(runs.LogW)
		if runs.Group != nil && groups > 1 && groups < fewGroups {
			r.Doubts = append(r.Doubts, fmt.Sprintf("the groups of %s runs are worth some %.2g equal ones: two "+
				"errors of an estimate are less than 95%%", name, groups))
		}
		if n > 0 && slices.Max(runs.LogW)-slices.Min(runs.LogW) <= alike*math.Abs(m.Value) {
			r.Doubts = append(r.Doubts, fmt.Sprintf("all %d %s log weights are alike: others, of up to %.2g%% of "+
				"runs, may be unseen", n, name, 100*(1-math.Pow(unseenShare, 1/groups))))
		}
	}
}

// skewed is by how many more errors an end is moved where log w has a long tail outward: runs that miss the tail have
// a mean that is too far inward, and too small an error with it. To first order that is (2z²+1)/6 of the skewness over
// the root of the number of runs, z the quantile (Johnson 1978).
func skewed(outward float64, logw []float64, groups float64) float64 {
	const z = 1.96 // of the ends
	if len(logw) < 3 {
		return 0
	}
	return max(0, outward*stat.Skew(logw, nil)) * (2*z*z + 1) / 6 / math.Sqrt(groups)
}

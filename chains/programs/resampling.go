package programs

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// A Resampling draws the ancestors of M offspring among particles with weights W, which sum to 1. Particle j has M W_j
// offspring in the mean, whatever the way, and so the evidence has the mean R. The offspring stand in places 0..M-1.
type Resampling string

// The ways (Douc, Cappé and Moulines 2005). Particles have intervals of the length W_j, one after another in the
// order of the particles. Offspring k stands at (k+u)/M, and its ancestor is the particle of that interval.
const (
	Multinomial Resampling = "multinomial" // each offspring is an independent draw by weight
	Systematic  Resampling = "systematic"  // one u for all
	Stratified  Resampling = "stratified"  // a u for each offspring
	// Residual gives floor(M W_j) offspring to particle j. The rest are independent draws by what is left of M W_j.
	Residual Resampling = "residual"
)

func (r Resampling) multinomial() bool { return r == "" || r == Multinomial }

// Ancestors draws the ancestor of each place, by a way other than Multinomial. If kept is not negative, that particle
// has an offspring at the place that is returned, and all have the law of ancestors and a random place given that:
// what the conditional run of Andrieu, Doucet and Holenstein (2010) is, for any way with the right means. Sums of
// weights are rounded to 2^-40 of an offspring, so that rounding keeps no two apart that are one. A kept particle
// weighs at least 2^-36 here, so that it has a place. Both change the law by no more than that.
func (r Resampling) Ancestors(weights []float64, places, kept int, d chains.Dice) (from []int, at int) {
	upTo, sum := make([]float64, len(weights)+1), 0.0
	for j, w := range weights {
		if j == kept {
			w = max(w, 0x1p-36)
		}
		sum += w
		upTo[j+1] = sum
	}
	for j, v := range upTo {
		upTo[j] = math.Round(v/sum*float64(places)*0x1p40) * 0x1p-40
	}
	switch r {
	case Systematic:
		return together(upTo, places, kept, d)
	case Stratified:
		return oneByOne(strata(upTo, places, kept), kept, d)
	}
	return oneByOne(residuals(upTo, kept), kept, d)
}

// An offspring has a law of its ancestor: over the particles from first on.
type offspring struct {
	first int
	law   chains.Law
	total float64 // of the law's weights
	kept  float64 // the share of the kept particle
}

// newOffspring returns an offspring with this law, in which the kept particle has its share.
func newOffspring(first int, weights []float64, kept int) offspring {
	o := offspring{first: first, law: chains.NewLaw(weights), total: floats.Sum(weights)}
	i := kept - first
	if i >= 0 && i < len(weights) {
		o.kept = weights[i] / o.total
	}
	return o
}

// oneByOne draws the ancestors of offspring that are independent.
func oneByOne(all []offspring, kept int, d chains.Dice) (from []int, at int) {
	at = -1
	if kept >= 0 {
		shares := make([]float64, len(all))
		for k, o := range all {
			shares[k] = o.kept
		}
		at = d.Pick(shares)
	}
	from = make([]int, len(all))
	for k, o := range all {
		if k == at {
			from[k] = kept
		} else {
			from[k] = o.first + o.law.Draw(d)
		}
	}
	return from, at
}

// strata are the offspring of Stratified: place k has the ancestors whose intervals meet k..k+1.
func strata(upTo []float64, places, kept int) []offspring {
	all := make([]offspring, places)
	j := 0
	for k := range all {
		low, high := float64(k), float64(k+1)
		for upTo[j+1] <= low {
			j++
		}
		var law []float64
		for i := j; i+1 < len(upTo) && upTo[i] < high; i++ {
			law = append(law, min(upTo[i+1], high)-max(upTo[i], low))
		}
		all[k] = newOffspring(j, law, kept)
	}
	return all
}

// residuals are the offspring of Residual. Those that are drawn share one law.
func residuals(upTo []float64, kept int) (all []offspring) {
	left := make([]float64, len(upTo)-1)
	for j := range left {
		whole := math.Floor(upTo[j+1] - upTo[j])
		left[j] = upTo[j+1] - upTo[j] - whole
		if whole > 0 {
			all = append(all, slices.Repeat([]offspring{newOffspring(j, []float64{1}, kept)}, int(whole))...)
		}
	}
	drawn := newOffspring(0, left, kept)
	return append(all, slices.Repeat([]offspring{drawn}, int(math.Round(drawn.total)))...)
}

// together draws u, and with it all ancestors. They change only where u passes the fraction of a bound of an interval.
func together(upTo []float64, places, kept int, d chains.Dice) (from []int, at int) {
	bounds := []float64{0, 1}
	for _, v := range upTo {
		bounds = append(bounds, v-math.Floor(v))
	}
	slices.Sort(bounds)
	bounds = slices.Compact(bounds)
	var middles, weights []float64
	for i, to := range bounds[1:] {
		u, weight := (bounds[i]+to)/2, to-bounds[i]
		if kept >= 0 {
			weight *= math.Ceil(upTo[kept+1]-u) - math.Ceil(upTo[kept]-u) // its offspring
		}
		middles = append(middles, u)
		weights = append(weights, weight)
	}
	u, j := middles[d.Pick(weights)], 0
	var own []int // the places of the kept one's offspring
	for k := range places {
		for upTo[j+1] <= float64(k)+u {
			j++
		}
		from = append(from, j)
		if j == kept {
			own = append(own, k)
		}
	}
	if kept < 0 {
		return from, -1
	}
	return from, own[place(len(own), d)]
}
